"""What the owner's file says of an entry, from the fields of its form. The shape is that of data.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.atlantis_rising.box import LETTERS, LEVELS, RINGS, Price
from companion.games.atlantis_rising.box_pieces import KINDS
from companion.games.atlantis_rising.effect_form import effect_table
from companion.games.owners_box import BoxValue, Part

OWNED = "owner"
"""The status of what an owner has kept."""


def part_of_entry(key: str, values: Mapping[str, BoxValue]) -> Part:
    """The content of an entry, by its places in the file."""
    group, _, name = key.partition(".")
    match group:
        case "peninsula":
            return _tiles(key, values)
        case "wrath":
            return {"wrath.values": _list(values["values"]), "wrath.status": OWNED}
        case "basic":
            return {**{f"basic.{each}": value for each, value in values.items()}, "basic.status": OWNED}
        case "copies":
            return {**{f"{name}.{card}.copies": value for card, value in values.items()}, f"known.{name}": OWNED}
        case "letters":
            return {**{f"components.{each}.letter": value for each, value in values.items()}, "known.letters": OWNED}
        case "levels":
            return {"levels": [_level(number, values) for number in LEVELS], "known.levels": OWNED}
        case "components":
            return _component(key, values)
    return {f"{key}.name": values["name"], f"{key}.effect": effect_table("effect", values), f"{key}.status": OWNED}


def _tiles(key: str, values: Mapping[str, BoxValue]) -> Part:
    part: dict[str, Any] = {}
    for name in ("number", "icon", "spaces"):
        column = [_one(values[f"{name}.{ring}"]) for ring in range(RINGS) if f"{name}.{ring}" in values]
        if column:
            part[f"{key}.{name}"] = column
    return {**part, f"{key}.status": OWNED}


def _level(number: int, values: Mapping[str, BoxValue]) -> dict[str, Any]:
    named = {key: values[f"{number}.{key}"] for key in ("calm_seas", "controlled_floods", "energy")}
    return {"components": {letter: values[f"{number}.{letter}"] for letter in LETTERS}, **named}


def _component(key: str, values: Mapping[str, BoxValue]) -> Part:
    # Every kind is written: what is left out would stay as it is shipped.
    part: dict[str, Any] = {
        f"{key}.name": values["name"],
        f"{key}.cost": {kind: values.get(f"cost.{kind}", 0) for kind in Price.__struct_fields__},
    }
    if "spaces.kind" in values:
        part[f"{key}.spaces"] = _spaces(values)
        for when in ("on_build", "on_activate"):
            part[f"{key}.{when}"] = _effects(when, values)
    return {**part, f"{key}.status": OWNED, f"{key}.assumed": []}


def _spaces(values: Mapping[str, BoxValue]) -> dict[str, Any] | bool:
    if values["spaces.kind"] == "none":
        return False
    spaces: dict[str, Any] = {"kind": values["spaces.kind"], "n": values["spaces.n"], "n5": values["spaces.n5"]}
    spaces["allow"] = [kind for kind in KINDS if values[f"allow.{kind}"]]
    spaces["need"] = values.get("spaces.need") or False
    return {**spaces, "removes": bool(values.get("spaces.removes"))}


def _effects(when: str, values: Mapping[str, BoxValue]) -> list[dict[str, Any]]:
    numbers = sorted({int(key.split(".")[1]) for key in values if key.startswith(f"{when}.")})
    effects = [effect_table(f"{when}.{number}", values) for number in numbers]
    return [each for each in effects if each["op"] != "none"]


def _one(value: BoxValue) -> Any:
    """A number alone, or the list of one for each space."""
    return value if not isinstance(value, tuple) else value[0] if len(value) == 1 else list(value)


def _list(value: BoxValue) -> list[int]:
    return list(value) if isinstance(value, tuple) else []
