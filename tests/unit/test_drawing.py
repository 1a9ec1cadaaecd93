"""The drawing shows a view, the whole view and nothing but the view."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import dist
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from rheinlaender.board import board_from
from rheinlaender.board.board import SITES
from rheinlaender.board.errors import BoardWrong
from rheinlaender.drawing.picture import draw_sheet, draw_view, duke_places
from rheinlaender.drawing.svg import border, steps
from rheinlaender.drawing.symbols import SYMBOLS
from rheinlaender.game.game import Game
from rheinlaender.game.view import LANDMARK_NAMES, View
from rheinlaender.notation.position import write_position
from tests.setting import ARCHBISHOP, FULL_REGIONS, board_document, game_of, random_game

SVG = "{http://www.w3.org/2000/svg}"

WITHOUT_DUKE = "rh1 seats=3 knights=a:L14/b:L13 bastions=R20 left=2,3,3 hands=a:1/b:2/c:3"
"""A duchy of two knights that nobody leads, and a bastion."""


RIVER_DUCHY = "rh1 seats=3 knights=a:W14,W15 bastions=L14,R14,L15,R15 dukes=W14:a left=1,2,2 hands=a:1/b:2/c:3"
"""A duchy of two river fields between bastions."""


def drawn(view: View) -> Element:
    """The drawing of a view, read back."""
    return ElementTree.fromstring(draw_view(view))


def things(root: Element, kind: str) -> list[Element]:
    """Everything of one kind in a drawing."""
    return [part for part in root.iter() if part.get("class") == kind]


def marks(root: Element, kind: str, *names: str) -> Counter[tuple[str | None, ...]]:
    """How often each thing of a kind is drawn, by its marks."""
    return Counter(tuple(part.get(f"data-{name}") for name in names) for part in things(root, kind))


def symbols(part: Element) -> list[str]:
    """The symbols that a thing is drawn with."""
    return [use.attrib["href"].removeprefix("#") for use in part.iter(f"{SVG}use")]


def once(*marked: Iterable[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """Each of these one time."""
    return Counter(mark for each in marked for mark in each)


POSITIONS: dict[str, Callable[[], View]] = {
    "end of a game of three": lambda: random_game(3, seed=1).view("b"),
    "end of a game of four": lambda: random_game(4, seed=2).view("c"),
    "end of a game of five": lambda: random_game(5, seed=3).view(),
    "begin of a game": lambda: Game.new(4, seed=5).view("a"),
    "archbishop": lambda: game_of(ARCHBISHOP).view("a"),
    "full regions": lambda: game_of(FULL_REGIONS).view(),
    "without a duke": lambda: game_of(WITHOUT_DUKE).view("c"),
}


@pytest.fixture(scope="module", params=list(POSITIONS.values()), ids=list(POSITIONS))
def view(request: pytest.FixtureRequest) -> View:
    """Views of played games and of small positions, of seats and of watchers."""
    shown: View = request.param()
    return shown


@pytest.fixture(scope="module")
def root(view: View) -> Element:
    """The drawing of such a view."""
    return drawn(view)


@pytest.fixture(scope="module")
def played() -> Game:
    """A game before its end."""
    game = random_game(4, seed=7)
    for _ in range(25):
        game.undo()
    return game


def test_everything_on_the_board_is_drawn_once(view: View, root: Element) -> None:
    """Each knight, bastion, garrison, landmark, empty site, duchy, duke, field and seat is drawn exactly once."""
    assert marks(root, "knight", "field", "seat") == once(view.knights.items())
    assert marks(root, "bastion", "field") == once((name,) for name in view.bastions)
    assert marks(root, "garrison", "site", "seat") == once(view.garrisons.items())
    assert marks(root, "landmark", "site") == once((site,) for site in view.landmarks)
    assert marks(root, "site", "site") == once((site,) for site in SITES if site not in view.landmarks)
    assert marks(root, "duchy", "duchy") == once((duchy.name,) for duchy in view.duchies)
    dukes = [(duchy.name, duchy.duke) for duchy in view.duchies if duchy.duke]
    assert marks(root, "duke", "duchy", "seat") == once(dukes)
    assert marks(root, "field", "field") == once((name,) for name in view.board.fields)
    assert marks(root, "seat", "seat") == once((seat,) for seat in view.seats)


def test_pieces_are_drawn_as_what_they_are(view: View, root: Element) -> None:
    """A knight and a garrison are their seat's shield, a landmark its tile, a duke his figure, with bishop if any."""
    for part in [*things(root, "knight"), *things(root, "garrison")]:
        assert symbols(part) == [f"shield-{part.get('data-seat')}"]
    for part in things(root, "landmark"):
        assert symbols(part) == [view.landmarks[part.attrib["data-site"]]]
    bishops = {duchy.name: duchy.has_bishop for duchy in view.duchies}
    for part in things(root, "duke"):
        bishop = ["bishop"] if bishops[part.attrib["data-duchy"]] else []
        assert symbols(part) == [f"duke-{part.get('data-seat')}", *bishop]
    archbishops = [part.get("data-seat") for part in things(root, "seat") if "archbishop" in symbols(part)]
    assert archbishops == [seat for seat in [view.archbishop] if seat]


def test_drawing_stands_alone(root: Element) -> None:
    """A drawing is an image with a label; ids are unique, references stay inside, nothing is executed."""
    assert root.tag == f"{SVG}svg" and root.get("role") == "img" and root.get("aria-label")
    ids = Counter(part.attrib["id"] for part in root.iter() if "id" in part.attrib)
    assert set(ids.values()) == {1}
    assert {name for part in root.iter(f"{SVG}use") for name in symbols(part)} <= set(ids)
    links = [value for part in root.iter() for value in part.attrib.values() if "url(" in value]
    assert {link[len("url(#") : -1] for link in links} <= set(ids)
    assert not list(root.iter(f"{SVG}script"))


def test_pieces_have_names(root: Element) -> None:
    """Everything that stands on the board has a title."""
    for kind in ("knight", "bastion", "garrison", "landmark", "duchy", "duke", "field", "seat"):
        assert all(part.findtext(f"{SVG}title") for part in things(root, kind))


@pytest.mark.no_cover
def test_drawing_is_deterministic(played: Game) -> None:
    """The same position is always drawn in the same way."""
    again = game_of(write_position(played.engine, played.position))
    assert draw_view(played.view()) == draw_view(again.view())


@pytest.mark.no_cover
def test_drawing_shows_no_hand(played: Game) -> None:
    """Cards in hands, hidden coins and the order of the deck leave no trace: a seat sees a watcher's drawing."""
    watched = draw_view(played.view())
    assert draw_view(played.view("d")) == watched
    bare = replace(played.view("a"), hand=(), hand_sizes={}, coins={}, deck_size=0, discard=())
    assert draw_view(bare) == watched


def test_cartouche_says_how_the_game_stands(view: View, root: Element) -> None:
    """The cartouche tells the turn and the seat to move, or that the game is over."""
    over = f"The game is over after turn {view.turn}."
    running = f"Turn {view.turn + 1}: seat {view.to_move} to move"
    assert (over if view.phase == "over" else running) in root.itertext()


def test_names_are_escaped() -> None:
    """Markup in the name of a board is text."""
    document = board_document()
    document["name"] = '"><script>alert("&")</script>'
    root = drawn(replace(Game.new(3).view(), board=board_from(document)))
    assert document["name"] in root.attrib["aria-label"]
    assert not list(root.iter(f"{SVG}script"))


@pytest.mark.parametrize("part", ["width", "height", "river", "cartouche"])
def test_unfinished_drawing_is_refused(part: str) -> None:
    """A board whose drawing lacks a part is refused."""
    document = board_document()
    del document["drawing"][part]
    with pytest.raises(BoardWrong, match="drawing"):
        draw_view(replace(Game.new(3).view(), board=board_from(document)))


def test_board_without_drawing_is_refused() -> None:
    """A board can be played on without a drawing, but not drawn."""
    document = board_document()
    del document["drawing"]
    with pytest.raises(BoardWrong, match="the board has no drawing"):
        draw_view(replace(Game.new(3).view(), board=board_from(document)))


def test_dukes_stand_where_they_are_drawn(view: View, root: Element) -> None:
    """Each duke has a place of his own, hides no knight and no bastion, and is drawn there."""
    places, fields = duke_places(view), (view.board.drawing or {})["fields"]
    assert set(places) == {duchy.name for duchy in view.duchies if duchy.duke}
    assert len(set(places.values())) == len(places)
    pieces = [fields[name]["piece"] for name in (*view.knights, *view.bastions)]
    assert all(dist(place, piece) > 24 for place in places.values() for piece in pieces)
    for part in things(root, "duke"):
        figure = next(part.iter(f"{SVG}use"))
        middle = float(figure.attrib["x"]) + float(figure.attrib["width"]) / 2
        assert middle == pytest.approx(places[part.attrib["data-duchy"]][0], abs=0.1)


def test_duke_of_a_river_duchy_stands_beside_its_shields() -> None:
    """A duchy of river fields alone has its duke beside its shields, not on them."""
    view = game_of(RIVER_DUCHY).view()
    (place,) = duke_places(view).values()
    fields = (view.board.drawing or {})["fields"]
    assert all(dist(place, fields[name]["piece"]) > 24 for name in view.knights)


def test_sheet_is_the_board_alone() -> None:
    """The sheet has every field and every number, no site, no piece and no duchy; it stands alone like a drawing."""
    board = Game.new(3).board
    root = ElementTree.fromstring(draw_sheet(board))
    test_drawing_stands_alone(root)
    assert root.get("aria-label") == board.name
    assert marks(root, "field", "field") == once((name,) for name in board.fields)
    assert [text.text for part in things(root, "numbers") for text in part] == [str(region) for region in board.regions]
    assert {text.text for part in things(root, "banks") for text in part} == {"L", "R"}
    for kind in ("knight", "bastion", "garrison", "landmark", "site", "duchy", "duke", "seat", "cartouche"):
        assert not things(root, kind)


def test_the_letters_of_the_banks_stand_on_their_banks() -> None:
    """Each letter lies between the number of a region on the river and the field of its own bank."""
    board = Game.new(3).board
    root = ElementTree.fromstring(draw_sheet(board))
    fields = (board.drawing or {})["fields"]
    letters = [text for part in things(root, "banks") for text in part]
    assert len(letters) == 20
    for text in letters:
        at = (float(text.get("x", "")), float(text.get("y", "")))
        bank = "LR".index(str(text.text))
        near = min(board.regions.values(), key=lambda names: dist(at, fields[names[1]]["label"]))
        land = [fields[near[0]]["piece"], fields[near[2]]["piece"]]
        assert dist(at, land[bank]) < dist(at, land[1 - bank])


def test_sheet_of_a_board_without_drawing_is_refused() -> None:
    """There is no sheet of a board without a drawing."""
    document = board_document()
    del document["drawing"]
    with pytest.raises(BoardWrong, match="the board has no drawing"):
        draw_sheet(board_from(document))


def test_steps_lead_to_every_point() -> None:
    """A path by steps goes through the same points as the outline, to a tenth."""
    for field in (Game.new(3).board.drawing or {})["fields"].values():
        start, moves = steps(field["outline"]).removeprefix("M").removesuffix("z").split("l")
        x, y = map(float, start.split())
        reached, numbers = [(x, y)], [float(number) for number in re.findall(r"-?[\d.]+", moves)]
        for across, down in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + across, y + down
            reached.append((x, y))
        assert reached == [pytest.approx(tuple(point), abs=0.051) for point in field["outline"]]


def test_border_leaves_out_shared_sides() -> None:
    """Two squares side by side have one border; of two that touch in a corner every side is border."""
    left, right, below = ([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in ((0, 0), (1, 0), (1, 1)))
    assert border([left, right]).count("l") == 5
    apart = border([left, below])
    assert apart.count("M") + apart.count("l") == 8
    assert border([left, [*left, left[0]]]) == ""


def test_symbols_are_complete_and_small() -> None:
    """The file of symbols has every piece of every seat, refers to nothing outside and is small."""
    root = ElementTree.parse(SYMBOLS).getroot()
    names = {part.attrib["id"] for part in root.iter(f"{SVG}symbol")}
    seats = {f"{kind}-{seat}" for kind in ("shield", "duke", "charge") for seat in "abcde"}
    assert names >= seats | set(LANDMARK_NAMES) | {"bastion", "bishop", "archbishop", "compass"}
    assert all(use.attrib["href"].startswith("#") for use in root.iter(f"{SVG}use"))
    assert SYMBOLS.stat().st_size < 30_000
