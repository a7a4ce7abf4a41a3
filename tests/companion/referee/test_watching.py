"""Looks become acts: a whole game is followed, hands and covers are waited for, and wrong tables are named."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.autopilot import Autopilot
from companion.games.core import Action, AnyGame, State
from companion.games.registry import GAMES
from companion.games.waves.actions import (
    Discard,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    RevealRebels,
    TakeElder,
    TurnUpElder,
)
from companion.games.waves.data import NAMES as CARD_NAMES
from companion.games.waves.game import Waves
from companion.games.waves.mat import KIT
from companion.referee.reaching import RESTING_AFTER_S
from companion.referee.senses import GAP_S
from companion.referee.watching import Watcher
from companion.table.expected import Backs, ExpectedTable, Pieces
from companion.table.laying import Area, lay_table
from companion.table.layout import Spot
from companion.table.sightings import Reading
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.referee.perfect import look_at, sightings
from tests.companion.referee.test_explain import positions

WAVES = GAMES["waves"]
AnyState = State[Any, Any]
NAMES = ("Anna", "Ben", "Cleo", "Dan")


class Table:
    """A table that perfect eyes look at ten times a second, and the game as the companion has it."""

    def __init__(self, state: AnyState, *, restoring: bool = False, game: AnyGame = WAVES) -> None:
        self.state = state
        self.watcher = Watcher(game)
        self.at_s = 0.0
        self.acts: list[Action] = []
        if not restoring:
            self.show(state)
            assert self.watcher.sight.state == "settled"

    def show(self, truth: AnyState, looks: int = 5, **seen: Any) -> str:
        """What is made of a table that shows this position for so many looks; with `covers` or `reaching`."""
        covers = seen.pop("covers", ())
        for _ in range(looks):
            self.at_s = round(self.at_s + 0.1, 1)
            self.look(replace(look_at(WAVES, truth, self.at_s, covers), **seen))
        return self.watcher.sight.state

    def show_table(self, table: ExpectedTable, looks: int = 5) -> str:
        """The same for a table that no position has."""
        for _ in range(looks):
            self.at_s = round(self.at_s + 0.1, 1)
            found = sightings(lay_table(table, LAYOUT, KIT), LAYOUT, KIT, self.at_s)
            self.look(Reading(self.at_s, found))
        return self.watcher.sight.state

    def look(self, reading: Reading) -> None:
        self.watcher.see(reading, self.state)
        self.judge()

    def judge(self) -> None:
        while (verdict := self.watcher.judge(self.state, NAMES)) is None or verdict.acts:
            for act in verdict.acts if verdict else ():
                self.state = WAVES.apply_action(self.state, act)
                self.acts.append(act)

    def tap(self, act: Action) -> None:
        before, self.state = self.state, WAVES.apply_action(self.state, act)
        self.watcher.told(before, act, self.state)
        self.judge()


def after(state: AnyState, *acts: Action) -> AnyState:
    for act in acts:
        state = WAVES.apply_action(state, act)
    return state


def first(kind: type, seed: int = 3, **fields: Any) -> tuple[AnyState, Action]:
    """The first position of a game in which such an act is legal for whoever is asked first, and the act."""
    rng = random.Random(seed)
    state = WAVES.new_game({"cards": "own"}, {})
    while True:
        asked = WAVES.prompt(WAVES.view(state, None)).seats[:1]
        legal = WAVES.legal_actions(state)
        for act in legal:
            fits = all(getattr(act, name, None) == value for name, value in fields.items())
            if isinstance(act, kind) and fits and act.actor in (None, *asked):  # type: ignore[attr-defined]
                return state, act  # type: ignore[return-value]  # an act of that kind
        state = WAVES.apply_action(state, rng.choice([each for each in legal if each.actor in (None, *asked)] or legal))


def rebels(number: int) -> tuple[AnyState, PlayAgents, PlayAgents]:
    """A position in which a seat may rebel with so many, that act, and the same with one card."""
    for seed in range(30):
        state, _ = first(PlayAgents, seed, posture="rebel")
        acts = [each for each in WAVES.legal_actions(state) if isinstance(each, PlayAgents) and each.posture == "rebel"]
        if len(acts) >= number:
            return state, acts[number - 1], acts[0]
    raise AssertionError("no such position")


def changed(state: AnyState, **zones: Any) -> ExpectedTable:
    """The table of a position where zones hold something else; a dot in a name is written as two underscores."""
    other = {name.replace("__", "."): content for name, content in zones.items()}
    table = WAVES.expected_table(WAVES.view(state, None))
    return ExpectedTable(
        tuple(replace(zone, content=other.get(zone.zone, zone.content)) for zone in table.zones),
    )


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_a_whole_game_is_followed_without_a_question(seed: int) -> None:
    rng, autopilot = random.Random(seed), Autopilot(WAVES, seed)
    options = WAVES.varied_options(rng)
    truth = WAVES.new_game({**options, "cards": "virtual"}, {})
    table, done = Table(WAVES.new_game({**options, "cards": "own"}, {})), list[Action]()
    while (proposal := autopilot.propose(truth, len(done), frozenset())) is not None:
        truth = WAVES.apply_action(truth, proposal[0])
        done.append(proposal[0].public())
        if done[-1].sense == "told":
            table.acts.append(done[-1])
            table.tap(done[-1])
        assert table.show(truth, looks=5) in ("settled", "open"), (done[-1], table.watcher.sight)
        # An open act is told with the next one; shells that lie there already are told before they are looked at.
        sure = done[:-1] if table.watcher.sight.state == "open" else done
        assert table.acts[: len(sure)] == sure
        assert len(table.acts) <= len(done) + 1
    assert WAVES.outcome(table.state) == WAVES.outcome(truth)


def test_before_the_table_is_set_up_nothing_counts() -> None:
    state = WAVES.new_game({"cards": "own"}, {})
    table = Table(state, restoring=True)
    assert table.show_table(ExpectedTable(())) == "restoring"
    assert [fix.text for fix in table.watcher.sight.fixes if fix.kind == "back"] == [
        "Lay the face-down card at the deck."
    ]
    assert table.show(after(state, PlaceToken(2))) == "restoring"
    assert table.acts == []
    assert table.show(state) == "settled"
    assert table.show(after(state, PlaceToken(2))) == "settled"
    assert table.acts == [PlaceToken(2)]


def test_after_an_undo_nothing_is_inferred_until_the_old_table_is_back() -> None:
    state, act = first(TurnUpElder)
    table = Table(after(state, act))
    table.state = state
    table.watcher.rewind()
    assert table.show(after(state, act), looks=50) == "restoring"
    (fix,) = table.watcher.sight.fixes
    assert fix.text.startswith("Take the ")
    assert table.acts == []
    assert table.show(state) == "settled"
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_after_an_undo_what_hides_a_place_is_named_and_the_host_may_go_on() -> None:
    state, act = first(TurnUpElder)
    table, deck = Table(after(state, act)), LAYOUT.find("deck")
    over = Area(deck.x_mm, deck.y_mm, deck.width_mm, deck.height_mm)
    table.show(after(state, act), looks=30, covers=[over])
    table.state = state
    table.watcher.rewind()
    assert table.show(state, looks=30, covers=[over]) == "restoring"
    assert table.watcher.sight.covered == ("the deck",)
    assert table.watcher.sight.text == "Something hides the deck. Take it away, or tap what you do there."
    table.watcher.restored()
    assert table.show(state, covers=[over]) == "looking"


def test_the_host_may_say_that_the_table_is_right() -> None:
    state, act = first(TurnUpElder)
    table = Table(after(state, act))
    table.state = state
    table.watcher.rewind()
    table.watcher.restored()
    table.show(after(state, act))
    assert table.acts == [act]


HAND = Spot(450.0, 597.0)


def test_while_an_arm_is_over_the_mat_nothing_counts_and_nothing_is_wrong() -> None:
    state, act = first(RevealRebels)
    table = Table(state)
    wrong = changed(state, centre=Pieces(("shell",) * 5))
    found = sightings(lay_table(wrong, LAYOUT, KIT), LAYOUT, KIT, 0.0)
    for _ in range(100):
        table.at_s = round(table.at_s + 0.1, 1)
        table.look(Reading(table.at_s, found, reaching=(HAND,)))
        assert table.watcher.sight.state == "reaching"
    assert table.show(after(state, act), reaching=(HAND,)) == "reaching"
    assert table.acts == []
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_an_arm_that_only_rests_there_stops_nothing() -> None:
    state, act = first(TurnUpElder)
    table = Table(state)
    table.show(state, looks=int(RESTING_AFTER_S * 10) + 6, reaching=(HAND,))
    assert table.show(after(state, act), reaching=(HAND,)) == "settled"
    assert table.acts == [act]
    assert table.show(state, reaching=(HAND, Spot(3.0, 300.0))) == "reaching"
    # The other arm is away again; whoever leans there still leans there.
    assert table.show(after(state, act), reaching=(HAND,)) == "settled"
    assert table.show(after(state, act), reaching=(Spot(HAND.x_mm + 90, HAND.y_mm),)) == "reaching"


def test_what_is_covered_is_waited_for() -> None:
    state, act = first(TakeElder)
    assert isinstance(act, TakeElder)
    table, place = Table(state), LAYOUT.find(f"elder.{act.slot}")
    over = Area(place.x_mm - 20, place.y_mm, 120, 100)
    assert table.show(state, looks=30, covers=[over]) == "looking"
    assert f"Seat {act.slot + 1}" not in table.watcher.sight.text
    assert f"{NAMES[act.slot]}'s Elder place" in table.watcher.sight.covered
    assert table.acts == []
    table.show(after(state, act), looks=30, covers=[over])
    assert table.acts == []
    assert table.show(after(state, act)) == "settled"
    assert table.acts[0] == act


def test_one_rebel_may_be_the_first_of_three() -> None:
    state, three, one = rebels(3)
    table = Table(state)
    assert table.show(after(state, one), looks=100) == "open"
    assert table.acts == []
    (answer,) = table.watcher.sight.question
    assert answer.actions == (one,)
    assert "If that is all:" in table.watcher.sight.text
    table.show(after(state, three))
    assert table.acts == []
    other = next(act for act in WAVES.legal_actions(after(state, three)) if isinstance(act, PlayAgents))
    table.show(after(state, three, other))
    assert table.acts == [three, other]


def test_that_is_all_can_be_tapped() -> None:
    state, _, one = rebels(3)
    table = Table(state)
    table.show(after(state, one))
    table.tap(one)
    assert table.show(after(state, one)) == "settled"
    assert table.acts == []


def test_what_is_begun_after_an_open_act_is_in_progress() -> None:
    state, one, turned = last_player_with_rebels_to_turn_after()
    table, following = Table(state), after(state, one)
    assert table.show(following) == "open"
    lying = following.table.slots[turned.slot].agent
    assert lying is not None
    # One card of the other set is lifted to be turned up.
    lifted = {f"rebel__{turned.slot}": Backs("back", lying.count - 1)}
    assert table.show_table(changed(following, **lifted), looks=30) == "in_progress"
    assert table.acts == []
    table.show(after(following, turned))
    assert table.acts == [one, turned]


def last_player_with_rebels_to_turn_after() -> tuple[AnyState, PlayAgents, RevealRebels]:
    """The last to play may rebel with one card or more, and another's set of two or more is to be turned up then."""
    for seed in range(200):
        for state in positions(seed):
            plays = [act for act in WAVES.legal_actions(state) if isinstance(act, PlayAgents)]
            one = next((act for act in plays if act.posture == "rebel" and len(act.cards) == 1), None)
            if one is None or len(plays) < 3:
                continue
            following = after(state, one)
            for turned in WAVES.legal_actions(following):
                if isinstance(turned, RevealRebels) and following.table.slots[turned.slot].agent.count > 1:
                    return state, one, turned
    raise AssertionError("no such position")


def test_an_act_tapped_before_its_piece_is_moved_is_still_to_do() -> None:
    state, act = first(RevealRebels)
    table = Table(state)
    table.tap(act)
    assert table.show(state, looks=50) == "in_progress"
    assert table.watcher.sight.fixes
    assert table.show(table.state) == "settled"
    assert table.acts == []


def test_a_card_laid_on_one_of_its_kind_is_noticed_by_its_marker() -> None:
    state, act = same_kind_discard()
    table = Table(state)
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_a_card_of_the_same_kind_that_was_tapped_first_is_one_act() -> None:
    state, act = same_kind_discard()
    table = Table(state)
    table.tap(act)
    table.show(state)
    table.show(after(state, act), looks=20)
    assert table.acts == []


class NobodyFirst(Waves):
    """Waves, but the prompt names nobody: people discard in any order."""

    def prompt(self, view: Any) -> Any:
        return replace(super().prompt(view), seats=())


def test_where_two_may_have_done_it_one_question_is_asked_and_its_answer_is_enough() -> None:
    state, card = discard_of_either_of_two()
    seats = sorted({act.seat for act in WAVES.legal_actions(state) if act == Discard(act.seat, card)})
    table = Table(state, game=NobodyFirst())
    laid = after(state, Discard(seats[0], card))
    assert table.show(laid, looks=30) == "question"
    sight = table.watcher.sight
    assert sight.text == "What was done? Tap it."
    names = {0: "Anna", 1: "Ben", 2: "Cleo", 3: "Dan"}
    assert [choice.actions for choice in sight.question] == [(Discard(seat, card),) for seat in order(sight.question)]
    assert {choice.label for choice in sight.question} == {
        f"{names[seat]} discards a {CARD_NAMES[card]}." for seat in seats
    }
    assert table.acts == []
    table.tap(Discard(seats[1], card))
    assert table.show(laid) != "question"
    assert table.acts == []


@pytest.mark.parametrize("later_s", [GAP_S, -0.4], ids=["a gap", "another camera, whose time begins anew"])
def test_after_a_while_in_which_nobody_looked_anybody_may_have_done_it(later_s: float) -> None:
    state, card = discard_of_either_of_two()
    first = WAVES.prompt(WAVES.view(state, None)).seats[0]
    (other,) = {act.actor for act in WAVES.legal_actions(state)} - {first}
    laid = after(state, Discard(first, card))
    watched, looked_away = Table(state), Table(state)
    watched.show(laid)
    assert watched.acts == [Discard(first, card)]
    looked_away.at_s += later_s
    assert looked_away.show(laid) == "question"
    assert looked_away.acts == []
    ways = {choice.actions for choice in looked_away.watcher.sight.question}
    # One card of one of them, or a card of the other under it.
    assert {way[0] for way in ways} >= {Discard(first, card), Discard(other, card)}
    looked_away.tap(Discard(other, card))
    assert looked_away.show(laid) != "question"
    assert looked_away.acts == []


def order(question: Any) -> list[int]:
    return [choice.actions[0].seat for choice in question]


def discard_of_either_of_two() -> tuple[AnyState, int]:
    """Two seats must discard, and a class of card that either may hold and that is not on top."""
    for seed in range(80):
        for state in positions(seed):
            acts = [act for act in WAVES.legal_actions(state) if isinstance(act, Discard)]
            if len({act.seat for act in acts}) == 2:
                for card in range(1, 6):
                    if card != state.table.top and sum(act.card == card for act in acts) == 2:
                        return state, card
    raise AssertionError("no such position")


def same_kind_discard() -> tuple[AnyState, Discard]:
    """Two seats must discard, and the first of them may lay a card like the one on top."""
    for seed in range(80):
        rng, state = random.Random(seed), WAVES.new_game({"cards": "own"}, {})
        while legal := WAVES.legal_actions(state):
            acts = [act for act in legal if isinstance(act, Discard)]
            asked = WAVES.prompt(WAVES.view(state, None)).seats
            for act in acts:
                if act.card == state.table.top and act.seat == asked[0] and len(asked) > 1:
                    return state, act
            state = WAVES.apply_action(state, rng.choice(legal))
    raise AssertionError("no such position")


def test_shells_that_already_lie_there_need_no_tap() -> None:
    lie = [each for seed in range(40) for each in positions(seed)]
    state = next(each for each in lie if PlaceShells(each.table.shells or -1) in WAVES.legal_actions(each))
    table = Table(state)
    assert table.acts == [PlaceShells(state.table.shells)]


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("W-054")
def test_a_card_at_anothers_elder_is_named() -> None:
    state, act = first(PlayAgents, posture="follower")
    assert isinstance(act, PlayAgents)
    other = (act.slot + 1) % 4
    table = Table(state)
    assert table.show_table(changed(state, **{f"follower__{other}": Backs("back", 1)})) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [(f"follower.{other}", "W-054")]
    assert [fix.text for fix in sight.fixes] == [f"Take the face-down card away from {NAMES[other]}'s Follower place."]
    assert table.acts == []


@pytest.mark.rule("W-050")
def test_of_two_agents_at_once_the_one_out_of_turn_is_named() -> None:
    state, act = first(PlayAgents, posture="follower")
    assert isinstance(act, PlayAgents)
    other = (act.slot + 2) % 4
    both = {f"follower__{act.slot}": Backs("back", 1), f"follower__{other}": Backs("back", 1)}
    table = Table(state)
    assert table.show_table(changed(state, **both)) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [(f"follower.{other}", "W-050")]
    assert [fix.source for fix in sight.fixes] == [f"follower.{other}"]


@pytest.mark.rule("W-043")
def test_a_shell_too_many_is_named() -> None:
    state, act = first(PlaceShells)
    assert isinstance(act, PlaceShells)
    table = Table(state)
    more = ("shell",) * (max(act.count, state.table.shells) + 1)
    assert table.show_table(changed(state, centre=Pieces(more))) == "mismatch"
    assert [wrong.rule for wrong in table.watcher.sight.mismatches] == ["W-043"]
    assert table.acts == []


def test_what_the_camera_cannot_see_is_said_and_forgotten_when_it_can() -> None:
    state, act = first(TurnUpElder)
    table = Table(state)
    table.look(Reading(9.0, unseen="The picture is black."))
    assert (table.watcher.sight.state, table.watcher.sight.text) == ("unseen", "The picture is black.")
    table.at_s = 9.1
    assert table.show(state) == "settled"
    table.at_s = 0.0  # the camera was opened anew and begins its time again
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]
