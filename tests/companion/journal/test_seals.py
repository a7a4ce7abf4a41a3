"""Seals of choices, and the file of keys: of one length, synced, its owner's alone, and no key costs another."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal import Journal, Seal, read_keys, sealed, size_of
from companion.journal.seals import keep, keys_of, seal_of

SHORT, LONG = {"type": "Pick", "of": "A"}, {"type": "Pick", "of": ["A", "B"], "more": {"ä": 3}}


def test_a_seal_fits_its_choice_and_no_other() -> None:
    seal = sealed(SHORT)
    assert seal.is_sound
    assert not replace(seal, choice=LONG).is_sound
    assert not replace(seal, key=sealed(SHORT).key).is_sound
    assert seal.seal == seal_of(seal.key, {"of": "A", "type": "Pick"}), "the order of fields is nobody's choice"
    assert (len(seal.seal), len(seal.key)) == (64, 64)
    assert len({sealed(SHORT).seal for _ in range(50)}) == 50


def test_keys_are_kept_in_lines_of_one_length_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    seals = [sealed(each) for each in (SHORT, LONG, SHORT)]
    keep(path, seals[:2], 100)
    keep(path, seals[2:], 100)
    assert read_keys(path) == {each.seal: each for each in seals}
    assert len({len(line) for line in keys_of(path).read_bytes().split()}) == 1
    assert stat.S_IMODE(keys_of(path).stat().st_mode) == 0o600
    assert size_of(SHORT) < size_of(LONG)


def test_keys_are_synced_and_so_is_the_name_of_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, fsync = list[str](), os.fsync

    def noting(handle: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{handle}")).name)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noting)
    path = tmp_path / "game.journal"
    keep(path, [sealed(SHORT)], 100)
    assert synced == ["game.keys", tmp_path.name]
    keep(path, [sealed(SHORT)], 100)
    assert synced[2:] == ["game.keys"]


@pytest.mark.parametrize("left", [b"torn", b"", b"\n\n", b"e30=\n", b"\xff\xfe\n"])
def test_what_is_damaged_costs_no_other_key(tmp_path: Path, left: bytes) -> None:
    path, first, second = tmp_path / "game.journal", sealed(SHORT), sealed(LONG)
    keep(path, [first], 100)
    with keys_of(path).open("ab") as file:
        file.write(left)  # a cut within a line, say
    keep(path, [second], 100)
    assert read_keys(path) == {first.seal: first, second.seal: second}


def test_a_key_that_was_changed_opens_nothing(tmp_path: Path) -> None:
    path, seal = tmp_path / "game.journal", sealed(SHORT)
    keep(path, [replace(seal, choice=LONG), Seal("0" * 64, "no key", SHORT)], 100)
    assert read_keys(path) == {}
    assert read_keys(tmp_path / "other.journal") == {}


def test_a_link_in_the_place_of_the_keys_is_not_followed(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "game.journal", tmp_path / "elsewhere"
    keep(elsewhere.with_suffix(".journal"), [sealed(SHORT)], 100)
    keys_of(path).symlink_to(keys_of(elsewhere))
    with pytest.raises(OSError):
        keep(path, [sealed(SHORT)], 100)
    assert read_keys(path) == {}


def test_a_journal_keeps_keys_anew_that_were_removed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "game.journal")
    first, second = sealed(SHORT), sealed(LONG)
    journal.keep_keys([first], 100)
    keys_of(journal.path).unlink()
    journal.keep_keys([second], 100)
    assert set(read_keys(journal.path)) == {first.seal, second.seal}
    journal.close()
