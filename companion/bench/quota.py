"""A process that gets a share of a processor only: stopped and continued many times a second."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence

from companion.errors import CompanionError

TURN_S = 0.1
"""From one beginning of its share to the next, as the usual quota of a container has it."""


def throttled(command: Sequence[str], share: float, pause: Callable[[float], None] = time.sleep) -> str:
    """What a command prints that may work in that share (0 to 1) of each tenth of a second.

    Raises `CompanionError` where it fails, with the last line that it had to say, or where this system cannot stop
    processes. `pause` waits so many seconds.
    """
    if not hasattr(signal, "SIGSTOP"):
        raise CompanionError("This system cannot hold a process up. Leave --quota out, or measure on Linux or macOS.")
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as said,
        tempfile.TemporaryFile("w+", encoding="utf-8") as wrong,
    ):
        child = subprocess.Popen(command, stdout=said, stderr=wrong, stdin=subprocess.DEVNULL)
        try:
            while child.poll() is None:
                child.send_signal(signal.SIGCONT)
                pause(share * TURN_S)
                child.send_signal(signal.SIGSTOP)
                pause((1 - share) * TURN_S)
        finally:
            # Whatever happened here, nothing may stay behind that is stopped for good.
            if child.poll() is None:
                child.kill()
                child.wait()
        said.seek(0)
        wrong.seek(0)
        if child.returncode:
            lines = wrong.read().strip().splitlines()
            last = lines[-1] if lines else f"it ended with {child.returncode}"
            raise CompanionError(
                f"Nothing could be measured under a quota: {last.rstrip('.')}. Try it without --quota."
            )
        return said.read()
