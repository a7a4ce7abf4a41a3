"""Positions of Atlantis Rising in the ledger's notation: who stands where, what is dry, what decks and reserves hold.

What a scenario does not name is as after set-up. Data is named by its path in data.toml, as the owner's figures would
replace it: `{"peninsula.forests.number.3": 6}` is the number of the fourth tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import (
    ARTIFACT,
    INTRODUCTORY,
    PENINSULAS,
    POWER_CORE,
    Box,
    PieceKind,
    Price,
)
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.preparation import WITH_HOLOGRAM, followers
from companion.games.atlantis_rising.state.changes import counted, in_order
from companion.games.atlantis_rising.state.ground import at, holds_any, spaces
from companion.games.atlantis_rising.state.model import (
    COLOURS,
    POOL,
    VOLUNTEERS,
    Atlantean,
    AtlantisAction,
    AtlantisState,
    Built,
    Deck,
    Phase,
    Setup,
    Table,
)
from companion.games.atlantis_rising.state.steps import Step
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.game import public_view
from companion.games.shared.phases import Asked
from companion.language.message import Message
from tests.companion.games.atlantis_rising.play import RED, automaton, follower, hologram, leader, nested

NAMES = ("Red", "Blue", "Yellow", "Green", "Orange", "Purple", "Navy")
SPENT_BOARDS = 1
"""Of two boards turned up for the Hologram, the one that it is not."""


def position(
    players: int = 4,
    phase: Phase = Phase.PLACE,
    *,
    level: int = 1,
    options: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
    placed: Mapping[str, Sequence[Atlantean]] | None = None,
    pools: Sequence[Atlantean] = (),
    rest: str = POOL,
    dry: Mapping[str, int] | None = None,
    barriers: Iterable[str] = (),
    reserves: Mapping[Seat, Price] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    councilors: Mapping[Seat, str] | None = None,
    hologram_is: str = "",
    blueprint: Sequence[str] = (),
    built: Mapping[str, int] | None = None,
    steps: Sequence[Step] = (),
    **fields: Any,
) -> AtlantisState:
    """A position in the middle of the second round.

    `placed` says who stands on which place, on its spaces in their order; `pools` who is at hand for certain; all
    others of set-up stand at `rest`. `councilors` of seats that are not named, and the Hologram's, do
    nothing. `reserves` are empty where they are not named. `built` says of components in which round; with those
    `blueprint` names, beside the Power Core, they take the places of others of their letter. Cards of `hands` are out
    of the library deck. `fields` are others of the table, as they stand there.
    """
    boards = _boards(players, councilors or {}, hologram_is)
    game = new_game({"players": players, "level": level, **(options or {})}, nested({**_dull(boards), **(data or {})}))
    table, setup = game.table, game.table.setup
    starter = fields.pop("starter", RED)
    pieces = [*_standing(setup, placed or {}), *pools]
    others = _others(setup, starter, pieces)
    pieces += [replace(each, place=rest) for each in others]
    owned = Counter(each.seat for each in pieces if each.kind == "follower")
    table = replace(
        table,
        phase=phase,
        round=fields.pop("round", 2),
        starter=starter,
        colours=COLOURS[:players],
        councilors=tuple(name for name, _ in boards[:players]),
        atlanteans=in_order(pieces),
        supply=tuple(max(0, sum(followers(players)) - owned[seat]) for seat in range(players)),
        volunteers=VOLUNTEERS - sum(each.kind == "volunteer" for each in pieces),
        dry=tuple((dry or {}).get(name, 6) for name in PENINSULAS),
        barriers=tuple(sorted(_index(name) for name in barriers)),
        reserves=tuple((reserves or {}).get(seat, Price()) for seat in range(players)),
        blueprint=_blueprint(setup, blueprint, built or {}),
        steps=tuple(reversed(steps)),
        **_councilor_stack(setup, boards),
    )
    table = _dealt(table, hands or {})
    return replace(game, table=replace(table, why=(), **fields))


def deck(*top: str, discards: Sequence[str] = (), unordered: Mapping[str, int] | None = None) -> Deck:
    """A deck in which these lie on top, the first to be drawn first, and below them others in no known order."""
    return Deck(counted(unordered or {}), discards=tuple(discards), top=top)


def refused_by(state: AtlantisState, act: AtlantisAction) -> RuleId:
    """The rule by which an act is refused, with a sentence that says what to do next."""
    assert act not in COURSE.legal_actions(state)
    with pytest.raises(IllegalAction) as refused:
        COURSE.apply_action(state, act)
    assert str(refused.value.reason).endswith(".")
    return refused.value.rule


def asked(state: AtlantisState) -> Asked:
    """Who is asked, and what."""
    return COURSE.moment(state.table).asked(public_view(state.table, NAMES[: state.table.setup.players]))


def label_of(state: AtlantisState, act: AtlantisAction) -> Message:
    """What is tapped for an act."""
    return (
        COURSE.acts_of(state.table, act).label(public_view(state.table, NAMES[: state.table.setup.players]), act).text
    )


def there(state: AtlantisState, place: str) -> list[tuple[Seat, PieceKind]]:
    """Who stands on a place, or with `POOL` who is at hand."""
    return [(each.seat, each.kind) for each in at(state.table, place)]


def in_pool(state: AtlantisState, seat: Seat) -> Counter[PieceKind]:
    """The pieces that a seat has at hand."""
    return Counter(kind for owner, kind in there(state, POOL) if owner == seat)


def dry_of(state: AtlantisState, peninsula: str) -> int:
    """How many tiles of a peninsula are dry."""
    return state.table.dry[_index(peninsula)]


def fenced(state: AtlantisState) -> tuple[str, ...]:
    """The peninsulas with a barrier."""
    return tuple(PENINSULAS[each] for each in state.table.barriers)


def _index(peninsula: str) -> int:
    names: tuple[str, ...] = PENINSULAS
    return names.index(peninsula)


def _boards(players: int, councilors: Mapping[Seat, str], hologram_is: str) -> list[tuple[str, bool]]:
    """The councilors of the seats, then the Hologram's, then the other boards, each with whether it has its ability."""
    every = list(new_game({}, {}).table.setup.box.councilors)
    named = [*councilors.values(), hologram_is]
    idle = [name for name in every if name not in named]
    boards = [(councilors[seat], True) if seat in councilors else (idle.pop(), False) for seat in range(players)]
    boards.append((hologram_is, True) if hologram_is else (idle.pop(), False))
    return boards + [(name, True) for name in idle]


def _dull(boards: Iterable[tuple[str, bool]]) -> dict[str, Any]:
    return {f"councilors.{name}.effect.op": "none" for name, is_able in boards if not is_able}


def _standing(setup: Setup, placed: Mapping[str, Sequence[Atlantean]]) -> list[Atlantean]:
    """The pieces on the spaces of their places, in order; two on each double space, whoever is too many on the last."""
    found = list[Atlantean]()
    for place, pieces in placed.items():
        rooms = spaces(setup, place)
        assert rooms or holds_any(place), place
        room = 2 if rooms and rooms[0].is_double else 1
        for number, piece in enumerate(pieces):
            space = 0 if holds_any(place) else number // room
            last = len(rooms) - 1 if room > 1 else space
            found.append(replace(piece, place=place, space=min(space, last)))
    return found


def _others(setup: Setup, starter: Seat, named: Iterable[Atlantean]) -> list[Atlantean]:
    """The pieces of set-up that are not among those named."""
    begin, _ = followers(setup.players)
    every = Counter(leader(seat) for seat in range(setup.players))
    every += Counter({follower(seat): begin for seat in range(setup.players)})
    if setup.players <= WITH_HOLOGRAM:
        every[hologram(starter)] = 1
    if setup.players == 1 or setup.two_player_automaton:
        every[automaton(starter)] = 1
    every -= Counter(Atlantean(each.seat, each.kind) for each in named)
    return list(every.elements())


def _councilor_stack(setup: Setup, boards: Sequence[tuple[str, bool]]) -> dict[str, Any]:
    """With one or two players the Hologram's councilor, the one that was turned up beside it, and the stack."""
    if setup.players > WITH_HOLOGRAM:
        return {}
    names = [name for name, _ in boards[setup.players :]]
    spent, rest = names[1 : 1 + SPENT_BOARDS], names[1 + SPENT_BOARDS :]
    return {"hologram": names[0], "stack_discards": tuple(spent), "stack": tuple(rest)}


def _blueprint(setup: Setup, named: Sequence[str], built: Mapping[str, int]) -> tuple[Built, ...]:
    """The components of the level, those that are named first among those of their letter, and the Power Core."""
    box = setup.box
    wanted = [*dict.fromkeys((*built, *named))]
    every = [*wanted, *INTRODUCTORY, *(name for name in box.components if name not in INTRODUCTORY)]
    chosen = list[str]()
    for letter, many in _levelled(box, setup).items():
        of_letter = [name for name in dict.fromkeys(every) if box.components[name].letter == letter]
        chosen += of_letter[:many]
    assert {*wanted} <= {*chosen, POWER_CORE}, "the level has no such component"
    laid = [name for name in box.components if name in chosen and name != POWER_CORE]
    return tuple(Built(name, built.get(name, 0)) for name in (*laid, POWER_CORE))


def _levelled(box: Box, setup: Setup) -> dict[str, int]:
    return box.levels[setup.level - 1].components


def _dealt(table: Table, hands: Mapping[Seat, Sequence[str]]) -> Table:
    """The table with these hands, whose cards are out of the library deck."""
    held = [card for cards in hands.values() for card in cards]
    artifacts = [card for card in held if card in table.artifacts]
    gone = Counter(card for card in held if card not in artifacts) + Counter({ARTIFACT: len(artifacts)})
    left = Counter(dict(table.library.cards)) - gone
    return replace(
        table,
        hands=tuple(tuple(hands.get(seat, ())) for seat in range(table.setup.players)),
        library=replace(table.library, cards=counted(left)),
        artifacts=tuple(card for card in table.artifacts if card not in artifacts),
    )
