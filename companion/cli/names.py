"""Parameters that are one of some names, such as those of games, which are asked for when they are needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import click

_SAID: Final = "companion.left_out_said"


class OneOf(click.Choice):  # type: ignore[type-arg]  # generic in some versions only
    """A choice between names that are asked for anew each time.

    What has the names is imported only where somebody types one or wants to read them, and a game that came to the
    registry afterwards is one of them too.
    """

    def __init__(self, names: Callable[[], Iterable[str]], hint: str = "") -> None:
        """`names` gives them in the order in which they are shown; `hint` is for whoever types another one."""
        # Nothing is asked of the class above, which would keep the names of now.
        self._names = names
        self._hint = hint
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]  # nobody sets them
        """The names that there are now."""
        return tuple(self._names())

    def get_invalid_choice_message(self, *where: Any, **how: Any) -> str:
        """What is said of another name."""
        return " ".join(filter(None, (super().get_invalid_choice_message(*where, **how), self._hint)))


class OneGame(OneOf):
    """A choice between games. Listed games that cannot be played are told of, each with what is wrong in it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name. Fails for another one; a game that is left out says why."""
        from companion.games.registry import LEFT_OUT
        from companion.runtime.terminal import echo

        name = super().convert(value, param, ctx)
        for reason in LEFT_OUT.values() if ctx is not None and not ctx.meta.get(_SAID) else ():
            echo(f"Left out: {reason}", err=True)
        if ctx is not None:
            ctx.meta[_SAID] = True
        return name

    def get_invalid_choice_message(self, *where: Any, **how: Any) -> str:
        """What is said of another name, and of a game that is left out why."""
        from companion.games.registry import LEFT_OUT

        asked = how.get("value", where[0] if where else None)
        return LEFT_OUT.get(str(asked)) or super().get_invalid_choice_message(*where, **how)


class FileToWrite(click.Path):
    """A file that is written in one form only, and has to be named so: no other program would open it."""

    def __init__(self, ending: str, example: str) -> None:
        """`ending` with its dot; `example` is a name that would do."""
        super().__init__(dir_okay=False, path_type=Path)
        self._ending = ending
        self._example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Fails for another ending, and says which can be written."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.suffix.lower() != self._ending:
            self.fail(f"{str(path)!r} does not end in {self._ending}, and nothing else is written: {self._example}.")
        return path


def _games() -> Iterable[str]:
    from companion.games.registry import GAMES

    return GAMES


def _games_by_sight() -> Iterable[str]:
    from companion.games.core import OFF_MAT, types_of
    from companion.games.registry import GAMES

    return [name for name, game in GAMES.items() if any(act.sense not in OFF_MAT for act in types_of(game.action_type))]


def _games_with_lights() -> Iterable[str]:
    from companion.games.registry import GAMES, PRINTED

    return sorted({*GAMES, *PRINTED})


def _kits() -> Iterable[str]:
    from companion.printing.kits import KITS

    return KITS


def _papers() -> Iterable[str]:
    from companion.printing.paper import PAPERS

    return PAPERS


def _liars() -> Iterable[str]:
    from companion.soak.sensor_faults import LIARS

    return LIARS


GAME: Final = OneGame(_games)
BY_SIGHT: Final = OneGame(
    _games_by_sight, "Of other games no act is read from pieces on the mat. Dice are timed by `companion bench dice`."
)
"""Games of which the mat tells what was done."""
WITH_LIGHTS: Final = OneOf(_games_with_lights)
"""Games of which it is known what the strip says."""
KIT: Final = OneOf(_kits)
"""Games of which pieces and mat are printed."""
PAPER: Final = OneOf(_papers)
LIAR: Final = OneOf(_liars)
"""Sensors that may lie in a soak."""
