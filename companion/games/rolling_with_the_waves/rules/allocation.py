"""Mini boards: each seat lays its dice on icons, unseen, and calls out; once all have called, the boards are opened."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.rules import icon_rules, phase
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.words.names import die_on_icon, die_words, icon_words, laid_words
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, say

YOURS = say("Your mini board")


class Allocating(phase.RoundPhase[model.Unseen]):
    """All at the same time, each as long as it likes; taken back until everybody has called (A-22)."""

    titles = {records.Phase.ALLOCATE: say("Allocate")}
    acts = (model.Allocate, model.TakeBack, model.Yarrr, model.LayBehindScreen)
    rule = "R-050"
    law = say("Each player lays all drafted dice on icons of the own mini board, once a round, and then calls")

    def has_work(self, state: model.DiceState) -> bool:
        return bool(uncalled(state.table.played))

    def legal(self, state: model.DiceState) -> tuple[model.Unseen, ...]:
        return tuple(act for seat in state.table.played.seats for act in _of_seat(state, seat))

    def apply(self, state: model.DiceState, act: model.Unseen) -> model.DiceState:
        whole, seat = state.table.played, act.seat
        called = put(whole.called, seat, not isinstance(act, model.TakeBack))
        match act:
            case model.Allocate():
                after = model.changed(state, ("R-050",), placed=put(whole.placed, seat, whole.placed[seat] + 1))
                return after.with_sealed(seat, (*state.sealed_by(seat), act))
            case model.TakeBack():
                behind, placed = without(whole, seat), put(whole.placed, seat, 0)
                after = model.changed(state, ("R-055",), placed=placed, called=called, behind=behind)
                return after.with_sealed(seat, ())
            case model.Yarrr():
                return model.changed(state, ("R-055",), called=called)
            case model.LayBehindScreen():
                behind = tuple(sorted((*whole.screened, seat)))
                return model.changed(state, ("R-050", "R-055"), called=called, behind=behind)

    def asked(self, view: model.DiceView) -> Asked:
        whole, seat = view.table.played, view.seat
        seats = uncalled(whole)
        why = say("One die on an icon. To bury a chest takes all three. Nobody sees it until everybody has called.")
        left = say("Still to call: {seats}.", seats=people(view, seats))
        is_by_board = whole.setup.by_board and seat is not None and not whole.called[seat]
        if seat is None or seat not in whole.seats or not whole.nests[seat] or is_by_board:
            text = say("Lay your dice on icons, behind your screen. Then call YARRR. {left}", left=left)
        elif whole.called[seat]:
            text = say("You have called. You may take your dice back. {left}", left=left)
        elif whole.placed[seat] < len(whole.nests[seat]):
            text = say("Choose an icon for your {die}.", die=die_words(whole.nests[seat][whole.placed[seat]]))
        else:
            text = say("Call YARRR, or take your dice back.")
        return Asked(seats, text, why, "R-050", any_order=True)

    def label(self, view: model.DiceView, act: model.Unseen) -> Label:
        group = YOURS if act.seat == view.seat else say("{who}'s mini board", who=view.who(act.seat))
        match act:
            case model.Allocate(seat, icon):
                whole = view.table.played
                return Label(die_on_icon(whole.nests[seat][whole.placed[seat]], icon), group)
            case model.TakeBack():
                return Label(say("Take the dice back"), group)
            case model.Yarrr():
                return Label(say("YARRR"), group)
            case model.LayBehindScreen():
                return Label(say("YARRR: the dice lie behind the screen"), group)

    def described(self, before: model.DiceView, act: model.Unseen) -> Message:
        who = before.who(act.seat)
        match act:
            case model.Allocate(_, None):
                return say("{who} lays a die on the mini board.", who=who)
            case model.Allocate(_, icon):
                return say("{who} lays a die on {icon}.", who=who, icon=icon_words(icon))
            case model.TakeBack():
                return say("{who} takes the dice back.", who=who)
            case model.Yarrr() | model.LayBehindScreen():
                return say("{who} calls YARRR.", who=who)

    def fault(self, state: model.DiceState, act: model.Unseen) -> IllegalAction | None:
        whole, seat = state.table.played, act.seat
        if seat not in whole.seats:
            return super().fault(state, act)
        legal = _of_seat(state, seat)
        is_untold = isinstance(act, model.Allocate) and act.icon is None
        if act in legal or (is_untold and any(isinstance(each, model.Allocate) for each in legal)):
            return None
        if isinstance(act, model.TakeBack):
            return IllegalAction("R-055", say("No die lies on that mini board. Lay some first."))
        if isinstance(act, model.Yarrr):
            return IllegalAction("R-055", say("Not all dice lie on that mini board. Lay them all, then call once."))
        if isinstance(act, model.LayBehindScreen):
            words = say("That player has allocated already, or begun to. Take the dice back first.")
            return IllegalAction("R-050", words)
        if whole.setup.by_board:
            words = say("This game is played with real dice behind the screen. Lay them there, and call YARRR.")
            return IllegalAction("R-050", words)
        if whole.called[seat] or whole.placed[seat] >= len(whole.nests[seat]) or act.icon is None:
            return IllegalAction("R-050", say("All dice of that player lie already. Take them back first."))
        return icon_rules.refused_icon(whole, seat, laid(state, seat), act.icon)


# --- who and what ---


def _of_seat(state: model.DiceState, seat: Seat) -> list[model.Unseen]:
    """What a seat may do now."""
    whole = state.table.played
    if whole.called[seat]:
        return [model.TakeBack(seat)]
    nest, placed, found = whole.nests[seat], whole.placed[seat], list[model.Unseen]()
    if whole.icons[seat] or not nest:
        return found
    if placed == len(nest):
        found.append(model.Yarrr(seat))
    elif not whole.setup.by_board or placed:
        found += [model.Allocate(seat, icon) for icon in icon_rules.open_icons(whole, seat, laid(state, seat))]
    found.append(model.TakeBack(seat) if placed else model.LayBehindScreen(seat))
    return found


def uncalled(whole: records.Whole) -> tuple[Seat, ...]:
    """Seats that have still to call, clockwise from the first player."""
    return tuple(
        seat for seat in whole.clockwise if not whole.called[seat] and not whole.icons[seat] and whole.nests[seat]
    )


def without(whole: records.Whole, seat: Seat) -> tuple[Seat, ...] | UnsetType:
    """The other seats whose dice lie behind the screen, as `Whole.behind` has them."""
    return tuple(each for each in whole.screened if each != seat) or UNSET


def laid(state: model.DiceState, seat: Seat) -> tuple[records.Icon | None, ...]:
    """On which icons a seat has laid its dice, in order; None where that is not known."""
    return tuple(act.icon for act in state.sealed_by(seat) if isinstance(act, model.Allocate))


class Opening(phase.RoundPhase[model.Shown]):
    """What is sealed the companion opens, in the order of the seats; of the rest somebody says where each die lies."""

    titles = {records.Phase.REVEAL: say("Reveal")}
    acts = (model.OpenBoard, model.ShowDie, model.ShowBoard)
    rule = "R-060"
    law = say("All mini boards are opened together, once everybody has called")

    def has_work(self, state: model.DiceState) -> bool:
        whole = state.table.played
        return bool(closed_boards(whole) or whole.screened)

    def legal(self, state: model.DiceState) -> tuple[model.Shown, ...]:
        whole = state.table.played
        if seats := closed_boards(whole):
            return tuple(
                model.OpenBoard(seats[0], icons) for icons in icon_rules.ways(whole, seats[0], laid(state, seats[0]))
            )
        found = list[model.Shown]()
        for seat in whole.screened:
            on = whole.icons[seat]
            if not on:
                found += [
                    model.ShowBoard(seat, icons) for icons in icon_rules.examples(icon_rules.all_ways(whole, seat))
                ]
            found += [model.ShowDie(seat, icon) for icon in icon_rules.open_icons(whole, seat, on)]
        return tuple(found)

    def apply(self, state: model.DiceState, act: model.Shown) -> model.DiceState:
        whole, seat = state.table.played, act.seat
        if isinstance(act, model.OpenBoard):
            opened = put(whole.icons, seat, act.icons)
            after = model.changed(state, ("R-060",), icons=opened, placed=put(whole.placed, seat, 0))
            return after.with_sealed(seat, ())
        icons = act.icons if isinstance(act, model.ShowBoard) else (*whole.icons[seat], act.icon)
        is_all = len(icons) == len(whole.nests[seat])
        behind = without(whole, seat) if is_all else whole.behind
        return model.changed(state, ("R-060",), icons=put(whole.icons, seat, icons), behind=behind)

    def asked(self, view: model.DiceView) -> Asked:
        whole, why = view.table.played, say("Everybody has called.")
        if not whole.screened:
            return Asked((), say("Open all screens together."), why, "R-060")
        following = {seat: die_words(_next_die(whole, seat)) for seat in whole.screened}
        if view.seat in following:
            text = say("Push your mini board onto its place. Say where your {die} lies.", die=following[view.seat])
        else:
            dice = listing((say("{who}'s {die}", who=view.who(seat), die=die) for seat, die in following.items()), ",")
            text = say("Push your mini boards onto their places. Say where each die lies. Next: {dice}.", dice=dice)
        return Asked(whole.screened, text, why, "R-060", any_order=True)

    def label(self, view: model.DiceView, act: model.Shown) -> Label:
        whole, group = view.table.played, say("{who}'s mini board", who=view.who(act.seat))
        if isinstance(act, model.ShowDie):
            return Label(die_on_icon(_next_die(whole, act.seat), act.icon), group)
        return Label(laid_words(whole.nests[act.seat], act.icons), group)

    def described(self, before: model.DiceView, act: model.Shown) -> Message:
        whole, who = before.table.played, before.who(act.seat)
        if isinstance(act, model.ShowDie):
            die = die_words(_next_die(whole, act.seat))
            return say("{who}'s {die} lies on {icon}.", who=who, die=die, icon=icon_words(act.icon))
        return say("{who} has allocated: {laid}.", who=who, laid=laid_words(whole.nests[act.seat], act.icons))

    def memory(self, before: model.DiceView, act: model.Shown) -> Memory:
        nest, on = before.table.played.nests[act.seat], before.table.played.icons[act.seat]
        icons = (*on, act.icon) if isinstance(act, model.ShowDie) else act.icons
        seen = say("Everybody has seen {who}'s dice: {laid}.", who=before.who(act.seat), laid=laid_words(nest, icons))
        return Memory(seen, say("They stay so."))

    def fault(self, state: model.DiceState, act: model.Shown) -> IllegalAction | None:
        whole, seat, sealed = state.table.played, act.seat, closed_boards(state.table.played)
        if isinstance(act, model.OpenBoard):
            if seat in sealed[:1] and act.icons in icon_rules.ways(whole, seat, laid(state, seat)):
                return None
        elif seat in whole.screened and not sealed:
            if isinstance(act, model.ShowBoard):
                return icon_rules.refused_board(whole, seat, act.icons)
            on, icon = whole.icons[seat], act.icon
            is_open = icon in icon_rules.open_icons(whole, seat, on)
            return None if is_open else icon_rules.refused_icon(whole, seat, on, icon)
        return IllegalAction("R-060", say("A mini board is opened as it was sealed, in the order of the seats."))


def closed_boards(whole: records.Whole) -> tuple[Seat, ...]:
    """Seats whose dice are sealed, and not open yet."""
    return tuple(seat for seat in whole.seats if whole.placed[seat] and not whole.icons[seat])


def _next_die(whole: records.Whole, seat: Seat) -> records.Die:
    """Of whoever laid them behind the screen the die that is to be told next."""
    return whole.nests[seat][len(whole.icons[seat])]
