"""Steps that carry choices which nobody may read before their time, as a recording has them: with their seals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from companion.games.core import Action, types_of
from companion.games.game import AnyGame
from companion.live.inputs import Acted, Asked
from companion.live.openings import Vault, is_secret
from companion.live.requests import Tap
from companion.recording.format import Sealed, Step


def sealed_step(game: AnyGame, vault: Vault, step: Step | None) -> Step | None:
    """The step with each choice in it sealed that is to be, whether or not it will be accepted; else as it is."""
    if not any(each.seals for each in types_of(game.action_type)):
        return step
    match step:
        case Asked(_, Tap(actions)) | Acted(_, actions):
            acts, seals = _sealed_acts(game, vault, actions)
            told = Sealed(step, seals).with_actions(acts)
            return Sealed(told, seals) if any(seals) else told
        case _:
            return step


def _sealed_acts(
    game: AnyGame, vault: Vault, actions: Sequence[dict[str, Any]]
) -> tuple[tuple[dict[str, Any], ...], tuple[str, ...]]:
    """The acts as they may be written down, and the seal of each; "" for one that hides nothing."""
    acts, seals = list[dict[str, Any]](), list[str]()
    for sent in actions:
        act = _read(game, sent)
        if act is None:
            acts.append(_bare(game, sent))
        elif is_secret(act):
            acts.append(msgspec.to_builtins(act.public()))
            seals.append(vault.prepare(act).seal)
            continue
        else:
            acts.append(sent)
        seals.append("")
    return tuple(acts), tuple(seals)


def _read(game: AnyGame, sent: Mapping[str, Any]) -> Action | None:
    try:
        return cast("Action", msgspec.convert(sent, game.action_type))
    except (ValueError, RecursionError):
        return None


def _bare(game: AnyGame, sent: dict[str, Any]) -> dict[str, Any]:
    """What is no act of the game, without what it may tell of a choice: it is refused as it was."""
    hides = {each.__struct_config__.tag for each in types_of(game.action_type) if each.seals}
    return {"type": sent["type"]} if sent.get("type") in hides else sent
