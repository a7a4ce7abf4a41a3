"""`python -m tests.durability.dies_opening before|after …` is `companion …`, killed where what is sealed is opened.

It dies as the last choice and the openings that follow from it, which are one transaction, are to be written, or once
they are on the disk, before anybody is told.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from companion.__main__ import main
from companion.journal import Draft, Journal, Row

WHEN = sys.argv.pop(1)
_append = Journal.append


def append(journal: Journal, drafts: Sequence[Draft]) -> tuple[Row, ...]:
    """The rows as ever; dead where one of them opens what was sealed."""
    opens = any("opened" in draft.payload for draft in drafts)
    if opens and WHEN == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    rows = _append(journal, drafts)
    if opens:
        os.kill(os.getpid(), signal.SIGKILL)
    return rows


if __name__ == "__main__":
    Journal.append = append  # type: ignore[method-assign, assignment]
    main()
