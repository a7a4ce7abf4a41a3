"""The sentences of every game: each is one message with all its values, and each language of the game can say it.

Here an author of a game learns which sentence of theirs no language has yet, and which entry nobody needs any more
([docs/games.md](../../../docs/games.md)).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from companion.conformance.languages import faults_of, shared_texts, unsaid
from companion.conformance.sentences import bare, finished, read_said, spoken_in
from companion.games.core import Prompt
from companion.games.errors import GameError, IllegalAction
from companion.games.game import AnyGame, package_of
from companion.games.shared.catalogues import read_catalogues
from companion.games.shared.facts import FactField
from companion.language.catalogue import Catalogue, Forms, Language
from companion.language.message import Message, say
from companion.language.values import Count, Name, Noun
from companion.referee.comparison import compare, position_of
from companion.referee.mismatch import fixes, mismatches
from companion.referee.reset_moves import rearranged, shown
from tests.companion.games.boards import boards_of
from tests.companion.games.contract import ALL_GAMES, CASES, NAMES, Case, each_case, each_game
from tests.companion.games.messages import ROOT, data_texts, files_of, own_nouns, own_texts, said_in
from tests.companion.games.playthroughs import corrected, sample, viewers
from tests.games.last_tile.game import GAME as LAST_TILE
from tests.games.registered import SEALED_BID
from web.render.mat import draw_mat

LANGUAGES = [
    pytest.param(game, language, id=f"{game.name}-{code}")
    for game in ALL_GAMES.values()
    for code, language in read_catalogues(package_of(game)).items()
]


# --- the code of games and of what speaks for them --------------------------------------------------------------------


@each_game
def test_every_text_of_a_game_is_one_literal_whose_gaps_are_filled(game: AnyGame) -> None:
    _, faults = said_in(files_of(package_of(game)))
    assert faults == ()


@pytest.mark.parametrize("room", ["companion", "web", "tests/games"])
def test_every_text_of_the_companion_is_one_literal_whose_gaps_are_filled(room: str) -> None:
    said, faults = said_in(files_of(room))
    assert faults == ()
    assert said


LOOKS = 12
"""So many acts of each case are looked at, and one of each kind besides."""
NO_LITERAL = "The text of say() is no single literal."
HEAD = "from companion.language.message import say\n"


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (
            'say("{who} draws {cards}.", who=1)',
            "Nobody fills the gap {cards}.",
        ),
        (
            'say("{who} draws.", who=1, cards=2)',
            "The value cards has no gap.",
        ),
        ('say(f"{1} draws.")', NO_LITERAL),
        ('say("a" + "b")', NO_LITERAL),
        ("say(TEXT, who=1)", NO_LITERAL),
        ('say("one", "two")', NO_LITERAL),
        ('say("{who} draws.", **more)', "The values of gaps are not named one by one."),
        (
            'say("{who draws.", who=1)',
            "'{who draws.' cannot be read: expected '}' before end of string.",
        ),
        (
            'say("{card:the}", card=1)',
            "The gap {card} asks for 'the', which English does not have.",
        ),
        (
            'say("{n?is|are|be}", n=1)',
            "The gap {n} needs two words, for one and for more.",
        ),
    ],
)
def test_a_text_with_a_gap_too_many_or_too_few_is_named_with_its_line(code: str, fault: str) -> None:
    (found,) = read_said(HEAD + code, "bad.py")[1]
    assert (found.place, found.text) == ("bad.py:2", fault)
    assert found.cure.endswith(".")


def test_a_text_in_several_strings_is_one_literal_and_another_say_is_nobodys_business() -> None:
    said, faults = read_said(HEAD + 'say(\n    "{who} draws "\n    "{cards}.",\n    who=1,\n    cards=2,\n)', "good.py")
    assert [each.text for each in said] == ["{who} draws {cards}."]
    assert faults == ()
    assert read_said("from x import say\nsay(1)", "other.py") == ((), ())


# --- what is said while games are played ------------------------------------------------------------------------------


@cache
def _told(case: Case) -> tuple[object, ...]:
    """What a game says in random games, to everybody and to each seat, and what the referee says with its words."""
    return (*_told_by_game(case), *_told_by_referee(case))


def _told_by_referee(case: Case) -> Iterator[object]:
    for state, _, after in sample(case, LOOKS):
        wanted, there = (position_of(case.game, each, NAMES) for each in (state, after))
        held = compare(wanted, shown(there.zones))
        yield from (*mismatches(held), *fixes(held), rearranged(wanted, there))


def _told_by_game(case: Case) -> Iterator[object]:
    game = case.game
    yield game.options()
    yield from game.broken_laws(game.view(corrected(case, 0), None, NAMES))
    for state, action, after in sample(case, LOOKS):
        yield game.outcome(after)
        for seat in viewers(game, state):
            view = game.view(state, seat, NAMES)
            act = game.view_action(action, seat)
            yield from (
                game.prompt(view),
                game.choices(view),
                game.facts(view),
                game.screen.panels(view),
                game.light.scene(view),
            )
            yield from (game.mat.expected(view), game.screen.rule_words(view), game.describe(view, act))
            yield from (game.memory(view, act), boards_of(game, view))
            if game.dice is not None:
                yield game.dice.board(view)
                rolls = game.dice.open_rolls(view)
                yield (rolls, [game.dice.act(view, roll, (1, 2, 3), ("red", "blue", "green")) for roll in rolls])
            yield draw_mat(game, view).words
        yield _refusal(game, after, action)
        yield _refusal_of_fact(game, state)


def _refusal(game: AnyGame, state: Any, action: Any) -> Message | None:
    try:
        game.apply_action(state, action)
    except IllegalAction as refused:
        return refused.reason
    return None


def _refusal_of_fact(game: AnyGame, state: Any) -> Message:
    field = game.facts(game.view(state, None))[0]
    with pytest.raises(IllegalAction) as refused:
        game.correct(state, {field.key: "no such value"})
    return refused.value.reason


QUICK = next(case for case in CASES if case.game.name == SEALED_BID.name)
"""The quick case. What a game may return its types say too (test_message_types.py)."""


@pytest.mark.parametrize(
    "case", [case if case is QUICK else pytest.param(case, marks=pytest.mark.slow) for case in CASES], ids=repr
)
def test_no_game_returns_a_finished_sentence(case: Case) -> None:
    assert {text for each in _told(case) for text in bare((each,))} == set()


def test_a_finished_sentence_is_found() -> None:
    # No field takes a bare text: that is what the checker of types says here, and what is looked for besides.
    prompt = replace(Prompt(say("Deal"), (0,), say("Deal the cards."), say("So it begins."), "B-002"), text="Deal!")
    field = FactField("deck", say("Deck"), say("Piles"), 3, choices=((3, "three"),))  # type: ignore[arg-type]
    ends = replace(prompt, house_rules=("Odd.",))
    assert list(finished((prompt, ends, field))) == ["Deal!", "Deal!", "Odd.", "three"]


def test_a_small_game_of_the_tests_says_messages_too() -> None:
    state = LAST_TILE.new_game({}, {})
    view = LAST_TILE.view(state, 0, NAMES)
    told = (LAST_TILE.options(), LAST_TILE.prompt(view), LAST_TILE.choices(view), LAST_TILE.facts(view))
    assert list(finished((*told, LAST_TILE.screen.panels(view), LAST_TILE.light.scene(view)))) == []


# --- other languages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), LANGUAGES)
def test_a_language_has_every_sentence_and_noun_of_its_game_and_nothing_else(game: AnyGame, language: Language) -> None:
    known = shared_texts() | data_texts(game)
    assert faults_of(language.catalogue, own_texts(game), own_nouns(game), known) == ()


@each_case
def test_every_sentence_of_random_games_can_be_said_in_each_language(case: Case) -> None:
    languages = read_catalogues(package_of(case.game)).values()
    spoken = {message for each in _told(case) for message in spoken_in(each)} if languages else set[Message]()
    for language in languages:
        assert unsaid(language, spoken) == frozenset()


def test_the_small_game_of_the_tests_has_a_second_language() -> None:
    assert list(read_catalogues(package_of(SEALED_BID))) == ["de"]


ARTICLES = {"the": {"f": {"nom": "die", "acc": "die"}, "many": {"nom": "die", "acc": "die"}}}
CARD = {"card": Forms("f", {"nom": "Karte"}, {"nom": "Karten"})}
DRAWS, DRAWN = "{who} draws {cards}.", "{who} zieht {cards:the.acc}."


def _german(**changes: Any) -> Catalogue:
    whole: dict[str, Any] = {
        "code": "de",
        "cases": ("nom", "acc"),
        "articles": ARTICLES,
        "nouns": CARD,
        "sentences": {DRAWS: DRAWN},
    }
    return Catalogue(**{**whole, **changes})


@pytest.mark.parametrize(
    ("catalogue", "fault"),
    [
        (_german(sentences={}), f"{DRAWS!r} is not said in 'de'."),
        (_german(sentences={DRAWS: DRAWN, "Old.": "Alt."}), "'Old.' is said by nobody."),
        (_german(nouns={}, articles={}), "The noun 'card' has no forms."),
        (_german(sentences={DRAWS: "{wer} {who} zieht {cards}."}), "has a gap {wer} that"),
        (_german(sentences={DRAWS: "{who} zieht."}), "'{who} zieht.' leaves {cards} out."),
        (_german(sentences={DRAWS: "{who} zieht {cards:the.dat}."}), "asks for 'dat', which 'de' does not have."),
        (_german(sentences={DRAWS: "{who} zieht {cards:ein}."}), "asks for 'ein', which 'de' does not have."),
        (_german(sentences={DRAWS: "{who} {cards?zieht} {cards}."}), "needs two words, for one and for more."),
        (_german(sentences={DRAWS: "{who} zieht {cards."}), "cannot be read"),
        (
            _german(nouns={"card": Forms("x", {"nom": "Karte"}, {"nom": "Karten"})}),
            "gender 'x', and no article",
        ),
        (_german(nouns={"card": Forms("f", {}, {"nom": "Karten"})}), "The noun 'card' has no 'nom' of 'one'."),
        (
            _german(nouns={"card": Forms("f", {"nom": "K", "dat": "K"}, {"nom": "K"})}),
            "has a case 'dat' that 'de' has not.",
        ),
        (_german(articles={"the": {"f": {"nom": "die"}}}), "The article 'the' has no 'acc' of 'f'."),
        (_german(articles={"the": {"m": {"nom": "der", "acc": "den"}}}), "The article 'the' has no gender 'f'."),
    ],
)
def test_a_fault_of_a_language_is_named(catalogue: Catalogue, fault: str) -> None:
    assert faults_of(_german(), {DRAWS}, {"card"}, ()) == ()
    assert any(fault in each for each in faults_of(catalogue, {DRAWS}, {"card"}, ()))


def test_a_sentence_that_the_companion_says_for_games_may_stand_there() -> None:
    shared = _german(sentences={DRAWS: DRAWN, "Seat {number}": "Platz {number}"})
    assert faults_of(shared, {DRAWS}, {"card"}, {"Seat {number}"}) == ()


def test_what_a_language_cannot_say_of_a_message_is_named() -> None:
    language = Language(_german())
    drawn = say("{who} draws {cards}.", who=Name("Ada"), cards=Count(2, Noun("card")))
    leaf = say("{who} draws {cards}.", who=Name("Ada"), cards=Count(2, Noun("leaf")))
    asked = say("{what} Really?", what=drawn)
    assert unsaid(language, spoken_in(drawn)) == frozenset()
    assert unsaid(language, spoken_in(leaf)) == {f"{DRAWS!r} in 'de': 'leaf' is missing."}
    assert unsaid(language, spoken_in(asked)) == {"'{what} Really?' in 'de': '{what} Really?' is missing."}


def test_the_sentences_of_shared_parts_are_found_where_they_are_said() -> None:
    assert {"{what} are assumed: {figures}.", "Lay the {piece} at {place}."} <= shared_texts()
    assert ROOT.joinpath("docs", "games.md").exists()
    with pytest.raises(GameError):
        SEALED_BID.new_game({"players": 99}, {})
