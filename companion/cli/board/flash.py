"""`companion flash`: the board's firmware, copied from here and seen to run."""

from __future__ import annotations

from pathlib import Path

from companion.runtime.terminal import confirm, echo, progress
from hardware.flash import Firmware, Flash, read_firmware
from hardware.messages_text import fitted_words


def flash_board(port: str, settings: Path | None, yes: bool) -> None:
    """Copy the firmware and see it run."""
    firmware = read_firmware(settings)
    board = Flash(port)
    echo(f"The board on {board.place.port} runs {_running(board)}.")
    if not yes:
        confirm(f"Copy firmware {firmware.version} onto it?")
    count = _copy(board, firmware)
    echo(f"{count} files copied and checked." if count else "The board had all files already.")
    hello = board.check(firmware)
    echo(f"The board runs firmware {hello.firmware}. {fitted_words(hello.fitted)}")
    if hello.fault:
        echo(f"Its settings need a look: {hello.fault}", err=True)


def _running(board: Flash) -> str:
    return f"firmware {board.running.firmware}" if board.running else "no firmware of ours yet"


def _copy(board: Flash, firmware: Firmware) -> int:
    with progress(100, "Copying") as bar:
        return board.copy(firmware, lambda done, total: bar.update(done * 100 // max(1, total) - bar.pos))
