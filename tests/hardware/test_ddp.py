"""DDP by its published layout, read by a parser of this test's own, also from a real socket."""

from __future__ import annotations

import socket

import pytest

from hardware.ddp import ddp_packets, next_sequence
from hardware.virtual.wled import DdpPacket, read_ddp


def by_the_book(packet: bytes) -> dict[str, int | bytes]:
    """3waylabs.com/ddp, "Header": bit by bit, high bits and high bytes first."""
    bits = "".join(f"{byte:08b}" for byte in packet[:10])
    return {
        "version": int(bits[0:2], 2),
        "timecode": int(bits[3]),
        "storage": int(bits[4]),
        "reply": int(bits[5]),
        "query": int(bits[6]),
        "push": int(bits[7]),
        "sequence": int(bits[12:16], 2),
        "custom": int(bits[16]),
        "type": int(bits[18:21], 2),
        "bits each": int(bits[21:24], 2),
        "destination": int(bits[24:32], 2),
        "offset": int(bits[32:64], 2),
        "length": int(bits[64:80], 2),
        "data": packet[10:],
    }


def test_a_small_frame_is_one_packet_with_every_field_as_published() -> None:
    (packet,) = ddp_packets(b"\x01\x02\x03\xff\x00\x80", 7)
    assert by_the_book(packet) == {
        "version": 1,
        "timecode": 0,
        "storage": 0,
        "reply": 0,
        "query": 0,
        "push": 1,
        "sequence": 7,
        "custom": 0,
        "type": 1,  # RGB
        "bits each": 3,  # 8 bits
        "destination": 1,  # the default output device
        "offset": 0,
        "length": 6,
        "data": b"\x01\x02\x03\xff\x00\x80",
    }


@pytest.mark.parametrize(
    ("pixels", "lengths"),
    [(1, [3]), (479, [1437]), (480, [1440]), (481, [1440, 3]), (960, [1440, 1440]), (1000, [1440, 1440, 120])],
)
def test_a_frame_is_cut_at_480_pixels_and_only_the_last_packet_pushes(pixels: int, lengths: list[int]) -> None:
    frame = bytes(index % 251 for index in range(3 * pixels))
    read = [by_the_book(packet) for packet in ddp_packets(frame, 1)]
    assert [each["length"] for each in read] == lengths
    assert [each["offset"] for each in read] == [1440 * number for number in range(len(lengths))]
    assert [each["push"] for each in read] == [0] * (len(lengths) - 1) + [1]
    assert b"".join(bytes(each["data"]) for each in read if isinstance(each["data"], bytes)) == frame


def test_sequence_numbers_run_from_1_to_15_and_begin_again_packet_by_packet() -> None:
    numbers, sequence = [], 1
    for _ in range(32):
        numbers.append(sequence)
        sequence = next_sequence(sequence)
    assert numbers == [*range(1, 16), *range(1, 16), 1, 2]
    across = [by_the_book(packet)["sequence"] for packet in ddp_packets(bytes(3 * 1000), 14)]
    assert across == [14, 15, 1]


def test_nothing_is_no_packet() -> None:
    assert ddp_packets(b"", 1) == ()


def test_a_packet_arrives_over_a_socket_as_it_was_made() -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there,
    ):
        there.bind(("127.0.0.1", 0))
        there.settimeout(5)
        frame = bytes(range(256)) * 8
        for packet in ddp_packets(frame, 3):
            here.sendto(packet, there.getsockname())
        first, second = by_the_book(there.recv(2048)), by_the_book(there.recv(2048))
        assert (first["data"], second["data"]) == (frame[:1440], frame[1440:])


def test_the_virtual_wleds_own_reader_agrees_with_the_book() -> None:
    """A packet written by hand: version 1, push, sequence 9, RGB of 8 bits, offset 0x01020304, two bytes."""
    packet = bytes.fromhex("41 09 0b 01 01020304 0002 aabb")
    assert read_ddp(packet) == DdpPacket(1, False, True, 9, 0x0B, 1, 0x01020304, b"\xaa\xbb")
    timed = bytes.fromhex("51 09 0b 01 00000000 0001 00000000 aa")
    assert read_ddp(timed).data == b"\xaa"


@pytest.mark.parametrize(
    "packet",
    [
        "",
        "41090b0100000000",
        "81090b01000000000000",  # version 2
        "43090b01000000000000",  # a question
        "45090b01000000000000",  # an answer
        "41090b01000000000003aabb",  # shorter than it says
        "41090b01000000000001aabb",  # longer
    ],
)
def test_what_is_no_packet_of_pixels_is_refused(packet: str) -> None:
    with pytest.raises(ValueError):
        read_ddp(bytes.fromhex(packet))
