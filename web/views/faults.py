"""Requests that are refused or late and streams that are cut, on purpose; and the host's forms for all such faults.

Everything below /host is spared, so that the host can end what was begun.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
from flask import Blueprint, Flask, Response, current_app, request

from companion.live.requests import Reply
from companion.table.fault_plans import FAILURES, NO_FAULTS, FaultPlan, Lot, Spoiler
from web.http.refusals import Refused, answer
from web.views.desk import Desk, json_of

BACK: Final = "/host#faults"
TOLD: Final = "companion-page-faults"
"""Under this name the app's extensions have how often each fault of pages has happened."""
REFUSED: Final = "This request was refused on purpose: the host is trying out faults. Try again."
FIELDS: Final = (
    ("The line, both ways", (("line.lost", "lost"), ("line.spoilt", "spoilt"), ("line.twice", "twice"))),
    ("", (("line.swapped", "overtaken"), ("line.late", "late"))),
    ("The camera's pictures", (("camera.lost", "lost"), ("camera.twice", "twice"), ("camera.late", "late"))),
    ("Pages", (("pages.refused", "refused"), ("pages.late", "late"), ("pages.cut", "streams cut"))),
)
"""What the form has: groups of part and rate, with its word; all in percent. "line" stands for both directions."""


def bad_pages(desk: Desk, spoiler: Spoiler) -> Blueprint:
    """The forms of the host page's section on faults."""
    pages = Blueprint("faults", __name__, url_prefix="/host/faults")

    @pages.post("")
    def set_rates() -> Response:
        desk.require_host()
        if request.form.get("do") == "stop":
            spoiler.follow(NO_FAULTS)
            return answer(Reply(True, "Nothing goes wrong on purpose any more."), BACK)
        if "plan" in request.form:
            spoiler.follow(_whole(request.form["plan"]))
            return answer(Reply(True, "These faults happen from now on."), BACK)
        spoiler.follow(_plan(spoiler.plan, {name: request.form.get(name, "") for name in _names()}))
        return answer(Reply(True, "These faults happen from now on."), BACK)

    @pages.get("/told.json")
    def told() -> Response:
        desk.require_host()
        of_pages = {f"pages.{name}": count for name, count in dict(current_app.extensions[TOLD]).items()}
        return json_of({"plan": spoiler.plan, "told": {**spoiler.told(), **of_pages}})

    @pages.post("/now")
    def fail() -> Response:
        desk.require_host()
        what = request.form.get("what", "")
        if what not in FAILURES:
            raise Refused(400, f"Nothing here is called {what!r}. Reload the host page and use its buttons.")
        spoiler.fail(what)
        return answer(Reply(True, f"Done: {FAILURES[what].lower()}."), BACK)

    return pages


def spoil_pages(app: Flask, spoiler: Spoiler, pause: Callable[[float], object] = time.sleep) -> None:
    """Has the app refuse, delay and cut as the spoiler's plan says. `pause` lets a request wait for so many seconds."""
    lot = Lot("pages")
    told = app.extensions[TOLD] = Counter[str]()

    def before() -> None:
        rates = spoiler.plan.pages
        if request.path.startswith(("/host", "/static")) or rates == NO_FAULTS.pages:
            return
        fate = lot.request(rates)
        if fate.late_s:
            told["late"] += 1
            pause(fate.late_s)
        if fate.is_lost:
            told["refused"] += 1
            raise Refused(503, REFUSED, "busy")

    def cut(events: Iterable[str | bytes]) -> Iterator[str | bytes]:
        for event in events:
            rates = spoiler.plan.pages
            if rates.cut and lot.is_cut(rates):
                told["cut"] += 1
                return
            yield event

    def after(response: Response) -> Response:
        if response.mimetype == "text/event-stream" and not request.path.startswith("/host"):
            response.response = cut(response.response)  # type: ignore[assignment]  # strings or bytes, as they come
        return response

    app.before_request(before)
    app.after_request(after)


def shown_rates(plan: FaultPlan) -> dict[str, str]:
    """What stands in the fields of the form: percent, without needless zeros; empty for none."""
    return {name: f"{100 * _rate(plan, name):g}" if _rate(plan, name) else "" for name in _names()}


def _names() -> list[str]:
    return [name for _, fields in FIELDS for name, _ in fields]


def _rate(plan: FaultPlan, name: str) -> float:
    part, field = name.split(".")
    return float(getattr(getattr(plan, "to_host" if part == "line" else part), field))


def _whole(text: str) -> FaultPlan:
    """A plan that a script sends as JSON, all of it in place of the present one. Raises `Refused`."""
    try:
        return msgspec.json.decode(text, type=FaultPlan)
    except msgspec.DecodeError as error:
        raise Refused(400, f"This is no plan of faults: {error}. See docs/faults.md.", "malformed") from error


def _plan(plan: FaultPlan, typed: dict[str, str]) -> FaultPlan:
    """The plan with the rates that were typed. Raises `Refused` for what is no share in percent."""
    changes: dict[str, dict[str, float]] = {}
    for name, text in typed.items():
        part, field = name.split(".")
        if not re.fullmatch(r"\d{0,3}(\.\d{1,3})?", text.strip()) or float(text.strip() or 0) > 100:
            raise Refused(
                400,
                f"{text.strip()[:20]!r} is no share in percent. Type a number from 0 to 100, such as 0.5.",
                "malformed",
            )
        for each in ("to_board", "to_host") if part == "line" else (part,):
            changes.setdefault(each, {})[field] = float(text.strip() or 0) / 100
    parts = {each: msgspec.structs.replace(getattr(plan, each), **rates) for each, rates in changes.items()}
    return msgspec.structs.replace(plan, **parts)
