"""How large a picture is, told by its head before anything of it is decoded, and whether it is read then.

A picture of 400 megapixels fits into a file of a megabyte, and takes gigabytes once it is decoded.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image

MOST_PIXELS: Final = 64_000_000
"""Phones take 50 megapixels; decoded and looked at, so many take less than a gigabyte."""
LEAST_SIDE_PX: Final = 16
"""Nothing that is looked for fits into fewer."""
MOST_RATIO: Final = 32
"""Of the longer side to the shorter. Whatever is judged at a fixed width would be as much higher."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "JPEG2000", "AVIF", "PPM", "SUN")
"""What OpenCV reads and Pillow too."""
Image.MAX_IMAGE_PIXELS = None  # Pillow would warn of what is refused here in words


def size_px(content: bytes) -> tuple[int, int] | None:
    """Width and height as the head says; None where there is no head that can be read."""
    try:
        with Image.open(BytesIO(content), formats=_FORMATS) as picture:
            return picture.size
    except Exception:  # whatever a library makes of a head that was made up
        return None


def why_not(width_px: int, height_px: int, most: int = MOST_PIXELS) -> str:
    """Why a picture of that size is not read, to follow its name, and what to do; "" where it is."""
    low, high = sorted((width_px, height_px))
    if low * high > most:
        return f"has {width_px} x {height_px} pixels, and {most // 1_000_000} megapixels are the most. Save it smaller."
    if low < LEAST_SIDE_PX or high > MOST_RATIO * low:
        return f"has {width_px} x {height_px} pixels, which show no table. Take it again."
    return ""
