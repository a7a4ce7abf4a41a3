"""The command to go on with, as it is typed in the shell that ran the first one; and the addresses of the pages."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shlex import split
from urllib.request import urlopen

import pytest

from companion.cli.wanted import called, shell_word
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
