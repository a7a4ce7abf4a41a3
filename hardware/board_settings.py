"""settings.json of a board, checked before it is sent: by the very module that reads it on the board."""

from __future__ import annotations

import builtins
import json
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NoReturn


def checked_settings(text: str, firmware: Mapping[str, bytes]) -> str:
    """The same text. Raises ValueError with what the board, with this firmware, would find wrong in it."""
    if not isinstance(json.loads(text, parse_constant=_no_number), dict):
        raise ValueError("it is no JSON object")
    if f"{_READER}.py" in firmware:
        faults: list[str] = _Modules(firmware).module(_READER).Settings(text).faults
        if faults:
            found = (each.partition(": ")[2].removesuffix(" Correct it and flash again.") for each in faults)
            raise ValueError(" ".join(found).removesuffix("."))
    return text


_READER = "settings"
"""The firmware's module, as it is imported on the board."""


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON's")


class _Modules:
    """Modules of the firmware in this process, apart from all of its own: none of them is known by its name here."""

    def __init__(self, firmware: Mapping[str, bytes]) -> None:
        self._firmware = firmware
        micropython = ModuleType("micropython")
        micropython.__dict__["const"] = lambda value: value
        self._made = {"micropython": micropython}

    def module(self, name: str) -> Any:
        """That module; a few constants and pure functions are all that `settings` needs."""
        if name not in self._made:
            made = ModuleType(name)
            made.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._imported}
            exec(compile(self._firmware[f"{name}.py"], f"firmware/{name}.py", "exec"), made.__dict__)  # noqa: S102  # our own files
            self._made[name] = made
        return self._made[name]

    def _imported(self, name: str, *rest: Any) -> Any:
        is_ours = name in self._made or f"{name}.py" in self._firmware
        return self.module(name) if is_ours else __import__(name, *rest)
