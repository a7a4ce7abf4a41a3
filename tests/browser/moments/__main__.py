"""`python -m tests.browser.moments find | sheet FOLDER [WORDS]`: where moments are met, and pictures of all of them."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

from tests.browser.moments.moment import FILE, Moment, find, load

PLACE: Final = re.compile(r'(key = "([^"]+)"\n(?:(?!\[\[).*\n)*?)seed = \d+\nacts = \d+\n')


def find_all() -> None:
    """Write into the file where each moment is met now; say which are met nowhere."""
    runs = defaultdict[str, list[Moment]](list)
    for each in load().moments:
        runs[f"{each.game} {sorted(each.options.items())}"].append(each)
    found = dict[str, tuple[int, int]]()
    for name, moments in runs.items():
        found |= find(moments)
        print(name, *(f"\n  {each.key}: {found.get(each.key, 'is met nowhere')}" for each in moments))
    text = FILE.read_text(encoding="utf-8")

    def placed(match: re.Match[str]) -> str:
        seed, acts = found.get(match[2], (0, 0))
        return f"{match[1]}seed = {seed}\nacts = {acts}\n"

    FILE.write_text(PLACE.sub(placed, text), encoding="utf-8")


def main(command: str = "", folder: str = "", words: str = "") -> None:
    """Do what was typed."""
    if command == "find":
        find_all()
    elif command == "sheet" and folder:
        from tests.browser.moments.sheet import draw_sheets  # a browser, which `find` needs not

        draw_sheets(Path(folder), words)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
