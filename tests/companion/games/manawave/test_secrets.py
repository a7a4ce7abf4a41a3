"""What a seat and the public know of what both choose in secret, and until when it may be changed (S-M05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.games.core import Seat
from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import Aim, Choose, Commit, Found, Open, Scatter, TakeBack
from companion.games.manawave.state.model import Counters, ManaState, Phase
from tests.companion.games.boards import boards_of
from tests.companion.games.manawave.play import (
    NAMES,
    X,
    Y,
    after,
    attach,
    clan,
    clans_at,
    family,
    found,
    invest,
    lights,
    offered,
    opened,
    prompt,
    refusal,
    refused,
    revealed,
    tile,
    tiles_at,
    tribe,
)
from tests.said import said

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")
TILES = ("river_camp", "raiders", "orchard")


def founding() -> ManaState:
    return revealed()


def choosing() -> ManaState:
    return clans_at(Phase.CHOOSE, choices=CARDS)


def placing() -> ManaState:
    x, y = (tribe(clan("flame", 4, below=[family("kelp_tenders", 1)])) for _ in (X, Y))
    return clans_at(Phase.PLACE, x, y, choices=CARDS, picked=("cinder_spears", "kelp_tenders"))


def buying() -> ManaState:
    x, y = (tribe(clan("flame", 3, mana=5)) for _ in (X, Y))
    return clans_at(Phase.INVEST, x, y)


def picking() -> ManaState:
    return tiles_at(Phase.CHOOSE, choices=TILES)


def aiming() -> ManaState:
    return tiles_at(Phase.AIM, choices=TILES, picked=("river_camp", "raiders"))


def scattering() -> ManaState:
    tiles = tile(X, "N0", 1, "river_camp"), tile(Y, "N0", 1, "river_camp")
    return tiles_at(Phase.SCATTER, *tiles, pools=(Counters(shield=2), Counters(shield=2)))


def choose(letter: Any) -> Callable[[ManaState, Seat], Commit]:
    return lambda _, seat: Choose(seat, letter)


SECRETS: dict[str, tuple[Callable[[], ManaState], tuple[Callable[[ManaState, Seat], Commit], ...], str]] = {
    "founding": (
        founding,
        (
            lambda _, seat: found(seat, 2),
            lambda _, seat: found(seat, 3, ("ember", "tide"), ("root", "stream", "flame")),
        ),
        "M-010",
    ),
    "choice": (choosing, (choose("A"), choose("C")), "M-031"),
    "placement": (
        placing,
        (lambda state, seat: attach(state, seat, 1, "top"), lambda state, seat: attach(state, seat, 2, "bottom", 0, 1)),
        "M-040",
    ),
    "purchase": (
        buying,
        (
            lambda state, seat: invest(state, seat, clan={1: {"attack": 3}}),
            lambda state, seat: invest(state, seat, clan={1: {"shield": 2}}),
        ),
        "M-060",
    ),
    "line": (aiming, (lambda _, seat: Aim(seat, 3), lambda _, seat: Aim(seat, 8)), "M-220"),
    "tokens": (
        scattering,
        (
            lambda _, seat: Scatter(seat, (2, 0), (0, 0), is_told=True),
            lambda _, seat: Scatter(seat, (0, 0), (0, 0), is_told=True),
        ),
        "M-250",
    ),
}
each_secret = pytest.mark.parametrize(
    "name",
    [
        pytest.param("founding", marks=pytest.mark.rule("M-010", "M-011", "M-012", "M-013")),
        pytest.param("choice", marks=pytest.mark.rule("M-031")),
        pytest.param("placement", marks=pytest.mark.rule("M-040", "M-045")),
        pytest.param("purchase", marks=pytest.mark.rule("M-060", "M-074")),
        pytest.param("line", marks=pytest.mark.rule("M-220")),
        pytest.param("tokens", marks=pytest.mark.rule("M-250")),
    ],
)


def known(state: ManaState, seat: Seat | None) -> bytes:
    """Everything that a seat, or everybody, is shown of a position."""
    view = GAME.view(state, seat, NAMES)
    shown = (
        view,
        said(GAME.prompt(view)),
        said(GAME.choices(view)),
        said(boards_of(GAME, view)),
        said(GAME.screen.panels(view)),
        said(GAME.facts(view)),
        said(GAME.mat.expected(view)),
        said(GAME.light.scene(view)),
    )
    return msgspec.json.encode(shown, enc_hook=str)


@each_secret
def test_s_m05_neither_the_other_nor_the_public_can_tell_what_was_committed(name: str) -> None:
    """X has committed and Y has not: Y's view and the public's are the same whatever X has chosen, X's is not."""
    begin, ways, _ = SECRETS[name]
    state = begin()
    one, other = (after(state, way(state, X)) for way in ways)
    assert known(one, Y) == known(other, Y)
    assert known(one, None) == known(other, None)
    assert known(one, X) != known(other, X)


@each_secret
def test_s_m05_everybody_knows_that_somebody_has_committed(name: str) -> None:
    begin, ways, rule = SECRETS[name]
    state = begin()
    one = after(state, ways[0](state, X))
    assert one.table.committed == (True, False)
    asked = prompt(one)
    assert asked.seats == (Y,)
    assert asked.text == "Still to choose: Yuri."
    assert asked.rule == rule
    assert "A steady light before Xenia: locked in." in lights(one)
    assert "A faint light before Yuri: still choosing." in lights(one)
    told = GAME.describe(GAME.view(state, Y, NAMES), GAME.view_action(ways[0](state, X), Y))
    assert str(told) == "Xenia has locked in a choice."


@each_secret
def test_s_m05_who_has_committed_reads_the_own_choice_alone(name: str) -> None:
    begin, ways, _ = SECRETS[name]
    state = begin()
    mine = ways[0](state, X)
    one = after(state, mine)
    view = GAME.view(one, X, NAMES)
    assert view.own_sealed == (mine,)
    assert prompt(one, X).why.startswith("Your choice: ")
    for seat in (Y, None):
        assert GAME.view(one, seat, NAMES).sealed[X] == (mine.public(),)


@each_secret
def test_s_m05_once_both_have_committed_all_see_both(name: str) -> None:
    begin, ways, _ = SECRETS[name]
    state = begin()
    two = after(state, ways[0](state, X), ways[1](state, Y))
    log = list[str]()
    while opening := offered(two, Open):
        (act,) = opening
        log.append(str(GAME.describe(GAME.view(two, None, NAMES), GAME.view_action(act, None))))
        before, two = two, after(two, act)
        assert GAME.view(two, None).table == GAME.view(two, Y).table == two.table
        assert not before.table.opened[act.seat]
    assert [text.partition(" ")[0] for text in log] == ["Xenia", "Yuri"]
    assert two.sealed == ()
    assert two.table.committed == (False, False)


@each_secret
def test_a_choice_is_taken_back_until_the_other_is_sealed(name: str) -> None:
    begin, ways, rule = SECRETS[name]
    state = begin()
    one = after(state, ways[0](state, X))
    assert TakeBack(X) in offered(one)
    assert refusal(one, TakeBack(Y)) == rule
    back = after(one, TakeBack(X))
    assert (back.table.committed, back.sealed) == ((False, False), ())
    again = after(back, ways[1](state, X))
    assert again.sealed_by(X) == (ways[1](state, X),)


@each_secret
def test_no_choice_changes_once_the_other_is_known(name: str) -> None:
    begin, ways, rule = SECRETS[name]
    state = begin()
    two = after(state, ways[0](state, X), ways[1](state, Y))
    for seat in (X, Y):
        assert refused(two, TakeBack(seat)) == (rule, "A choice is taken back only until both are locked in.")
        assert refusal(two, ways[1](state, seat)) == rule
    half = after(two, *offered(two))
    for seat in (X, Y):
        assert refusal(half, TakeBack(seat)) == rule
        assert refusal(half, ways[0](state, seat)) == rule
    (act,) = offered(half)
    assert refusal(half, Open(Y, ways[0](state, Y))) != ""
    assert opened(half).table.committed == (False, False)
    assert act == Open(Y, ways[1](state, Y))


@each_secret
def test_either_seat_may_commit_first(name: str) -> None:
    begin, ways, _ = SECRETS[name]
    state = begin()
    first, second = ways[0](state, X), ways[1](state, Y)
    assert opened(after(state, first, second)) == opened(after(state, second, first))


@each_secret
def test_a_choice_that_the_companion_does_not_know_is_told_when_it_is_opened(name: str) -> None:
    """A seat may keep its choice on paper: the companion takes what is then shown, if the rules allow it."""
    begin, ways, _ = SECRETS[name]
    state = begin()
    two = after(state, ways[0](state, X).public(), ways[1](state, Y).public())
    assert two.unknown == (X, Y)
    ways_open = offered(two, Open)
    assert len(ways_open) > 1
    assert {act.seat for act in ways_open} == {X}
    shown = after(two, Open(X, ways[0](state, X)))
    assert shown.table.opened[X] == ways[0](state, X)


def test_s_m05_names_of_what_was_chosen_are_not_in_the_other_view() -> None:
    """The texts of the veto, in the view of the player who has made it and of the other."""
    state = after(revealed(), found(X, 2, clans=("root", "flame", "stream")))
    assert "a veto of Bulwark Arch; Ember and Reef; Clans Root Clan, Flame Clan, Stream Clan" in prompt(state, X).why
    for seat in (Y, None):
        assert "Bulwark" not in prompt(state, seat).why + prompt(state, seat).text


@pytest.mark.rule("M-211")
def test_the_choice_of_a_tile_card_is_as_secret() -> None:
    one, other = (after(picking(), Choose(X, letter)) for letter in ("A", "C"))
    assert known(one, Y) == known(other, Y)
    assert known(one, None) == known(other, None)
    assert known(one, X) != known(other, X)
    assert one.table.picked == ()


def test_a_seat_chooses_for_itself_alone() -> None:
    for name, (begin, _, _) in SECRETS.items():
        state = begin()
        for seat in (X, Y):
            choices = GAME.choices(GAME.view(state, seat, NAMES))
            acts = [act for each in choices for act in (*each.actions, each.draft) if act is not None]
            assert acts, name
            assert {act.actor for act in acts} == {seat}
        assert not [each for each in GAME.choices(GAME.view(state, None, NAMES)) if each.draft is not None]
        assert all(isinstance(act, Found | Choose | Aim | Scatter) or act.seals for act in offered(state))
