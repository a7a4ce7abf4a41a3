"""Every kind of moment of Waves: one screen says what is to be done, and has what is to be tapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import NewPage
from tests.browser.moments.checked import every_moment_of, wrong_with
from tests.browser.moments.moment import Moment

pytestmark = [pytest.mark.browser, pytest.mark.waves]


@pytest.mark.xfail(strict=False, reason="the pages of the chair are on their way")
@pytest.mark.parametrize(("moment", "is_quick"), every_moment_of("waves"))
def test_one_screen_says_it_all(moment: Moment, is_quick: bool, tmp_path: Path, new_page: NewPage) -> None:
    assert wrong_with(moment, tmp_path / "home", new_page, is_quick=is_quick) == {}
