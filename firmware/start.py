"""What happens once at each start: why it came, what is fitted, and whether the prompt was asked for."""

from board import Board
from fitting import Parts
from settings import FILE, Settings

_NOTE = "restart.txt"
MAINTAIN = "maintain"


def leave_note(store, why: str) -> None:
    """Notes before a restart why it comes: "restart" or "maintain". A Pico's own register calls both a watchdog."""
    store.write(_NOTE, why)


def start(hardware, cause: str):
    """The board, or None where the prompt was asked for. `cause` is what the hardware says: "power" or "watchdog"."""
    why = hardware.store.read(_NOTE)
    hardware.store.remove(_NOTE)
    if why == MAINTAIN:
        return None
    settings = Settings(hardware.store.read(FILE))
    return Board(hardware, Parts(settings, hardware), "reset" if why else cause)
