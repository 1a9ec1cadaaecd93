"""The rule book in the browser is whole in every language: clauses, figures and links; its summary prints on a page."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.book import reading
from rheinlaender.book.figure import crop_of, work_through
from rheinlaender.book.markup import address_of_link, markup_of
from rheinlaender.book.reading import HEADING, RULING, read_book
from rheinlaender.game.errors import RiverNotOpen
from rheinlaender.i18n import LANGUAGES
from rheinlaender.server.writing.book import write_book
from tests.book.book import blocks_of, clauses_of, languages, pages_of
from tests.browser.program import ARGUMENTS, installed
from tests.server.house import House

CHROMIUM = installed()
PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")
FIELD = re.compile(r"\b[LWR]\d|\dx?[LWR]\b")
HREF = re.compile(r'href="([^"]*)"')
ONE_KNIGHT = "rh1 seats=3 knights=b:L23 hands=a:23"


@cache
def book_of(language: str) -> dict[str, Any]:
    """The book as it is sent."""
    return write_book(language)


def sections_of(language: str) -> list[dict[str, Any]]:
    """All sections of the book as it is sent."""
    return [section for page in book_of(language)["pages"] for section in page["sections"]]


def blocks_in(language: str) -> list[dict[str, Any]]:
    """All position blocks of the book as it is sent."""
    return [block for section in sections_of(language) for block in section["blocks"]]


def test_every_language_has_a_book() -> None:
    """The rule book is written in every language of the catalogue, on the same pages."""
    assert set(languages()) == set(LANGUAGES)
    for language in LANGUAGES:
        assert {page["language"] for page in book_of(language)["pages"]} == {language}


@pytest.mark.parametrize("language", languages())
def test_every_clause_is_sent(language: str) -> None:
    """Every clause of the book is sent with its number, its level and its title, in its place."""
    sent = [(one["number"], one["level"]) for one in sections_of(language) if one["number"]]
    assert sorted(sent) == sorted((clause.number, clause.level) for clause in clauses_of(language))
    headings = sum(len(HEADING.findall(text)) for text in pages_of(language).values())
    assert len(sections_of(language)) == headings
    assert all(section["title"] for section in sections_of(language))
    anchors = [section["anchor"] for section in sections_of(language)]
    assert len(set(anchors)) == len(anchors)


def test_anchors_are_the_same_in_all_languages() -> None:
    """A link to a place of the book leads to the same place in every language; the eighteen figures have theirs."""
    anchors = [section["anchor"] for section in sections_of("en")]
    for language in languages():
        assert [section["anchor"] for section in sections_of(language)] == anchors
    assert [anchor for anchor in anchors if anchor.startswith("figure-")] == [f"figure-{n}" for n in range(1, 19)]


@pytest.mark.parametrize("language", languages())
def test_every_block_is_a_figure(language: str) -> None:
    """Every position block is sent with its text, what to show of the board, and every statement in words."""
    written = [
        block.text
        for page in read_book(language)
        for block in blocks_of(reading.CHECKED_OUT / language / f"{page.name}.md")
    ]
    assert [block["text"] for block in blocks_in(language)] == [text.rstrip() for text in written]
    for block in blocks_in(language):
        lines = block["text"].splitlines()
        stated = [line.split()[0] for line in lines[1:] if not line.startswith("play ")]
        told = [statement for stage in block["stages"] for statement in stage["statements"]]
        assert all(stage["view"]["seats"] for stage in block["stages"])
        assert set(stated) == {statement["kind"] for statement in told}
        assert len(told) >= len(stated)
        for statement in told:
            assert not re.search(r"[{}]|rules\.", statement["words"]), statement["words"]
        assert bool(block["crop"]) == bool(FIELD.search(block["text"]))


@pytest.mark.parametrize("language", languages())
def test_blocks_stand_in_their_places(language: str) -> None:
    """The text of a section has a place for each of its figures, in their order."""
    for section in sections_of(language):
        places = [int(number) for number in re.findall(r'<div data-block="(\d+)"></div>', section["html"])]
        assert places == list(range(len(section["blocks"])))


def test_every_move_of_a_block_is_played() -> None:
    """The stages of a figure make all moves of its block, one turn, or what is played of it, at a time."""
    for block in blocks_in("en"):
        played = [move for line in block["text"].splitlines() if line.startswith("play ") for move in line.split()[1:]]
        assert [move for stage in block["stages"] for move in stage["moves"]] == played
        assert all(len(stage["moves"]) <= 2 for stage in block["stages"])


@pytest.mark.parametrize("language", languages())
def test_illegal_moves_say_why(language: str) -> None:
    """An illegal move is told with the words of its refusal and the section that forbids it."""
    block = next(block for block in blocks_in(language) if block["text"].startswith(ONE_KNIGHT))
    statement = next(one for one in block["stages"][0]["statements"] if one["fields"] == ("W23",))
    assert statement["words"].endswith(RiverNotOpen(field="W23").words(language))
    assert statement["section"] == "2.1.1"


@pytest.mark.parametrize("language", languages())
def test_links_lead_to_clauses(language: str) -> None:
    """Every link of the book leads to one of its places."""
    anchors = {section["anchor"] for section in sections_of(language)}
    glossary = [word["html"] for word in book_of(language)["glossary"]]
    links = [
        link for text in [*(one["html"] for one in sections_of(language)), *glossary] for link in HREF.findall(text)
    ]
    assert len(links) > 100
    for link in links:
        page, _, anchor = link.partition("#")
        assert page in ("/rules", "/rules/summary"), link
        assert not anchor or anchor in anchors, link


def test_links_between_pages() -> None:
    """A link between files of the book becomes the address of the clause, of the chapter or of the page."""
    assert address_of_link("2-the-turn.md#2.1") == address_of_link("#2.1") == "/rules#2.1"
    assert address_of_link("9-editions.md") == "/rules#9"
    assert address_of_link("summary.md") == "/rules/summary"
    assert address_of_link("README.md") == "/rules"


@pytest.mark.parametrize("language", languages())
def test_rulings_are_marked(language: str) -> None:
    """Every dagger says what it means, and a section with one is known as holding a ruling of ours."""
    for page in read_book(language):
        for section in page.sections:
            sent = next(one for one in sections_of(language) if one["anchor"] == section.anchor)
            assert sent["html"].count('class="dagger"') == section.own.count(RULING)
            assert sent["is_ruling"] == (RULING in section.own)
    assert 'class="ruling"' in next(one["html"] for one in sections_of(language) if one["number"] == "4.2.1")


@pytest.mark.parametrize("language", languages())
def test_glossary(language: str) -> None:
    """Every word of the glossary is sent with its meaning."""
    words = re.findall(r"^- \*\*([^*]+)\*\*", pages_of(language)["10-glossary.md"], re.M)
    assert [word["word"] for word in book_of(language)["glossary"]] == words
    assert all(word["html"] for word in book_of(language)["glossary"])


def test_markup_is_safe() -> None:
    """Nothing in a text becomes an element of the page unless the book has a way to write it."""
    markup = markup_of('<script>alert("x")</script> `<b>` "quoted" [x](javascript:1)', "en")
    assert "<script" not in markup and "<b>" not in markup
    assert "“quoted”" in markup
    assert HREF.findall(markup) in ([], ["/rules#javascript:1"])


def test_page_that_is_missing_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language without a page has the English one."""
    (tmp_path / "en").mkdir()
    (tmp_path / "de").mkdir()
    (tmp_path / "en" / "README.md").write_text("# Rules\n", encoding="utf-8")
    (tmp_path / "en" / "1-set-up.md").write_text("# 1 Set-up\n\nText.\n", encoding="utf-8")
    (tmp_path / "de" / "README.md").write_text("# Regeln\n", encoding="utf-8")
    monkeypatch.setattr(reading, "INSTALLED", tmp_path)
    pages = read_book.__wrapped__("de")
    assert [(page.name, page.language, page.number) for page in pages] == [
        ("README", "de", None),
        ("1-set-up", "en", "1"),
    ]


def test_crop_shows_what_matters() -> None:
    """A figure shows the fields that it is about with those around them, and not where nothing is."""
    crop = crop_of(work_through(ONE_KNIGHT + "\nlegal 23R"))
    assert {"L22", "L23", "L24", "W23", "R22", "R23", "R24"} <= set(crop)
    assert len(crop) < 12
    assert crop_of(work_through("rh1 seats=3\nsupply a 25")) == []


def test_book_is_kept(house: House) -> None:
    """The book is sent compressed, and not again to a browser that has it."""
    first = house.client.get("/api/rules/de", headers={"Accept-Encoding": "gzip"})
    assert first.status_code == 200 and first.headers["Content-Encoding"] == "gzip"
    assert int(first.headers["Content-Length"]) < 80_000
    assert first.json()["language"] == "de"
    again = house.client.get("/api/rules/de", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert house.client.get("/api/rules/fr").status_code == 422


def test_moves_are_tried(house: House) -> None:
    """A legal move is answered by what it does, and by what may follow."""
    body = {"position": "rh1 seats=3 knights=a:L30 hands=a:31", "moves": ["31L"]}
    answer = house.client.post("/api/rules/try", json=body)
    assert answer.status_code == 200, answer.text
    assert [event["name"] for event in answer.json()["events"]][-1] == "duke_installed"
    assert answer.json()["changes"]["worth"] == {"a": 1}
    assert "." in [move["move"] for move in answer.json()["moves"]]
    nothing = house.client.post("/api/rules/try", json={"position": body["position"]}).json()
    assert {move["move"] for move in nothing["moves"]} >= {"31L", "31R"}
    attempt = {"position": body["position"], "attempt": {"card": 31, "field": "L31"}}
    assert house.client.post("/api/rules/try", json=attempt).json() == answer.json()
    assert answer.json()["decisions"] == [{"move": "31L", "kind": "settle", "card": 31, "field": "L31"}]


def test_moves_are_tried_after_others(house: House) -> None:
    """One can try from every stage of a figure."""
    body = {"position": "rh1 seats=3 hands=a:23/b:30", "played": ["23L", "."], "moves": ["30L"]}
    answer = house.client.post("/api/rules/try", json=body).json()
    assert answer["view"]["knights"] == {"L23": "a", "L30": "b"}
    assert answer["view"]["last"] == {"seat": "b", "fields": ["L30"]}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"position": ONE_KNIGHT, "moves": ["23L"]}, 409, "field_occupied"),
        ({"position": ONE_KNIGHT, "moves": ["23R", ".", "."]}, 409, "turn_decided"),
        ({"position": ONE_KNIGHT, "attempt": {"card": 23, "field": "L23"}}, 409, "field_occupied"),
        ({"position": ONE_KNIGHT, "attempt": {"field": "L23"}}, 409, "knight_first"),
        ({"position": ONE_KNIGHT, "attempt": {"card": 23}}, 422, "wrong_value"),
        ({"position": ONE_KNIGHT, "played": ["23W"]}, 409, "river_not_open"),
        ({"position": ONE_KNIGHT, "moves": ["99"]}, 400, "bad_notation"),
        ({"position": "rh1 seats=3 knights=a:L99"}, 400, "bad_notation"),
        ({"position": "rh1 " + "x" * 5000}, 422, "wrong_value"),
        ({"position": ONE_KNIGHT, "played": ["."] * 61}, 422, "wrong_value"),
    ],
)
def test_wrong_attempts_are_refused(house: House, body: dict[str, Any], status: int, code: str) -> None:
    """An illegal move is refused with its rule; what cannot be read, or is too long, is refused as that."""
    answer = house.client.post("/api/rules/try", json=body)
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (status, code)


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not here: nobody has seen whether the summary is one page")
@pytest.mark.parametrize("language", languages())
def test_summary_prints_on_one_page(house: House, language: str) -> None:
    """The summary of each language, printed, is exactly one page of A4."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_context(locale=language).new_page()
        page.goto(f"{house.http}/rules/summary")
        page.wait_for_selector(".summary[lang]")
        assert page.get_attribute(".summary", "lang") == language
        printed = page.pdf(prefer_css_page_size=True)
        browser.close()
    assert len(PAGE_OF_PDF.findall(printed)) == 1
    assert re.search(rb"/MediaBox\s*\[\s*0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?", printed)
