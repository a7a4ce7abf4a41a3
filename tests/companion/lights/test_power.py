"""The current budget: what a frame draws by the data sheet's figures, and that no frame ever draws more than it may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lights.power import draw_ma, limit

frames = st.integers(1, 40).flatmap(lambda pixels: st.binary(min_size=3 * pixels, max_size=3 * pixels))


@pytest.mark.parametrize(
    ("light", "drawn_ma"),
    [
        (b"", 0.0),
        (b"\x00\x00\x00" * 60, 60.0),  # 60 idle pixels, 1 mA each
        (b"\xff\xff\xff", 61.0),  # three channels of 20 mA, and the pixel's own 1 mA
        (b"\xff\x00\x00" * 10, 210.0),
        (b"\x33\x00\x00", 5.0),  # 51 of 255 is a fifth of 20 mA
    ],
)
def test_what_a_frame_draws(light: bytes, drawn_ma: float) -> None:
    assert draw_ma(light) == pytest.approx(drawn_ma)


def test_a_frame_within_the_budget_is_sent_as_it_is() -> None:
    light = b"\xff\x00\x00" * 10
    assert limit(light, 210.0) == light


def test_a_frame_over_the_budget_is_dimmed_alike() -> None:
    # 60 white pixels want 3600 mA and may have 450 - 60 = 390: a share of 0.10833, and 255 of that is 27.6.
    assert limit(b"\xff\xff\xff" * 60, 450.0) == b"\x1b\x1b\x1b" * 60
    # 10 red and 10 half red pixels want 300 mA and may have 150: half of 254 and of 127 or a little less.
    assert limit(b"\xfe\x00\x00" * 10 + b"\x7f\x00\x00" * 10, 169.5) == b"\x7f\x00\x00" * 10 + b"\x3f\x00\x00" * 10


def test_a_strip_that_draws_too_much_in_the_dark_stays_dark() -> None:
    assert limit(b"\xff\x00\x00" * 10, 9.0) == bytes(30)


@given(frames, st.floats(0, 5000))
def test_no_frame_draws_more_than_the_budget(light: bytes, max_ma: float) -> None:
    limited = limit(light, max_ma)
    assert len(limited) == len(light)
    assert draw_ma(limited) <= max(max_ma, draw_ma(bytes(len(light)))) + 1e-6
    assert all(after <= before for before, after in zip(light, limited, strict=True))
