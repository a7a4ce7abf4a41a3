"""What `--camera` may say, in words; apart from the cameras, because help is to need none of them."""

from __future__ import annotations

CHOICES = (
    "auto, none, a number as in /dev/video0, a device file, picamera2, a video file, a recording, "
    "or a folder of pictures"
)
