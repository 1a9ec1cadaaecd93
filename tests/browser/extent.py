"""How much is tried: everything by `make browser-test`, a sample of it by `make test`, which has to be quick."""

import os

from rheinlaender.i18n import LANGUAGES
from tests.long import is_long

BROWSER_TEST = "one more of the same: make browser-test"
LONG = is_long(BROWSER_TEST)
IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
ALL_LOOKS = [(size, theme) for size in ("desktop", "phone") for theme in ("light", "dark", "contrast")]
LOOKS = ALL_LOOKS if IS_LONG else [("phone", "dark")]
SIZES = ["desktop", "phone"] if IS_LONG else ["phone"]
SPOKEN = [*LANGUAGES] if IS_LONG else ["de"]
"""Languages of what is said alike in all; of one, the longest words are tried."""
SPOKEN_BY_KEYBOARD = [*LANGUAGES] if IS_LONG else ["hu"]
