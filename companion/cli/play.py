"""`companion play`: a table, its pages, and the eyes that look at it."""

from __future__ import annotations

import gc
import logging
import random
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from flask import Flask

from companion.cli import fittings
from companion.cli.chosen import GAME_OPTIONS, chosen_options, typed_options
from companion.cli.eyes import MANNERS, SHOT, Eyes, dice_reader
from companion.cli.fittings import Fittings
from companion.cli.group import DATA, cli
from companion.cli.setting_up import SettingUp
from companion.cli.spoiling import Spoiling
from companion.deeds import DeedFile
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.heap import give_back, give_back_holes
from companion.home import Home, Keys
from companion.journal import JournalBroken, read_journal
from companion.recorder import Recorder, make_folder
from companion.recording import FRAMES
from companion.room import BIGGEST_SEED, Room
from companion.settings import load_settings
from vision.cameras import CHOICES
from vision.dice.model import MODELS
from vision.frames import SystemClock
from vision.lens import load_lenses
from vision.virtual.live import LiveTable
from web.app import create_app
from web.server import PageServer, PortBusy, page_urls

TIDY_EVERY_S: Final = 5.0
"""How often the holes in the heap are given back, some milliseconds' work; after another game began, all that the last
one left. In the minute between two of them ten megabytes of holes came to be used again."""
AUTO_SPEED = 3.0
"""How much faster than people the hands of `--auto` work."""


OPTIONS: Final = (
    click.argument("game", type=click.Choice(list(GAMES))),
    *GAME_OPTIONS,
    click.option(
        "--virtual",
        is_flag=True,
        help="Play at a virtual table: bots move the pieces by hand, and a virtual camera looks on. "
        "So it is where no --cards, --camera or --resume says otherwise.",
    ),
    click.option(
        "--cards",
        type=click.Choice(["virtual", "own"]),
        help="virtual: the companion deals, and all is tapped. own: your own cards, seen by a camera or tapped. "
        "At a virtual table always own.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, BIGGEST_SEED),
        help="Deal and play the same virtual game again. Default: drawn by lot.",
    ),
    click.option("--auto", is_flag=True, help="Bots play every free seat without a pause."),
    click.option(
        "--pace", type=click.FloatRange(0, 60), help="Seconds between the acts of bots. Default: settings, else 1."
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        help="Port of the pages; 0 takes any free one. Default: settings, else 8000.",
    ),
    click.option(
        "--address", help="Address to listen on. Default: settings, else 0.0.0.0, for every phone in the house."
    ),
    click.option(
        "--camera",
        metavar="SPEC",
        help=f"Camera over the mat of your own cards: {CHOICES}. Default: auto.",
    ),
    click.option(
        "--board",
        metavar="SPEC",
        help=f"Board with scale, buttons and strip: {fittings.CHOICES}. "
        "Default: virtual at a virtual table, else settings, else auto.",
    ),
    click.option(
        "--dice-model",
        type=click.Path(file_okay=False, path_type=Path),
        default=MODELS,
        help="Folder of the model that reads dice. Default: the one that comes with the companion.",
    ),
    click.option("--resume", metavar="ID", help="Go on with a saved game; `companion games` lists them."),
    click.option(
        "--deeds",
        type=click.Path(dir_okay=False, path_type=Path),
        hidden=True,
        help="A new file for what hands do at a virtual table: `companion endure` holds the journal against it.",
    ),
    DATA,
)
"""What `play` and `record` take."""


def with_play_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with everything that `play` takes."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@cli.command()
@with_play_options
def play(**options: Any) -> None:
    """Open a table of GAME and serve its pages until Ctrl-C."""
    run(**options)


def run(
    game: str,
    mode: str | None,
    players: int | None,
    edition: str | None,
    tablets: str | None,
    others: tuple[str, ...],
    score_only: bool,
    virtual: bool,
    cards: str | None,
    seed: int | None,
    auto: bool,
    pace: float | None,
    port: int | None,
    address: str | None,
    camera: str | None,
    board: str | None,
    dice_model: Path,
    resume: str | None,
    deeds: Path | None,
    folder: Path,
    to: Path | None = None,
) -> None:
    """The same, for whoever has the options; recorded where `to` names a folder."""
    home = Home(folder).make()
    settings = load_settings(home.folder / "companion.toml")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    virtual, cards = _table_and_cards(home, virtual, cards, camera, resume)
    typed = typed_options(mode, players, edition, tablets, others, score_only)
    options = {} if resume else chosen_options(GAMES[game], typed)
    seed = random.SystemRandom().randint(0, BIGGEST_SEED) if seed is None else seed
    pace_s, clock = 0.0 if auto else settings.pace_s if pace is None else pace, SystemClock()
    table = LiveTable(clock, seed=seed, manners=MANNERS, speed=AUTO_SPEED if auto else 1.0, shot=SHOT)
    frames = make_folder(to) / FRAMES if to else None
    board = board or (fittings.VIRTUAL if virtual else settings.board)
    fitted = Fittings(settings, board, clock, is_virtual=virtual, record=to)
    table.strip = lambda: fitted.strip().pixels
    looks_through, lenses = camera or ("auto" if cards == "own" else "none"), load_lenses(home.lenses)
    reader = partial(dice_reader, dice_model, None if virtual else home.dice)
    eyes = Eyes(clock, looks_through, table if virtual else None, frames, lenses, reader)
    room = Room(
        GAMES,
        home,
        pace_s=pace_s,
        probe=lambda: (*eyes.devices(), *fitted.devices()),
        photographer=eyes.photographer,
        has_hands=virtual,
        opened=eyes.look_at,
        record=(lambda rows: Recorder(to, rows, clock)) if to else None,
    )
    listen, keys = address or settings.address, home.keys()
    setup = SettingUp(eyes, fitted) if eyes.are_open else None
    app = _app(room, eyes, fitted, setup, keys, table if virtual else None)
    server = _serve(app, listen, settings.port if port is None else port)
    _open_game(room, game, {**options, "cards": cards}, seed, resume)
    witness = DeedFile(deeds) if deeds else None
    if witness:
        eyes.witness = witness.write
    eyes.start(room, seed, pace_s)
    fitted.start(room, eyes.world)
    server.start()
    _announce(room.session.game_id, server.port, keys.host_code, reached_by_phones=listen == "0.0.0.0", virtual=virtual)
    gc.freeze()  # what is there by now stays: a collection that looks through all of it makes a tap wait
    try:
        _wait(room, server, eyes, fitted, f"companion play {game}{' --virtual' if virtual else ''}")
    finally:
        if setup:
            setup.close()
        if witness:
            witness.close()


def _open_game(room: Room, game: str, options: dict[str, Any], seed: int, resume: str | None) -> None:
    """Put the saved game on the table, or a new one; a damaged file is told of."""
    if resume:
        session = room.open_saved(resume)
        if session.mended:
            click.echo(f"\n  {session.mended}")
    else:
        room.open_new(game, options, seed)


def _table_and_cards(
    home: Home, virtual: bool, cards: str | None, camera: str | None, resume: str | None
) -> tuple[bool, str]:
    """Whether the table is a virtual one, and whose cards are played with. Raises `CompanionError` where both clash."""
    virtual = virtual or not (cards or camera or resume)
    if virtual and (cards == "virtual" or camera):
        raise CompanionError("A virtual table has its own cards and its own camera. Leave out --cards and --camera.")
    cards = cards or (_cards_of(home, resume) if resume else "own")
    if virtual and cards == "virtual":
        raise CompanionError(f"The companion dealt the cards of {resume} itself. Go on with it without --virtual.")
    return virtual, cards


def _app(
    room: Room, eyes: Eyes, fitted: Fittings, setup: SettingUp | None, keys: Keys, table: LiveTable | None
) -> Flask:
    """The pages; `table` is the virtual one, None where the pieces are real."""
    return create_app(
        room,
        secret_key=keys.cookie_key.encode(),
        host_code=keys.host_code,
        picture=eyes.picture if eyes.are_open else None,
        world=eyes.world if table else None,
        strip=fitted.strip,
        buttons=fitted.buttons,
        pairing=fitted.pairing if fitted.can_pair else None,
        crop=eyes.crop if eyes.are_open else None,
        setup=setup,
        spoiler=Spoiling(fitted.virtual_board, table.faults) if table else None,
    )


def _wait(room: Room, server: PageServer, eyes: Eyes, fitted: Fittings, command: str) -> None:
    """Until Ctrl-C; then everything is closed."""
    never, game_id = threading.Event(), room.session.game_id
    try:
        while True:
            never.wait(TIDY_EVERY_S)
            if room.session.game_id != game_id:
                game_id = room.session.game_id
                give_back()
            else:
                give_back_holes()
    except KeyboardInterrupt:
        click.echo(f"\nThe game is saved. Go on with: {command} --resume {room.session.game_id}")
    finally:
        server.stop()
        eyes.stop_playing()
        fitted.close()
        room.close()
        eyes.close()


def _cards_of(home: Home, game_id: str) -> str:
    """Which cards a saved game is played with; "own" where it cannot be read, which is told when it is opened."""
    try:
        rows = read_journal(home.journal(game_id))
    except JournalBroken as broken:
        rows = broken.rows
    except CompanionError:
        rows = ()
    return str(rows[0].read()["options"].get("cards", "own")) if rows else "own"


def _serve(app: Flask, address: str, port: int) -> PageServer:
    try:
        return PageServer(app, host=address, port=port)
    except PortBusy:
        raise
    except OSError as error:
        raise CompanionError(
            f"Cannot listen on {address}, port {port}: {error.strerror}. Choose another with --address and --port."
        ) from error


def _announce(game_id: str, port: int, host_code: str, reached_by_phones: bool, virtual: bool) -> None:
    here, *others = page_urls(port)
    click.echo(f"\n  Table page   {here}")
    for url in others if reached_by_phones else ():
        click.echo(f"  From phones  {url}")
    click.echo(f"  Host page    {here}host?code={host_code}   (host code: {host_code})")
    if virtual:
        click.echo(f"  Move pieces  {here}virtual")
    click.echo(f"  Saved as     {game_id}\n\n  Stop with Ctrl-C; nothing is lost.\n")
