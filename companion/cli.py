"""The `companion` command: the only place where games, journal, pages and devices are wired together."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

import click
import msgspec
from flask import Flask

from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.home import Home, default_folder
from companion.journal import read_journal, repair
from companion.room import BIGGEST_SEED, Room
from companion.settings import load_settings
from companion.simulate import Report, simulate
from companion.table.devices import DeviceHealth
from companion.timeline import Unplayable, replay
from hardware.boards import board_health
from vision.cameras import CHOICES, camera_health, camera_opener
from vision.eye import Eye
from vision.frames import SystemClock
from web.app import create_app
from web.server import PageServer, PortBusy, page_urls

DATA = click.option(
    "--data",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="COMPANION_DATA",
    default=default_folder,
    show_default="your user data folder",
    help="Folder of the saved games, owner's figures and keys.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def cli() -> None:
    """The table companion: knows the rules, keeps the score, and tells the table what to do next.

    Begin with `companion play waves` and open the address that it prints.
    """


@cli.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option(
    "--cards",
    type=click.Choice(["virtual", "own"]),
    default="virtual",
    show_default=True,
    help="virtual: the companion deals and bots fill empty seats. own: you play with your own cards and tap.",
)
@click.option(
    "--tablets",
    default="first",
    show_default=True,
    help="Waves: the set of Rule Tablets (first, row1), or five sides joined by commas, Scholars first.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, BIGGEST_SEED),
    help="Deal and play the same virtual game again. Default: drawn by lot.",
)
@click.option("--auto", is_flag=True, help="Bots play every free seat without a pause.")
@click.option(
    "--pace", type=click.FloatRange(0, 60), help="Seconds between the acts of bots. Default: settings, else 1."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port of the pages; 0 takes any free one. Default: settings, else 8000.",
)
@click.option("--address", help="Address to listen on. Default: settings, else 0.0.0.0, for every phone in the house.")
@click.option(
    "--camera",
    metavar="SPEC",
    help=f"Camera over the mat: {CHOICES}. Default: auto with own cards, none with virtual ones.",
)
@click.option("--resume", metavar="ID", help="Go on with a saved game; `companion games` lists them.")
@DATA
def play(
    game: str,
    players: int,
    cards: str,
    tablets: str,
    seed: int | None,
    auto: bool,
    pace: float | None,
    port: int | None,
    address: str | None,
    camera: str | None,
    resume: str | None,
    folder: Path,
) -> None:
    """Open a table of GAME and serve its pages until Ctrl-C."""
    home = Home(folder).make()
    settings = load_settings(home.folder / "companion.toml")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    pace_s = 0.0 if auto else settings.pace_s if pace is None else pace
    eye = _eye(camera or ("auto" if cards == "own" else "none"))
    room = Room(GAMES, home, pace_s=pace_s, probe=lambda: _devices(eye))
    keys = home.keys()
    app = create_app(room, secret_key=keys.cookie_key.encode(), host_code=keys.host_code)
    listen = address or settings.address
    server = _serve(app, listen, settings.port if port is None else port)
    if resume:
        session = room.open_saved(resume)
    else:
        session = room.open_new(game, {"players": players, "cards": cards, "tablets": _sides(tablets)}, seed)
    server.start()
    if eye:
        now = session.snapshot()
        eye.start(now.game.layout(now.view(None)), now.game.kit().printed)
    _announce(session.game_id, server.port, keys.host_code, reached_by_phones=listen == "0.0.0.0")
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        click.echo(f"\nThe game is saved. Go on with: companion play {game} --resume {room.session.game_id}")
    finally:
        server.stop()
        room.close()
        if eye:
            eye.close()


def _serve(app: Flask, address: str, port: int) -> PageServer:
    try:
        return PageServer(app, host=address, port=port)
    except PortBusy:
        raise
    except OSError as error:
        raise CompanionError(
            f"Cannot listen on {address}, port {port}: {error.strerror}. Choose another with --address and --port."
        ) from error


def _sides(tablets: str) -> str | list[str]:
    return tablets.split(",") if "," in tablets else tablets


def _eye(camera: str) -> Eye | None:
    clock = SystemClock()
    opener = camera_opener(camera, clock)
    return Eye(opener, clock) if opener else None


def _devices(eye: Eye | None) -> tuple[DeviceHealth, ...]:
    return (eye.health() if eye else camera_health(), board_health())


def _announce(game_id: str, port: int, host_code: str, reached_by_phones: bool) -> None:
    here, *others = page_urls(port)
    click.echo(f"\n  Table page   {here}")
    for url in others if reached_by_phones else ():
        click.echo(f"  From phones  {url}")
    click.echo(f"  Host page    {here}host?code={host_code}   (host code: {host_code})")
    click.echo(f"  Saved as     {game_id}\n\n  Stop with Ctrl-C; nothing is lost.\n")


@cli.command()
@DATA
def games(folder: Path) -> None:
    """List the games that can be played, and the saved ones."""
    click.echo("Games:")
    for game in GAMES.values():
        click.echo(f"  {game.name:24}{game.title}, {', '.join(map(str, game.seat_counts))} players")
    saved = Home(folder).saved_games(GAMES)
    click.echo(f"\nSaved in {folder}:" if saved else f"\nNo saved game in {folder} yet.")
    for each in saved:
        click.echo(
            f"  {each.id:28}{each.title:12}{each.started[:16].replace('T', ' '):18}{each.acts:5} acts   {each.status}"
        )


@cli.command(name="simulate")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first; each next is one higher."
)
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option(
    "--report", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the report as JSON as well."
)
def simulate_command(game: str, count: int, seed: int, players: int, report: Path | None) -> None:
    """Play whole games by bots, without pages, and check every position by laws written apart from the rules.

    Exit status 1 where a game broke a law; the report names its seed.
    """
    started = time.monotonic()
    with click.progressbar(length=count, label=f"Playing {GAMES[game].title}", file=sys.stderr) as bar:
        found = simulate(GAMES[game], count, seed, {"players": players}, lambda done: bar.update(1))
    click.echo(_report_text(found, time.monotonic() - started))
    if report is not None:
        try:
            report.write_bytes(msgspec.json.format(msgspec.json.encode(_report_json(found)), indent=2))
        except OSError as error:
            raise CompanionError(f"Cannot write {report}: {error.strerror}. Choose another file.") from error
    if found.troubles:
        sys.exit(1)


def _report_text(report: Report, took_s: float) -> str:
    rounds = sorted(report.rounds.elements())
    lines = [
        f"{report.games} games of {report.game} in {took_s:.1f} s",
        f"{report.acts} acts; {report.refused} illegal acts tried and refused",
        f"rounds: {rounds[0]} to {rounds[-1]}, median {rounds[len(rounds) // 2]}",
        "won by seat: " + ", ".join(f"{seat + 1}: {number}" for seat, number in sorted(report.winners.items())),
        "actions: " + ", ".join(f"{name} {number}" for name, number in sorted(report.actions.items())),
        "rules fired: " + ", ".join(f"{rule} {number}" for rule, number in sorted(report.rules.items())),
    ]
    lines += [f"TROUBLE in seed {each.seed}, act {each.act}: {each.text}" for each in report.troubles]
    lines.append("No law was broken." if not report.troubles else f"{len(report.troubles)} games broke a law.")
    return "\n".join(lines)


def _report_json(report: Report) -> dict[str, Any]:
    return {
        "game": report.game,
        "games": report.games,
        "acts": report.acts,
        "refused": report.refused,
        "rounds": dict(sorted(report.rounds.items())),
        "winners": dict(sorted(report.winners.items())),
        "actions": dict(sorted(report.actions.items())),
        "rules": dict(sorted(report.rules.items())),
        "troubles": report.troubles,
    }


@cli.command()
@click.argument("game_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@DATA
def history(game_id: str, as_json: bool, folder: Path) -> None:
    """Print what happened in the saved game ID, as anyone at the table may know it."""
    rows = read_journal(Home(folder).journal(game_id))
    try:
        timeline = replay(GAMES, rows)
    except Unplayable as error:
        click.echo(f"{error} What can be said without its rules:", err=True)
        for row in rows:
            click.echo(f"{row.number:5}  {row.at[:19].replace('T', ' ')}  {row.by:8}{row.kind}")
        return
    at = {row.number: row for row in rows}
    for line in timeline.lines(None, 0, timeline.line_count()):
        row = at[line.number]
        if as_json:
            fields = {
                "row": line.number,
                "at": row.at,
                "by": row.by,
                "kind": line.kind,
                "text": line.text,
                "rules": line.rules,
            }
            click.echo(msgspec.json.encode(fields))
        else:
            click.echo(
                f"{line.number:5}  {row.at[:19].replace('T', ' ')}  {row.by:8}{line.text}  {' '.join(line.rules)}"
            )


@cli.command()
@click.argument("game_id", metavar="ID")
@click.option(
    "--repair", "mend", is_flag=True, help="Keep the sound rows of a damaged game and set the damaged file aside."
)
@DATA
def verify(game_id: str, mend: bool, folder: Path) -> None:
    """Check every row of the saved game ID: its hash chain, and that the rules lead to the positions written down."""
    path = Home(folder).journal(game_id)
    if mend:
        click.echo(f"{game_id}: {repair(path)} sound rows kept.")
    rows = read_journal(path)
    timeline = replay(GAMES, rows)
    click.echo(f"{game_id}: {len(rows)} rows, {len(timeline.done)} acts, all sound.")


def main() -> None:
    """Run the command; every error becomes a sentence, and the details of a fault go to a file."""
    try:
        cli()
    except CompanionError as error:
        click.echo(f"companion: {error}", err=True)
        sys.exit(1)
    except Exception as error:
        click.echo(
            f"companion: something went wrong that was not foreseen ({type(error).__name__}). {_keep_fault()}", err=True
        )
        sys.exit(70)


def _keep_fault() -> str:
    """Write the traceback where its makers can find it; returns a sentence on where."""
    path = Path(os.environ.get("COMPANION_DATA", default_folder())) / "fault.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(traceback.format_exc(), encoding="utf-8")
    except OSError:
        return "The saved games are untouched. Start again; if it comes back, tell its makers what you did."
    return f"The saved games are untouched. Details for its makers are in {path}."
