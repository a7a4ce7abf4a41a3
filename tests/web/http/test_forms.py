"""What people type, read and checked."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.games.shared.facts import FactField
from companion.language.message import say
from companion.live.room import Room
from companion.runtime.text import printable
from web.http.forms import changed_facts, parse_number
from web.http.refusals import Refused

PEARLS = FactField("pearls", say("Pearls in the bowl"), say("Round"), 2, 0, 5)
TOKEN = FactField(
    "token", say("Start token"), say("Round"), -1, choices=((-1, say("nobody")), (0, say("Ada")), (1, say("Ben")))
)
PHASE = FactField("phase", say("Phase"), say("Round"), "deal", choices=(("deal", say("Deal")), ("play", say("Play"))))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("A\x00d\x1ba", "Ada"),
        ("A\u202eda", "Ada"),
        ("\u200b\u2066", ""),
        ("Zoë 🌊", "Zoë 🌊"),
    ],
)
def test_names_lose_control_and_formatting_characters(typed: str, kept: str) -> None:
    assert printable(typed) == kept


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "The name is empty. Type 1 to 24 characters."),
        ("\u202e \x07", "The name is empty. Type 1 to 24 characters."),
        ("x" * 25, "The name has 25 characters. Type 1 to 24 characters."),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(client: FlaskClient, room: Room, name: str, sentence: str) -> None:
    reply = client.post("/seat/1/take", data={"name": name}, headers={"Accept": "application/json"})
    assert (reply.status_code, reply.get_json()["text"]) == (400, sentence)
    assert room.session.snapshot().seats[0].holder == "open"


def test_only_changed_facts_are_sent() -> None:
    form = {"fact:pearls": "2", "was:pearls": "2", "fact:token": "1", "was:token": "-1", "fact:unknown": "9"}
    assert changed_facts(form, (PEARLS, TOKEN, PHASE)) == {"token": 1}


def test_a_fact_that_the_table_changed_meanwhile_is_not_sent_back() -> None:
    """The form was drawn when three pearls lay there; the host changed the phase only; two lie there now."""
    form = {"fact:pearls": "3", "was:pearls": "3", "fact:phase": "play", "was:phase": "deal"}
    assert changed_facts(form, (PEARLS, PHASE)) == {"phase": "play"}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (
            {"fact:pearls": "six"},
            "Pearls in the bowl (Round) cannot be “six”. Give a whole number from 0 to 5.",
        ),
        ({"fact:pearls": "6"}, "Pearls in the bowl (Round) cannot be “6”. Give a whole number from 0 to 5."),
        ({"fact:token": "2"}, "Start token (Round) cannot be “2”. Choose one from its list."),
        ({"fact:phase": "win"}, "Phase (Round) cannot be “win”. Choose one from its list."),
    ],
)
def test_an_unreadable_fact_is_refused(form: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        changed_facts(form, (PEARLS, TOKEN, PHASE))
    assert str(refused.value.text) == sentence


@pytest.mark.parametrize(
    ("typed", "number"),
    [("7", 7), ("-1", -1), ("007", 7), ("", None), ("-", None), ("1.5", None), ("٣", None), ("9" * 10, None)],
)
def test_numbers_are_ascii_digits(typed: str, number: int | None) -> None:
    assert parse_number(typed) == number
