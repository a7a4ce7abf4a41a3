"""What a seat puts together: the steps from each draft, and a draft that no longer fits is begun anew."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.manawave.game import GAME
from companion.games.manawave.rules.lines import Aiming, Scattering
from companion.games.manawave.screen.drafts import draft_of
from companion.games.manawave.state.acts import Attach, Choose, Found, Invest, Scatter
from companion.games.manawave.state.model import Counters, ManaState, ManaView, Phase
from tests.companion.games.manawave.play import (
    NAMES,
    NEWER_SET,
    X,
    Y,
    after,
    attach,
    clan,
    clans_at,
    designed,
    family,
    invest,
    revealed,
    settled,
    tile,
    tiles_at,
    tribe,
)

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")


def seen(state: ManaState, draft: Any = None) -> ManaView:
    return replace(GAME.view(state, X, NAMES), draft=draft)


def steps(state: ManaState, draft: Any = None) -> dict[tuple[str, str], Any]:
    """What each tap makes of the draft, by its group and its label."""
    choices = GAME.choices(seen(state, draft))
    return {(str(each.group), str(each.label)): each.draft or each.actions[0] for each in choices}


def placing(playset: dict[str, Any] | None = None, card: str = "cinder_spears") -> ManaState:
    x = tribe(clan("flame", 4, below=[family("kelp_tenders", 1)]))
    return clans_at(Phase.PLACE, x, tribe(), choices=CARDS, picked=(card, "kelp_tenders"), playset=playset)


def scattering() -> ManaState:
    camps = tile(X, "N0", 1, "river_camp"), tile(Y, "N0", 1, "river_camp")
    return tiles_at(Phase.SCATTER, *camps, pools=(Counters(shield=2, growth=1), Counters(shield=2)))


@pytest.mark.rule("M-040", "M-044")
def test_a_family_is_taken_to_an_end_of_a_column_and_on_to_another() -> None:
    there = Attach(X, 1, "top", 0, (0,))
    ways = [(position, end) for position in (1, 2, 3) for end in ("top", "bottom")]
    where = {
        ("Where it is attached", f"{end.capitalize()} of column {position}"): Attach(X, position, end, 0, (0,))  # type: ignore[arg-type]
        for position, end in ways
    }
    assert steps(placing()) == {**where, ("Kelp Tenders", "Modality 1"): Attach(X, 0, "", 0, (1,))}
    del where["Where it is attached", "Top of column 1"]
    assert steps(placing(), there) == {
        ("Lock in", "Lock in: Cinder Spears to the top of Flame Clan at 1"): there,
        **where,
        ("Kelp Tenders", "Modality 1"): Attach(X, 1, "top", 0, (1,)),
    }


@pytest.mark.rule("M-042", "M-043")
def test_a_fresh_family_is_put_into_any_modality_that_costs_nothing() -> None:
    free = msgspec.to_builtins(NEWER_SET)["family"]
    for each in free:
        for modality in each["modality"]:
            modality["cost"] = 0
    state = placing(designed(family=free), "kelp_tenders")
    assert steps(state, attach(state, X, 1, "top"))["Kelp Tenders", "Modality 1"] in (
        Attach(X, 1, "top", 1, (0,)),
        Attach(X, 1, "top", 0, (1,)),
    )
    drafts = {each.draft for each in GAME.choices(seen(state, Attach(X, 1, "top", 0, (0,))))}
    assert {Attach(X, 1, "top", 1, (0,)), Attach(X, 1, "top", 0, (1,))} <= drafts
    groups = {str(each.group) for each in GAME.choices(seen(state)) if each.draft == Attach(X, 0, "", 1, (0,))}
    assert groups == {"Kelp Tenders"}


@pytest.mark.rule("M-040")
@pytest.mark.parametrize(
    ("draft", "is_fit"),
    [
        (Attach(X, 1, "top", 0, (0,)), True),
        (Attach(X, 0, "", 0, (1,)), True),
        (Attach(X, 1, "top", 0, ()), False),
        (Attach(X, 4, "top", 0, (0,)), False),
    ],
)
def test_a_placement_is_begun_anew_where_it_no_longer_fits(draft: Attach, is_fit: bool) -> None:
    begun = draft_of(seen(placing(), draft))
    assert begun == (draft if is_fit else Attach(X, 0, "", 0, (0,)))


@pytest.mark.rule("M-040")
def test_a_column_takes_no_more_than_the_playset_says_and_three_full_ones_nothing() -> None:
    whole = [family("kelp_tenders")] * 8
    x = tribe(*(clan(each, 4, below=whole) for each in ("flame", "root", "stream")))
    full = clans_at(Phase.PLACE, x, x, choices=CARDS, picked=CARDS[:2])
    assert settled(full).table.phase is Phase.WAVE
    one = clans_at(Phase.PLACE, x, tribe(), choices=CARDS, picked=CARDS[:2])
    assert GAME.prompt(GAME.view(settled(one), None, NAMES)).seats == (Y,)


@pytest.mark.rule("M-060")
def test_one_more_is_taken_back_by_one_fewer() -> None:
    state = clans_at(Phase.INVEST, tribe(clan("flame", 3, mana=2)), tribe(clan("flame", 2, mana=1)))
    one = steps(state)["Clan 1: mana into attack", "One more: 1"]
    assert one == invest(state, X, clan={1: {"attack": 1}})
    further = steps(state, one)
    assert further["Clan 1: mana into attack", "One fewer: 0"] == invest(state, X)
    assert further["Clan 1: mana into attack", "One more: 2"] == invest(state, X, clan={1: {"attack": 2}})
    assert further["Your choice so far", "Begin again"] == invest(state, X)


@pytest.mark.rule("M-250")
def test_counters_are_put_on_tiles_one_by_one_and_taken_off_again() -> None:
    def put(*own: int) -> Scatter:
        return Scatter(X, own, (0, 0), is_told=True)

    assert steps(scattering()) == {
        ("Lock in", "Lock in: no counters"): put(0, 0),
        ("All in one tap", "Lock in: 2 shield, 1 growth on River Camp at N0"): put(2, 1),
        ("Shield on River Camp", "One more: 1"): put(1, 0),
        ("Growth on River Camp", "One more: 1"): put(0, 1),
    }
    assert steps(scattering(), put(2, 1)) == {
        ("Lock in", "Lock in: 2 shield, 1 growth on River Camp at N0"): put(2, 1),
        ("Shield on River Camp", "One fewer: 1"): put(1, 1),
        ("Growth on River Camp", "One fewer: 0"): put(2, 0),
    }


@pytest.mark.rule("M-250")
@pytest.mark.parametrize(("own", "is_fit"), [((2, 1), True), ((3, 0), False), ((0, 2), False), ((1,), False)])
def test_counters_are_placed_anew_where_they_no_longer_fit(own: tuple[int, ...], is_fit: bool) -> None:
    draft, first = (Scatter(X, each, (0, 0), is_told=True) for each in (own, (0, 0)))
    assert draft_of(seen(scattering(), draft)) == (draft if is_fit else first)


@pytest.mark.rule("M-220", "M-250")
def test_what_nobody_knows_of_a_choice_is_named_in_a_word() -> None:
    aiming = tiles_at(Phase.AIM, choices=("river_camp", "raiders", "orchard"), picked=("river_camp", "raiders"))
    aim = next(each for each in GAME.legal_actions(aiming) if each.actor == Y)
    assert str(Aiming().words(seen(aiming), aim.public())) == "a line"  # type: ignore[arg-type]
    assert str(Scattering().words(seen(scattering()), Scatter(X))) == "where counters are placed"


def test_nothing_is_put_together_by_who_has_committed() -> None:
    state = clans_at(Phase.INVEST, tribe(clan("flame", 3, mana=2)), tribe(clan("flame", 2, mana=1)))
    assert draft_of(seen(after(state, invest(state, X)))) is None
    assert draft_of(GAME.view(state, None, NAMES)) is None
    assert draft_of(seen(clans_at(Phase.CHOOSE, choices=CARDS), Choose(X, "A"))) is None


@pytest.mark.rule("M-040")
def test_the_prompt_goes_on_to_lock_a_placement_in_once_there_is_one() -> None:
    def asked(draft: Attach | None) -> str:
        return str(GAME.prompt(seen(placing(), draft)).text)

    assert asked(None) == "Place Cinder Spears. Tap the top or bottom of a column."
    assert asked(Attach(X, 0, "", 0, (1,))) == asked(None)
    assert asked(Attach(X, 1, "top", 0, (0,))) == "Lock in Cinder Spears. Or tap another end of a column."


@pytest.mark.rule("M-010", "M-011")
def test_the_prompt_names_what_a_tribe_still_lacks() -> None:
    state = revealed()
    clans = tuple(each.id for each in NEWER_SET.clan)
    one, other, _ = state.table.clans.factions

    def asked(veto: int, *factions: str) -> str:
        return str(GAME.prompt(seen(state, Found(X, veto, factions, clans))).text)

    assert str(GAME.prompt(seen(state)).text).startswith("Veto one Monument. ")
    assert asked(0, one).startswith("Veto one Monument. ")
    assert asked(1).startswith("Select two Factions. ")
    assert asked(1, one).startswith("Select one more Faction. ")
    assert asked(1, one, other).startswith("Lock in your Tribe. ")


@pytest.mark.rule("M-060", "M-061")
def test_the_prompt_says_what_keeps_a_purchase_from_being_locked_in() -> None:
    tribes = tribe(clan("flame", 3, mana=2), shield=1), tribe(clan("flame", 2, mana=1))
    state = clans_at(Phase.INVEST, *tribes)
    bare = invest(state, X)

    def asked(draft: Invest) -> str:
        return str(GAME.prompt(seen(state, draft)).text)

    assert asked(bare).startswith("Give all counters away. ")
    assert (
        asked(invest(state, X, assign={1: {"shield": 1}}))
        == "Lock in your purchases. Or go on with mana, counters and modalities."
    )


@pytest.mark.rule("M-043")
def test_a_modality_has_one_number_and_says_what_it_needs_wherever_it_is_met() -> None:
    # Its second modality needs two counters.
    x = tribe(clan("flame", 4, below=[family("ash_oathkeepers", 2)]))
    state = clans_at(Phase.PLACE, x, tribe(), choices=CARDS, picked=CARDS[:2])
    (choice,) = (each for each in GAME.choices(seen(state)) if str(each.group) == "Ash Oathkeepers")
    assert str(choice.label) == "Modality 1"
    assert str(choice.about).startswith("Modality 1, with 2 counters: ")
    says = {str(card.name): str(card.text) for group in GAME.screen.cards(seen(state)) for card in group.cards}
    assert str(choice.about) in says["Ash Oathkeepers"]
    assert "modality 0 is free" in says["Modality"].lower()
