"""Which port is the board's, and what people read where it cannot be opened. Ports are real pseudo-terminals."""

from __future__ import annotations

import contextlib
import os
import socket
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from hardware.ports import Finder, Port, PortGone, PortRefused, SerialPort, lasting_name, open_port

NOBODY = 65534
"""The user without rights."""


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """The board's end of a cable, and the name of the host's."""
    board, host = os.openpty()
    tty.setraw(host)
    name = os.ttyname(host)
    os.close(host)
    yield board, name
    with contextlib.suppress(OSError):
        os.close(board)


def opened(name: str) -> SerialPort:
    port = open_port(name)
    assert port is not None
    return port


def usb(device: str, vendor: int | None, product: int | None = 5, serial_number: str = "E1") -> ListPortInfo:
    info = ListPortInfo(device, skip_link_detection=True)
    info.vid, info.pid, info.serial_number = vendor, product, serial_number
    return info


class SilentPort:
    """Stands for a port; remembers how it was chosen."""

    def __init__(self, name: str, note: str) -> None:
        self.name, self.note = name, note

    def read(self, timeout_s: float) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        pass

    def discard(self) -> None:
        pass

    def close(self) -> None:
        pass


def found(*ports: ListPortInfo, name: str = "") -> Port | None:
    return Finder(name, lambda: ports, SilentPort)()


def test_bytes_go_both_ways(terminal: tuple[int, str]) -> None:
    board, name = terminal
    port = opened(name)
    port.write(b"to the board")
    assert os.read(board, 100) == b"to the board"
    os.write(board, b"to the host")
    assert port.read(5.0) == b"to the host"
    assert port.read(0.0) == b""
    port.close()


def test_what_came_before_the_opening_is_forgotten(terminal: tuple[int, str]) -> None:
    board, name = terminal
    port = opened(name)
    os.write(board, b"old")
    port.discard()
    os.write(board, b"new")
    assert port.read(5.0) == b"new"
    port.close()


def test_a_port_that_is_unplugged_is_gone(terminal: tuple[int, str]) -> None:
    board, name = terminal
    port = opened(name)
    os.close(board)
    with pytest.raises(PortGone, match=rf"{name} was unplugged: .* It is looked for again\."):
        port.read(0.01)
    with pytest.raises(PortGone):
        port.write(b"x")
    port.close()


def test_a_port_that_takes_no_bytes_is_gone(terminal: tuple[int, str]) -> None:
    port = opened(terminal[1])
    with pytest.raises(PortGone, match=r"takes no bytes: .*imeout"):
        port.write(b"x" * 1_000_000)
    port.close()


def test_closing_twice_is_no_error(terminal: tuple[int, str]) -> None:
    port = opened(terminal[1])
    port.close()
    port.close()


def test_a_port_that_is_not_there_is_none() -> None:
    assert open_port("/dev/no-such-port") is None
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    assert open_port(f"socket://127.0.0.1:{number}") is None


def test_a_port_that_another_program_holds(terminal: tuple[int, str]) -> None:
    name = terminal[1]
    port = opened(name)
    with pytest.raises(PortRefused) as refused:
        open_port(name)
    assert str(refused.value) == (
        f"Another program holds {name}: a second companion, mpremote, or a serial monitor. "
        "Close it; the board is then picked up by itself."
    )
    port.close()
    opened(name).close()


@contextlib.contextmanager
def nobody() -> Iterator[None]:
    """As a user who may open nothing, where the tests run as root, who may open all."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_port_that_may_not_be_opened(tmp_path: Path) -> None:
    locked = tmp_path / "ttyACM0"
    locked.touch()
    locked.chmod(0)
    with nobody(), pytest.raises(PortRefused) as refused:
        open_port(str(locked))
    assert str(refused.value) == (
        f"You may not open {locked}. Type `sudo usermod -aG dialout $USER`, log out and in again, "
        "and start the companion again."
    )


def test_what_is_no_serial_port(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.touch()
    with pytest.raises(PortRefused, match=r"notes\.txt cannot be opened: .* Unplug the board and plug it in again\."):
        open_port(str(text))
    with pytest.raises(PortRefused) as refused:
        open_port("carrier-pigeon://home")
    assert str(refused.value).startswith("“carrier-pigeon://home” is no serial port: ")
    assert str(refused.value).endswith("Name one like /dev/ttyACM0, or leave it out.")


def test_a_board_behind_a_socket() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = opened(f"socket://127.0.0.1:{server.getsockname()[1]}")
        board, _ = server.accept()
        with board:
            board.sendall(b"hello")
            came = b""
            while len(came) < len(b"hello"):
                came += port.read(5.0)
            assert came == b"hello"
            port.write(b"ask")
            assert board.recv(10) == b"ask"
        with pytest.raises(PortGone):
            port.read(5.0)
        port.close()


def test_only_micropython_on_a_raspberry_pi_board_is_the_board() -> None:
    assert found() is None
    assert found(usb("/dev/ttyS0", None, None)) is None
    assert found(usb("/dev/ttyUSB0", 0x0403, 0x6001)) is None
    assert found(usb("/dev/ttyACM0", 0x2E8A, 0x000C)) is None, "a debug probe"
    port = found(usb("/dev/ttyUSB0", 0x0403, 0x6001), usb("/dev/ttyACM0", 0x2E8A, 0x0005))
    assert port is not None
    assert (port.name, port.note) == ("/dev/ttyACM0", "")


def test_of_several_boards_the_first_by_serial_number() -> None:
    port = found(
        usb("/dev/ttyACM0", 0x2E8A, serial_number="E3"),
        usb("/dev/ttyACM1", 0x2E8A, serial_number="E1"),
        usb("/dev/ttyACM2", 0x2E8A, serial_number="E2"),
    )
    assert port is not None
    assert port.name == "/dev/ttyACM1"
    assert port.note == (
        "3 boards are on USB; the one on /dev/ttyACM1 (serial number E1) is used. "
        "For another, name its port: /dev/ttyACM2, /dev/ttyACM0."
    )


def test_a_port_that_is_named_is_the_board() -> None:
    port = found(usb("/dev/ttyACM0", 0x2E8A), name="/dev/ttyACM7")
    assert port is not None
    assert port.name == "/dev/ttyACM7"


def test_a_board_that_another_program_holds_does_not_hide_the_free_one(
    terminal: tuple[int, str], tmp_path: Path
) -> None:
    held = terminal[1]
    holder = opened(held)
    board, host = os.openpty()
    tty.setraw(host)
    free = os.ttyname(host)
    (tmp_path / "usb-MicroPython_E1-if00").symlink_to(held)
    ports = [usb(held, 0x2E8A, serial_number="E1"), usb(free, 0x2E8A, serial_number="E2")]
    port = Finder("", lambda: ports, lasting=lambda device: lasting_name(device, tmp_path))()
    assert port is not None
    assert port.name == free
    assert port.note == (
        f"2 boards are on USB; the one on {free} (serial number E2) is used. For another, name its port: "
        f"{tmp_path}/usb-MicroPython_E1-if00. Another program holds {held}: a second companion, mpremote, or a serial "
        "monitor. Close it; the board is then picked up by itself."
    )
    with pytest.raises(PortRefused) as refused:
        Finder("", lambda: ports)()
    assert f"holds {held}" in str(refused.value)
    assert f"holds {free}" in str(refused.value)
    for each in (port, holder):
        each.close()
    for end in (board, host):
        os.close(end)


def test_a_port_has_a_name_that_lasts_where_the_system_gives_one(tmp_path: Path) -> None:
    port, other = tmp_path / "ttyACM0", tmp_path / "ttyACM1"
    port.touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-E1-if00").symlink_to(port)
    assert lasting_name(str(port), tmp_path / "by-id") == f"{tmp_path}/by-id/usb-E1-if00"
    assert lasting_name(str(other), tmp_path / "by-id") == str(other)
    assert lasting_name(str(port), tmp_path / "nowhere") == str(port)
