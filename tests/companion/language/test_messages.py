"""Messages: what they are made of, and how they read in English and in a language with genders and cases."""

from __future__ import annotations

import msgspec
import pytest

from companion.language.catalogue import Catalogue, Forms, Language
from companion.language.message import (
    ENGLISH,
    BadMessage,
    Message,
    Value,
    filled,
    listing,
    names,
    say,
    sentences,
    written,
)
from companion.language.values import Count, Name, Noun

KNIGHT = Noun("Knight")
PEARL = Noun("pearl")
LEAF = Noun("leaf", "leaves")
ANNA = Name("Anna")


def test_a_message_reads_as_its_english_text_with_its_gaps_filled() -> None:
    said = say("{who} draws {cards}.", who=ANNA, cards=Count(2, Noun("card")))
    assert str(said) == "Anna draws 2 cards."
    assert ENGLISH.say(said) == str(said)


def test_a_text_of_a_data_file_keeps_what_it_has_gaps_for_alone() -> None:
    assert filled("{who} draws.", who=ANNA, cards=2) == filled("{who} draws.", who=ANNA)


@pytest.mark.parametrize(
    ("text", "value", "reads"),
    [
        ("{x}", 3, "3"),
        ("{x}", Count(1, LEAF), "1 leaf"),
        ("{x}", Count(0, LEAF), "0 leaves"),
        ("{x:noun}", Count(2, LEAF), "leaves"),
        ("{x:noun}", Count(1, LEAF), "leaf"),
        ("{x}", KNIGHT, "Knight"),
        ("{x:many}", KNIGHT, "Knights"),
        ("{x:noun.capital}", Count(2, LEAF), "Leaves"),
        ("{x:capital}", say("the {card} wins", card=KNIGHT), "The Knight wins"),
        ("{x?lies|lie}", Count(1, LEAF), "lies"),
        ("{x?lies|lie}", 2, "lie"),
        ("{x}", names(["Anna"]), "Anna"),
        ("{x}", names(["Anna", "Ben"]), "Anna and Ben"),
        ("{x}", names(["Anna", "Ben", "Cleo"], "or"), "Anna, Ben or Cleo"),
        ("{x}", listing([1, 2, 3], ","), "1, 2, 3"),
        ("{x}", listing([1, 2], ";"), "1; 2"),
        ("{x}", listing([]), ""),
    ],
)
def test_each_kind_of_value_reads_as_its_gap_asks(text: str, value: Value, reads: str) -> None:
    assert str(say(text, x=value)) == reads


def test_names_are_never_taken_for_gaps() -> None:
    assert str(say("{who} sits down.", who=Name("{0.text} {}"))) == "{0.text} {} sits down."
    assert str(written("a {brace} stays")) == "a {brace} stays"


def test_sentences_follow_one_another_and_none_is_left_out() -> None:
    first, second = say("One."), say("Two {n}.", n=2)
    assert str(sentences(first, "", None, second, "Three.")) == "One. Two 2. Three."
    assert sentences(first) is first
    assert not sentences("", None)


def test_messages_are_equal_by_what_they_say_and_can_be_counted() -> None:
    one, same = say("{who} waits.", who=ANNA), say("{who} waits.", who=Name("Anna"))
    assert one == same
    assert len({one, same, say("{who} waits.", who=Name("Ben"))}) == 2
    assert one != "Anna waits."


def test_an_encoder_asks_for_the_words() -> None:
    assert msgspec.json.encode({"said": say("{n} left", n=1)}, enc_hook=str) == b'{"said":"1 left"}'
    with pytest.raises(TypeError, match="Message"):
        msgspec.json.encode(say("{n} left", n=1))


@pytest.mark.parametrize(
    ("text", "about"),
    [("{who} waits.", "'who' is missing"), ("{who waits.", "cannot be read")],
)
def test_a_gap_that_cannot_be_filled_is_named(text: str, about: str) -> None:
    with pytest.raises(BadMessage, match=about):
        str(Message(text, {}))


# --- a language with genders and cases --------------------------------------------------------------------------------

GERMAN = Language(
    Catalogue(
        code="de",
        cases=("nom", "gen", "dat", "acc"),
        articles={
            "the": {
                "m": {"nom": "der", "gen": "des", "dat": "dem", "acc": "den"},
                "f": {"nom": "die", "gen": "der", "dat": "der", "acc": "die"},
                "n": {"nom": "das", "gen": "des", "dat": "dem", "acc": "das"},
                "many": {"nom": "die", "gen": "der", "dat": "den", "acc": "die"},
            },
            "a": {
                "m": {"nom": "ein", "gen": "eines", "dat": "einem", "acc": "einen"},
                "f": {"nom": "eine", "gen": "einer", "dat": "einer", "acc": "eine"},
                "n": {"nom": "ein", "gen": "eines", "dat": "einem", "acc": "ein"},
            },
        },
        joined_by={"and": "und", "or": "oder"},
        nouns={
            "Knight": Forms("m", {"nom": "Ritter", "gen": "Ritters"}, {"nom": "Ritter", "dat": "Rittern"}),
            "pearl": Forms("f", {"nom": "Perle"}, {"nom": "Perlen"}),
            "leaf": Forms("n", {"nom": "Blatt", "gen": "Blatts"}, {"nom": "Blätter", "dat": "Blättern"}),
        },
        sentences={
            "{who} plays {card}.": "{who} spielt {card:the.acc}.",
            "{who} takes {pearls}.": "{who} nimmt {pearls:a.acc}.",
            "{pearls} in the bowl.": "{pearls} {pearls?liegt|liegen} in der Schale.",
            "with {things}": "mit {things:the.dat}",
            "power of {card}": "Stärke {card:the.gen}",
            "{who} and more.": "{who} und mehr.",
            "both: {all}": "beides: {all}",
        },
    )
)


@pytest.mark.parametrize(
    ("said", "reads"),
    [
        (say("{who} plays {card}.", who=ANNA, card=KNIGHT), "Anna spielt den Ritter."),
        (say("{who} plays {card}.", who=ANNA, card=PEARL), "Anna spielt die Perle."),
        (say("{who} takes {pearls}.", who=ANNA, pearls=Count(1, PEARL)), "Anna nimmt eine Perle."),
        (say("{who} takes {pearls}.", who=ANNA, pearls=Count(3, PEARL)), "Anna nimmt 3 Perlen."),
        (say("{who} takes {pearls}.", who=ANNA, pearls=Count(1, LEAF)), "Anna nimmt ein Blatt."),
        (say("{pearls} in the bowl.", pearls=Count(1, PEARL)), "1 Perle liegt in der Schale."),
        (say("{pearls} in the bowl.", pearls=Count(0, PEARL)), "0 Perlen liegen in der Schale."),
        (say("with {things}", things=Count(2, LEAF)), "mit den 2 Blättern"),
        (say("with {things}", things=KNIGHT), "mit dem Ritter"),
        (say("power of {card}", card=KNIGHT), "Stärke des Ritters"),
        (say("power of {card}", card=PEARL), "Stärke der Perle"),
        (say("{who} and more.", who=names(["Anna", "Ben", "Cleo"])), "Anna, Ben und Cleo und mehr."),
        (say("both: {all}", all=say("{who} plays {card}.", who=ANNA, card=LEAF)), "beides: Anna spielt das Blatt."),
    ],
)
def test_gender_case_and_number_are_the_languages_own(said: Message, reads: str) -> None:
    assert GERMAN.render(said) == reads


def test_sentences_in_a_row_are_each_said() -> None:
    row = sentences(say("{who} plays {card}.", who=ANNA, card=KNIGHT), say("{who} and more.", who=ANNA))
    assert GERMAN.say(row) == "Anna spielt den Ritter. Anna und mehr."


def test_what_a_catalogue_lacks_is_said_in_english_and_named_where_asked() -> None:
    no_sentence, no_noun = say("{who} sleeps.", who=ANNA), say("{who} plays {card}.", who=ANNA, card=Noun("card"))
    assert GERMAN.say(no_sentence) == "Anna sleeps."
    assert GERMAN.say(no_noun) == "Anna plays card."
    for said in (no_sentence, no_noun):
        with pytest.raises(BadMessage, match="is missing"):
            GERMAN.render(said)


def test_a_sentence_that_only_english_has_carries_what_is_said_within_it() -> None:
    inner = say("{who} plays {card}.", who=ANNA, card=KNIGHT)
    assert GERMAN.say(say("That is all: {act}", act=inner)) == "That is all: Anna spielt den Ritter."
    with pytest.raises(BadMessage, match="That is all"):
        GERMAN.render(say("That is all: {act}", act=inner))
    with pytest.raises(BadMessage, match="sleeps"):
        GERMAN.render(say("{who} and more.", who=listing([say("{who} sleeps.", who=ANNA)])))


def test_a_name_is_said_without_signs_that_must_not_be_shown() -> None:
    """Whoever wrote it: a saved game, or a file of an earlier version, may have any name in it."""
    for name, told in (
        ("Ti\u202ede\u200b", "Tide"),
        ("Zo\u0308" + "\u0301" * 9, "Zo\u0308" + "\u0301" * 3),
        ("محمد", "محمد"),
    ):
        assert str(say("{who} and {others}.", who=Name(name), others=listing([Name(name)]))) == f"{told} and {told}."
