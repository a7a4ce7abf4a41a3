"""Dice as one page shows them: the newest roll with its photograph, what is asked of it, and the evening's counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from markupsafe import Markup

from companion.games.core import Choice, Seat
from companion.games.dice import Roll, is_dice_alone
from companion.games.dice_board import DiceBoard, DiceCount, DieColour, ShownDie
from companion.language.message import Message, Text, lone, say, written
from companion.language.values import Name, Noun
from companion.referee.rolls import NO_DIE, AskedDie, RollSight
from web.render.buttons import Button, encode_actions
from web.render.die import FACES, die_picture
from web.render.roll_photo import close_up, die_id, roll_photo, shown_words

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot
    from companion.table.devices import DeviceHealth

EMPTY: Final = "Roll the dice into the tray."
WHICH: Final = "Tap whose roll comes next, then roll the dice into the tray."
"""Where several rolls are open, to whoever may tap."""
SEVERAL: Final = "Several rolls are open. Each is named on its seat's page or by the host, then rolled."
"""The same to whoever looks on."""
BY_BUTTON: Final = "Whoever rolls taps it on their own page."
"""Where the companion deals and nobody reads dice, to whoever does not roll now."""
BY_BUTTON_OR_HOST: Final = f"{BY_BUTTON} For somebody without a page, type it in here."
"""The same to the host."""
DEVICE: Final = "dice"
"""What the line of the reader of dice is called among the devices."""
UNPAINTED: Final = "#8a949c"
NO_BOARD: Final = DiceBoard(0, (), 0, (), (), ())
"""Of a game that shows nothing of its dice."""


class DieChip(msgspec.Struct, frozen=True):
    """One die of the newest roll, and what may be tapped to put it right."""

    number: int
    picture: Markup
    words: Text
    is_corrected: bool
    is_taken: bool
    shown: int
    values: tuple[Button | None, ...]
    """The label of each is the value alone; None is the one that it shows, so that the others keep their places."""
    colours: tuple[Button, ...]


class AskedChip(msgspec.Struct, frozen=True):
    """One die of a roll that is asked about."""

    number: int
    id: str
    picture: Markup
    """The die out of the photograph; where there is none, what it shows, drawn."""
    words: Text
    spoken: Text
    """The same for who listens."""
    answers: tuple[int, ...]
    """Values to tap, the likeliest first."""
    shown: int | None
    """The value that is shown for it now; 0 where no die lies."""
    is_doubted: bool
    is_open: bool
    """Whether its values show without a tap on it."""


class OpenRoll(msgspec.Struct, frozen=True):
    """One of several rolls that are open."""

    key: str
    label: Text
    is_named: bool
    """Whether somebody has said that it comes next, or is the one that is asked about."""


class ToldColour(msgspec.Struct, frozen=True):
    """A row of the grid in which a roll is told: one button a value."""

    name: str
    label: Message
    most: int
    """How many dice of it may come; 0 for any number."""
    faces: tuple[Markup, ...]
    """The dice that show 1 to 6."""


class DicePart(msgspec.Struct, frozen=True):
    """What one page shows of dice."""

    title: Text
    photo: Markup
    """The photograph of the roll that is shown, of one that is asked about with values; empty where there is none."""
    dice: tuple[DieChip, ...]
    summary: tuple[Message, ...]
    counts: tuple[DiceCount, ...]
    note: Text
    """A sentence on the roll that was seen last, or on why none is; empty where there is nothing to say."""
    question: tuple[AskedChip, ...]
    is_asked: bool
    may_count: bool
    likely: tuple[int, ...]
    """What each die shows if it is all as is likeliest: it counts by one tap. Empty where that is not asked."""
    opens: tuple[OpenRoll, ...]
    """The rolls of which this page may say that they come next, or are the one that is asked about; empty where only
    one is open, so that nothing has to be said."""
    number: int
    """Of the roll that is asked about; 0 where none is."""
    may_tap: bool
    tap: str
    """Address of taps."""
    say: str
    """Address of answers."""
    type: str
    """Address to which a typed roll is sent."""
    places: tuple[int, ...]
    """A number for each die that may be typed; empty where the game shows nothing of its dice."""
    colours: tuple[str, ...]
    told: tuple[ToldColour, ...]
    """The grid in which a roll is told by a tap a die; empty where it is typed alone."""
    is_told: bool
    """Whether nobody reads the dice, so that it is told in any case."""
    typed: tuple[OpenRoll, ...]
    """The rolls that may be typed here; a choice where they are several."""
    is_beside: bool
    """Whether there is more on the table than dice."""


def dice_part(snapshot: Snapshot, seat: Seat | None, is_host: bool) -> DicePart | None:
    """The dice for the page of a seat, of the host, or of the public; None where the game has none."""
    view = snapshot.view(seat)
    dice = snapshot.game.dice
    if dice is None:
        return None
    board, roll, is_over = dice.board(view), snapshot.roll, snapshot.is_over
    rolls = (
        () if is_over else tuple(each for each in dice.open_rolls(view) if each.has_values or _unread(snapshot) is None)
    )
    is_counted = bool(rolls) and not any(each.has_values for each in rolls)
    is_asked = roll.state == "question" and not is_over
    if board is None and not rolls and not is_asked:
        return None
    shown, may_tap = board or NO_BOARD, (is_host or seat is not None) and not is_over
    in_doubt = roll.whose if is_asked else rolls
    address = _photo(snapshot, is_asked)
    root = "" if seat is None else f"/seat/{seat + 1}"
    return DicePart(
        title=rolls[0].label if is_counted else _title(shown, rolls, is_asked),
        photo=roll_photo(address, roll if is_asked and not is_counted else None),
        dice=() if is_asked else tuple(_chip(die) for die in shown.dice),
        summary=shown.summary,
        counts=shown.counts,
        note=roll.text if roll.text and not is_over else _note(snapshot, shown, rolls, seat, may_tap),
        question=tuple(_asked(die, roll, address) for die in roll.dice) if is_asked and not is_counted else (),
        is_asked=is_asked,
        may_count=roll.may_count,
        likely=roll.likely if is_asked else (),
        opens=_named(snapshot, in_doubt, seat) if may_tap and len(in_doubt) > 1 and not _by_button(snapshot) else (),
        number=roll.number if is_asked else 0,
        may_tap=may_tap,
        tap=f"{root}/tap",
        say=f"{root}/dice/say",
        type=f"{root}/dice/type",
        places=tuple(range(1, shown.expected + 1)) if rolls else (),
        colours=shown.colours,
        told=tuple(map(_told, shown.told)) if rolls else (),
        is_told=not _is_read(snapshot),
        # At a table with bots chance says what a seat rolls; the host alone may, for one at which hands have stopped.
        typed=_named(snapshot, [each for each in rolls if each.has_values], seat)
        if seat is None or not snapshot.is_virtual
        else (),
        is_beside=not is_dice_alone(snapshot.game.dice, snapshot.view(None)),
    )


def _unread(snapshot: Snapshot) -> DeviceHealth | None:
    """Why nothing reads dice in the tray; None where something does."""
    return next((each for each in snapshot.health if each.device == DEVICE and each.status != "ok"), None)


def may_say(roll: Roll, seat: Seat | None) -> bool:
    """Whether that seat, or the host (None), may say of a roll that it is thrown: a seat its own, and nobody's."""
    return seat is None or roll.seat in (None, seat)


def _named(snapshot: Snapshot, rolls: Sequence[Roll], seat: Seat | None) -> tuple[OpenRoll, ...]:
    named = snapshot.roll.named
    return tuple(OpenRoll(roll.key, roll.label, roll.key == named) for roll in rolls if may_say(roll, seat))


def _title(board: DiceBoard, rolls: Sequence[Roll], is_asked: bool) -> Text:
    if is_asked:
        return "A roll is asked about"
    if board is NO_BOARD:
        return rolls[0].label if len(rolls) == 1 else "Who rolls next?"
    return say("Roll {number}", number=board.roll) if board.roll else "No roll yet"


def _chip(die: ShownDie) -> DieChip:
    values: list[Button | None] = [_button(choice) for choice in die.values]
    colours = tuple(_button(choice) for choice in die.colours)
    if len(values) == len(FACES) - 1:
        values.insert(die.value - 1, None)
    words = say("{colour} {value}", colour=die.name or lone(Noun(die.colour)), value=die.value)
    picture = die_picture(die.value, die.paint)
    return DieChip(die.number, picture, words, die.is_corrected, die.is_taken, die.value, tuple(values), colours)


def _button(choice: Choice[Any]) -> Button:
    return Button(choice.label, encode_actions(choice), Markup(""))


def _told(colour: DieColour) -> ToldColour:
    faces = tuple(die_picture(value, colour.paint) for value in FACES)
    return ToldColour(colour.name, colour.label, colour.most, faces)


def _asked(die: AskedDie, roll: RollSight, address: str) -> AskedChip:
    colour, state = Noun(die.colour), written(die.words)
    words = say("{value} {colour} · {state}", value=Name(shown_words(die)), colour=colour, state=state)
    return AskedChip(
        die.number,
        die_id(roll.number, die.number),
        close_up(address, roll, die) if address else die_picture(die.shown, UNPAINTED),
        words,
        _spoken(die),
        die.answers,
        die.shown,
        die.is_doubted,
        die.value is None and roll.is_laid_out,
    )


def _spoken(die: AskedDie) -> Message:
    colour, state = Noun(die.colour), written(die.words)
    if die.shown is None:
        return say("{colour}, {state}", colour=colour, state=state)
    if die.shown == NO_DIE:
        return say("no die, it seems") if die.value is None else say("no die")
    if die.value is None:
        return say("{value}, it seems, {colour}, {state}", value=die.shown, colour=colour, state=state)
    return say("{value}, {colour}, {state}", value=die.shown, colour=colour, state=state)


def _photo(snapshot: Snapshot, is_asked: bool) -> str:
    if is_asked:
        return f"/dice/{snapshot.game_id}/{snapshot.roll.number}.jpg" if snapshot.photos.roll else ""
    row = snapshot.roll_row
    account = snapshot.account(row, None) if row is not None else None
    has_photo = account is not None and account.evidence is not None and account.evidence.photo is not None
    return f"/evidence/{snapshot.game_id}/{row}.jpg" if has_photo else ""


def _by_button(snapshot: Snapshot) -> bool:
    """Whether no die is thrown: the companion deals, nobody reads dice, and chance says what a seat rolls."""
    return snapshot.is_dealt and snapshot.is_virtual and not _is_read(snapshot)


def _is_read(snapshot: Snapshot) -> bool:
    return any(each.device == DEVICE and each.status == "ok" for each in snapshot.health)


def _note(snapshot: Snapshot, board: DiceBoard, rolls: Sequence[Roll], seat: Seat | None, may_tap: bool) -> Text:
    if not rolls:
        return ""
    if _by_button(snapshot):
        if seat is not None and snapshot.settlings(seat):
            return ""  # its button says all
        return BY_BUTTON_OR_HOST if seat is None and may_tap else BY_BUTTON
    reader = _unread(snapshot)
    if reader is not None:
        return reader.text
    if len(rolls) > 1:
        return WHICH if may_tap else SEVERAL
    if rolls[0].hint:
        return rolls[0].hint
    return EMPTY if not board.roll else ""
