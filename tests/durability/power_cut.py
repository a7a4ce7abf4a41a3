"""A power cut after each thing that was done to a disk: every disk that it could leave behind, built and opened.

`Disk` goes through what `recorder` noted, one operation after another, and is stricter than any file system in use.
What was synced is there. What was not may be missing, in any part and in any order: a file's content by sectors of 512
bytes, its length, its name, its removal. The sync of a folder makes the names in it last, those of folders too; the
sync of a file makes its content last and not its name. A sector is written whole or not at all: SQLite builds on that
(“powersafe overwrite”). The index beside SQLite's log (`-shm`) is memory and never on a disk.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import msgspec

from tests.durability.recorder import NAMING, Op

SECTOR = 512

# --- the disk ---------------------------------------------------------------------------------------------------------

Pieces: TypeAlias = Sequence[tuple[int, int]]
"""What is on the disk of a write, from where to where in its data. Of anything else: nothing, or `WHOLE`."""
WHOLE: Pieces = ((0, 0),)


class Pending(msgspec.Struct, frozen=True):
    """Something done that no sync has made to last yet."""

    op: Op
    file: int
    """Which file, whatever it is called by now; -1 for a folder."""

    def sectors(self) -> Pieces:
        """The pieces that come onto the disk one by one: each lies in one sector."""
        if self.op.kind != "write":
            return WHOLE
        edges = range((self.op.at // SECTOR + 1) * SECTOR, self.op.at + len(self.op.data), SECTOR)
        cuts = [0, *(edge - self.op.at for edge in edges), len(self.op.data)]
        return list(pairwise(cuts))


class Disk:
    """A disk on its way through a recording."""

    def __init__(self) -> None:
        self.pending: list[Pending] = []
        self._names: dict[str, int] = {}
        """What everybody sees: files by name; -1 for a folder."""
        self._lasting: dict[str, int] = {}
        """The names that any cut leaves."""
        self._contents: dict[int, bytearray] = {}
        """Of each file, what any cut leaves."""

    def do(self, op: Op) -> None:
        """Go on by one operation."""
        if op.kind in NAMING:
            if op.kind == "create":
                self._contents[len(self._contents)] = bytearray()
            file = len(self._contents) - 1 if op.kind == "create" else -1
            _name(self._names, op, file)
            self.pending.append(Pending(op, file))
        elif op.kind in ("write", "cut"):
            self.pending.append(Pending(op, self._names[op.path]))
        elif op.kind == "sync":
            file = self._names[op.path]
            self._settle([each for each in self.pending if each.op.kind not in NAMING and each.file == file])
        elif op.kind == "sync folder":
            self._settle([each for each in self.pending if each.op.kind in NAMING and _folder(each.op) == op.path])

    def _settle(self, lasting: Sequence[Pending]) -> None:
        for each in lasting:
            _apply(each, self._lasting, self._contents, each.sectors())
        self.pending = [each for each in self.pending if each not in lasting]

    def after_cut(self, fate: Sequence[Pieces], junk: random.Random | None = None) -> Image:
        """The disk when the power comes back: of each pending thing these pieces are on it.

        With `junk`, what a file has grown by without being written holds anything; else zeros, or it has not grown.
        """
        names, contents = dict(self._lasting), {file: bytearray(kept) for file, kept in self._contents.items()}
        if junk is not None:
            for each in self.pending:
                if each.op.kind == "write":
                    content = contents[each.file]
                    content += junk.randbytes(max(0, each.op.at + len(each.op.data) - len(content)))
        for each, pieces in zip(self.pending, fate, strict=True):
            _apply(each, names, contents, pieces)
        there = [name for name in sorted(names) if all(str(up) in names for up in _above(name))]
        return {name: bytes(contents[names[name]]) if names[name] >= 0 else None for name in there}


Image: TypeAlias = dict[str, bytes | None]
"""Content by name; None for a folder. A folder comes before what is in it."""


def _folder(op: Op) -> str:
    return str(PurePosixPath(op.path).parent)


def _above(name: str) -> list[PurePosixPath]:
    """The folders in which it lies, but for the recorded one itself."""
    return list(PurePosixPath(name).parents)[:-1]


def _apply(each: Pending, names: dict[str, int], contents: dict[int, bytearray], pieces: Pieces) -> None:
    op = each.op
    if not pieces:
        return
    if op.kind in NAMING:
        _name(names, op, each.file)
    elif op.kind == "cut":
        content = contents[each.file]
        content[op.at :] = bytes(max(0, op.at - len(content)))
    else:
        content = contents[each.file]
        for start, end in pieces:
            content += bytes(max(0, op.at + start - len(content)))
            content[op.at + start : op.at + end] = op.data[start:end]


def _name(names: dict[str, int], op: Op, file: int) -> None:
    if op.kind in ("create", "mkdir"):
        names[op.path] = file
    elif op.kind == "remove":
        names.pop(op.path, None)
    elif op.path in names:  # else a cut took the name that it had
        names[op.to] = names.pop(op.path)


# --- fates ------------------------------------------------------------------------------------------------------------


def nothing(pending: Sequence[Pending], rng: random.Random) -> list[Pieces]:
    """Nothing that was not synced is there."""
    return [() for _ in pending]


def everything(pending: Sequence[Pending], rng: random.Random) -> list[Pieces]:
    """All is there, synced or not."""
    return [each.sectors() for each in pending]


def torn(pending: Sequence[Pending], rng: random.Random) -> list[Pieces]:
    """All but the last thing is there, and of that the first sectors."""
    fate = everything(pending, rng)
    fate[-1] = fate[-1][: rng.randrange(len(fate[-1]))]
    return fate


def gap(pending: Sequence[Pending], rng: random.Random) -> list[Pieces]:
    """One sector, one name or one removal is missing, among later ones that are there."""
    fate = everything(pending, rng)
    missing = rng.randrange(len(fate))
    out = rng.randrange(len(fate[missing]))
    fate[missing] = [piece for number, piece in enumerate(fate[missing]) if number != out]
    return fate


def scattered(pending: Sequence[Pending], rng: random.Random) -> list[Pieces]:
    """Any of it is there, at random."""
    share = rng.random()
    return [[piece for piece in each.sectors() if rng.random() < share] for each in pending]


def late(pending: Sequence[Pending], rng: random.Random) -> list[Pieces]:
    """What was done last is there, and what was done before it is not."""
    begin = rng.randrange(len(pending))
    return [each.sectors() if number >= begin else () for number, each in enumerate(pending)]


Fate: TypeAlias = Callable[[Sequence[Pending], random.Random], list[Pieces]]
FATES: tuple[tuple[Fate, bool], ...] = (
    (nothing, False),
    (everything, False),
    (torn, False),
    (gap, False),
    (late, False),
    (scattered, False),
    (scattered, True),
)
"""What a cut may do to what was not synced; and whether files that grew hold junk."""


# --- the sweep --------------------------------------------------------------------------------------------------------


class Opened(msgspec.Struct, frozen=True):
    """What the companion makes of a disk."""

    rows: int
    """How many rows it finds."""
    trouble: str = ""
    """Why it cannot open the game, or what is wrong with what it found."""


class Sweep(msgspec.Struct):
    """What the cuts of one recording came to."""

    operations: int = 0
    cuts: int = 0
    disks: int = 0
    """Disks opened; equal ones count once."""
    accepted: int = 0
    lost: list[str] = []
    unopenable: list[str] = []

    def told(self) -> str:
        """In one line."""
        return (
            f"{self.operations} operations, {self.accepted} rows accepted, {self.cuts} cuts, {self.disks} disks opened"
            f": {len(self.lost)} with losses, {len(self.unopenable)} not to be opened"
        )


def sweep(
    ops: Sequence[Op],
    open_disk: Callable[[Image], Opened],
    seed: int,
    cuts: Callable[[int], bool] = lambda boundary: True,
) -> Sweep:
    """Cut the power after each of these operations for which `cuts` holds, and open each disk that may come of it."""
    disk, found = Disk(), Sweep()
    known: dict[bytes, Opened] = {}
    for boundary, op in enumerate(ops, start=1):
        disk.do(op)
        if op.kind == "accepted":
            found.accepted = op.at
        else:
            found.operations += 1
        if not cuts(boundary):
            continue
        found.cuts += 1
        for name, image in _images(disk, random.Random(f"{seed}/{boundary}")):
            key = _digest(image)
            opened = known.get(key) or open_disk(image)
            found.disks += key not in known
            known[key] = opened
            where = f"cut {boundary}, after {op.kind} {op.path} at {op.at}, {name}"
            if opened.trouble:
                found.unopenable.append(f"{where}: {opened.trouble}")
            elif opened.rows < found.accepted:
                found.lost.append(f"{where}: {opened.rows} of {found.accepted} rows are there")
    return found


def _images(disk: Disk, rng: random.Random) -> Iterator[tuple[str, Image]]:
    """Disks that a cut may leave now, each with the name of what happened to it."""
    for fate, has_junk in FATES if disk.pending else FATES[:1]:
        yield (
            f"{fate.__name__}{' with junk' if has_junk else ''}",
            disk.after_cut(fate(disk.pending, rng), rng if has_junk else None),
        )


def _digest(image: Image) -> bytes:
    digest = hashlib.blake2b()
    for name, content in image.items():
        digest.update(f"{name}\0{-1 if content is None else len(content)}\0".encode())
        digest.update(content or b"")
    return digest.digest()


def found_as(image: Image) -> tuple[Op, ...]:
    """Operations that make this disk, for a recording that begins on it."""
    ops: list[Op] = []
    for name, content in image.items():
        ops.append(Op("mkdir" if content is None else "create", name))
        if content is not None:
            ops += (Op("write", name, 0, content), Op("sync", name))
        ops.append(Op("sync folder", str(PurePosixPath(name).parent)))
    return tuple(ops)


def lay_out(image: Image, folder: Path) -> None:
    """Put the disk's files into a folder that holds nothing yet."""
    for name, content in image.items():
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)
