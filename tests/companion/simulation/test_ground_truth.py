"""The file of what hands did at a virtual table; what is told of them stands in test_players.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.simulation.ground_truth import Deed, DeedFile, DeedsUnusable, read_deeds


def test_deeds_that_are_written_are_read_again_and_a_half_line_is_left_out(tmp_path: Path) -> None:
    file = DeedFile(tmp_path / "deeds")
    first, second = Deed("a", "set", 1), Deed("a", "done", 4, {"type": "Draw", "seat": 2})
    file.write(first)
    file.write(second)
    file.close()
    whole = (tmp_path / "deeds").read_bytes()
    assert read_deeds(tmp_path / "deeds") == (first, second)
    (tmp_path / "deeds").write_bytes(whole[:-1])
    assert read_deeds(tmp_path / "deeds") == (first,)


def test_a_file_of_deeds_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "deeds").write_text("kept")
    with pytest.raises(
        DeedsUnusable, match=r"^What hands do cannot be written to .*deeds: File exists\. Name a new file"
    ):
        DeedFile(tmp_path / "deeds")
    (tmp_path / "deeds").write_text("kept\n")
    with pytest.raises(DeedsUnusable, match=r"is no file of deeds: "):
        read_deeds(tmp_path / "deeds")
    with pytest.raises(DeedsUnusable, match=r"none cannot be read: No such file"):
        read_deeds(tmp_path / "none")
