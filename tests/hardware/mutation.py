"""Bytes to torment a decoder with, the same in CPython and in MicroPython: only what both have is used here."""

import binascii

_ALPHABET = b'{}[]",:*\\ \n\r\x00\xff0123456789abcdefnulltrue-.eE+'
_WILD = (
    b"-1",
    b"0",
    b"1e999",
    b"-1e308",
    b"1e-400",
    b"NaN",
    b"Infinity",
    b"null",
    b"true",
    b'""',
    b'"\\ud834"',
    b'"\\u0000"',
    b"[]",
    b"{}",
    b"[[[[[[[[[[[[[[[[",
    b"99999999999999999999999999999999",
    b"2.5",
    b'{"type":"who"}',
)


class Torment:
    """Random bytes and mutated lines by a small generator of numbers (xorshift, G. Marsaglia 2003, 32 bits)."""

    def __init__(self, seed: int, lines: "list[bytes]") -> None:
        """`lines`: good lines without their LF."""
        self._x = seed * 2654435761 % 4294967296 or 1
        self._lines = lines

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        x = self._x
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._x = x
        return x % limit

    def junk(self, length: int) -> bytes:
        """So many random bytes."""
        return bytes([self.below(256) for _ in range(length)])

    def mutant(self) -> bytes:
        """A good line, changed: in half of the cases behind its check, which is then right."""
        line = self._lines[self.below(len(self._lines))]
        if self.below(2):
            return self._changed(line)
        body = self._changed(line[:-9])
        return body + b"*" + f"{binascii.crc32(body):08x}".encode()

    def _changed(self, line: bytes) -> bytes:
        for _ in range(1 + self.below(3)):
            at, how = self.below(len(line) or 1), self.below(6)
            if how == 0:
                line = line[:at] + bytes([self.below(256)]) + line[at + 1 :]
            elif how == 1:
                line = line[:at] + line[at + 1 + self.below(8) :]
            elif how == 2:
                first = self.below(len(_ALPHABET))
                line = line[:at] + _ALPHABET[first : first + 1] + line[at:]
            elif how == 3:
                other = self._lines[self.below(len(self._lines))]
                line = line[:at] + other[self.below(len(other)) :]
            elif how == 4:
                line = line[:at] + line[at : at + 8] * (1 + self.below(20)) + line[at:]
            else:
                line = self._with_wild_value(line, at)
        return line

    def _with_wild_value(self, line: bytes, at: int) -> bytes:
        """The value behind some colon is another one."""
        colon = line.find(b":", at)
        if colon < 0:
            return line
        ends = [end for end in (line.find(b",", colon), line.find(b"}", colon)) if end >= 0]
        return line[: colon + 1] + _WILD[self.below(len(_WILD))] + line[min(ends) if ends else len(line) :]
