"""The one live table of a companion: its present session, and how another game takes its place."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games.bots import Autopilot
from companion.games.core import Facts
from companion.games.errors import BadOption
from companion.games.game import AnyGame, with_playset
from companion.games.registry import Registry
from companion.games.seeds import Seed, drawn_seed, is_guessable
from companion.journal import JournalMissing, Row
from companion.language.message import names, say
from companion.language.values import Name
from companion.live.attention import PATIENCE
from companion.live.boxes import Boxes
from companion.live.game_files import GameFile, begin, go_on
from companion.live.health import Probe
from companion.live.inputs import Felt, Looked, Tumbled
from companion.live.kept_markings import kept_markings
from companion.live.lobby import Lobby, LobbyKind
from companion.live.names import why_no_name
from companion.live.playthrough import Clock
from companion.live.removal import remove_demonstrations
from companion.live.requests import Client, Correct, Enrol, Forget, ForgetTag, NameTag, Reply, Start, TakeSeat
from companion.live.resume import start_payload
from companion.live.session import Session
from companion.live.session_config import Company, Opened, Wiring, utc_now
from companion.live.shelf import Shelf
from companion.live.taker import GameRecorder
from companion.live.timeline import Timeline
from companion.live.tracing import Mark, unmarked
from companion.storage.home import Home
from companion.table.dice import RollSighting
from companion.table.evidence import Photographer
from companion.table.felt import Feeling
from companion.table.sightings import Reading

Record = Callable[[Sequence[Row]], GameRecorder]
"""A recorder for a game whose journal has these rows. Raises a `RecordingError` where the disk takes none."""


class Room:
    """Owns the session; a new or resumed game replaces it. People keep their seats from game to game."""

    def __init__(
        self,
        registry: Registry,
        home: Home,
        *,
        pace_s: float = 1.0,
        patience: float = PATIENCE,
        clock: Clock = utc_now,
        probe: Probe = tuple,
        record: Record | None = None,
        photographer: Photographer | None = None,
        has_hands: bool = False,
        opened: Callable[[Session], None] = lambda session: None,
        mark: Mark = unmarked,
        opens_with: Lobby | None = None,
    ) -> None:
        """With `record` each session that is opened here is recorded; `opened` is told of each, and of each new kit.

        `pace_s` and `patience` are those of a `Session`.
        `photographer` is asked for a photograph of each act that a camera has seen.
        `has_hands`: bots with hands of their own play the free seats, because the table is a virtual one.
        `mark` is told as acts pass the borders of `companion.live.tracing`.
        `opens_with` is the lobby of each game that the host begins, and says who may start (None: it runs at once).
        """
        self.registry = registry
        self.home = home
        self.boxes = Boxes(home, registry)
        self.saved = Shelf(home, registry)
        """All saved games but the one on the table."""
        self._pace_s = pace_s
        self._patience = patience
        self._clock = clock
        self._wiring = Wiring(clock, probe, photographer, mark)
        self._record = record
        self._has_hands = has_hands
        self._opened = opened
        self._opens_with = opens_with
        self._demonstrated: tuple[str, Mapping[str, Any], Seed | None, Mapping[str, Any] | None] | None = None
        """What the demonstration on the table was opened with; None where none is."""
        self._session: Session | None = None
        self._options: dict[str, Any] = {}
        """What the present game was begun with."""
        self._playset: Mapping[str, Any] | None = None
        """The playset of its own that it is played with; None where it has none."""
        self._ended_keys = frozenset[str]()
        """Hashes of the keys whose seats were left, or freed, at this table: no saved game brings them back."""
        self._felt: Feeling | None = None
        """What the board felt last: it tells of changes only, and the next game has to know as well."""
        self._looked_at_s: float | None = None
        """When a camera looked last, by its clock; None where none has."""
        self._swap = threading.Lock()

    @property
    def session(self) -> Session:
        """The present session. `open_new` or `open_saved` comes first."""
        assert self._session is not None, "no game is open in this room yet"
        return self._session

    @property
    def options(self) -> Mapping[str, Any]:
        """What the present game was begun with."""
        return dict(self._options)

    @property
    def has_playset(self) -> bool:
        """Whether the present game is played with a playset of its own."""
        return self._playset is not None

    def open_new(
        self,
        game_name: str,
        options: Mapping[str, Any],
        seed: Seed | None = None,
        playset: Mapping[str, Any] | None = None,
        lobby: LobbyKind | None = None,
    ) -> Session:
        """Start a game and make it the room's. Raises `BadOption` or a `JournalError`, and changes nothing then.

        A `playset`, the content of a file, is played in the place of the game's own cards and figures. A `lobby` is
        what stands before it (None: it runs at once); a demonstration is among no saved games, and is removed at its
        end.

        Where it is to be recorded and the disk takes no recording, a `RecordingError` is raised, and the new game stays
        saved though it is not on the table.
        """
        with self._swap:
            return self._open_new(game_name, options, seed, playset, lobby)

    def _open_new(
        self,
        game_name: str,
        options: Mapping[str, Any],
        seed: Seed | None,
        playset: Mapping[str, Any] | None,
        kind: LobbyKind | None,
    ) -> Session:
        # All see what a demonstration deals: the table after it has a seed of its own, but for one that was typed.
        typed = seed if seed is not None and is_guessable(seed) else None
        demonstrated = (game_name, options, typed, playset) if kind == "demonstration" else None
        game = self._game(game_name)
        owner: Mapping[str, Any] = self.home.owner_figures(game_name)
        start = game.new_game(options, owner if playset is None else with_playset(game, owner, playset))
        seed = drawn_seed() if seed is None else seed
        now = self._clock()
        path = self._path_of_new(game_name, now, kind)
        payload = {**start_payload(game, options, start, path.stem), "seed": seed}
        sittings = self._session.snapshot().sittings if self._session is not None else {}
        self._ended_keys = self._ended_by_now()
        with self._taken_out(path.stem):
            file = begin(path, Timeline(game, start), payload, now.isoformat(timespec="milliseconds"), sittings)
            allowed = self._opens_with or Lobby("waiting")
            lobby = None if kind is None else Lobby(kind, allowed.seats_may_start, dict(options))
            session = self._replace(file, seed, lobby)
        self._demonstrated = demonstrated
        return session

    def _path_of_new(self, game_name: str, now: datetime, kind: LobbyKind | None) -> Path:
        if kind == "demonstration":
            return self.home.new_demonstration(game_name, now)
        return self.home.journal(self.home.new_id(game_name, now))

    def open_saved(self, game_id: str, seed: Seed | None = None) -> Session:
        """Go on with a saved game. Raises a `JournalError` or `Unplayable`, and changes nothing then.

        What the companion dealt follows from the game's own seed, as before. At a virtual table whatever nobody has
        seen is imagined anew: from `seed`, or drawn by lot.

        A damaged one goes on from its sound rows; its file is set aside, and the session says so.
        """
        with self._swap:
            path = self.home.journal(game_id)
            if not os.path.lexists(path):
                raise JournalMissing(f"There is no saved game {game_id!r} here.")
            if self._session is not None and self._session.game_id == path.stem:
                return self._session
            with self._taken_out(path.stem):
                ended_keys = self._ended_by_now()
                file = go_on(path, self.registry, ended_keys, self._clock)
                self._ended_keys = ended_keys
                session = self._replace(file, seed)
            self._demonstrated = None
            return session

    @contextmanager
    def _taken_out(self, game_id: str) -> Iterator[None]:
        """Nobody looks at the file of a game that is opened inside, but where it does not come onto the table."""
        self.saved.take_out(game_id)
        try:
            yield
        except BaseException:
            self.saved.put_back(game_id)
            raise

    def _ended_by_now(self) -> frozenset[str]:
        return self._ended_keys | (self._session.snapshot().ended_keys if self._session is not None else frozenset())

    def _replace(self, file: GameFile, seed: Seed | None, lobby: Lobby | None = None) -> Session:
        timeline, journal, rows = file.timeline, file.journal, file.rows
        head = rows[0].read()
        self._options = dict(head["options"])
        own = timeline.game.own_playset
        self._playset = own.of(timeline.start) if own is not None else None
        is_dealt = timeline.start.is_dealt
        enrolled, unread = kept_markings(self.home, timeline.game, is_virtual=self._has_hands)
        try:
            recorder = self._record(rows) if self._record is not None else None
        except BaseException:
            journal.close()
            raise
        session = Session(
            timeline,
            journal,
            Company(
                head["seed"] if is_dealt else drawn_seed() if seed is None else seed,
                Autopilot(timeline.game, head["seed"]) if is_dealt else None,
                self._has_hands,
                self._pace_s,
                self._patience,
            ),
            self._wiring,
            Opened(file.told, enrolled, unread, lobby, recorder),
        )
        before, self._session = self._session, session.start()
        if self._looked_at_s is not None:
            # Else the scale alone would be believed until the next look, and the camera then find another table.
            session.tell(Looked(Reading(self._looked_at_s, unseen="The camera has yet to look at this game.")))
        if self._felt is not None:
            session.tell(Felt(self._felt))
        if before is not None:
            before.close()
            self._put_away(before)
        self._opened(session)
        return session

    def _put_away(self, before: Session) -> None:
        """That game has left the table: it stands among the saved ones, but for a demonstration."""
        if self._demonstrated is not None:
            remove_demonstrations(self.home)
        else:
            self.saved.put_back(before.game_id)

    def _game(self, name: str) -> AnyGame:
        if name not in self.registry:
            known = names(self.registry, ",")
            raise BadOption(say("There is no game {name}. Choose one of: {known}.", name=Name(repr(name)), known=known))
        return self.registry[name]

    def see(self, reading: Reading) -> None:
        """Give a look of the camera to the game that is on the table; returns at once."""
        self._looked_at_s = reading.at_s
        if self._session is not None:
            self._session.tell(Looked(reading))

    def roll(self, roll: RollSighting) -> None:
        """Give dice that came to rest to the game that is on the table; returns at once."""
        if self._session is not None:
            self._session.tell(Tumbled(roll))

    def feel(self, feeling: Feeling) -> None:
        """Give what the board felt to the game that is on the table; returns at once."""
        self._felt = msgspec.structs.replace(feeling, presses=())
        if self._session is not None:
            self._session.tell(Felt(feeling))

    def press(self, button: str) -> None:
        """Tell the game of a press that did not come from the board; returns at once."""
        levels = self._felt or Feeling(is_away=True)
        if self._session is not None:
            self._session.tell(Felt(msgspec.structs.replace(levels, presses=(button,))))

    def close(self) -> None:
        """Close the present session, and look at no saved game any more."""
        self.saved.close()
        if self._session is not None:
            self._session.close()
        if self._demonstrated is not None:
            remove_demonstrations(self.home)

    # --- before the game ----------------------------------------------------------------------------------------------

    def start(self, client: Client) -> Reply:
        """End the lobby of the game on the table. A demonstration makes place for a table whose lobby waits."""
        if self._demonstrated is None or client.role != "host":
            return self.session.submit(client, Start())
        trouble = self._end_demonstration()
        return trouble or Reply(True, "A table of your own is on. Take your seats, then tap Start.")

    def sit_down(self, take: TakeSeat) -> Reply:
        """Take a seat at the table. A demonstration ends by it: the same game is on then, in its lobby."""
        if not why_no_name(take.name, take.seat) and (trouble := self._end_demonstration()):
            return trouble
        return self.session.submit(Client(), take)

    def _end_demonstration(self) -> Reply | None:
        """Begin a table of people with the game and options that were shown; a refusal where that cannot be."""
        with self._swap:
            if self._demonstrated is None:  # somebody else was first
                return None
            try:
                self._open_new(*self._demonstrated, "waiting")
            except CompanionError as error:
                return Reply(False, str(error), "disk")
        return None

    # --- for the host's page ------------------------------------------------------------------------------------------

    def new_game(self, client: Client, game_name: str, options: Mapping[str, Any]) -> Reply:
        """Start another game; the present one stays saved."""
        return self._as_host(client, "start a game", lambda: self._open_for_host(game_name, options))

    def play_again(self, client: Client) -> Reply:
        """Start the game that is on the table once more, with the same options and playset; this one stays saved."""
        name = self.session.snapshot().game.name
        return self._as_host(client, "start a game", lambda: self._open_for_host(name, self._options, self._playset))

    def _open_for_host(
        self, game_name: str, options: Mapping[str, Any], playset: Mapping[str, Any] | None = None
    ) -> Session:
        kind = self._opens_with.kind if self._opens_with is not None else None
        return self.open_new(game_name, options, playset=playset, lobby=kind)

    def resume(self, client: Client, game_id: str) -> Reply:
        """Go on with a saved game; the present one stays saved."""
        return self._as_host(client, "open a saved game", lambda: self.open_saved(game_id))

    def set_owner_figures(self, client: Client, facts: Facts) -> Reply:
        """Figures the owner typed: they hold in this game at once and in all later ones."""
        session = self.session
        snapshot = session.snapshot()
        kept = snapshot.game.box.kept(snapshot.view(None), facts)
        if not kept:
            return Reply(False, "None of these is asked of your box. Use the form of the host page.", "malformed")
        reply = session.submit(client, Correct(dict(facts), is_kept=True))
        if not reply.accepted:
            return reply
        try:
            self.home.keep_owner_figures(snapshot.game.name, kept)
        except CompanionError as error:
            return Reply(True, f"{reply.text} But: {error}", revision=reply.revision)
        return Reply(True, "That is kept for this game and later ones like it.", revision=reply.revision)

    def enrol(self, client: Client, asked: Enrol | Forget | NameTag | ForgetTag) -> Reply:
        """What a marker or tag stands for, or that it is unknown again: at once, and in later games of these rules."""
        with self._swap:
            session = self.session
            reply = session.submit(client, asked)
            if not reply.accepted:
                return reply
            self._opened(session)
            game = session.snapshot().game
            try:
                if isinstance(asked, NameTag | ForgetTag):
                    self.home.keep_tag(game.name, asked.tag, asked.kind if isinstance(asked, NameTag) else None)
                else:
                    self.home.keep_enrolled(game.name, asked.marker, asked.kind if isinstance(asked, Enrol) else None)
            except CompanionError as error:
                return Reply(True, f"{reply.text} But: {error}", revision=reply.revision)
            kept = f"{reply.text} That is kept for all later games of {game.title}."
            return Reply(True, kept, revision=reply.revision)

    def _as_host(self, client: Client, act: str, opening: Callable[[], Session]) -> Reply:
        if client.role != "host":
            return Reply(False, f"Only the host can {act}. Open the host page with the host code.", "not-yours")
        try:
            session = opening()
        except CompanionError as error:
            text = error.reason if isinstance(error, BadOption) else str(error)
            return Reply(False, text, "illegal", "host")
        snapshot = session.snapshot()
        told = f"{snapshot.game.title} is on the table. {session.opening_words}".rstrip()
        return Reply(True, told, revision=snapshot.revision)
