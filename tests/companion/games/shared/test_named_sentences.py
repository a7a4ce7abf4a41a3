"""Sentences by their names, and the places of mats, as the data files of games have them."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.state.model import Phase
from companion.games.shared.catalogues import Sentences
from companion.games.shared.mats import read_zones, spot_of

PACKAGE = "companion.games.atlantis_rising"
LAWS = Sentences(PACKAGE, "laws.toml")


def test_a_sentence_is_said_where_it_is_so() -> None:
    assert str(LAWS.where("leaders", 1, seat=2, count=0)) == "Seat 2 has 0 Leaders (A-012)."
    assert LAWS.where("leaders", (), seat=2, count=0) is None
    with pytest.raises(KeyError):
        LAWS.where("nothing", True)


def test_the_rules_that_end_sentences_are_told_once_a_table() -> None:
    assert LAWS.rules.count("A-012") == 1
    assert LAWS.rules.count("A-005") == 2


def test_a_place_has_its_own_entry_or_that_of_its_kind_and_a_rule_by_phase() -> None:
    spots = read_zones(PACKAGE)
    centre, tile = spot_of(spots, "island.centre"), spot_of(spots, "island.hills.2")
    assert (centre.name, tile.label) == ("the centre", "{tile}")
    assert [centre.rule_in(each) for each in (Phase.SETUP, Phase.ACTIONS)] == ["A-002", "A-043"]
