"""How often the network that reads clear dice is right, by what dice are like; and how sure it must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from vision.dice.clear import CLEAR_PX, ClearNetwork, mirrored_too, tempered
from vision.dice.network import Floats
from vision.training.clear.views import COLOURLESS, FACTS, OPAQUE, TINTED, UNTOLD, VIEW_PX, Views
from vision.training.metrics import Interval, wilson
from vision.virtual.dice.makes import MAKES

TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(4), 80))
MOST_WRONG = 0.001
"""Of flat clear dice that are held back so many may be told wrongly, at most."""
LEAST_SURE = 0.5
TOGETHER = 256
ANGLES_DEG = (0, 5, 10, 15, 20, 25, 30, 35)

Bools = npt.NDArray[np.bool_]


def logits_of(network: ClearNetwork, views: Views) -> Floats:
    """(N, 7): what the network says of each, as it is asked at a table."""
    rim = (VIEW_PX - CLEAR_PX) // 2
    crops = views.crops[:, rim : rim + CLEAR_PX, rim : rim + CLEAR_PX]
    parts = range(0, len(views), TOGETHER)
    return np.concatenate(
        [
            mirrored_too(network, np.ascontiguousarray(crops[at : at + TOGETHER]), views.slopes[at : at + TOGETHER])
            for at in parts
        ]
    )


def temperature_of(logits: Floats, values: npt.NDArray[np.int64]) -> float:
    """What logits are best divided by: the least mean log loss of these."""

    def loss(temperature: float) -> float:
        chances = tempered(logits, temperature)
        return float(-np.log(np.maximum(chances[np.arange(len(values)), values], 1e-9)).mean())

    return float(min(TEMPERATURES, key=loss))


def least_sure(chances: Floats, values: npt.NDArray[np.int64]) -> float:
    """From which chance on a value may be told, so that at most `MOST_WRONG` of all are told wrongly."""
    told, sure = chances[:, :UNTOLD].argmax(axis=1), chances[:, :UNTOLD].max(axis=1)
    wrong = np.sort(sure[told != values])[::-1]
    allowed = int(MOST_WRONG * len(values))
    return max(LEAST_SURE, float(np.nextafter(wrong[allowed], 1)) if len(wrong) > allowed else LEAST_SURE)


def groups(views: Views) -> Iterator[tuple[str, Bools]]:
    """Names, and which of the dice they mean."""
    fact = dict(zip(FACTS, views.facts.T, strict=True))
    is_die = views.values != UNTOLD
    is_clear = is_die & np.isin(fact["material"], (COLOURLESS, TINTED))
    yield "flat, clear", is_clear
    yield "colourless", is_clear & (fact["material"] == COLOURLESS)
    yield "tinted", is_clear & (fact["material"] == TINTED)
    yield "opaque", is_die & (fact["material"] == OPAQUE)
    for number, make in enumerate(MAKES):
        yield f"of the maker “{make.name}”", is_clear & (fact["make"] == number)
    angle = np.degrees(np.arctan(views.slopes))
    for low, high in zip(ANGLES_DEG, (*ANGLES_DEG[1:], 90), strict=True):
        yield (
            f"seen at {low} to {high}°" if high < 90 else f"at {low}° and more",
            (is_clear & (angle >= low) & (angle < high)),
        )
    for name, least, most in (("bare", -2.0, 0.0), ("dark", 0.0, 0.4), ("middling", 0.4, 0.7), ("light", 0.7, 2.0)):
        yield f"{name} pips", is_clear & (fact["light_pips"] >= least) & (fact["light_pips"] < most)
    for name, least, most in (("small", 0.0, 0.085), ("middling", 0.085, 0.105), ("large", 0.105, 1.0)):
        yield f"{name} pips, by their radius", is_clear & (fact["pip"] >= least) & (fact["pip"] < most)
    for value in range(6):
        yield f"a {value + 1} on top", is_clear & (views.values == value)
    yield "no die, leaning or stacked", ~is_die


def shares(chances: Floats, values: npt.NDArray[np.int64], least: float) -> tuple[Interval, Interval, Interval]:
    """Of dice: whose likeliest answer is right, which are told wrongly, and which are asked about."""
    likely, told = chances.argmax(axis=1), chances[:, :UNTOLD].argmax(axis=1)
    is_told = (chances[:, :UNTOLD].max(axis=1) >= least) & (likely == told)
    count = len(values)
    return (
        wilson(int((likely == values).sum()), count),
        wilson(int((is_told & (told != values)).sum()), count),
        wilson(int((~is_told).sum()), count),
    )


def table(sets: Mapping[str, tuple[Floats, Views]], least: float) -> str:
    """Markdown: by what dice are like, of each set of chances and views."""
    lines = ["| tested on | dice | how many | likeliest right | told wrongly | asked about |", "|" + " --- |" * 6]
    for name, (chances, views) in sets.items():
        for group, chosen in groups(views):
            if chosen.any():
                right, wrong, asked = shares(chances[chosen], views.values[chosen], least)
                told = (f"{each.share:.2%} ({each.low:.2%} to {each.high:.2%})" for each in (right, wrong, asked))
                lines.append(f"| {name} | {group} | {right.of} | {' | '.join(told)} |")
    return "\n".join(lines) + "\n"
