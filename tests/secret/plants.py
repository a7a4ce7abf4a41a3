"""Leaks to plant in a companion, one for each of its outlets, so that the check of the outlets is checked itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import click
import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

import companion.cli.saved.evidence
import companion.cli.saved.games
import companion.live.handlers
import web.views.camera
import web.views.evidence
import web.views.host
import web.views.seat
import web.views.setup
import web.views.strip
import web.views.table
import web.views.virtual_table
from companion.journal import read_journal
from companion.live.requests import Redo, Reply, Tap
from companion.live.resume import replay
from companion.live.saved_games import SavedGames
from companion.referee.taps import TapRefused
from companion.table.world import OutOfReach
from tests.secret.process import Hidden, Pieces, Plant


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
        honest = companion.live.handlers._HANDLERS[self.request]

        def leaky(session: Any, client: Any, request: Any) -> Reply:
            reply = honest(session, client, request)
            return Reply(reply.accepted, str(reply.text) + hidden(), reply.code, reply.rule, reply.revision)

        monkeypatch.setitem(companion.live.handlers._HANDLERS, self.request, leaky)


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
    """Accounts that are those of each seat."""
    return lambda history, seat: [
        account for each in range(history.game.seat_count(history.start.table)) for account in honest(history, each)
    ]


def _paired(honest: Any, hidden: Hidden) -> Any:
    def pair(*given: Any) -> Any:
        response = honest(*given)
        response.data += hidden().encode()
        return response

    return pair


def _prompt_feed(honest: Any, hidden: Hidden) -> Any:
    def make(*given: Any) -> Any:
        feed = honest(*given)
        draw = feed.draw
        feed.draw = lambda snapshot: draw(snapshot) + hidden()
        return feed

    return make


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
        logging.getLogger("companion.live.handlers").info("accepted: %s", given[2])
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
    """A log whose public lines are those of every seat, for one of the two forms of the history."""

    def make(honest: Any, hidden: Hidden) -> Any:
        def log_of(history: Any, seat: Any) -> Any:
            if click.get_current_context().params.get("as_json") is as_json:
                seats = range(history.game.seat_count(history.start.table))
                return [line for each in seats for line in honest(history, each)]
            return honest(history, seat)

        return log_of

    return make


class _LeakySavedGames(SavedGames):
    def all(self, *told: Any, **more: Any) -> Any:
        (path,) = self._home.journals()
        hidden = repr(replay(self._registry, read_journal(path)).state.secrets)
        games = super().all(*told, **more)
        return tuple(type(each)(each.id, each.title, each.started, each.acts, hidden) for each in games)


PLANTS: Mapping[str, Plant] = {
    "table page": Template("table.html"),
    "closed seat page": Template("seat_closed.html"),
    "locked host page": Template("host_locked.html"),
    "host page": Template("host.html"),
    "saved games page": Template("saved.html"),
    "undo page": Template("confirm_undo.html"),
    "end page": Template("confirm_end.html"),
    "seat page": Template("seat.html"),
    "table stream": Patch(web.views.table, "Feed", _feed),
    "host stream": Patch(web.views.host, "Feed", _feed),
    "seat stream": Patch(web.views.seat, "Feed", _feed),
    "table.json": Patch(web.views.table, "public_json", _json),
    "health.json": Patch(web.views.table, "json_of", _health),
    "seat.json": Patch(web.views.seat, "seat_json", _json),
    "refusals": Patch(companion.live.handlers, "judge_tap", _refusing),
    "tap replies": Handler(Tap),
    "pairing replies": Patch(web.views.host, "_pair", _paired),
    "host replies": Handler(Redo),
    "camera page": Template("camera.html"),
    "camera.jpg": Patch(web.views.camera, "take_picture", _picture),
    "setup page": Template("setup.html"),
    "setup.json": Patch(web.views.setup, "json_of", _hands),
    "strip.json": Patch(web.views.strip, "json_of", _hands),
    "virtual page": Template("virtual.html"),
    "camera stream": Patch(web.views.camera, "prompt_feed", _prompt_feed),
    "virtual stream": Patch(web.views.virtual_table, "prompt_feed", _prompt_feed),
    "virtual.json": Patch(web.views.virtual_table, "json_of", _hands),
    "virtual replies": Patch(Pieces, "turn", _out_of_reach),
    "log records": Patch(companion.live.handlers.LiveGame, "accept", _logging),
    "evidence.json": Patch(web.views.evidence, "evidence_json", _exported),
    "evidence": Patch(companion.cli.saved.evidence, "accounts_of", _told_to_a_seat),
    "history": Patch(companion.cli.saved.games, "log_of", _of_another_seat(as_json=False)),
    "history as JSON": Patch(companion.cli.saved.games, "log_of", _of_another_seat(as_json=True)),
    "games": Patch(companion.cli.saved.games, "SavedGames", lambda honest, hidden: _LeakySavedGames),
    "verify": Patch(click, "echo", _telling("all sound")),
}
"""One leak for each outlet, seen there and nowhere else."""
