"""The types of what a game returns: sentences are messages there, and no bare text that is another thing may pass.

Which text is no sentence stands here, field by field and method by method.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from types import ModuleType
from typing import Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
import pytest

from companion.games import board, core, diagrams, dice, dice_board, parts
from companion.games.core import FactValue
from companion.games.dice import Dice
from companion.games.errors import BadOption, GameError, IllegalAction
from companion.games.game import Game
from companion.games.shared import figures
from companion.language.message import Message, Text, say
from companion.lights import scene
from companion.table import expected, pieces
from tests.companion.games.messages import files_of, taken_from

NO_WORDS: frozenset[str] = frozenset(
    {
        *(
            "PublicTable.why",
            "PublicTable.irregular",
            "View.names",
            "Prompt.rule",
            "Outcome.rule",
            "Choice.piece",
            "Choice.key",
        ),
        *("FactField.key", "FactField.value", "FactField.status", "FactField.board"),
        *("OptionField.key", "OptionField.needs"),
        *(
            "PlayerPanel.pieces",
            "PlayerPanel.score",
            "Roll.key",
            "Settling.key",
            "LightSample.mat",
            "LightSample.names",
        ),
        *("ShownDie.colour", "ShownDie.paint", "DieColour.name", "DieColour.paint"),
        *("DiceCount.mean", "DiceBoard.colours"),
        *(
            "Glow.colour",
            "Glow.motion",
            "ExpectedZone.zone",
            "ExpectedZone.standing",
            "At.kind",
            "Touching.zone",
            *("DiceZone.zone", "Placed.zone", "Finding.zone", "TrueDie.zone", "TrueDie.colour"),
            "Touching.kind",
            "Touching.other",
            "Pieces.kinds",
            "InOrder.kinds",
            "Worth.sums",
            "Backs.kind",
            "Pile.kind",
            "Pile.top",
            "PieceKind.kind",
            "Card.kind",
            "PieceKind.label",
            "PieceKind.shape",
        ),
        *("PieceKind.colour", "PieceKind.number", "PieceKind.sign", "MatPrint.words"),
        # What is drawn on prints, which speak English alone.
        *("Line.colour", "Field.fill", "Field.line", "Words.text", "Words.colour", "Words.anchor", "Outline.fill"),
        *("Board.key", "Cell.key", "Cell.shape", "Cell.number", "Cell.mark", "Cell.colour", "Cell.pieces"),
        *("Cell.pick", "Cell.takes"),
        *("BarDiagram.key", "LineDiagram.key", "Line.paint"),
        *("Figure.status", "Figure.source", "OwnerFigure.name", "OwnerFigure.key", "OwnerFigures.file"),
    }
)
"""Fields of text that are keys, colours, digits or names, or are kept in a position."""
FROM_FILES: frozenset[str] = frozenset({"Mat.layout", "Mat.layouts", "Mat.kit", "Mat.drawings"})
"""Parts that say what stands in files of the game's package: measures, ids, what is printed on pieces."""
NO_SENTENCES: frozenset[str] = frozenset(
    {
        *("Screen.rule_words", "Mat.breach"),  # the ids of rules, beside messages
        *("Mat.rule_of_zone", "Screen.own_pieces", "piece_of", "Box.kept", "Mat.layouts", "Mat.pieces", "Reader.kinds"),
        *("Sealing.rule", "Sealing.facts"),  # ids and keys
        "doers",  # nobody in particular
        # For simulations and their reports:
        *("check_line", *(f"Simulation.varied_{each}" for each in ("options", "owner", "facts"))),
        *("roll_of", "shown", "to_roll", "opened"),  # keys and colours of dice, and places of them
        # What files say, and messages by kinds of pieces:
        *(*(f"OwnPlayset.{each}" for each in ("owner_with", "of", "options")), "Mat.texts"),
    }
)
"""Methods that return text which is no sentence, or none that a player reads."""
Answers: TypeAlias = Mapping[str, object]


def _methods(kinds: Iterable[type]) -> Answers:
    """What the methods of some classes return, by their names."""
    functions = ((name, each) for kind in kinds for name, each in vars(kind).items() if inspect.isfunction(each))
    return {name: get_type_hints(each)["return"] for name, each in functions}


def _fields(kinds: Iterable[type]) -> Answers:
    """What the fields of some records hold, or return where they are functions, by record and name."""
    hints = ((kind, name, hint) for kind in kinds for name, hint in get_type_hints(kind).items())
    return {
        f"{kind.__name__}.{name}": get_args(hint)[-1] if get_origin(hint) is Callable else hint
        for kind, name, hint in hints
    }


PARTS = tuple(each for each in vars(parts).values() if isinstance(each, type) and is_dataclass(each))
ANSWERS = {**_methods((Game, Dice)), **_fields(PARTS)}


def _records(modules: Iterable[ModuleType]) -> Iterator[type[msgspec.Struct]]:
    """The records of modules."""
    for module in modules:
        for each in vars(module).values():
            is_record = isinstance(each, type) and issubclass(each, msgspec.Struct)
            if is_record and each.__module__ == module.__name__:
                yield each


def _within(kind: object) -> Iterator[type[msgspec.Struct]]:
    """Each record that a type is made of, those within its fields too."""
    kinds, found = [kind], set[type[msgspec.Struct]]()
    while kinds:
        each = kinds.pop()
        kinds += get_args(each)
        record = get_origin(each) or each
        if isinstance(record, type) and issubclass(record, msgspec.Struct) and record not in found:
            found.add(record)
            kinds += get_type_hints(record).values()
            yield record


def _is_text(kind: object) -> bool:
    """Whether a type holds bare text, be it beside messages; the value that a message stands for is none."""
    within = get_args(kind)
    if within == (FactValue, Message):
        return False
    return kind is str or get_origin(kind) is Literal or any(map(_is_text, within))


def _text_fields(records: Iterable[type[msgspec.Struct]]) -> set[str]:
    """The fields of records whose types hold bare text."""
    return {
        f"{record.__name__}.{name}"
        for record in records
        for name, kind in get_type_hints(record).items()
        if name in record.__struct_fields__ and _is_text(kind)
    }


def _texts(answers: Answers) -> set[str]:
    """The answers that are bare text."""
    return {name for name, answer in answers.items() if _is_text(answer)}


def test_no_record_of_games_holds_a_sentence_as_text() -> None:
    modules = (core, dice, dice_board, diagrams, parts, board, figures, scene, expected, pieces)
    told = [answer for name, answer in ANSWERS.items() if name not in FROM_FILES]
    texts = _text_fields({*_records(modules), *(each for one in told for each in _within(one))})
    assert texts - NO_WORDS == set()
    assert NO_WORDS - texts == set(), "no field of these is text any more"


def test_nothing_of_a_game_returns_a_sentence_as_text() -> None:
    texts = _texts(ANSWERS)
    assert texts - NO_SENTENCES == set()
    assert NO_SENTENCES - texts == set(), "none of these returns text any more"


@pytest.mark.parametrize("error", [IllegalAction, BadOption])
def test_why_a_game_refuses_something_is_a_message(error: type[GameError]) -> None:
    assert get_type_hints(error.__init__)["reason"] is Message


class Odd(msgspec.Struct, frozen=True):
    """A record that no game should return."""

    heading: str
    text: Text
    lines: tuple[Text, ...]
    label: Message
    choices: tuple[tuple[FactValue, Text], ...] = ()
    number: int = 0


class Sound(msgspec.Struct, frozen=True):
    """A record that holds the other, and is none itself."""

    label: Message
    values: tuple[tuple[FactValue, Message], ...] = ()
    within: dict[int, tuple[Odd, ...]] | None = None


class OddGame:
    """Methods that no game should have, and one that it may."""

    def advice(self) -> tuple[Text, ...]:
        return ("Look out.",)

    def warning(self) -> str | None:
        return None

    def notice(self) -> Sound | None:
        return Sound(say("Look out."))


def test_a_text_where_a_sentence_belongs_is_found_by_its_type() -> None:
    methods = _methods((OddGame,))
    assert _texts(methods) == {"advice", "warning"}
    found = set(_within(methods["notice"]))
    assert found == {Sound, Odd}
    assert _text_fields(found) == {"Odd.heading", "Odd.text", "Odd.lines", "Odd.choices"}


def test_no_game_takes_a_bare_text_for_a_message() -> None:
    """Whoever writes a game finds no type there that a finished sentence would fit."""
    for room in ("companion/games", "tests/games"):
        for path in files_of(room):
            assert "Text" not in taken_from(path, "companion.language.message"), path
