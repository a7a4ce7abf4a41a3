"""The host holds the boards on paper against what the companion knows of them, and puts one or the other right."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from web.http.forms import changed_facts
from web.render.compare import differences, paper_boards
from web.render.pages import board_part
from web.views.desk import Desk


def compare_page(desk: Desk) -> Blueprint:
    """`/host/compare`: every board with its rows; and what differs from what was typed there."""
    pages = Blueprint("compare", __name__, url_prefix="/host/compare")

    @pages.get("")
    def show() -> str:
        desk.require_host()
        snapshot = desk.room.session.snapshot()
        view = snapshot.view(None)
        boards = paper_boards(snapshot.game.facts(view), board_part(snapshot, view, may_tap=False))
        return render_template("compare.html", title=snapshot.game.title, boards=boards)

    @pages.post("")
    def compared() -> str:
        desk.require_host()
        snapshot = desk.room.session.snapshot()
        view = snapshot.view(None)
        fields = [field for field in snapshot.game.facts(view) if field.board]
        found = differences(fields, changed_facts(request.form, fields))
        return render_template("compared.html", title=snapshot.game.title, found=found)

    return pages
