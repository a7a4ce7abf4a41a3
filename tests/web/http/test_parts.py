"""A page cut into its parts, and what one client lacks of it."""

from __future__ import annotations

from web.http.parts import Changes, split_parts, tag_of_page

MAT = '<section class="part" data-part="mat" aria-label="The mat">a <section data-part="in">b</section></section>'
HAND = '<section data-part="hand" hidden>\n  &lt;section\n</section>'


def test_a_page_is_cut_at_its_outermost_sections() -> None:
    assert split_parts(f"\n{MAT}\n{HAND}\n") == {"mat": MAT, "hand": HAND}
    assert split_parts("no part") == {"": "no part"}
    fold = f'<section class="part fold" data-part="board-map.0">{MAT}</section>'
    assert split_parts(fold + HAND) == {"board-map.0": fold, "hand": HAND}


def test_only_what_changed_is_sent_and_what_went_ahead_is_left_out() -> None:
    changes = Changes()
    first = changes.page(f"{MAT}\n{HAND}")
    assert first is not None
    assert (first.html, first.parts) == (f"{MAT}\n{HAND}", ("mat", "hand"))
    assert changes.page(f"{MAT}\n{HAND}") is None
    fresh, fresher = MAT.replace("b", "c"), HAND.replace("lt", "gt")
    assert changes.ahead(f"{fresh}") == fresh
    assert changes.ahead(f"{fresh}") == ""
    second = changes.page(f"{fresh}\n{fresher}")
    assert second is not None
    assert (second.html, second.parts) == (fresher, ("mat", "hand"))
    back = changes.page(MAT)
    assert back is not None
    assert (back.html, back.parts) == (MAT, ("mat",)), "what is gone is not named"


def test_who_has_the_page_is_sent_it_when_it_changes() -> None:
    changes = Changes(tag_of_page(MAT))
    assert changes.page(MAT) is None
    assert changes.has_begun
    then = changes.page(MAT + HAND)
    assert then is not None
    assert then.html == HAND
    other = Changes(tag_of_page(HAND)).page(MAT)
    assert other is not None
    assert other.html == MAT
