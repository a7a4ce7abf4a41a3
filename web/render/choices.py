"""What a page offers to tap, in the order in which a person looks for it.

The step that ends a phase stands first and alone, then what this seat decides; of a long list the first few, and the
rest in a fold; what is somebody else's to tap is folded under their name.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import msgspec
from markupsafe import Markup

from companion.games.core import Choice, Effect, Seat
from companion.language.message import Message, say
from web.http.speech import said
from web.render.board import tapped_on
from web.render.buttons import Button, encode_actions, make_button
from web.render.die import FACE, FACES, die_picture
from web.render.mat import AnyView

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot
    from companion.table.pieces import PieceKind

MOST_AT_ONCE: Final = 9
"""More buttons than that of one group are a list of which most is folded."""
MOST_DICE: Final = 18
"""The same of dice, which are found at a glance."""
MOST_SHOWN: Final = 10
"""Buttons of several groups that a phone shows at once."""
SHOWN_OF_A_LIST: Final = 4
"""Two rows on a phone."""
LONG_ABOUT: Final = 24
"""Letters of what to know before a tap that half a phone has no room for."""


class Faces(msgspec.Struct, frozen=True):
    """A roll that is told die by die: a row of six a die, and what to send for what they show together."""

    dice: int
    pictures: tuple[tuple[int, Markup], ...]
    """What a die may show, drawn."""
    sends: str
    """JSON: the actions of a roll by its values, lowest first, as "4,5"."""


class Group(msgspec.Struct, frozen=True):
    """Choices under one heading."""

    title: Message
    buttons: tuple[Button, ...]
    """Those that are shown; all of them where a page has no script and the group has `faces`."""
    more: tuple[Button, ...] = ()
    """Those that a fold holds."""
    faces: Faces | None = None
    is_one_die: bool = False
    """Whether its buttons are the six faces of a die."""
    are_dice: bool = False
    """Whether each of its buttons is a die, with its words and its price below."""

    @property
    def count(self) -> int:
        """How many choices it has."""
        return len(self.buttons) + len(self.more)

    @property
    def is_short(self) -> bool:
        """Whether three of its buttons stand side by side on a phone."""
        return len(self.buttons) > 2 and all(each.is_short for each in self.buttons)

    @property
    def is_wide(self) -> bool:
        """Whether there is so much to know before a tap that each button has a line of its own."""
        return any(len(said(each.about)) > LONG_ABOUT for each in (*self.buttons, *self.more) if each.about)


class Fold(msgspec.Struct, frozen=True):
    """Groups that are seldom tapped on this page, under one line that opens them."""

    key: str
    title: Message
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """How many choices it has."""
        return sum(each.count for each in self.groups)


class Offered(msgspec.Struct, frozen=True):
    """All that a page has buttons for."""

    main: tuple[Button, ...] = ()
    """What the prompt asks for in one step: first and alone."""
    groups: tuple[Group, ...] = ()
    folds: tuple[Fold, ...] = ()
    is_drafting: bool = False
    """Whether something is put together here: then there is room for `main`, so that nothing moves when that comes."""

    def __bool__(self) -> bool:
        """Whether there is anything to tap."""
        return bool(self.main or self.groups or self.folds)

    @property
    def is_asked(self) -> bool:
        """Whether something is for this page to tap, and not for another in its place."""
        return bool(self.main or self.groups)


NOTHING_OFFERED: Final = Offered()


def offered(snapshot: Snapshot, view: AnyView, every: Sequence[Choice[Any]] | None = None) -> Offered:
    """What this view may tap by buttons; what is tapped on a die or on a board is left out.

    `every` are its choices where they are others than those of the companion.
    """
    if snapshot.is_over:
        return NOTHING_OFFERED
    dice = snapshot.game.dice
    board = dice.board(view) if dice is not None else None
    dice_taps = {choice.effect for die in board.dice for choice in (*die.values, *die.colours)} if board else set()
    every = snapshot.choices(view.seat) if every is None else every
    # What is apart is tapped on the die itself, or on a board; on a board nobody taps by chance what is another's.
    apart = dice_taps | (tapped_on(snapshot.boards(view.seat)) & own_effects(snapshot, view, every))
    found = arranged(snapshot, view, [each for each in every if each.effect not in apart], is_all=not apart)
    return msgspec.structs.replace(found, is_drafting=any(choice.is_draft for choice in every))


def own_effects(snapshot: Snapshot, view: AnyView, every: Iterable[Choice[Any]]) -> frozenset[Effect]:
    """What those of these choices do that are this view's to tap; those of another seat stand folded beside them."""
    asked = snapshot.prompt(view).seats
    return frozenset(each.effect for each in every if tapper(each, view.seat, asked) == view.seat)


def plain(snapshot: Snapshot, choices: Iterable[Choice[Any]]) -> Offered:
    """All of these as they come, where nothing else of a page can be drawn."""
    return Offered(groups=_groups(choices, dict(snapshot.game.mat.pieces)))


def arranged(snapshot: Snapshot, view: AnyView, choices: Sequence[Choice[Any]], *, is_all: bool) -> Offered:
    """These choices in their order for this view; where they are all that it has, a single one is the step itself."""
    kinds = dict(snapshot.game.mat.pieces)
    asked = snapshot.prompt(view).seats
    own: list[Choice[Any]] = []
    others: dict[Seat | None, list[Choice[Any]]] = {}
    for choice in choices:
        whose = tapper(choice, view.seat, asked)
        if whose == view.seat:
            own.append(choice)
        else:
            others.setdefault(whose, []).append(choice)
    folds = [
        Fold(f"tap-{'all' if whose is None else whose + 1}", _tap_for(view, whose), _groups(of, kinds))
        for whose, of in sorted(others.items(), key=lambda each: (each[0] is None, each[0] or 0))
    ]
    main = [choice for choice in own if choice.is_main]
    seldom = [choice for choice in own if choice.is_seldom] if view.seat is not None else []
    own = [choice for choice in own if choice not in seldom]
    if is_all and len(own) == 1 and not own[0].is_draft and not own[0].is_aside:
        main = own  # all that there is to do
    steps = {choice.actions[0] for choice in main}
    # What ends the phase and says at once what the next one begins with: never above the step itself.
    longer = [each for each in own if each not in main and each.actions and each.actions[0] in steps]
    plain = _groups([each for each in own if each not in main and each not in longer], kinds)
    shown, rest = plain, _groups(longer, kinds)
    if view.seat is not None:
        aside = {each.group for each in own if each.is_aside}
        shown, folded = _shown(plain, aside)
        rest = (*rest, *folded, *_groups(seldom, kinds))
    at_hand = tuple(Fold(f"fold-{at}", each.title, (each,)) for at, each in enumerate(rest))
    return Offered(tuple(make_button(each, kinds) for each in main), shown, (*at_hand, *folds))


def _shown(groups: Sequence[Group], aside: Container[Message]) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The groups that a phone shows at once, and those that it folds: what is asked for as far as there is room."""
    shown, folded = list[Group](), list[Group]()
    for group in groups:
        is_room = not shown or sum(len(each.buttons) for each in shown) + len(group.buttons) <= MOST_SHOWN
        is_spare = group.title in aside and group.count > 1 and len(groups) > 1
        (shown if is_room and not is_spare else folded).append(group)
    return tuple(shown), tuple(folded)


def tapper(choice: Choice[Any], seat: Seat | None, asked: Sequence[Seat]) -> Seat | None:
    """Whose it is to tap: `seat` where it is its own, or nobody's in particular and it is asked, or nobody is.

    None stands for the table. The public page taps for everybody, and nothing there is another's.
    """
    if seat is None or choice.is_draft:
        return seat
    actors: list[Seat] = [act.actor for act in choice.actions if act.actor is not None]
    if actors:
        return seat if seat in actors else actors[0]
    if not asked or seat in asked:
        return seat
    return asked[0] if len(asked) == 1 else None


def _tap_for(view: AnyView, whose: Seat | None) -> Message:
    return say("Tap for the table") if whose is None else say("Tap for {who}", who=view.who(whose))


def _groups(choices: Iterable[Choice[Any]], kinds: dict[str, PieceKind]) -> tuple[Group, ...]:
    """These choices as buttons under their headings, in the game's order."""
    by_title: dict[Message, list[Choice[Any]]] = {}
    for choice in choices:
        by_title.setdefault(choice.group, []).append(choice)
    return tuple(_group(title, each, kinds) for title, each in by_title.items())


def _group(title: Message, choices: Sequence[Choice[Any]], kinds: dict[str, PieceKind]) -> Group:
    faces = _faces(choices)
    if faces is not None and faces.dice == 1:
        # A tap on what it shows is enough.
        return Group(title, tuple(make_button(each, kinds) for each in choices), is_one_die=True)
    buttons = [make_button(each, kinds) for each in choices]
    are_dice = all(len(each.values) == 1 for each in choices)
    if faces is not None or len(buttons) <= (MOST_DICE if are_dice else MOST_AT_ONCE):
        return Group(title, tuple(buttons), faces=faces, are_dice=are_dice and len(buttons) > 2)
    return Group(title, tuple(buttons[:SHOWN_OF_A_LIST]), tuple(buttons[SHOWN_OF_A_LIST:]), are_dice=are_dice)


def _faces(choices: Sequence[Choice[Any]]) -> Faces | None:
    """The rows in which these are told die by die; None where they are no rolls, or not all that there may be."""
    dice = len(choices[0].values)
    by_values = {each.values: each for each in choices}
    if not dice or len(by_values) != len(choices):
        return None
    if set(by_values) != {tuple(sorted(each)) for each in product(FACES, repeat=dice)}:
        return None
    sends = {",".join(map(str, values)): encode_actions(each) for values, each in by_values.items()}
    pictures = tuple((value, _die(value)) for value in FACES)
    return Faces(dice, pictures, msgspec.json.encode(sends).decode())


def _die(value: int) -> Markup:
    return die_picture(value, FACE)
