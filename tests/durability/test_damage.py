"""Blocks of a game's file go bad, each in turn: it is noticed, what is still there is kept, and play goes on."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.journal import (
    Journal,
    JournalBroken,
    JournalTooNew,
    Row,
    open_mended,
    read_journal,
)
from companion.live.resume import replay
from tests.durability.played import begin, copy_of, play_on
from tests.many import one_quick

BLOCK = 512
PAGE, FRAME = 4096, 4096 + 24
ACTS = 60
NAME = "evening.journal"
LOG = f"{NAME}-wal"
VERSION_AT = range(60, 64)
"""Where the format's number stands: a larger one is a newer companion's, and such a file is left alone."""

Files = Mapping[str, bytes]
Damage = Callable[[bytes, random.Random], bytes]
"""Makes another of a block."""


class Evening(msgspec.Struct, frozen=True):
    """A game as it lies on the disk."""

    files: Files
    rows: tuple[Row, ...]


class Found(msgspec.Struct):
    """What the sweep came to, in disks."""

    sound: int = 0
    """Nothing was lost and nothing had to be told."""
    mended: int = 0
    whole: int = 0
    """Of the mended ones, those that kept every row."""
    torn: int = 0
    """Like after a power cut in the last act, which is then not there."""
    left_alone: int = 0
    hopeless: int = 0
    """The first row is gone, and with it what the game is."""
    rows_lost: int = 0


def flipped(block: bytes, rng: random.Random) -> bytes:
    """One bit is another."""
    at, bit = rng.randrange(len(block)), 1 << rng.randrange(8)
    return block[:at] + bytes((block[at] ^ bit,)) + block[at + 1 :]


def zeros(block: bytes, rng: random.Random) -> bytes:
    return bytes(len(block))


def junk(block: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(len(block))


# --- a game -----------------------------------------------------------------------------------------------------------


def play(path: Path, acts: int) -> Journal:
    """A game that is begun, or gone on with, by so many acts of bots; still open."""
    journal = Journal(path)
    timeline = replay(GAMES, journal.opened_with) if journal.opened_with else begin(journal)
    play_on(timeline, journal, acts)
    return journal


def files_of(path: Path) -> Files:
    """The file and its log, as a cut now would leave them."""
    beside = Path(f"{path}-wal")  # to read a game is enough to leave an empty one
    return {each.name: each.read_bytes() for each in (path, beside) if each.exists() and each.stat().st_size}


def evening(folder: Path, how: str) -> Evening:
    """Sixty acts: all in the file, all in the log, or half of them in each."""
    path = folder / "played" / NAME
    if how == "gone on with":
        play(path, ACTS // 2).close()
    with closing(play(path, ACTS // 2 if how == "gone on with" else ACTS)):
        files = files_of(path)
    return Evening(files_of(path) if how == "closed" else files, read_journal(path))


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as folder:
        yield Path(folder)


# --- what is still there ----------------------------------------------------------------------------------------------


def record_of(row: Row) -> bytes:
    """A row as SQLite writes it (sqlite.org/fileformat2.html, section 2.1), with its number before it."""
    texts = [text.encode() for text in (row.at, row.by, row.kind, row.payload, row.state_hash, row.hash)]
    kinds = b"".join(_number(2 * len(text) + 13) for text in texts)
    head = bytes((len(kinds) + 2, 0)) + kinds
    return _number(row.number) + head + b"".join(texts)


def _number(value: int) -> bytes:
    assert value < 1 << 21
    parts = [value >> 14, value >> 7 & 0x7F, value & 0x7F]
    while len(parts) > 1 and not parts[0]:
        del parts[0]
    return bytes(part | 0x80 for part in parts[:-1]) + bytes(parts[-1:])


def still_there(rows: tuple[Row, ...], files: Files) -> int:
    """How many rows from the first on lie whole on one page, or (a long one) have their beginning there."""
    content = b"".join(files.values())
    for number, row in enumerate(rows):
        record = record_of(row)
        if (record if len(record) < PAGE - 35 else record[: PAGE // 8]) not in content:
            return number
    return len(rows)


# --- the sweep --------------------------------------------------------------------------------------------------------


def check(before: Evening, name: str, block: int, damage: Damage, folder: Path, found: Found) -> None:
    """Damage one block and open the game as a table does that goes on with it."""
    rng = random.Random(f"{name}/{block}/{damage.__name__}")
    content, at = before.files[name], block * BLOCK
    bad = content[:at] + damage(content[at : at + BLOCK], rng) + content[at + BLOCK :]
    files = {**before.files, name: bad}
    folder.mkdir()
    for each, written in files.items():
        (folder / each).write_bytes(written)
    path, where = folder / NAME, f"{damage.__name__} in block {block} of {name}"
    try:
        journal, mended = open_mended(path)
    except JournalTooNew:
        assert name == NAME, where
        assert any(bad[place] != content[place] for place in VERSION_AT), where
        assert files_of(path) == files, where
        found.left_alone += 1
        return
    except JournalBroken as hopeless:
        if "Nothing of this game can be saved; start a new one." not in str(hopeless):
            raise
        assert still_there(before.rows, files) == 0, where
        assert files_of(path) == files, where
        found.hopeless += 1
        return
    with closing(journal):
        rows = journal.opened_with
        assert rows == before.rows[: len(rows)], where
        # Without its frame's head the last act is what a power cut leaves of one that nobody was told of.
        may_be_torn = name == LOG and at + BLOCK > len(content) - 2 * FRAME
        assert len(rows) >= still_there(before.rows, files) - may_be_torn, where
        if mended.aside is None:
            lost = len(before.rows) - len(rows)
            assert lost <= may_be_torn, where
            found.torn, found.sound = found.torn + bool(lost), found.sound + (not lost)
        else:
            aside = {each.replace(".journal", ".damaged"): written for each, written in files.items() if written}
            assert {each: (folder / each).read_bytes() for each in aside} == aside, where
            found.mended += 1
            found.whole += len(rows) == len(before.rows)
            found.rows_lost += len(before.rows) - len(rows)
        further = journal.append([copy_of(before.rows[-1])])
    assert read_journal(path) == (*rows, *further), where


EVENINGS = ("closed", "killed", "gone on with")


def sweep(scratch: Path, how: str, step: int) -> Found:
    """Damage each block, or one in so many, in every way."""
    before, found = evening(scratch, how), Found()
    assert len(before.rows) == 1 + ACTS
    assert (LOG in before.files) == (how != "closed")
    damages = (flipped, zeros, junk)
    for name, content in before.files.items():
        for number, block in enumerate(range(0, -(-len(content) // BLOCK), step)):
            for damage in damages if step == 1 else damages[number % 3 : number % 3 + 1]:
                with tempfile.TemporaryDirectory(dir=scratch) as folder:
                    check(before, name, block, damage, Path(folder) / "disk", found)
    print(how, found)
    return found


@pytest.mark.parametrize(("how", "step"), one_quick([("gone on with", 17), ("closed", 2), ("killed", 23)]))
def test_a_damaged_block_costs_no_row_that_is_still_there(scratch: Path, how: str, step: int) -> None:
    found = sweep(scratch, how, step)
    assert found.mended > 5
    # A first row that lies in the log as well is never gone.
    assert (found.hopeless > 0) == (how == "closed")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("how", EVENINGS)
def test_no_damaged_block_costs_a_row_that_is_still_there(scratch: Path, how: str) -> None:
    found = sweep(scratch, how, step=1)
    assert found.mended > 50
    if how == "killed":  # each page lies in the log many times over
        assert found.whole > found.mended * 0.9
