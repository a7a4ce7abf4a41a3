"""What a strip of WS2812B draws, and frames that keep to a budget.

Figures of the WS2812B: 20 mA a channel at 255, in proportion below; about 1 mA a pixel for its own electronics, also in
the dark.
"""

from __future__ import annotations

CHANNEL_MA = 20.0
IDLE_MA = 1.0


def draw_ma(light: bytes) -> float:
    """What a frame draws in mA; `light` has three bytes a pixel, as they are sent."""
    return len(light) / 3 * IDLE_MA + sum(light) * CHANNEL_MA / 255


def limit(light: bytes, max_ma: float) -> bytes:
    """The same frame where it keeps to the budget; else all of it dimmed alike until it does.

    A strip whose pixels draw more than the budget even while dark comes back dark.
    """
    idle_ma = len(light) / 3 * IDLE_MA
    wanted_ma, room_ma = draw_ma(light) - idle_ma, max(0.0, max_ma - idle_ma)
    if wanted_ma <= room_ma:
        return light
    share = room_ma / wanted_ma
    # Rounded down, so that rounding never adds up to more than there is.
    return bytes(int(value * share) for value in light)
