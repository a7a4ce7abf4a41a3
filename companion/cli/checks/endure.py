"""`companion endure`: hours of play with faults, watched from outside."""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.cli.chosen import chosen_options, typed_options
from companion.cli.game_options import typed_flags
from companion.cli.written import MARK, check_place, has_keys, is_marked, write_own
from companion.errors import CompanionError
from companion.games.dice import is_dice_alone
from companion.games.option_text import option_text
from companion.games.registry import GAMES
from companion.runtime.stop import Stop
from companion.runtime.terminal import echo, echo_lines, progress
from companion.soak.board_faults import read_plan
from companion.soak.endurance.child import Child
from companion.soak.endurance.host import SAMPLE_S, Watch
from companion.soak.endurance.plot import check_plot, draw_plot
from companion.soak.endurance.report import MOST_MISSING, Endurance, endurance_text
from companion.soak.endurance.vitals import PROC, NotWatchable
from companion.storage.settings import load_settings
from companion.table.fault_plans import NO_FAULTS, FaultPlan

HOUR_S: Final = 3600.0
_PLOT_CURE: Final = "Name another file with --plot."
_JSON_CURE: Final = "Name another file with --json."
_IS_FIGURES: Final = has_keys("game", "seed", "samples", "accounts", "outages")


def endure_games(
    game: str,
    hours: float,
    faults: Path | None,
    seed: int,
    plot: Path | None,
    to: Path | None,
    settings: Path | None,
    keep: Path | None,
    **typed: Any,
) -> None:
    """Watch a companion and print the report; exit status 1 where something was wrong."""
    if not PROC.is_dir():
        raise NotWatchable(f"There is no {PROC} here: a process can be watched from outside on Linux only.")
    plan = read_plan(faults, has_pages=True) if faults else NO_FAULTS
    wanted = typed_options(**typed)
    options = chosen_options(GAMES[game], wanted)  # what the game has not is told before anything is done
    start = GAMES[game].new_game(options, {})
    if is_dice_alone(GAMES[game].dice, GAMES[game].view(start, None)):
        flags = " ".join(typed_flags(GAMES[game], options))
        raise CompanionError(f"These are {GAMES[game].title}'s dice alone. Try `companion soak {game} {flags}`.")
    if plot is not None:
        check_plot()
        check_place(plot, is_marked, _PLOT_CURE)
    if to is not None:
        check_place(to, _IS_FIGURES, _JSON_CURE)
    data = _new_folder(keep)
    if settings is not None:
        _copy_settings(settings, data)
    report = _endure(game, seed, plan, hours * HOUR_S, data, wanted)
    echo_lines(endurance_text(report))
    if to is not None:
        content = msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"
        write_own(to, content, _IS_FIGURES, _JSON_CURE)
    if plot is not None:
        write_own(plot, draw_plot(report, MARK), is_marked, _PLOT_CURE)
    if report.is_well and keep is None:
        shutil.rmtree(data, ignore_errors=True)
    else:
        echo(f"The companion's data and its log are in {data}.")
    if not report.is_well:
        sys.exit(1)


def _endure(game: str, seed: int, plan: FaultPlan, seconds: float, data: Path, chosen: Mapping[str, Any]) -> Endurance:
    # A command that a shell began in the background ignores Ctrl-C, and so would the companion that it begins.
    # Whoever ends the watcher otherwise is to leave no companion behind.
    stop = Stop()
    for each in (signal.SIGINT, signal.SIGTERM):
        if not isinstance(signal.getsignal(each), Stop):
            signal.signal(each, stop)
    child = Child(game, seed, data, _words(chosen))
    watch = Watch(child, GAMES[game], plan, seed, chosen=chosen)
    try:
        try:
            watch.begin()
            _watch(watch, GAMES[game].title, seconds)
        except KeyboardInterrupt:
            echo("", "Stopped. What was so far:", err=True)
        except CompanionError as error:
            watch.troubles.append(str(error))
        with suppress(KeyboardInterrupt):
            watch.end()
    finally:
        ended = child.end()
    watch.troubles += [*([ended] if ended else []), *(f"a fault of its own: {each}" for each in child.tracebacks())]
    return _report(watch, game, seed)


def _watch(watch: Watch, title: str, seconds: float) -> None:
    label = f"Watching {title}"
    with progress(round(seconds), label) as bar:
        shown = 0
        while watch.at_s < seconds:
            looked_s = watch.at_s
            watch.look()
            time.sleep(max(0.0, SAMPLE_S - (watch.at_s - looked_s)))
            bar.update(min(round(watch.at_s), bar.length or 0) - shown)
            shown = min(round(watch.at_s), bar.length or 0)


def _report(watch: Watch, game: str, seed: int) -> Endurance:
    """What was seen. An act that is missing in the journal of a game that had time for it is a trouble as well."""
    unlearned = [
        f"game {number}: {len(each.missing)} acts that were done are not in its journal, the first: {each.missing[0]}"
        for number, each in enumerate(watch.accounts, 1)
        if len(each.missing) > MOST_MISSING
    ]
    heard = [page.heard for page in watch.pages]
    return Endurance(
        game,
        seed,
        tuple(watch.samples),
        tuple(watch.accounts),
        tuple(watch.outages),
        watch.questions,
        watch.mismatches,
        watch.visits.count,
        watch.visits.taps,
        sum(each.connections for each in heard),
        sum(each.events for each in heard),
        (*watch.troubles, *unlearned, *(trouble for each in heard for trouble in each.troubles)),
    )


def _words(chosen: Mapping[str, Any]) -> list[str]:
    """Chosen options for the companion's own command line."""
    return [word for key, value in chosen.items() for word in ("-o", f"{key}={option_text(value)}")]


def _new_folder(keep: Path | None) -> Path:
    if keep is None:
        return Path(tempfile.mkdtemp(prefix="companion-endure-"))
    try:
        keep.mkdir(parents=True)
    except OSError as error:
        raise CompanionError(
            f"{keep} cannot be made: {error.strerror}. Name a folder that is not there yet."
        ) from error
    return keep


def _copy_settings(settings: Path, data: Path) -> None:
    if not settings.exists():
        raise CompanionError(f"There is no {settings}. Name a companion.toml.")
    load_settings(settings)
    shutil.copyfile(settings, data / "companion.toml")
