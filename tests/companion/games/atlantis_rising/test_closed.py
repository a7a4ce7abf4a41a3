"""Closed hands: a card is known to its holder alone until it is played, discarded or laid open (Q-33)."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import ARTIFACT, HIDDEN
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.rules.decisions import (
    DiscardHidden,
    DrawArtifact,
    DrawCard,
    DrawHidden,
    KeepHidden,
    PlayCard,
)
from companion.games.atlantis_rising.state.hidden import as_told, may_hold
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisState, Deck, Hand, Phase
from companion.games.atlantis_rising.state.steps import Attempt, Discarding, Drawing
from companion.games.core import Seat
from companion.laws.oracles import oracle_of
from tests.companion.games.atlantis_rising.law_positions import EASY, started, with_table
from tests.companion.games.atlantis_rising.play import after, offered
from tests.companion.games.atlantis_rising.tables import refusal
from tests.many import many

Step: TypeAlias = tuple[AtlantisState, AtlantisAction, AtlantisState]
BOTTOM: Final = "one_bottom"
DISCARD: Final = "one_discard"
START = started(3, hands="closed")


def drawing(icon: Any, left: int = 2, **changes: Any) -> AtlantisState:
    """Seat 0 draws library cards."""
    return with_table(START, phase=Phase.ACTIONS, drawn=4, steps=(Drawing(0, left, icon),), **changes)


def known(state: AtlantisState, seat: Seat | None) -> AtlantisState:
    return GAME.known(GAME.view(state, seat))


def said(state: AtlantisState, act: AtlantisAction, done: AtlantisState, seat: Seat | None) -> str:
    """All that one pair of eyes is shown of an act and of the position after it, but for what it may choose.

    Which cards nobody has seen is left out: that names each, and says of none where it is.
    """
    before, view = GAME.view(state, seat), GAME.view(done, seat)
    unseen = replace(view.table, library=replace(view.table.library, cards=()), artifacts=())
    seen = GAME.view_action(act, seat)
    memory = GAME.memory(before, seen)
    parts = (replace(view, table=unseen), seen, GAME.screen.own_pieces(view), GAME.mat.expected(view))
    told = f"{GAME.describe(before, seen)} {memory.text if memory else ''} {GAME.prompt(view).text}"
    return "".join(
        msgspec.json.encode(part, enc_hook=str).decode() for part in (*parts, GAME.screen.panels(view), told)
    )


def games(seeds: int, first: int = 0) -> Iterator[Step]:
    """Steps of random games with closed hands, in which a dealer deals."""
    for seed in range(first, first + seeds):
        rng = random.Random(seed)
        options = {"players": rng.randint(2, 7), "level": rng.randint(1, 5), "hands": "closed"}
        state = GAME.new_game(options, EASY if seed % 2 else {})
        while legal := [act for act in GAME.legal_actions(state) if not act.takes_back]:
            act = rng.choice(legal)
            if act.kind == "chance":
                act = GAME.simulation.deal(state, [each for each in legal if type(each) is type(act)], rng)
            done = GAME.apply_action(state, act)
            yield state, act, done
            state = done


# --- drawing and keeping ---


@pytest.mark.rule("A-074")
def test_nobody_else_learns_which_card_is_drawn() -> None:
    state = after(drawing("both"), DrawHidden(0, "energy"))
    assert state.secrets == (Hand(drawn=("energy",)), Hand(), Hand())
    assert state.table.steps == (Drawing(0, 1, "both", (HIDDEN,)),)
    assert state.table.library.count == START.table.library.count - 1
    assert state.table.library.cards == START.table.library.cards
    assert known(state, 1) == after(known(drawing("both"), 1), DrawHidden(0, HIDDEN))


@pytest.mark.rule("A-074")
def test_a_card_is_not_drawn_openly_in_a_closed_game_nor_hidden_in_an_open_one() -> None:
    step = (Drawing(0, 2, "both"),)
    assert refusal(drawing("both"), DrawCard(0, "energy")) == "A-074"
    assert refusal(with_table(started(3), phase=Phase.ACTIONS, steps=step), DrawHidden(0, "energy")) == "A-074"


@pytest.mark.rule("A-076")
def test_of_two_cards_the_one_is_hidden_and_all_see_the_one_that_is_discarded() -> None:
    state = after(drawing(DISCARD), DrawHidden(0, "energy"), DrawHidden(0, "unflood"))
    done = after(state, KeepHidden(0, ("energy",), 0, ("unflood",)))
    assert done.secrets[0] == Hand(("energy",))
    assert done.table.hands[0] == (HIDDEN,)
    assert done.table.library.discards == ("unflood",)
    assert dict(done.table.library.cards)["unflood"] == dict(START.table.library.cards)["unflood"] - 1
    assert dict(done.table.library.cards)["energy"] == dict(START.table.library.cards)["energy"]


@pytest.mark.rule("A-077")
def test_who_puts_a_card_below_alone_knows_what_is_reached_there() -> None:
    state = after(drawing(BOTTOM), DrawHidden(0, "energy"), DrawHidden(0, "unflood"), KeepHidden(0, ("energy",), 0))
    assert state.secrets[0] == Hand(("energy",), (), ("unflood",))
    table = state.table
    assert table.library.count == START.table.library.count - 1
    low = replace(table.library, cards=(("energy", 1), ("unflood", 1)))
    asked = with_table(state, library=low, steps=(Drawing(0, 1, "both"),))
    assert offered(asked) == [DrawHidden(0, "unflood"), DrawHidden(0, HIDDEN)]
    other = with_table(state, library=low, steps=(Drawing(1, 1, "both"),))
    assert {act.card for act in offered(other)} == {"unflood", "energy", HIDDEN}
    done = after(other, DrawHidden(1, "unflood"))
    assert done.secrets[:2] == (Hand(("energy",)), Hand(drawn=("unflood",)))
    assert done.table.library.count == 0


@pytest.mark.rule("A-084")
def test_an_artifact_that_is_kept_lies_open() -> None:
    state = after(drawing("both"), DrawHidden(0, "artifact_2"), DrawHidden(0, "energy"))
    assert "artifact_2" in state.table.artifacts
    act = KeepHidden(0, ("artifact_2", "energy"), 0)
    assert act.public() == KeepHidden(0, (HIDDEN, "artifact_2"), 0)
    done = after(state, act)
    assert sorted(done.table.hands[0]) == [HIDDEN, "artifact_2"]
    assert "artifact_2" not in done.table.artifacts
    assert dict(done.table.library.cards)[ARTIFACT] == dict(START.table.library.cards)[ARTIFACT] - 1


@pytest.mark.rule("A-083")
def test_a_card_that_is_played_is_seen_by_all() -> None:
    state = after(drawing("both", 1), DrawHidden(0, "energy"), KeepHidden(0, ("energy",), 0))
    assert offered(state, PlayCard) == [PlayCard(0, "energy")]
    done = after(state, PlayCard(0, "energy"))
    assert done.secrets[0] == Hand()
    assert done.table.hands[0] == ()
    assert done.table.library.discards == ("energy",)
    assert done.table.library.hidden == 0


@pytest.mark.rule("A-080")
def test_a_new_deck_has_in_it_what_was_put_below() -> None:
    new_deck = {"library": {"barrier": {"effect": {"op": "new_library_deck"}}}}
    state = with_table(started(3, owner=new_deck, hands="closed"), phase=Phase.ACTIONS, drawn=4)
    state = with_table(state, steps=(Drawing(0, 2, BOTTOM),))
    state = after(state, DrawHidden(0, "barrier"), DrawHidden(0, "unflood"), KeepHidden(0, ("barrier",), 0))
    done = after(state, PlayCard(0, "barrier"))
    assert done.secrets[0] == Hand()
    assert done.table.library.bottom == ()
    assert done.table.library.hidden == 0
    assert done.table.library.count == START.table.library.count - 1


# --- what is not told ---


@pytest.mark.rule("A-083")
def test_a_card_that_was_not_told_may_be_any_that_nobody_has_seen() -> None:
    state = after(drawing("both", 1), DrawHidden(0, HIDDEN), KeepHidden(0, (HIDDEN,), 0))
    assert state.secrets[0] == Hand((HIDDEN,))
    plain = {name for name, _ in START.table.library.cards} - {ARTIFACT}
    assert set(may_hold(state.table, 0)) == plain
    assert {act.card for act in offered(state, PlayCard)} <= plain
    done = after(state, PlayCard(0, "energy"))
    assert done.secrets[0] == Hand()
    assert done.table.library.discards == ("energy",)


@pytest.mark.rule("A-082")
def test_of_a_card_above_the_limit_all_learn_which_it_is() -> None:
    state = with_table(START, hands=((HIDDEN,) * 2, (), ()), library=replace(START.table.library, hidden=2))
    state = replace(state, secrets=(Hand(("energy", HIDDEN)), Hand(), Hand()))
    state = with_table(state, phase=Phase.MISFORTUNE, drawn=1, steps=(Discarding(0, 2),))
    done = after(state, DiscardHidden(0, "energy"), DiscardHidden(0, "barrier"))
    assert done.secrets[0] == Hand()
    assert done.table.library.discards == ("energy", "barrier")
    memory = GAME.memory(GAME.view(state, 1), GAME.view_action(DiscardHidden(0, "energy"), 1))
    assert memory is not None


@pytest.mark.rule("A-074")
def test_no_refusal_tells_what_another_holds() -> None:
    """Seat 1 has told of the last card of a name, and seat 0 may tell of it as well: only the table can say no."""
    only = replace(START.table.library, cards=(("energy", 1), ("unflood", 2)), hidden=1)
    state = drawing("both", library=only, hands=((), (HIDDEN,), ()))
    state = replace(state, secrets=(Hand(), Hand(("energy",)), Hand()))
    assert DrawHidden(0, "energy") in offered(state)
    assert offered(known(state, 0)) == offered(state)
    claimed = after(state, DrawHidden(0, "energy"), DrawHidden(0, "unflood"), KeepHidden(0, ("energy", "unflood"), 0))
    done = after(claimed, PlayCard(0, "energy"))
    assert done.secrets[1] == Hand((HIDDEN,))


@pytest.mark.rule("A-059")
def test_a_failed_die_waits_for_a_card_that_may_be_in_a_closed_hand() -> None:
    attempt = Attempt("hills_1", 0, (0,), (0,), values=(1,), energy=(0,))
    state = with_table(START, hands=((HIDDEN,), (), ()), steps=(attempt,), phase=Phase.ACTIONS, drawn=4)
    assert "die" in may_hold(state.table, 0)
    state = replace(state, secrets=(Hand(("die",)), Hand(), Hand()))
    assert PlayCard(0, "die", 0) in offered(state)
    assert PlayCard(0, "die", 0) not in offered(replace(state, secrets=(Hand(("energy",)), Hand(), Hand())))


@pytest.mark.rule("A-175")
def test_an_artifact_out_of_the_box_is_drawn_before_all_eyes() -> None:
    assert DrawArtifact("artifact_2").public() == DrawArtifact("artifact_2")


# --- whole games ---


def _hidden_names(state: AtlantisState, seat: Seat | None) -> set[str]:
    """Names that these eyes may not read: of hidden cards of others, where no card of that name lies open."""
    own = (secret if holder == seat else None for holder, secret in enumerate(state.secrets))
    mine = msgspec.json.encode((*own, state.table.hands, state.table.library.discards)).decode()
    told = {
        card for secret in state.secrets if secret is not None for card in (*secret.cards, *secret.drawn, *secret.below)
    }
    return {card for card in told - {HIDDEN, *state.table.boxed_artifacts} if f'"{card}"' not in mine}


def check(steps: Iterator[Step]) -> Counter[str]:
    """Hold each step against the laws, and each pair of eyes against what it may read; the acts that were met."""
    met = Counter[str]()
    for number, (state, act, done) in enumerate(steps):
        met[type(act).__name__] += 1
        assert GAME.violations(done) == ()
        assert oracle_of(GAME).wrong_step(state, act, done) == ()
        table = as_told(done).library
        assert table.count == done.table.library.count
        is_of_hands = isinstance(act, DrawHidden | KeepHidden | PlayCard | DiscardHidden)
        for seat in (None, *range(done.table.setup.players)) if is_of_hands or number % 10 == 0 else ():
            seen = GAME.view_action(act, seat).action
            assert GAME.apply_action(known(state, seat), seen) == known(done, seat)
            words = said(state, act, done, seat)
            box = done.table.setup.box
            hidden = _hidden_names(done, seat)
            # As a value: fields of the table, and the piece of a barrier, are called like some of the cards.
            named = [card for card in hidden if re.search(rf'"{card}"(?!:)', words)]
            assert set(named) <= {"barrier"}
            assert not [card for card in hidden if f'"library:{card}"' in words]
            assert not [card for card in hidden if f" {box.card(card).name}" in words]
        if is_of_hands and number % 3 == 0:
            _check_imagined(done, random.Random(number))
    return met


def _check_imagined(state: AtlantisState, rng: random.Random) -> None:
    public = known(state, None)
    imagined = GAME.simulation.determinize(public, rng)
    assert known(imagined, None) == public
    assert GAME.violations(imagined) == ()
    assert HIDDEN not in msgspec.json.encode(imagined.secrets).decode()
    assert GAME.simulation.determinize(imagined, rng) == imagined
    told = GAME.simulation.determinize(state, rng)
    for mine, theirs in zip(state.secrets, told.secrets, strict=True):
        assert mine is not None
        assert theirs is not None
        assert not (Counter(mine.cards) - Counter(theirs.cards)).keys() - {HIDDEN}


def test_whole_games_tell_nobody_of_a_closed_hand() -> None:
    assert check(games(1, first=3))["DrawHidden"] > 0


@pytest.mark.slow
def test_many_whole_games_tell_nobody_of_a_closed_hand() -> None:
    met = check(games(many(10)))
    assert {"DrawHidden", "KeepHidden", "PlayCard", "DiscardHidden"} <= met.keys()


def test_in_an_open_game_no_seat_knows_anything_alone() -> None:
    state = GAME.new_game({"players": 3}, {})
    assert state.secrets == (None, None, None)
    assert not state.is_told
    assert GAME.new_game({"players": 3, "hands": "closed"}, {}).is_told
    assert not GAME.new_game({"players": 3, "hands": "closed"}, {}).is_dealt
    assert isinstance(state.table.library, Deck)


def test_closed_hands_are_a_house_rule_that_the_prompt_tells() -> None:
    assert any("closed" in str(each) for each in GAME.prompt(GAME.view(START, None)).house_rules)
