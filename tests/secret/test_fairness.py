"""Nobody chooses anew in silence: not by what the host sets back, and not by sitting down where something is sealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader

import companion.live.chronicle
import companion.live.promises
import companion.live.timeline
from companion.games.core import FactValue
from companion.live.promises import NOTHING, Promises
from companion.live.requests import Correct, LeaveSeat, Redo, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.live.test_sealed import ADA, BO, both, guess, guessing, lines
from tests.companion.tables import GUEST, HOST, open_room, play_to, undo
from tests.games.sealed_bid.model import NOBODY
from tests.many import one_quick
from tests.web.conftest import CODE, make_app

Leak = Callable[[pytest.MonkeyPatch], None]


def honest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is planted."""


def _set(module: object, name: str, value: Any) -> Leak:
    return lambda monkeypatch: monkeypatch.setattr(module, name, value)


# --- what everybody has seen before an undo ---


def _back(session: Session, plays: int) -> None:
    assert session.submit(HOST, undo(session, plays)).accepted


def _correct(session: Session, facts: dict[str, FactValue]) -> None:
    assert session.submit(HOST, Correct(facts)).accepted


def _there_and_back(session: Session) -> None:
    _back(session, 6)
    _correct(session, {"pearls": 1})
    _back(session, 1)


def _phase(session: Session) -> None:
    _back(session, 6)
    _correct(session, {"phase": "deal"})
    _correct(session, {"phase": "guess"})


def _forth(session: Session) -> None:
    _back(session, 7)
    assert session.submit(HOST, Redo(1)).accepted


WAYS: Mapping[str, Callable[[Session], None]] = {
    "an undo": lambda session: _back(session, 6),
    "a correction there and back": _there_and_back,
    "a phase there and back": _phase,
    "a redo": _forth,
}
"""How a host may come to where Ada and Bo have yet to guess, though all have seen what they guessed."""


def freed(folder: Path, leak: Leak = honest) -> set[str]:
    """The ways that leave somebody free to guess otherwise; the log too, where it is silent on who is truly free."""
    found = set[str]()
    with pytest.MonkeyPatch.context() as monkeypatch, open_room(folder) as room:
        leak(monkeypatch)
        for way, go in WAYS.items():
            session = _opened_once(room)
            go(session)
            if guess(session, ADA, 0).accepted or guess(session, BO, 0).accepted:
                found.add(way)
        session = _opened_once(room)
        _back(session, 5)
        _correct(session, {"guess.0": "none"})
        if not lines(session, None)[-1].endswith("What all saw before an undo binds Ada no more."):
            found.add("the log")
    return found


def _opened_once(room: Room) -> Session:
    """Ada has guessed Bo, and Bo nobody; all have seen it."""
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    return session


def _loose(promises: Promises, game: Any, step: Any) -> Promises:
    """A correction of anything ends what was promised."""
    return NOTHING if step.action is None else _AFTER(promises, game, step)


def _forgetful(timeline: Any, left: int, known: Promises) -> Promises:
    """What an undo of something else finds is no promise."""
    return _AT(timeline, left, NOTHING)


_AFTER, _AT = Promises.after, companion.live.timeline.Timeline._promises_at
PROMISE_LEAKS: Mapping[str, tuple[Leak, set[str]]] = {
    "a correction frees": (_set(Promises, "after", _loose), {"a phase there and back", "the log"}),
    "an undo forgets": (
        _set(companion.live.timeline.Timeline, "_promises_at", _forgetful),
        {"a correction there and back"},
    ),
    "nothing is promised": (
        _set(companion.live.timeline, "seen_before", lambda plays, stays: (stays, NOTHING)),
        {*WAYS, "the log"},
    ),
    "the gate takes anything": (_set(Promises, "check", lambda *given: None), {*WAYS}),
    "the log is silent": (_set(companion.live.chronicle, "_with_freed", lambda event, text: text), {"the log"}),
}


def test_whatever_the_host_sets_back_no_seen_choice_is_changed_in_silence(tmp_path: Path) -> None:
    assert freed(tmp_path) == set()


@pytest.mark.parametrize("planted", one_quick(PROMISE_LEAKS))
def test_each_planted_way_to_a_free_choice_is_seen(planted: str, tmp_path: Path) -> None:
    leak, ways = PROMISE_LEAKS[planted]
    assert freed(tmp_path, leak) == ways


# --- who has read what is sealed ---

TOLD: Mapping[str, str] = {
    "free seat": "A choice is sealed here. Whoever sits down reads it, and all at the table are told.",
    "host page": "A choice is sealed in seat 1. Whoever sits down there next reads it, and all are told.",
    "left": "Ada knows what is sealed there. Whoever sits down there reads it, and may choose anew.",
    "sat": "Cem reads what is sealed there, and may choose anew.",
}
"""Where all are told that a sealed choice is read, and how."""


def untold(folder: Path, leak: Leak = honest, templates: Mapping[str, str] = {}) -> set[str]:
    """The places at which nobody is told that Cem reads what Ada has sealed; `templates` stand for the true ones."""
    said = dict[str, str]()
    with pytest.MonkeyPatch.context() as monkeypatch, open_room(folder) as room:
        leak(monkeypatch)
        session, app = guessing(room), make_app(room)
        assert app.jinja_env.loader is not None
        app.jinja_env.loader = ChoiceLoader([DictLoader(templates), app.jinja_env.loader])
        assert guess(session, ADA, 1).accepted
        assert session.submit(ADA, LeaveSeat(0)).accepted
        host = app.test_client()
        host.post("/host/unlock", data={"code": CODE})
        said["left"] = lines(session, None)[-1]
        said["free seat"] = app.test_client().get("/seat/1/").text
        said["host page"] = host.get("/host").text
        assert session.submit(GUEST, TakeSeat(0, "Cem", "key of Cem")).accepted
        assert session.snapshot().view(0).own_sealed, "Cem reads it"
        said["sat"] = lines(session, None)[-1]
    return {place for place, words in TOLD.items() if words not in said[place]}


def _without(name: str) -> Mapping[str, str]:
    """A template that has lost its sentence."""
    source = (Path(__file__).parents[2] / "web" / "templates" / name).read_text()
    assert "hides_choice" in source
    return {name: source.replace("hides_choice", "hides_nothing")}


SEAT_LEAKS: Mapping[str, tuple[Leak, Mapping[str, str], set[str]]] = {
    "nobody looks": (_set(companion.live.timeline, "hides_choice", lambda *given: False), {}, {*TOLD}),
    "who stands up": (_set(companion.live.timeline, "left", lambda *given: "Ada has left seat 1."), {}, {"left"}),
    "who sits down": (_set(companion.live.timeline, "sat", lambda *given: "Cem sits in seat 1."), {}, {"sat"}),
    "the free seat": (honest, _without("seat_closed.html"), {"free seat"}),
    "the host page": (honest, _without("_host.html"), {"host page"}),
}


def test_all_are_told_before_and_after_somebody_reads_a_sealed_choice(tmp_path: Path) -> None:
    assert untold(tmp_path) == set()


@pytest.mark.parametrize("planted", one_quick(SEAT_LEAKS))
def test_each_silence_about_it_is_seen(planted: str, tmp_path: Path) -> None:
    leak, templates, places = SEAT_LEAKS[planted]
    assert untold(tmp_path, leak, templates) == places


def test_every_place_has_a_planted_silence_and_every_way_a_leak() -> None:
    assert {*TOLD} == set().union(*(places for _, _, places in SEAT_LEAKS.values()))
    assert {*WAYS, "the log"} == set().union(*(ways for _, ways in PROMISE_LEAKS.values()))
