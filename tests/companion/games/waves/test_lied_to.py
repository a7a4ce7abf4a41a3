"""A sensor that lies again and again through rounds of Waves."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.soak.sensor_faults import Liar
from tests.companion.soak.test_sensor_faults import lied_to


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("liar", ["camera", "markers"])
def test_nothing_wrong_is_accepted_in_silence_and_the_game_goes_on(
    liar: Liar, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lied_to("waves", liar, seed, tmp_path, monkeypatch)
