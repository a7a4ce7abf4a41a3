"""Random whole games to be kept: with any options, by bots and by chance, now and then put right by the host."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Action, Facts
from companion.games.deal import CARDS, OWN, can_deal, open_virtual, with_cards
from companion.games.dice import is_dice_alone
from companion.games.errors import BadOption, IllegalAction
from companion.games.game import AnyGame
from companion.games.offers import COURSE, combinations
from companion.games.registry import GAMES
from companion.games.shared.facts import FactField
from companion.simulation.self_play import words_of
from tests.kept.record import FACTS, AnyState, Kept

MOST_STEPS: Final = 1200
"""More than nearly all games take; one that has no end is left there."""
MOST_ROLLS: Final = 80
"""The same for a game that counts its dice and has no end."""
SELDOM: Final = 0.08
"""Share of games in which an option is drawn that simulations leave alone."""
DEAR_A_GAME: Final = 24
"""In about so many positions of a game the dear kinds are looked at, besides the first and last of each phase."""
WRONG_A_TYPE: Final = 3
"""So many acts of each type are tried elsewhere too, and as many bent ones."""
SETS: Final[Mapping[str, Path]] = {"manawave": Path("tests/companion/playsets/manawave/sets")}
"""Where playsets of somebody's own lie, for games that take one."""


class Manner(NamedTuple):
    """How one game is played."""

    wild: float
    """Share of the acts that are any legal one."""
    slips: float
    """Share of the acts after which the host sets a fact or two."""
    is_seen: bool
    """Whether the companion knows what everybody sees alone, and what seats tell it."""


def played(name: str, number: int) -> Kept:
    """The game of that number, without sums. It is the same each time, as long as rules and bots are."""
    rng = random.Random(f"{name}/{number}")
    manner = Manner(rng.choice((0, 0.05, 0.3)), rng.choice((0, 0, 0.02)), rng.random() < 0.3)
    options, owner, truth = _begun(GAMES[name], number, rng, manner)
    start = known = GAMES[name].new_game(options, owner) if manner.is_seen else truth
    game = GAMES[name].bound(known)
    steps, wrong, phases = [], _Wrong(game, rng), [_phase(game, known)]
    bots = Autopilot(game, number, dawdle=rng.random() < game.simulation.dawdle_share(truth))
    for step, after in _steps(game, truth, known, bots, rng, manner):
        wrong.note(after)
        phases.append(_phase(game, after))
        steps.append({FACTS: step} if isinstance(step, dict) else msgspec.to_builtins(step))
        if len(steps) >= (MOST_ROLLS if is_dice_alone(game.dice, game.view(after, None)) else MOST_STEPS):
            break
    is_new = start == game.new_game(options, owner)
    return Kept(
        name,
        number,
        options,
        owner,
        None if is_new else msgspec.to_builtins(start),
        tuple(wrong.acts()),
        tuple(steps),
        tuple(_dear(phases, number)),
    )


def _begun(
    game: AnyGame, number: int, rng: random.Random, manner: Manner
) -> tuple[dict[str, Any], dict[str, Any], AnyState]:
    """Options, the owner's file, and the first position as it truly is; what is not to be had is drawn anew."""
    for _ in range(99):
        options, owner = _options(game, number, rng), game.simulation.varied_owner(rng)
        playset = _playset(game, rng) if rng.random() < SELDOM else {}
        try:
            if playset:
                assert game.own_playset is not None
                options |= game.own_playset.options(playset)
                owner = game.own_playset.owner_with(owner, playset)
            if can_deal(game) and manner.is_seen:
                options = with_cards(game, options, OWN)
                return options, owner, game.simulation.determinize(game.new_game(options, owner), rng)
            start = open_virtual(game, options, rng, owner)
        except BadOption:
            continue
        return with_cards(game, options, "virtual" if can_deal(game) else OWN), owner, start
    raise AssertionError(f"no options of {game.name} can be had")


def _options(game: AnyGame, number: int, rng: random.Random) -> dict[str, Any]:
    """Mode and players in turn, all else drawn."""
    course = _course(game.name)
    drawn = {**game.simulation.varied_options(rng), **course[number % len(course)]}
    for field in game.options():
        if field.key not in (*COURSE, CARDS.key) and rng.random() < SELDOM:
            drawn[field.key] = rng.choice(field.choices)[0]
    return drawn


@cache
def _course(name: str) -> tuple[dict[str, Any], ...]:
    return combinations(GAMES[name])


def _playset(game: AnyGame, rng: random.Random) -> dict[str, Any]:
    files = sorted(SETS[game.name].glob("*.toml")) if game.name in SETS else []
    return tomllib.loads(rng.choice(files).read_text(encoding="utf-8")) if files else {}


def _phase(game: AnyGame, state: AnyState) -> str:
    return str(game.prompt(game.view(state, None)).phase)


def _dear(phases: list[str], number: int) -> Iterator[int]:
    """Every so many positions, and the first and last of each phase, by its name."""
    first = {phase: at for at, phase in reversed([*enumerate(phases)])}
    last = {phase: at for at, phase in enumerate(phases)}
    ends = {*first.values(), *last.values(), len(phases) - 1}
    every = 1 + len(phases) // DEAR_A_GAME
    yield from (at for at in range(len(phases)) if at in ends or at % every == number % every)


# --- what is done -----------------------------------------------------------------------------------------------------


def _steps(
    game: AnyGame, truth: AnyState, known: AnyState, bots: Autopilot, rng: random.Random, manner: Manner
) -> Iterator[tuple[Action | Facts, AnyState]]:
    """Each step, and the position after it as far as the companion knows."""
    for ply in range(MOST_STEPS):
        act = _chosen(game, truth, bots, ply, rng, manner)
        if act is None:
            return
        seen, after = _known_after(game, known, act) if manner.is_seen else (act, game.apply_action(known, act))
        truth, known = game.apply_action(truth, act) if manner.is_seen else after, after
        yield seen, known
        facts = game.simulation.varied_facts(truth, rng) or (
            _slip(game, known, rng) if rng.random() < manner.slips else {}
        )
        if facts:
            try:
                truth, known = game.correct(truth, facts), game.correct(known, facts)
            except IllegalAction:
                continue
            yield facts, known


def _known_after(game: AnyGame, known: AnyState, act: Action) -> tuple[Action, AnyState]:
    """What the companion learns of an act, and the position as far as it knows it then."""
    seen = act if act.seals or act.takes_back else act.public()
    return seen, game.apply_action(known, seen)


def _chosen(
    game: AnyGame, state: AnyState, bots: Autopilot, ply: int, rng: random.Random, manner: Manner
) -> Action | None:
    """What bots or the dealer do, or any legal act; None where nothing is left to do."""
    legal: list[Action] = sorted(game.legal_actions(state), key=repr)
    if game.outcome(state) is not None or not legal:
        return None
    back = [each for each in legal if each.takes_back]
    if back and rng.random() < 0.05:
        return rng.choice(back)
    willing = [each for each in legal if not each.takes_back] or legal
    if rng.random() < manner.wild:
        return rng.choice(willing)
    proposal = bots.propose(state, ply, frozenset())
    return proposal[0] if proposal is not None else rng.choice(willing)


def _slip(game: AnyGame, state: AnyState, rng: random.Random) -> dict[str, Any]:
    """One or two facts near their present values, as a host's slips are."""
    fields = sorted(game.facts(game.view(state, None)), key=lambda field: field.key)
    return {field.key: rng.choice(near(field)) for field in rng.sample(fields, min(len(fields), rng.randint(1, 2)))}


def near(field: FactField) -> list[Any]:
    """Values that a fact may take, near the present one."""
    if field.choices:
        return [value for value, _ in field.choices]
    assert isinstance(field.value, int)
    return [*range(max(field.low, field.value - 2), min(field.high, field.value + 2) + 1)]


# --- what may not be done ---------------------------------------------------------------------------------------------


class _Wrong:
    """Acts to be tried in other positions: some of each type that was legal, and the same with a field bent."""

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self._game, self._rng = game, rng
        self._met: dict[type[Action], list[Action]] = {}

    def note(self, state: AnyState) -> None:
        """Look at what is legal there."""
        for act in sorted(self._game.legal_actions(state), key=repr):
            some = self._met.setdefault(type(act), [])
            if len(some) < WRONG_A_TYPE and act not in some:
                some.append(act)

    def acts(self) -> Iterator[dict[str, Any]]:
        """All of them, in their written form."""
        for _, some in sorted(self._met.items(), key=lambda each: each[0].__name__):
            for act in some:
                yield msgspec.to_builtins(act)
                bent = self._bent(act)
                if bent != act:
                    yield msgspec.to_builtins(bent)

    def _bent(self, act: Action) -> Action:
        fields = msgspec.structs.asdict(act)
        if not fields:
            return act
        name = self._rng.choice(sorted(fields))
        value: Any = self._rng.choice((-1, 0, 1, 2, 3, 5, 7, 99))
        if isinstance(fields[name], tuple):
            value = self._rng.choice(((), fields[name] * 2, fields[name][:-1]))
        elif isinstance(fields[name], str):
            value = self._rng.choice(words_of(type(act), name) or ("nothing",))
        bent = msgspec.structs.replace(act, **{name: value})
        try:
            msgspec.convert(msgspec.to_builtins(bent), self._game.action_type)
        except msgspec.ValidationError:
            return act
        return bent
