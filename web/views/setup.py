"""The setup page: whether the table is fit to be read, what is to be mended and how, the strip's light, and the dice.

Public but for the measuring and what is said of the dice, which are the host's: it shows the mat as the camera page
does, figures of the picture, and names of places on the mat.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from flask import Blueprint, Response, render_template, request

from companion.live.requests import Reply
from companion.table.dice import ClearDice
from companion.table.fitness import Fitness, StripMeasure, Verdict
from web.http.refusals import Refused, answer
from web.views.desk import Desk, json_of

SIGNS: Final[dict[Verdict, tuple[str, str]]] = {
    "fit": ("✓", "fit"),
    "barely": ("~", "just enough"),
    "unfit": ("!", "unfit"),
    "unknown": ("?", "not known"),
}
"""A sign and a word for each verdict: its colour is never the only thing that tells it."""
WAITING: Final = "The camera has not sent a picture yet. Wait a moment."
NO_CAMERA: Final = "No camera looks at this table, so there is nothing to set up. Plug one in, then start again."
HAS_CLEAR: Final[dict[str, bool | None]] = {"yes": True, "no": False, "game": None}
STRIP_TITLE: Final = "The strip's light"


class Setup(Protocol):
    """What the page shows, and the one thing that it can ask for. Any thread may call."""

    def fitness(self) -> Fitness | None:
        """The fitness of a picture of the last seconds; None before the first picture."""

    def measuring(self) -> StripMeasure:
        """How far the measuring of the strip's light has come."""

    def clear_dice(self) -> ClearDice | None:
        """Whether clear dice may be rolled here; None where nobody needs to say so."""

    def say_clear(self, has_clear: bool | None) -> tuple[bool, str]:
        """Keep whether the box has clear dice, None for as the game has them; whether it is kept, and a sentence."""

    def measure(self) -> str:
        """Begin to measure the strip's light, and return at once with ""; or a sentence with why not."""


def setup_page(desk: Desk, setup: Setup | None = None) -> Blueprint:
    """`/setup`, `/setup/part`, `/setup.json` and the form on it; `setup` is None where there is no camera."""
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def show() -> str:
        found = require_setup(setup)
        title = desk.room.session.snapshot().game.title
        dice = found.clear_dice()
        return render_template("setup.html", title=title, is_host=desk.is_host(), dice=dice, **_shown(found))

    @pages.get("/setup/part")
    def part() -> str:
        return render_template("_setup.html", **_shown(require_setup(setup)))

    @pages.get("/setup.json")
    def as_json() -> Response:
        found = require_setup(setup)
        return json_of({"fitness": found.fitness(), "strip": found.measuring()})

    @pages.post("/setup/strip")
    def measure() -> Response:
        desk.require_host()
        if refused := require_setup(setup).measure():
            raise Refused(409, refused, "illegal")
        return answer(Reply(True, "The strip's light is being measured. Keep hands off the mat."), "/setup")

    @pages.post("/setup/dice")
    def say_clear() -> Response:
        desk.require_host()
        said = request.form.get("clear", "")
        if said not in HAS_CLEAR:
            raise Refused(400, "Say whether there are clear dice in the box: yes, no, or as in the game's box.")
        is_kept, text = require_setup(setup).say_clear(HAS_CLEAR[said])
        if not is_kept:
            raise Refused(409, text, "illegal")
        return answer(Reply(True, text), "/setup")

    return pages


def require_setup(setup: Setup | None) -> Setup:
    """The same setup; raises `Refused` (404) where there is none."""
    if setup is None:
        raise Refused(404, NO_CAMERA)
    return setup


def _shown(setup: Setup) -> dict[str, Any]:
    """What the part of the page that changes needs."""
    return {
        "fitness": setup.fitness(),
        "strip": setup.measuring(),
        "signs": SIGNS,
        "waiting": WAITING,
        "strip_title": STRIP_TITLE,
    }
