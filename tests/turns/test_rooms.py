"""Rooms: what a change is, by real repositories, and which tests its files touch."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.turns.rooms import change_since_parent, room_of, slow_modules, touches_module, touches_step
from tests.turns.table import Step, Table

TABLE = Table(
    follows={"tests/pixels": ["companion/referee", "vision/*.py"], "tests/vision/virtual": ["vision/eye.py"]},
    turns={},
    steps={"soak": Step("soak", "rounds", 1, ["vision", "companion/soak*/table.py"])},
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("companion/referee", "companion/games/waves", "vision/virtual", "pixels"):
        (tmp_path / "tests" / folder).mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("companion/referee/fuse.py", ["tests/companion/referee/test_*.py"]),
        ("companion/games/waves/laws/steps.py", ["tests/companion/games/waves/test_*.py"]),
        ("companion/games/core.py", ["tests/companion/games/test_*.py"]),
        ("companion/errors.py", ["tests/companion/test_*.py"]),
        ("companion/cli/board/log.py", ["tests/companion/test_*.py"]),
        ("vision/dice/eye.py", ["tests/vision/test_*.py"]),
        ("tests/companion/referee/test_fuse.py", ["tests/companion/referee/test_fuse.py"]),
        ("tests/companion/referee/perfect.py", ["tests/companion/referee"]),
        ("tests/companion/tables.py", ["tests/companion"]),
        ("tests/conftest.py", []),
        ("docs/faults.md", []),
        ("README.md", []),
    ],
)
def test_a_file_has_the_room_that_mirrors_its_folder(root: Path, path: str, room: list[str]) -> None:
    assert list(room_of(path, root)) == room


@pytest.mark.parametrize(
    ("changed", "module", "touched"),
    [
        ("companion/referee/fuse.py", "tests/companion/referee/test_fuse.py", True),
        ("companion/referee/fuse.py", "tests/pixels/test_play.py", True),
        ("companion/referee/fuse.py", "tests/vision/test_eye.py", False),
        ("companion/errors.py", "tests/companion/test_kept.py", True),
        ("companion/errors.py", "tests/companion/referee/test_fuse.py", False),
        ("vision/eye.py", "tests/vision/test_eye.py", True),
        ("vision/eye.py", "tests/vision/virtual/test_camera.py", True),
        ("vision/lens.py", "tests/vision/virtual/test_camera.py", False),
        ("vision/virtual/hands.py", "tests/pixels/test_play.py", False),
        ("tests/vision/test_eye.py", "tests/vision/test_eye.py", True),
        ("tests/vision/test_eye.py", "tests/vision/test_lens.py", False),
        ("tests/vision/fakes.py", "tests/vision/virtual/test_camera.py", True),
    ],
)
def test_a_change_touches_its_room_and_what_follows_from_it(
    root: Path, changed: str, module: str, touched: bool
) -> None:
    assert touches_module(["README.md", changed], module, TABLE, root) is touched
    assert not touches_module(["README.md"], module, TABLE, root)


def test_a_step_is_touched_by_the_rooms_that_it_follows_from() -> None:
    assert touches_step(["companion/soaks/table.py"], "soak", TABLE)
    assert touches_step(["README.md", "vision/dice/eye.py"], "soak", TABLE)
    assert not touches_step(["companion/live/session.py"], "soak", TABLE)
    assert not touches_step([], "soak", TABLE)


def test_modules_with_slow_tests_are_found_by_their_marker(root: Path) -> None:
    for name, text in (
        ("test_quick.py", 'TEXT = "pytest.mark.slow"\ndef test_it(): pass'),
        ("test_decorated.py", "@pytest.mark.slow\ndef test_it(): pass"),
        ("pixels/test_whole.py", "pytestmark = [pytest.mark.slow]\ndef test_it(): pass"),
        ("pixels/helper.py", "MARK = pytest.mark.slow"),
    ):
        (root / "tests" / name).write_text(text, encoding="utf-8")
    assert list(slow_modules(root)) == ["tests/pixels/test_whole.py", "tests/test_decorated.py"]


# --- what git says ----------------------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    names = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, *paths: str) -> None:
    for path in paths:
        (folder / path).write_text(f"{path} anew {len(list(folder.iterdir()))}", encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--message", "A change")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits: the first has `a` and `b`, the second changes `b` and adds `c`."""
    folder = tmp_path / "a repository"
    folder.mkdir()
    git(folder, "init")
    commit(folder, "a", "b")
    commit(folder, "b", "c")
    return folder


def changed(folder: Path) -> Sequence[str]:
    change = change_since_parent(folder)
    assert change.words.startswith("Changed since "), change.words
    return change.files


def test_a_change_is_what_the_last_commit_changed(repository: Path) -> None:
    assert changed(repository) == ("b", "c")


def test_what_is_not_committed_yet_belongs_to_the_change(repository: Path) -> None:
    (repository / "a").write_text("again", encoding="utf-8")
    assert changed(repository) == ("a", "b", "c")


def test_a_file_that_was_moved_is_changed_where_it_was_and_where_it_is(repository: Path) -> None:
    git(repository, "mv", "a", "ä folder's name")
    git(repository, "commit", "--message", "A move")
    assert changed(repository) == ("a", "ä folder's name")


def test_a_merge_changes_what_it_brings_to_its_first_parent(repository: Path) -> None:
    git(repository, "checkout", "-b", "side", "HEAD^")
    commit(repository, "from_the_side")
    git(repository, "checkout", "main")
    commit(repository, "a")
    git(repository, "merge", "--no-ff", "--message", "A merge", "side")
    assert changed(repository) == ("from_the_side",)


def test_a_clone_without_the_parent_says_that_the_change_is_not_known(repository: Path, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--depth", "1", repository.as_uri(), str(shallow))
    change = change_since_parent(shallow)
    assert change.files == ()
    assert change.words.startswith("The change is not known: no parent commit is in this clone (")


def test_a_folder_without_git_says_that_the_change_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert change_since_parent(tmp_path).words.startswith("The change is not known: ")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert change_since_parent(tmp_path).words == "The change is not known: git is not installed."
