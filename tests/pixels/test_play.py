"""`companion play` in every mode: bots with hands, a virtual camera, and everything that runs behind the pages."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.games.offers import combinations
from companion.games.option_text import options_text
from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.resume import replay
from companion.live.saved_games import SavedGames
from companion.storage.home import Home
from tests.companion.served import playing

PATIENCE_S = 280.0
"""A round takes half a minute on a machine that has nothing else to do."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def told(page: str) -> Iterator[str]:
    """Every line that the table's page is sent, as it comes."""
    connection = http.client.HTTPConnection(urlsplit(page).netloc, timeout=PATIENCE_S)
    connection.request("GET", "/stream")
    with connection.getresponse() as stream:
        while line := stream.readline():
            yield line.decode()


@pytest.mark.parametrize("options", combinations(GAMES["waves"]), ids=options_text)
def test_a_round_is_played_and_understood(options: dict[str, Any], tmp_path: Path) -> None:
    table_of = ["--mode", options["mode"], "--players", str(options["players"]), "--tablets", "row2", "--seed", "5"]
    with playing(tmp_path, "--virtual", "--auto", "--address", "127.0.0.1", *table_of) as (_, said):
        assert any("Round 2 ·" in line for line in told(said["Table page"]))
    (saved,) = SavedGames(Home(tmp_path), GAMES).all()
    rows = read_journal(Home(tmp_path).journal(saved.id))
    timeline = replay(GAMES, rows)
    table = timeline.state.table
    assert {"mode": table.setup.mode, "players": table.setup.players} == options
    assert table.irregular == ()
    assert sum(row.by == "camera" for row in rows) > table.setup.slot_count
