"""The rows of a journal that SQLite cannot read any more, found page by page in the file and in its log.

A row is known by its hash, wherever it lies: what fits the row before it is the row that was accepted. So nothing
has to be believed of a damaged file, neither its table of contents nor its checksums. How SQLite lays out a row is told
at sqlite.org/fileformat2.html, sections 1.6 and 2.1.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from companion.journal.errors import JournalStrange
from companion.journal.rows import GENESIS, Row
from companion.journal.sqlite import PAGE_BYTES
from companion.journal.time_limit import TimeLimit
from companion.journal.wal import read_log

_RECORD = re.compile(rb"(?=([\x08-\x17])\x00)")
"""Where a record of ours may begin: the length of its head, and a first cell that is left to the row's number."""
_CELLS = 6
_HASH_LENGTH = 64
_MOST_ON_A_PAGE = PAGE_BYTES - 35
_LEAST_ON_A_PAGE = (PAGE_BYTES - 12) * 32 // 255 - 23
_MOST_BYTES = 1 << 18
"""No row is larger."""
_MOST_KEPT = 1 << 26
"""Of all that could be rows, in characters: many may share pages, and a small file tells of more than it has."""

Pages = Mapping[int, Sequence[bytes]]
"""Each page of the file by its number, in every content that it is known to have had."""


def salvaged(path: Path, limit: TimeLimit) -> tuple[Row, ...]:
    """The rows from the first on that are still somewhere in the file or its log, unchanged.

    Raises OSError, `JournalTooSlow`, and `JournalStrange` where too much looks like rows.
    """
    content = path.read_bytes()
    pages: dict[int, list[bytes]] = defaultdict(list)
    for at in range(0, len(content), PAGE_BYTES):
        pages[at // PAGE_BYTES + 1].append(content[at : at + PAGE_BYTES].ljust(PAGE_BYTES, b"\0"))
    for frame in read_log(path):
        pages[frame.number].append(frame.page)
    found: dict[int, set[Row]] = defaultdict(set)
    kept = 0
    for page in {each for contents in pages.values() for each in contents}:
        for row in _rows_on(page, pages, limit):
            if row not in found[row.number]:
                found[row.number].add(row)
                kept += sum(map(len, (row.at, row.by, row.kind, row.payload, row.state_hash)))
            if kept > _MOST_KEPT:
                raise JournalStrange(
                    f"{path} holds more that looks like rows than a game can have. Move it out of the folder of games."
                )
    return _chained(found, limit)


def _chained(found: Mapping[int, set[Row]], limit: TimeLimit) -> tuple[Row, ...]:
    """The longest chain, as far as there is only one."""
    chains: list[tuple[Row, ...]] = [()]
    while True:
        limit.check()
        longer = [
            (*chain, row)
            for chain in chains
            for row in found.get(len(chain) + 1, ())
            if row.follows(chain[-1].hash if chain else GENESIS)
        ]
        if not longer:
            break
        chains = longer
    # Where there is more than one, all but one were never accepted: what they have in common was.
    common = takewhile(lambda rows: len({row.hash for row in rows}) == 1, zip(*chains, strict=True))
    return tuple(rows[0] for rows in common)


def _rows_on(page: bytes, pages: Pages, limit: TimeLimit) -> Iterator[Row]:
    """Whatever could be a row that begins on this page."""
    for match in _RECORD.finditer(page):
        start = match.start()
        lengths = _text_lengths(page[start + 2 : start + page[start]])
        if lengths is None or lengths[-1] != _HASH_LENGTH:
            continue
        size = page[start] + sum(lengths)
        for record in _whole(page, start, size, pages, limit):
            limit.check()
            try:
                text = [cell.decode() for cell in _cut(record[page[start] :], lengths)]
            except UnicodeDecodeError:
                continue
            for number in _numbers_before(page, start):
                yield Row(number, *text)  # type: ignore[arg-type]  # its hash tells whether it is one


def _text_lengths(head: bytes) -> list[int] | None:
    """The lengths of a record's cells in bytes, if each is text."""
    lengths, at = list[int](), 0
    while at < len(head):
        kind, at = _number_at(head, at)
        if kind < 13 or kind % 2 == 0:
            return None
        lengths.append((kind - 13) // 2)
    return lengths if len(lengths) == _CELLS and sum(lengths) < _MOST_BYTES else None


def _number_at(content: bytes, at: int) -> tuple[int, int]:
    """A number in SQLite's way, seven bits a byte, and where it ends."""
    number = 0
    while at < len(content):
        number, at = number << 7 | content[at] & 0x7F, at + 1
        if content[at - 1] < 0x80:
            break
    return number, at


def _numbers_before(page: bytes, end: int) -> Iterator[int]:
    """The row's number, which stands before the record: it may begin one byte before, or two, or three."""
    number, shift = 0, 0
    for at in range(end - 1, max(-1, end - 4), -1):
        if shift and page[at] < 0x80:
            return
        number |= (page[at] & 0x7F) << shift
        shift += 7
        yield number


def _whole(page: bytes, start: int, size: int, pages: Pages, limit: TimeLimit) -> Iterator[bytes]:
    """A record of so many bytes, with what of it lies on further pages: in each content that those had."""
    if size <= _MOST_ON_A_PAGE:
        if start + size <= PAGE_BYTES:
            yield page[start : start + size]
        return
    here = _LEAST_ON_A_PAGE + (size - _LEAST_ON_A_PAGE) % (PAGE_BYTES - 4)
    here = here if here <= _MOST_ON_A_PAGE else _LEAST_ON_A_PAGE
    if start + here + 4 > PAGE_BYTES:
        return
    following = int.from_bytes(page[start + here : start + here + 4], "big")
    for rest in _chain_of_pages(following, size - here, pages, limit):
        yield page[start : start + here] + rest


def _chain_of_pages(number: int, size: int, pages: Pages, limit: TimeLimit) -> Iterator[bytes]:
    limit.check()
    for page in dict.fromkeys(pages.get(number, ())):
        following, content = int.from_bytes(page[:4], "big"), page[4 : 4 + size]
        if len(content) == size:
            yield content
        else:
            for rest in _chain_of_pages(following, size - len(content), pages, limit):
                yield content + rest


def _cut(content: bytes, lengths: Sequence[int]) -> Iterator[bytes]:
    at = 0
    for length in lengths:
        yield content[at : at + length]
        at += length
