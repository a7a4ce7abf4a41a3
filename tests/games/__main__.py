"""`python -m tests.games` is the `companion` command with the games of the tests in its registry."""

from __future__ import annotations

import companion.soak.endurance.child as child
from companion.__main__ import main
from tests.games.registered import register

register()
# Each process of a soak begins with this file then, and finds the games too: of a package's `__main__` it does not.
globals()["__spec__"] = None
child.MODULE = "tests.games"

if __name__ == "__main__":
    main()
