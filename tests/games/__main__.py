"""`python -m tests.games` is the `companion` command with the games of the tests in its registry."""

from __future__ import annotations

from companion.__main__ import main
from tests.games.registered import register

if __name__ == "__main__":
    register()
    main()
