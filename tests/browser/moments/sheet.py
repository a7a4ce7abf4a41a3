"""Pictures of all moments for people to look at, and what is wrong with each, as files in a folder."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from tests.browser.conftest import QUIET, Shelf
from tests.browser.moments.look import look
from tests.browser.moments.moment import load
from tests.browser.moments.place import at_moment
from tests.browser.traffic import CHROMIUM

COLUMNS: Final = 6


def draw_sheets(folder: Path, words: str = "") -> None:
    """Every page of the moments whose key has these words, as `MOMENT.PAGE.png`; sheets of them, and `faults.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    shots = dict[str, dict[str, Path]]()
    faults = dict[str, dict[str, list[str]]]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        shelf = Shelf(browser)
        for moment in (each for each in load().moments if words in each.key):
            with tempfile.TemporaryDirectory() as home, at_moment(moment, Path(home)) as table, shelf.lending() as take:
                for seen in look(moment, table, take):
                    file = folder / f"{moment.key}.{seen.name.replace(' ', '-')}.png"
                    seen.page.screenshot(path=file)
                    shots.setdefault(seen.name, {})[moment.key] = file
                    faults.setdefault(moment.key, {})[seen.name] = seen.faults
            print(moment.key, sum(map(len, faults[moment.key].values())), flush=True)
        browser.close()
    (folder / "faults.json").write_text(json.dumps(faults, indent=1, ensure_ascii=False), encoding="utf-8")
    for name, files in shots.items():
        columns = 2 if name.startswith(("table", "host")) else COLUMNS
        keys = sorted(files)
        for first in range(0, len(keys), columns * 2):
            some = keys[first : first + columns * 2]
            _sheet(
                [(key, files[key]) for key in some], columns, folder / f"sheet.{name.replace(' ', '-')}.{some[0]}.png"
            )


def _sheet(files: list[tuple[str, Path]], columns: int, path: Path) -> None:
    """Pictures side by side, the name of each above it."""
    pictures = [cv2.imread(str(file)) for _, file in files]
    height, width = (max(each.shape[axis] for each in pictures if each is not None) for axis in (0, 1))
    rows = -(-len(files) // columns)
    whole = np.full((rows * (height + 30), columns * (width + 10), 3), 90, np.uint8)
    for at, ((key, _), picture) in enumerate(zip(files, pictures, strict=True)):
        top, left = at // columns * (height + 30), at % columns * (width + 10)
        cv2.putText(whole, key, (left + 4, top + 21), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1, cv2.LINE_AA)
        if picture is not None:
            whole[top + 30 : top + 30 + picture.shape[0], left : left + picture.shape[1]] = picture
    cv2.imwrite(str(path), whole)
