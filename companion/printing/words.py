"""Words in Helvetica, which every reader of PDF has: what they measure, and where they break."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

PLAIN, BOLD = "Helvetica", "Helvetica-Bold"


def font(bold: bool) -> str:
    """Name of the font."""
    return BOLD if bold else PLAIN


def printable(text: str) -> str:
    """The text with a question mark for each sign that the font has not; it has é, ×, – and curly quotes."""
    return text.encode("cp1252", "replace").decode("cp1252")


def length_mm(text: str, size_pt: float, bold: bool = False) -> float:
    """How long it is."""
    return float(stringWidth(printable(text), font(bold), size_pt)) / mm


def fitting_pt(text: str, size_pt: float, bold: bool, room_mm: float) -> float:
    """The size, no larger than asked, in which the text has room; 0 of room is as much as it takes."""
    length = length_mm(text, size_pt, bold)
    return size_pt if not room_mm or length <= room_mm else size_pt * room_mm / length


def wrapped(text: str, size_pt: float, room_mm: float) -> list[str]:
    """The text as lines that have room."""
    lines, line = list[str](), ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and length_mm(longer, size_pt) > room_mm:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines
