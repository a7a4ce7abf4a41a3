"""Whoever takes a prize lays a title card open at its place (B-030). The owner of the box says which each is."""

from __future__ import annotations

from msgspec import UNSET

from companion.games.core import Memory
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Noun
from tests.games.sealed_bid.model import (
    NOBODY,
    TITLES,
    BidState,
    BidView,
    Phase,
    TakeTitle,
    Titled,
    Titles,
    titles_of,
)
from tests.games.sealed_bid.phases.part import Part, changed


class Titling(Part[TakeTitle]):
    """The top title card of its own pile."""

    titles = {Phase.TITLE: say("The title")}
    acts = (TakeTitle,)
    rule = "B-030"
    law = say("Whoever takes a prize takes one title that nobody has yet")

    def has_work(self, state: BidState) -> bool:
        return titles_of(state.table).due != NOBODY

    def legal(self, state: BidState) -> tuple[TakeTitle, ...]:
        now = titles_of(state.table)
        taken = {each.title for each in now.taken}
        return tuple(TakeTitle(now.due, title) for title in TITLES if title not in taken)

    def apply(self, state: BidState, act: TakeTitle) -> BidState:
        taken = (*titles_of(state.table).taken, Titled(act.title, act.seat))
        return changed(state, why=("B-030",), titles=Titles(NOBODY, taken))

    def asked(self, view: BidView) -> Asked:
        seat = titles_of(view.table).due
        text = say("{who}: turn up a title card and lay it at your titles.", who=view.who(seat))
        return Asked((seat,), text, say("Each prize brings a title."), "B-030")

    def label(self, view: BidView, act: TakeTitle) -> Label:
        return Label(say("It is the {title}", title=Noun(act.title)), say("The title"), f"title:{act.title}")

    def ask(self, view: BidView, act: TakeTitle) -> Message:
        return say("Turn up a title card")

    def described(self, before: BidView, act: TakeTitle) -> Message:
        who, worth = before.who(act.seat), TITLES[act.title]
        return say("{who} takes the {title}, worth {points}.", who=who, title=Noun(act.title), points=worth)

    def memory(self, before: BidView, act: TakeTitle) -> Memory:
        return Memory(
            say("Everybody has seen the {title}.", title=Noun(act.title)),
            say("It goes face down on top of the title cards again."),
        )

    def refusal(self, state: BidState, act: TakeTitle, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.setup.titles is UNSET:
            return IllegalAction("B-030", say("Nobody takes a title: this game is played without titles."))
        return super().refusal(state, act, now, is_on)
