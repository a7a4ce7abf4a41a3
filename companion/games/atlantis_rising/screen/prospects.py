"""What the action of a placed Atlantean would come to now, how likely; and a roll that is under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.games.atlantis_rising.data.contents import PENINSULAS
from companion.games.atlantis_rising.mat.looks import paint_of
from companion.games.atlantis_rising.rules import activation, acts, decisions
from companion.games.atlantis_rising.rules.odds import Odds, attempt_of, odds_of, percent
from companion.games.atlantis_rising.screen import grid
from companion.games.atlantis_rising.state import ground, model, steps
from companion.games.atlantis_rising.words import texts, vocabulary
from companion.games.board import GAP, PHONE, Board, Cell, across
from companion.games.core import Action, Seat
from companion.language.message import Message, say, sentences
from companion.language.values import Count

HEIGHT: Final = 78.0
"""Of a row of a roll: a figure and two lines below it."""
LINE: Final = 56.0
"""Height of a cell to tap with words alone."""
NEEDS_TWO: Final = say("That space acts with two only.")


class Prospect(msgspec.Struct, frozen=True):
    """What pieces of one seat on one place may do; of several alike only the first is named by its act."""

    seat: Seat
    place: str
    pieces: tuple[model.Atlantean, ...]
    """That seat's first, then whoever acts with it."""
    act: acts.Activate | None
    """None where the piece cannot act by itself."""
    number: str
    """A figure to show, as "50%"; empty where nothing is rolled."""
    text: Message
    """A few words beside the place's name."""
    words: Message
    """All of it, in sentences."""


def prospects(table: model.Table, only: Seat | None = None) -> tuple[Prospect, ...]:
    """What each placed piece that has not acted may do; with a seat, its own pieces alone, on tiles each for itself.

    Of a space that several share there is one for each of them, but for all to see one alone.
    """
    found = dict[tuple[object, ...], Prospect]()
    for each in _every(table):
        if only not in (None, each.seat) or (only is None and each.seat != min(piece.seat for piece in each.pieces)):
            continue
        key = (each.place, each.seat, each.number, each.text, each.act.rollers if each.act else None)
        alike = found.get(key)
        if alike is None or len(each.pieces) > 1 or (only is not None and each.place in ground.TILES):
            found[(*key, each.pieces, each.act) if alike else key] = each
        else:
            found[key] = msgspec.structs.replace(alike, pieces=(*alike.pieces, *each.pieces))
    return tuple(found.values())


def _every(table: model.Table) -> Iterator[Prospect]:
    """What can act, then what cannot by itself: pieces on build spaces, and alone on a space for two."""
    active = set[tuple[str, int]]()
    for act in activation.activations(table):
        active.add((act.place, act.space))
        rooms = ground.spaces(table.setup, act.place)
        is_double = act.space < len(rooms) and rooms[act.space].is_double
        group = list(ground.at(table, act.place, act.space)) if is_double else [model.Atlantean(*act.key)]
        group.sort(key=lambda each: each.seat != act.seat)
        yield Prospect(act.seat, act.place, tuple(group), act, *outcome(table, act))
    for piece in table.atlanteans:
        if piece.place in (model.POOL, model.CENTRE) or piece.acted or piece.kind == "automaton":
            continue
        if piece.place in model.BUILD_SPACES:
            words = say("All on that build space pay together.")
            yield Prospect(piece.seat, piece.place, (piece,), None, "", say("builds"), words)
        elif (piece.place, piece.space) not in active:
            yield Prospect(piece.seat, piece.place, (piece,), None, "", say("needs a second"), NEEDS_TWO)


def outcome(table: model.Table, act: acts.Activate) -> tuple[str, Message, Message]:
    """What an action comes to: a figure, a few words, and sentences."""
    tiles = ground.tiles_of(table, act.place)
    if act.place == model.CENTRE:
        many = Count(1, vocabulary.ENERGY)
        return "", say("takes {many}", many=many), say("It takes {many}.", many=many)
    if tiles is None:
        return "", say("uses it"), texts.effects_words(table.box.components[act.place].on_activate)
    peninsula, ring = ground.TILES[act.place]
    if PENINSULAS[peninsula] in table.forbidden:
        return "", say("closed"), say("That peninsula gives nothing this round.")
    attempt = attempt_of(table, act)
    if attempt is not None:
        # In percent, and what it needs; where energy or cards help, with them too, and what they cost.
        odds = odds_of(table, attempt)
        plain, cost = percent(odds.plain), say("all spent")
        if odds.helped == odds.plain:
            return f"{plain}%", say("needs {needed}", needed=max(odds.needed, odds.dice)), odds_words(odds)
        if not odds.cards:
            cost = say("{many}", many=Count(odds.energy, vocabulary.ENERGY))
        return f"{plain} – {percent(odds.helped)}%", cost, odds_words(odds)
    if tiles.kind == "libraries":
        return "", *_KEPT[tiles.icon[ring - 1]]
    if tiles.kind != "forges":
        return "", say("sure"), say("It succeeds without a roll.")
    if not table.reserves[act.seat].ore:
        return "", say("no ore"), say("There is no ore to forge: it gets nothing.")
    gained = tiles.number_at(ring, act.space)
    return "", say("1 ore to {n}", n=gained), say("It turns 1 ore into {n} Atlantium.", n=gained)


_ONE: Final = say("draws 2, keeps 1")
_KEPT: Final = {
    "both": (say("draws, keeps 2"), say("It draws two cards and keeps both.")),
    "one_discard": (_ONE, say("It draws two cards, keeps one and discards the other.")),
    "one_bottom": (_ONE, say("It draws two cards, keeps one and puts the other below the deck.")),
}
"""Of a library, by its icon."""


def odds_words(odds: Odds) -> Message:
    """The odds of a roll in sentences."""
    plain, share, energy, cards = percent(odds.plain), percent(odds.helped), odds.energy, odds.cards
    n, dice = odds.needed, odds.dice
    needed = say("It needs {needed} on {dice} {dice?die|dice}: {plain} percent.", needed=n, dice=dice, plain=plain)
    if not dice:
        needed = say("{needed} more are needed.", needed=n)
    helped = say("With {energy} energy: {share} percent.", energy=energy, share=share)
    if cards:
        helped = say(
            "With {energy} energy and cards for {cards}: {share} percent.", energy=energy, cards=cards, share=share
        )
    twice = say("A Priest's second try is counted in.") if odds.is_twice else None
    return sentences(needed, helped if odds.helped != odds.plain else None, twice)


# --- a roll that is under way ---


def draw_attempt(view: model.AtlantisView, taps: grid.Taps) -> Board | None:
    """The roll that is under way: what lies there, what is needed, how likely, and what can be added; None for none."""
    attempt = view.table.step
    if not isinstance(attempt, steps.Attempt):
        return None
    odds, cells = odds_of(view.table, attempt), list[Cell]()
    for die, place in enumerate(across(0, 0, PHONE, HEIGHT, len(attempt.rollers))):
        seat, is_rolled = attempt.rollers[die], die in attempt.rolls
        added, who = attempt.bonus[die] + (attempt.energy[die] if attempt.energy else 0), view.who(seat)
        words, shown = say("{who} rolls a die.", who=who), "?"
        if attempt.values and not is_rolled:
            shown = f"{attempt.values[die]}"
            words = say("{who}'s die shows {value}.", who=who, value=attempt.values[die])
        if added:
            words = sentences(words, say("{added} are added to it.", added=added))
            shown = f"{shown} + {added}"
        text, paint, mark = say("{who}", who=who), paint_of(view.table, seat), grid.now(is_rolled)
        cells.append(Cell(f"die.{die}", words, *place, number=shown, text=text, colour=paint, mark=mark))
    cells += _needed(odds)
    # On the tablet its host has them as buttons beside the drawings, which keep their size.
    buttons = [*_buttons(view, taps)] if view.seat is not None else []
    places, top = grid.rows((HEIGHT + GAP) * 2, PHONE, LINE, 2, len(buttons))
    for (key, text, tap), place in zip(buttons, places, strict=True):
        cells.append(Cell(key, text, *place, text=text, mark="now", colour=grid.GOOD, choice=tap))
    title = say("The roll for {place}", place=vocabulary.place_words(view.table.box, attempt.place))
    return Board("attempt", title, PHONE, top - GAP, tuple(cells))


def _needed(odds: Odds) -> Iterator[Cell]:
    """What is needed, how likely it is, and how likely with all that can be added."""
    need, lasting, most = across(0, HEIGHT + GAP, PHONE, HEIGHT, 3)
    text, number = say("missing"), f"{max(0, odds.needed)}"
    if odds.dice:
        text = say("needed on {dice} {dice?die|dice}", dice=odds.dice)
        number = f"{max(odds.needed, odds.dice)}+"
    yield Cell("needed", odds_words(odds), *need, number=number, text=text)
    plain, helped = percent(odds.plain), percent(odds.helped)
    words, colour = say("{n} percent.", n=plain), grid.GOOD if odds.plain == 1 else ""
    yield Cell("plain", words, *lasting, number=f"{plain}%", text=say("as it is"), colour=colour)
    text = say("with {energy} energy", energy=odds.energy)
    if odds.cards:
        text = say("with {energy} energy and cards", energy=odds.energy)
    words, colour = say("{what}: {n} percent.", what=text, n=helped), grid.GOOD if odds.helped == 1 else ""
    yield Cell("helped", words, *most, number=f"{helped}%", text=text, colour=colour)


def _buttons(view: model.AtlantisView, taps: grid.Taps) -> Iterator[tuple[str, Message, grid.Tap]]:
    """What can be added to the roll: a key, what tapping it does in few words, and the tap."""
    for act, tap in taps.each(Action):
        text = say("{group}: {label}", group=tap.group, label=tap.label)
        match act:
            case decisions.Spend(seat, die, energy):
                many = Count(energy, vocabulary.ENERGY)
                text = say("{who} adds {many} to die {die}", who=view.who(seat), many=many, die=die + 1)
                yield f"spend.{seat}.{die}.{energy}", text, tap
            case decisions.Reroll(seat, dice):
                yield f"reroll.{seat}.{'.'.join(map(str, dice))}", text, tap
            case decisions.PlayCard(seat, card, die) if die >= 0:
                yield f"card.{seat}.{card}.{die}", text, tap
            case decisions.LetLie():
                yield "let_lie", tap.label, tap
