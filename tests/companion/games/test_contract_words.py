"""Of every game: what is said and shown of a position, to everybody and to each seat."""

from __future__ import annotations

import re

from companion.conformance.positions import MOST_SIGNS
from companion.games.core import Action
from companion.language.message import NOTHING, Message
from companion.lights.scene import MOST_FLASHES_HZ
from tests.companion.games.contract import COLOUR, NAMES, Case, each_case, each_case_and_seed
from tests.companion.games.playthroughs import corrected, is_rule, sample, somewhere, viewers


def kind_of(piece: str) -> str:
    """The kind of a piece, without what a die shows: "die:red:5" is a "die:red"."""
    return re.sub(r"^(die:\w+):[1-6]$", r"\1", piece)


@each_case_and_seed
def test_choices_apply_where_they_are_offered(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        applied = set[tuple[Action, ...]]()
        for seat in viewers(case.game, state):
            for choice in case.game.choices(case.game.view(state, seat, NAMES)):
                assert choice.label
                assert choice.group
                assert choice.actions or seat is not None  # a draft (test_contract_drafts.py)
                assert not choice.piece or kind_of(choice.piece) in case.game.mat.pieces
                if choice.actions and choice.actions not in applied:  # it is the same to whomever it is offered
                    applied.add(choice.actions)
                    after = state
                    for action in choice.actions:
                        after = case.game.apply_action(after, action)


@each_case
def test_headings_that_read_alike_are_one(case: Case) -> None:
    """A page lists all that stands below one heading together."""
    for state, _, _ in sample(case, 0):
        groups = dict[str, Message]()
        for choice in case.game.choices(case.game.view(state, None, NAMES)):
            assert groups.setdefault(str(choice.group), choice.group) == choice.group


@each_case_and_seed
def test_prompts_are_short_sentences(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        for seat in viewers(case.game, state):
            prompt = case.game.prompt(case.game.view(state, seat, NAMES))
            assert prompt.phase
            assert prompt.why
            assert 0 < len(str(prompt.text)) <= MOST_SIGNS, str(prompt.text)
            assert str(prompt.text)[-1] in ".!?", str(prompt.text)
            assert is_rule(case.game, prompt.rule)
            assert set(prompt.seats) <= set(range(case.game.seat_count(state.table)))


RULE_IN_TEXT = re.compile(r"\b[A-Z]{1,2}-\d{2,3}\b")
COMMAND_LINE = re.compile(r"(^|\s)--[a-z]|command line|\.toml")


@each_case_and_seed
def test_no_text_names_a_rule_by_its_id_or_a_command_line(case: Case, seed: int) -> None:
    """One small sign opens the rules in words; tablets have ids of their own, which no text shows either."""
    options = [(each.label, each.help, *(words for _, words in each.choices)) for each in case.game.options()]
    texts = [text for option in options for text in option]
    for state in (somewhere(case, seed), corrected(case, seed)):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            prompt, choices = case.game.prompt(view), case.game.choices(view)
            texts += [prompt.phase, prompt.text, prompt.why, *prompt.assumed, *prompt.house_rules, *prompt.advice]
            texts += [text for each in choices for text in (each.label, each.group)]
            texts += [text for each in case.game.facts(view) for text in (each.label, each.group)]
            texts += [line for panel in case.game.screen.panels(view) for line in panel.lines]
            texts += [text for zone in case.game.mat.expected(view).zones for text in (zone.label, zone.note)]
            texts.append(case.game.light.scene(view).text())
            for act in (act for each in choices for act in each.actions):
                memory = case.game.memory(view, case.game.view_action(act, seat))
                texts += [
                    case.game.describe(view, case.game.view_action(act, seat)),
                    memory.text if memory else NOTHING,
                ]
    spoken = [str(text) for text in texts]
    assert [text for text in spoken if RULE_IN_TEXT.search(text) or COMMAND_LINE.search(text)] == []


@each_case_and_seed
def test_expected_table_names_exactly_the_zones_of_the_layout(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            zones = [zone.zone for zone in case.game.mat.layout(view).zones]
            table = case.game.mat.expected(view)
            assert [zone.zone for zone in table.zones] == zones
            kinds = {kind for zone in table.zones for kind in getattr(zone.content, "kinds", ())}
            kinds |= set(case.game.screen.own_pieces(view))
            kinds |= {kind_of(piece) for panel in case.game.screen.panels(view) for piece in panel.pieces}
            assert kinds <= set(case.game.mat.pieces)
            assert [panel.seat for panel in case.game.screen.panels(view)] == list(
                range(case.game.seat_count(state.table))
            )


@each_case_and_seed
def test_lights_are_safe_and_have_a_text_twin(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            scene = case.game.light.scene(view)
            for glow in scene.glows:
                assert COLOUR.fullmatch(glow.colour)
                assert 0 <= glow.level <= 1
                assert glow.period_s >= 1 / MOST_FLASHES_HZ
                assert 0 <= glow.start < 1
                assert 0 <= glow.length <= 1
            for acting in case.game.prompt(view).seats:
                assert any(NAMES[acting] in str(glow.text) for glow in scene.glows), scene


@each_case
def test_every_act_is_described_in_a_sentence(case: Case) -> None:
    for state, action, _ in sample(case, 150):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            sentence = case.game.describe(view, case.game.view_action(action, seat))
            assert re.fullmatch(r"\S.*\S\.", str(sentence)), sentence
            assert len(str(sentence)) <= MOST_SIGNS, sentence


@each_case
def test_what_an_undo_cannot_make_unseen_is_named_for_every_reveal_and_for_nothing_else(case: Case) -> None:
    for state, action, _ in sample(case, 150):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            memory = case.game.memory(view, case.game.view_action(action, seat))
            assert (memory is not None) == action.reveals, action
            if memory is not None:
                assert re.fullmatch(r"\S.*\S\.", str(memory.seen)), memory
                assert len(str(memory.text)) <= MOST_SIGNS, memory


@each_case_and_seed
def test_cards_to_read_and_news_are_drawn_and_say_something(case: Case, seed: int) -> None:
    kinds = case.game.mat.pieces
    for state, act, after in sample(case, 12, seed):
        for seat in viewers(case.game, state):
            before, now = (case.game.view(each, seat, NAMES) for each in (state, after))
            for group in case.game.screen.cards(now):
                assert group.title
                assert group.cards
                assert all(card.name and (not card.kind or card.kind in kinds) for card in group.cards)
            seen = case.game.view_action(act, seat)
            assert (piece := kind_of(case.game.piece_of(before, seen))) == "" or piece in kinds
            outcome = case.game.came_of(before, seen, now)
            assert outcome is None or str(outcome).endswith((".", "!"))
