"""Of every game: what lies in its zones can be seen, and its acts name the zones that they change."""

from __future__ import annotations

from companion.conformance.acts import covers
from companion.games.game import AnyGame
from companion.referee.fuse import table_view
from companion.table.blanks import in_the_box
from companion.table.seen import fits
from tests.companion.games.contract import AnyState, Case, each_case, each_case_and_seed
from tests.companion.games.playthroughs import corpus, somewhere
from tests.companion.referee.perfect import look_at


@each_case_and_seed
def test_of_every_position_all_zones_can_be_seen_and_nothing_counts_as_hidden(case: Case, seed: int) -> None:
    game, state = case.game, somewhere(case, seed)
    view = game.view(state, None)
    reading = look_at(game, state, 0.0)
    seen = table_view(reading.sightings, reading.rejected, game.mat.layout(view), in_the_box(game.mat.kit))
    expected = game.mat.expected(view).zones
    content = {zone.zone: zone.content for zone in expected}
    # Nothing but what stands there covers anything: the place itself, and what lies close behind.
    assert any(zone.standing for zone in expected) or [zone.zone for zone in seen.zones if zone.covered] == []
    assert [zone.zone for zone in seen.zones if not fits(content[zone.zone], zone)] == []


@each_case
def test_actions_name_zones_of_the_layout(case: Case) -> None:
    for state, action, _ in corpus(case):
        layout = [zone.zone for zone in case.game.mat.layout(case.game.view(state, None)).zones]
        for zone in action.zones():
            assert any(covers((zone,), each) for each in layout), f"{action} names {zone!r}"
        assert action.zones() or action.sense == "told", f"{action} is {action.sense} nowhere"


def _closed(game: AnyGame, state: AnyState) -> set[str]:
    """The private zones of the mat that nobody may see: no act shows there."""
    view = game.view(state, None)
    opened = game.dice.opened(view) if game.dice is not None else frozenset()
    return {zone.zone for zone in game.mat.layout(view).zones if zone.private} - opened


@each_case
def test_actions_name_every_zone_that_they_change(case: Case) -> None:
    game = case.game
    for state, action, after in corpus(case):
        old, new = (game.mat.expected(game.view(each, None)).zones for each in (state, after))
        unseen = _closed(game, state) | _closed(game, after)
        for was, now in zip(old, new, strict=True):
            if was.content != now.content and now.zone not in unseen:
                assert covers(action.zones(), now.zone), (
                    f"{action} changes {now.zone} from {was.content} to {now.content}"
                )
