"""A virtual ISO/IEC 14443 A card: what it answers to each frame, and the states it goes through (part 3, section 6)."""

from mfrc522 import crc_a

_IDLE, _READY, _ACTIVE, _HALT = 0, 1, 2, 3
_LEVELS = (0x93, 0x95, 0x97)


class Card:
    """A card with an identity of 4, 7 or 10 bytes, given in hexadecimal digits."""

    def __init__(self, identity: str) -> None:
        uid = bytes([int(identity[i : i + 2], 16) for i in range(0, len(identity), 2)])
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a card's identity has 4, 7 or 10 bytes, not {len(uid)}")
        # Section 6.5.4: every level but the last begins with the cascade tag 88h
        self._parts = []
        while len(uid) > 4:
            self._parts.append(b"\x88" + uid[:3])
            uid = uid[3:]
        self._parts.append(uid)
        self._state = _IDLE
        self._level = 0

    def leave_field(self) -> None:
        """The field is switched off: the card forgets its state."""
        self._state = _IDLE

    def answer(self, frame: bytes, last_bits: int):
        """The answer to a frame whose last byte has `last_bits` bits (0: all), None where the card is silent."""
        if last_bits == 7:
            return self._wake(frame)
        if last_bits or self._state == _IDLE or self._state == _HALT:
            return None
        if self._state == _READY and frame[0] == _LEVELS[self._level]:
            return self._select(frame)
        is_halt = self._state == _ACTIVE and frame == b"\x50\x00" + crc_a(b"\x50\x00")
        self._state = _HALT if is_halt else _IDLE
        return None

    def _wake(self, frame: bytes):
        is_heard = frame == b"\x52" or (frame == b"\x26" and self._state != _HALT)  # WUPA, REQA
        if not is_heard or self._state in (_READY, _ACTIVE):
            self._state = _IDLE if self._state != _HALT else _HALT
            return None
        self._state = _READY
        self._level = 0
        # ATQA: bit frame anticollision, and the size of the identity in bits 7 and 6
        return bytes((0x04 | (len(self._parts) - 1) << 6, 0x00))

    def _select(self, frame: bytes):
        part = self._parts[self._level]
        part += bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))  # BCC
        if frame[1:] == b"\x20":
            return part
        wanted = bytes((_LEVELS[self._level], 0x70)) + part
        if frame != wanted + crc_a(wanted):
            self._state = _IDLE
            return None
        if self._level + 1 < len(self._parts):
            self._level += 1
            sak = b"\x04"  # the identity is not complete
        else:
            self._state = _ACTIVE
            sak = b"\x08"
        return sak + crc_a(sak)
