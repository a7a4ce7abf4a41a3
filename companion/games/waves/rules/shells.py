"""The shells in the centre: by the Open Majority as a round begins, and what the active tablet does at once."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.shared.phases import Asked
from companion.games.waves.data.figures import NOUNS, SHELL
from companion.games.waves.rules.actions import PlaceShells, RotateElders
from companion.games.waves.rules.moment import Law, WavesMoment, because, when
from companion.games.waves.state import model, tablets
from companion.games.waves.words.names import rebel
from companion.language.message import Message, say, sentences
from companion.language.values import Count


class Shells(WavesMoment[PlaceShells]):
    """The centre is set by the Council card's number for the Open Majority."""

    titles = {model.Phase.SHELLS: say("Open Majority")}
    acts = (PlaceShells,)

    def legal(self, state: model.WavesState) -> tuple[PlaceShells, ...]:
        return (PlaceShells(tablets.shells_due(state.table)),)

    def apply(self, state: model.WavesState, act: PlaceShells) -> model.WavesState:
        table, counts = state.table, tablets.council(state.table)
        rules = ("W-041", *when(model.is_tie(counts), "W-042"), "W-043", *when(table.shells, "W-044"), "W-119")
        rules = (*rules, *when(table.setup.gap_after >= 0, "W-045"))
        most = tablets.open_majority(table)
        return because(state, *rules, shells=act.count, open_majority=most, council=counts, phase=model.Phase.PLAY)

    def asked(self, view: model.WavesView) -> Asked:
        table, cls = view.table, tablets.open_majority(view.table)
        due, counts = Count(tablets.shells_due(table), SHELL), tablets.council(table)
        if cls == model.UNKNOWN:
            return Asked((), _bare(table), say("There is no Elder in the Council."), "W-043")
        why = say("{cls:many} have the most Elders: Open Majority.", cls=NOUNS[cls])
        if model.is_tie(counts):
            why = say("{cls:many} tie for the most Elders and have the highest power: Open Majority.", cls=NOUNS[cls])
        if table.shells and table.setup.variants.leftover_shells == "add":
            text = say("Last round's shells stay: {shells} must lie in the centre now.", shells=due)
            return Asked((), text, why, "W-044")
        if due.number == 0:
            return Asked((), _bare(table), why, "W-043")
        text = say("Lay {shells} in the centre.", shells=due)
        if table.shells:
            text = sentences(text, say("Take away the {number} from last round first.", number=table.shells))
        return Asked((), text, why, "W-043")


class Direct(WavesMoment[PlaceShells | RotateElders]):
    """What the active tablet does at once: the Elders move, or the Followers bring shells (W-065)."""

    titles = {model.Phase.DIRECT: say("The tablet acts at once")}
    acts = (PlaceShells, RotateElders)

    def legal(self, state: model.WavesState) -> tuple[PlaceShells | RotateElders, ...]:
        match tablets.active_side(state.table):
            case "SEE-B2" if not state.table.acted:
                return (RotateElders(),)
            case "NOB-A" if not state.table.acted:
                return (PlaceShells(tablets.shells_due(state.table)),)
        return ()

    def apply(self, state: model.WavesState, act: PlaceShells | RotateElders) -> model.WavesState:
        if isinstance(act, PlaceShells):
            return because(state, "W-134", "W-064", "W-065", shells=act.count, acted=True)
        elders, gap_elder = tablets.moved_right(state.table)
        slots = tuple(replace(slot, elder=elder) for slot, elder in zip(state.table.slots, elders, strict=True))
        return because(state, "W-126", "W-118", "W-064", "W-065", slots=slots, gap_elder=gap_elder, acted=True)

    def asked(self, view: model.WavesView) -> Asked:
        table, why = view.table, say("The active tablet acts at once.")
        if tablets.active_side(table) == "NOB-A":
            why = why if tablets.followers(table) else sentences(why, rebel(table.setup).everyone)
            return Asked((), _for_followers(table), why, "W-134")
        text = say("Move every Elder to the player on its right, all at once. Agents stay.")
        if table.setup.gap_after >= 0 and table.setup.variants.rotate_gap:
            text = sentences(text, say("The unassociated Elder moves with them."))
        elif table.setup.gap_after >= 0:
            text = sentences(text, say("The unassociated Elder stays."))
        return Asked((), text, why, "W-126")

    def described(self, before: model.WavesView, act: PlaceShells | RotateElders) -> Message:
        if isinstance(act, RotateElders):
            return super().described(before, act)
        shells, due = Count(act.count, SHELL), tablets.shells_due(before.table)
        return say("{shells} in the centre (the tablet asks for {due}).", shells=shells, due=due)

    def misfit(self, state: model.WavesState, act: PlaceShells | RotateElders) -> Law:
        if isinstance(act, RotateElders):
            return super().misfit(state, act)
        due, count = Count(tablets.shells_due(state.table), SHELL), act.count
        return "W-134", say(
            "The active tablet asks for {shells} in the centre, not {number}.", shells=due, number=count
        )


def _bare(table: model.Table) -> Message:
    """How the centre comes to be without shells."""
    return say("Take all shells out of the centre.") if table.shells else say("Leave the centre without shells.")


def _for_followers(table: model.Table) -> Message:
    """How as many shells as there are Followers come to lie in the centre; there may be more Followers than shells."""
    due, wanted, before = tablets.shells_due(table), tablets.followers(table), table.shells
    if due == 0:
        return _bare(table)
    shells, is_more = Count(due, SHELL), due > before
    act = say("Leave {shells} in the centre", shells=shells)
    if is_more:
        act = say("Put {shells} in the centre", shells=shells)
    each = say("{act}, one for each Follower", act=act)
    if wanted > due:
        each = say("{act} ({wanted} Followers, but only {due} exist)", act=act, wanted=wanted, due=due)
    if is_more:
        return say("{act}: add {number}.", act=each, number=due - before)
    if due < before:
        return say("{act}: take {number} out.", act=each, number=before - due)
    return say("{act}.", act=each)
