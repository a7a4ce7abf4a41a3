"""`companion evidence`: what the acts of a saved game were learned from, as JSON, in public words."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from shlex import quote

import pytest

from companion.storage.home import Home
from tests.companion.commands import call, run, sentence
from tests.companion.seen import SeenTable, Snapper
from tests.companion.tables import open_room, own


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, str]:
    """A folder with one saved game of two acts that were seen, and many that were tapped between them."""
    with open_room(tmp_path, photographer=Snapper()) as room:
        table = SeenTable(own(room))
        table.act()
        table.act()
        game_id = table.session.game_id
    return tmp_path, game_id


def test_every_act_is_an_object_on_a_line_of_its_own(saved: tuple[Path, str]) -> None:
    folder, game_id = saved
    result = call("evidence", game_id, "--data", folder)
    assert result.exit_code == 0
    acts = json.loads(result.output)
    assert [json.loads(line.rstrip(",")) for line in result.output.splitlines()[1:-1]] == acts
    assert [each["row"] for each in acts] == list(range(2, len(acts) + 2))
    seen = [each for each in acts if each["evidence"] is not None]
    assert [each["by"] for each in seen] == ["camera", "camera"]
    assert {each["by"] for each in acts if each["evidence"] is None} == {"host"}
    first = seen[0]
    assert set(first) == {"row", "at", "by", "sentence", "stands", "evidence", "file"}
    assert set(first["evidence"]) == {"sensor", "zones", "at_s", "frame", "confidence", "photo"}
    assert set(first["evidence"]["photo"]) == {"sha256", "frame", "at_s"}
    assert (folder / "games" / first["file"]).exists()


def test_photographs_are_put_in_where_asked_for(saved: tuple[Path, str]) -> None:
    folder, game_id = saved
    one, other = [
        each for each in json.loads(call("evidence", game_id, "--photos", "--data", folder).output) if each["evidence"]
    ]
    for each in (one, other):
        assert base64.b64decode(each["jpeg"]) == (folder / "games" / each["file"]).read_bytes()
    (folder / "games" / one["file"]).unlink()
    again = json.loads(call("evidence", game_id, "--photos", "--data", folder).output)[0]
    assert "jpeg" not in again
    assert again["missing"].startswith("The photograph of row 2 is missing: ")


def test_a_file_is_written_where_asked_for(saved: tuple[Path, str], tmp_path: Path) -> None:
    folder, game_id = saved
    out = tmp_path / "evidence.json"
    result = call("evidence", game_id, "--out", out, "--data", folder)
    assert result.output == f"{out} is written.\n"
    assert out.read_text() == call("evidence", game_id, "--data", folder).output
    again = call("evidence", game_id, "--photos", "--out", out, "--data", folder)
    assert again.output == f"{out} is written.\n", "over its own"
    out.write_text('[{"row": 1}]')
    assert sentence(run("evidence", game_id, "--out", out, data=folder)) == (
        f"{out} is there already, and this command did not write it, so it is left as it is. "
        "Name another file with --out."
    )
    assert out.read_text() == '[{"row": 1}]'


def test_what_cannot_be_written_or_is_not_there_is_a_sentence(saved: tuple[Path, str], tmp_path: Path) -> None:
    folder, game_id = saved
    out = tmp_path / "gone" / "evidence.json"
    assert sentence(run("evidence", game_id, "--out", out, data=folder)) == (
        f"{out} cannot be written: there is no folder {out.parent}. Name another file with --out."
    )
    assert sentence(run("evidence", "no-such", data=folder)) == (
        f"There is no game 'no-such' in {Home(folder).journal('x').parent}. "
        f"List the saved games with: companion games --data {quote(str(folder))}"
    )
