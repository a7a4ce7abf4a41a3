"""The contract for every game: which games are under it, in which cases, and how much is asked of each.

A law stands in one of the files test_contract_*.py, as a function of a case, or of a case and a seed.
"""

from __future__ import annotations

import dataclasses
import random
import re
import typing
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import pytest

from companion.games.core import FactValue, State
from companion.games.deal import DEALT, OWN, can_deal, with_cards
from companion.games.game import AnyGame
from companion.games.offers import combinations
from companion.games.registry import GAMES
from companion.games.shared.facts import FactField
from tests.games.registered import SEALED_BID
from tests.many import many

AnyState: TypeAlias = State[Any, Any]
ALL_GAMES: Final[dict[str, AnyGame]] = {**GAMES, SEALED_BID.name: SEALED_BID}
COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
NAMES: Final = ("Ada", "Bo", "Maximiliane", "Konstantinopel", "Eve", "Fitz", "Gus")


# The budget: so many whole games and so many positions each law is held against, over all games under contract. Each
# game has an even share; of that a brief case has one part and a thorough one several, but each case has one game and
# two positions at least. So another game makes the shares of the others smaller, and the suite no slower.
BUDGET_GAMES: Final = 10
BUDGET_POSITIONS: Final = 30
LEAST_GAMES, LEAST_POSITIONS = 1, 2
GAMES_OF_THOROUGH, POSITIONS_OF_THOROUGH = 3, 5
SLOW: Final = many(13)
"""So many times as much is asked by the slow suite."""


@dataclasses.dataclass(frozen=True, eq=False)
class Case:
    """One game with the options of a playthrough."""

    game: AnyGame
    options: dict[str, Any]
    games: int
    """How many whole games each law of whole games is held against."""
    examples: int
    """How many positions each law is held against."""
    is_first: bool = True
    """Whether the quick suite looks at it: each case that is looked at thoroughly, and one of the brief ones a game."""

    def __repr__(self) -> str:
        return "-".join((self.game.name, *map(str, self.options.values())))

    def new_game(self) -> AnyState:
        """The state before anything is laid out."""
        return self.game.new_game(self.options, {})


class Probe(typing.NamedTuple):
    """What the contract may be told about one game, for it to look closer: its options, and two corrections."""

    options: tuple[dict[str, Any], ...]
    breaking: Callable[[dict[str, FactField]], dict[str, FactValue]] | None = None
    """Facts that break a conservation law of any regular position; None where one other fact does."""
    harmless: Callable[[dict[str, FactField]], dict[str, FactValue]] | None = None
    """Facts that differ from those of a regular position and keep every law; None where one other fact does."""
    brief: tuple[dict[str, Any], ...] = ()
    """Further options, for cases that are looked at briefly."""
    seldom: tuple[dict[str, Any], ...] = ()
    """The same, for cases that the slow suite alone looks at."""


def _one_card_more(fields: dict[str, FactField]) -> dict[str, FactValue]:
    deck = fields["deck"]
    return {"deck": _int(deck) + (1 if _int(deck) < deck.high else -1)}


def _card_back_to_deck(fields: dict[str, FactField]) -> dict[str, FactValue]:
    seat = max(range(9), key=lambda each: _int(fields[f"hand.{each}"]) if f"hand.{each}" in fields else -1)
    hand, deck = fields[f"hand.{seat}"], fields["deck"]
    return {hand.key: _int(hand) - 1, deck.key: _int(deck) + 1} if _int(hand) else {}


def _council_card(fields: dict[str, FactField]) -> dict[str, FactValue]:
    field = fields["council_card.1"]
    return {field.key: (_int(field) + 1) % (field.high + 1)} | _card_back_to_deck(fields)


def _pearls_and_card_back_to_deck(fields: dict[str, FactField]) -> dict[str, FactValue]:
    field = fields["pearls.high"]
    return {field.key: (_int(field) + 1) % (field.high + 1)} | _card_back_to_deck(fields)


def _one_die_more(fields: dict[str, FactField]) -> dict[str, FactValue]:
    key = "pool" if "pool" in fields else "bag.free"
    return {key: _int(fields[key]) + 1}


def _another_value(fields: dict[str, FactField]) -> dict[str, FactValue]:
    if "infamy.0" in fields:
        return {"infamy.0": (_int(fields["infamy.0"]) + 1) % 19}
    return {"die.1": _int(fields["die.1"]) % 6 + 1} if "die.1" in fields else {}


def _one_misfortune_more(fields: dict[str, FactField]) -> dict[str, FactValue]:
    return {"misfortune.calm_seas": _int(fields["misfortune.calm_seas"]) + 1}


def _other_gold(fields: dict[str, FactField]) -> dict[str, FactValue]:
    return {"gold.0": (_int(fields["gold.0"]) + 1) % 99}


def _one_drawn_card_more(fields: dict[str, FactField]) -> dict[str, FactValue]:
    field = next((each for key, each in fields.items() if key.startswith("gone.")), None)
    if field is None:
        return {"round": _int(fields["round"]) + 1}
    return {field.key: _int(field) + (1 if _int(field) < field.high else -1)}


def _more_population(fields: dict[str, FactField]) -> dict[str, FactValue]:
    field = next((each for key, each in fields.items() if key.startswith("population.")), None)
    return {field.key: (_int(field) + 1) % 99} if field is not None else {}


def _next_to(field: FactField) -> tuple[int, ...]:
    return tuple(each for each in (_int(field) - 1, _int(field) + 1) if field.low <= each <= field.high)


def _int(field: FactField) -> int:
    assert isinstance(field.value, int)
    return field.value


PROBES: Final[dict[str, Probe]] = {
    "waves": Probe(
        (
            {"cards": "own"},
            {"cards": "virtual"},
            {"cards": "virtual", "tablets": ("SCH-B", "KEE-B", "KNI-B1", "SEE-B2", "NOB-B1")},
            {"cards": "own", "tablets": ("SCH-B", "KEE-B", "KNI-B2", "SEE-B3", "NOB-B2")},
        ),
        _one_card_more,
        _council_card,
        (
            {"mode": "head_to_head", "players": 2, "cards": "virtual", "edition": "breakers", "tablets": "row3"},
            {"mode": "all_vs_all", "players": 3, "cards": "own", "tablets": "row2"},
            {"mode": "all_vs_all", "players": 5, "cards": "virtual", "tablets": "row3"},
            {"mode": "teams", "players": 5, "cards": "own", "seating": "XYZXY"},
        ),
        (
            {"mode": "head_to_head", "players": 2, "cards": "own"},
            {"mode": "all_vs_all", "players": 3, "cards": "virtual", "gap_after_seat": 0, "tablets": "row2"},
            {"mode": "all_vs_all", "players": 6, "cards": "own", "edition": "breakers"},
            {"mode": "teams", "players": 4, "cards": "virtual", "tablets": "row1"},
            {"mode": "teams", "players": 6, "cards": "virtual", "tablets": "row2"},
        ),
    ),
    "rolling_with_the_waves": Probe(
        ({"players": 2, "score_only": True},),
        _one_die_more,
        _another_value,
        ({"players": 2}, {"players": 2, "allocation": "board"}, {"players": 5, "score_only": True}),
        (
            {"players": 4, "allocation": "board"},
            {"players": 3, "hull_applies": "cannon", "raise_on_raise": True, "cannon_tie": "from_first"},
            {"players": 4, "ports_tie": "all", "final_tie": "seat_order"},
            {"players": 5, "allocate_to_full": True, "ports_tie": "none", "bots": "random"},
        ),
    ),
    "atlantis_rising": Probe(
        ({"players": 3},),
        _one_misfortune_more,
        _other_gold,
        ({"players": 1}, {"players": 4, "level": 2, "hands": "closed"}),
        (
            {"players": 2, "two_player_automaton": True, "level": 3},
            {"players": 2, "seafarer_hit_on_dry": True, "bots": "random"},
            {"players": 5, "level": 4},
            {"players": 6, "level": 5, "bots": "random"},
            {"players": 2, "hands": "closed"},
            {"players": 7},
        ),
    ),
    "manawave": Probe(
        ({"mode": "clans"},),
        _one_drawn_card_more,
        _more_population,
        ({"mode": "nexus"}, {"mode": "nexus", "pieces": "families", "bots": "random"}),
        (
            {"mode": "clans", "counters": "told", "veto": "one_at_random", "same_pick": "again"},
            {"mode": "clans", "phase_order": "conflict_first", "pile_empty": "population", "bots": "random"},
            {"mode": "clans", "tribe_mana_assignable": False, "mana_persists": False, "cap_counts_existing": True},
            {"mode": "nexus", "geometry": "hex_lattice"},
            {"mode": "nexus", "geometry": "same_line"},
        ),
    ),
    "sealed_bid": Probe(
        ({"cards": "own"}, {"cards": "virtual"}),
        _one_card_more,
        _pearls_and_card_back_to_deck,
        (
            {"players": 2, "cards": "own", "order": "turn", "board": True},
            {"players": 4, "cards": "virtual", "order": "turn", "ties": "earlier"},
            {"players": 3, "cards": "own", "luck": True},
            {"players": 4, "cards": "virtual", "luck": True, "board": True},
            {"players": 2, "cards": "own", "guess": True},
            {"players": 4, "cards": "virtual", "guess": True},
            {"players": 2, "cards": "own", "wager": True, "board": True},
            {"players": 3, "cards": "virtual", "wager": True},
        ),
    ),
}


def probe_of(game: AnyGame) -> Probe:
    """What the contract is told about a game; of one that says nothing, every mode and number of players is a case."""
    if game.name in PROBES:
        return PROBES[game.name]
    every = [
        with_cards(game, offer, cards)
        for offer in combinations(game)
        for cards in ((OWN, DEALT) if can_deal(game) else (OWN,))
    ]
    return Probe(tuple(every[:2]), brief=tuple(every[2:]))


def breaking_facts(game: AnyGame, state: AnyState) -> dict[str, FactValue]:
    """Facts that break a law of this regular position."""
    fields, breaking = _fields(game, state), probe_of(game).breaking
    return breaking(fields) if breaking else _other_fact(game, state, fields, is_irregular=True)


def harmless_facts(game: AnyGame, state: AnyState) -> dict[str, FactValue]:
    """Facts that differ from those of this regular position and keep every law; none where there are none."""
    fields, harmless = _fields(game, state), probe_of(game).harmless
    return harmless(fields) if harmless else _other_fact(game, state, fields, is_irregular=False)


def _fields(game: AnyGame, state: AnyState) -> dict[str, FactField]:
    return {field.key: field for field in game.facts(game.view(state, None))}


def _other_fact(
    game: AnyGame, state: AnyState, fields: dict[str, FactField], *, is_irregular: bool
) -> dict[str, FactValue]:
    """The first fact of which another value breaks a law; or breaks none and stays, as one that settles does not.

    Of a number those next to it are tried.
    """
    for field in fields.values():
        for value in tuple(each for each, _ in field.choices) or _next_to(field):
            if value == field.value:
                continue
            after = game.correct(state, {field.key: value})
            stays = _fields(game, after)[field.key].value == value
            if bool(game.violations(after)) == is_irregular and (stays or is_irregular):
                return {field.key: value}
    return {}


def _cases(times: int) -> Iterator[Case]:
    """Every case with its part of so many times the budget."""
    for game in ALL_GAMES.values():
        probe = probe_of(game)
        games = _shares(BUDGET_GAMES * times, probe, GAMES_OF_THOROUGH, LEAST_GAMES)
        positions = _shares(BUDGET_POSITIONS * times, probe, POSITIONS_OF_THOROUGH, LEAST_POSITIONS)
        for is_brief, every in ((False, probe.options), (True, probe.brief)):
            for number, options in enumerate((*every, *(probe.seldom if is_brief and times > 1 else ()))):
                bound, is_first = game.bound(game.new_game(options, {})), not (is_brief and number)
                yield Case(bound, options, games[is_brief], positions[is_brief], is_first)


def _shares(budget: int, probe: Probe, of_thorough: int, least: int) -> tuple[int, int]:
    """What a thorough and what a brief case of a game has of the budget."""
    part = budget / len(ALL_GAMES) / (of_thorough * len(probe.options) + len(probe.brief))
    return max(least, round(part * of_thorough)), max(least, round(part))


CASES: Final = tuple(_cases(1))

_QUICK: Final = [pytest.param(case, marks=() if case.is_first else pytest.mark.slow) for case in CASES]
_MORE: Final = [pytest.param(case, marks=pytest.mark.slow, id=f"many-{case!r}") for case in _cases(SLOW)]

each_case = pytest.mark.parametrize("case", [*_QUICK, *_MORE], ids=repr)
each_game = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=lambda game: game.name)


def each_case_and_seed(law: Callable[[Case, int], None]) -> Callable[[Case], None]:
    """Hold a law against as many positions of each case as the case asks for: all laws against the same ones."""

    def run(case: Case) -> None:
        rng = random.Random(repr(case))
        for seed in (rng.randrange(2**20) for _ in range(case.examples)):
            try:
                law(case, seed)
            except BaseException as error:
                error.add_note(f"{law.__name__}({case!r}, seed={seed})")
                raise

    return typing.cast("Callable[[Case], None]", each_case(run))
