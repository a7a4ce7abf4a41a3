"""Helpers of the contract: games under it, playthroughs, corrected positions, and actions outside the rules."""

from __future__ import annotations

import functools
import random
import typing
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import Action, AnyGame, FactField, FactValue, Seat, State
from companion.games.registry import GAMES
from tests.games.sealed_bid.game import SealedBid

AnyState: TypeAlias = State[Any, Any]
Step: TypeAlias = tuple[AnyState, Action, AnyState]
"""A position, a legal action, and the position after it."""

ALL_GAMES: Final[dict[str, AnyGame]] = {**GAMES, "sealed_bid": SealedBid()}
NAMES: Final = ("Ada", "Bo", "Maximiliane", "Konstantinopel", "Eve", "Fitz")


class Case(typing.NamedTuple):
    """One game with the options of a playthrough."""

    game: AnyGame
    options: dict[str, Any]
    is_brief: bool = False
    """Whether fewer games and positions of it are looked at: it differs from a thorough case by a few options."""

    def __repr__(self) -> str:
        return "-".join((self.game.name, *map(str, self.options.values())))

    @property
    def told(self) -> bool:
        """Whether the companion deals and so knows every secret."""
        return bool(self.options.get("cards") == "virtual")

    @property
    def examples(self) -> int:
        """How many positions each law is held against."""
        return 4 if self.is_brief else 20

    @property
    def games(self) -> int:
        """How many whole games each law of whole games is held against."""
        return 1 if self.is_brief else 3

    def new_game(self) -> AnyState:
        """The state before anything is laid out."""
        return self.game.new_game(self.options, {})


class Probe(typing.NamedTuple):
    """What the contract has to be told about one game: its options, and two corrections made of its own facts."""

    options: tuple[dict[str, Any], ...]
    breaking: Callable[[dict[str, FactField]], dict[str, FactValue]]
    """Facts that break a conservation law of any regular position."""
    harmless: Callable[[dict[str, FactField]], dict[str, FactValue]]
    """Facts that differ from those of a regular position and keep every law."""
    brief: tuple[dict[str, Any], ...] = ()
    """Further options, for cases that are looked at briefly."""


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


def _one_die_more(fields: dict[str, FactField]) -> dict[str, FactValue]:
    return {"pool": _int(fields["pool"]) + 1}


def _another_value(fields: dict[str, FactField]) -> dict[str, FactValue]:
    return {"die.1": _int(fields["die.1"]) % 6 + 1} if "die.1" in fields else {}


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
            {"mode": "head_to_head", "players": 2, "cards": "own"},
            {"mode": "head_to_head", "players": 2, "cards": "virtual", "edition": "breakers", "tablets": "row3"},
            {"mode": "all_vs_all", "players": 3, "cards": "own", "tablets": "row2"},
            {"mode": "all_vs_all", "players": 3, "cards": "virtual", "gap_after_seat": 0, "tablets": "row2"},
            {"mode": "all_vs_all", "players": 5, "cards": "virtual", "tablets": "row3"},
            {"mode": "all_vs_all", "players": 6, "cards": "own", "edition": "breakers"},
            {"mode": "teams", "players": 4, "cards": "virtual", "tablets": "row1"},
            {"mode": "teams", "players": 5, "cards": "own", "seating": "XYZXY"},
            {"mode": "teams", "players": 6, "cards": "virtual", "tablets": "row2"},
        ),
    ),
    "rolling_with_the_waves": Probe(
        ({"players": 2, "score_only": True}, {"players": 5, "score_only": True}), _one_die_more, _another_value
    ),
    "sealed_bid": Probe(({"cards": "own"}, {"cards": "virtual"}), _one_card_more, _card_back_to_deck),
}

CASES: Final = (
    *(Case(ALL_GAMES[name], options) for name, probe in PROBES.items() for options in probe.options),
    *(Case(ALL_GAMES[name], options, True) for name, probe in PROBES.items() for options in probe.brief),
)


def pick(game: AnyGame, state: AnyState, rng: random.Random) -> Action:
    """A legal action: now and then any, else by the odds of the cards or by the bot of the seat that acts."""
    actions = game.legal_actions(state)
    action = rng.choice(actions)
    if rng.random() < 0.3 or action.kind == "upkeep":
        return typing.cast(Action, action)
    same = [each for each in actions if type(each) is type(action) and each.actor == action.actor]
    if action.kind == "chance":
        return typing.cast(Action, game.deal(state, same, rng))
    return typing.cast(Action, game.suggest(game.view(state, action.actor, NAMES), same, rng))


def play(game: AnyGame, state: AnyState, rng: random.Random, plies: int = 10_000) -> Iterator[Step]:
    """Legal steps from a position, until the end or so many plies."""
    for _ in range(plies):
        if game.outcome(state) is not None:
            return
        action = pick(game, state, rng)
        after = game.apply_action(state, action)
        yield state, action, after
        state = after


@functools.cache
def steps(case_index: int, seed: int) -> tuple[Step, ...]:
    """One whole playthrough of a case."""
    case = CASES[case_index]
    return tuple(play(case.game, case.new_game(), random.Random(seed)))


def corpus(case: Case) -> tuple[Step, ...]:
    """Every step of a few playthroughs."""
    index = CASES.index(case)
    return tuple(step for seed in range(case.games) for step in steps(index, seed))


def sample(case: Case, number: int, seed: int = 0) -> tuple[Step, ...]:
    """Some steps of the corpus; each action type of the game that was met is among them."""
    every = corpus(case)
    by_type = {type(step[1]): step for step in every}
    some = random.Random(seed).sample(every, min(number, len(every)))
    return (*by_type.values(), *some)


def viewers(game: AnyGame, state: AnyState) -> tuple[Seat | None, ...]:
    """The public and every seat."""
    return (None, *range(game.seat_count(state.table)))


def fact_fields(game: AnyGame, state: AnyState) -> dict[str, FactField]:
    """The facts the host may set, by key."""
    return {field.key: field for field in game.facts(game.view(state, None, NAMES))}


def allowed_values(field: FactField) -> tuple[FactValue, ...]:
    """Every value that a fact may take."""
    return tuple(value for value, _ in field.choices) or tuple(range(field.low, field.high + 1))


def random_facts(game: AnyGame, state: AnyState, rng: random.Random, most: int = 6) -> dict[str, FactValue]:
    """One or several facts with values in range, mostly near the present ones as a host's slips are."""
    fields = list(fact_fields(game, state).values())
    chosen = rng.sample(fields, rng.randint(1, min(most, len(fields))))
    return {field.key: rng.choice(_slips(field) if rng.random() < 0.8 else allowed_values(field)) for field in chosen}


def _slips(field: FactField) -> tuple[FactValue, ...]:
    values = allowed_values(field)
    if field.choices:
        return values
    near = values.index(field.value)
    return values[max(0, near - 2) : near + 3]


def everything_said(game: AnyGame, state: AnyState, seat: Seat | None) -> tuple[object, ...]:
    """All that a game makes from one view; raises where the game cannot."""
    view = game.view(state, seat, NAMES)
    return (
        game.prompt(view),
        game.choices(view),
        game.facts(view),
        game.expected_table(view),
        game.own_pieces(view),
        game.panels(view),
        game.lights(view),
        game.layout(view),
    )


# --- actions outside the rules ---

_NUMBERS: Final = (-1, 0, 1, 2, 3, 5, 99)


@functools.cache
def outside_universe(case_index: int) -> tuple[Action, ...]:
    """Actions met in a case, and the same with each field changed to something else its type allows."""
    met = dict.fromkeys(action for _, action, _ in corpus(CASES[case_index]))
    words: dict[str, set[str]] = {}
    for action in met:
        for name, value in msgspec.structs.asdict(action).items():
            if isinstance(value, str):
                words.setdefault(name, set()).add(value)
    universe = dict(met)
    for action in met:
        for name, value in msgspec.structs.asdict(action).items():
            for other in _others(value, words.get(name, set())):
                universe[replace(action, **{name: other})] = None
    return tuple(universe)


def _others(value: object, words: set[str]) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return _NUMBERS
    if isinstance(value, str):
        return tuple(sorted(words))
    if isinstance(value, tuple):
        return ((), *((number,) * max(1, len(value)) for number in _NUMBERS), (*value, 1), (*value, *value, *value))
    return ()


# --- records ---

_PLAIN: Final = (int, str, float, bool, type(None))


def mutable_part(value: object, path: str = "state") -> str | None:
    """Where a record holds something that can be changed in place, or None."""
    if isinstance(value, msgspec.Struct):
        if not type(value).__struct_config__.frozen:
            return f"{path}: {type(value).__name__} is not frozen"
        fields = ((f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__)
        return next((found for name, part in fields if (found := mutable_part(part, name))), None)
    if isinstance(value, tuple):
        parts = ((f"{path}[{index}]", part) for index, part in enumerate(value))
        return next((found for name, part in parts if (found := mutable_part(part, name))), None)
    if isinstance(value, _PLAIN) or hasattr(type(value), "__members__"):
        return None
    return f"{path}: a {type(value).__name__}"


def covers(zones: tuple[str, ...], zone: str) -> bool:
    """Whether a list of zones names this one; `elder.*` names every zone that starts so."""
    return any(zone.startswith(each[:-1]) if each.endswith(".*") else zone == each for each in zones)
