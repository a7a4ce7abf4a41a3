"""The power is cut after each thing that a game does to the disk: no accepted act is lost, and every game opens."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from companion.games.registry import GAMES
from companion.journal import (
    Journal,
    JournalBroken,
    JournalError,
    JournalMissing,
    JournalNeverBegan,
    Row,
    read_journal,
    repair,
)
from companion.live.saved_games import SavedGames
from companion.storage.home import Home
from tests.durability.played import GAME, HOME, MOST_ACTS, Part, copy_of, record
from tests.durability.power_cut import (
    Disk,
    Image,
    Opened,
    Pending,
    Sweep,
    everything,
    found_as,
    gap,
    late,
    lay_out,
    nothing,
    scattered,
    sweep,
    torn,
)
from tests.durability.recorder import Op, Unrecordable, library
from tests.games.registered import SEALED_BID
from tests.many import many

JOURNAL = f"{HOME}/games/{GAME}.journal"
LOG = f"{JOURNAL}-wal"
SEEDS = range(1, 1 + many(1))
"""Each gives other disks to the same cuts."""
LISTED_EVERY = 10
"""Of so many disks one is listed as well: a game is played through for that."""


@pytest.fixture(autouse=True)
def _recordable() -> None:
    try:
        library()
    except Unrecordable as reason:
        pytest.skip(str(reason))


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: thousands of disks are laid out in it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as folder:
        yield Path(folder)


@pytest.fixture
def root(scratch: Path) -> Path:
    """The folder that is recorded."""
    (scratch / "recorded").mkdir()
    return scratch / "recorded"


def rows_in(root: Path) -> tuple[Row, ...]:
    return read_journal(root / JOURNAL)


class Opener:
    """Opens a disk as the companion does after a start: lists the game, reads it, mends it, goes on, reads it again."""

    def __init__(self, scratch: Path, rows: Sequence[Row], *, is_spoiled: bool = False, is_real: bool = True) -> None:
        self._scratch = scratch
        self._rows = tuple(rows)
        """What was written in the end: every disk holds the beginning of it."""
        self._is_spoiled = is_spoiled
        """Whether a row is damaged, so that only a repair opens the game."""
        self._is_real = is_real
        """Whether the rules can play these rows."""
        self.opened = 0

    def __call__(self, image: Image) -> Opened:
        self.opened += 1
        with tempfile.TemporaryDirectory(dir=self._scratch) as folder:
            lay_out(image, Path(folder))
            home = Home(Path(folder) / HOME).make()
            try:
                if self._is_real and self.opened % LISTED_EVERY == 0:
                    return self._listed(home)
                return self._go_on(home.journal(GAME))
            except JournalMissing:
                return Opened(0)
            except JournalError as error:
                return Opened(0, f"{type(error).__name__}: {error}")

    def _listed(self, home: Home) -> Opened:
        listed = {game.id: game for game in SavedGames(home, GAMES).all()}
        opened = self._go_on(home.journal(GAME))
        if opened.trouble or not opened.rows or self._is_spoiled or "damaged" in listed[GAME].status:
            return opened
        game = listed[GAME]
        if (game.title, game.acts, game.status) != (SEALED_BID.title, opened.rows - 1, "going on"):
            return Opened(opened.rows, f"listed as {game}")
        return opened

    def _go_on(self, path: Path) -> Opened:
        try:
            found = read_journal(path)
            kept = len(repair(path).rows)
        except (JournalBroken, JournalNeverBegan) as broken:
            good = broken.good if isinstance(broken, JournalBroken) else 0
            if good and not (self._is_spoiled or _is_torn_yet_whole(broken)):
                raise
            # Without a row nothing was accepted yet, or it counts as a loss; but a new game must open even so.
            kept = len(repair(path).rows) if good else 0
            found = read_journal(path) if good else ()
        if found != self._rows[: len(found)]:
            return Opened(len(found), "the rows are not those that were written")
        if kept != len(found):
            return Opened(len(found), f"a repair keeps {kept} of {len(found)} rows")
        with closing(Journal(path)) as journal:
            if journal.opened_with != found:
                return Opened(len(found), "it is opened with other rows than are read")
            further = journal.append([copy_of(self._rows[0])])
        return Opened(len(found), "" if read_journal(path) == (*found, *further) else "the game does not go on")


def _is_torn_yet_whole(broken: JournalError) -> bool:
    """Whether SQLite gives up on what it wrote last, though every row of it is there: the companion keeps it then."""
    return isinstance(broken, JournalBroken) and broken.part == "The log"


def check(found: Sweep) -> None:
    """Nothing is lost, and everything opens."""
    print(found.told())
    assert found.lost == []
    assert found.unopenable == []


# --- a game -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_cut_costs_an_act_of_a_new_game_or_of_one_gone_on_with(root: Path, scratch: Path) -> None:
    ops = record(root, Part(acts=4), Part(acts=3, is_closed=True), Part(acts=2))
    found = sweep(ops, Opener(scratch, rows_in(root)), seed=0)
    check(found)
    assert found.accepted == 1 + 4 + 3 + 2
    assert found.cuts == len(ops)
    assert found.disks > found.accepted


@pytest.mark.slow
def test_no_cut_costs_an_act_of_a_game_that_rests_again_and_again(root: Path, scratch: Path) -> None:
    ops = record(root, Part(acts=9, rests_every=3), Part(acts=3, rests_every=1, is_closed=True), Part(acts=2))
    assert sum(op.path == JOURNAL and op.kind == "sync" for op in ops) > 6  # into the file, while it is open
    assert sum(op.path == LOG and op.kind == "write" and op.at == 0 for op in ops) > 6  # which begins anew then
    check(sweep(ops, Opener(scratch, rows_in(root)), seed=0))


LONG = {
    "a whole game": (Part(acts=34), Part(acts=MOST_ACTS - 38, is_closed=True), Part(acts=4)),
    "a whole game that rests": (Part(acts=34, rests_every=4), Part(acts=MOST_ACTS - 38, rests_every=1)),
    "two hundred rows": (Part(acts=60, copies=40), Part(copies=95, is_closed=True), Part(copies=5)),
}


@pytest.mark.slow
@pytest.mark.timeout(900)  # some thousand disks are opened, one after another
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("parts", LONG.values(), ids=LONG.keys())
def test_no_cut_costs_a_row_of_a_long_evening(root: Path, scratch: Path, parts: tuple[Part, ...], seed: int) -> None:
    ops = record(root, *parts)
    count = sum(part.acts + part.copies for part in parts)
    found = sweep(ops, Opener(scratch, rows_in(root), is_real=not any(part.copies for part in parts)), seed)
    check(found)
    assert found.accepted == 1 + count
    assert found.operations > 3 * count  # each row is at least two writes, a frame's head and its page, and a sync
    assert found.disks > 5 * count


@pytest.mark.slow
def test_no_cut_costs_a_row_while_sqlite_empties_its_full_log_and_begins_it_anew(root: Path, scratch: Path) -> None:
    ops = record(root, Part(acts=5, copies=1010))
    into_file = [
        number for number, op in enumerate(ops, 1) if op.path == JOURNAL and op.kind in ("write", "cut", "sync")
    ]
    anew = [number for number, op in enumerate(ops, 1) if op.path == LOG and op.kind == "write" and op.at == 0]
    begin = next(number for number in into_file if number > 1000)
    assert len(anew) == 2
    assert begin < anew[1]  # the log was emptied into the file, and then written from its beginning again
    window = range(begin - 5, anew[1] + 20, max(1, 3 // many(1)))
    check(sweep(ops, Opener(scratch, rows_in(root), is_real=False), 0, window.__contains__))


@pytest.mark.slow
def test_a_game_that_survived_a_cut_survives_the_next_one(root: Path, scratch: Path) -> None:
    ops = record(root, Part(acts=12))
    disk, rng, games = Disk(), random.Random(11), 0
    for op in ops:
        disk.do(op)
        if op.kind != "write" or op.path != LOG or op.at == 0:
            continue
        fate = (torn, gap, late, scattered)[games % 4]
        image, folder = disk.after_cut(fate(disk.pending, rng), rng), scratch / f"survivor {games}"
        folder.mkdir()
        lay_out(image, folder)
        if not (folder / JOURNAL).exists():
            continue
        games += 1
        safe = len(_read_after_cut(folder / JOURNAL))
        # What a start finds on the disk is told to everybody, like an act.
        base = (*found_as(image), Op("accepted", at=safe))
        more = record(folder, Part(acts=3))
        check(
            sweep(
                (*base, *more),
                Opener(scratch, rows_in(folder)),
                0,
                range(len(base), len(base) + len(more) + 1).__contains__,
            )
        )
    assert games > 12


def _read_after_cut(path: Path) -> tuple[Row, ...]:
    try:
        return read_journal(path)
    except (JournalBroken, JournalNeverBegan):
        return ()


# --- a repair ---------------------------------------------------------------------------------------------------------


SPOILED = {
    "closed": (Part(acts=12, spoils=10, is_closed=True),),
    "killed": (Part(acts=12, spoils=10),),
    "gone on with": (Part(acts=30, is_closed=True), Part(acts=8, spoils=10)),
}
"""Games with a damaged row: all of it in the file, all in SQLite's log, or some in each."""


@pytest.mark.parametrize(
    "parts",
    [pytest.param(parts, marks=() if how == "closed" else pytest.mark.slow, id=how) for how, parts in SPOILED.items()],
)
def test_no_cut_costs_a_sound_row_while_a_damaged_game_is_mended(
    root: Path, scratch: Path, parts: tuple[Part, ...]
) -> None:
    before = record(root, *parts)
    mending = record(root, Part(mends=True))
    rows = rows_in(root)
    assert len(rows) == 9
    ops = (*before, Op("accepted", at=9), *mending)
    opener = Opener(scratch, rows, is_spoiled=True)
    check(sweep(ops, opener, 0, lambda boundary: boundary > len(before)))
    sure = scratch / "sure"
    sure.mkdir()
    lay_out(after(*ops), sure)  # once it is mended it stays so
    assert rows_in(sure) == rows


# --- the harness itself -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_acts_that_nobody_syncs_are_found_lost(
    root: Path, scratch: Path, synchronous: Literal["NORMAL", "OFF"]
) -> None:
    ops = record(root, Part(acts=5, synchronous=synchronous))
    found = sweep(ops, Opener(scratch, rows_in(root)), seed=0)
    print(found.told())
    assert found.accepted == 6
    assert len(found.lost) > 6


@pytest.mark.slow
def test_a_game_that_nobody_syncs_is_found_lost_and_torn(root: Path, scratch: Path) -> None:
    ops = record(root, Part(acts=60, copies=140, synchronous="OFF", is_closed=True))
    # The last cuts fall as SQLite empties its log into the file; of the ones before, all are alike.
    opener = Opener(scratch, rows_in(root), is_real=False)
    found = sweep(ops, opener, 1, lambda boundary: boundary % 10 == 0 or boundary > len(ops) - 60)
    print(found.told())
    assert found.accepted == 201
    assert len(found.lost) > 201
    assert found.unopenable  # pages of the file itself are torn


def test_a_recording_leaves_nothing_out(root: Path) -> None:
    ops = record(root, Part(acts=3), Part(acts=3, is_closed=True), Part(acts=2))
    disk = Disk()
    for op in ops:
        disk.do(op)
    image = disk.after_cut(everything(disk.pending, random.Random(0)))
    real = {
        str(path.relative_to(root)): None if path.is_dir() else path.read_bytes()
        for path in root.rglob("*")
        if not path.name.endswith("-shm")
    }
    assert image == real


DONE = [Op("mkdir", "d"), Op("sync folder", "."), Op("create", "d/f"), Op("write", "d/f", 0, b"old")]
"""What the disks below have seen."""


def after(*ops: Op) -> Image:
    """What is on the disk for sure after these operations."""
    disk = Disk()
    for op in ops:
        disk.do(op)
    return disk.after_cut(nothing(disk.pending, random.Random(0)))


@pytest.mark.parametrize(
    ("ops", "sure"),
    [
        (DONE[:1], {}),
        (DONE, {"d": None}),
        ([*DONE, Op("sync", "d/f")], {"d": None}),
        ([*DONE, Op("sync folder", "d")], {"d": None, "d/f": b""}),
        ([*DONE, Op("sync", "d/f"), Op("sync folder", "d")], {"d": None, "d/f": b"old"}),
        ([DONE[0], *DONE[2:], Op("sync", "d/f"), Op("sync folder", "d")], {}),  # the folder's own name was never synced
    ],
)
def test_only_the_sync_of_a_name_and_of_its_content_makes_them_sure(ops: list[Op], sure: Image) -> None:
    assert after(*ops) == sure


@pytest.mark.parametrize(
    ("op", "sure", "synced"),
    [
        (Op("write", "d/f", 1, b"ew!"), {"d/f": b"old"}, {"d/f": b"oew!"}),
        (Op("write", "d/f", 4, b"!"), {"d/f": b"old"}, {"d/f": b"old\0!"}),
        (Op("cut", "d/f", 1), {"d/f": b"old"}, {"d/f": b"o"}),
        (Op("remove", "d/f"), {"d/f": b"old"}, {}),
        (Op("rename", "d/f", to="d/g"), {"d/f": b"old"}, {"d/g": b"old"}),
    ],
)
def test_a_change_may_be_lost_until_it_is_synced(op: Op, sure: Image, synced: Image) -> None:
    kept = [*DONE, Op("sync", "d/f"), Op("sync folder", "d"), op]
    assert after(*kept) == {"d": None, **sure}
    assert after(*kept, Op("sync folder", "d") if op.kind in ("remove", "rename") else Op("sync", "d/f")) == {
        "d": None,
        **synced,
    }


def test_a_file_keeps_what_is_not_yet_synced_when_it_is_renamed() -> None:
    ops = [*DONE, Op("sync folder", "d"), Op("rename", "d/f", to="d/g"), Op("sync folder", "d")]
    assert after(*ops) == {"d": None, "d/g": b""}
    assert after(*ops, Op("sync", "d/g")) == {"d": None, "d/g": b"old"}


def test_a_write_comes_onto_the_disk_by_sectors() -> None:
    assert Pending(Op("write", "f", 500, bytes(600)), 0).sectors() == [(0, 12), (12, 524), (524, 600)]
    assert Pending(Op("write", "f", 512, bytes(512)), 0).sectors() == [(0, 512)]
    assert Pending(Op("write", "f", 3, bytes(2)), 0).sectors() == [(0, 2)]


def test_each_fate_is_what_it_says() -> None:
    pending = [Pending(Op("write", "f", 1024 * number, bytes(1024)), 0) for number in range(4)]
    whole = everything(pending, random.Random(0))
    assert [len(pieces) for pieces in whole] == [2, 2, 2, 2]
    for seed in range(20):
        rng = random.Random(seed)
        assert torn(pending, rng)[:3] == whole[:3]
        assert torn(pending, rng)[3] in ([], whole[3][:1])
        assert sum(map(len, gap(pending, rng))) == 7
        kept = [bool(pieces) for pieces in late(pending, rng)]
        assert kept == sorted(kept)
        assert kept[-1]
    some = {tuple(map(tuple, scattered(pending, random.Random(seed)))) for seed in range(200)}
    assert len(some) > 50


def test_a_file_that_grew_may_hold_junk() -> None:
    disk = Disk()
    for op in (*DONE, Op("sync", "d/f"), Op("sync folder", "d"), Op("write", "d/f", 3, bytes(600))):
        disk.do(op)
    content = disk.after_cut([()], random.Random(0))["d/f"]
    assert content is not None
    assert content.startswith(b"old")
    assert len(content) == 603
    assert any(content[3:])
