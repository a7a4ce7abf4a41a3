"""All saved games, a page of them at a time; the host goes on with one from here as from the host page."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from web.http.forms import read_number
from web.render.saved import page_of
from web.views.desk import Desk

MOST_PAGES = 10**6


def saved_page(desk: Desk) -> Blueprint:
    """`/host/games`: the list."""
    pages = Blueprint("saved", __name__, url_prefix="/host/games")

    @pages.get("")
    def show() -> str:
        desk.require_host()
        number = read_number(request, "page", "The page", 1, MOST_PAGES) if "page" in request.args else 1
        desk.room.saved.look_soon()
        return render_template(
            "saved.html",
            title=desk.room.session.snapshot().game.title,
            saved=page_of(desk.room.saved.listing, number),
        )

    return pages
