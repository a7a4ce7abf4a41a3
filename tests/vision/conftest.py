"""What the tests of the eyes share: a clock, a mat, and which tests need files from outside the project."""

from __future__ import annotations

import os

import cv2
import msgspec
import pytest

from companion.table.layout import Layout
from tests.vision.fakes import FakeClock
from tests.vision.virtual.mats import LAYOUT

# Tests run in one process a core: threads of OpenCV's own would only be in each other's way.
cv2.setNumThreads(1)

PHOTOGRAPHS = "MARKER_PHOTOGRAPHS"
MARKER_FREE = "MARKER_FREE_PHOTOGRAPHS"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, rather than skip, what needs photographs that nobody named: CI takes a skip for a lost tool."""
    outside = [item for item in items if _lacks_its_folder(item)]
    if outside:
        config.hook.pytest_deselected(items=outside)
        items[:] = [item for item in items if item not in outside]


def _lacks_its_folder(item: pytest.Item) -> bool:
    """Whether it needs photographs, and the variable that its mark names (or `PHOTOGRAPHS`) is not set."""
    mark = item.get_closest_marker("shared")
    return mark is not None and not os.environ.get(mark.args[0] if mark.args else PHOTOGRAPHS)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def layout() -> Layout:
    """A mat printed before mats said which they are: `tests/vision/render.py` draws corners and no mark."""
    return msgspec.structs.replace(LAYOUT, mark=None)
