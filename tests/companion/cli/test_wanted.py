"""The command to go on with, as it is typed in the shell that ran the first one; and the addresses of the pages."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shlex import split
from typing import Final
from urllib.request import urlopen

import click
import pytest

from companion.cli.commands.play import play
from companion.cli.table.wanted import Wanted, called, shell_word
from tests.companion.served import PLAIN, playing
from web import PortBusy, page_urls
from web.http import server


@pytest.mark.parametrize("text", ["plain", "a b", "it's", "$HOME", "Zoë", "a\nb", "\\'", os.fsdecode(b"W\xfcr'fel")])
def test_a_word_is_read_by_a_shell_as_it_is(text: str) -> None:
    done = subprocess.run(["bash", "-c", f"printf %s {shell_word(text)}"], capture_output=True, check=True)
    assert done.stdout == os.fsencode(text)


def test_it_is_called_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "bin" / "companion"
    script.parent.mkdir()
    script.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", ["bin/companion"])
    assert called() == ["bin/companion"]
    monkeypatch.setenv("PATH", str(script.parent))
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert called() == ["companion"]
    monkeypatch.setattr(sys, "argv", ["/x/companion/__main__.py"])
    monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "companion", "play"])
    assert called() == [sys.executable, "-m", "companion"]


@pytest.mark.slow
@pytest.mark.parametrize("address", ["127.0.0.2", "localhost", "::1", "0.0.0.0", "::"])
def test_the_printed_address_opens_and_the_printed_command_goes_on(tmp_path: Path, address: str) -> None:
    try:
        with closing(socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)) as trial:
            trial.bind((address, 0))
    except OSError:
        pytest.skip(f"this machine has no {address}")
    data = tmp_path / "it's mine"
    with playing(data, *PLAIN, "--address", address) as (process, said):
        with urlopen(said["Table page"]) as page:
            assert page.status == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    words = split(out.splitlines()[-1].partition("Go on with: ")[2])
    assert words[words.index("--data") + 1] == str(data), err
    if address == "localhost":
        more = [*words, "--port", "0", "--board", "none", "--camera", "none"]
        with subprocess.Popen(more, stdout=subprocess.PIPE, text=True) as again:
            assert again.stdout is not None
            assert any("Stop with" in line for line in again.stdout)
            again.terminate()
            assert again.wait(60) == 0


PRINTED: Final[Mapping[str, tuple[str, ...]]] = {
    "virtual": ("--virtual",),
    "auto": ("--auto",),
    "seed": ("--seed", "7"),
    "pace": ("--pace", "0.25"),
    "port": ("--port", "0"),
    "address": ("--address", "::1"),
    "camera": ("--camera", "none"),
    "board": ("--board", "/dev/tty it's"),
    "dice_model": ("--dice-model", "my model"),
    "folder": ("--data", "it's mine"),
}
"""What each option of `play` is typed as, where the printed command has it as well."""
LEFT_OUT: Final[Mapping[str, tuple[str, ...]]] = {
    "cards": ("--cards", "own"),  # the journal tells
    "others": ("-o", "order=turn"),  # and has the game's options
    "deeds": ("--deeds", "new.jsonl"),  # a file that has to be new
    "resume": ("--resume", "before"),
    "playset": ("--playset", "my cards.toml"),  # the journal has it whole
}
"""And where it has not."""


def wanted_of(arguments: Sequence[str]) -> Wanted:
    """What `play` makes of these arguments."""
    return Wanted(**play.make_context("play", list(arguments)).params)


@pytest.mark.parametrize("option", [*PRINTED, *LEFT_OUT, "every"])
def test_the_printed_command_gives_the_same_table_whatever_was_typed(option: str) -> None:
    typed = {**PRINTED, **LEFT_OUT}
    arguments = [word for words in typed.values() for word in words] if option == "every" else [*typed[option]]
    if option == "seed":
        arguments.append("--virtual")
    wanted = wanted_of(["sealed_bid", *arguments])
    printed = split(wanted.again("sealed_bid", "saved it", is_dealt=False))
    again = wanted_of(printed[printed.index("play") + 1 :])
    assert again == replace(wanted, typed={}, others=(), cards=None, deeds=None, playset=None, resume="saved it")


def test_every_option_of_play_is_printed_or_left_out_for_a_reason() -> None:
    options = {each.name for each in play.params if isinstance(each, click.Option)}
    assert options == {*PRINTED, *LEFT_OUT}


def test_another_game_is_begun_with_the_same_options() -> None:
    wanted = wanted_of(["sealed_bid", "--cards", "own", "--seed", "7"])
    printed = split(wanted.anew("waves", {"mode": "teams", "players": 5, "optional_collect": True}, is_dealt=False))
    assert printed[printed.index("play") :] == [
        *("play", "waves", "--cards", "own", "--mode", "teams", "--players", "5", "--optional-collect")
    ]
    another = wanted_of(printed[printed.index("play") + 1 :])
    assert another.options() == {"mode": "teams", "players": 5, "optional_collect": True}
    dealt = wanted_of(["sealed_bid", "--virtual"]).anew("waves", {"tablets": ["SCH-A", "KEE-B"]}, is_dealt=True)
    assert dealt.endswith("play waves --cards virtual --tablets SCH-A,KEE-B")


def test_another_game_with_the_same_playset_is_begun_by_the_same_file() -> None:
    wanted = wanted_of(["manawave", "--playset", "my cards.toml"])
    assert split(wanted.anew("manawave", {}, is_dealt=False, has_playset=True))[-2:] == ["--playset", "my cards.toml"]
    assert "--playset" not in wanted.anew("manawave", {}, is_dealt=False)


def test_addresses_of_every_kind() -> None:
    assert page_urls(80, "fe80::1") == ("http://[fe80::1]:80/",)
    assert page_urls(80, "table.local") == ("http://table.local:80/",)
    assert page_urls(80, "::")[0] == "http://127.0.0.1:80/"


def test_no_port_is_advised_that_cannot_be() -> None:
    with closing(socket.socket()) as taken:
        try:
            taken.bind(("127.0.0.1", server.MOST_PORT))
        except OSError:
            pytest.skip("somebody has the last port")
        taken.listen()
        with pytest.raises(PortBusy, match=r"--port 65534\."):
            server._bind("127.0.0.1", server.MOST_PORT)
