"""A data folder full of saved games, and how long the host waits for the first page after a start."""

from __future__ import annotations

import http.client
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.bench.attack import PATIENCE_S, PHONE, SERVER, Target, Wait, longest
from companion.bench.floods import Visitor, waited_ms
from companion.games.bots import Autopilot
from companion.games.deal import CARDS, DEALT, OWN, can_deal, open_virtual, with_cards
from companion.games.game import AnyGame
from companion.journal import Draft, Journal
from companion.live.playthrough import Playthrough
from companion.live.resume import start_payload
from companion.live.session_config import utc_now
from companion.live.timeline import Timeline, state_hash
from companion.storage.home import Home

NAME: Final = "saved games"
GAMES: Final = 500
"""Of a café, after some months."""
MOST_ROWS: Final = 350
SEED: Final = 1


class ManyGames:
    """So many saved games, each a copy of one that bots have played."""

    def __init__(self, game: AnyGame, count: int = GAMES, rows: int = MOST_ROWS) -> None:
        self._game = game
        self._count = count
        self._rows = rows

    def steps(self, times: int) -> int:
        """The host's first page, and as often a phone's."""
        return 1 + times

    def prepare(self, folder: Path) -> Sequence[str]:
        """Lay the saved games there."""
        home = Home(folder).make()
        first = save_game(self._game, home.journal(f"{self._game.name}-0001"), self._rows)
        for number in range(2, self._count + 1):
            shutil.copyfile(first, home.journal(f"{self._game.name}-{number:04}"))
        return ()

    def waits(self, target: Target, times: int, progress: Callable[[], None]) -> Iterator[Wait]:
        """How long the host waits for the first page, and a phone for its own meanwhile."""
        size = f"{self._count} games"
        waited = host_page_ms(target, host_cookie(target))
        progress()
        yield Wait(NAME, size, "host", waited)
        phones = list[float | None]()
        for _ in range(times):
            phones.append(waited_ms(target.port, Visitor(PHONE)))
            progress()
        yield Wait(NAME, size, "another phone", longest(phones))


def save_game(game: AnyGame, path: Path, most_rows: int, seed: int = SEED) -> Path:
    """The journal of a game that bots have played to its end, or to about so many rows."""
    cards = DEALT if can_deal(game) else OWN
    options = with_cards(game, {}, cards)
    start = open_virtual(game, {key: value for key, value in options.items() if key != CARDS.key}, random.Random(seed))
    with closing(Journal(path)) as journal:
        at = utc_now().isoformat(timespec="milliseconds")
        payload = {**start_payload(game, options, start), "seed": seed}
        journal.append([Draft(at, "host", "start", payload, state_hash(start))])
        course, autopilot = Playthrough(Timeline(game, start), journal, utc_now), Autopilot(game, seed)
        timeline = course.timeline
        while timeline.last_row < most_rows:
            proposal = autopilot.propose(timeline.state, timeline.play_count, frozenset())
            if proposal is None:
                break
            act, who = proposal
            course.accept(who, [act], [timeline.game.apply_action(timeline.state, act)])
    return path


def host_cookie(target: Target) -> str:
    """What a device is given that types the host code."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection(SERVER, target.port, timeout=PATIENCE_S)) as connection:
        connection.request("POST", "/host/unlock", f"code={Home(target.folder).keys().host_code}", form)
        given = connection.getresponse().headers.get_all("Set-Cookie", ())
    return "; ".join(each.partition(";")[0] for each in given)


def host_page_ms(target: Target, cookie: str) -> float | None:
    """How long the host waits for the whole page; None where the host gives up, or gets another."""
    began = time.monotonic()
    try:
        with closing(http.client.HTTPConnection(SERVER, target.port, timeout=PATIENCE_S)) as connection:
            connection.request("GET", "/host", headers={"Cookie": cookie})
            page = connection.getresponse()
            if b'data-part="saved"' not in page.read():
                return None
    except (OSError, http.client.HTTPException):
        return None
    return round((time.monotonic() - began) * 1000, 1)
