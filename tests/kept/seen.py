"""All that is seen, said and offered in one position of a kept game, by kinds, as canonical text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import msgspec

from companion.games.bots import doers_of, is_for_all, is_settled, key_of, settlings
from companion.games.core import Action, ActionView, Facts, Seat, View
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.laws.oracles import oracle_of
from companion.live.timeline import state_hash
from tests.companion.games.boards import boards_of
from tests.kept.dice import dice
from tests.kept.record import AnyState, sum_of

NAMES: Final = ("Ada", "Bo", "Cleo", "Dora", "Emil", "Frida", "Gus")
WRONG: Final = 6
"""So many wrong acts are tried in a position."""
ZONES: Final = 4
"""Of so many places it is asked which rule says what lies there, and what is to be done where something else does."""
TAPS: Final = 4
"""So many taps a seat puts something together by."""
SIGHTED: Final = 2
"""So many seats are looked at, besides the public, in each position in which the dear kinds are looked at."""


@dataclass(frozen=True)
class Place:
    """One position of a kept game, and the step that led there."""

    game: AnyGame
    names: tuple[str, ...]
    key: str
    """Names the game and the position: by it is drawn what is looked at."""
    number: int
    """How many steps were done before it."""
    before: AnyState
    step: Action | Facts | None
    state: AnyState
    course: Sequence[AnyState]
    """The first position, the last of each round, and this one."""
    wrong: Sequence[Action]

    @cached_property
    def public(self) -> View[Any, Any]:
        """What everybody sees."""
        return self.game.view(self.state, None, self.names)

    @cached_property
    def everybody(self) -> tuple[View[Any, Any], ...]:
        """What everybody sees, and what each seat does."""
        seats = range(len(self.names))
        return (self.public, *(self.game.view(self.state, seat, self.names) for seat in seats))

    @cached_property
    def some(self) -> tuple[View[Any, Any], ...]:
        """What everybody sees, and what a few seats do: in turn, and those that are asked oftener."""
        asked = self.game.prompt(self.public).seats
        seats = [*asked[self.number % max(len(asked), 1) :][:1], *range(len(self.names))]
        turned = (*seats[:1], *(seats[(self.number + more) % len(seats)] for more in range(len(seats))))
        return (self.public, *(self.everybody[seat + 1] for seat in list(dict.fromkeys(turned))[:SIGHTED]))

    @cached_property
    def legal(self) -> list[Action]:
        """The legal acts, in the order of their written forms."""
        return sorted(self.game.legal_actions(self.state), key=msgspec.json.encode)

    def chance(self, what: str) -> random.Random:
        """What is drawn for this kind here, the same each time."""
        return random.Random(f"{self.key}/{what}")


def _state(place: Place) -> Any:
    return state_hash(place.state), place.state, place.game.outcome(place.state), place.game.progress(place.state.table)


def _prompt(place: Place) -> Any:
    return [(view.seat, place.game.prompt(view)) for view in place.everybody]


def _legal(place: Place) -> Any:
    return place.legal


def _written(act: Action) -> str:
    return msgspec.json.encode(act).decode()


def _log(place: Place) -> Any:
    if not isinstance(place.step, Action):
        return place.step
    return [(before.seat, place.game.describe(before, act)) for before, act, _ in _told(place, place.step)]


def _news(place: Place) -> Any:
    if not isinstance(place.step, Action):
        return None
    game = place.game
    return [
        (game.came_of(before, act, after), game.piece_of(before, act), game.memory(before, act))
        for before, act, after in _told(place, place.step)
    ]


def _told(place: Place, act: Action) -> Iterator[tuple[View[Any, Any], ActionView[Any], View[Any, Any]]]:
    for after in place.everybody:
        yield place.game.view(place.before, after.seat, place.names), place.game.view_action(act, after.seat), after


def _lights(place: Place) -> Any:
    return place.game.light.scene(place.public)


def _panels(place: Place) -> Any:
    return place.game.screen.panels(place.public)


def _own(place: Place) -> Any:
    return [(place.game.screen.has_hand(view), place.game.screen.own_pieces(view)) for view in place.everybody]


# --- dear -------------------------------------------------------------------------------------------------------------


def _choices(place: Place) -> Any:
    return [(view.seat, place.game.choices(view)) for view in place.some]


def _boards(place: Place) -> Any:
    return [(view.seat, boards_of(place.game, view)) for view in place.some]


def _drafts(place: Place) -> Any:
    """What a seat is offered and shown while it puts something together, tap by tap."""
    return [[*_put_together(place, seat)] for seat in (view.seat for view in place.some) if seat is not None]


def _put_together(place: Place, seat: Seat) -> Iterator[Any]:
    draft: Action | None = None
    for tap in range(TAPS):
        view = place.game.view(place.state, seat, place.names, draft)
        offered = {
            _written(each.draft): each.draft
            for each in place.game.choices(view)
            if each.is_draft and each.draft is not None and each.draft != draft
        }
        if not offered:
            return
        draft = offered[min(offered, key=lambda text: sum_of(f"{place.key}/{tap}/{text}".encode()))]
        view = place.game.view(place.state, seat, place.names, draft)
        is_fit = place.game.drafts.is_fit(view)
        yield seat, draft, is_fit, place.game.prompt(view), place.game.choices(view), boards_of(place.game, view)


def _cards(place: Place) -> Any:
    return [(view.seat, place.game.screen.cards(view)) for view in place.some]


def _facts(place: Place) -> Any:
    return place.game.facts(place.public), place.game.box.kept(place.public, {})


def _table(place: Place) -> Any:
    return [(view.seat, place.game.mat.expected(view)) for view in place.some]


def _layout(place: Place) -> Any:
    return place.game.mat.layout(place.public)


def _seats(place: Place) -> Any:
    """What besides is some seats' own: light, panels, and what is legal for them."""
    game = place.game
    return [
        (
            game.light.scene(view),
            game.screen.panels(view),
            sorted(game.legal_actions(place.state, view.seat), key=_written),
        )
        for view in place.some
    ]


def _settle(place: Place) -> Any:
    game, view, seats = place.game, place.public, place.everybody
    buttons = [[settlings(game, each, has_hands=has) for each in seats] for has in (False, True)]
    mine = [each for each in place.legal if each.kind != "choice"]
    told = {
        (
            str(doers_of(game, view, place.legal, act, has_hands=True)),
            str(game.doers(view, act)),
            key_of(game, act),
            str(game.settle_words(view, act)),
            is_settled(game, view, act),
            is_for_all(game, view, act),
        )
        for act in mine
    }
    return buttons, sorted(told)


def _refusals(place: Place) -> Any:
    few = place.chance("wrong").sample(place.wrong, min(WRONG, len(place.wrong)))
    return [(_written(act), _answer(place, act)) for act in few]


def _answer(place: Place, step: Action | Facts) -> str:
    """What the rules answer: the sentence of a refusal, or the position that comes of it."""
    game, state = place.game, place.state
    try:
        return state_hash(game.apply_action(state, step) if isinstance(step, Action) else game.correct(state, step))
    except IllegalAction as refused:
        return str(refused)


def _corrected(place: Place) -> Any:
    """What comes of facts that the host might set: one in bounds, one beyond them, one that there is not."""
    fields = sorted(place.game.facts(place.public), key=lambda field: field.key)
    if not fields:
        return None
    chance = place.chance("facts")
    one, other = chance.choice(fields), chance.choice(fields)
    values = [value for value, _ in one.choices] or [one.low, one.high, one.value]
    tried: list[dict[str, Any]] = [
        {one.key: chance.choice(values)},
        {other.key: "nothing" if other.choices else other.high + 1},
        {"nothing": 1},
    ]
    return [(each, _answer(place, each)) for each in tried]


def _zones(place: Place) -> Any:
    """Which rule says what lies in some places, and what is to be done where pieces of another place lie there."""
    game, view = place.game, place.public
    zones = sorted(game.mat.expected(view).zones, key=lambda each: each.zone)
    some = place.chance("zones").sample(zones, min(ZONES, len(zones)))
    kinds = sorted(game.mat.pieces)
    shown = [place.chance(each.zone).sample(kinds, 2) for each in some]
    return [
        (
            each.zone,
            game.mat.rule_of_zone(view, each.zone, ()) or game.prompt(view).rule,
            kinds,
            game.mat.breach(view, each.zone, kinds),
        )
        for each, kinds in zip(some, shown, strict=True)
    ]


def _felt(place: Place) -> Any:
    kinds = place.game.reader.kinds
    return [(kind, place.game.reader.act(place.game.known(place.public), kind)) for kind in sorted(kinds)]


def _dice(place: Place) -> Any:
    return dice(place.game, place.state, place.some, place.legal, place.chance("dice"))


def _diagrams(place: Place) -> Any:
    return place.game.screen.diagrams([place.game.view(each, None, place.names) for each in place.course])


def _laws(place: Place) -> Any:
    step = place.step
    wrong = oracle_of(place.game).wrong_step(place.before, step, place.state) if isinstance(step, Action) else ()
    return place.game.violations(place.state), place.game.broken_laws(place.public), wrong


def _still(place: Place) -> Any:
    """What stays the same all through the game: its pieces, options, words and print."""
    if place.number:
        return None
    game = place.game
    return (
        (game.title, game.rules_version, game.seat_counts, game.free_seat, game.sealing.rule, game.sealing.facts),
        (
            (*game.laws, *oracle_of(game).laws),
            game.options(),
            game.mat.pieces,
            game.mat.texts,
            game.reader.kinds,
            game.screen.rule_words(place.public),
        ),
        (
            game.mat.kit,
            sorted(game.mat.layouts),
            game.mat.printing(game.mat.layout(place.public)),
            game.light.samples(),
        ),
        game.own_playset.of(place.state) if game.own_playset is not None else None,
    )


CHEAP: Final[Mapping[str, Callable[[Place], Any]]] = {
    "state": _state,
    "prompt": _prompt,
    "legal": _legal,
    "log": _log,
    "news": _news,
    "lights": _lights,
    "panels": _panels,
    "own": _own,
}
"""Looked at in every position."""
DEAR: Final[Mapping[str, Callable[[Place], Any]]] = {
    "choices": _choices,
    "boards": _boards,
    "drafts": _drafts,
    "cards": _cards,
    "facts": _facts,
    "table": _table,
    "layout": _layout,
    "seats": _seats,
    "settle": _settle,
    "refusals": _refusals,
    "corrected": _corrected,
    "zones": _zones,
    "felt": _felt,
    "dice": _dice,
    "diagrams": _diagrams,
    "laws": _laws,
    "still": _still,
}
"""Looked at in some."""
KINDS: Final = {**CHEAP, **DEAR}


def text_of(place: Place, kind: str) -> bytes:
    """All that is seen of a kind there, as JSON; where it cannot be made, why."""
    try:
        return msgspec.json.encode(KINDS[kind](place), enc_hook=_said, order="deterministic")
    except Exception as error:  # what breaks in a later version is a difference to be told, as any other
        return f"{type(error).__name__}: {error}".encode()


def _said(value: Any) -> Any:
    return str(value)


def is_broken(text: bytes) -> bool:
    """Whether it says why nothing could be seen."""
    return text[:1] not in b'["{n0123456789tf'
