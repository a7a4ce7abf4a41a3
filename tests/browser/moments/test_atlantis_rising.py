"""Every kind of moment of Atlantis Rising: one screen says what is to be done, and has what is to be tapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import NewPage
from tests.browser.moments.checked import moments_of, wrong_with
from tests.browser.moments.moment import Moment

pytestmark = [
    pytest.mark.browser,
    pytest.mark.atlantis_rising,
]


@pytest.mark.slow
@pytest.mark.parametrize("moment", moments_of("atlantis_rising", quick=True))
def test_a_phone_says_it_all(moment: Moment, tmp_path: Path, new_page: NewPage) -> None:
    assert wrong_with(moment, tmp_path / "home", new_page, is_quick=True) == {}


@pytest.mark.slow
@pytest.mark.parametrize("moment", moments_of("atlantis_rising"))
def test_every_page_says_it_all(moment: Moment, tmp_path: Path, new_page: NewPage) -> None:
    assert wrong_with(moment, tmp_path / "home", new_page) == {}
