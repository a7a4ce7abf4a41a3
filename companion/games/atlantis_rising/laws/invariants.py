"""The laws of a game's positions, written apart from the rules: pieces, places, island, rounds. Cards: `deck_laws`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data.contents import INTRODUCTORY, POWER_CORE, PieceKind, Price
from companion.games.atlantis_rising.laws import cards, witness
from companion.games.atlantis_rising.state import model, steps
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final = (
    *("A-009", "A-011", "A-012", "A-015", "A-023", "A-026", "A-030", "A-031", "A-032", "A-040", "A-042", "A-043"),
    *("A-045", "A-046", "A-050", "A-051", "A-054", "A-058", "A-065", "A-098", "A-106", "A-111", "A-113", "A-119"),
    *("A-121", "A-135", "A-137", "A-153", "A-155", "A-156", "A-167"),
    *cards.DECK_LAWS,
    *cards.HAND_LAWS,
)
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
    return (*texts, *cards.broken_decks(table), *cards.broken_hands(state))


# --- pieces ---


def _of_choices(table: model.Table) -> Iterator[Message]:
    """Colours and councilors."""
    colours, councilors = [each for each in table.colours if each], [each for each in table.councilors if each]
    is_short = len(colours) < table.setup.players or len(councilors) < table.setup.players
    if len(set(colours)) < len(colours) or not set(colours) <= set(model.COLOURS):
        yield say("Two players have one colour, or one that the game does not have (A-012).")
    if table.setup.players <= len(model.FEW_COLOURS) and not set(colours) <= set(model.FEW_COLOURS):
        yield say("With up to three players a colour other than red, blue and yellow is played (A-135).")
    if len(set(councilors)) < len(councilors):
        yield say("Two players have one councilor (A-011).")
    if is_short and table.phase is not model.Phase.SETUP:
        yield say("Somebody has no colour or no councilor (A-012).")


def _of_pieces(table: model.Table) -> Iterator[Message]:
    """Every piece of the game is somewhere."""
    players = table.setup.players
    count = Counter((each.seat, each.kind) for each in table.atlanteans)
    most = FOLLOWERS.get(players, 4)
    for seat in range(players):
        if (leaders := count[seat, "leader"]) != 1:
            yield say("Seat {seat} has {count} Leaders (A-012).", seat=seat + 1, count=leaders)
        spare = (table.supply[seat], table.boxed[seat])
        together = count[seat, "follower"] + sum(spare)
        if together != most or min(spare) < 0:
            yield say(
                "{together} followers of seat {seat} are counted instead of {most} (A-015).",
                together=together,
                seat=seat + 1,
                most=most,
            )
    kinds = Counter(each.kind for each in table.atlanteans)
    if kinds["volunteer"] + table.volunteers != model.VOLUNTEERS or table.volunteers < 0:
        yield say("The volunteers are not eight (A-121).")
    helped = players == 1 or (players == 2 and table.setup.two_player_automaton)
    wanted: dict[PieceKind, int] = {"hologram": int(players <= 2), "automaton": int(helped)}
    for kind, number in wanted.items():
        if kinds[kind] != number:
            yield say("{kind}: {count} stand there (A-155).", kind=Name(kind), count=kinds[kind])
        if kinds[kind] != count[table.starter, kind]:
            yield say("{kind}: not with the starting player (A-137).", kind=Name(kind))


def _of_pools(table: model.Table) -> Iterator[Message]:
    """Who stands somewhere, and who has acted."""
    placed = [each for each in table.atlanteans if each.place != model.POOL]
    pooled = [each for each in table.atlanteans if each.place == model.POOL]
    if placed and table.phase in _IN_POOLS:
        yield say("An Atlantean stands on the island although nobody is placed (A-050).")
    if any(each.acted for each in placed) and table.phase is not model.Phase.ACTIONS:
        yield say("An Atlantean has acted before the actions (A-046).")
    if any(each.space or (each.acted and each.kind != "volunteer") for each in pooled):
        yield say("An Atlantean at hand has a space, or has acted (A-050).")


# --- places ---


def _of_place(table: model.Table, place: str) -> Iterator[Message]:
    """Whoever stands on a place may stand there."""
    pieces = [each for each in table.atlanteans if each.place == place]
    if table.phase is model.Phase.PLACE and all(each.kind == "automaton" for each in pieces):
        yield say("The Automaton stands alone on {place} (A-153).", place=Name(place))
    if place in model.BUILD_SPACES:
        if place == model.BUILD_SPACES[-1] and table.setup.players < model.FIVE_PLUS:
            yield say("Somebody stands on the build space for five players and more (A-031).")
    elif place in witness.PLACES:
        yield from _of_tile(table, place, pieces)
    elif place != model.CENTRE:
        yield from _of_component(table, place, pieces)


def _of_tile(table: model.Table, place: str, pieces: list[model.Atlantean]) -> Iterator[Message]:
    """A tile is dry, or somebody's ability says otherwise; with abilities that brought somebody there and have left."""
    peninsula, ring = witness.PLACES[place]
    tiles = witness.tiles_at(table, place)
    assert tiles is not None
    is_settled = table.phase is model.Phase.PLACE
    if ring > table.dry[peninsula]:
        later = not is_settled and witness.plays_with(table, "may_use_flooded_tile", "act_although_flooded")
        if not later and not any(witness.helpers(table, "may_use_flooded_tile", place)):
            yield say("Somebody stands on {place}, which is flooded (A-032).", place=Name(place))
    more = sum(n for _, n in witness.helpers(table, "extra_atlantean", place))
    if not is_settled and not more and witness.plays_with(table, "extra_atlantean"):
        more = 1
    room = 2 if tiles.kind == "cities" else 1
    if _beyond(pieces, tiles.spaces[ring - 1], room) > more:
        yield say("More Atlanteans stand on {place} than it has spaces (A-026).", place=Name(place))


def _beyond(pieces: list[model.Atlantean], spaces: int, room: int) -> int:
    """How many pieces are too many for so many spaces with room for so many each."""
    taken = Counter(each.space for each in pieces)
    return sum(many if space >= spaces else max(0, many - room) for space, many in taken.items())


def _of_component(table: model.Table, place: str, pieces: list[model.Atlantean]) -> Iterator[Message]:
    component = table.setup.box.components.get(place)
    built = {each.component: each.round for each in table.blueprint}.get(place, 0)
    if component is None or component.spaces is None or not built:
        yield say("Somebody stands on {place}, which has no spaces (A-030).", place=Name(place))
        return
    spaces = component.spaces
    if built >= table.round:
        yield say("Somebody stands on {place}, which was built this round (A-111).", place=Name(place))
    if spaces.allow and any(each.kind not in spaces.allow for each in pieces):
        yield say("Somebody stands on {place} who may not (A-167).", place=Name(place))
    number = spaces.n + (spaces.n5 if table.setup.players >= model.FIVE_PLUS else 0)
    if _beyond(pieces, number, 2 if spaces.kind == "double" else 1):
        yield say("More Atlanteans stand on {place} than it has spaces (A-026).", place=Name(place))


# --- island, Blueprint, reserves ---


def _of_island(table: model.Table) -> Iterator[Message]:
    if len(table.dry) != 6 or any(not 0 <= dry <= 6 for dry in table.dry):
        yield say("A peninsula has fewer than no dry tiles, or more than six (A-040).")
    if list(table.barriers) != sorted(set(table.barriers)) or any(not table.dry[each] for each in table.barriers):
        yield say("Two barriers stand at one peninsula, or one where no tile is dry (A-098).")
    if table.ended == "lost" and any(table.dry):
        yield say("The centre is flooded although tiles are dry (A-043).")
    if not 0 <= table.wrath < len(table.setup.box.wrath.values):
        yield say("The wrath counter stands beside its track (A-054).")
    for seat, reserve in enumerate(table.reserves):
        if any(getattr(reserve, name) < 0 for name in Price.__struct_fields__):
            yield say("Seat {seat} owns less than nothing (A-106).", seat=seat + 1)


def _of_blueprint(table: model.Table) -> Iterator[Message]:
    box, names = table.setup.box, [each.component for each in table.blueprint]
    letters = Counter(box.components[name].letter for name in names)
    wanted = box.levels[table.setup.level - 1].components
    is_whole = table.phase is not model.Phase.SETUP
    if len(set(names)) < len(names) or letters["core"] != 1:
        yield say("A component lies twice in the Blueprint, or the Power Core not once (A-156).")
    for letter, number in wanted.items():
        there = sum(many for each, many in letters.items() if each == letter)
        if there > number or (is_whole and there < number):
            yield say("{there} components {letter} lie in the Blueprint (A-156).", there=there, letter=Name(letter))
    if table.setup.introductory and not set(INTRODUCTORY) <= set(names):
        yield say("A component of the first game is missing (A-009).")
    rounds = {each.component: each.round for each in table.blueprint}
    if any(not 0 <= each <= table.round for each in rounds.values()):
        yield say("A component was built in a round that has not come (A-111).")
    is_core = bool(rounds.get(POWER_CORE))
    if is_core and not all(rounds.values()):
        yield say("The Power Core is built before the others (A-113).")
    if is_core != (table.ended == "won"):
        yield say("The Power Core is built, and nobody has won; or otherwise round (A-119).")


# --- rounds ---


def _of_round(table: model.Table) -> Iterator[Message]:
    many = witness.misfortunes(table.setup.players)
    most = 0 if table.phase in (model.Phase.SETUP, model.Phase.REVEAL, model.Phase.PLACE) else many
    if not (0 if table.phase is model.Phase.MISFORTUNE else most) <= table.drawn <= most:
        yield say("{drawn} misfortunes are drawn of {many} (A-045).", drawn=table.drawn, many=many)
    if not 0 <= table.starter < table.setup.players:
        yield say("Nobody has the starting marker (A-137).")
    if (table.round > 0) != (table.phase is not model.Phase.SETUP):
        yield say("The rounds are counted wrong (A-023).")
    if table.ended and table.steps:
        yield say("The game is over, and something is left to be done (A-119).")


def _of_steps(table: model.Table) -> Iterator[Message]:
    """What is under way belongs to its phase."""
    for step in table.steps:
        if isinstance(step, steps.Flooding):
            value = table.setup.box.wrath.values[table.wrath]
            most = {"wrath": value, "controlled": 1, "depleted": 2}.get(step.cause, step.left)
            if not 0 < step.left <= most:
                yield say("{left} tiles are to be flooded of {most} (A-042).", left=step.left, most=most)
            if (step.cause == "wrath") != (table.phase is model.Phase.COUNTER):
                yield say("The wrath floods outside its phase, or something else within it (A-051).")
        if isinstance(step, steps.Attempt):
            tiles = witness.tiles_at(table, step.place)
            dice = {"wild": 1, "cities": 2}.get(tiles.kind, 0) if tiles else 0
            if table.phase is not model.Phase.ACTIONS or not dice:
                yield say("A roll is under way where nobody rolls (A-058).")
            standing = {each.seat for each in table.atlanteans if each.place == step.place}
            if len(step.rollers) != dice or not set(step.rollers) <= standing:
                yield say("The wrong dice are rolled (A-065).")
            if any(not 1 <= value <= 6 for die, value in enumerate(step.values) if die not in step.rolls):
                yield say("A die shows none of 1 to 6 (A-058).")
