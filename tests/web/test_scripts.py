"""Laws of the scripts in `static/`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import web

SCRIPTS: Final = {path.name: path.read_text() for path in (Path(web.__file__).parent / "static").glob("*.js")}
REFUSED: Final = re.compile(
    r"\b(localStorage|sessionStorage|indexedDB|BroadcastChannel|document\.cookie|caches|serviceWorker|wakeLock|Notification)\b"
)
OLD: Final = ("=>", "`", "const ", "let ", "class ", "?.", "??", "async ", "...")
"""What a browser of before 2016 cannot read."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_a_browser_may_refuse_is_used_by_one_module_alone(name: str) -> None:
    assert name == "careful.js" or not REFUSED.search(SCRIPTS[name])


def test_the_script_that_watches_the_others_is_read_by_old_browsers_too() -> None:
    code = re.sub(r"(?m)^\s*//.*$|\s// .*$", "", SCRIPTS["watch.js"])
    assert [each for each in OLD if each in code] == []
