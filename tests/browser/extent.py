"""How much is tried: everything by `make browser-test`, a sample of it by `make test`, which has to be quick."""

import os

from rheinlaender.i18n import LANGUAGES

IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
RARE_LOOKS = [("desktop", "dark"), ("phone", "light"), ("desktop", "contrast"), ("phone", "contrast")]
LOOKS = [("desktop", "light"), ("phone", "dark"), *(RARE_LOOKS if IS_LONG else [])]
SIZES = ["desktop", "phone"] if IS_LONG else ["phone"]
LANGUAGES_BY_MOUSE = [*LANGUAGES] if IS_LONG else ["de"]
LANGUAGES_BY_KEYBOARD = [*LANGUAGES] if IS_LONG else ["hu"]
