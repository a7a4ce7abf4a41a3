"""A page whose script does not run: when it loads itself anew, and where that would lose what somebody types."""

from __future__ import annotations

import re
from typing import Final

REST_S: Final = 15
"""From one loading to the next: long enough to find a button and tap it."""
_FIELD: Final = re.compile(r'<(?:select|textarea|input(?![^>]*\btype="hidden"))\b')


def may_be_typed_in(page: str) -> bool:
    """Whether a page has a form with something to type or to choose, which would be lost as the page loads anew."""
    forms = (each.partition("</form>")[0] for each in page.split("<form")[1:])
    return any(_FIELD.search(form) for form in forms)
