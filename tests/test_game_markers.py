"""The games' markers: every game has one, and a test has it by the folder in which it lies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game_markers import FOLDERS, SHARED, declared, game_of

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[1]


def games() -> Iterator[str]:
    """Every name that is a game's folder, of its code, its tests or its cases."""
    for folder in ("companion/games", *FOLDERS):
        holders = {each.parent.name for each in (ROOT / folder).glob("*/*")}
        yield from (name for name in holders if not name.startswith("_") and name != SHARED)


@pytest.mark.parametrize("game", sorted(set(games())))
def test_every_game_has_its_marker(game: str, pytestconfig: pytest.Config) -> None:
    assert game in declared(pytestconfig)


@pytest.mark.parametrize(
    ("path", "game"),
    [
        ("tests/companion/games/waves/test_legal.py", "waves"),
        ("tests/companion/games/waves/laws/test_steps.py", "waves"),
        ("tests/companion/games/test_contract.py", ""),
        ("tests/companion/games/shared/test_mats.py", ""),
        ("tests/scenarios/waves/d02_breaking_rules.toml", "waves"),
        ("tests/companion/scenarios/test_scenarios.py", ""),
        ("tests/games/sealed_bid/test_rules.py", ""),
    ],
)
def test_a_game_is_known_by_the_folder(path: str, game: str) -> None:
    assert game_of(path) == game


@pytest.fixture
def tree(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Tests of a game `shells`, of one `pearls` without a marker, and one elsewhere that says what it needs."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeini(
        "[pytest]\nmarkers =\n    shells: the game Shells\naddopts = -p tests.game_markers --strict-markers"
    )
    for path, text in (
        ("tests/companion/games/shells/test_one.py", "def test_one(): pass"),
        ("tests/companion/games/pearls/test_two.py", "def test_two(): pass"),
        ("tests/test_three.py", "import pytest\n@pytest.mark.shells\ndef test_three(): pass"),
        ("tests/test_four.py", "def test_four(): pass"),
    ):
        (pytester.path / path).parent.mkdir(parents=True, exist_ok=True)
        (pytester.path / path).write_text(text, encoding="utf-8")
    return pytester


@pytest.mark.slow
def test_a_marker_chooses_the_tests_of_its_game(tree: pytest.Pytester) -> None:
    where = ("tests/companion/games/shells", "tests/test_three.py", "tests/test_four.py")
    tree.runpytest_subprocess("-m", "shells", "-v", *where).stdout.fnmatch_lines(
        ["*test_one.py::test_one PASSED*", "*test_three.py::test_three PASSED*", "*2 passed, 1 deselected*"]
    )
    tree.runpytest_subprocess("-m", "not shells", *where).assert_outcomes(passed=1, deselected=2)


@pytest.mark.slow
def test_a_game_without_a_marker_is_refused(tree: pytest.Pytester) -> None:
    told = tree.runpytest_subprocess("tests/companion/games/pearls")
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    told.stderr.fnmatch_lines(["*test_two: the registry has no game pearls. List it in companion/games/registry.py, *"])
