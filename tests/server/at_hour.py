"""`rheinlaender` at an hour of a test: RHEINLAENDER_HOUR, as entries carry it. Who is away is called at once."""

import os
import sys

from rheinlaender.cli.main import main
from rheinlaender.server.live import calling
from rheinlaender.server.store.log import Store

HOUR = "RHEINLAENDER_HOUR"

if __name__ == "__main__":
    Store.__init__.__defaults__ = (lambda: os.environ[HOUR],)
    calling.ABSENT_SECONDS = 0.1
    sys.exit(main())
