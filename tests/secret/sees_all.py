"""`python -m tests.secret.sees_all record …` is `companion record …` that blacks nothing out: a planted leak."""

from __future__ import annotations

import vision.looks
from companion.__main__ import main

if __name__ == "__main__":
    setattr(vision.looks, "blacked_out", lambda pixels, screen: pixels)  # noqa: B010
    main()
