"""What a camera does to a picture: blur, noise, colour casts, exposure, and what JPEG leaves of it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Rng = np.random.Generator

SHARE_DARK, DARK = 0.15, (0.4, 0.8)
"""Pictures taken in too little light, and how much of their brightness is left."""


def blurred(rng: Rng, pixels: Pixels) -> Pixels:
    """Out of focus, moved, or scaled up from fewer pixels; a third stays sharp."""
    kind, size = rng.random(), (pixels.shape[1], pixels.shape[0])
    if kind < 0.34:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.4, 1.5))), np.uint8)
    if kind < 0.54:
        return np.asarray(cv2.filter2D(pixels, -1, streak(rng.uniform(2, 8), rng.uniform(0, np.pi))), np.uint8)
    if kind < 0.68:
        share = float(rng.uniform(0.45, 0.9))
        small = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return pixels


def streak(length_px: float, angle: float) -> npt.NDArray[np.float32]:
    """The kernel of a straight motion of `length_px` at `angle` radians."""
    reach = int(np.ceil(length_px / 2))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    half = np.array([np.cos(angle), np.sin(angle)]) * length_px / 2
    ends = np.round((np.stack([-half, half]) + reach) * 16).astype(np.int32)
    cv2.line(kernel, (int(ends[0][0]), int(ends[0][1])), (int(ends[1][0]), int(ends[1][1])), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def recoloured(rng: Rng, pixels: Pixels) -> Pixels:
    """Another white balance, exposure, gamma and saturation."""
    gains = np.exp(rng.normal(0, 0.05, 3)) * np.exp(rng.normal(0, 0.12))
    if rng.random() < SHARE_DARK:
        gains *= rng.uniform(*DARK)
    gamma, lift = float(np.exp(rng.normal(0, 0.14))), float(rng.uniform(-8, 14))
    levels = np.arange(256, dtype=np.float64) / 255
    tables = [np.clip(255 * np.clip(levels * gain, 0, 1) ** gamma + lift, 0, 255) for gain in gains]
    shifted = cv2.LUT(pixels, np.stack(tables, axis=1).astype(np.uint8)[None])
    if rng.random() < 0.4:
        grey = cv2.cvtColor(cv2.cvtColor(shifted, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = float(rng.uniform(0.6, 1.25))
        shifted = cv2.addWeighted(shifted, share, grey, 1 - share, 0)
    return np.asarray(shifted, np.uint8)


def noisy(rng: Rng, pixels: Pixels) -> Pixels:
    """Grain of a sensor: mostly in brightness, coarser in colour; a quarter has none."""
    if rng.random() < 0.25:
        return pixels
    height, width = pixels.shape[:2]
    strength = float(rng.uniform(0.5, 3.0) if rng.random() < 0.75 else rng.uniform(3, 10))
    grain = rng.standard_normal((height, width), dtype=np.float32) * strength
    coarse = rng.standard_normal((height // 2, width // 2, 3), dtype=np.float32) * (0.6 * strength)
    both = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR) + grain[:, :, None]
    return np.clip(pixels + both, 0, 255).astype(np.uint8)


def packed(rng: Rng, pixels: Pixels) -> Pixels:
    """As JPEG gives it back, for seven pictures in ten; a third of these were smaller then, and their colours run."""
    if rng.random() < 0.3:
        return pixels
    share = float(rng.uniform(0.5, 0.95)) if rng.random() < 1 / 3 else 1.0
    taken = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else pixels
    ok, data = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 97))])
    assert ok
    given = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    if share == 1:
        return given
    return np.asarray(cv2.resize(given, pixels.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def sharpened(rng: Rng, pixels: Pixels) -> Pixels:
    """The halo that telephones draw around edges, in one picture of four."""
    if rng.random() > 0.25:
        return pixels
    soft = cv2.GaussianBlur(pixels, (0, 0), 1.2)
    share = float(rng.uniform(0.3, 1.2))
    return np.asarray(cv2.addWeighted(pixels, 1 + share, soft, -share, 0), np.uint8)


def spoil(rng: Rng, pixels: Pixels) -> Pixels:
    """All of it, in the order in which a camera does it."""
    return packed(rng, sharpened(rng, noisy(rng, recoloured(rng, blurred(rng, pixels)))))
