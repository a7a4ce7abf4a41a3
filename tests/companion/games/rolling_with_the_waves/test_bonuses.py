"""The owner's further bonuses (A-26): none until they are added, what each gives, and what the file may not say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.errors import BadOption
from companion.games.rolling_with_the_waves.data.bonuses import MOST, WHEN
from companion.games.rolling_with_the_waves.state.charts import points, winners
from companion.games.rolling_with_the_waves.state.model import DiceState
from companion.live.timeline import state_hash
from companion.storage.home import Home
from tests.companion.games.boards import boards_of
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, charts, table_of
from tests.companion.tables import HOST, open_room, own
from tests.said import said

FULL = (6, 5, 4, 3, 2, 1)
FLEET = {"name": "Fleet", "points": 4, "when": "hull_2"}


def game(*bonus: dict[str, Any], **seat: Any) -> DiceState:
    """A game of two in which the first seat's map is so, with these bonuses."""
    return table_of(2, owner={"bonus": list(bonus)}, maps=charts(2, p0=seat, p1={"ports": (3, 2)}))


@pytest.mark.rule("A-26")
def test_without_the_owner_there_is_none_and_nothing_of_it_is_written() -> None:
    state = GAME.new_game({"players": 2}, {})
    assert points(state.table.played, 0).bonuses == ()
    assert b"bonus" not in msgspec.json.encode(state)
    assert state_hash(GAME.new_game({"players": 2}, {"bonus": []})) == state_hash(state)


@pytest.mark.parametrize(
    ("when", "given", "withheld", "times"),
    [
        ("chests_buried", {"buried": (True,) * 3}, {"buried": (True, True, False)}, 1),
        ("chests_filled", {"chests": (FULL,) * 3}, {"chests": (FULL, FULL, FULL[1:])}, 1),
        ("hull_2", {"hull": (6, 6, 2)}, {"hull": (6, 6, 1)}, 1),
        ("ports_1", {"ports": (6,)}, {"ports": (5,)}, 1),
        ("crew_3", {"crew": (6, 6, 6)}, {"crew": (6, 6, 5)}, 1),
        ("spirits_full", {"spirits": (1, 1)}, {"spirits": (6,)}, 1),
        ("most_ports", {"ports": (5,)}, {"ports": (4,)}, 1),  # the other has 3 and 2
        ("infamy_4", {"infamy": 11}, {"infamy": 3}, 2),
    ],
)
def test_when_a_bonus_is_given(when: str, given: dict[str, Any], withheld: dict[str, Any], times: int) -> None:
    bonus = {"points": 3, "when": when}
    assert points(game(bonus, **given).table.played, 0).bonuses == (3 * times,)
    assert points(game(bonus, **withheld).table.played, 0).bonuses == (0,)


def test_with_no_ports_at_all_nobody_has_most() -> None:
    state = table_of(2, owner={"bonus": [{"points": 3, "when": "most_ports"}]})
    assert [points(state.table.played, seat).bonuses for seat in (0, 1)] == [(0,), (0,)]


def test_a_bonus_counts_in_the_total_and_is_told_line_by_line_as_the_owners() -> None:
    state = game(FLEET, {"points": 1, "when": "infamy_5"}, hull=(6, 6, 2), infamy=5)
    worth = points(state.table.played, 0)
    assert (worth.bonuses, worth.total) == ((4, 1), 6)  # 1 for Infamy
    view = GAME.view(state, None, ("Ada", "Bo"))
    line = said(GAME.screen.panels(view)[0].lines)[2]
    assert line == ("treasure 0, buried 0, full tracks 0, Infamy 1, Fleet (owner) 4, for each 5 Infamy (owner) 1")
    (head,) = (cell for cell in boards_of(GAME, view)[0].cells if cell.key == "points")
    assert str(head.words) == f"6 points: {line}."
    assert said(GAME.prompt(view).house_rules) == (
        "The owner's bonus: 4 points, Hull has reached circle 2.",
        "The owner's bonus: 1 point, for each 5 Infamy.",
    )
    assert winners(state.table.played) == (0,)


FILE = "owner/rolling_with_the_waves.toml"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (
            3,
            "A bonus is written as a table [[bonus]] with name, points and when.",
        ),
        ([FLEET] * 7, f"There are 7 bonuses, and {MOST} at most."),
        (
            [FLEET, {"points": 2}],
            f"Bonus 2 is given when missing; write one of {', '.join(WHEN)}.",
        ),
        (
            [{**FLEET, "points": 0}],
            "The points of bonus 1 are 0; write a whole number from 1 to 30.",
        ),
        (
            [{**FLEET, "points": True}],
            "The points of bonus 1 are True; write a whole number from 1 to 30.",
        ),
        (
            [{**FLEET, "name": "x" * 25}],
            f"The name of bonus 1 is '{'x' * 25}'; write one line of 24 letters at most.",
        ),
        (
            [{**FLEET, "name": "Big\u202e"}],
            "The name of bonus 1: The sign U+202E (right-to-left override) cannot be shown. Take it out. "
            "Write another.",
        ),
        (
            [{**FLEET, "name": "S\u0435at 2"}],
            "The name of bonus 1: “S\u0435at 2” is what the pages call a seat, its player, the host, the companion or "
            "everybody. Choose another name. Write another.",
        ),
        (
            [{**FLEET, "colour": "red"}],
            "Bonus 1 has a line 'colour'; it takes name, points and when.",
        ),
    ],
)
def test_what_the_file_may_not_say(typed: object, words: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new_game({"players": 2}, {"bonus": typed})
    assert str(refused.value.reason) == f"{words} Put that right in {FILE}, or delete it."


def test_the_host_adds_changes_and_takes_away_bonuses() -> None:
    state = GAME.new_game({"players": 2}, {})
    state = GAME.correct(state, {"bonus.1.when": "hull_2", "bonus.1.points": 4})
    state = GAME.correct(state, {"bonus.2.when": "infamy_3", "bonus.2.points": 1, "bonus.1.points": 5})
    assert [(each.when, each.points) for each in state.table.played.setup.bonuses] == [("hull_2", 5), ("infamy_3", 1)]
    state = GAME.correct(state, {"bonus.1.when": "none"})
    assert [(each.when, each.points) for each in state.table.played.setup.bonuses] == [("infamy_3", 1)]
    state = GAME.correct(state, {"bonus.1.points": 0})
    assert b"bonus" not in msgspec.json.encode(state)


@pytest.mark.parametrize("half", [{"bonus.1.when": "hull_2"}, {"bonus.1.points": 3}])
def test_a_bonus_told_by_half_gives_nothing_and_is_not_kept(half: dict[str, Any]) -> None:
    start = GAME.new_game({"players": 2}, {})
    state = GAME.correct(start, half)
    assert state.table.played.setup.bonuses == ()
    assert GAME.box.kept(GAME.view(start, None), half) == {"bonus": []}
    whole = GAME.correct(state, {"bonus.1.when": "hull_2", "bonus.1.points": 3})
    assert [(each.when, each.points) for each in whole.table.played.setup.bonuses] == [("hull_2", 3)]


def test_what_the_host_types_is_kept_for_later_games_and_the_running_one_keeps_its_own(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        home = Home(tmp_path)
        home.keep_owner_figures("rolling_with_the_waves", {"bonus": [FLEET]})
        first = own(room, "rolling_with_the_waves", players=2)
        game_id = first.game_id
        assert room.set_owner_figures(HOST, {"bonus.1.points": 6}).accepted
        assert home.owner_figures("rolling_with_the_waves") == {"bonus": [{**FLEET, "points": 6}]}
        home.keep_owner_figures("rolling_with_the_waves", {"bonus": []})
        again = room.open_saved(game_id)
        (bonus,) = again.snapshot().view(None).table.played.setup.bonuses
        assert (bonus.name, bonus.points) == ("Fleet", 6)
        assert own(room, "rolling_with_the_waves", players=2).snapshot().view(None).table.played.setup.bonuses == ()
