"""The card reader of a whole board. Identities as ISO/IEC 14443-3 has them: 4, 7 or 10 bytes."""

from __future__ import annotations

import pytest

from .driven import Driven


@pytest.mark.parametrize("card", ["04a23b1c", "04a23b1c5d6e80", "04a23b1c5d6e80112233", "ffffffff", "00000000"])
def test_a_card_is_told_and_its_leaving_too(board: Driven, card: str) -> None:
    board.join()
    board.run(500, beat=True)
    assert board.last()["reader"] == {"card": None}
    board.table(card=card)
    board.run(300, beat=True)
    assert board.last()["reader"] == {"card": card}
    since = len(board.heard)
    board.run(2000, beat=True)
    readers = [message["reader"] for _, message in board.heard[since:] if message["type"] == "state"]
    assert all(reader == {"card": card} for reader in readers)
    board.table(card=None)
    board.run(500, beat=True)
    assert board.last()["reader"] == {"card": None}


def test_one_card_after_another(board: Driven) -> None:
    board.join()
    for card in ("11223344", "55667788", "11223344"):
        board.table(card=card)
        board.run(400, beat=True)
        assert board.last()["reader"] == {"card": card}


def test_a_broken_reader_is_told_and_recovers(board: Driven) -> None:
    board.join()
    board.table(card="04a23b1c")
    board.run(400, beat=True)
    board.table(**{"break": ["reader"]})
    board.run(500, beat=True)
    fault = "The card reader (MFRC522) does not answer. Check its power and its SPI wires."
    assert board.last()["reader"] == {"fault": fault}
    assert board.last()["scale"]["count"] == 0
    board.table(**{"break": []})
    board.run(1500, beat=True)
    assert board.last()["reader"] == {"card": "04a23b1c"}
