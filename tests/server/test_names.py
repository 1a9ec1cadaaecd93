"""Names at a table: everybody has one of their own, that can be seen, and that is taken for no other."""

import pytest

from rheinlaender.server.values.naming import check_distinct, check_name
from rheinlaender.server.values.refusals import NameHides, NameMisleads, NameTaken
from tests.server.house import OPEN, Guest, House, bots, new_id, new_secret, person, refusal_of

GOOD = [
    "Anna",
    "Änne von der Tann-Rathsamhausen",
    "Örs Győző",
    "Jürgen 2",
    "O'Neill",
    "Łukasz",
    "Ștefan",
    "Nguyễn Thị Ánh",
    "Анна",
    "Ελένη",
    "田中さくら",
    "김Anna",
    "สมชาย คำ",
    "محمد",
    "Anna \N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}",
    "\N{CASTLE}",
    "<b>",
    "e\N{COMBINING ACUTE ACCENT}",
]
HIDING = {
    "zero width": "An\u200bna",
    "joiner": "An\u200dna",
    "turned": "\u202eannA",
    "mark of direction": "Anna\u200e",
    "soft hyphen": "An\u00adna",
    "filler": "Anna\u3164",
    "blank of Braille": "A\u2800B",
    "hard blank": "An\u00a0na",
    "two blanks": "An  na",
    "sign of a picture": "An\ufe0fna",
    "tag": "Anna\U000e0041",
    "own use": "\ue000",
    "unassigned": "\u0378",
    "heaped marks": "A\u0301\u0302\u0303",
}
MISLEADING = {
    "Cyrillic a": "\u0410nna",
    "Greek o": "Ott\u03bf",
    "mathematics": "\U0001d400nna",
    "full width": "\uff21nna",
    "circle": "\u24b6nna",
    "ligature": "\ufb01nn",
    "small capital": "\u1d00nna",
    "script g": "Re\u0261ine",
    "raised": "Anna\u00b2",
    "Cherokee": "\u13aanna",
}
ALIKE = [
    ("Anna", "anna"),
    ("Anna", "ANNA"),
    ("Ian", "lan"),
    ("Otto", "0tto"),
    ("Player 1", "Player l"),
    ("Arno", "Amo"),
    ("COP", "\u0421\u041e\u0420"),
    ("max", "\u041c\u0430\u0445"),
    ("TOM", "\u03a4\u039f\u039c"),
    ("\u00e9", "e\u0301"),
    ("\N{CASTLE}", "\N{CASTLE}\N{VARIATION SELECTOR-16}"),
]
APART = [("Anna", "Änne"), ("Kati", "Káti"), ("Ian", "Lan"), ("Dara", "Clara"), ("Guest", "Guest 2"), ("", "")]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_many_languages_are_good(name: str) -> None:
    """Whatever people are called, in one alphabet, with marks, figures, signs and pictures."""
    check_name(name)


@pytest.mark.parametrize("name", HIDING.values(), ids=HIDING)
def test_what_is_not_seen_is_refused(name: str) -> None:
    """The refusal names the character by its number, because it cannot be shown."""
    with pytest.raises(NameHides) as refused:
        check_name(name)
    assert str(refused.value.arguments["character"]).startswith("U+")


@pytest.mark.parametrize("name", MISLEADING.values(), ids=MISLEADING)
def test_letters_in_disguise_are_refused(name: str) -> None:
    """Letters of two alphabets, and those that are made to look like plain ones."""
    with pytest.raises(NameMisleads):
        check_name(name)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    """By another case, by figures, or as a whole in another alphabet."""
    for name, taken in ((one, other), (other, one)):
        with pytest.raises(NameTaken):
            check_distinct(name, ["Somebody", taken])


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_are_apart(one: str, other: str) -> None:
    """Marks are seen, and no name is nobody's."""
    check_distinct(one, [other])
    check_distinct(other, [one])


@pytest.fixture
def waiting(house: House) -> Guest:
    return house.open(person("Anna"), OPEN, OPEN, OPEN)


def test_no_two_guests_have_the_same_name(waiting: Guest) -> None:
    """Sitting down and being renamed are refused; keeping one's own name and taking one that was left are not."""
    bert = waiting.sit("Bert", "b")
    sit = {"secret": new_secret(), "seat": "c"}
    assert refusal_of(waiting.command("sit", player="ANNA", **sit)) == (409, "name_taken")
    assert refusal_of(bert.command("rename", seat="b", player="anna")) == (409, "name_taken")
    assert bert.command("rename", seat="b", player="bert").status_code == 200
    assert waiting.command("rename", seat="a", player="Änne").status_code == 200
    assert waiting.command("sit", player="Anna", **sit).status_code == 200
    assert [seat["name"] for seat in waiting.frame()["table"]["seats"]] == ["Änne", "bert", "Anna", ""]


def test_a_seat_is_taken_once_by_the_same_command(waiting: Guest) -> None:
    """Whoever sends it again is answered as before, though the name is taken now: by themselves."""
    command = {"command_id": new_id(), "secret": new_secret(), "player": "Bert", "seat": "b"}
    first, again = (waiting.command("sit", **command) for _ in range(2))
    assert first.json() == again.json() and first.status_code == 200


def test_one_device_has_distinct_names_too(house: House) -> None:
    """People who pass one device round are told apart; those without names are told apart by their seats."""
    asked = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), person("anna"), *bots(1)]}
    assert refusal_of(house.client.post("/api/tables", json=asked)) == (409, "name_taken")
    house.open(person(""), person(""), *bots(1))


@pytest.mark.parametrize(("name", "code"), [("An\u200bna", "name_hides"), ("\u0410nna", "name_misleads")])
def test_wrong_names_are_refused_wherever_one_is_given(waiting: Guest, house: House, name: str, code: str) -> None:
    """With a code of their own, and nothing changes."""
    before = waiting.frame()
    asked = {"id": new_id(), "secret": new_secret(), "seats": [person(name), *bots(2)]}
    assert refusal_of(house.client.post("/api/tables", json=asked)) == (422, code)
    assert refusal_of(waiting.command("sit", secret=new_secret(), player=name)) == (422, code)
    assert refusal_of(waiting.command("rename", seat="a", player=name)) == (422, code)
    assert waiting.frame() == before
