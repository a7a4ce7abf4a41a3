"""Every rule that people can meet has words, in those of the edition that is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import waves
from companion.games.waves.game import GAME
from companion.games.waves.words.names import rule_words


def named() -> set[str]:
    """The ids that the rules name; the laws, which nobody reads at a table, are in a folder of their own."""
    package = Path(str(waves.__file__)).parent
    modules = (each for each in package.rglob("*.py") if each.parent.name != "laws")
    return {rule for each in modules for rule in re.findall(r'"(W-\d+)"', each.read_text(encoding="utf-8"))}


def test_every_rule_that_is_named_has_words() -> None:
    assert len(named()) > 90
    assert named() - rule_words("rebels").keys() == set()


def test_words_are_whole_sentences() -> None:
    for rule, words in rule_words("rebels").items():
        assert re.fullmatch(r"[A-Z0-9].*\.", str(words)), rule


def test_the_older_edition_says_breakers() -> None:
    assert str(rule_words("rebels")["W-067"]).startswith("Extra Rebels count")
    assert str(rule_words("breakers")["W-067"]).startswith("Extra Breakers count")
    assert not any("Rebel" in str(words) for words in rule_words("breakers").values())


@pytest.mark.parametrize("edition", ["rebels", "breakers"])
def test_the_game_tells_them_as_its_table_is_played(edition: str) -> None:
    state = GAME.new_game({"mode": "all_vs_all", "players": 4, "edition": edition}, {})
    assert GAME.screen.rule_words(GAME.view(state, None)) == rule_words(edition)
