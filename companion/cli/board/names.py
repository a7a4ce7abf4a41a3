"""What `--board` may say; apart from the boards, because help is to need none of them."""

from __future__ import annotations

from typing import Final

AUTO: Final = "auto"
NONE: Final = "none"
VIRTUAL: Final = "virtual"
CHOICES: Final = "auto (the one on USB), none, virtual (at a virtual table only), or the name of its port"
