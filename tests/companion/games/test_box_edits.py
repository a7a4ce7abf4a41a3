"""A box as its owner corrects it: fields, places in the file, and what comes of a change. With a box of two things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.box_edits import (
    added,
    changes,
    corrected,
    entries_of,
    part_of,
    read_form,
    replaced,
    stamp,
    taken,
    touched,
    with_part,
)
from companion.games.errors import BadOption
from companion.games.owners_box import (
    BadEntry,
    BadField,
    BoxEntry,
    BoxFault,
    BoxFaults,
    BoxField,
    BoxSection,
    BoxValue,
    Owner,
    OwnersBox,
    Part,
)
from companion.language.message import lone, say
from companion.language.values import Name

NUMBER = BoxField("n", say("Number"), "number", "2", 1, 9)
NUMBERS = BoxField("many", say("Numbers"), "numbers", "1, 2", 0, 9)
TEXT = BoxField("name", say("Name"), "text", "Ada", 1, 5)
FLAG = BoxField("flag", say("Flag"), "flag", "1")
CHOICE = BoxField("kind", say("Kind"), "choice", "big", choices=(("big", say("large")), ("", say("small"))))


class Purse(OwnersBox):
    """Two bags of pearls that hold ten together, and no more than three each unless they are large."""

    file = "owner/purse.toml"

    def sections(self, owner: Owner) -> tuple[BoxSection, ...]:
        if set(owner) - {"bags"}:
            raise BadOption(say("There is no such thing in the purse."))
        bags = {"red": {"n": 5}, "blue": {"n": 5}, **owner.get("bags", {})}
        return (BoxSection("bags", say("Bags"), tuple(self._bag(name, bag, owner) for name, bag in bags.items())),)

    def _bag(self, name: str, bag: Mapping[str, Any], owner: Owner) -> BoxEntry:
        fields = (
            BoxField("n", say("Pearls"), "number", str(bag["n"]), 0, 9),
            BoxField("why", say("Why"), "text", str(bag.get("why", "")), 1, 9, needs=("n", ("0",))),
        )
        typed = name in owner.get("bags", {})
        return BoxEntry(name, lone(Name(name)), (f"bags.{name}",), "owner" if typed else "assumed", fields)

    def part(self, owner: Owner, entry: BoxEntry, values: Mapping[str, BoxValue]) -> Part:
        return {f"bags.{entry.key}": dict(values)}

    def faults(self, owner: Owner) -> BoxFaults:
        sections = self.sections(owner)
        pearls = sum(int(entry.fields[0].value) for entry in entries_of(sections).values())
        if pearls > 10:
            return BoxFaults((BoxFault(say("{pearls} pearls are too many.", pearls=pearls), "red"),))
        return BoxFaults()


PURSE = Purse()


def entry(owner: Owner, key: str) -> BoxEntry:
    return entries_of(PURSE.sections(owner))[key]


# --- fields ---


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        (NUMBER, " 9 ", 9),
        (NUMBERS, "1 2,3", (1, 2, 3)),
        (TEXT, " Eve ", "Eve"),
        (FLAG, "1", True),
        (FLAG, "", False),
        (CHOICE, "", ""),
    ],
)
def test_what_is_typed_means_a_value(field: BoxField, typed: str, value: BoxValue) -> None:
    assert field.read(typed) == value


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        (NUMBER, "0", "“0” is wrong here. Write a whole number from 1 to 9."),
        (NUMBER, "", "“” is wrong here. Write a whole number from 1 to 9."),
        (NUMBER, "1.5", "“1.5” is wrong here."),
        (NUMBER, "٣", "“٣” is wrong here."),
        (NUMBER, "9" * 40, f"“{'9' * 20}” is wrong here."),
        (NUMBERS, "1, x", "“1, x” is wrong here. Write whole numbers from 0 to 9, with commas between."),
        (NUMBERS, "", "“” is wrong here."),
        (NUMBERS, "10", "“10” is wrong here."),
        (NUMBERS, "1 " * 25, "is wrong here."),
        (TEXT, " ", "This text has 0 letters. Write 1 to 5."),
        (TEXT, "Ada Lovelace", "This text has 12 letters. Write 1 to 5."),
        (CHOICE, "huge", "“huge” is not in this list. Choose one of it."),
    ],
)
def test_what_cannot_stand_in_a_field_is_refused_in_words(field: BoxField, typed: str, told: str) -> None:
    with pytest.raises(BadField) as refused:
        field.read(typed)
    assert told in str(refused.value.reason)


def test_a_field_is_shown_as_people_read_it() -> None:
    assert [str(each.shown()) for each in (CHOICE, FLAG, NUMBER)] == ["large", "yes", "2"]


def test_all_that_is_wrong_in_a_form_is_told_at_once_and_what_means_nothing_is_not_asked() -> None:
    with pytest.raises(BadEntry) as refused:
        read_form(entry({}, "red"), {"n": "x", "why": ""})
    assert list(refused.value.reasons) == ["n"]
    with pytest.raises(BadEntry) as refused:
        read_form(entry({}, "red"), {"n": "0", "why": ""})
    assert list(refused.value.reasons) == ["why"]
    assert read_form(entry({}, "red"), {"n": "3", "why": "far too long a text"}) == {"n": 3}


# --- places in the file ---


def test_a_part_is_taken_out_of_a_file_and_put_in() -> None:
    owner = {"a": {"b": {"c": 1, "d": 2}}, "e": 3}
    assert part_of(owner, ("a.b.c", "a.x", "e.f", "e")) == {"a.b.c": 1, "e": 3}
    assert with_part(owner, {"a.b.c": 5, "g.h": [6]}) == {"a": {"b": {"c": 5, "d": 2}}, "e": 3, "g": {"h": [6]}}
    assert with_part(owner, {}, ("a.b.c", "a.b.d", "x.y")) == {"e": 3}
    assert owner == {"a": {"b": {"c": 1, "d": 2}}, "e": 3}


def test_the_stamp_of_an_entry_follows_that_entry_alone() -> None:
    red = entry({}, "red")
    assert stamp({}, red) == stamp({"bags": {"blue": {"n": 2}}}, red)
    assert stamp({}, red) != stamp({"bags": {"red": {"n": 5}}}, red)


# --- changes ---


def test_an_entry_is_kept_and_set_back() -> None:
    after = corrected(PURSE, {}, entry({}, "red"), {"n": "4"})
    assert after == {"bags": {"red": {"n": 4}}}
    assert entry(after, "red").status == "owner"
    assert replaced(PURSE, after, entry(after, "red").paths, {}) == {}
    assert touched(PURSE.sections({}), {}, after) == ("red",)


def test_a_change_that_makes_the_box_unplayable_is_refused_and_one_that_mends_it_in_part_is_taken() -> None:
    with pytest.raises(BadEntry, match=r"11 pearls are too many\."):
        corrected(PURSE, {}, entry({}, "red"), {"n": "6"})
    broken = {"bags": {"red": {"n": 9}, "blue": {"n": 8}}}
    with pytest.raises(BadEntry, match=r"16 pearls are too many\."):  # another error than the one that was there
        corrected(PURSE, broken, entry(broken, "red"), {"n": "8"})
    assert corrected(PURSE, broken, entry(broken, "red"), {"n": "2"})["bags"]["red"] == {"n": 2}


def test_nothing_is_added_to_a_box_that_takes_no_more() -> None:
    with pytest.raises(BadEntry, match=r"Nothing can be added here\."):
        added(PURSE, {}, "bags", "green")


def test_another_owners_entries_are_taken_and_the_own_ones_stay_unless_all_is_replaced() -> None:
    mine, theirs = {"bags": {"blue": {"n": 1}}}, {"bags": {"red": {"n": 7}}}
    assert taken(PURSE, mine, theirs, whole=False) == {"bags": {"blue": {"n": 1}, "red": {"n": 7}}}
    with pytest.raises(BadEntry, match=r"12 pearls are too many\."):
        taken(PURSE, mine, theirs, whole=True)
    assert taken(PURSE, mine, {"bags": {"red": {"n": 2}}}, whole=True) == {"bags": {"red": {"n": 2}}}
    with pytest.raises(BadOption, match="There is no such thing in the purse"):
        taken(PURSE, mine, {"coins": 3}, whole=False)


def test_what_would_change_is_told_field_by_field() -> None:
    (change,) = changes(PURSE, {}, {"bags": {"red": {"n": 4}}})
    assert (str(change.entry), str(change.label), change.was, change.now) == ("red", "Pearls", "5", "4")
    (confirmed,) = changes(PURSE, {}, {"bags": {"red": {"n": 5}}})
    assert (str(confirmed.was), str(confirmed.now)) == ("assumed", "yours")
    said = [
        (str(each.label), each.was, each.now) for each in changes(PURSE, {}, {"bags": {"red": {"n": 0, "why": "x"}}})
    ]
    assert said == [("Pearls", "5", "0"), ("Why", "", "x")]
    assert changes(PURSE, {"bags": {"red": {"n": 4}}}, {"bags": {"red": {"n": 4}}}) == ()
