"""Saved games deleted for good: `companion games --delete` and `--delete-empty`."""

from __future__ import annotations

from pathlib import Path

from companion.games.registry import GAMES
from companion.games.shared.phrases import counted
from companion.live.removal import Removed, empty_games, remove_game, what_lies_there
from companion.live.saved_games import SavedGames
from companion.runtime.terminal import confirm, echo
from companion.storage.home import Home


def delete_games(ids: tuple[str, ...], with_empty: bool, yes: bool, folder: Path) -> None:
    """Delete these games, and the empty ones where that is wanted, once they were shown and somebody said yes.

    Raises `JournalMissing`, `JournalStrange`, `JournalBusy`, `JournalNotWritable`, and `click.Abort` for a no.
    """
    home = Home(folder)
    empty = empty_games(home) if with_empty else ()
    chosen = tuple(what_lies_there(home, each) for each in dict.fromkeys((*ids, *empty)))
    if not chosen:
        echo(f"No empty game lies in {folder}.")
        return
    saved = SavedGames(home, GAMES)
    told = saved.all(only={each.id for each in chosen})
    titles = {each.id: f", {each.title}, {each.acts} acts, {each.status}" for each in told}
    for each in chosen:
        echo(f"  {each.id}{titles.get(each.id, ', never began')}{_beside(each)}")
    if not yes:
        confirm(f"Delete {'this game' if len(chosen) == 1 else f'these {len(chosen)} games'} for good?", default=False)
    for each in chosen:
        remove_game(home, each.id)
        echo(f"{each.id} is deleted.")
    saved.forget_gone()


def _beside(there: Removed) -> str:
    photographs = f", {counted(there.photographs, 'photograph')}" if there.photographs else ""
    return photographs + (f", {counted(there.damaged, 'damaged file')} kept aside" if there.damaged else "")
