"""One catalogue of words for terminal and browser: English, German, Dutch and Hungarian."""

from rheinlaender.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES, catalogue, preferred_language, words
from rheinlaender.i18n.refusal import Refusal

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "Refusal", "catalogue", "preferred_language", "words"]
