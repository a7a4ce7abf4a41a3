"""A companion that serves a table: in a process of its own, or in this one."""

from __future__ import annotations

import gc
import http.client
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.cli.table import play
from companion.live.room import Room
from tests.companion.commands import Ended, Written, run, run_into, sentence
from tests.games.registered import PRODUCT_GAMES, SEALED_BID
from web.http.server import PageServer

PLAIN = ("--cards", "own", "--camera", "none", "--board", "none", "--address", "127.0.0.1")
"""A table without devices, for this machine alone."""
ANNOUNCED = ("Table page", "From phones", "Host page", "Saved as", "Stop with")


@contextmanager
def playing(
    data: Path, *arguments: str, command: str = "play", game: str = "waves"
) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """A companion that serves a table, with what it announced by its first words; stopped at the end."""
    module = "companion" if game in PRODUCT_GAMES else "tests.games"
    command_line = [sys.executable, "-m", module, command, game, "--port", "0", "--data", str(data), *arguments]
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said: dict[str, str] = {}
        try:
            for line in process.stdout:
                said |= _announced(line)
                if "Stop with" in said:
                    break
            yield process, said
        finally:
            process.kill()


def _announced(line: str) -> dict[str, str]:
    words = line.strip()
    return {each: words.removeprefix(each).strip() for each in ANNOUNCED if words.startswith(each)}


Guest = Callable[[Room, Mapping[str, str]], None]
"""Somebody at a table that was opened: the room, and what was announced by first words."""


def play_here(
    guest: Guest, data: Path, *arguments: str | Path, command: str = "play", game: str = SEALED_BID.name
) -> Ended:
    """A companion in this process, with real pages and threads, from its start to its end.

    Its Ctrl-C comes when `guest` has done what it wants.
    """
    out, errors = Written(), Written()

    def wait(room: Room) -> NoReturn:
        said: dict[str, str] = {}
        for line in out.text().splitlines():
            said |= _announced(line)
        guest(room, said)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "_wait", wait)
        try:
            return run_into(out, errors, command, game, "--port", "0", "--data", data, *arguments)
        finally:
            gc.unfreeze()  # a process ends with what it froze; this one goes on


def no_table(data: Path, *arguments: str | Path, game: str = SEALED_BID.name) -> str:
    """The sentence with which a companion in this process ends that opens no table."""
    bound = list[PageServer]()

    def bind(*pages: Any, **options: Any) -> PageServer:
        bound.append(PageServer(*pages, **options))
        return bound[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "PageServer", bind)
        try:
            return sentence(run("play", game, "--port", "0", *arguments, data=data))
        finally:
            for each in bound:
                each.stop()  # a process would give its port back as it ends


def get(url: str, path: str) -> Any:
    """What a page of JSON says."""
    host = url.removeprefix("http://").rstrip("/")
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        assert response.status == 200
        return json.loads(response.read())
