"""What the tests of the eyes share: a clock, the mat of Waves, and which tests need files from outside the project."""

from __future__ import annotations

import os

import pytest

from companion.table.layout import Layout
from tests.companion.games.waves.mats import LAYOUT
from tests.vision.fakes import FakeClock

PHOTOGRAPHS = "MARKER_PHOTOGRAPHS"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, rather than skip, what needs photographs that nobody named: CI takes a skip for a lost tool."""
    if os.environ.get(PHOTOGRAPHS):
        return
    outside = [item for item in items if item.get_closest_marker("shared")]
    if outside:
        config.hook.pytest_deselected(items=outside)
        items[:] = [item for item in items if item not in outside]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def layout() -> Layout:
    return LAYOUT
