"""A table at which a watcher looks on, with perfect eyes and a scale, beside the game as the companion has it."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from companion.games.bots import Autopilot
from companion.games.core import OFF_MAT, Action
from companion.games.game import AnyGame
from companion.games.openings import opened
from companion.referee.watcher import Verdict, Watcher
from companion.table.expected import ExpectedTable
from companion.table.geometry import lay_table
from companion.table.sightings import Reading
from tests.companion.referee.perfect import look_at, sightings
from tests.companion.referee.positions import GAME, NAMES, AnyState


class Watched:
    """A watcher, and the game that goes on by what it accepts and by what is tapped."""

    def __init__(self, state: AnyState, game: AnyGame = GAME) -> None:
        self.game, self.state = game, state
        self.acts: list[Action] = []
        """What the watcher has told."""
        self.watcher = Watcher(game)

    def judge(self) -> None:
        """Accept what follows from what was last seen and felt."""
        while (verdict := self.watcher.judge(self.state, NAMES)) is None or verdict.acts:
            self._accept(verdict)

    def _accept(self, verdict: Verdict | None) -> None:
        for act in verdict.acts if verdict else ():
            self.state = self.game.apply_action(self.state, act)
            self.acts.append(act)
            self._open()

    def _open(self) -> None:
        """What was sealed is opened as soon as it is due, as in a live game."""
        self.state = opened(self.game, self.state)

    def tap(self, act: Action) -> str:
        """What is made of a tap."""
        before, self.state = self.state, self.game.apply_action(self.state, act)
        self.watcher.told(before, act, self.state)
        self._open()
        self.judge()
        return self.watcher.sight.state


class Table(Watched):
    """One that perfect eyes look at ten times a second."""

    def __init__(self, state: AnyState, *, restoring: bool = False, game: AnyGame = GAME) -> None:
        super().__init__(state, game)
        self.layout, self.kit = game.mat.layout(game.view(state, None)), game.mat.kit
        self.at_s = 0.0
        if not restoring:
            self.show(state)
            assert self.watcher.sight.state == "settled"

    def show(self, truth: AnyState, looks: int = 5, **seen: Any) -> str:
        """What is made of a table that shows this position for so many looks; with `covers` or `reaching`."""
        reading = replace(look_at(self.game, truth, 0.0, seen.pop("covers", ())), **seen)
        return self._show(reading, looks)

    def show_table(self, table: ExpectedTable, looks: int = 5, **seen: Any) -> str:
        """The same for a table that no position has."""
        found = sightings(lay_table(table, self.layout, self.kit), self.layout, self.kit, 0.0)
        return self._show(Reading(0.0, found, **seen), looks)

    def _show(self, reading: Reading, looks: int) -> str:
        for _ in range(looks):
            self.at_s = round(self.at_s + 0.1, 1)
            self.look(replace(reading, at_s=self.at_s))
        return self.watcher.sight.state

    def look(self, reading: Reading) -> None:
        """One look of the camera."""
        self.watcher.see(reading, self.state)
        self.judge()


class Scale(Watched):
    """One without a camera: the scale alone tells."""

    def __init__(self, state: AnyState, game: AnyGame = GAME, counted: str = "pearls") -> None:
        super().__init__(state, game)
        self.feel(getattr(state.table, counted))

    def feel(self, count: int | None) -> str:
        """What is made of so many pieces in the bowl."""
        self.watcher.feel(count)
        self.judge()
        return self.watcher.sight.state

    def _accept(self, verdict: Verdict | None) -> None:
        assert verdict is None or verdict.by == "scale"
        super()._accept(verdict)


def follow_a_game(game: AnyGame, seed: int, **options: Any) -> None:
    """Hold the watcher against a whole game of bots, each act looked at: it tells all, and never asks."""
    rng, autopilot = random.Random(seed), Autopilot(game, seed)
    options = {**game.simulation.varied_options(rng), **options}
    truth = game.new_game({**options, "cards": "virtual"}, {})
    table, done, ply = Table(game.new_game({**options, "cards": "own"}, {}), game=game), list[Action](), 0
    while (proposal := autopilot.propose(truth, ply, frozenset())) is not None:
        truth = game.apply_action(truth, proposal[0])
        ply += 1
        if proposal[0].opens:
            continue  # the companion does it itself, and nothing on the table shows it
        done.append(proposal[0].public())
        if done[-1].sense in OFF_MAT:
            table.acts.append(done[-1])
            # What is sealed is tapped whole: the companion keeps it until it is to be opened.
            table.tap(proposal[0] if done[-1].seals else done[-1])
        shown = table.show(truth, looks=5)
        if shown == "looking":
            shown = table.show(truth, looks=5)  # a place is believed for a second once something stands on it
        assert shown in ("settled", "open"), (done[-1], table.watcher.sight)
        # An open act is told with the next one; what lies there already is told before it is looked at.
        sure = done[:-1] if table.watcher.sight.state == "open" else done
        assert table.acts[: len(sure)] == sure
        assert len(table.acts) <= len(done) + 1
    assert game.outcome(table.state) == game.outcome(truth)


def weigh_a_game(game: AnyGame, seed: int, counted: str) -> None:
    """Hold the watcher against a whole game of bots without a camera: the scale never misleads, the rest is tapped."""
    rng, autopilot = random.Random(seed), Autopilot(game, seed)
    options = game.simulation.varied_options(rng)
    truth = game.new_game({**options, "cards": "virtual"}, {})
    scale = Scale(game.new_game({**options, "cards": "own"}, {}), game, counted)
    known, ply, felt, changes = scale.state, 0, 0, 0
    while (proposal := autopilot.propose(truth, ply, frozenset())) is not None:
        count, act = getattr(truth.table, counted), proposal[0].public()
        truth, known, ply = game.apply_action(truth, proposal[0]), game.apply_action(known, act), ply + 1
        changes += getattr(truth.table, counted) != count
        # What lies there already is told of before anybody lays it: the rules leave nothing else.
        before = len(scale.acts)
        scale.feel(getattr(truth.table, counted))
        if len(scale.acts) == before and scale.state != known:
            scale.tap(act)
        elif len(scale.acts) > before:
            felt += 1
            assert scale.acts[before] == act
        assert scale.state in (known, *(game.apply_action(known, each) for each in game.legal_actions(known)[:1]))
    assert felt == changes > 0
    assert game.outcome(scale.state) == game.outcome(truth)
