"""Makes the finished games of this folder: `.venv/bin/python -m tests.games.make_games`.

Random games of every number of seats, preset and style, and games from hand-made beginnings that show what is rare.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from rheinlaender.game.game import Game
from rheinlaender.game.options import Options
from rheinlaender.notation.record import write_record
from rheinlaender.notation.trace import choose_move
from tests.setting import FULL_REGIONS, PRESETS, SEATS, STYLES, game_of

FOLDER = Path(__file__).parent
SIXTEEN = ",".join(f"R{number}" for number in range(1, 17))
FIFTEEN = ",".join(f"R{number}" for number in range(1, 16))
ARMY = ",".join(f"{bank}{number}" for bank in "LR" for number in range(4, 16))


@dataclass(frozen=True)
class Rarity:
    """A game from a hand-made beginning: what it shows, the first moves, and a seed for the rest."""

    shows: str
    first: str
    moves: str = ""
    seed: int = 0
    style: str = "uniform"


RARITIES = {
    "nothing-to-place": Rarity("three changes of a card in a row end the game", FULL_REGIONS, "1- 2- 3-"),
    "change-then-place": Rarity(
        "a placed knight begins the count of changes anew",
        FULL_REGIONS.replace("seats=3", "seats=3 idle=1").replace("a:1", "a:23"),
        "23L . 2-",
    ),
    "castle-left-empty": Rarity(
        "the duke has no knight left for castle G, although another seat acts",
        "rh1 seats=5 options=hungarian landmarks=......C................... to=c ending=yes "
        f"knights=a:L9,L10,{FIFTEEN} dukes=R1:a,L9:a hands=c:11",
        "11L .",
    ),
    "castle-manned-later": Rarity(
        "a castle that stayed empty is manned at a later placement on its other field",
        "rh1 seats=5 options=hungarian landmarks=......................C... "
        f"knights=a:{SIXTEEN} dukes=R1:a hands=a:43/b:44",
        "43R . 44R .",
    ),
    "garrison-shortage": Rarity(
        "the new duke has knights for the lower castle only; his last knight ends the game",
        "rh1 seats=3 landmarks=...........C.C............ "
        f"knights=a:{','.join(ARMY.split(',')[:19])},L21,L23,L25,L26/b:L22,L24 garrisons=L:b,N:b "
        "dukes=L4:a,R4:a,L21:b hands=a:27",
        "27L .",
    ),
    "third-seat-takes-over": Rarity(
        "a conversion makes a third seat duke",
        "rh1 seats=3 landmarks=........................+. knights=a:L50,L51/b:L30,L31/c:L32,L33 "
        "dukes=L30:b,L50:a hands=a:30",
        "30xL .",
        seed=4,
        style="cluster",
    ),
    "duke-without-knights": Rarity(
        "a duke stays although his last knight was converted, as long as nobody leads",
        "rh1 seats=3 landmarks=........................+. to=c knights=a:L30/b:L31/c:L50,L51 "
        "dukes=L30:a,L50:c hands=c:30",
        "30xL .",
        seed=5,
        style="cluster",
    ),
    "castle-between-dukes": Rarity(
        "dukes of several seats touch a new castle: who acts mans it, since nobody leads",
        "rh1 seats=3 options=short landmarks=.............C............ to=c knights=a:L23,L24/b:W25,R25 "
        "dukes=L23:a,W25:b hands=c:25",
        "25L .",
        seed=6,
        style="cluster",
    ),
    "castle-of-the-leader": Rarity(
        "dukes of several seats touch a new castle: the leader mans it, although another seat acts",
        "rh1 seats=3 options=short landmarks=.............C............ to=c knights=a:L22,L23,L24/b:W25,R25 "
        "dukes=L22:a,W25:b hands=c:25",
        "25L .",
        seed=12,
        style="cluster",
    ),
    "dukes-withdrawn": Rarity(
        "a seat joins two of its own duchies, withdraws one duke and is paid",
        "rh1 seats=3 landmarks=...........2.4............ knights=a:L21,L22,L24,L25 dukes=L21:a,L24:a hands=a:23",
        "23L .",
        seed=7,
        style="cluster",
    ),
    "merger-without-leader": Rarity(
        "a merger that nobody leads: all dukes are deposed and paid",
        "rh1 seats=3 landmarks=......3.2................. knights=a:L15,L16/b:L11,L12,L13 dukes=L11:b,L15:a hands=a:14",
        "14L .",
        seed=8,
        style="cluster",
    ),
    "last-knight-out-of-turn": Rarity(
        "a duke's last knight goes on a castle while another seat acts: that seat finishes its turn and the game ends",
        f"rh1 seats=5 landmarks=......C................... to=c knights=a:L9,L10,{','.join(FIFTEEN.split(',')[:14])} "
        "dukes=R1:a,L9:a hands=c:11",
        "11L @L20",
    ),
    "turn-400": Rarity("the game ends after turn 400", "rh1 seats=3 turn=398 to=c hands=a:23/c:40", "40L . 23L ."),
    "between-knight-and-bastion": Rarity(
        "a record may begin between knight and bastion",
        "rh1 seats=4 phase=bastion knights=a:L23 hands=a:1,2,3,4 discard=23",
        "@L24",
        seed=9,
    ),
    "shuffled-twice": Rarity(
        "only the shuffle card is left in the deck, so that every draw shuffles",
        "rh1 seats=3 hands=a:1/b:2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27/"
        "c:28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54 deck=0",
        "1L . 2L . 28L .",
        seed=10,
    ),
    "settled-or-converted-by-two-cards": Rarity(
        "an island field is settled with one card and its knight converted with the other",
        "rh1 seats=3 landmarks=........................+. to=b knights=a:L50,L51 dukes=L50:a hands=a:44/b:38/c:1",
        "38R . 1L . 44xL .",
        seed=11,
    ),
}


def play_to_end(game: Game, random: Random, style: str) -> Game:
    """Play on by random moves of a style."""
    while not game.is_over:
        moves = {str(move): move for move in game.legal_moves()}
        game.play(choose_move(game, moves, random, style))
    return game


def random_games() -> dict[str, tuple[Game, str]]:
    """A game of every number of seats, preset and style, each with another first seat."""
    games = {}
    for number, (seats, preset, style) in enumerate(
        (seats, preset, style) for seats in SEATS for preset in PRESETS for style in STYLES
    ):
        options = Options.preset(preset, coins="open") if number % 8 == 5 else Options.preset(preset)
        game = Game.new(seats, options, seed=number, first="abcde"[number % seats])
        games[f"{seats}-{preset}-{style}"] = (play_to_end(game, Random(number), style), f"{style} play")
    return games


def rare_games() -> dict[str, tuple[Game, str]]:
    """The games from hand-made beginnings."""
    games = {}
    for name, rarity in RARITIES.items():
        game = game_of(rarity.first)
        for move in rarity.moves.split():
            game.play(move)
        games[name] = (play_to_end(game, Random(rarity.seed), rarity.style), rarity.shows)
    return games


def main() -> None:
    """Write all games."""
    for name, (game, shows) in (random_games() | rare_games()).items():
        text = write_record(game, {"Event": name, "Shows": shows})
        (FOLDER / f"{name}.rhg").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
