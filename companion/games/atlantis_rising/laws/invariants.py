"""The laws of a game's positions, written apart from the rules: pieces, places, island, rounds. Cards: `deck_laws`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data.contents import INTRODUCTORY, POWER_CORE, PieceKind, Price
from companion.games.atlantis_rising.laws import cards, witness
from companion.games.atlantis_rising.laws.witness import broken
from companion.games.atlantis_rising.state import model, steps
from companion.language.message import Message
from companion.language.values import Name

LAWS: Final = witness.BROKEN.rules
FOLLOWERS: Final = {1: 7, 2: 7, 3: 6}
"""Of a colour in a game, by the number of players; with more players 4 (2.1)."""
_IN_POOLS = frozenset((model.Phase.REVEAL, model.Phase.WRATH, model.Phase.COUNTER, model.Phase.END))
"""Phases in which nobody stands anywhere."""


def violations(state: model.AtlantisState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    table = state.table
    texts = (*_of_choices(table), *_of_island(table), *_of_blueprint(table), *_of_round(table), *_of_steps(table))
    if table.phase is not model.Phase.SETUP:
        places = dict.fromkeys(each.place for each in table.atlanteans if each.place != model.POOL)
        standing = (text for place in places for text in _of_place(table, place))
        texts = (*texts, *_of_pieces(table), *_of_pools(table), *standing)
    every = (*texts, *cards.broken_decks(table), *cards.broken_hands(state))
    return tuple(text for text in every if text is not None)


# --- pieces ---


def _of_choices(table: model.Table) -> Iterator[Message | None]:
    """Colours and councilors."""
    colours, councilors = [each for each in table.colours if each], [each for each in table.councilors if each]
    is_few = table.setup.players <= len(model.FEW_COLOURS)
    is_short = len(colours) < table.setup.players or len(councilors) < table.setup.players
    yield broken("colours", len(set(colours)) < len(colours) or not set(colours) <= set(model.COLOURS))
    yield broken("few_colours", is_few and not set(colours) <= set(model.FEW_COLOURS))
    yield broken("councilors", len(set(councilors)) < len(councilors))
    yield broken("chosen", is_short and table.phase is not model.Phase.SETUP)


def _of_pieces(table: model.Table) -> Iterator[Message | None]:
    """Every piece of the game is somewhere."""
    players = table.setup.players
    count = Counter((each.seat, each.kind) for each in table.atlanteans)
    most = FOLLOWERS.get(players, 4)
    for seat in range(players):
        yield broken("leaders", count[seat, "leader"] != 1, seat=seat + 1, count=count[seat, "leader"])
        spare = (table.supply[seat], table.boxed[seat])
        together = count[seat, "follower"] + sum(spare)
        yield broken("followers", together != most or min(spare) < 0, together=together, seat=seat + 1, most=most)
    kinds = Counter(each.kind for each in table.atlanteans)
    yield broken("volunteers", kinds["volunteer"] + table.volunteers != model.VOLUNTEERS or table.volunteers < 0)
    helped = players == 1 or (players == 2 and table.setup.two_player_automaton)
    wanted: dict[PieceKind, int] = {"hologram": int(players <= 2), "automaton": int(helped)}
    for kind, number in wanted.items():
        yield broken("helpers", kinds[kind] != number, kind=Name(kind), count=kinds[kind])
        yield broken("helper_of_starter", kinds[kind] != count[table.starter, kind], kind=Name(kind))


def _of_pools(table: model.Table) -> Iterator[Message | None]:
    """Who stands somewhere, and who has acted."""
    placed = [each for each in table.atlanteans if each.place != model.POOL]
    pooled = [each for each in table.atlanteans if each.place == model.POOL]
    yield broken("nobody_placed", placed and table.phase in _IN_POOLS)
    yield broken("acted_early", any(each.acted for each in placed) and table.phase is not model.Phase.ACTIONS)
    yield broken("at_hand", any(each.space or (each.acted and each.kind != "volunteer") for each in pooled))


# --- places ---


def _of_place(table: model.Table, place: str) -> Iterator[Message | None]:
    """Whoever stands on a place may stand there."""
    pieces = [each for each in table.atlanteans if each.place == place]
    is_alone = table.phase is model.Phase.PLACE and all(each.kind == "automaton" for each in pieces)
    yield broken("alone", is_alone, place=Name(place))
    if place in model.BUILD_SPACES:
        yield broken("five_plus", place == model.BUILD_SPACES[-1] and table.setup.players < model.FIVE_PLUS)
    elif place in witness.PLACES:
        yield from _of_tile(table, place, pieces)
    elif place != model.CENTRE:
        yield from _of_component(table, place, pieces)


def _of_tile(table: model.Table, place: str, pieces: list[model.Atlantean]) -> Iterator[Message | None]:
    """A tile is dry, or somebody's ability says otherwise; with abilities that brought somebody there and have left."""
    peninsula, ring = witness.PLACES[place]
    tiles = witness.tiles_at(table, place)
    assert tiles is not None
    is_settled = table.phase is model.Phase.PLACE
    if ring > table.dry[peninsula]:
        later = not is_settled and witness.plays_with(table, "may_use_flooded_tile", "act_although_flooded")
        may_stand = later or any(witness.helpers(table, "may_use_flooded_tile", place))
        yield broken("flooded", not may_stand, place=Name(place))
    more = sum(n for _, n in witness.helpers(table, "extra_atlantean", place))
    if not is_settled and not more and witness.plays_with(table, "extra_atlantean"):
        more = 1
    room = 2 if tiles.kind == "cities" else 1
    yield broken("full", _beyond(pieces, tiles.spaces[ring - 1], room) > more, place=Name(place))


def _beyond(pieces: list[model.Atlantean], spaces: int, room: int) -> int:
    """How many pieces are too many for so many spaces with room for so many each."""
    taken = Counter(each.space for each in pieces)
    return sum(many if space >= spaces else max(0, many - room) for space, many in taken.items())


def _of_component(table: model.Table, place: str, pieces: list[model.Atlantean]) -> Iterator[Message | None]:
    component, where = table.setup.box.components.get(place), Name(place)
    built = {each.component: each.round for each in table.blueprint}.get(place, 0)
    if component is None or component.spaces is None or not built:
        yield broken("no_spaces", True, place=where)
        return
    spaces = component.spaces
    yield broken("new", built >= table.round, place=where)
    yield broken("not_allowed", spaces.allow and any(each.kind not in spaces.allow for each in pieces), place=where)
    number = spaces.n + (spaces.n5 if table.setup.players >= model.FIVE_PLUS else 0)
    yield broken("full", _beyond(pieces, number, 2 if spaces.kind == "double" else 1), place=where)


# --- island, Blueprint, reserves ---


def _of_island(table: model.Table) -> Iterator[Message | None]:
    yield broken("dry", len(table.dry) != 6 or any(not 0 <= dry <= 6 for dry in table.dry))
    is_sorted = list(table.barriers) == sorted(set(table.barriers))
    yield broken("barriers", not is_sorted or not all(table.dry[each] for each in table.barriers))
    yield broken("centre", table.ended == "lost" and any(table.dry))
    yield broken("track", not 0 <= table.wrath < len(table.setup.box.wrath.values))
    for seat, reserve in enumerate(table.reserves):
        yield broken("owned", any(getattr(reserve, name) < 0 for name in Price.__struct_fields__), seat=seat + 1)


def _of_blueprint(table: model.Table) -> Iterator[Message | None]:
    box, names = table.setup.box, [each.component for each in table.blueprint]
    letters = Counter(box.components[name].letter for name in names)
    wanted = box.levels[table.setup.level - 1].components
    is_whole = table.phase is not model.Phase.SETUP
    yield broken("blueprint", len(set(names)) < len(names) or letters["core"] != 1)
    for letter, number in wanted.items():
        there = sum(many for each, many in letters.items() if each == letter)
        yield broken("letters", there > number or (is_whole and there < number), there=there, letter=Name(letter))
    yield broken("first_game", table.setup.introductory and not set(INTRODUCTORY) <= set(names))
    rounds = {each.component: each.round for each in table.blueprint}
    yield broken("built_later", any(not 0 <= each <= table.round for each in rounds.values()))
    is_core = bool(rounds.get(POWER_CORE))
    yield broken("core_last", is_core and not all(rounds.values()))
    yield broken("core_wins", is_core != (table.ended == "won"))


# --- rounds ---


def _of_round(table: model.Table) -> Iterator[Message | None]:
    many = witness.misfortunes(table.setup.players)
    most = 0 if table.phase in (model.Phase.SETUP, model.Phase.REVEAL, model.Phase.PLACE) else many
    least = 0 if table.phase is model.Phase.MISFORTUNE else most
    yield broken("misfortunes", not least <= table.drawn <= most, drawn=table.drawn, many=many)
    yield broken("marker", not 0 <= table.starter < table.setup.players)
    yield broken("rounds", (table.round > 0) != (table.phase is not model.Phase.SETUP))
    yield broken("over", table.ended and table.steps)


def _of_steps(table: model.Table) -> Iterator[Message | None]:
    """What is under way belongs to its phase."""
    for step in table.steps:
        if isinstance(step, steps.Flooding):
            value = table.setup.box.wrath.values[table.wrath]
            most = {"wrath": value, "controlled": 1, "depleted": 2}.get(step.cause, step.left)
            yield broken("floods_left", not 0 < step.left <= most, left=step.left, most=most)
            yield broken("wrath", (step.cause == "wrath") != (table.phase is model.Phase.COUNTER))
        if isinstance(step, steps.Attempt):
            tiles = witness.tiles_at(table, step.place)
            dice = {"wild": 1, "cities": 2}.get(tiles.kind, 0) if tiles else 0
            yield broken("roll", table.phase is not model.Phase.ACTIONS or not dice)
            standing = {each.seat for each in table.atlanteans if each.place == step.place}
            yield broken("rollers", len(step.rollers) != dice or not set(step.rollers) <= standing)
            lying = [value for die, value in enumerate(step.values) if die not in step.rolls]
            yield broken("faces", any(not 1 <= value <= 6 for value in lying))
