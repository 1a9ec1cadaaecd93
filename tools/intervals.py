"""Honest intervals for matches whose games are not kept any more: from the share and the older interval of each row.

    python -m tools.intervals levels-4 search-4 tenfold-3 tenfold-4 tenfold-5

reads docs/reference/strength.md, where these matches have intervals by the normal approximation over deals. Such an
interval says how much the deals differed; from that and the share, Wilson's interval follows as `match` works it out
(bots/confidence.py). It is for once: an interval that is Wilson's already would be taken for an older one.
"""

import re
import sys

from rheinlaender.bots.confidence import NORMAL, independent, wilson
from tools.ladder import PAGE, command

ROW = re.compile(r"(?P<head>\| \S+ \| (?P<share>[\d.]+)% \| )(?P<low>\d+)% to (?P<high>\d+)%")


def main(names: list[str]) -> None:
    """Write the page with honest intervals of some matches."""
    page = PAGE.read_text(encoding="utf-8")
    for name in names:
        page = mended(page, f"`rheinlaender {' '.join(command(name))}`:", len(command(name)) - 3)
    PAGE.write_text(page, encoding="utf-8")


def mended(page: str, title: str, seats: int) -> str:
    """The page with honest intervals of one match."""
    before, _, after = page.partition(title)
    table, _, rest = after.partition("\n\n`") if "\n\n`" in after else (after, "", "")
    games = int(table.split()[0])
    rows = ROW.sub(lambda row: honest(row, games, games // seats), table)
    return before + title + rows + ("\n\n`" + rest if rest else "")


def honest(row: "re.Match[str]", games: int, deals: int) -> str:
    """A row with Wilson's interval; one of 0 % has it already."""
    share = float(row["share"]) / 100
    if share == 0.0:
        return row[0]
    error = (float(row["high"]) - float(row["low"])) / 200 / NORMAL
    low, high = wilson(share, independent(share, (deals - 1) * deals * error**2, deals, games), deals)
    return f"{row['head']}{low:.0%} to {high:.0%}"


if __name__ == "__main__":
    main(sys.argv[1:])
