"""What people may have done that the rules do not know, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.core import RuleId
from companion.games.waves.cards import CLASSES
from companion.games.waves.data import CLASS, NOUNS
from companion.games.waves.model import Phase, WavesView
from companion.games.waves.words import place, rebel
from companion.language.message import Message, listing, say
from companion.language.values import Count


def breach(view: WavesView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
    """The rule that these face-up pieces in a zone break, with a proposal; None where they break none known here."""
    kind, _, slot = zone.partition(".")
    if kind == "rebel" and view.table.phase is Phase.REVEAL:
        return _mixed_rebels(view, int(slot), shown)
    return None


def _mixed_rebels(view: WavesView, slot: int, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
    """Rebels of more than one class, found as they are turned up (W-053, A-33).

    The most numerous class stays, of several the lowest; the others go back to the hand and do not count.
    """
    counts = Counter(cls for cls in CLASSES for each in shown if each == f"card:{cls}")
    if len(counts) < 2:
        return None
    stays = max(CLASSES, key=lambda cls: (counts[cls], -cls))
    back = (Count(counts[cls], NOUNS[cls]) for cls in CLASSES if counts[cls] and cls != stays)
    return "W-053", say(
        "{who} shows {rebels:many} of {classes}, and they must be of one. The table decides. Proposal: {stays} may "
        "stay, {back} goes back to the hand; then the host corrects number and hand.",
        who=place(view, slot),
        rebels=rebel(view.table.setup).noun,
        classes=Count(len(counts), CLASS),
        stays=Count(counts[stays], NOUNS[stays]),
        back=listing(back),
    )
