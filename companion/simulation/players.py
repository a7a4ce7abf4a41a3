"""The people around a virtual table: a thread that lets bots act by hand, as far as the companion has understood."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from companion.games.core import OFF_MAT, Action, Seat, View
from companion.games.dice import is_dice_alone
from companion.games.game import AnyGame
from companion.games.seeds import Seed
from companion.live.attention import BOT_TAP, PATIENCE
from companion.live.bot_turns import UNSEEN_PACE
from companion.live.requests import HOST, Tap
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.runtime.fault_log import log_fault
from companion.simulation.card_reader import ShownCards
from companion.simulation.dealer import MOST_BEHIND, Dealer
from companion.simulation.dice_player import DicePlayer
from companion.simulation.ground_truth import Deed, Witness, unwitnessed
from companion.simulation.last_throw import START_S, LastThrow
from companion.simulation.owed import Owed
from companion.simulation.own_cards import OwnCards
from companion.simulation.tellers import tapped
from companion.simulation.unseen import UNSEEN_S
from companion.table.devices import DeviceHealth
from companion.table.felt import CardReader
from companion.table.world import World

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.1
MOST_ADOPTED: Final = 60
"""Acts that the companion may have learned from people, or from the rules, before the players look again."""
PUT_RIGHT_AFTER_S: Final = 5.0
"""So long a table that hands themselves have left otherwise than the game has it stays so."""
TELL_S = 60.0
"""So long it is told that people hold other cards."""
DEALT_ANEW: Final = (
    "What was tapped or corrected fits no cards that were in the hands. People hold others now: look at “Pieces”."
)

WorldOf = Callable[[AnyGame, "View[object, object]"], World]  # type: ignore[type-var]
"""Sets an empty table for a game; what lay there before is gone."""


class Players:
    """Bots with hands at the table of whatever game is on it. `start` and `close` from one thread."""

    def __init__(
        self,
        session: Callable[[], Session],
        world_of: WorldOf,
        *,
        pace_s: float,
        patience: float = PATIENCE,
        witness: Witness = unwitnessed,
        reader: CardReader | None = None,
        own_cards: OwnCards | None = None,
    ) -> None:
        """`session` gives the game that is on the table now; `witness` is told of what hands do.

        What all have to have stays `patience` times the pace, unless all say that they have it.

        `reader` is that of the board, where it is a virtual one. `own_cards` is what pages of people ask.
        """
        self._own_cards = own_cards or OwnCards()
        self._reader = reader
        self._cards: ShownCards | None = None
        self._witness = witness
        self._session = session
        self._world_of = world_of
        self._pace_s = pace_s
        self._patience_s = pace_s * patience
        self._waited = 0, 0.0
        """The revision that was met last, and how long it has stayed."""
        self._for_people = list[Action]()
        """What hands did for a person who wanted it settled, as everybody saw it: they answer for it."""
        self._game_id = ""
        self._dealer: Dealer | None = None
        self._dice_player: DicePlayer | None = None
        """Plays in place of the dealer where nothing but dice is known of the game."""
        self._world: World | None = None
        self._throw = LastThrow()
        self._sat_s = 0.0
        """How long they have been at this game's table."""
        self._rested_s = 0.0
        self._revision = 0
        """The newest one that was met before now."""
        self._owed = Owed()
        self._taps = 0
        self._has_stopped = False
        self._told_s = 0.0
        """How long people are still told that they hold other cards than before."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="players", daemon=True)

    @property
    def world(self) -> World | None:
        """The table of the present game; None before the first."""
        return self._world

    def lay_for_me(self) -> None:
        """Let hands lay what was tapped and does not lie there, or put a wrong table right. Any thread may ask."""
        self._owed.ask()

    def health(self) -> tuple[DeviceHealth, ...]:
        """Their lines on the status page: where they have stopped, and where people hold other cards than before."""
        lines = list[DeviceHealth]()
        if self._has_stopped:
            text = "The virtual players made a mistake and stopped. Move the pieces yourself, or start the table again."
            lines.append(DeviceHealth("players", "failed", text))
        if self._told_s > 0:
            lines.append(DeviceHealth("hands", "noted", DEALT_ANEW))
        return tuple(lines)

    def start(self) -> Players:
        """Set the table and begin; returns the players."""
        self.step()
        self._thread.start()
        return self

    def close(self) -> None:
        """End the thread; at most about a second."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while not self._closing.wait(LOOK_EVERY_S):
            try:
                self.step()
            except Exception as error:
                log_fault(log, "the virtual players stopped: an act of theirs could not be done", error)
                self._has_stopped = True
                self._own_cards.follow(None)
                return

    def step(self) -> None:
        """What the players do now, if anything."""
        self._step()
        self._own_cards.follow(self._dealer)

    def _step(self) -> None:
        self._told_s = max(0.0, self._told_s - LOOK_EVERY_S)
        session = self._session()
        snapshot = session.snapshot()
        revision, waited_s = self._waited
        self._waited = snapshot.revision, waited_s + LOOK_EVERY_S if revision == snapshot.revision else 0.0
        if snapshot.is_dealt:
            # The companion deals this game itself: there is no table, and nothing to do by hand.
            self._game_id, self._world, self._dealer, self._dice_player = "", None, None, None
            self._put_cards_away()
            return
        if snapshot.game_id != self._game_id:
            self._sit_down(snapshot, session.seed)
        if not snapshot.has_begun:
            return  # the table is set, and waits for people
        dealer, world = self._dealer, self._world
        if self._dice_player is not None and world is not None:
            may_roll = not _seated(snapshot) or self._may_go_on(snapshot)
            said = self._dice_player.step(world, snapshot, LOOK_EVERY_S, self._pace_s, may_roll=may_roll)
            if said is not None:
                session.submit(HOST, said)
            return
        assert dealer is not None
        assert world is not None  # both are made by sitting down
        self._throw.notice(world, snapshot.roll)
        self._sat_s += LOOK_EVERY_S
        if self._cards is not None:
            self._cards.look(self._sat_s)
        if world.busy():
            self._rested_s = 0.0
            self._owed.hands_are_at_work()
            self._throw.hold()
            return
        self._rested_s += LOOK_EVERY_S
        self._owed.hands_are_away(world)
        is_asked = self._owed.was_asked()
        goes_on = self._follow(dealer, snapshot)
        # Bots that are told to hold still do not act by themselves; who asks for hands acts, and is answered.
        may_lay = not snapshot.ended and (is_asked or not snapshot.paused)
        if may_lay and self._lay_owed(dealer, world, snapshot, is_asked):
            self._rested_s = 0.0
        elif snapshot.paused or snapshot.ended:
            self._throw.hold()
        elif self._throw.is_waited_for(snapshot.roll):
            self._throw.since_s += LOOK_EVERY_S
            self._look_into_the_tray(session, dealer, world, snapshot)
        elif goes_on:
            self._act(session, dealer, snapshot)

    def _look_into_the_tray(self, session: Session, dealer: Dealer, world: World, snapshot: Snapshot) -> None:
        """Say what is asked of the dice; where somebody sits at the table, it is left to them."""
        if _seated(snapshot):
            return
        said = self._throw.say(snapshot.roll, world.rolled(), dealer.thrown_key)
        if said is not None:
            session.submit(HOST, said)

    def _sit_down(self, snapshot: Snapshot, seed: Seed) -> None:
        self._game_id = snapshot.game_id
        view = snapshot.view(None)
        self._world = self._world_of(snapshot.game, view)
        self._dealer = self._dice_player = None
        self._put_cards_away()
        self._throw, self._sat_s, self._told_s = LastThrow(), 0.0, 0.0
        self._own_cards.forget()
        self._owed.hands_are_at_work()
        if is_dice_alone(snapshot.game.dice, view):
            self._dice_player = DicePlayer(seed)
            return
        self._cards = ShownCards(self._reader, snapshot.game) if self._reader is not None else None
        self._dealer = Dealer(snapshot.game, snapshot.game.known(view), seed, self._world)
        self._dealer.set_out()
        self._witness(Deed(self._game_id, "set", snapshot.last_row))

    def _put_cards_away(self) -> None:
        if self._cards is not None:
            self._cards.lift()
        self._cards = None

    def _follow(self, dealer: Dealer, snapshot: Snapshot) -> bool:
        """Whether the companion stands where the table does, or near enough for the next act."""
        table = snapshot.view(None).table
        behind = dealer.behind(table)
        if snapshot.paused:
            self._own_cards.forget()
            # Set back by the host: hands put the table so, and then wait. Where the host only told them to hold still,
            # the companion has yet to learn of their last act, and they do not take it back.
            is_set_back = snapshot.can_redo > 0 or snapshot.sight.state == "restoring"
            if is_set_back and behind != 0:
                self._throw.forget()
                if dealer.rewind(table):
                    self._witness(Deed(self._game_id, "rewound", snapshot.last_row))
                else:
                    self._begin_anew(dealer, snapshot)
            return False
        if behind == 0:
            return snapshot.sight.state == "settled" and not dealer.lay_owed()
        if behind is not None:
            # A roll that was left out, or waited for in vain, is thrown again.
            if dealer.thrown or snapshot.sight.state == "open":
                return behind == 1 and snapshot.sight.state == ("settled" if dealer.thrown else "open")
            return bool(self._answer(dealer, snapshot))
        if dealer.recount(table, snapshot.newest_act) or self._moves_figures(dealer, snapshot):
            return False
        if self._overtaken(dealer, snapshot):
            return True
        if self._is_under_way(snapshot):
            return False
        before = len(dealer.done)
        if dealer.adopt(table, snapshot.newest_acts(MOST_ADOPTED)):
            self._note(dealer, "adopted", before, snapshot)
        else:
            self._begin_anew(dealer, snapshot)
        return False

    def _moves_figures(self, dealer: Dealer, snapshot: Snapshot) -> bool:
        """Where a person has told that what carries no marker was moved, let hands move it; whether they do.

        No camera tells of it, and until it has gone from where it stood the camera sees too little to go on.
        """
        act, view = snapshot.newest_act, snapshot.view(None)
        if act is None or act.sense != "told" or snapshot.sight.state not in ("settled", "looking"):
            return False
        if not dealer.stands_otherwise(snapshot.game.mat.expected(view)):
            return False
        before = len(dealer.done)
        if not dealer.adopt(view.table, snapshot.newest_acts(MOST_ADOPTED), _people(snapshot)):
            return False
        self._note(dealer, "adopted", before, snapshot)
        dealer.set_out()
        return True

    def _lay_owed(self, dealer: Dealer, world: World, snapshot: Snapshot, is_asked: bool) -> bool:
        """Let hands lay what was tapped and nobody has laid, or put a wrong table right; whether they begin.

        Of cards that nobody but a person can choose among they lay one only where that is asked for, as they put a
        table right that a person has left wrong. Where people tap faster than hands lay, it is the hands' own fault.
        """
        sight, table = snapshot.sight, snapshot.view(None).table
        if not sight.is_told:
            self._owed.settle()
        is_due = sight.is_told and self._owed.is_due(world, LOOK_EVERY_S)
        is_wrong = sight.is_told or sight.state in ("mismatch", "restoring")
        is_theirs = is_wrong and self._owed.is_as_hands_left_it(world) and self._rested_s >= PUT_RIGHT_AFTER_S
        if not (is_due or is_theirs or (is_asked and is_wrong)):
            return False
        before, learned = len(dealer.done), snapshot.newest_acts(MOST_ADOPTED)
        if dealer.behind(table) is None:
            choosers = frozenset() if is_asked else _people(snapshot)
            if not dealer.adopt(table, learned, choosers):
                is_lost = is_asked or (is_theirs and dealer.is_lost(table, learned))
                if is_lost:
                    self._begin_anew(dealer, snapshot)
                return is_lost
            self._note(dealer, "adopted", before, snapshot)
        elif not (is_asked or is_due) and dealer.behind(table):
            return False  # the companion has yet to see their last act
        dealer.set_out()
        self._owed.settle()
        return True

    def _answer(self, dealer: Dealer, snapshot: Snapshot) -> tuple[Action, ...]:
        """What hands did, where the companion asks for that; empty where it does not, or a person had a part in it."""
        behind, people = dealer.behind(snapshot.view(None).table), _people(snapshot)
        if behind is None:
            return self._overtaken(dealer, snapshot)
        done = tuple(dealer.acts[-behind:]) if behind else ()
        if any(act.actor in people and act not in self._for_people for act in done):
            return ()
        if self._is_unseen(dealer, snapshot):
            return done
        asked = (*snapshot.sight.question, *(choice for zone in snapshot.zones for choice in zone.answers))
        return done if any(choice.actions == done for choice in asked) else ()

    def _overtaken(self, dealer: Dealer, snapshot: Snapshot) -> tuple[Action, ...]:
        """What a bot did before a person tapped, where the companion asks whose it is that it sees; else empty."""
        people, learned = _people(snapshot), snapshot.newest_acts(MOST_BEHIND)
        asked = [choice.actions for choice in snapshot.sight.question] if snapshot.sight.state == "question" else []
        done = [act for act in dealer.acts[-MOST_BEHIND:] if act.actor not in (None, *people) and act not in learned]
        return next(((act,) for act in reversed(done) if (act,) in asked), ())

    def _is_unseen(self, dealer: Dealer, snapshot: Snapshot) -> bool:
        """Whether nothing has come of the last act for a while, because no camera sees it."""
        has_waited = self._rested_s >= UNSEEN_S and snapshot.sight.state == "settled"
        return has_waited and dealer.is_unseen(snapshot.game.known(snapshot.view(None)))

    def _begin_anew(self, dealer: Dealer, snapshot: Snapshot) -> None:
        world, people = self._world, _people(snapshot)
        held = [world.held(seat) for seat in people] if world is not None else []
        dealer.begin_anew(snapshot.game.known(snapshot.view(None)))
        if world is not None and held != [world.held(seat) for seat in people]:
            self._told_s = TELL_S
        self._witness(Deed(self._game_id, "anew", snapshot.last_row))

    def _note(self, dealer: Dealer, what: Literal["done", "adopted"], before: int, snapshot: Snapshot) -> None:
        """Let the acts be known that were done since there were so many."""
        for act in dealer.acts[before:]:
            self._witness(Deed(self._game_id, what, snapshot.last_row, msgspec.to_builtins(act)))

    def _is_under_way(self, snapshot: Snapshot) -> bool:
        """Whether a person has tapped an act and has yet to do it: which card it is, their hand tells afterwards."""
        is_news, self._revision = snapshot.revision != self._revision, snapshot.revision
        # What has just been tapped was not looked for yet.
        return is_news or snapshot.sight.state in ("in_progress", "reaching", "looking", "question", "mismatch")

    def _act(self, session: Session, dealer: Dealer, snapshot: Snapshot) -> None:
        act, is_wanted = (None, False) if snapshot.ended else self._next(dealer, snapshot)
        if act is not None:
            act = None if act.opens else snapshot.as_promised(act)
        answer = self._answer(dealer, snapshot)
        is_told = act is None or act.sense in OFF_MAT or snapshot.sight.state == "question"
        if answer and (is_told or self._is_unseen(dealer, snapshot)):
            # What is seen might go on: nobody knows better that it does not than who did it, and nobody else is asked.
            if self._rested_s >= self._pace_s * UNSEEN_PACE:
                self._rested_s = 0.0
                self._tap(session, answer)
            return
        # What nobody sees on the table, like a draw, need not be watched.
        pace_s = 0.0 if is_wanted else self._pace_s
        if act is None or self._rested_s < pace_s * (UNSEEN_PACE if act.sense == "told" else 1.0):
            return
        is_roll = act.sense == "rolled"
        if is_roll and self._sat_s < START_S:
            return

        self._rested_s = 0.0
        if is_roll and not self._name(session, dealer, act):
            return
        before, view = len(dealer.done), snapshot.view(None)
        if self._cards is not None and dealer.behind(view.table) == 0:
            self._cards.show(view, act, self._sat_s)
        if is_wanted:
            self._for_people = [*self._for_people[1 - MOST_BEHIND :], act.public()]
        dealer.carry_out(act, lambda public: self._tap(session, (public,)))
        if is_roll and self._world is not None:
            self._throw.notice(self._world, snapshot.roll)
        self._note(dealer, "done", before, snapshot)

    def _next(self, dealer: Dealer, snapshot: Snapshot) -> tuple[Action | None, bool]:
        """What hands do next, and whether a person wants it: nobody waits then to see what came before."""
        thrown = dealer.uncounted(snapshot.view(None).table)
        if thrown is not None:
            return thrown, False
        people, wanted = _people(snapshot), snapshot.wanted
        is_wanted = wanted is not None and wanted.revision == snapshot.revision
        if dealer.behind(snapshot.view(None).table) == 0:
            chosen = self._own_cards.chosen(dealer)
            if chosen is None and wanted is not None and is_wanted:
                chosen = dealer.settled(wanted.seat, wanted.key)
            if chosen is not None:
                return chosen, True
        return dealer.next(people, unhurried=not self._may_go_on(snapshot)), False

    def _may_go_on(self, snapshot: Snapshot) -> bool:
        """Whether hands may do what all have to have."""
        have_all = bool(snapshot.attended.had) and not snapshot.attended.waits_for
        return have_all or self._waited[1] >= self._patience_s

    def _tap(self, session: Session, acts: tuple[Action, ...]) -> bool:
        """Tap these acts for whoever did them; whether they were accepted."""
        self._taps += 1
        revision = session.snapshot().revision
        # With the revision: in a game that is gone on with, others of this count have been tapped before.
        tap_id = f"{self._game_id}{BOT_TAP}{revision}/{self._taps}"
        tap = Tap(tuple(msgspec.to_builtins(act) for act in acts), revision, tap_id)
        return tapped(acts, lambda client: session.submit(client, tap)).accepted

    def _name(self, session: Session, dealer: Dealer, act: Action) -> bool:
        """Tap whose roll comes next, where several are open; whether it may be thrown now."""
        naming = dealer.naming(act)
        if naming is None:
            return True
        is_named, table = session.submit(HOST, naming).accepted, session.snapshot().view(None).table
        # What was asked about may be counted by that, and is then not thrown again.
        return is_named and dealer.behind(table) == (1 if act is dealer.thrown else 0)


def _seated(snapshot: Snapshot) -> bool:
    """Whether anybody sits at the table."""
    return any(seat.holder == "person" for seat in snapshot.seats)


def _people(snapshot: Snapshot) -> frozenset[Seat]:
    """The seats for which no bot acts."""
    return frozenset(seat.seat for seat in snapshot.seats if seat.holder != "bot")
