"""The matches of the ladder by name: the title under which each stands, the players, and the number of games."""

GREEDY = "Greedy against random players"
NET = "The network, without search, against greedy players"
AGAINST_SEARCH = "Foresight against the search, both 0.3 seconds a move"
FEW = "Foresight with 300 simulations against itself with 30"
MANY = "Foresight with 3,000 simulations against itself with 300"
OLD_TENFOLD = "Search against itself with ten times fewer simulations"

Match = tuple[str, list[str], int]


def one_against(one: str, others: str, seats: int) -> list[str]:
    """One player, and the others alike."""
    return [one, *[others] * (seats - 1)]


def with_all_seats(name: str, title: str, one: str, others: str, games: tuple[int, int, int]) -> dict[str, Match]:
    """The same match with 3, 4 and 5 seats."""
    return {
        f"{name}-{seats}": (title, one_against(one, others, seats), count)
        for seats, count in zip((3, 4, 5), games, strict=True)
    }


MATCHES: dict[str, Match] = {
    **with_all_seats("greedy", GREEDY, "greedy", "random", (399, 400, 400)),
    "levels-4": ("The levels against each other", ["archbishop", "duke", "knight", "squire"], 60),
    "duke-4": ("Foresight against Dukes", one_against("foresight:1000", "foresight:30", 4), 200),
    "duke-greedy-4": ("A Duke against three greedy players", one_against("foresight:30", "greedy", 4), 400),
    **with_all_seats("net", NET, "net", "greedy", (399, 400, 400)),
    "foresight-4": (
        "Foresight at one second a move against three greedy players",
        one_against("foresight@1", "greedy", 4),
        80,
    ),
    **with_all_seats("foresight-search", AGAINST_SEARCH, "foresight@0.3", "search@0.3", (114, 108, 160)),
    **with_all_seats("few", FEW, "foresight:300", "foresight:30", (600, 600, 600)),
    **with_all_seats("many", MANY, "foresight:3000", "foresight:300", (54, 56, 55)),
    "search-4": ("Search at one second a move against three greedy players", one_against("search@1", "greedy", 4), 200),
    **with_all_seats("tenfold", OLD_TENFOLD, "search:3000", "search:300", (100, 100, 100)),
}


def command(name: str) -> list[str]:
    """The words of a match after `rheinlaender`."""
    _, players, games = MATCHES[name]
    return ["match", *players, "--games", str(games)]
