"""Questions by HTTP. What encryption would need is read once: it takes longer than most questions."""

import ssl
from functools import partial

import httpx

CONTEXT = ssl.create_default_context()
get = partial(httpx.get, verify=CONTEXT)
post = partial(httpx.post, verify=CONTEXT)
put = partial(httpx.put, verify=CONTEXT)
stream = partial(httpx.stream, verify=CONTEXT)
client = partial(httpx.Client, verify=CONTEXT)
async_client = partial(httpx.AsyncClient, verify=CONTEXT)
