"""An independent, slow referee for Rheinländer, written from RULES.md and BOARD.md alone.

What can be derived is never held but worked out anew by whoever asks. Sections are those of RULES.md.
"""

from __future__ import annotations

import json
import re
from collections import Counter, namedtuple
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

Record = dict[str, Any]
SEATS, BANKS, REGIONS = "abcde", "LWR", range(1, 55)
SHUFFLE_CARD, HAND_SIZE, BASTIONS, LAST_TURN = 0, 5, 3, 400
DUKE_WORTH, DUKE_WORTH_AT_THE_END = 1, 5
KNIGHTS = {3: 25, 4: 20, 5: 17}
LANDMARK_NUMBERS = {"castle": 7, "church": 7, "city2": 4, "city3": 4, "city4": 4}
LANDMARK_WORTH = {"castle": 1, "church": 1, "city2": 2, "city3": 3, "city4": 4}
OPTION_VALUES = json.loads("""{"end": ["turn", "round"], "reinforcement_neighbours": ["fields", "land"],
"reinforce_on_river": [false, true], "merger": ["any_duchy", "with_duke"], "archbishop_bonus": [5, 0],
"bastion_opens_river": [true, false], "coins": ["hidden", "open"]}""")
SETUP_ENTRIES = {"type", "game", "seats", "options", "first", "landmarks", "hands", "deck"}
ALIASES = {"L44": "R38", "L45": "R39", "L46": "R40", "L47": "R41"}
JOINTS = "L36-L37 L42-L49 R36-R43 R48-R49 W36-W37 W36-W43 W42-W49 W48-W49 R37-L43 R42-L48"
SITE_TABLE = """A L2 L3   B R3 R4   C L5 L6   D R6 R7   E L8 L9   F R10 R11 G L11 L12 H R13 R14 I L15 L16
J R17 R18 K R20 R21 L L22 L23 M R24 R25 N L25 L26 O L28 L29 P R30 R31 Q L33 L34 R R35 R36
S L38 L39 T R38 R39 U R40 R41 V L41 L42 W R43 R44 X R46 R47 Y L50 L51 Z R52 R53"""


def canonical(field: str) -> str:
    """Return the one name of a field that may have two (BOARD 1)."""
    return ALIASES.get(field, field)


def board_order(field: str) -> tuple[int, int]:
    """Order fields by region number, then left bank, river, right bank (BOARD 1)."""
    return int(field[1:]), BANKS.index(field[0])


def build_neighbours() -> dict[str, set[str]]:
    """Join the fields that share a side (BOARD 1)."""
    pairs = [f"{bank}{region}-W{region}" for region in REGIONS for bank in "LR"]
    pairs += [f"{bank}{n}-{bank}{n + 1}" for n in REGIONS if n not in (36, 42, 48, 54) for bank in BANKS]
    neighbours: dict[str, set[str]] = {}
    for pair in pairs + JOINTS.split():
        one, other = map(canonical, pair.split("-"))
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
    return neighbours


NEIGHBOURS = build_neighbours()
FIELDS = sorted(NEIGHBOURS, key=board_order)
LAND_FIELDS = [field for field in FIELDS if field[0] != "W"]
SITES = {site: {one, other} for site, one, other in re.findall(r"(\w) (\w+) (\w+)", SITE_TABLE)}
Duchy = namedtuple("Duchy", "fields sites duke worth")  # at least two connected knights (section 3)


class Referee:
    """One game of Rheinländer, followed by the letter of the rules from a `setup` record on."""

    def __init__(self, setup: Record) -> None:
        """Set the game up as the record says (section 1)."""
        self.seats = SEATS[: setup["seats"]]
        self.options = setup["options"]
        self.landmarks = setup["landmarks"]
        self.first = self.to_move = setup["first"]
        self.hands = {seat: list(setup["hands"][seat]) for seat in self.seats}
        self.deck: list[int] = list(setup["deck"])
        self.discard: list[int] = []
        self.knights: dict[str, str] = {}
        self.garrisons: dict[str, str] = {}
        self.dukes: dict[str, str] = {}  # any one field of the duchy, beside which the duke stands: his seat
        self.bastions: set[str] = set()
        self.knights_owned = dict.fromkeys(self.seats, KNIGHTS[len(self.seats)])
        self.bastions_left = dict.fromkeys(self.seats, BASTIONS)
        self.coins = dict.fromkeys(self.seats, 0)
        self.turns_played = self.changes_in_a_row = 0
        self.is_knight_placed_this_turn = self.is_last_knight_placed = self.is_over = False

    def supply(self, seat: str) -> int:
        """Count the knights of a seat that stand neither on a field nor on a castle (section 1)."""
        return self.knights_owned[seat] - [*self.knights.values(), *self.garrisons.values()].count(seat)

    def is_free(self, field: str) -> bool:
        """Say whether neither a knight nor a bastion takes the field (section 2)."""
        return field not in self.knights and field not in self.bastions

    def group_at(self, field: str) -> frozenset[str]:
        """Flood from a knight over neighbouring knights; a garrison joins its site's fields (section 3)."""
        group, border = set(), {field}
        while border:
            group |= border
            reached = set().union(*(NEIGHBOURS[member] for member in border))
            reached |= set().union(*(SITES[site] for site in self.garrisons if SITES[site] & border))
            border = (reached & self.knights.keys()) - group
        return frozenset(group)

    def garrison_sites(self, group: frozenset[str]) -> list[str]:
        """List the sites whose garrison counts in the group, lowest first (section 3)."""
        return [site for site in sorted(self.garrisons) if SITES[site] & group]

    def count_knights(self, group: frozenset[str]) -> Counter[str]:
        """Count the knights of each seat in a group, garrisons included (section 4, step 3)."""
        garrisons = [self.garrisons[site] for site in self.garrison_sites(group)]
        return Counter([self.knights[field] for field in group] + garrisons)

    def landmarks_of(self, group: frozenset[str]) -> list[str]:
        """List the landmarks at whose site's fields a knight of the group stands (section 5)."""
        return [self.landmarks[site] for site in SITES if SITES[site] & group]

    def worth(self, group: frozenset[str], duke_worth: int) -> int:
        """Add what the duke counts to what the landmarks of a group count (section 5)."""
        return duke_worth + sum(LANDMARK_WORTH[landmark] for landmark in self.landmarks_of(group))

    def duke_of(self, group: frozenset[str]) -> str | None:
        """Name the seat whose duke stands beside the group; there is never a second one (section 4)."""
        dukes = [self.dukes[field] for field in group if field in self.dukes]
        assert len(dukes) <= 1
        return dukes[0] if dukes else None

    def duchies(self) -> list[Duchy]:
        """List every connected set of at least two knights, by first field (sections 3 and 5)."""
        groups = {self.group_at(field) for field in self.knights}
        duchies = []
        for group in sorted(groups, key=lambda group: min(map(board_order, group))):
            if self.count_knights(group).total() >= 2:
                duke = self.duke_of(group)
                worth = self.worth(group, DUKE_WORTH if duke else 0)
                duchies.append(Duchy(group, self.garrison_sites(group), duke, worth))
        return duchies

    def bishops(self) -> Counter[str]:
        """Count one bishop for each duke whose duchy touches at least one church (section 4, step 6)."""
        with_church = [duchy for duchy in self.duchies() if "church" in self.landmarks_of(duchy.fields)]
        return Counter(duchy.duke for duchy in with_church if duchy.duke)

    def archbishop(self) -> str | None:
        """Name the seat with strictly more bishops than every other, if any (section 4, step 6)."""
        return strictly_most(self.bishops())

    def settle_moves(self, card: int) -> dict[str, str]:
        """Find what a card can settle: a land field, the river once both are taken (section 2)."""
        fields = {f"{card}{bank}": canonical(f"{bank}{card}") for bank in BANKS}
        takers = {*self.knights, *self.bastions} if self.options["bastion_opens_river"] else {*self.knights}
        if not {fields[f"{card}L"], fields[f"{card}R"]} <= takers:
            del fields[f"{card}W"]
        return {move: field for move, field in fields.items() if self.is_free(field)}

    def neighbouring_seats(self, field: str) -> set[str]:
        """Name the seats whose knights neighbour a field; on land only, if so agreed (sections 2 and 9)."""
        counted = "LR" if self.options["reinforcement_neighbours"] == "land" else BANKS
        return {self.knights[name] for name in NEIGHBOURS[field] & self.knights.keys() if name[0] in counted}

    def reinforce_moves(self, card: int) -> dict[str, str]:
        """Find the free fields next to own knights and to no other seat's (sections 2 and 9)."""
        fields = FIELDS if self.options["reinforce_on_river"] else LAND_FIELDS
        beside_own = [field for field in fields if self.neighbouring_seats(field) == {self.to_move}]
        return {f"{card}>{field}": field for field in beside_own if self.is_free(field)}

    def convert_moves(self, card: int) -> dict[str, str]:
        """Find the other seats' knights in the card's region, for the archbishop alone (section 2)."""
        fields = {f"{card}x{bank}": canonical(f"{bank}{card}") for bank in BANKS}
        others = {field for field, seat in self.knights.items() if seat != self.to_move}
        targets = {move: field for move, field in fields.items() if field in others}
        return targets if targets and self.archbishop() == self.to_move else {}

    def knight_moves(self) -> dict[str, str]:
        """Find each move and its field; settled is not reinforced, change only if all fails (section 2)."""
        moves: dict[str, str] = {}
        for card in self.hands[self.to_move] if self.supply(self.to_move) > 0 else []:
            settle, reinforce = self.settle_moves(card), self.reinforce_moves(card)
            moves |= {move: field for move, field in reinforce.items() if field not in settle.values()}
            moves |= settle | self.convert_moves(card)
        return moves or {f"{card}-": "" for card in self.hands[self.to_move]}

    def legal_knight_moves(self) -> list[str]:
        """List the notation of every legal way to play a card, in plain string order (section 2)."""
        return sorted(self.knight_moves())

    def legal_bastion_moves(self) -> list[str]:
        """List no bastion and a bastion on each free land field, in plain string order (section 2)."""
        return sorted([".", *(f"@{field}" for field in LAND_FIELDS if self.is_free(field))])

    def has_bastion_decision(self) -> bool:
        """Say whether a knight was placed, a bastion is left and a land field is free (section 2)."""
        has_bastion = self.bastions_left[self.to_move] > 0
        return self.is_knight_placed_this_turn and has_bastion and any(map(self.is_free, LAND_FIELDS))

    def play_knight(self, move: str) -> None:
        """Play a card onto the discard and place the knight, unless the card is only changed (section 2)."""
        field, card = self.knight_moves()[move], int(re.split("[LWRx>-]", move)[0])
        self.hands[self.to_move].remove(card)
        self.discard.append(card)
        self.is_knight_placed_this_turn = field != ""
        self.changes_in_a_row = 0 if field else self.changes_in_a_row + 1
        if field:
            self.place_knight(field)

    def place_knight(self, field: str) -> None:
        """Go through the steps of one knight; a conversion mans no castle (section 4)."""
        is_conversion = field in self.knights
        old_duchies = [duchy for duchy in self.duchies() if duchy.fields & {field, *NEIGHBOURS[field]}]
        self.put_knight(self.to_move, self.knights, field)
        if not is_conversion:
            self.man_new_castles(field, old_duchies)
        self.decide_duke(self.group_at(field), old_duchies)
        self.let_castles_follow(self.group_at(field))

    def put_knight(self, seat: str, places: dict[str, str], place: str) -> None:
        """Put a knight on a field or castle while supply lasts; the last one ends the game (section 6)."""
        if self.supply(seat) > 0:
            places[place] = seat
            self.is_last_knight_placed |= self.supply(seat) == 0

    def man_new_castles(self, field: str, old_duchies: list[Duchy]) -> None:
        """Man empty castles by the dukes' one seat, else leader, else who acts (section 4, step 2)."""
        dukes = {duchy.duke for duchy in old_duchies if duchy.duke} or {self.to_move}
        for site in SITES:
            if field in SITES[site] and self.landmarks[site] == "castle" and site not in self.garrisons:
                leader = strictly_most(self.count_knights(self.group_at(field)))
                seat = min(dukes) if len(dukes) == 1 else leader or self.to_move
                self.put_knight(seat, self.garrisons, site)

    def decide_duke(self, group: frozenset[str], old_duchies: list[Duchy]) -> None:
        """Depose the dukes who must go, then install the leader's if none is left (section 4, step 4)."""
        knights = self.count_knights(group)
        leader = strictly_most(knights)
        ruled = [duchy for duchy in old_duchies if duchy.duke]
        is_growth = len(ruled if self.options["merger"] == "with_duke" else old_duchies) == 1
        if is_growth:
            staying = [duchy for duchy in ruled if leader in (None, duchy.duke)]
        else:
            leaders_own = [duchy for duchy in ruled if duchy.duke == leader]
            staying = sorted(leaders_own, key=lambda duchy: duchy.worth)[-1:]
        for duchy in [duchy for duchy in ruled if duchy not in staying]:
            self.depose_duke(duchy)
        if leader and not staying and knights.total() >= 2:
            self.dukes[min(group)] = leader

    def depose_duke(self, old_duchy: Duchy) -> None:
        """Remove the duke of an old duchy and pay his seat its old worth (section 5)."""
        self.dukes = {field: seat for field, seat in self.dukes.items() if field not in old_duchy.fields}
        self.coins[old_duchy.duke] += old_duchy.worth

    def let_castles_follow(self, group: frozenset[str]) -> None:
        """Give the duke every garrison of his duchy, lowest site first (section 4, step 5)."""
        duke = self.duke_of(group)
        for site in self.garrison_sites(group):
            if duke and self.garrisons[site] != duke:
                self.put_knight(duke, self.garrisons, site)

    def play_bastion(self, move: str) -> None:
        """Build a bastion on a free land field, or none (section 2)."""
        if move != ".":
            self.bastions.add(move.removeprefix("@"))
            self.bastions_left[self.to_move] -= 1

    def draw(self, shuffle: Callable[[list[int]], list[int]]) -> Record:
        """Draw the top card, shuffling as often as it is the shuffle card, and end the turn (section 2)."""
        seat, shuffled = self.to_move, []
        while self.deck[0] == SHUFFLE_CARD:
            cards = sorted(self.deck + self.discard)
            self.deck, self.discard = list(shuffle(cards)), []
            if sorted(map(repr, self.deck)) != sorted(map(repr, cards)):
                raise ValueError(f"the new deck {self.deck} is no shuffle of {cards}")
            shuffled.append(list(self.deck))
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        self.end_turn()
        return {"type": "draw", "seat": seat, "card": card, "shuffled": shuffled or None}

    def end_turn(self) -> None:
        """Pass the turn clockwise and see whether the game is over (sections 2 and 6)."""
        self.turns_played += 1
        self.to_move = self.seats[(self.seats.index(self.to_move) + 1) % len(self.seats)]
        self.is_knight_placed_this_turn = False
        is_last_turn_done = self.options["end"] == "turn" or self.to_move == self.first
        is_stuck = self.changes_in_a_row >= len(self.seats) or self.turns_played >= LAST_TURN
        self.is_over = (self.is_last_knight_placed and is_last_turn_done) or is_stuck

    def state(self) -> Record:
        """Write the position after a turn as the trace's `state` record."""
        duchies = [duchy._replace(fields=sorted(duchy.fields, key=board_order)) for duchy in self.duchies()]
        bishops = self.bishops()
        return {
            "type": "state",
            "knights": {field: self.knights[field] for field in FIELDS if field in self.knights},
            "garrisons": dict(sorted(self.garrisons.items())),
            "bastions": sorted(self.bastions),
            "supply": [self.supply(seat) for seat in self.seats],
            "bastions_left": [self.bastions_left[seat] for seat in self.seats],
            "coins": [self.coins[seat] for seat in self.seats],
            "duchies": [duchy._asdict() for duchy in duchies],
            "bishops": [bishops[seat] for seat in self.seats],
            "archbishop": self.archbishop(),
            "hands": {seat: sorted(self.hands[seat]) for seat in self.seats},
            "discard": list(self.discard),
            "next": None if self.is_over else self.to_move,
            "over": self.is_over,
        }

    def result(self) -> Record:
        """Write the final account as the trace's `result` record; equal coins share (section 6)."""
        coins = Counter(self.coins)
        for duchy in self.duchies():
            if duchy.duke:
                coins[duchy.duke] += self.worth(duchy.fields, DUKE_WORTH_AT_THE_END)
        if (archbishop := self.archbishop()) is not None:
            coins[archbishop] += self.options["archbishop_bonus"]
        winners = [seat for seat in self.seats if coins[seat] == max(coins.values())]
        return {"type": "result", "coins": [coins[seat] for seat in self.seats], "winners": winners}


def strictly_most(count: Counter[str]) -> str | None:
    """Name the seat that has strictly more than every other, if any (section 3)."""
    best = [seat for seat in count if count[seat] == max(count.values())]
    return best[0] if len(best) == 1 else None


def setup_faults(setup: Record) -> Iterator[str]:
    """Tell what in a setup record cannot be right (sections 1 and 9)."""
    try:
        seats, options, hands = list(SEATS[: setup["seats"]]), setup["options"], list(setup["hands"].values())
        dealt = [card for hand in hands for card in hand]
        checks = {
            "entries": setup["type"] == "setup" and setup.keys() == SETUP_ENTRIES,
            "seats": setup["seats"] in KNIGHTS and setup["hands"].keys() == {*seats},
            "first seat": setup["first"] in seats,
            "option names": options.keys() == OPTION_VALUES.keys(),
            "options": all(repr(options[name]) in map(repr, OPTION_VALUES[name]) for name in OPTION_VALUES),
            "sites": setup["landmarks"].keys() == SITES.keys(),
            "landmarks": Counter(setup["landmarks"].values()) == LANDMARK_NUMBERS,
            "hands": all(len(hand) == HAND_SIZE and hand == sorted(hand) for hand in hands),
            "cards": sorted(dealt + setup["deck"]) == [SHUFFLE_CARD, *REGIONS] and SHUFFLE_CARD not in dealt,
        }
    except (AttributeError, KeyError, TypeError) as error:
        checks = {f"record ({error!r})": False}
    yield from (f"setup: the {name} cannot be right" for name, is_right in checks.items() if not is_right)


def faults(expected: Record, record: Record) -> Iterator[str]:
    """Tell each entry of a record that is not as the referee expects it, the type first; true is not 1."""
    for entry in [*expected, *(record.keys() - expected.keys())]:
        one, other = (json.dumps(side.get(entry, "nothing"), sort_keys=True) for side in (expected, record))
        if one != other:
            yield f"{expected['type']}: {entry}: expected {one}, found {other}"


def decision_faults(record: Record, seat: str, phase: str, legal: list[str]) -> Iterator[str]:
    """Tell what is wrong with a decision: who, which phase, the legal moves, the move (section 2)."""
    move = record["move"] if record.get("move") in legal else "a legal move"
    yield from faults({"type": "decision", "seat": seat, "phase": phase, "legal": legal, "move": move}, record)


def draw_faults(record: Record, referee: Referee) -> Iterator[str]:
    """Let the referee draw with the decks that the record says were shuffled, and compare (section 2)."""
    try:
        new_decks = iter(record.get("shuffled") or [])
        yield from faults(referee.draw(lambda cards: next(new_decks, [])), record)
    except (TypeError, ValueError) as error:
        yield f"draw: {error}"


def turn_faults(referee: Referee, records: Iterator[Record]) -> Iterator[str]:
    """Follow one turn: its decisions, one draw, one state (section 2)."""
    seat, record = referee.to_move, next(records, {})
    yield from decision_faults(record, seat, "knight", referee.legal_knight_moves())
    referee.play_knight(record["move"])
    if referee.has_bastion_decision():
        record = next(records, {})
        yield from decision_faults(record, seat, "bastion", referee.legal_bastion_moves())
        referee.play_bastion(record["move"])
    yield from draw_faults(next(records, {}), referee)
    yield from faults(referee.state(), next(records, {}))


def game_faults(setup: Record, records: Iterator[Record]) -> Iterator[tuple[int, str]]:
    """Follow one game from its setup to its result and tell the turn of every fault."""
    yield from ((0, text) for text in setup_faults(setup))
    referee = Referee(setup)
    while not referee.is_over:
        turn = referee.turns_played + 1
        yield from ((turn, text) for text in turn_faults(referee, records))
    yield from ((referee.turns_played, text) for text in faults(referee.result(), next(records, {})))
    yield from ((referee.turns_played, "a record follows the result") for _ in records)


def differences(records: Iterable[Record]) -> Iterator[tuple[Any, int, str]]:
    """Yield game, turn (0: the setup) and text of the first difference of each game of a trace."""
    game: list[Record] = []
    for record in chain(records, [{"type": "setup"}]):
        if game and record.get("type") == "setup":
            setup, *others = game
            yield from ((setup.get("game"), *fault) for fault in islice(game_faults(setup, iter(others)), 1))
            game = []
        game.append(record)
