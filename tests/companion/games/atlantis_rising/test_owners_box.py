"""The box as its owner corrects it: every entry as a form, and what the owner's file says of it. Ledger: section 4."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
import tomli_w

from companion.games.atlantis_rising.data.contents import SHIPPED, Box, Price, Spaces
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.host.options import read_owned
from companion.games.atlantis_rising.host.owners_box import AtlantisBox
from companion.games.atlantis_rising.rules.operations import AT_ONCE, ON_ARTIFACTS, ON_CARDS, ON_COUNCILORS, OPERATIONS
from companion.games.box_edits import added, corrected, entries_of, read_form, replaced, taken, with_part
from companion.games.errors import BadOption
from companion.games.owners_box import BadEntry, BoxEntry, Owner
from companion.games.shared.files import read_data

BOX = AtlantisBox()


def form_of(entry: BoxEntry, **changes: str) -> dict[str, str]:
    """What a form of this entry sends; in the names of what is changed __ stands for a dot."""
    form = {field.key: field.value for field in entry.fields if field.kind != "flag" or field.value}
    return {**form, **{name.replace("__", "."): value for name, value in changes.items()}}


def kept(owner: Owner, key: str, **changes: str) -> dict[str, Any]:
    """The owner's file, as it is read again, after an entry was kept with some changes."""
    entry = entries_of(BOX.sections(owner))[key]
    return tomllib.loads(tomli_w.dumps(corrected(BOX, owner, entry, form_of(entry, **changes))))


def changed(key: str, **changes: str) -> Box:
    return read_owned(kept({}, key, **changes))


def test_a_game_has_this_box_and_every_piece_of_it_is_an_entry() -> None:
    assert isinstance(GAME.box.page, AtlantisBox)
    entries = entries_of(BOX.sections({}))
    # Six peninsulas, track, four decks and letters, levels, 20 components and the core, 10 boards, 8 + 11 + 8 cards.
    assert len(entries) == 6 + 6 + 21 + 10 + 8 + 11 + 8
    assert BOX.faults({}).errors == ()


def test_every_entry_kept_as_it_stands_says_what_is_shipped_and_is_the_owners() -> None:
    owner: dict[str, Any] = {}
    for entry in entries_of(BOX.sections({})).values():
        owner = with_part(owner, BOX.part(owner, entry, read_form(entry, form_of(entry))))
    owner = tomllib.loads(tomli_w.dumps(owner))
    box = read_owned(owner)
    assert (box.peninsula["hills"].number, box.levels) == (SHIPPED.peninsula["hills"].number, SHIPPED.levels)
    for name, component in SHIPPED.components.items():
        there = box.components[name]
        assert (there.cost, there.spaces, there.letter) == (component.cost, component.spaces, component.letter)
        assert (there.on_build, there.on_activate) == (component.on_build, component.on_activate)
    for row in ("councilors", "library", "artifacts"):
        assert {name: each.effect for name, each in getattr(box, row).items()} == {
            name: each.effect for name, each in getattr(SHIPPED, row).items()
        }
    entries = entries_of(BOX.sections(owner))
    assert {entry.status for entry in entries.values()} == {"owner"}
    assert not any(field.is_assumed for entry in entries.values() for field in entry.fields)
    assert replaced(BOX, owner, [path for entry in entries.values() for path in entry.paths], {}) == {}


def test_each_operation_of_the_vocabulary_has_words() -> None:
    assert set(OPERATIONS) == AT_ONCE | ON_CARDS | ON_ARTIFACTS | ON_COUNCILORS


@pytest.mark.parametrize(
    ("typed", "number"),
    [({"number__2": "4"}, (6, 5, 4, 4, 4, 3)), ({"number__0": "6, 5"}, ((6, 5), 5, 5, 4, 4, 3))],
)
def test_a_tile_has_one_number_or_one_for_each_space(typed: dict[str, str], number: tuple[object, ...]) -> None:
    assert changed("peninsula.hills", **typed).peninsula["hills"].number == number


def test_a_component_is_corrected_whole() -> None:
    spaces = {"spaces__kind": "double", "spaces__n": "1", "spaces__need": "leader", "allow__leader": "1"}
    effects = {"on_build__0__op": "none", "on_activate__0__op": "forbid", "on_activate__0__what": "forges"}
    solar = changed("components.solar_matrix", name="Sun", cost__gold="1", **spaces, **effects).components[
        "solar_matrix"
    ]
    assert (solar.name, solar.cost, solar.status) == ("Sun", Price(gold=1, crystal=2), "owner")
    assert solar.spaces == Spaces("double", 1, allow=("leader",), need="leader")
    assert (solar.on_build, solar.on_activate) == ((), (Effect("forbid", what="forges"),))


def test_a_component_that_has_no_spaces_or_needs_nobody_says_so() -> None:
    assert changed("components.spirit_seal", spaces__kind="none").components["spirit_seal"].spaces is None
    free = {"spaces__need": "", "spaces__removes": ""}
    assert changed("components.soul_terraformer", **free).components["soul_terraformer"].spaces == Spaces("double", 1)


def test_what_no_operation_says_is_a_text_of_the_owners() -> None:
    box = changed("library.energy", effect__op="manual", effect__text="Take what you like.", effect__n="7")
    assert box.library["energy"].effect == Effect("manual", text="Take what you like.")


@pytest.mark.parametrize(
    ("key", "typed", "told"),
    [
        ("components.d_2", {"spaces__kind": "single"}, "[components.d_2] is a D, and has no space for two."),
        ("components.d_2", {f"cost__{each}": "0" for each in ("gold", "crystal", "atlantium")}, "costs nothing"),
        ("library.energy", {"effect__n": "-2"}, "[library.energy] has the number -2. Write 0 to 9."),
        ("copies.library", {"energy": "5"}, "[library] comes to 23, and the box has 22."),
        ("letters", {"a_5": "B"}, "has not the nine of a first game"),
        ("wrath", {"values": "12"}, "“12” is wrong here."),
    ],
)
def test_a_wrong_value_is_refused_in_words(key: str, typed: dict[str, str], told: str) -> None:
    with pytest.raises(BadEntry) as refused:
        kept({}, key, **typed)
    assert told in str(refused.value)


def test_what_is_doubtful_leads_to_its_entry() -> None:
    owner = kept({}, "peninsula.hills", number__5="9")
    assert [fault.entry for fault in BOX.faults(owner).warnings] == ["peninsula.hills"]
    # Of special misfortunes the ledger merely expects thirteen; of library cards no game can have but 22.
    (fault,) = BOX.faults(kept({}, "copies.special", panic="3")).warnings
    assert (fault.entry, str(fault.text)) == (
        "copies.special",
        "[special] comes to 14, and the box has 13. Count again.",
    )
    wrong = BOX.faults({"library": {"energy": {"copies": 5}}}).errors
    assert [fault.entry for fault in wrong] == ["copies.library"]


def test_letters_are_exchanged_in_one_go() -> None:
    box = changed("letters", a_5="B", b_5="A")
    assert (box.components["a_5"].letter, box.components["b_5"].letter) == ("B", "A")


def statuses(owner: Owner) -> dict[str, str]:
    return {key: entry.status for key, entry in entries_of(BOX.sections(owner)).items()}


SUMS = ("copies.library", "copies.special", "letters", "levels")


def test_what_another_owner_has_looked_up_is_known_and_all_else_stays_as_it_was() -> None:
    shipped = read_data(GAME.__class__.__module__.rpartition(".")[0], "data.toml")
    copied, before = taken(BOX, {}, shipped, True), statuses({})
    assert statuses(copied) == before
    theirs = kept({}, "copies.library", energy="3", resource="5")
    after = statuses(taken(BOX, {}, theirs, False))
    assert [after[key] for key in SUMS] == ["owner", "assumed", "assumed", "rulebook"]
    older = {key: value for key, value in theirs.items() if key != "known"}
    assert statuses(taken(BOX, {}, older, False))["copies.library"] == "owner", "as it was before files said so"
    assert statuses(kept(copied, "levels"))["levels"] == "owner"
    assert statuses(taken(BOX, {}, copied, False)) == before, "and from hand to hand"


def test_a_card_is_added_with_no_copies_until_the_deck_says_otherwise() -> None:
    key, owner = added(BOX, {}, "special", "Große Flut")
    assert key == "special.grosse_flut"
    assert read_owned(owner).special["grosse_flut"].copies == 0
    owner = kept(owner, "copies.special", grosse_flut="1", drain="1")
    assert read_owned(kept(owner, key, effect__op="flood_choice")).special["grosse_flut"].effect == Effect(
        "flood_choice"
    )


def test_a_card_may_be_called_in_any_script() -> None:
    key, owner = added(BOX, {}, "special", "Потоп")
    assert key == "special.card_1"
    assert read_owned(owner).special["card_1"].name == "Потоп"
    assert added(BOX, owner, "special", "洪水")[0] == "special.card_2"


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"name": "Rise \u202eTide"}, "[library.energy]: The sign U+202E (right-to-left override) cannot be shown."),
        ({"name": "\u3164"}, "[library.energy]: The sign U+3164 (hangul filler) cannot be shown. Take it out."),
        ({"name": " "}, "[library.energy]: This text is blank: nobody sees anything of it. Take it out."),
        ({"name": ""}, "[library.energy] has no name. Write what it is called."),
        ({"name": "the \u0421ompanion"}, "is what the pages call a seat, its player, the host, the companion or"),
        ({"name": "Seat 2"}, "[library.energy]: “Seat 2” is what the pages call a seat"),
        (
            {"effect": {"op": "manual", "text": "\x1b[3mx"}},
            "[library.energy]: The sign U+001B (escape) cannot",
        ),
    ],
)
def test_a_box_with_a_name_or_a_text_that_cannot_be_shown_is_refused(entry: dict[str, Any], told: str) -> None:
    owner = {"library": {"energy": entry}}
    assert [fault.entry for fault in BOX.faults(owner).errors] == ["library.energy"]
    assert told in str(BOX.faults(owner).errors[0].text)
    with pytest.raises(BadOption, match=re.escape(told)):
        read_owned(owner)


@pytest.mark.parametrize("key", ["Seat 2", "\u0435nergy", "Tome"])
def test_a_box_with_a_key_that_is_none_is_refused(key: str) -> None:
    owner = {"special": {key: {"name": "Flood", "copies": 0}}}
    assert f"[special.{key}] has a key that is none. Write small letters, digits and _." in map(
        str, (fault.text for fault in BOX.faults(owner).errors)
    )


@pytest.mark.parametrize("name", ["", "Panic", "P\u0430nic", "Calm Seas", "the Host", "x" * 41])
def test_a_card_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(BadEntry):
        added(BOX, {}, "library", name)
