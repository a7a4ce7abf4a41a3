"""What people read about dice: what they show, and what to do where one cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from vision.dice.records import Die, State

ONE: dict[State, str] = {
    "doubtful": "One die cannot be read for certain: say what it shows, or turn it into the light.",
    "cocked": "One die leans: roll it again?",
    "hidden": "One die is half hidden: lay it free, with the same face up.",
    "moving": "One die still moves: wait until it lies still.",
    "small": "One die is too small in the picture: bring the camera nearer.",
    "outside": "One die is cut off by the picture's edge: push it in, with the same face up.",
}
MANY: dict[State, str] = {
    "doubtful": "{count} dice cannot be read for certain: say what they show, or turn them into the light.",
    "cocked": "{count} dice lean: roll them again?",
    "hidden": "{count} dice are half hidden: lay them free, with the same faces up.",
    "moving": "{count} dice still move: wait until they lie still.",
    "small": "{count} dice are too small in the picture: bring the camera nearer.",
    "outside": "{count} dice are cut off by the picture's edge: push them in, with the same faces up.",
}


def tell(dice: Sequence[Die]) -> str:
    """What the dice show, lowest first, and a sentence on each kind that cannot be read: "3 dice: 2, 5, 5."."""
    values = sorted(die.value for die in dice if die.value is not None)
    sentences = list[str]()
    if values:
        sentences.append(f"{counted(len(values))}: {', '.join(map(str, values))}.")
    elif not dice:
        sentences.append("No die.")
    for state in ONE:
        count = sum(die.state == state for die in dice)
        if count:
            sentences.append(ONE[state] if count == 1 else MANY[state].format(count=count))
    return " ".join(sentences)


def counted(count: int) -> str:
    """How many dice: "1 die", "2 dice"."""
    return "1 die" if count == 1 else f"{count} dice"
