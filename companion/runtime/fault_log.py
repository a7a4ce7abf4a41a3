"""How a fault of the companion's own is written to the log: where it broke, and nothing that somebody may not know."""

from __future__ import annotations

import logging

from companion.errors import untold


def log_fault(log: logging.Logger, what: str, error: Exception) -> None:
    """Write where it broke and what kind of error it was; not its message, which may quote what one seat may know."""
    log.error("%s: %s", what, type(error).__name__, exc_info=untold(error))
