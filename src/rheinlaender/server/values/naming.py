"""Names: what one may look like, and whether two of them look the same. Pure.

The trade's rules are Unicode's security mechanisms (UTS 39); these are the few of them that a name of a player needs.
"""

import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from rheinlaender.server.values.refusals import NameHides, NameMisleads, NameTaken

SPACE, PICTURE_SIGN = " ", "\N{VARIATION SELECTOR-16}"
"""The only blank that a name may have, and what makes a picture of the symbol before it."""
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    *(map(chr, range(*codes)) for codes in ((0x180B, 0x1810), (0xFE00, 0xFE0F), (0xE0100, 0xE01F0)))
)
"""Letters, marks and signs that nothing is drawn for, though their kind is one that is seen."""
MOST_MARKS = 2
"""How many marks one letter may carry."""
DISGUISES = {"<font>", "<wide>", "<narrow>", "<circle>", "<super>", "<sub>", "<square>", "<fraction>"}
"""What makes another character of one: a letter of mathematics, of full width, in a circle."""
RARE_LATIN = ((0x0180, 0x02AF), (0x1D00, 0x1DBF), (0x2C60, 0x2C7F), (0xA720, 0xA7FF), (0xAB30, 0xAB6F))
"""Latin letters of phonetics and of old prints, many of which look like plain ones."""
LIVING_LATIN = frozenset("ƏəƠơƯưȘșȚțǍǎǏǐǑǒǓǔǦǧǨǩǪǫƎǝƁɓƊɗƘƙƲʋƳƴƆɔƐɛƝɲ")
"""Those of them that languages of today are written with."""
LATIN, HAN = "LATIN", "CJK"
TOGETHER = (
    {LATIN, HAN, "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    {LATIN, HAN, "BOPOMOFO"},
    {LATIN, HAN, "HANGUL"},
)
"""Scripts that are written together; all others stand alone."""
SCRIPTS_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјкорсухԁһԛԝӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχı",
    "ABESIJKMHOPCTYXaesijkopcyxdhqwlABEZHIKMNOPTYXaikvopuxi",
)
"""Letters of other scripts, and the Latin ones that they look like."""
SIGNS_ALIKE = str.maketrans("I|1!0", "llllO")
"""Letters and figures that look like others of the same script."""


def check_name(name: str) -> None:
    """Refuse a name with something that is not seen, or that is written with letters that look like others."""
    hidden = next((after for before, after in pairwise(SPACE + name) if is_unseen(before, after)), None)
    hidden = hidden or next((mark for mark in heaped_marks(name)), None)
    if hidden is not None:
        raise NameHides(character=f"U+{ord(hidden):04X}")
    odd = next((character for character in name if is_disguised(character)), None) or stranger_in(name)
    if odd is not None:
        raise NameMisleads(character=odd)


def is_unseen(before: str, character: str) -> bool:
    """Whether a character is not seen, turns the text around, or is a blank beside another or of another kind."""
    if character == PICTURE_SIGN:
        return not unicodedata.category(before).startswith("S")
    if character == SPACE:
        return before == SPACE
    return character in UNSEEN or unicodedata.category(character)[0] in "CZ"


def heaped_marks(name: str) -> Iterable[str]:
    """The marks of a letter that carries too many."""
    heap = 0
    for character in unicodedata.normalize("NFD", name):
        heap = heap + 1 if unicodedata.combining(character) else 0
        if heap > MOST_MARKS:
            yield character


def is_disguised(character: str) -> bool:
    """Whether a character is a letter or a figure in disguise."""
    tag = unicodedata.decomposition(character).partition(" ")[0]
    plain = unicodedata.normalize("NFKC", character)
    is_plain = plain != character and plain.isascii() and plain.isalnum()
    is_rare = any(begin <= ord(character) <= end for begin, end in RARE_LATIN) and character not in LIVING_LATIN
    return tag in DISGUISES or is_plain or is_rare


def script_of(character: str) -> str | None:
    """The script of a letter, which its name begins with; None for what belongs to none."""
    return unicodedata.name(character, "?").split()[0] if character.isalpha() else None


def stranger_in(name: str) -> str | None:
    """The first letter of a name whose script is not written together with those before it."""
    scripts: set[str] = set()
    for character in name:
        script = script_of(character)
        if script is not None:
            scripts.add(script)
        if len(scripts) > 1 and not any(scripts <= known for known in TOGETHER):
            return character
    return None


def looks_of(name: str) -> set[tuple[str, str]]:
    """What a name looks like: two names with a look in common can be taken for each other."""
    latin = unicodedata.normalize("NFC", name.replace(PICTURE_SIGN, "")).translate(SCRIPTS_ALIKE)
    signs = latin.translate(SIGNS_ALIKE).replace("rn", "m").replace("vv", "w")
    return {("letters", latin.casefold()), ("signs", signs)}


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like one of the others; no name at all is nobody's."""
    taken = {look for other in others if other for look in looks_of(other)}
    if name and looks_of(name) & taken:
        raise NameTaken(name=name)
