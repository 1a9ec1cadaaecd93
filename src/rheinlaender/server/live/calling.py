"""Calling: whoever is not at their table hears that it is their turn, that somebody waits, that it is over, or again.

Each call is claimed in the database before it is sent, so that of several servers one sends it, and once. Nothing of
it is done in the event loop, and nobody waits for it: a call that cannot be sent is lost, the table is not. A call to
somebody who sleeps is kept in the database, until whichever server runs when they wake makes it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from rheinlaender.server.calling import push
from rheinlaender.server.calling.posting import NotPosted, NotPublic, post
from rheinlaender.server.live.audience import nobody
from rheinlaender.server.live.mails import Mails, new_token_key
from rheinlaender.server.logs import log_outage
from rheinlaender.server.measures import CALLS
from rheinlaender.server.settings import ANYWHERE, OFF, Settings
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.keys import kept_key
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.sleeping import HeldCall, hold, let_go
from rheinlaender.server.store.subscriptions import (
    MAIL,
    PUSH,
    Subscription,
    claim,
    confirm,
    follow,
    is_known,
    read_subscription,
    read_subscriptions,
    subscribe,
    unsubscribe,
)
from rheinlaender.server.values.calls import AGAIN, NUDGED, TURN, Call, call_of, turn_call, write_call
from rheinlaender.server.values.clock import is_night, waking_after
from rheinlaender.server.values.table import Table

THREADS = 4
MOST_WAITING = 1000
"""So many calls may be under way; further ones are lost rather than that they hold anything up."""
ABSENT_SECONDS = 20.0
"""How long somebody is away in their turn before they are called: a page that is loaded anew is away for a moment."""
PAUSES = (2.0, 10.0)
"""After how many seconds what failed is tried again."""
GONE = (404, 410)
DONE = range(200, 300)
VAPID = "vapid"
log = logging.getLogger("rheinlaender.server")
Answer = TypeVar("Answer")


class CalledTable(Protocol):
    """What calling needs of a table in use."""

    @property
    def recent(self) -> Sequence[Table]:
        """Its newest states, the newest last."""

    def presence(self) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""


class Calling:
    """Calls those who hold seats, by the ways that they have asked for."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.has_push = settings.push != OFF and push.is_installed()
        self.key = ""
        """The private key by which push services know this house."""
        self.public_key: str | None = None
        """What browsers subscribe with; None where there is no Web Push."""
        self.mails = Mails(settings)
        self.clerk = ThreadPoolExecutor(1, thread_name_prefix="calling-clerk")
        """Writes to the database, one after the other, so that calling takes one connection of it."""
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="calling")
        self._works: set[asyncio.Task[None]] = set()
        self._waiting: set[str] = set()
        """The tables at which somebody will be called if they stay away."""
        self._is_stopped = False

    @property
    def is_wanted(self) -> bool:
        """Whether there is a way to call anybody."""
        return self.has_push or self.settings.has_mail

    async def begin(self) -> None:
        """Find the key of the house, which is made at the first start."""
        if self.has_push:
            self.key = await self._write(kept_key, VAPID, push.new_key)
            self.public_key = push.public_key(self.key)
        if self.settings.has_mail:
            self.mails.key = await self._write(kept_key, MAIL, new_token_key)

    async def stop(self) -> None:
        """Call nobody any more."""
        self._is_stopped = True
        for work in self._works:
            work.cancel()
        await asyncio.gather(*self._works, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.clerk.shutdown)

    # Subscriptions

    async def subscribe(self, wanted: Subscription) -> None:
        """Keep a subscription, as one that was made now."""
        await self._write(subscribe, replace(wanted, at=self.store.clock()))

    async def unsubscribe(self, unwanted: Subscription) -> None:
        """Let go of a subscription."""
        await self._write(unsubscribe, unwanted)

    async def knows(self, wanted: Subscription) -> bool:
        """Whether whoever asks has shown already that an address is theirs."""
        return await self.store.read(lambda connection: is_known(connection, wanted))

    async def subscribe_by_mail(self, wanted: Subscription, is_confirmed: bool) -> None:
        """Keep a subscription by e-mail; an address that is not confirmed is asked first, and by nothing else."""
        await self.subscribe(replace(wanted, is_confirmed=is_confirmed))
        if is_confirmed:
            await self.confirm(wanted)
        else:
            self._start(self._ask_to_confirm(wanted))

    async def own(self, table: str, holder: str) -> list[Subscription]:
        """The subscriptions of somebody at a table."""
        return await self.store.read(lambda connection: read_subscriptions(connection, table, [holder]))

    async def _ask_to_confirm(self, wanted: Subscription) -> None:
        status = await self._in_thread(self.mails.ask_to_confirm, wanted)
        CALLS.labels("confirmation", "sent" if status in DONE else "failed").inc()

    async def by_token(self, what: str, name: str, token: str) -> Subscription | None:
        """The subscription that a link of a mail is about, if it is one of ours."""
        if not self.mails.is_token(what, name, token):
            return None
        return await self.store.read(lambda connection: read_subscription(connection, name))

    async def confirm(self, wanted: Subscription) -> None:
        """Let somebody be called by an address that they have shown to be theirs."""
        await self._write(confirm, wanted)

    # Calls

    def caller_of(self, live: CalledTable) -> Callable[[], None]:
        """What is to be asked whenever an entry was written at a table, or somebody came or went there."""
        if not self.is_wanted:
            return nobody
        seen = live.recent[-1].number

        def look() -> None:
            nonlocal seen
            if live.recent[-1].number > seen:
                seen = live.recent[-1].number
                self._entered(live)
            else:
                self._left(live)

        return look

    def _entered(self, live: CalledTable) -> None:
        """An entry was written at a table: call whom it concerns and who is not there."""
        call = call_of(live.recent[-2], live.recent[-1])
        if call is not None:
            self._start(self._call(live, call))

    def _left(self, live: CalledTable) -> None:
        """Whoever is to move and is not there is called after a while, if nobody has called them."""
        call, table = turn_call(live.recent), live.recent[-1].id
        if call is not None and not live.presence().get(call.seats) and table not in self._waiting:
            self._waiting.add(table)
            asyncio.get_running_loop().call_later(ABSENT_SECONDS, self._look_again, live)

    def _look_again(self, live: CalledTable) -> None:
        call = turn_call(live.recent)
        self._waiting.discard(live.recent[-1].id)
        if call is not None:
            self._start(self._call(live, call))

    async def _call(self, live: CalledTable, call: Call) -> None:
        """Call absent people, as far as the database can be asked."""
        try:
            await self._claim(live, call)
        except OUTAGES as error:
            log_outage(error)

    async def _claim(self, live: CalledTable, call: Call) -> None:
        """Claim the ways by which absent people are called, and send each; for those who sleep the call is held."""
        table, presence = live.recent[-1], live.presence()
        away = [seat for seat in call.seats if not presence.get(seat)]
        asleep = [seat for seat in away if is_night(table.nights.get(seat), self.store.now())]
        for seat in asleep:
            await self._hold(table, replace(call, seats=seat))
        absent = {str(table.seat(seat).holder) for seat in away if seat not in asleep}
        if not absent and call.kind != AGAIN:
            return
        claimed = await self._write(claim, table.id, sorted(absent), call.number, self.store.clock())
        if call.kind == AGAIN and table.rematch:
            await self._write(follow, table.id, table.rematch)
        for subscription in claimed:
            self._start(self._send(subscription, write_call(table, call, subscription.language)))

    async def _hold(self, table: Table, call: Call) -> None:
        """Keep a call to a seat for when its person is awake, if they want to be called at all."""
        if await self.own(table.id, str(table.seat(call.seats).holder)):
            wakes = waking_after(table.nights[call.seats], self.store.now())
            await self._write(hold, HeldCall(table.id, call, wakes))

    async def call_late(self, live: CalledTable, held: HeldCall) -> None:
        """Call somebody who slept; to their turn only as long as it is theirs. What is not known yet waits on."""
        call, table = held.call, live.recent[-1]
        if call.kind in (TURN, NUDGED):
            if await self.store.newest([table.id]) != {table.id: table.number}:
                return
            turn = turn_call(live.recent)
            is_theirs = turn is not None and turn.seats == call.seats and turn.number <= call.number
            call = replace(call, kind=TURN, seats=call.seats if is_theirs else "")
        await self._claim(live, call)
        await self.forget(held)

    async def forget(self, held: HeldCall) -> None:
        """Let go of a call that was held."""
        await self._write(let_go, held)

    async def _send(self, subscription: Subscription, message: dict[str, Any]) -> None:
        """Send a call; what fails for a while is tried again, what is gone for ever is let go of."""
        outcome = "failed"
        for pause in (0.0, *PAUSES):
            await asyncio.sleep(pause)
            status = await self._in_thread(self._hand_over, subscription, message)
            if status in GONE:
                outcome = "gone"
                await self.unsubscribe(subscription)
            elif status in DONE:
                outcome = "sent"
            if outcome != "failed":
                break
        CALLS.labels(subscription.way, outcome).inc()

    def _hand_over(self, subscription: Subscription, message: dict[str, Any]) -> int:
        """Hand a message to whoever delivers it; the status that is answered, 0 for none."""
        return self._push(subscription, message) if subscription.way == PUSH else self.mails.call(subscription, message)

    def _push(self, subscription: Subscription, message: dict[str, Any]) -> int:
        """Post a message to a push service."""
        endpoint, contact = subscription.address, self.settings.contact_url
        headers = push.headers_for(endpoint, self.key, contact, str(message["table"]))
        try:
            return post(endpoint, push.sealed(message, subscription.keys), headers, self.settings.push == ANYWHERE)
        except (NotPosted, NotPublic):
            return 0

    # Works

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._is_stopped or len(self._works) >= MOST_WAITING:
            work.close()
            return
        task = asyncio.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._works.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a call failed: %s", type(task.exception()).__name__)

    async def _in_thread(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)

    async def _write(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Let the clerk do something with the database."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.clerk, work, self.store.engine, *arguments)
