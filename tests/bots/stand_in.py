"""An engine with a fault: `python stand_in.py FAULT`. It plays the first legal move until the fault comes."""

import sys
import time

fault = sys.argv[1]
legal: list[str] = []


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def flood(letters: str) -> None:
    while True:
        sys.stdout.write(letters)


if fault == "dumb":
    time.sleep(60)
if fault == "gone":
    sys.exit(3)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "rheinlaender":
        say("garbage" if fault == "garbage" else "name stand-in \x1b[2J\r")
        say("option style choice bold meek default meek")
        say("# a remark")
        say("error not today" if fault == "unwilling" else "ready")
    elif word == "option":
        say(f"# {line}")
    elif word == "legal":
        legal = rest.split()
    elif word == "quit" and fault == "stubborn":
        time.sleep(60)
    elif word == "quit":
        break
    elif word == "go":
        if fault == "crash":
            sys.exit(5)
        if fault == "silent":
            time.sleep(60)
        if fault == "patient" and sys.stdin.readline().strip() != "stop":
            sys.exit(6)
        if fault == "endless line":
            flood("x")
        if fault == "endless lines":
            flood("# x\n")
        if fault == "error":
            say("error I cannot")
        elif fault == "illegal":
            say("move 99Q")
        elif fault == "nonsense":
            say("castle queen side")
        elif fault == "wrong candidate":
            say(f"candidate {legal[0]} 1.5 -3")
        else:
            say(f"candidate {legal[0]} 0.25 12\r")
            say(f"move {legal[0]}\r")
