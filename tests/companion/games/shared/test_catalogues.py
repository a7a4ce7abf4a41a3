"""A game's languages as files of its package, and several games' put together."""

from __future__ import annotations

import pytest

from companion.games.errors import BadData
from companion.games.shared.catalogues import merged
from companion.language.catalogue import Catalogue, Forms, Language
from companion.language.message import say
from companion.language.values import Noun

TILE = Forms("f", {"nom": "Kachel"}, {"nom": "Kacheln"})
STONE = Forms("m", {"nom": "Stein"}, {"nom": "Steine"})


def german(**more: object) -> Language:
    return Language(Catalogue(code="de", cases=("nom",), joined_by={"and": "und"}, **more))  # type: ignore[arg-type]


def test_several_games_are_one_language() -> None:
    one, other = german(sentences={"Wait.": "Warte."}), german(sentences={"Go.": "Los."}, nouns={"tile": TILE})
    both = merged([{"de": one}, {}, {"de": other}])["de"]
    assert (both.render(say("Wait.")), both.render(say("Go."))) == ("Warte.", "Los.")
    assert merged([{"de": other}, {"de": german(nouns={"tile": TILE})}])["de"].catalogue.nouns == {"tile": TILE}


@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        (german(sentences={"Wait.": "Warte."}), german(sentences={"Wait.": "Moment."}), "'Wait.'"),
        (
            german(nouns={"tile": TILE}),
            german(nouns={"tile": STONE}),
            "'tile'",
        ),
    ],
)
def test_two_games_that_say_the_same_differently_are_named(one: Language, other: Language, named: str) -> None:
    with pytest.raises(BadData, match=rf"{named} differently in words\.de\.toml\. Let both say the same\."):
        merged([{"de": one}, {"de": other}])


def test_a_noun_has_its_forms() -> None:
    assert (
        german(nouns={"tile": TILE}, sentences={"{x}!": "{x:many}!"}).render(say("{x}!", x=Noun("tile"))) == "Kacheln!"
    )
