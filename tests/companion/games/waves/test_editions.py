"""The two editions: other words everywhere, another order of Head to head, and nothing else (ledger 4, W-112)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from companion.games.core import Prompt, Seat
from companion.games.errors import IllegalAction
from companion.games.waves.rules.actions import (
    Draw,
    PlayAgents,
    RevealRebels,
)
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.waves.positions import GAME, play_round, play_until, position
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan")
CALM = {3: "KNI-C", 5: "NOB-C"}
PLAYS = ["F4", "F2", "R5x2", "R5x1"]
BREAKERS = {"edition": "breakers"}


def at(phase: Phase, edition: str = "breakers") -> WavesState:
    hands = {2: [5, 5, 1, 1, 1]}
    return play_until(position([1, 5, 5, 2], tablets=CALM, hands=hands, options={"edition": edition}), phase, PLAYS)


def older(council: Sequence[int] = (1, 5, 5, 5), **more: Any) -> WavesState:
    """Head to head by the older book, about to play; hands of five."""
    options = {**BREAKERS, **more.pop("options", {})}
    state = position(council, mode="head_to_head", first=0, tablets=CALM, options=options, **more)
    return play_until(state, Phase.PLAY, [])


def follow(state: WavesState, slot: int, cls: int = 2) -> WavesState:
    return GAME.apply_action(state, PlayAgents(slot % 2, slot, "follower", (cls,)))


def drawn_by(state: WavesState) -> tuple[list[Seat], WavesState]:
    """Who draws now until somebody can play, and the state after it."""
    order = []
    while isinstance(action := GAME.legal_actions(state)[0], Draw):
        order.append(action.seat)
        state = GAME.apply_action(state, action)
    return order, state


def open_to(state: WavesState) -> set[int]:
    return {act.slot for act in GAME.legal_actions(state) if isinstance(act, PlayAgents)}


def refused(state: WavesState, action: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    return caught.value.rule, str(caught.value.reason)


def shown(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


# --- words (D-01, D-02) ---


WORDS = [
    (Phase.PLAY, "phase", "Round 1 · Playing Agents", "Round 1 · Playing Agents"),
    (Phase.PLAY, "why", "Followers may collect first. Breakers count for the True Majority.",
     "Followers may collect first. Rebels count for the True Majority."),
    (Phase.REVEAL, "phase", "Round 1 · True Majority and breaking rules: turn up the Breakers",
     "Round 1 · True Majority: turn up the Rebels"),
    (Phase.REVEAL, "text", "Cleo and Dan: turn your Breakers face up. Followers stay face down.",
     "Cleo and Dan: turn your Rebels face up. Followers stay face down."),
    (Phase.TABLET, "phase", "Round 1 · True Majority: the tablet", "Round 1 · True Majority: the tablet"),
    (Phase.EXTRAS, "phase", "Round 1 · Discard extra Breakers", "Round 1 · Discard extra Rebels"),
    (Phase.EXTRAS, "text", "Cleo: keep one Breaker over the Fish, discard the others face up.",
     "Cleo: keep one Rebel over the Fish, discard the others face up."),
    (Phase.EXTRAS, "why", "Extra Breakers count for the True Majority only.",
     "Extra Rebels count for the True Majority only."),
]  # fmt: skip


@pytest.mark.rule("W-053", "W-060", "W-066")
@pytest.mark.parametrize(("phase", "field", "breakers", "rebels"), WORDS)
def test_prompts_speak_the_words_of_their_edition(phase: Phase, field: str, breakers: str, rebels: str) -> None:
    assert said(getattr(shown(at(phase)), field)) == breakers
    assert said(getattr(shown(at(phase, "rebels")), field)) == rebels


@pytest.mark.parametrize(("edition", "verb"), [("breakers", "Play Breakers"), ("rebels", "Rebel")])
def test_the_seat_that_plays_is_told_the_verb(edition: str, verb: str) -> None:
    text = (
        "Play Agents face down. Follow: slide 1 card under your Scholar, Fish showing. "
        f"{verb}: fan cards of one class over it, covering the Fish."
    )
    assert said(shown(at(Phase.PLAY, edition), 0).text) == text


def groups(state: WavesState, seat: Seat | None) -> set[str]:
    return {str(choice.group) for choice in GAME.choices(GAME.view(state, seat, NAMES))}


@pytest.mark.parametrize(
    ("edition", "verb", "many", "does"),
    [
        ("breakers", "Play Breakers", "Breakers", "plays a Breaker"),
        ("rebels", "Rebel", "Rebels", "rebels with 1 card"),
    ],
)
def test_buttons_log_and_mat_use_the_same_words(edition: str, verb: str, many: str, does: str) -> None:
    state = at(Phase.PLAY, edition)
    assert groups(state, 0) == {"Follow (1 card under the Elder)", f"{verb} (one class, over the Elder)"}
    action = PlayAgents(0, 0, "rebel", (4,))
    assert said(GAME.describe(GAME.view(state, None, NAMES), GAME.view_action(action, None))) == f"Ann {does}."
    zones = {zone.zone: zone.label for zone in GAME.mat.expected(GAME.view(at(Phase.REVEAL, edition), None)).zones}
    assert said((zones["rebel.2"], zones["follower.0"])) == (many.removesuffix("s"), "Follower")
    turned = GAME.describe(
        GAME.view(at(Phase.REVEAL, edition), None, NAMES), GAME.view_action(RevealRebels(2, 5), None)
    )
    assert said(turned) == f"Cleo turns up {many}: Nobles."


@pytest.mark.parametrize(("edition", "many"), [("breakers", "Breakers"), ("rebels", "Rebels")])
def test_refusals_use_the_same_words(edition: str, many: str) -> None:
    state = at(Phase.PLAY, edition)
    assert refused(state, PlayAgents(0, 0, "rebel", (2, 3))) == (
        "W-053", f"{many} played together must be of one class. Take the others back."
    )  # fmt: skip
    assert refused(state, RevealRebels(2, 5)) == (
        "W-060", f"{many} are turned up once the last player has placed Agents. Now it is: Playing Agents."
    )  # fmt: skip
    assert refused(at(Phase.SHELLS, edition), PlayAgents(0, 0, "follower", (2,)))[1].startswith(
        f"Agents are played after the shells are placed and before the {many} are turned up."
    )
    assert refused(at(Phase.REVEAL, edition), RevealRebels(0, 1)) == (
        "W-060", f"Seat 1 has no face-down {many} that can be Scholars."
    )  # fmt: skip


def sentences(edition: str, mode: str, players: int) -> Iterator[str]:
    """Everything that is said in the first rounds of a game with calm words on its tablets."""
    rng = random.Random(players)
    state = GAME.new_game({"mode": mode, "players": players, "cards": "virtual", "edition": edition}, {})
    while state.table.round < 4 and (legal := GAME.legal_actions(state)):
        for seat in (None, 0, 1):
            view = GAME.view(state, seat, NAMES)
            told = GAME.prompt(view)
            yield from (str(told.phase), str(told.text), str(told.why))
            for choice in GAME.choices(view):
                yield from (str(choice.label), str(choice.group))
        action = GAME.simulation.deal(state, legal, rng) if legal[0].kind == "chance" else rng.choice(legal)
        yield str(GAME.describe(GAME.view(state, None, NAMES), GAME.view_action(action, None)))
        yield from (f"{zone.label}{zone.name}" for zone in GAME.mat.expected(GAME.view(state, None, NAMES)).zones)
        state = GAME.apply_action(state, action)


@pytest.mark.parametrize(("mode", "players"), [("head_to_head", 2), ("all_vs_all", 3), ("teams", 4)])
def test_neither_edition_speaks_the_others_words(mode: str, players: int) -> None:
    words = " ".join(sentences("breakers", mode, players))
    assert "Breaker" in words
    assert "rebel" not in words.lower()
    words = " ".join(sentences("rebels", mode, players))
    assert "Rebel" in words
    assert "break" not in words.lower()


def test_the_older_edition_is_named_as_a_house_rule_and_where_it_is_silent() -> None:
    by_older = "Played by the older rules, with Breakers."
    unknown = "Whether they knew this mode is not known: the newer book's rules are taken."
    assert said(shown(older()).house_rules) == (by_older,)
    for mode, players in (("all_vs_all", 3), ("all_vs_all", 4), ("teams", 5)):
        state = GAME.new_game({"mode": mode, "players": players, **BREAKERS}, {})
        assert said(shown(state).house_rules) == (by_older, unknown)
    assert shown(at(Phase.PLAY, "rebels")).house_rules == ()


# --- the same round (D-19) ---


@pytest.mark.rule("W-006", "W-040")
@pytest.mark.parametrize(("mode", "players"), [("all_vs_all", 3), ("all_vs_all", 4), ("teams", 4), ("teams", 6)])
def test_outside_head_to_head_both_editions_play_the_same_round(mode: str, players: int) -> None:
    council, plays = [1, 4, 4, 2, 3, 5][:players], ["F4", "R2x1", "F5", "F3", "R1x1", "F2"][:players]
    gap: dict[str, Any] = {"gap_elder": 3} if players == 3 else {}
    one, two = (
        play_round(position(council, mode=mode, options={"edition": edition}, **gap), plays)
        for edition in ("rebels", "breakers")
    )
    assert one[0] == two[0]
    assert one[1].table.slots == two[1].table.slots


# --- Head to head by the older book (W-112, D-03, D-04) ---


@pytest.mark.rule("W-112", "W-103")
@pytest.mark.parametrize(("token", "first", "second"), list(product(range(4), range(2), range(2))))
def test_each_plays_at_either_elder_then_both_draw_then_at_the_other(token: int, first: int, second: int) -> None:
    holder, other = token % 2, (token + 1) % 2
    state = older(token=token)
    assert open_to(state) == {holder, holder + 2}
    state = follow(state, holder + 2 * first)
    assert "W-112" in state.table.why
    assert "W-104" not in state.table.why
    assert open_to(state) == {other, other + 2}
    order, state = drawn_by(follow(state, other + 2 * second))
    assert order == [holder, holder, other, other]
    assert "W-112" in state.table.why
    assert open_to(state) == {holder + 2 * (1 - first)}
    state = follow(state, holder + 2 * (1 - first), 1)
    assert open_to(state) == {other + 2 * (1 - second)}
    state = follow(state, other + 2 * (1 - second), 1)
    assert state.table.phase is not Phase.PLAY
    assert state.table.drawn == (2, 2)


@pytest.mark.rule("W-112", "A-39", "W-109")
def test_the_waves_begin_at_the_tokens_slot_though_the_other_was_played_first() -> None:
    _, state = drawn_by(follow(follow(older(card_shells=0), 2), 3))
    record, after = play_round(follow(follow(state, 0, 1), 1, 1), ["F1", "F1", "F2", "F2"])
    assert [step[0] for step in record.steps] == [0, 1, 2, 3]
    assert after.table.token == 1


@pytest.mark.rule("W-112", "W-107", "W-108")
def test_s23_the_older_order_leads_to_the_same_hands() -> None:
    state = older([1, 5, 5, 5], card_shells=1, hands={1: [1, 1, 3, 4, 5]})
    state = GAME.apply_action(state, PlayAgents(0, 2, "follower", (2,)))
    state = GAME.apply_action(state, PlayAgents(1, 3, "rebel", (3,)))
    assert [hand.count for hand in state.table.hands] == [4, 4]
    _, state = drawn_by(state)
    assert [hand.count for hand in state.table.hands] == [6, 6]
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (4,)))
    state = GAME.apply_action(state, PlayAgents(1, 1, "rebel", (1, 1)))
    assert [hand.count for hand in state.table.hands] == [5, 4]
    record, after = play_round(state, ["F4", "R1x2", "F2", "R3x1"])
    assert record.steps == [[0, 4, 1, "C"], [2, 2, 5, "H"], [1, 1, 5, "H"], [3, 3, 5, "H"]]
    assert [hand.count for hand in after.table.hands] == [5, 5]
    assert (sum(after.table.discard), after.table.deck, after.table.token) == (3, 82, 1)


@pytest.mark.rule("W-111", "W-112", "A-13")
def test_nothing_in_hand_draws_first_in_the_older_order_too_and_not_again() -> None:
    order, state = drawn_by(older(hands={0: []}))
    assert order == [0, 0]
    assert {len(act.cards) for act in GAME.legal_actions(state) if isinstance(act, PlayAgents)} == {1}
    assert open_to(state) == {0, 2}
    order, state = drawn_by(follow(follow(state, 2, 1), 1))
    assert order == [1, 1]
    assert open_to(state) == {0}


@pytest.mark.rule("W-112")
def test_the_older_order_is_said_at_every_step() -> None:
    state = older()
    told = shown(state, 0)
    assert said(told.text) == (
        "Play Agents face down. Follow: slide 1 card under your Elder at place 1 or 3, Fish showing. "
        "Play Breakers: fan cards of one class over it, covering the Fish."
    )
    text = "Ann plays Agents face down at one of their Elders, at place 1 or 3."
    assert said(shown(state).text) == said(shown(state, 1).text) == text
    played = follow(state, 2)
    assert said(shown(played).text) == "Ben plays Agents face down at one of their Elders, at place 2 or 4."
    drawing = follow(played, 3)
    told = shown(drawing)
    assert said((told.seats, told.text, told.rule)) == ((0,), "Ann draws 2 cards from the deck.", "W-112")
    assert said(told.why) == "Each player draws 2 cards a round, when both have played once."
    _, last = drawn_by(drawing)
    assert said(shown(last).text) == "Ann plays Agents face down at their own Elder at place 1."


@pytest.mark.rule("W-112")
def test_the_prompt_for_a_play_names_the_rule_of_the_older_order() -> None:
    assert shown(older()).rule == "W-112"


@pytest.mark.rule("W-112")
def test_draws_and_plays_before_both_have_played_are_refused() -> None:
    state = follow(older(), 2)
    when = "2 cards are drawn when both have played once."
    assert refused(state, Draw(0, 1)) == ("W-112", f"Nobody draws now: {when}")
    drawing = follow(state, 1)
    assert refused(drawing, Draw(1, 1)) == ("W-112", f"Only seat 1 draws now: {when}")
    assert refused(drawing, PlayAgents(0, 0, "follower", (1,))) == (
        "W-112",
        "Seat 1 draws first: 2 cards each after the first play.",
    )
    assert refused(state, PlayAgents(0, 2, "follower", (1,)))[0] == "W-058"


@pytest.mark.rule("W-112")
def test_playing_out_of_turn_is_refused_with_both_places() -> None:
    for state, wrong, now in (
        (older(), 1, "Seat 1 at place 1 or 3"),
        (follow(older(), 2), 0, "Seat 2 at place 2 or 4"),
    ):
        rule, text = refused(state, PlayAgents(wrong % 2, wrong, "follower", (2,)))
        assert rule == "W-112"
        assert said(text) == f"It is not this seat's turn. {now} plays now."
