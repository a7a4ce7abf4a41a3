"""Two companions that play two histories tell a seat, the public and the host the same; planted leaks are seen."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

import companion.cli.evidence
import companion.cli.saved
import companion.live
import web.camera_page
import web.evidence_page
import web.host_page
import web.seat_page
import web.setup_page
import web.strip_page
import web.table_page
import web.virtual_page
from companion.games.core import Action
from companion.home import Home
from companion.journal import read_journal
from companion.referee.taps import TapRefused
from companion.requests import Redo, Reply, Tap
from companion.table.world import OutOfReach
from companion.timeline import replay
from tests.secret.outlets import probes
from tests.secret.process import Hidden, Pieces, Plant, Several, halves, listen, opened, told_apart
from tests.secret.test_pure import spoiled, spying
from tests.secret.worlds import SECRET_GAMES, Twins, twins

COMMANDS = ("history", "history as JSON", "verify", "evidence", "games")
PLIES = {"waves": (29, 34, 75), "sealed_bid": (11, 12, 18)}


def _checkpoints(pair: Twins) -> dict[int, Sequence[Action]]:
    """Where to read: half-way, just before the end and at the end of the history, with guesses to be refused."""
    acts = len(pair.one)
    return {ply: _guesses(pair, ply) for ply in (acts // 2, acts - 1, acts)}


def _guesses(pair: Twins, ply: int) -> tuple[Action, ...]:
    every = probes(pair, pair.game, ply - 1)
    return tuple(action for action in every if not (action.kind == "choice" and action.actor == pair.seat))


@pytest.mark.parametrize("seat", [None, 0, pytest.param(1, marks=pytest.mark.slow), 2])
@pytest.mark.parametrize("name", ["waves", pytest.param("sealed_bid", marks=pytest.mark.slow)])
def test_two_companions_say_the_same_to_whom_the_worlds_are_the_same(
    name: str, seat: int | None, tmp_path: Path
) -> None:
    for plies in PLIES[name]:
        pair = twins(name, seat, plies, 0)
        assert told_apart(pair, tmp_path / str(plies), Plant(), _checkpoints(pair)) == set()


@pytest.mark.parametrize("name", SECRET_GAMES)
def test_a_companion_says_the_same_twice_and_something_from_every_outlet(name: str, tmp_path: Path) -> None:
    pair = _pair(name)
    one, two = (listen(pair, pair.one, tmp_path / which, Plant(), _checkpoints(pair)) for which in ("one", "two"))
    assert one == two
    assert {outlet for outlet, said in one.items() if any(said)} == set(PLANTS)
    for outlet, said in one.items():
        if outlet not in ("closed seat page", "refusals", "log records") and outlet not in COMMANDS:
            assert all(answer.startswith(b"200 OK") for answer in said), outlet


def _pair(name: str) -> Twins:
    """A pair in which seat 0 has tapped a choice of its own."""
    pairs = (twins(name, 0, PLIES[name][1], seed) for seed in range(50))
    return next(pair for pair in pairs if any(act.kind == "choice" and act.actor == 0 for act in pair.one))


# --- the check itself: planted leaks ---


class Template(Plant):
    """A template that prints the hidden cards."""

    def __init__(self, name: str) -> None:
        self.name = name

    def spoil(self, app: Flask, hidden: Hidden) -> None:
        assert app.jinja_loader is not None
        assert app.jinja_env.loader is not None
        source, _, _ = app.jinja_env.loader.get_source(app.jinja_env, self.name)
        before, end, after = source.rpartition("{% endblock %}")
        text = f"{before}{{{{ hidden() }}}}{end}{after}" if end else f"{source}{{{{ hidden() }}}}"
        app.jinja_env.globals["hidden"] = hidden
        app.jinja_env.loader = ChoiceLoader([DictLoader({self.name: text}), app.jinja_env.loader])


class Patch(Plant):
    """A name of the companion replaced by one that lets the hidden cards out."""

    def __init__(self, module: object, name: str, make: Callable[[Any, Hidden], Any]) -> None:
        self.module, self.name, self.make = module, name, make

    def patch(self, monkeypatch: pytest.MonkeyPatch, hidden: Hidden) -> None:
        monkeypatch.setattr(self.module, self.name, self.make(getattr(self.module, self.name), hidden))


class Handler(Plant):
    """The session's answer to one kind of request, with the hidden cards in it."""

    def __init__(self, request: type) -> None:
        self.request = request

    def patch(self, monkeypatch: pytest.MonkeyPatch, hidden: Hidden) -> None:
        honest = companion.live._HANDLERS[self.request]

        def leaky(session: Any, client: Any, request: Any) -> Reply:
            reply = honest(session, client, request)
            return Reply(reply.accepted, reply.text + hidden(), reply.code, reply.rule, reply.revision)

        monkeypatch.setitem(companion.live._HANDLERS, self.request, leaky)


def _feed(honest: Any, hidden: Hidden) -> Any:
    return lambda seat, draw, *more, **named: honest(seat, lambda snapshot: draw(snapshot) + hidden(), *more, **named)


def _json(honest: Any, hidden: Hidden) -> Any:
    return lambda *given: {**honest(*given), "leak": hidden()}


def _health(honest: Any, hidden: Hidden) -> Any:
    return lambda value: honest({**value, "leak": hidden()} if "devices" in value else value)


def _picture(honest: Any, hidden: Hidden) -> Any:
    def take(*given: Any) -> tuple[int, bytes]:
        number, jpeg = honest(*given)
        return number, jpeg + hidden().encode()

    return take


def _exported(honest: Any, hidden: Hidden) -> Any:
    return lambda *given: honest(*given) + hidden().encode()


def _told_to_a_seat(honest: Any, hidden: Hidden) -> Any:
    """A replay whose accounts are those of each seat."""

    def replay(registry: Any, rows: Any) -> Any:
        timeline = honest(registry, rows)
        accounts = timeline.accounts
        timeline.accounts = lambda seat, count: [
            account for seat in range(timeline.seat_count) for account in accounts(seat, count)
        ]
        return timeline

    return replay


def _paired(honest: Any, hidden: Hidden) -> Any:
    def pair(*given: Any) -> Any:
        response = honest(*given)
        response.data += hidden().encode()
        return response

    return pair


def _hands(honest: Any, hidden: Hidden) -> Any:
    """The virtual table as JSON with every hand in it."""
    return lambda value: honest([value, hidden()])


def _out_of_reach(honest: Any, hidden: Hidden) -> Any:
    def turn(*given: Any) -> None:
        raise OutOfReach(f"This piece cannot be turned. {hidden()}")

    return turn


def _refusing(honest: Any, hidden: Hidden) -> Any:
    def judge(*given: Any, **more: Any) -> Any:
        try:
            return honest(*given, **more)
        except TapRefused as refused:
            raise TapRefused(refused.code, f"{refused}{hidden()}", refused.rule) from refused

    return judge


def _logging(honest: Any, hidden: Hidden) -> Any:
    def accept(*given: Any, **more: Any) -> Any:
        logging.getLogger("companion.live").info("accepted: %s", given[2])
        return honest(*given, **more)

    return accept


def _telling(line: str) -> Callable[[Any, Hidden], Any]:
    """`click.echo` that adds the hidden cards to lines of one kind."""
    return lambda honest, hidden: (
        lambda text=b"", **more: honest(
            f"{text.decode() if isinstance(text, bytes) else text}{hidden() if line in str(text) else ''}", **more
        )
    )


def _of_another_seat(as_json: bool) -> Callable[[Any, Hidden], Any]:
    """A replay whose public lines are those of seat 1, for one of the two forms of the history."""

    def make(honest: Any, hidden: Hidden) -> Any:
        def replay(registry: Any, rows: Any) -> Any:
            timeline = honest(registry, rows)
            if click.get_current_context().params.get("as_json") is as_json:
                lines = timeline.lines
                timeline.lines = lambda seat, after, count: [
                    line for seat in range(timeline.seat_count) for line in lines(seat, after, count)
                ]
            return timeline

        return replay

    return make


class _LeakyHome(Home):
    def saved_games(self, registry: Any, but: str = "") -> Any:
        (path,) = (self.folder / "games").glob("*.journal")
        hidden = repr(replay(registry, read_journal(path)).state.secrets)
        return tuple(
            type(each)(each.id, each.title, each.started, each.acts, hidden) for each in super().saved_games(registry)
        )


PLANTS: Mapping[str, Plant] = {
    "table page": Template("table.html"),
    "closed seat page": Template("seat_closed.html"),
    "locked host page": Template("host_locked.html"),
    "host page": Template("host.html"),
    "undo page": Template("confirm_undo.html"),
    "end page": Template("confirm_end.html"),
    "seat page": Template("seat.html"),
    "table stream": Patch(web.table_page, "Feed", _feed),
    "host stream": Patch(web.host_page, "Feed", _feed),
    "seat stream": Patch(web.seat_page, "Feed", _feed),
    "table.json": Patch(web.table_page, "public_json", _json),
    "health.json": Patch(web.table_page, "json_of", _health),
    "seat.json": Patch(web.seat_page, "seat_json", _json),
    "refusals": Patch(companion.live, "judge_tap", _refusing),
    "tap replies": Handler(Tap),
    "pairing replies": Patch(web.host_page, "_pair", _paired),
    "host replies": Handler(Redo),
    "camera page": Template("camera.html"),
    "camera.jpg": Patch(web.camera_page, "take_picture", _picture),
    "setup page": Template("setup.html"),
    "setup.json": Patch(web.setup_page, "json_of", _hands),
    "strip.json": Patch(web.strip_page, "json_of", _hands),
    "virtual page": Template("virtual.html"),
    "virtual.json": Patch(web.virtual_page, "json_of", _hands),
    "virtual replies": Patch(Pieces, "turn", _out_of_reach),
    "log records": Patch(companion.live.LiveGame, "accept", _logging),
    "evidence.json": Patch(web.evidence_page, "evidence_json", _exported),
    "evidence": Patch(companion.cli.evidence, "replay", _told_to_a_seat),
    "history": Patch(companion.cli.saved, "replay", _of_another_seat(as_json=False)),
    "history as JSON": Patch(companion.cli.saved, "replay", _of_another_seat(as_json=True)),
    "games": Patch(companion.cli.saved, "Home", lambda honest, hidden: _LeakyHome),
    "verify": Patch(click, "echo", _telling("all sound")),
}
"""One leak for each outlet, seen there and nowhere else."""


def test_of_any_two_outlets_each_is_in_a_half_without_the_other() -> None:
    for one, other in itertools.permutations(PLANTS, 2):
        assert any(one in half and other not in half for half in halves(PLANTS)), (one, other)


@pytest.mark.parametrize("name", SECRET_GAMES)
@pytest.mark.parametrize("half", halves(PLANTS), ids=itertools.count())
def test_leaks_are_seen_in_their_outlets_alone(name: str, half: frozenset[str], tmp_path: Path) -> None:
    pair = _pair(name)
    end = len(pair.one)  # where it was read on the way is of no matter here, and takes most of the time
    leaks = Several(PLANTS[outlet] for outlet in PLANTS if outlet in half)
    assert told_apart(pair, tmp_path, leaks, {end: _guesses(pair, end)}) == half


@pytest.mark.parametrize("name", SECRET_GAMES)
def test_a_game_whose_log_leaks_is_seen_wherever_the_log_is_read(name: str, tmp_path: Path) -> None:
    pair = _pair(name)
    leaky = pair._replace(game=spoiled(pair.game, "describe", lambda sentence, hidden: sentence + hidden))
    red = told_apart(leaky, tmp_path, Plant(), _checkpoints(pair))
    pages = {f"{whose} {what}" for whose in ("table", "host", "seat") for what in ("page", "stream")}
    assert red >= pages | {"history", "history as JSON"}
    assert not red & {"table.json", "seat.json", "health.json", "log records", "verify", "games"}


@pytest.mark.parametrize("method", ["prompt", "choices", "describe", "apply_action"])
@pytest.mark.parametrize("name", SECRET_GAMES)
def test_a_fault_tells_no_secret(name: str, method: str, tmp_path: Path) -> None:
    """What broke is logged, but not the error's own words: those may quote the hidden cards."""
    pair = _pair(name)
    one, other = (
        _heard_of_a_fault(pair, history, method, tmp_path / str(index)) for index, history in enumerate(pair[2:])
    )
    assert one == other
    assert b"RuntimeError" in b"".join(one["log records"])


def _heard_of_a_fault(pair: Twins, history: Sequence[Action], method: str, folder: Path) -> dict[str, list[bytes]]:
    """Everything said by a companion whose game breaks in one method, with an error that quotes the hidden cards."""
    Faulty = spying(pair.game)

    def breaks(game: Any, *given: Any) -> Any:
        raise RuntimeError(game.hidden)

    own = [act.kind == "choice" and act.actor == pair.seat for act in history]
    acts = max(ply for ply in range(len(own)) if not own[ply])
    with opened(pair._replace(game=Faulty()), history, folder, Plant()) as (world, records):
        world.play(acts)
        guesses = _guesses(pair, acts)
        setattr(Faulty, method, breaks)
        if method == "apply_action":
            world.break_bots(acts + 1)
        world.read(guesses)
        return world.said | {"log records": records.lines}
