"""What each page shows, drawn from one view: the first rendering and the stream use the same fragments."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from companion.games.core import PlayerPanel, Seat
from companion.games.game import AnyGame
from companion.games.shared.facts import FactField
from companion.games.shared.phrases import without_rules
from companion.language.message import Message, Text, lone
from companion.live.requests import SeatInfo
from companion.outputs.strip import scene_of
from web.http.lines import ShownLine, shown_lines
from web.http.net import FAILED, GO_ON, NO_NET, Net
from web.http.speech import foreign, said, spoken
from web.http.stream import LINES_FOR_A_NEWCOMER, Place, format_place
from web.render.board import DrawnBoard, draw_boards
from web.render.cards import card_groups
from web.render.choices import NOTHING_OFFERED, offered, own_effects, plain
from web.render.diagrams import draw_diagrams
from web.render.dice import dice_part
from web.render.lobby import Addresses, lobby_part, seats_to_take
from web.render.look import look_part
from web.render.mat import AnyView, draw_mat
from web.render.new_game import FIRST, as_sent, new_games
from web.render.news import NO_NEWS, NewsPart, news_part
from web.render.own_cards import Holders, own_part
from web.render.pieces import find_kind, icon
from web.render.saved import newest
from web.render.settle import settle_part
from web.render.strip import draw_strip
from web.render.turn import awaited, headline, parted, turn_of
from web.render.zones import zone_parts

if TYPE_CHECKING:
    from companion.live.room import Room
    from companion.live.snapshot import Snapshot


LAMPS = ("board", "strip")
"""What the lines of what may carry a light strip are called among the devices."""
MOST_LISTED = 6
"""Undone acts that the host page lists."""


class Player(msgspec.Struct, frozen=True):
    """One player's summary."""

    seat: SeatInfo
    lines: tuple[Text, ...]
    pictures: tuple[tuple[Markup, Message, int], ...]
    """Each kind of piece with its name and how many."""
    acts: bool
    score: str
    has_won: bool


class _Newest:
    """Keeps the drawing of the newest moment, because every phone that shows the table asks for it at once."""

    def __init__(self, draw: Callable[[Snapshot], Markup]) -> None:
        self._draw = draw
        self._lock = threading.Lock()
        self._of: object = None
        """Of that moment: where a draft alone has changed it is drawn no more, and takes nobody longer."""
        self._kept: dict[str, Markup] = {}
        """By the language that it speaks."""

    def of(self, snapshot: Snapshot) -> Markup:
        with self._lock:
            if self._of is not snapshot.of_all:
                self._of, self._kept = snapshot.of_all, {}
            code = spoken().code
            if code not in self._kept:
                self._kept[code] = self._draw(snapshot)
            return self._kept[code]


class Pages:
    """Draws the live part of every page, from snapshots and for one pair of eyes."""

    def __init__(
        self,
        environment: Environment,
        net: Net = NO_NET,
        addresses: Addresses = tuple,
        holders: Holders | None = None,
    ) -> None:
        """`addresses` gives those under which the pages are opened, for the lobby.

        `holders` are the people at a virtual table, who know what they hold.
        """
        self._holders = holders
        self._environment = environment
        self._addresses = addresses
        self.net = net
        """What catches whatever of a page breaks."""
        self._tables = {is_host: _Newest(partial(self._draw_table, is_host=is_host)) for is_host in (False, True)}
        self._prompts = {
            is_host: _Newest(partial(self._draw_beside, seat=None, is_host=is_host)) for is_host in (False, True)
        }
        self._ahead = {
            is_host: _Newest(partial(self._draw_beside, seat=None, is_host=is_host, has_news=False))
            for is_host in (False, True)
        }

    def table(self, snapshot: Snapshot, is_host: bool) -> Markup:
        """The table page's live part; the host also gets the choices of every seat."""
        return self._tables[is_host].of(snapshot)

    def _draw_table(self, snapshot: Snapshot, is_host: bool) -> Markup:
        return self.net.catch(
            "The table page",
            lambda: self._whole_table(snapshot, is_host),
            lambda: self._bare(snapshot, None, "/tap" if is_host else ""),
        )

    def _whole_table(self, snapshot: Snapshot, is_host: bool) -> Markup:
        view = snapshot.view(None)
        if not snapshot.has_begun:
            return self._lobby(snapshot, view, is_host, "/start")
        groups = offered(snapshot, view) if is_host else NOTHING_OFFERED
        look = look_part(snapshot, None, is_host)
        return self._draw(
            "_table.html",
            **_common(snapshot, view),
            reading=card_groups(snapshot, view),
            just_now=self._news(snapshot, None),
            look=look,
            groups=groups,
            boards=board_part(snapshot, view, may_tap=is_host),
            is_host=is_host,
            lobby=snapshot.lobby,
            places=() if snapshot.is_over else tuple(each for each in seats_to_take(snapshot, view) if each.is_free),
            dice=dice_part(snapshot, None, is_host),
            zones=zone_parts(snapshot, None, is_host),
            have_it=frozenset(snapshot.attended.had),
            awaited=snapshot.attended.waits_for,
            diagrams=draw_diagrams(snapshot.game.screen.diagrams(snapshot.views_by_round())),
        )

    def seat(self, snapshot: Snapshot, seat: Seat) -> Markup:
        """The live part of one seat's page."""
        return self.net.catch(
            "A seat's page",
            lambda: self._whole_seat(snapshot, seat),
            lambda: self._bare(snapshot, seat, f"/seat/{seat + 1}/tap"),
        )

    def _whole_seat(self, snapshot: Snapshot, seat: Seat) -> Markup:
        view = snapshot.view(seat)
        if not snapshot.has_begun:
            return self._lobby(snapshot, view, False, f"/seat/{seat + 1}/start")
        own = own_part(snapshot, seat, self._holders)
        boards = board_part(snapshot, view, may_tap=True)
        own_steps, other_steps = parted(snapshot.prompt(view).to_do, seat)
        return self._draw(
            "_seat.html",
            **_common(snapshot, view),
            just_now=self._news(snapshot, seat),
            look=look_part(snapshot, seat, False),
            dice=dice_part(snapshot, seat, False),
            zones=zone_parts(snapshot, seat, False),
            settle=settle_part(snapshot, seat, is_laying=own.is_laying),
            reading=card_groups(snapshot, own.view),
            me=snapshot.seats[seat],
            hand=_counted(snapshot.game, snapshot.game.screen.own_pieces(own.view)),
            has_hand=snapshot.game.screen.has_hand(view),
            groups=offered(snapshot, view, own.choices),
            drafted=snapshot.drafts.number(seat),
            # Those that are tapped come before the buttons, all others are folded below.
            near=[board for board in boards if board.is_near],
            far=[board for board in boards if not board.is_near],
            own_steps=own_steps,
            other_steps=other_steps,
            has_strip=any(line.device in LAMPS and line.status != "absent" for line in snapshot.health),
        )

    def _lobby(self, snapshot: Snapshot, view: AnyView, is_host: bool, start: str) -> Markup:
        """In place of a page's live part, before the game."""
        return self._draw(
            "_lobby.html",
            **_prompted(snapshot, view),
            lobby=lobby_part(snapshot, view, is_host, self._addresses, start),
            look=look_part(snapshot, view.seat, is_host),
        )

    def host(self, room: Room, snapshot: Snapshot) -> Markup:
        """The host page's live part: public facts only, because the host plays too."""
        return self.net.catch(
            "The host page",
            lambda: self._whole_host(room, snapshot),
            lambda: self._bare(snapshot, None, can_undo=snapshot.can_undo > 0 or snapshot.ended),
        )

    def _whole_host(self, room: Room, snapshot: Snapshot) -> Markup:
        view = snapshot.view(None)
        fields = snapshot.game.facts(view)
        return self._draw(
            "_host.html",
            **_common(snapshot, view),
            lobby=lobby_part(snapshot, view, True, self._addresses, "/host/start"),
            look=look_part(snapshot, None, True, "host"),
            dice=dice_part(snapshot, None, True),
            again=snapshot.done_again(MOST_LISTED),
            has_papers=any(field.board for field in fields),
            facts=_grouped(field for field in fields if not field.status),
            box=_grouped(card_fields(snapshot)),
            boxes={name: room.registry[name].title for name in room.boxes.names()},
            has_box=snapshot.game.name in room.boxes.names(),
            games=new_games(room.registry.values()),
            first=FIRST,
            game=snapshot.game.name,
            begun={snapshot.game.name: as_sent(room.options)},
            saved=newest(room.saved.listing),
            has_bots=snapshot.is_virtual and not snapshot.is_over,
        )

    def beside(self, snapshot: Snapshot, seat: Seat | None, is_host: bool) -> Markup:
        """Prompt, news and sight: for pages that show the table otherwise."""
        if seat is None:
            return self._prompts[is_host].of(snapshot)
        return self._draw_beside(snapshot, seat, is_host)

    def ahead(self, snapshot: Snapshot, seat: Seat | None, is_host: bool = False) -> Markup:
        """Prompt and sight alone: what goes ahead of the table's page or a seat's, which take longer to draw."""
        if seat is None:
            return self._ahead[is_host].of(snapshot)
        return self._draw_beside(snapshot, seat, is_host, has_news=False)

    def _draw_beside(self, snapshot: Snapshot, seat: Seat | None, is_host: bool, has_news: bool = True) -> Markup:
        return self.net.catch(
            "A prompt",
            lambda: self._draw(
                "_beside.html",
                **_prompted(snapshot, snapshot.view(seat)),
                just_now=self._news(snapshot, seat) if has_news else None,
                look=look_part(snapshot, seat, is_host),
                has_begun=snapshot.has_begun,
            ),
            lambda: self._bare(snapshot, seat),
        )

    def _news(self, snapshot: Snapshot, seat: Seat | None) -> NewsPart:
        """What just happened; nothing where it cannot be told, for then the rest of the page is whole."""
        return self.net.catch("The news", lambda: news_part(snapshot, seat), lambda: NO_NEWS)

    def _bare(self, snapshot: Snapshot, seat: Seat | None, address: str = "", can_undo: bool = False) -> Markup:
        """A page of which something cannot be drawn: its prompt if that can be, and all choices, tapped there."""
        groups = NOTHING_OFFERED
        if address and not snapshot.is_over:
            groups = self.net.catch("The choices", lambda: plain(snapshot, snapshot.choices(seat)), lambda: groups)
        more = {"failed": FAILED, "go_on": GO_ON, "groups": groups, "address": address, "can_undo": can_undo}
        return self.net.catch(
            "The prompt",
            lambda: self._draw("_bare.html", **_prompted(snapshot, snapshot.view(seat)), **more),
            lambda: self._draw("_bare.html", snapshot=snapshot_facts(snapshot), **more),
        )

    def lines(self, snapshot: Snapshot, seat: Seat | None) -> tuple[ShownLine, ...]:
        """The newest log lines as a seat, or everybody, may read them, newest first."""
        return self.net.catch("The log", lambda: recent_lines(snapshot, seat), tuple)

    def _draw(self, template: str, **values: Any) -> Markup:
        # The template has escaped everything in it.
        return Markup(self._environment.get_template(template).render(**values))


def board_part(snapshot: Snapshot, view: AnyView, may_tap: bool) -> tuple[DrawnBoard, ...]:
    """The drawings beside the mat for these eyes; `may_tap` where this page taps for them, while the game goes on."""
    boards = snapshot.boards(view.seat)
    if not boards:
        return ()
    every = snapshot.choices(view.seat) if may_tap and not snapshot.is_over else ()
    own = own_effects(snapshot, view, every)
    return draw_boards(boards, dict(snapshot.game.mat.pieces), own)


def card_fields(snapshot: Snapshot) -> tuple[FactField, ...]:
    """The facts that are figures of the owner's box: they have a status, and a form of their own."""
    return tuple(field for field in snapshot.game.facts(snapshot.view(None)) if field.status)


def recent_lines(snapshot: Snapshot, seat: Seat | None) -> tuple[ShownLine, ...]:
    """The newest log lines, newest first."""
    return shown_lines(snapshot, reversed(snapshot.log(seat, 0)[-LINES_FOR_A_NEWCOMER:]))


def place_of(snapshot: Snapshot) -> str:
    """What a page drawn from this snapshot has seen, as the stream wants it back."""
    return format_place(Place(snapshot.game_id, snapshot.last_row))


def _common(snapshot: Snapshot, view: AnyView) -> dict[str, Any]:
    """What every page shows, from one view."""
    game, prompted = snapshot.game, _prompted(snapshot, view)
    scene, acting = scene_of(snapshot, view), prompted["prompt"].seats
    return {
        **prompted,
        "title": game.title,
        "players": tuple(_player(snapshot, panel, acting) for panel in game.screen.panels(view)),
        "mat": draw_mat(game, view, is_at_rest=snapshot.is_broken_off),
        "lamps": draw_strip(scene),
        "light_words": scene.text(),
        "irregular": tuple(_without_rules(law) for law in game.broken_laws(view)),
        "can_type": bool(prompted["prompt"].assumed)
        and any(field.status == "assumed" for field in card_fields(snapshot)),
        "viewer": view.seat,
    }


def _without_rules(law: Message) -> str:
    """A broken law in words, marked where they are in another language than the page."""
    words, code = without_rules(said(law)), foreign(law)
    return Markup('<span lang="{}">{}</span>').format(code, words) if code else words


def _prompted(snapshot: Snapshot, view: AnyView) -> dict[str, Any]:
    """What the prompt at the head of a page needs."""
    prompt, is_dealers = snapshot.prompt(view), snapshot.is_left_to_dealer
    return {
        "snapshot": {
            **snapshot_facts(snapshot),
            "rule_words": snapshot.game.screen.rule_words(view),
            "notes": len((*prompt.assumed, *prompt.house_rules[:1], *prompt.advice, *view.table.irregular)),
        },
        "prompt": prompt,
        "acting": awaited(snapshot, view, prompt, is_dealers=is_dealers),
        "my_turn": view.seat is not None and view.seat in prompt.seats and not is_dealers,
        "turn": turn_of(prompt, view, is_dealers=is_dealers),
        "head": headline(prompt.text),
    }


def snapshot_facts(snapshot: Snapshot) -> dict[str, Any]:
    """The part of a snapshot that anyone may know. Templates never get the snapshot: it could make other views."""
    return {
        "revision": snapshot.revision,
        "seats": snapshot.seats,
        "health": snapshot.health,
        "outcome": snapshot.outcome,
        "ended": snapshot.ended,
        "paused": snapshot.paused,
        "pressed": snapshot.pressed,
        "refused_presses": snapshot.refused_presses,
        "over": snapshot.is_over,
        "lobby": snapshot.lobby.kind if snapshot.lobby is not None else None,
        "can_undo": snapshot.can_undo,
        "undone_first": snapshot.undone_first,
        "can_redo": snapshot.can_redo,
        "asking": sum(len(seat.asking) for seat in snapshot.seats),
    }


def _player(snapshot: Snapshot, panel: PlayerPanel, acting: tuple[Seat, ...]) -> Player:
    winners = snapshot.outcome.winners if snapshot.outcome is not None else ()
    return Player(
        snapshot.seats[panel.seat],
        panel.lines,
        _counted(snapshot.game, panel.pieces),
        panel.seat in acting,
        panel.score,
        # Where all win together, as an evening of dice, nobody is called out.
        panel.seat in winners and len(winners) < len(snapshot.seats),
    )


def seat_words(snapshot: Snapshot, seat: Seat) -> tuple[Text, ...]:
    """What a seat has, as everybody may know it, for whoever is about to sit there."""
    panels = snapshot.game.screen.panels(snapshot.view(None))
    return tuple(line for panel in panels if panel.seat == seat for line in panel.lines)


def _counted(game: AnyGame, pieces: Iterable[str]) -> tuple[tuple[Markup, Message, int], ...]:
    """Each kind once, drawn, with its name and how many there are."""
    kinds, counts = dict(game.mat.pieces), dict[str, int]()
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return tuple(
        (icon(find_kind(kinds, piece)), lone(find_kind(kinds, piece).noun), number) for piece, number in counts.items()
    )


def _grouped(fields: Iterable[FactField]) -> dict[Message, list[FactField]]:
    groups: dict[Message, list[FactField]] = {}
    for field in fields:
        groups.setdefault(field.group, []).append(field)
    return groups
