"""The Atlanteans that have yet to act, each with what it may do and how likely; and a roll that is under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.acts import Activate, OfPiece, TakeUp
from companion.games.atlantis_rising.board_cells import GAP, GOOD, PHONE, TABLET, Place, Tap, Taps, across
from companion.games.atlantis_rising.box import PieceKind
from companion.games.atlantis_rising.decisions import LetLie, PlayCard, Recall, Repeat, Reroll, Spend
from companion.games.atlantis_rising.ground import TILES
from companion.games.atlantis_rising.model import CENTRE, POOL, Atlantean, AtlantisAction, AtlantisView
from companion.games.atlantis_rising.odds import Odds, odds_of, percent
from companion.games.atlantis_rising.prospects import Prospect, odds_words, outcome, prospects, where
from companion.games.atlantis_rising.standees import CENTRE_GROUND, GROUNDS, paint_of, standee
from companion.games.atlantis_rising.steps import Attempt
from companion.games.atlantis_rising.vocabulary import ENERGY, piece_words
from companion.games.board import Board, Cell, Mark
from companion.games.core import Seat
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Name

HEIGHT: Final = 78.0
"""Of a row: a figure and two lines below it."""
FEW: Final = 8
"""So many have two columns on the tablet, more have three."""
LETTERS: Final = 7
NEAR: Final = 58.0
"""Height of a row on a phone, and above two pieces two stand in it."""
SIDE: Final = 38.0
"""Width of a piece there: whose they are needs no words."""
LINE: Final = 56.0
"""Height of a cell to tap with words alone."""


def draw_standing(view: AtlantisView, taps: Taps) -> Board | None:
    """Who may still act, for a seat its own pieces alone; None where there is nobody, or the game is over."""
    if view.table.ended:
        return None
    if view.seat is None:
        # What somebody places, they take back on their own phone.
        taps = taps.without(TakeUp)
    found = [*prospects(view.table, view.seat), *_again(view, taps)]
    if not found:
        return None
    if view.seat is not None:
        return _draw_own(view, taps, found)
    columns = 2 if len(found) <= FEW else 3
    rows = -(-len(found) // columns)
    cells, keys = list[Cell](), Counter[str]()
    for at, each in enumerate(found):
        key = f"{each.place}.{each.seat}"
        keys[key] += 1
        place = across(0, (HEIGHT + GAP) * (at % rows), TABLET, HEIGHT, columns)[at // rows]
        cells += _row(view, taps, each, f"{key}.{keys[key]}", place)
    title = say("Who has yet to act: the odds, and with all spent")
    return Board("standing", title, TABLET, rows * (HEIGHT + GAP) - GAP, tuple(cells))


def _draw_own(view: AtlantisView, taps: Taps, found: list[Prospect]) -> Board:
    """A seat's own pieces: who has acted stays in its place, so that no other moves under a finger."""
    found = sorted([*found, *_acted(view, found)], key=_place_of)
    together = next((tap for tap in taps.whole() if _is_together(tap)), None)
    many = len(found) + (together is not None or any(each.place == CENTRE for each in found))
    columns = 1 if many <= 2 else 2
    cells, keys = list[Cell](), Counter[str]()
    for at, each in enumerate(found):
        key = f"{each.place}.{each.pieces[0].space}"
        keys[key] += 1
        place = across(0, (NEAR + GAP) * (at // columns), PHONE, NEAR, columns)[at % columns]
        cells += _row(view, taps, each, f"{key}.{keys[key]}", place)
    if together is not None:
        at = len(found)
        place = across(0, (NEAR + GAP) * (at // columns), PHONE, NEAR, columns)[at % columns]
        words = say("{what}.", what=together.label)
        cells.append(Cell("together", words, *place, text=together.label, colour=CENTRE_GROUND, choice=together))
    return Board("standing", _title(taps), PHONE, -(-many // columns) * (NEAR + GAP) - GAP, tuple(cells))


def _place_of(each: Prospect) -> tuple[bool, str, int]:
    return each.place in TILES, each.place, each.pieces[0].space if each.place in TILES else 0


def _is_together(tap: Tap) -> bool:
    """Whether all at the centre act by it."""
    return len(tap.actions) > 1 and all(isinstance(act, Activate) and act.place == CENTRE for act in tap.actions)


def _acted(view: AtlantisView, found: list[Prospect]) -> Iterator[Prospect]:
    """The seat's pieces that have acted: one for a space, or for a place that holds any number."""
    shown = {_place_of(each) for each in found}
    for piece in view.table.atlanteans:
        done = Prospect(piece.seat, piece.place, (piece,), None, "", say("has acted"), say("It has acted."))
        if piece.seat == view.seat and piece.acted and piece.place != POOL and _place_of(done) not in shown:
            shown.add(_place_of(done))
            yield done


def _title(taps: Taps) -> Message:
    if any(isinstance(act, TakeUp | Recall) for act, _ in taps.by_act()):
        return say("Your Atlanteans: tap one to take it back")
    return say("Your Atlanteans: the odds, and with all spent")


def _again(view: AtlantisView, taps: Taps) -> Iterator[Prospect]:
    """Pieces that have acted and may do so once more."""
    for act, _ in taps.by_act():
        if isinstance(act, Repeat) and view.seat in (None, act.seat):
            number, text, words = outcome(view.table, Activate(act.seat, act.piece, act.place, act.space, act.rollers))
            piece = Atlantean(act.seat, act.piece, act.place, act.space)
            yield Prospect(act.seat, act.place, (piece,), None, number, text, words)


def _row(view: AtlantisView, taps: Taps, each: Prospect, key: str, place: Place) -> Iterator[Cell]:
    left, top, width, height = place
    pieces = tuple(standee(view.table, piece) for piece in each.pieces)
    side, name = width * 0.36 if view.seat is None else SIDE, say("{who}", who=view.who(each.seat))
    owned = (piece_words(view, piece.seat, piece.kind) for piece in each.pieces)
    whose = say("{pieces}.", pieces=listing(owned, "and"))
    text = _called(view, each) if view.seat is None else None
    mark: Mark = "closed" if each.act is None and all(piece.acted for piece in each.pieces) else ""
    tap, what = _tap(taps, each)
    if tap is not None:
        mark = ""
    yield Cell(f"{key}.who", whose, left, top, side, height, text=text, mark=mark, pieces=pieces)
    spot = where(view.table, each.place)
    words = sentences(say("{who} on {place}.", who=name, place=spot), each.words)
    yield Cell(
        key,
        words,
        left + side + 1,
        top,
        width - side - 1,
        height,
        number=each.number,
        text=say("{place}: {what}", place=spot, what=what),
        mark=mark,
        colour=_ground(each.place),
        choice=tap,
    )


def _called(view: AtlantisView, each: Prospect) -> Message:
    """Whose pieces they are; a name is cut where a narrow cell has no room for it."""
    if len({piece.seat for piece in each.pieces}) > 1:
        return say("both")
    name = view.name(each.seat)
    return say("{who}", who=Name(name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}."))


def _tap(taps: Taps, each: Prospect) -> tuple[Tap | None, Message]:
    """What tapping a piece does, and what is written there."""
    first = each.pieces[0]
    piece = (first.seat, first.kind, first.place, first.space)
    if each.act is not None and (tap := taps.of(each.act)):
        return tap, each.text
    again = next((tap for act, tap in taps.by_act() if isinstance(act, Repeat) and _is_of(act, piece)), None)
    if again is not None:
        return again, say("once more, {what}", what=each.text)
    return taps.of(TakeUp(*piece), Recall(*piece)), each.text


def _is_of(act: OfPiece, piece: tuple[Seat, PieceKind, str, int]) -> bool:
    return (act.seat, act.piece, act.place, act.space) == piece


def _ground(place: str) -> str:
    if place == CENTRE:
        return CENTRE_GROUND
    return GROUNDS[TILES[place][0]] if place in TILES else ""


# --- a roll that is under way ---


def draw_attempt(view: AtlantisView, taps: Taps) -> Board | None:
    """The roll that is under way: what lies there, what is needed, how likely, and what can be added; None for none."""
    attempt = view.table.steps[-1] if view.table.steps else None
    if not isinstance(attempt, Attempt):
        return None
    odds = odds_of(view.table, attempt)
    spot = where(view.table, attempt.place)
    cells = [*_dice(view, attempt), *_needed(odds)]
    top = 2 * (HEIGHT + GAP)
    buttons = [each for each in taps.by_act() if _is_added(*each)]
    for at, (act, tap) in enumerate(buttons):
        place = across(0, top + (LINE + GAP) * (at // 2), PHONE, LINE, 2)[at % 2]
        text = _added(view, act, tap)
        cells.append(Cell(_key(act), text, *place, text=text, mark="now", colour=GOOD, choice=tap))
    height = top + (LINE + GAP) * -(-len(buttons) // 2) - GAP
    return Board("attempt", say("The roll for {place}", place=spot), PHONE, height, tuple(cells))


def _dice(view: AtlantisView, attempt: Attempt) -> Iterator[Cell]:
    """Each die: whose it is, what it shows, and what is added to it."""
    for die, seat in enumerate(attempt.rollers):
        place = across(0, 0, PHONE, HEIGHT, len(attempt.rollers))[die]
        added = attempt.bonus[die] + (attempt.energy[die] if attempt.energy else 0)
        paint, who = paint_of(view.table, seat), view.who(seat)
        if die in attempt.rolls or not attempt.values:
            words, shown = say("{who} rolls a die.", who=who), "?"
        else:
            words, shown = (
                say("{who}'s die shows {value}.", who=who, value=attempt.values[die]),
                f"{attempt.values[die]}",
            )
        if added:
            words = sentences(words, say("{added} are added to it.", added=added))
            shown = f"{shown} + {added}"
        mark: Mark = "now" if die in attempt.rolls else ""
        yield Cell(f"die.{die}", words, *place, number=shown, text=say("{who}", who=who), colour=paint, mark=mark)


def _needed(odds: Odds) -> Iterator[Cell]:
    """What is needed, how likely it is, and how likely with all that can be added."""
    words, top = odds_words(odds), HEIGHT + GAP
    places = across(0, top, PHONE, HEIGHT, 3)
    if odds.dice:
        text = say("needed on {dice} {dice?die|dice}", dice=odds.dice)
        yield Cell("needed", words, *places[0], number=f"{max(odds.needed, odds.dice)}+", text=text)
    else:
        text = say("missing")
        yield Cell("needed", words, *places[0], number=f"{max(0, odds.needed)}", text=text)
    plain, helped = percent(odds.plain), percent(odds.helped)
    colour = GOOD if odds.plain == 1 else ""
    yield Cell(
        "plain", say("{n} percent.", n=plain), *places[1], number=f"{plain}%", text=say("as it is"), colour=colour
    )
    text = say("with {energy} energy", energy=odds.energy)
    if odds.cards:
        text = say("with {energy} energy and cards", energy=odds.energy)
    said = say("{what}: {n} percent.", what=text, n=helped)
    colour = GOOD if odds.helped == 1 else ""
    yield Cell("helped", said, *places[2], number=f"{helped}%", text=text, colour=colour)


def _added(view: AtlantisView, act: AtlantisAction, tap: Tap) -> Message:
    """What tapping it does, in few words."""
    if isinstance(act, Spend):
        many = Count(act.energy, ENERGY)
        return say("{who} adds {many} to die {die}", who=view.who(act.seat), many=many, die=act.die + 1)
    if isinstance(act, LetLie):
        return tap.label
    return say("{group}: {label}", group=tap.group, label=tap.label)


def _is_added(act: AtlantisAction, tap: Tap) -> bool:
    return isinstance(act, Spend | Reroll | LetLie) or (isinstance(act, PlayCard) and act.die >= 0)


def _key(act: AtlantisAction) -> str:
    match act:
        case Spend():
            return f"spend.{act.seat}.{act.die}.{act.energy}"
        case Reroll():
            return f"reroll.{act.seat}.{'.'.join(map(str, act.dice))}"
        case PlayCard():
            return f"card.{act.seat}.{act.card}.{act.die}"
    return "let_lie"
