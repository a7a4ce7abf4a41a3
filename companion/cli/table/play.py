"""`companion play`: a table, its pages, and the eyes that look at it."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from flask import Flask

from companion.cli.board.names import VIRTUAL
from companion.cli.table.dice_box import DiceBox
from companion.cli.table.eyes import MANNERS, SHOT, Eyes, dice_reader
from companion.cli.table.fault_injection import FaultInjection
from companion.cli.table.fittings import Fittings
from companion.cli.table.setup_page import SettingUp
from companion.cli.table.wanted import Wanted
from companion.errors import CompanionError
from companion.games.deal import DEALT, OWN, with_cards
from companion.games.registry import GAMES
from companion.games.seeds import Seed, drawn_seed, part_of
from companion.journal import JournalBroken, read_journal
from companion.live.lobby import Lobby, LobbyKind
from companion.live.removal import remove_demonstrations
from companion.live.resume import begins_dealt
from companion.live.room import Room
from companion.live.saved_games import copy_warning
from companion.recording.format import FRAMES
from companion.recording.recorder import Recorder, make_folder
from companion.runtime.malloc import give_back, give_back_holes
from companion.runtime.terminal import echo, say_if_heard, show_log
from companion.simulation.ground_truth import DeedFile
from companion.storage.home import Home, Keys
from companion.storage.settings import Settings, load_settings
from companion.table.devices import DeviceHealth
from vision.cameras.frames import SystemClock
from vision.lens import load_lenses
from vision.virtual.live import LiveTable
from web.app import create_app
from web.http.parties import Proxies
from web.http.server import PageServer, PortBusy, page_urls

TIDY_EVERY_S: Final = 5.0
"""How often the holes in the heap are given back, some milliseconds' work; after another game began, all that the last
one left. In the minute between two of them ten megabytes of holes came to be used again."""
AUTO_SPEED = 3.0
"""How much faster than people the hands of `--auto` work."""


@dataclass(frozen=True)
class _Devices:
    table: LiveTable | None
    """The virtual one; None where the pieces are real."""
    eyes: Eyes
    fitted: Fittings

    def health(self) -> tuple[DeviceHealth, ...]:
        return (*self.eyes.devices(), *self.fitted.devices())


def run(wanted: Wanted) -> None:
    """Open a table and serve its pages until Ctrl-C. Raises `CompanionError` for what cannot be meant, or be had."""
    home = Home(wanted.folder).make()
    remove_demonstrations(home)  # of a companion that was killed
    settings = load_settings(home.folder / "companion.toml")
    show_log()
    if open_door := home.why_not_private():
        echo(f"companion: {open_door}", err=True)
    wanted, cards = _table_and_cards(home, wanted)
    playset, clock = wanted.own_playset(), SystemClock()
    options = {} if wanted.resume else with_cards(GAMES[wanted.game], wanted.options(playset), cards)
    seed = drawn_seed() if wanted.seed is None else wanted.seed
    pace_s = 0.0 if wanted.auto else settings.pace_s if wanted.pace is None else wanted.pace
    devices = _devices(wanted, cards, seed, home, settings, clock)
    eyes, fitted = devices.eyes, devices.fitted
    room = _room(wanted, pace_s, home, devices, clock, settings)
    listen, keys = wanted.address or settings.address, home.keys()
    served: list[PageServer] = []
    box = None if devices.table else DiceBox(home, eyes.has_clear_by_game, eyes.read_dice_anew)
    setup = SettingUp(eyes, fitted, box) if eyes.are_open else None
    app = _app(room, devices, setup, keys, settings, lambda: page_urls(served[0].port, listen))
    server = _serve(app, listen, settings.port if wanted.port is None else wanted.port, settings)
    served.append(server)
    _open_game(room, wanted, options, seed, playset)
    room.saved.look()
    witness = DeedFile(wanted.deeds) if wanted.deeds else None
    if witness:
        eyes.witness = witness.write
    try:
        eyes.start(room, pace_s, fitted.virtual_board, patience=settings.patience)
        fitted.start(room, eyes.world)
        server.start()
        # Who has gone since the start reads nothing, and that is no reason to end the table.
        say_if_heard(partial(_announce, room, server.port, keys.host_code, listen, wanted.virtual))
        gc.freeze()  # what is there by now stays: a collection that looks through all of it makes a tap wait
        _wait(room)
    except KeyboardInterrupt:
        farewell = _farewell(room, wanted)
        say_if_heard(lambda: echo("", farewell))
    finally:
        _close(room, server, devices)
        if setup:
            setup.close()
        if witness:
            witness.close()


def _devices(wanted: Wanted, cards: str, seed: Seed, home: Home, settings: Settings, clock: SystemClock) -> _Devices:
    speed = AUTO_SPEED if wanted.auto else 1.0
    # Of another stream than the cards: everybody sees exactly how each piece lies.
    shown = part_of(seed, "shown")
    table = LiveTable(clock, seed=shown, manners=MANNERS, speed=speed, shot=SHOT) if wanted.virtual else None
    frames = make_folder(wanted.to) / FRAMES if wanted.to else None
    board = wanted.board or (VIRTUAL if table else settings.board)
    fitted = Fittings(settings, board, clock, is_virtual=wanted.virtual, record=wanted.to, kept=home.wled)
    if table:
        table.strip = lambda: fitted.strip().pixels
    looks_through = wanted.camera or ("auto" if cards == OWN else "none")
    reader = partial(dice_reader, wanted.dice_model, None if table else home.dice)
    return _Devices(table, Eyes(clock, looks_through, table, frames, load_lenses(home.lenses), reader), fitted)


def _room(wanted: Wanted, pace_s: float, home: Home, devices: _Devices, clock: SystemClock, settings: Settings) -> Room:
    to = wanted.to
    return Room(
        GAMES,
        home,
        pace_s=pace_s,
        patience=settings.patience,
        probe=devices.health,
        photographer=devices.eyes.photographer,
        has_hands=wanted.virtual,
        opened=devices.eyes.look_at,
        record=(lambda rows: Recorder(to, rows, clock)) if to else None,
        opens_with=Lobby("waiting", settings.seats_may_start) if _has_lobby(wanted) else None,
    )


def _has_lobby(wanted: Wanted) -> bool:
    """Whether new games wait for people. What is recorded, or played by bots alone, starts at once."""
    return not (wanted.auto or wanted.to)


def _open_game(room: Room, wanted: Wanted, options: dict[str, Any], seed: Seed, playset: dict[str, Any] | None) -> None:
    """Put the saved game on the table, or a new one; a damaged file is told of."""
    if wanted.resume:
        copied = copy_warning(room.home.journal(wanted.resume))  # once it is open, its lock lies beside it
        session = room.open_saved(wanted.resume, seed)
        if session.opening_words:
            echo("", f"  {session.opening_words}")
        if copied and not session.snapshot().is_over:
            echo("", f"  {copied}")
    else:
        kind: LobbyKind = "demonstration" if wanted.virtual else "waiting"
        room.open_new(wanted.game, options, seed, playset, kind if _has_lobby(wanted) else None)


def _table_and_cards(home: Home, wanted: Wanted) -> tuple[Wanted, str]:
    """The same, with a virtual table where nothing says otherwise, and whose cards are played with.

    Raises `CompanionError` where both clash.
    """
    virtual = wanted.virtual or not (wanted.cards or wanted.camera or wanted.resume)
    if virtual and (wanted.cards == DEALT or wanted.camera):
        raise CompanionError("A virtual table has its own cards and its own camera. Leave out --cards and --camera.")
    cards = wanted.cards or (_cards_of(home, wanted.resume) if wanted.resume else OWN)
    if virtual and cards == DEALT:
        raise CompanionError(
            f"The companion dealt the cards of {wanted.resume} itself. Go on with it without --virtual."
        )
    return replace(wanted, virtual=virtual), cards


def _app(
    room: Room,
    devices: _Devices,
    setup: SettingUp | None,
    keys: Keys,
    settings: Settings,
    addresses: Callable[[], Sequence[str]],
) -> Flask:
    table, eyes, fitted = devices.table, devices.eyes, devices.fitted
    return create_app(
        room,
        secret_key=keys.cookie_key.encode(),
        host_code=keys.host_code,
        picture=eyes.picture if eyes.are_open else None,
        seen=eyes.seen,
        world=eyes.world if table else None,
        hands=eyes.lay_for_me if table else None,
        holders=eyes.own_cards if table else None,
        strip=fitted.strip,
        buttons=fitted.buttons,
        pairing=fitted.pairing if fitted.can_pair else None,
        crop=eyes.crop if eyes.are_open else None,
        setup=setup,
        spoiler=FaultInjection(fitted.virtual_board, table.faults) if table else None,
        names=settings.names,
        addresses=addresses,
        has_net=True,
    )


def _farewell(room: Room, wanted: Wanted) -> str:
    """What to type to go on with the game that is on the table; of one that is over, to begin another like it."""
    snapshot = room.session.snapshot()
    if snapshot.lobby is not None and not snapshot.lobby.is_waiting:
        return "The demonstration is over. Nothing of it is kept."
    if snapshot.is_over:
        another = wanted.anew(snapshot.game.name, room.options, snapshot.is_dealt, room.has_playset)
        return f"The game is over, and saved. Begin another with: {another}"
    again = wanted.again(snapshot.game.name, snapshot.game_id, snapshot.is_dealt)
    return f"The game is saved. Go on with: {again}"


def _wait(room: Room) -> None:
    """Until Ctrl-C, which is raised; meanwhile memory is given back."""
    never, game_id = threading.Event(), room.session.game_id
    while True:
        never.wait(TIDY_EVERY_S)
        if room.session.game_id != game_id:
            game_id = room.session.game_id
            give_back()
        else:
            give_back_holes()


def _close(room: Room, server: PageServer, devices: _Devices) -> None:
    server.stop()
    devices.eyes.stop_playing()
    devices.fitted.close()
    room.close()
    devices.eyes.close()


def _cards_of(home: Home, game_id: str) -> str:
    """Which cards a saved game is played with; its own where it cannot be read, which is told when it is opened."""
    try:
        rows = read_journal(home.journal(game_id))
    except JournalBroken as broken:
        rows = broken.rows
    except CompanionError:
        rows = ()
    return DEALT if rows and begins_dealt(rows[0]) else OWN


def _serve(app: Flask, address: str, port: int, settings: Settings) -> PageServer:
    proxies = Proxies(settings.trusted_proxies)
    try:
        return PageServer(app, host=address, port=port, limits=settings.limits, proxies=proxies)
    except PortBusy:
        raise
    except OSError as error:
        raise CompanionError(
            f"Cannot listen on {address}, port {port}: {error.strerror}. Choose another with --address and --port."
        ) from error


def _announce(room: Room, port: int, host_code: str, listen: str, virtual: bool) -> None:
    game_id, lobby = room.session.game_id, room.session.snapshot().lobby
    here, *others = page_urls(port, listen)
    echo("", f"  Table page   {here}")
    for url in others:
        echo(f"  From phones  {url}")
    echo(f"  Host page    {here}host   (host code: {host_code})")
    if virtual:
        echo(f"  Move pieces  {here}virtual")
    if lobby is None:
        echo(f"  Saved as     {game_id}")
    elif lobby.is_waiting:
        echo(f"  Saved as     {game_id}", "", "  Sit down on a phone. The game begins when somebody taps Start.")
    else:
        echo("", "  Bots show the game. As soon as somebody sits down, a fresh table waits for its start.")
    echo("", "  Stop with Ctrl-C; nothing is lost.", "")
