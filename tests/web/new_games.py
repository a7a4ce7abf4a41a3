"""Forms of new games, as they stand on the host page and as they are sent."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

JSON = {"Accept": "application/json"}


def form_of(page: str, game: str) -> str:
    """The form of a new game of that name."""
    forms: list[str] = re.findall(r'<form method="post" action="/host/new".*?</form>', page, re.DOTALL)
    (form,) = (each for each in forms if f'name="game" value="{game}"' in each)
    return form


def selects(form: str) -> dict[str, list[tuple[str, str, bool]]]:
    """Every option in the form: its values as they are sent, with their words, and which is chosen already."""
    found = {}
    for key, inner in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        options = re.findall(r'<option value="([^"]*)"( selected)?>([^<]*)</option>', inner)
        found[key] = [(value, unescape(words), bool(selected)) for value, selected, words in options]
    return found


def begin(host: FlaskClient, game: str, **form: str) -> tuple[int, str]:
    """The answer to a form."""
    reply = host.post("/host/new", data={"game": game, **form}, headers=JSON)
    return reply.status_code, reply.get_json()["text"]
