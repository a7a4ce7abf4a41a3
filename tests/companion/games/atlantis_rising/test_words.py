"""Every moment of a game asks for something, every act has its words, and every rule behind it a sentence."""

from __future__ import annotations

import random
import re

import pytest
from msgspec.structs import astuple, replace

from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisState, Phase, Setup
from companion.games.atlantis_rising.words.texts import RULES
from companion.games.atlantis_rising.words.vocabulary import GAPS, SAYINGS
from companion.games.core import ActionView, View, types_of
from companion.language.message import Gap, gaps
from tests.companion.games.atlantis_rising.law_positions import EASY, played
from tests.companion.games.atlantis_rising.positions import position
from tests.many import many, one_quick

SENTENCE = re.compile(r"[A-Z0-9“].*\.", re.DOTALL)
"""Begins as one and ends as one; no gap is left open."""
ACTS = 400
EACH = 12
"""So many of the legal acts of a position are looked at."""


def view_of(state: AtlantisState) -> View:  # type: ignore[type-arg]
    return View(None, ("Ada", "Bo", "Cleo", "Dirk", "Eve", "Fitz", "Gus"), state.table, None)


def check_said(before: AtlantisState, act: AtlantisAction, now: AtlantisState, rng: random.Random) -> None:
    view, prompt = view_of(before), COURSE.prompt(view_of(before))
    assert prompt.rule in RULES
    assert all(SENTENCE.fullmatch(str(text)) for text in (prompt.text, prompt.why)), prompt
    legal = COURSE.legal_actions(before)
    for each in rng.sample(legal, min(EACH, len(legal))):
        label = COURSE.acts_of(before.table, each).label(view, each)
        assert str(label.text)
        assert str(label.group)
        assert "{" not in f"{label.text}{label.group}"
    assert SENTENCE.fullmatch(str(COURSE.describe(view, ActionView(None, act))))
    seen = COURSE.memory(view, ActionView(None, act))
    assert seen is None or (act.reveals and SENTENCE.fullmatch(str(seen.text)))
    assert {*now.table.why} <= {*RULES}
    assert act not in legal or COURSE.apply_legal(before, act) == now


@pytest.mark.parametrize(("players", "level"), one_quick([(2, 3), (1, 1), (4, 2), (7, 5)], 2))
def test_whatever_is_done_is_asked_for_labelled_and_told(players: int, level: int) -> None:
    rng, kinds = random.Random(players), set[type]()
    for seed in range(many(2)):
        for before, act, now in played(seed, players, level, EASY, ACTS):
            check_said(before, act, now, rng)
            kinds.add(type(act))
    assert len(kinds) > 20


def test_every_rule_has_a_sentence() -> None:
    assert [rule for rule, text in RULES.items() if not SENTENCE.fullmatch(str(text))] == []
    assert all(re.fullmatch(r"A-\d{3}", rule) for rule in RULES)


def test_every_act_has_its_words_and_every_gap_is_filled() -> None:
    assert {name.partition("_")[0] for name in SAYINGS.acts} == {kind.__name__ for kind in types_of(AtlantisAction)}
    texts = [text for each in (*SAYINGS.acts.values(), *SAYINGS.asks.values()) for text in astuple(each)]
    open_to = {part.name for text in texts if isinstance(text, str) for part in gaps(text) if isinstance(part, Gap)}
    assert open_to ^ {*GAPS} == {"people", "need", "total", "ways"}


@pytest.mark.rule("A-118", "A-119", "A-120")
@pytest.mark.parametrize(
    ("ended", "text", "rule"),
    [
        ("won", "The Power Core is built: all have won.", "A-119"),
        ("lost", "Atlantis has sunk: all have lost.", "A-118"),
    ],
)
def test_an_ended_game_says_how(ended: str, text: str, rule: str) -> None:
    prompt = COURSE.prompt(view_of(position(4, Phase.ACTIONS, ended=ended)))
    assert (str(prompt.text), prompt.rule, prompt.seats) == (text, rule, ())
    assert SENTENCE.fullmatch(str(prompt.why))


def test_what_is_played_otherwise_is_said() -> None:
    plain = position(2).table
    assert COURSE.house_rules(plain) == ()
    other = Setup(players=2, level=1, two_player_automaton=True, seafarer_hit_on_dry=True)
    told = COURSE.house_rules(replace(plain, setup=other))
    assert [str(each) for each in told] == [
        "Two players have the Automaton as well.",
        "A Seafarer on a dry tile returns when its peninsula floods.",
    ]


def test_a_game_that_is_over_allows_nothing() -> None:
    over = position(4, Phase.ACTIONS, ended="lost")
    act = COURSE.legal_actions(position(4, Phase.ACTIONS))[0]
    assert COURSE.legal_actions(over) == ()
    with pytest.raises(Exception, match=r"The game is over\."):
        COURSE.apply_action(over, act)
