"""Flags for the options of the game that a command line names: `--players 3`, `--score-only`.

They are made from what the game itself says of its options, and only once somebody has named one or asks for help, so
that a list of commands imports no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from companion.games.core import OptionField
    from companion.games.game import AnyGame

with_game_options: Final = click.option(
    "-o",
    "--option",
    "others",
    metavar="KEY=VALUE",
    multiple=True,
    help="One of the game's options by its key, once for each. A wrong KEY is answered with all there are.",
)
"""For a command whose class is `GameCommand`: `-o`, as `others`."""
_CHOSEN: Final = "companion.chosen_game"
_FLAGS: Final = "companion.game_flags"
_TYPED: Final = "typed"
MOST_VALUES: Final = 6
"""An option with more values shows none of them beside its flag."""


class GameCommand(click.Command):
    """A command with an argument `game` that takes the options of that game as flags.

    It gets what was typed of them as `typed`, texts by the options' keys.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *ctx.meta.get(_FLAGS, ())]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the line with the flags of the game in it; of a line without a game with those of all games."""
        taken, games = self._taken(), _games()
        ctx.meta[_CHOSEN] = chosen = games.get(self._named(ctx, args, games))
        every = [chosen] if chosen else games.values()
        ctx.meta[_FLAGS] = list({flag.name: flag for game in every for flag in self.game_flags(game, taken)}.values())
        ctx.params[_TYPED] = {}
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if chosen is None:
                raise
            own = ", ".join(flag.opts[0] for flag in ctx.meta[_FLAGS] if not flag.hidden) or "none"
            text = f"{chosen.title} has no option {error.option_name}. It has: {own}."
            elsewhere = {name for game in games.values() for flag in flags_of(game, taken) for name in flag.opts}
            alike = () if error.option_name in elsewhere else error.possibilities
            raise click.NoSuchOption(error.option_name, text, alike, ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the command's own options, then those of the game; where none is named, what is usual in each."""
        flags = ctx.meta.pop(_FLAGS, ())
        super().format_options(ctx, formatter)
        ctx.meta[_FLAGS] = flags
        chosen = ctx.meta.get(_CHOSEN)
        for game in [chosen] if chosen else _games().values():
            every = list(flags_of(game, self._taken()))
            told = every if chosen else list(flags_of(game, self._taken(), has_rare=False))
            rest = f", all with {game.name} --help" if len(told) < len(every) else ""
            if rows := [row for flag in told if (row := flag.get_help_record(ctx))]:
                with formatter.section(f"Options of {game.title}{rest}"):
                    formatter.write_dl(rows)

    def game_flags(self, game: AnyGame, taken: Collection[str]) -> list[click.Option]:
        """The flags that this command takes with a game."""
        return list(flags_of(game, taken))

    def _taken(self) -> set[str]:
        """The flags that the command has itself."""
        return {name for param in self.params for name in (*param.opts, *param.secondary_opts)}

    def _named(self, ctx: click.Context, args: Sequence[str], games: Collection[str]) -> str:
        """The name of a game on this line, whatever flags stand before it; "" where there is none."""
        parser = click.Command.make_parser(self, ctx)
        parser.ignore_unknown_options = True
        try:
            values, rest, _ = parser.parse_args(list(args))
        except click.UsageError:
            return ""  # which is told when the line is read in earnest
        words = [values.get("game"), *rest]
        return next((word for word in words if isinstance(word, str) and word in games), "")


class RunsCommand(GameCommand):
    """One that plays runs of games: `--mode every` and `--players every` are taken of a game that has one alone too."""

    def game_flags(self, game: AnyGame, taken: Collection[str]) -> list[click.Option]:
        from companion.games.offers import COURSE

        own = {field.key for field in game.options()}
        return super().game_flags(game, taken) + [_text_flag(key) for key in COURSE if key not in own]


def flags_of(game: AnyGame, taken: Collection[str], has_rare: bool = True) -> Iterator[click.Option]:
    """A flag for each option of a game that the command has no flag of that name for; without the rare ones, or with.

    Whose cards are played with is asked by the commands themselves.
    """
    from companion.games.deal import CARDS

    for field in game.options():
        flag = f"--{field.key.replace('_', '-')}"
        if field.key != CARDS.key and flag not in taken and (has_rare or not field.is_rare):
            yield _flag(field, flag)


def typed_flags(game: AnyGame, options: Mapping[str, Any]) -> list[str]:
    """Options as they are typed behind the game's name: those off their default, but for whose cards are played with.

    One that has no field cannot be typed and is left out.
    """
    from companion.games.option_text import option_text

    flags, words = {flag.name: flag for flag in flags_of(game, ())}, []
    for field in game.options():
        flag = flags.get(f"option_{field.key}")
        if flag is None or field.key not in options or (value := options[field.key]) == field.choices[0][0]:
            continue
        if flag.is_flag:
            words += flag.opts[:1] if value else flag.secondary_opts[:1]
        else:
            words += [flag.opts[0], option_text(value)]
    return words


def _flag(field: OptionField, flag: str) -> click.Option:
    from companion.games.option_text import option_text

    def keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
        assert param.name is not None  # it was given one
        if ctx.get_parameter_source(param.name) is click.core.ParameterSource.COMMANDLINE:
            ctx.params[_TYPED][field.key] = option_text(value)

    values = [value for value, _ in field.choices]
    usual = f"Default: {field.choices[0][1]}" if len(values) > 1 else str(field.choices[0][1]).capitalize()
    parts = (field.label, str(field.help).rstrip("."), str(field.typed_help).rstrip("."), usual)
    words = " ".join(f"{part}." for part in parts if part)
    name = f"option_{field.key}"
    if all(isinstance(value, bool) for value in values):
        spelled = flag if values == [True] else f"{flag}/--no-{flag[2:]}"
        return click.Option([spelled, name], is_flag=True, default=None, expose_value=False, callback=keep, help=words)
    shown = "|".join(map(option_text, values)) if len(values) <= MOST_VALUES else "VALUE"
    return click.Option([flag, name], metavar=shown, expose_value=False, callback=keep, help=words)


def _text_flag(key: str) -> click.Option:
    """The flag of an option that the game has not, for the command to judge."""

    def keep(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is not None:
            ctx.params[_TYPED][key] = value

    return click.Option([f"--{key}", f"option_{key}"], hidden=True, expose_value=False, callback=keep)


def _games() -> dict[str, AnyGame]:
    from companion.games.registry import GAMES

    return dict(GAMES)
