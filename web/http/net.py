"""The last net below every page: what cannot be drawn takes neither the buttons nor the host's undo with it.

A page that breaks is sent bare: its prompt, what failed, and all that can be tapped. Where the net is not spread, as in
tests, whatever breaks is raised.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, TypeVar

from companion.language.message import say
from companion.runtime.fault_log import log_fault

log = logging.getLogger("companion.web")

R = TypeVar("R")
FAILED: Final = say("Something on this page cannot be drawn.")
GO_ON: Final = say("Go on by the buttons. If the host has just corrected the table, undo that on the host page.")
UNTOLD: Final = say("The companion cannot tell this: something in it cannot be drawn. Look at the table.")


class Net:
    """Catches what breaks while something is drawn, where it is spread."""

    def __init__(self, is_spread: bool) -> None:
        self._is_spread = is_spread

    def catch(self, what: str, draw: Callable[[], R], instead: Callable[[], R]) -> R:
        """What is drawn; or what is given instead, once the log has where it broke. `what` begins a line of the log."""
        if not self._is_spread:
            return draw()
        try:
            return draw()
        except Exception as error:
            log_fault(log, f"{what} could not be drawn", error)
            return instead()


NO_NET: Final = Net(is_spread=False)
