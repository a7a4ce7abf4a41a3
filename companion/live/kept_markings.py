"""What the host said of markers and tags in earlier games, as a new session takes it up."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.games.game import AnyGame
from companion.live.enrolment import sorted_out
from companion.live.requests import Enrol, NameTag
from companion.live.tags import sound_tags
from companion.live.virtual_box import names_of_box, tags_of_box
from companion.storage.home import Home


def kept_markings(home: Home, game: AnyGame, *, is_virtual: bool) -> tuple[tuple[Enrol | NameTag, ...], str]:
    """All that was said, as requests, and a sentence on what of it cannot be read; empty where all can.

    Of the cards of a virtual table nobody has to say it.
    """
    file = home.markers_file(game.name).name
    try:
        said, unread = sorted_out(game, home.enrolled(game.name), file)
        tags, unsound = sound_tags(game, home.tags(game.name), file)
        unread = " ".join(filter(None, (unread, unsound)))
    except CompanionError as error:
        said, tags, unread = (), (), str(error)
    if is_virtual:
        said, tags = (*said, *names_of_box(game, said)), (*tags, *tags_of_box(game, tags))
    return (*said, *tags), unread
