"""The parts of a page's live part, `<section data-part="…">` each, and which of them a client lacks."""

from __future__ import annotations

import re
import zlib
from typing import Final

import msgspec

_SECTION: Final = re.compile(r"<(/?)section\b(?:[^>]*? data-part=\"([^\"]+)\")?")


class FreshPage(msgspec.Struct, frozen=True):
    """What a client needs to show the newest page."""

    html: str
    """The parts that it lacks, in their order."""
    parts: tuple[str, ...]
    """The names of all parts, in their order: what is not among them is gone."""
    tag: str
    """Of the whole page."""


class Changes:
    """What one client has been sent of a page, so that it is sent nothing twice."""

    def __init__(self, has: str = "") -> None:
        """`has`: the tag of the page that it shows; empty where that is unknown."""
        self._tag, self._parts = has, dict[str, str]()
        self.has_begun = False
        """A page has come, or was there."""

    def ahead(self, html: str) -> str:
        """Those of these parts that the page has and that are other ones now; the next page leaves them out."""
        fresh = {name: part for name, part in split_parts(html).items() if self._parts.get(name, part) != part}
        self._parts.update(fresh)
        return "\n".join(fresh.values())

    def page(self, html: str) -> FreshPage | None:
        """What has changed; None where the client shows just this."""
        tag, before = tag_of_page(html), self._parts
        is_known, is_first = tag == self._tag, not self.has_begun
        self._tag, self.has_begun = tag, True
        if is_known and not is_first:
            return None
        self._parts = split_parts(html)
        if is_known:
            return None
        fresh = [part for name, part in self._parts.items() if before.get(name) != part]
        return FreshPage(str(html) if is_first else "\n".join(fresh), tuple(self._parts), tag)


def tag_of_page(html: str) -> str:
    """Eight digits that are others where the page is."""
    return f"{zlib.crc32(html.encode()):08x}"


def split_parts(html: str) -> dict[str, str]:
    """Each part by its name, in their order; a text without parts is one, named ""."""
    parts, depth, begin, name = dict[str, str](), 0, 0, ""
    for found in _SECTION.finditer(html):
        if found[1]:
            depth -= 1
            if depth == 0:
                parts[name] = html[begin : found.end() + 1]
        else:
            if depth == 0:
                begin, name = found.start(), found[2] or ""
            depth += 1
    return parts or {"": str(html)}
