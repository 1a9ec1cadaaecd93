"""A view as text for a terminal: the river running in bands, its banks above and below, the seats beneath.

A picture is lines of spans; a span is a text and a style, which is a seat's letter, the name of a part, or nothing.
"""

from rheinlaender.board import Board
from rheinlaender.game.view import View
from rheinlaender.i18n import DEFAULT_LANGUAGE, words

Span = tuple[str, str]
Line = list[Span]

BAND = 18
CELL = 4
SYMBOLS = {"castle": "C", "church": "+", "city2": "2", "city3": "3", "city4": "4"}
BASTION = "#"
FREE = "."


def picture_of(view: View, language: str = DEFAULT_LANGUAGE) -> list[Line]:
    """The whole picture: board, legend, seats, duchies and hand."""
    lines: list[Line] = []
    for start in range(1, 55, BAND):
        lines += [*_band(view, range(start, start + BAND)), []]
    lines.append([(words("picture.legend", language), "legend")])
    lines += [[], *_seats(view, language), *_duchies(view, language)]
    if view.hand:
        cards = " ".join(str(card) for card in view.hand)
        lines += [[], [(words("picture.hand", language, cards=cards), "hand")]]
    return lines


def plain(picture: list[Line]) -> str:
    """The picture without styles."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in picture)


def _band(view: View, regions: range) -> list[Line]:
    """Five rows for some regions: sites, left bank, river, right bank, sites."""
    left = [view.board.regions[region][0] for region in regions]
    right = [view.board.regions[region][2] for region in regions]
    return [
        _sites(view, left),
        _bank(view, "L", left),
        _river(view, regions),
        _bank(view, "R", right),
        _sites(view, right),
    ]


def _bank(view: View, letter: str, fields: list[str]) -> Line:
    """A row of land fields; `|` stands where two fields in a row are not neighbours."""
    line: Line = [(f"{letter} ", "legend")]
    for before, name in zip([None, *fields], fields, strict=False):
        is_apart = before is not None and name not in view.board.neighbours[before]
        piece = view.knights.get(name) or (BASTION if name in view.bastions else FREE)
        style = piece if name in view.knights else "bastion" if piece == BASTION else "land"
        line += [("|" if is_apart else " ", "legend"), (f"{piece:^{CELL - 1}}", style)]
    return line


def _river(view: View, regions: range) -> Line:
    """The river fields with their numbers and knights, flowing."""
    line: Line = [("~ ", "river")]
    for region in regions:
        name = view.board.regions[region][1]
        flows = region == regions.start or _flows(view.board, region - 1, region)
        seat = view.knights.get(name)
        line.append(("~" if flows else "|", "river"))
        line += [(f"{region:>2}", "river"), (seat or "~", seat or "river")]
    return line


def _flows(board: Board, above: int, below: int) -> bool:
    return board.regions[below][1] in board.neighbours[board.regions[above][1]]


def _sites(view: View, fields: list[str]) -> Line:
    """The sites of a row of fields, each at its second field: letter, landmark and garrison."""
    at = {names[1]: site for site, names in view.board.sites.items()}
    line: Line = [("  ", "")]
    for name in fields:
        site = at.get(name)
        if site is None:
            line.append((" " * CELL, ""))
            continue
        landmark, garrison = view.landmarks.get(site), view.garrisons.get(site)
        line += [
            (site, "legend"),
            (SYMBOLS[landmark] if landmark else " ", landmark or ""),
            (garrison or " ", garrison or ""),
        ]
        line.append((" ", ""))
    return line


def _seats(view: View, language: str) -> list[Line]:
    """A row for each seat: supply, bastions, bishops, coins."""
    rows: list[Line] = [[(words("picture.seats", language), "legend")]]
    for seat in view.seats:
        coins = "?" if view.coins[seat] is None else str(view.coins[seat])
        marks = [words("picture.to_move", language)] if seat == view.to_move and view.phase != "over" else []
        marks += [words("picture.archbishop", language)] if seat == view.archbishop else []
        numbers = f"{view.supply[seat]:>7}{view.bastions_left[seat]:>10}{view.bishops[seat]:>9}{coins:>7}   "
        rows.append([(seat, seat), (numbers, ""), (", ".join(marks), "legend")])
    return rows


def _duchies(view: View, language: str) -> list[Line]:
    """A row for each duchy."""
    rows: list[Line] = []
    for duchy in view.duchies:
        knights = " ".join(f"{seat}:{number}" for seat, number in duchy.knights.items())
        text = words(
            "picture.duchy", language, duchy=duchy.name, knights=knights, worth=duchy.worth, sites=" ".join(duchy.sites)
        )
        rows.append([(duchy.duke or "-", duchy.duke or ""), (f"  {text.rstrip()}", "")])
    return [[], [(words("picture.duchies", language), "legend")], *rows] if rows else []
