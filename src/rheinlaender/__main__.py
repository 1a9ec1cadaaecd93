"""`python -m rheinlaender` is the command `rheinlaender`."""

import sys

from rheinlaender.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
