"""Whatever is refused is refused by a rule of the ledger, in whole sentences that name what to do instead."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from companion.games.errors import IllegalAction
from companion.games.manawave.game import GAME
from companion.games.manawave.state import acts
from companion.games.manawave.state.acts import (
    Aim,
    Attach,
    Choose,
    Consolidate,
    DrawCard,
    Fight,
    Harvest,
    Invest,
    LayCounters,
    LayFamily,
    LayOut,
    ManaAction,
    Open,
    Pay,
    Process,
    Resolve,
    RunWave,
    Settle,
    Slide,
    StartWave,
    Survive,
    TakeBack,
)
from companion.games.manawave.state.model import ManaState, Phase
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    attach,
    begun,
    clan,
    clans_at,
    family,
    found,
    invest,
    refusal,
    refused,
    revealed,
    tiles_at,
    tribe,
)

SENTENCES = re.compile(r"[A-Z][^.]{10,}(\.\d[^.]*)*\.( [A-Z][^.]{3,}(\.\d[^.]*)*\.)*")
OWN_RULES: list[tuple[ManaAction, str]] = [
    (LayOut("faction", "ember"), "M-001"),
    (Survive(1), "M-014"),
    (Settle(), "M-013"),
    (found(X), "M-010"),
    (DrawCard("cinder_spears"), "M-030"),
    (Choose(X, "A"), "M-031"),
    (LayFamily(X), "M-040"),
    (RunWave(1), "M-050"),
    (Pay(X), "M-061"),
    (Resolve(1), "M-080"),
    (Fight(1, "war"), "M-090"),
    (Consolidate(), "M-100"),
]
"""Acts of the newer game, and the rule that says when they come."""
OLDER_RULES: list[tuple[ManaAction, str]] = [
    (Aim(X, 1), "M-220"),
    (Slide(X), "M-223"),
    (Process(2, 1), "M-230"),
    (LayCounters(X), "M-250"),
    (Harvest(), "M-260"),
]


@pytest.mark.parametrize(("act", "rule"), [pytest.param(*each, marks=pytest.mark.rule(each[1])) for each in OWN_RULES])
def test_an_act_that_does_not_come_now_is_refused_by_its_own_rule(act: ManaAction, rule: str) -> None:
    found_, text = refused(begun(), act)
    assert found_ == rule
    assert text.endswith("Now it is: Start Manawave.")
    assert SENTENCES.fullmatch(text)


@pytest.mark.parametrize(
    ("act", "rule"), [pytest.param(*each, marks=pytest.mark.rule(each[1])) for each in OLDER_RULES]
)
def test_an_act_of_the_older_game_is_refused_by_its_own_rule(act: ManaAction, rule: str) -> None:
    found_, text = refused(tiles_at(Phase.START), act)
    assert found_ == rule
    assert SENTENCES.fullmatch(text)


@pytest.mark.rule("M-020")
def test_a_round_does_not_start_in_the_middle_of_one() -> None:
    assert refused(clans_at(Phase.WAVE), StartWave()) == (
        "M-020",
        "Each round begins with one counter more for the wave. Now it is: The wave runs.",
    )


@pytest.mark.rule("M-081")
def test_a_game_that_is_over_takes_no_act() -> None:
    state = clans_at(Phase.RESOLVE, ended="first")
    assert refused(state, StartWave()) == ("M-081", "The game is over. Undo the last act, or start a new game.")
    assert GAME.legal_actions(state) == ()


def test_nobody_else_commits() -> None:
    state = clans_at(Phase.CHOOSE, choices=("cinder_spears", "kelp_tenders", "brook_singers"))
    for act in (Choose(2, "A"), Choose(-1, "A"), TakeBack(2)):
        rule, text = refused(state, act)
        assert (rule, text) == ("M-031", "Nobody sits there: two play.")


def test_what_is_opened_was_sealed() -> None:
    state = clans_at(Phase.CHOOSE, choices=("cinder_spears", "kelp_tenders", "brook_singers"))
    rule, text = refused(state, Open(X, Choose(X, "A")))
    assert (rule, text) == ("M-031", "A choice is opened as it was locked in, once both have done so.")


@pytest.mark.rule("M-031")
def test_what_nobody_knows_is_opened_as_any_choice_of_its_own_seat() -> None:
    """As the companion reads a file whose keys are lost, and as everybody else's eyes follow the game."""
    state = clans_at(Phase.CHOOSE, choices=("cinder_spears", "kelp_tenders", "brook_singers"))
    known = after(state, Choose(X), Choose(Y))
    assert refusal(known, Open(X, Choose(X, "C"))) == ""
    assert refusal(known, Open(X, Choose(Y, "C"))) == "M-031"
    assert refusal(known, Open(Y, Choose(Y, "C"))) == "M-031", "the first is opened first"
    placing = clans_at(Phase.PLACE, choices=("cinder_spears",) * 3, picked=("cinder_spears", "cinder_spears"))
    sealed = after(placing, Attach(X), Attach(Y))
    assert refusal(sealed, Open(X, attach(placing, X, 2, "top"))) == ""
    assert refusal(sealed, Open(X, attach(placing, Y, 2, "top"))) == "M-045"
    buying = clans_at(Phase.INVEST, tribe(clan("flame", 3, mana=3)), tribe())
    own = invest(buying, X, clan={1: {"attack": 1, "growth": 1}})
    assert own not in GAME.legal_actions(buying), "it is none of the examples"
    assert refusal(after(buying, Invest(X)), Open(X, own)) == ""


@pytest.mark.parametrize(
    ("clans", "modes", "rule", "text"),
    [
        (
            ("flame", "root", "root"),
            None,
            "M-012",
            "Place each of your three Clans at one position, one Clan at each.",
        ),
        (None, (0.0,), "M-044", "A modality is a number. Look at the columns again, and choose anew."),
        (None, (5,), "M-071", "Kelp Tenders has no such modality."),
        (None, (), "M-071", "Each Family has one modality. Look at the columns again, and choose anew."),
    ],
)
def test_a_choice_that_does_not_fit_is_refused_in_words(clans: Any, modes: Any, rule: str, text: str) -> None:
    if clans is not None:
        assert refused(revealed(), found(X, clans=clans)) == (rule, text)
        return
    x = tribe(clan("flame", 4, below=[family("kelp_tenders", 1)]))
    state = clans_at(Phase.PLACE, x, choices=("cinder_spears",) * 3, picked=("cinder_spears", "cinder_spears"))
    assert refused(state, Attach(X, 1, "top", 0, modes)) == (rule, text)


@pytest.mark.rule("M-061")
def test_what_becomes_of_the_tribes_counters_is_said_in_words() -> None:
    some = clans_at(Phase.INVEST, tribe(shield=2), tribe())
    assert refused(some, invest(some, X, assign={1: {"shield": 1}})) == (
        "M-061",
        "Shield: some lies in the Tribe tracker still. Assign all of it.",
    )
    kept = clans_at(Phase.INVEST, tribe(mana=2), tribe(), options={"tribe_mana_assignable": False})
    assert refused(kept, invest(kept, X, assign={1: {"mana": 1}})) == (
        "M-061",
        "In this game the Tribe's mana is not assigned: it stays in its tracker.",
    )


def test_a_choice_of_another_phase_is_not_sealed() -> None:
    state = clans_at(Phase.PLACE, choices=("cinder_spears",) * 3, picked=("cinder_spears", "cinder_spears"))
    assert refused(state, Choose(X, "A"))[0] == "M-031"
    assert refused(state, invest(state, X))[0] == "M-060"
    buying = clans_at(Phase.INVEST, tribe(mana=1))
    assert refused(buying, attach(buying, X, 1))[0] == "M-040"


def error_of(state: ManaState, act: ManaAction) -> IllegalAction | None:
    """Why an act is refused; None where it is legal."""
    try:
        GAME.apply_action(state, act)
    except IllegalAction as error:
        return error
    return None


@pytest.mark.parametrize("options", [{}, {"mode": "nexus"}], ids=["clans", "nexus"])
def test_every_refusal_on_the_way_names_a_rule_and_speaks_in_sentences(options: dict[str, Any]) -> None:
    """Each act that was met in a game is tried at each later position of it."""
    rng = random.Random(7)
    state: ManaState = GAME.new_game(options, {})
    met, tried = dict[ManaAction, None](), 0
    for number in range(150):
        if state.table.ended:
            break
        for error in filter(None, (error_of(state, act) for act in list(met)[number % 3 :: 3])):
            assert re.fullmatch(r"M-\d{3}", error.rule)
            assert SENTENCES.fullmatch(str(error.reason)), error
            assert "{" not in str(error.reason)
            tried += 1
        legal = [act for act in GAME.legal_actions(state) if not act.takes_back]
        met.update(dict.fromkeys(rng.sample(legal, min(3, len(legal)))))
        state = GAME.apply_action(state, rng.choice(legal))
    assert tried > 400


def test_every_act_has_a_place_in_one_of_the_two_games() -> None:
    known = {type(act) for act, _ in (*OWN_RULES, *OLDER_RULES)}
    named = {acts.StartWave, acts.TakeBack, acts.Open, acts.Attach, acts.Invest, acts.Scatter}
    assert {*known, *named} == set(ManaAction.__args__)
