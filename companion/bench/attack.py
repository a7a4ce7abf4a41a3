"""Attacks on a companion, one after another: how long anybody waits meanwhile, and how much memory it takes.

Each attack is a module beside this one: `floods.py` (connections), `many_games.py` (a folder full of saved games),
`uploads.py` (files sent to a page) and `picture_bombs.py` (pictures that unpack to gigabytes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol, TypeAlias

import msgspec

from companion.bench.figures import machine

SERVER: Final = "127.0.0.1"
"""Where a companion that is attacked answers."""
ATTACKERS: Final = "127.0.0.2"
PHONE: Final = "127.0.0.3"
MOST_S: Final = 2.0
"""Nobody waits longer for what they asked."""
MOST_MB: Final = 1000.0
"""No process takes more memory, in millions of bytes."""
PATIENCE_S: Final = 10.0
"""Whoever has waited so long gives up."""
_PEAK: Final = "VmHWM:"


class Target(msgspec.Struct, frozen=True):
    """A companion that is attacked."""

    port: int
    folder: Path
    """Its data."""
    pid: int = 0
    """Of its process; 0 where its memory is nobody's business."""

    @property
    def peak_mb(self) -> float | None:
        """The most memory that its process has had, in millions of bytes; None where the system does not tell."""
        return peak_mb(self.pid) if self.pid else None


class Wait(msgspec.Struct, frozen=True):
    """The longest that somebody waited during one attack."""

    attack: str
    size: str
    """Of what how much, in words."""
    who: str
    ms: float | None
    """None where they gave up, or got no answer that is one."""
    memory_mb: float | None = None
    """The most memory of the process that did the work, in millions of bytes; None where the system does not tell."""

    @property
    def is_short(self) -> bool:
        """Whether they waited no longer than they may."""
        return self.ms is not None and self.ms <= MOST_S * 1000

    @property
    def is_small(self) -> bool:
        """Whether the process took no more memory than it may."""
        return self.memory_mb is None or self.memory_mb <= MOST_MB


class Attack(Protocol):
    """One way of keeping others from the table, or several that attack the same companion."""

    def steps(self, times: int) -> int:
        """How often `waits` calls `progress`."""

    def prepare(self, folder: Path) -> Sequence[str]:
        """Lay what it needs into the data folder of a companion to come; gives what is typed of `play` besides."""

    def waits(self, target: Target, times: int, progress: Callable[[], None]) -> Iterator[Wait]:
        """How long each waited, as soon as it is known. Whoever leaves out `memory_mb` gets the companion's peak."""


class AttackReport(msgspec.Struct, frozen=True):
    """What one run measured."""

    machine: str
    times: int
    """How often each asked during each attack; once where only the first answer is slow."""
    waits: tuple[Wait, ...]

    @property
    def too_long(self) -> tuple[str, ...]:
        """The attacks during which somebody waited for too long."""
        return tuple(dict.fromkeys(each.attack for each in self.waits if not each.is_short))

    @property
    def too_large(self) -> tuple[str, ...]:
        """The attacks that took too much memory."""
        return tuple(dict.fromkeys(each.attack for each in self.waits if not each.is_small))


Serve: TypeAlias = Callable[[Path, Sequence[str]], AbstractContextManager[Target]]
"""A companion of its own with that data folder, told these words besides, for as long as the attack goes on."""


def measure_attacks(
    chosen: Sequence[Attack], times: int, serve: Serve, progress: Callable[[], None] = lambda: None
) -> AttackReport:
    """The report on these attacks, each on a companion that `serve` starts for it. Raises `NoSuchAddress`."""
    waits = list[Wait]()
    for attack in chosen:
        with TemporaryDirectory(prefix="companion-attack-") as folder:
            words = attack.prepare(Path(folder))
            with serve(Path(folder), words) as target:
                for each in attack.waits(target, times, progress):
                    memory_mb = target.peak_mb if each.memory_mb is None else each.memory_mb
                    waits.append(msgspec.structs.replace(each, memory_mb=memory_mb))
    return AttackReport(machine(), times, tuple(waits))


def longest(waited: Sequence[float | None]) -> float | None:
    """The longest of these waits, of which is at least one; None where somebody gave up."""
    told = [each for each in waited if each is not None]
    return max(told) if len(told) == len(waited) else None


def peak_mb(pid: int) -> float | None:
    """The most memory that this process has had, in millions of bytes; None where no proc(5) tells."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
        return round(next(int(line.split()[1]) for line in lines if line.startswith(_PEAK)) * 1024 / 1e6, 1)
    except (OSError, StopIteration):  # no /proc; or it has ended
        return None
