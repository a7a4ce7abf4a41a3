"""A table is held against a position once, and what comes of it is handed on."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.core import PublicTable
from companion.referee.comparison import compare, differing, position_of
from companion.table.expected import ExpectedTable, Pieces
from companion.table.layout import Layout
from companion.table.seen import ZoneView
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import GAME, NAMES, after, first, seen_with, table_of, until, with_content
from tests.companion.referee.table import Table
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import BidView, Reveal, TurnUpPrize


class Asked(SealedBid):
    """Sealed Bid, which notes for which tables it is asked what the mat must show."""

    def __init__(self) -> None:
        self.asked = Counter[PublicTable]()
        self.layouts = 0
        self.mat = dataclasses.replace(SealedBid.mat, expected=self._expected, layout=self._layout)

    def _expected(self, view: BidView) -> ExpectedTable:
        self.asked[view.table] += 1
        return SealedBid.mat.expected(view)

    def _layout(self, view: BidView) -> Layout:
        self.layouts += 1
        return SealedBid.mat.layout(view)

    def forget(self) -> None:
        self.asked.clear()
        self.layouts = 0


def test_a_table_that_stays_as_it_is_asks_the_game_nothing() -> None:
    game = Asked()
    state, _ = first(TurnUpPrize)
    table = Table(state, game=game)
    reading = look_at(GAME, state, table.at_s + 0.1)
    game.forget()
    table.look(reading)
    assert table.watcher.sight.state == "settled"
    assert (game.asked, game.layouts) == (Counter(), 0)


def test_a_wrong_table_is_held_against_its_position_once() -> None:
    game = Asked()
    state = until(Reveal)
    table = Table(state, game=game)
    wrong = with_content(state, {"bowl": Pieces(("pearl",) * (state.table.pearls + 1))})
    game.forget()
    assert table.show_table(wrong) == "mismatch"
    assert game.asked[state.table] == 0, "it was known since the table showed it"
    assert game.layouts == 0


def test_an_act_is_held_against_the_position_that_it_leads_to() -> None:
    game = Asked()
    state, act = first(TurnUpPrize)
    table, reading = Table(state, game=game), look_at(GAME, after(state, act), 0.0)
    game.forget()
    for number in range(5):
        table.look(replace(reading, at_s=table.at_s + 0.1 + number / 10))
    assert table.acts == [act]
    assert game.asked[state.table] == 0
    # In the search, for what the act rests on, and in the judgement that follows it.
    assert game.asked[table.state.table] == 3
    assert game.layouts == 2


def test_who_is_renamed_during_a_search_is_told_of_by_the_new_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.referee.watcher.STATES_A_SLICE", 1)
    state = until(Reveal)
    table, (act, *_) = Table(state), GAME.legal_actions(state)
    assert isinstance(act, Reveal)
    place = f"bid.{act.seat}"
    wrong = with_content(state, {place: Pieces(("pearl",))})
    watcher = table.watcher
    table.judge = lambda: None  # type: ignore[method-assign]
    table.show_table(wrong)
    assert watcher.judge(state, NAMES) is None
    names = tuple(f"{name} the Bold" for name in NAMES)
    while (verdict := watcher.judge(state, names)) is None:
        pass
    assert verdict.sight.state == "mismatch"
    (told,) = verdict.sight.mismatches
    assert str(told.text).startswith(f"{names[act.seat]}'s bid seems to hold ")


def test_another_position_is_compared_with_the_same_table() -> None:
    state, act = first(TurnUpPrize)
    held = compare(position_of(GAME, state, NAMES), table_of(after(state, act)))
    assert held.differs == {"prize"}
    assert held.at(held.position.state) is held
    assert held.after(act).differs == frozenset()
    assert held.after(act).position.names == NAMES


def test_what_is_hidden_does_not_differ() -> None:
    state = until(Reveal)
    seen = seen_with(state, ZoneView("bowl", ("pearl",) * (state.table.pearls + 1)), ZoneView("prize"))
    held = compare(position_of(GAME, state), seen)
    assert [zone.zone for zone, _ in held.wrong()] == ["prize", "bowl"]
    hiding = held.hiding(frozenset(["bowl"]))
    assert hiding.differs == differing(hiding.look, hiding.seen.zones) == {"prize"}
    assert hiding.zone("bowl") == ZoneView("bowl", covered=True)
    assert hiding.zone("prize") == held.zone("prize")


def test_a_position_holds_no_secret() -> None:
    state = GAME.new_game({"cards": "virtual"}, {})
    position = position_of(GAME, state)
    assert position.state.secrets == (None,) * len(state.secrets)
    assert position.view.own is None
