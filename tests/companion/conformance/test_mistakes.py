"""Each mistake that whoever writes a game makes, planted into a small game: it is named with its file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.conformance.check import look, source_of
from companion.conformance.findings import Findings
from companion.laws.oracles import ORACLES, Oracle
from tests.companion.conformance.planted import GAMES, Edit, faults_in, found_in, place, plant

GAME: Final = "game.py"
IMPORT: Final = "from companion.games.game import Game"
PASS: Final = '''class Pass(OfSeat, frozen=True):
    """A player takes nothing."""


TileState: TypeAlias'''
EMPTY: Final = """        return Expected((*usual.expected(view).zones, ExpectedZone("bowl", Anything())))


class LastTile("""
TURNED: Final = """    def correct(self, state: TileState, facts: Any) -> TileState:
        after = super().correct(state, facts)
        return replace(after, table=replace(after.table, turn=1 - after.table.turn))

    def outcome("""


def edit(old: str, new: str, file: str = GAME) -> Edit:
    return file, old, new


def laid(zones: str) -> tuple[Edit, ...]:
    """A game whose expected table has these zones."""
    return (
        edit("from companion.games.shared import usual\n", "from companion.games.shared import usual\nEXTRA = None\n"),
        edit(
            "class LastTile(",
            "def laid(view: TileView) -> Any:\n"
            "    from companion.table.expected import ExpectedTable, ExpectedZone, Pieces\n\n"
            f"    return ExpectedTable({zones})\n\n\nclass LastTile(",
        ),
        edit("expected=usual.expected", "expected=laid"),
    )


MISTAKES: Final[dict[str, tuple[tuple[Edit, ...], str, tuple[str, str]]]] = {
    "act outside the union": (
        (edit("TileState: TypeAlias", PASS),),
        "The act Pass is not in the union action_type, so it can be kept in no journal. "
        "Add it to the union, or take the class out.",
        (GAME, "class Pass("),
    ),
    "gap that nobody fills": (
        (edit('say("{who} wins.", ', 'say("{who} wins with {tiles}.", '),),
        "Nobody fills the gap {tiles}. Give tiles= to say(), or take the gap out.",
        (GAME, 'text = say("{who} wins'),
    ),
    "value without a gap": (
        (edit('say("It is their turn.")', 'say("It is their turn.", tiles=1)'),),
        "The value tiles has no gap. Write {tiles} into the text, or leave it out.",
        (GAME, "return Asked("),
    ),
    "mark of another game's mat": (
        (edit("mark = 559", "mark = 500", "data/layouts.toml"),),
        "The mat table has the mark 500, as the mat head-to-head-2 of Waves has. Take one that is free, as 512.",
        ("data/layouts.toml", "mark = 500"),
    ),
    "piece without a look": (
        (edit("[tile]", "[stone]", "data/looks.toml"),),
        "The piece tile has no look. Say how it looks, in looks.toml or where the game makes its looks.",
        ("data/kit.toml", '"tile" ='),
    ),
    "look without a piece": (
        (edit("[tile]", "[stone]", "data/looks.toml"),),
        "The look stone has no piece in the kit. Add it to kit.toml, or take the look out.",
        ("data/looks.toml", "[stone]"),
    ),
    "zone that no mat has": (
        (edit('on: ClassVar[tuple[str, ...]] = ("left", ', 'on: ClassVar[tuple[str, ...]] = ("bowl", "left", '),),
        "The act Take names the zone bowl, which no mat of the game has. Name one of: left, taken.0, taken.1.",
        (GAME, "on: ClassVar"),
    ),
    "zone of a field that the act lacks": (
        (edit('"taken.:seat"', '"taken.:whose"'),),
        "The act Take names the zone taken.:whose, and has no field whose. Its fields are: seat, number.",
        (GAME, "on: ClassVar"),
    ),
    "zone that an act does not name": (
        (edit('("left", "taken.:seat")', '("left",)'),),
        "After the act Take another thing must lie in the zone taken.",
        (GAME, "on: ClassVar"),
    ),
    "fact that moves": (
        (edit("    def outcome(", TURNED),),
        "Setting nothing changes turn. Let `correct`, and what settles by itself, leave what is set as it is.",
        (GAME, "turn: Annotated"),
    ),
    "abstract method forgotten": (
        (edit("def violations(", "def violation("),),
        "LastTile does not have `violations`, which its base leaves to it. Write that there.",
        (GAME, "class LastTile("),
    ),
    "method of a phase forgotten": (
        (edit("def label(", "def labelled("),),
        "Taking does not have `label`, which its base leaves to it. Write that there.",
        (GAME, "class Taking("),
    ),
    "no GAME": (
        (edit("GAME: Final = LastTile()", "PLAYED: Final = LastTile()"),),
        "game.py has no GAME. Let the module end with GAME = and the game that it puts together.",
        (GAME, ""),
    ),
    "GAME that is none": (
        (edit("GAME: Final = LastTile()", "GAME: Final = LastTile"),),
        "GAME of game.py is ABCMeta, and no Game. Let the module end with GAME = and the game that it puts together.",
        (GAME, ""),
    ),
    "no mat at all": (
        (edit("    mat = Mat(", "    table = Mat("),),
        "LastTile has no `mat`. Write it there.",
        (GAME, "class LastTile("),
    ),
    "marker that is reserved": (
        (edit("first = 5, count = 15", "first = 495, count = 15", "data/kit.toml"),),
        "Marker 500 stands for a mat and for piece 'tile'. Renumber one.",
        ("data/kit.toml", '"tile" ='),
    ),
    "back of every card": (
        (edit("first = 5, count = 15", "first = 4, count = 15", "data/kit.toml"),),
        "The marker 4 is the back of every card of every game, and tile is one piece alone. "
        "Give 4 to the back alone, with is_shared = true.",
        ("data/kit.toml", '"tile" ='),
    ),
    "expected zone that the mat lacks": (
        laid('(*usual.expected(view).zones, ExpectedZone("bowl", Pieces(())))'),
        "The expected table has the zone bowl, which the mat last-tile has not. "
        "Name a zone of layouts.toml, or add it there.",
        (GAME, "def laid("),
    ),
    "zone of the mat that is not expected": (
        laid("usual.expected(view).zones[:2]"),
        "The expected table leaves out the zone taken.1 of the mat last-tile. Say what must lie there, or Anything().",
        (GAME, "def laid("),
    ),
    "expected piece that has no look": (
        laid('(ExpectedZone("left", Pieces(("crown",))), *usual.expected(view).zones[1:])'),
        "The expected table has the piece crown, which has no look. Name a kind.",
        (GAME, "def laid("),
    ),
    "more pieces than the kit has": (
        (*laid("usual.expected(view).zones"), edit("count = 15", "count = 4", "data/kit.toml")),
        "The expected table has more tile than the kit: 5, and the kit has 4. "
        "Give kit.toml as many as may ever lie there.",
        (GAME, "def laid("),
    ),
    "set that prints no piece": (
        (edit('face = "tile"', 'face = "stone"', "data/print.toml"),),
        "The kit of Last Tile has no piece 'stone', which is to be printed. Add it to kit.toml.",
        ("data/print.toml", ""),
    ),
    "piece that no set prints": (
        (edit('"tile" = { size', '"token" = { size = "tile", first = 30 }\n"tile" = { size', "data/kit.toml"),),
        "No set of print.toml prints the piece token. Name it there as a face of [[sets]].",
        ("data/kit.toml", '"token" ='),
    ),
    "prompt too long": (
        (
            edit(
                "{who} takes one tile or two.",
                f"{{who}} takes {'one tile or two, ' * 10}slowly.",
            ),
        ),
        "The prompt is too long for a phone, ",
        (GAME, "def asked("),
    ),
    "prompt that names no seat": (
        (edit("return Asked((turn,), text", "return Asked((), text"),),
        "The prompt names no seat in the phase 'Take', and only the acts of seats are legal. Name who acts, here seat ",
        (GAME, "def asked("),
    ),
    "phase without a title": (
        (edit('titles = {"take": say("Take")}', "pass"),),
        "The phase Taking has no title, so no table ever comes to it. "
        "Give its `titles` the phase of the table, and what people call it.",
        (GAME, "class Taking("),
    ),
    "phase of the table that no moment has": (
        (edit('phase: ClassVar[str] = "take"', 'phase: ClassVar[str] = "lay"'),),
        "The phase 'lay' of the table has no title: no moment has it. "
        "Add it to the `titles` of the moment that is on then.",
        (GAME, "phase: ClassVar"),
    ),
    "phase without acts": (
        (edit("    acts = (Take,)\n", ""),),
        "Taking has no `acts`. Write it there.",
        (GAME, "class Taking("),
    ),
    "act that no phase names": (
        (edit("TileState: TypeAlias", PASS), edit("action_type = Take", "action_type = Take | Pass")),
        "No phase names the act Pass. Add it to the `acts` of the phase to which it belongs.",
        (GAME, "class Pass("),
    ),
    "dict in a table": (
        (edit("    turn: Annotated", "    marks: dict[str, int] = {}\n    turn: Annotated"),),
        "What can be changed: state.table.marks: a dict. Let records be frozen, and hold tuples: no list, set or dict.",
        (GAME, "marks: dict"),
    ),
    "set in a table": (
        (edit("    turn: Annotated", "    marks: frozenset[int] = frozenset()\n    turn: Annotated"),),
        "What can be changed: state.table.marks: a frozenset. "
        "Let records be frozen, and hold tuples: no list, set or dict.",
        (GAME, "marks: frozenset"),
    ),
    "tuple of no type": (
        (edit("    turn: Annotated", "    marks: Any = ((1, 2),)\n    turn: Annotated"),),
        "A state does not survive JSON: marks is read as something else. "
        "Give the field a type by which it is read as it was.",
        (GAME, "marks: Any"),
    ),
    "legal act that is refused": (
        (
            edit(
                "    def apply(self",
                "    def allows(self, state: TileState, act: Take) -> bool:\n"
                "        return act.number == 1\n\n    def apply(self",
            ),
        ),
        "The act Take(seat=",
        (GAME, "def legal("),
    ),
    "law that is broken at the start": (
        (edit('Table(turn=chosen["first"], ', 'Table(left=4, turn=chosen["first"], '),),
        "A law is broken at the start: There are 4 tiles, and must be 5 (L-001). Lay out what the law counts.",
        (GAME, "def new_game("),
    ),
    "law that is broken in play": (
        (edit("table.taken[act.seat] + act.number)", "table.taken[act.seat])"),),
        "After the act Take a law is broken: There are ",
        (GAME, "def apply("),
    ),
    "play that stops": (
        (edit("return tuple(Take(", "return () if state.table.left == 1 else tuple(Take("),),
        "Play stops: nobody can do anything in the phase 'Take', and the game has no outcome. "
        "List a legal act there, or let `outcome` say who won.",
        (GAME, "def legal("),
    ),
    "text that is no message": (
        (
            edit(
                'return say("{who} took {tiles}.", who=before.who(act.seat), tiles=Count(act.number, TILE))',
                'return "Somebody took tiles."',
            ),
        ),
        'This is a text and no message: “Somebody took tiles.” Write it as say("…"), or written(…).',
        (GAME, 'return "Somebody took'),
    ),
    "line of the log that is no sentence": (
        (edit('say("{who} took {tiles}."', 'say("{who} took {tiles}"'),),
        "The log says no sentence of Take: “",
        (GAME, "def described("),
    ),
    "module that is no Python": (
        (edit("class Taking(", "class Taking(("),),
        "This is no Python: ",
        (GAME, "class Taking("),
    ),
    "import of what is not there": (
        (edit("from companion.games.game import Game", "from companion.games.game import Play"),),
        "It cannot be imported: cannot import name 'Play' from 'companion.games.game' ",
        (GAME, "from companion.games.game import Play"),
    ),
}


def test_a_sound_game_has_nothing_wrong(tmp_path: Path) -> None:
    assert faults_in(plant(tmp_path)) == ()


@pytest.mark.parametrize("game", ["last_tile", "harbour_market", "sealed_bid"])
def test_nothing_is_wrong_in_the_examples(game: str) -> None:
    source, found = source_of(str(GAMES / game), GAMES.parents[1]), Findings()
    assert look(source, found) is not None
    assert [each for each in found if each.weight == "fault"] == []


def test_a_roll_that_no_part_tells_of_is_named(tmp_path: Path) -> None:
    edits = (("game.py", "    dice = OneRoll(", "    rolls = OneRoll("),)
    package = plant(tmp_path, edits, "harbour_market")
    named = [each.text for each in faults_in(package, games=0)]
    assert named == ["The act RollDice is rolled, and the game has no part `dice`: no page and no tray tells of it."]


def test_an_act_of_the_dealer_needs_nobody_to_be_named(tmp_path: Path) -> None:
    assert faults_in(plant(tmp_path, (), "harbour_market")) == ()


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_place_and_what_to_do(tmp_path: Path, mistake: str) -> None:
    edits, text, (file, line) = MISTAKES[mistake]
    package = plant(tmp_path, edits)
    found = {(each.place, f"{each.text} {each.cure}") for each in faults_in(package)}
    where = place(package, file, line) if line else f"{package.name}/{file}"
    named = [said for at, said in found if at == where and said.startswith(text)]
    assert len(named) == 1, (where, found)  # once, however often it shows


def test_each_of_two_mats_has_a_mark_of_its_own(tmp_path: Path) -> None:
    edits = (edit('layouts={"table": LAYOUT}', 'layouts={"table": LAYOUT, "other": LAYOUT}'),)
    package = plant(tmp_path, edits)
    (found,) = faults_in(package, games=0)
    assert found.text == "The mat other has the mark 559, as the mat table has."
    assert (found.place, found.cure) == (f"{package.name}/data/layouts.toml", "Take one that is free, as 512.")


def test_a_mat_without_a_mark_is_named(tmp_path: Path) -> None:
    package = plant(tmp_path, (edit("mark = 559\nmark_at = [300, 110]\n", "", "data/layouts.toml"),))
    (found,) = faults_in(package, games=0)
    assert found.text == "The mat table has no mark, so another may be taken for it."
    assert found.place == place(package, "data/layouts.toml", "[mats.table]")


def test_a_default_with_which_no_game_begins_is_named(tmp_path: Path) -> None:
    refusing = """        if chosen["first"] == 0:
            raise BadOption(say("Nobody begins."))
        return State(Table("""
    edits = (
        edit("        return State(Table(", refusing),
        edit(
            "from companion.games.game import Game",
            f"from companion.games.errors import BadOption\n{IMPORT}",
        ),
    )
    package = plant(tmp_path, edits)
    found = {(each.place, each.text) for each in faults_in(package, games=0)}
    default = "new_game refuses the default of the option first: Nobody begins."
    assert (place(package, "data/options.toml", "[first]"), default) in found
    without = "new_game refuses a game without any option: Nobody begins."
    assert (place(package, GAME, "def new_game("), without) in found


@pytest.mark.parametrize("file", ["kit.toml", "layouts.toml", "print.toml", "options.toml", "looks.toml"])
def test_a_data_file_that_is_missing_is_named_once(tmp_path: Path, file: str) -> None:
    package = plant(tmp_path)
    (package / "data" / file).unlink()
    (found,) = faults_in(package, games=0)
    assert found.place == f"{package.name}/data/{file}"
    assert "is missing." in found.text
    assert found.cure.startswith("Write it; docs/")


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("data/kit.toml", "count = 15", "count = = 15", '"tile" ='),
        ("data/print.toml", 'face = "tile"', 'face = = "tile"', "face ="),
        ("data/options.toml", "[first]\nlabel = ", "[first]\nlabel = = ", "label = ="),
    ],
)
def test_a_data_file_that_is_no_toml_is_named_once_with_its_line(
    tmp_path: Path, file: str, old: str, new: str, line: str
) -> None:
    package = plant(tmp_path, (edit(old, new, file),))
    (found,) = faults_in(package, games=0)
    assert found.place == place(package, file, line)
    assert found.text == "This is no TOML: Invalid value."
    assert found.cure == "Put that line right."


def test_a_readme_is_missing_or_leaves_a_module_out(tmp_path: Path) -> None:
    package = plant(tmp_path)
    (package / "README.md").write_text("Last Tile.\n", encoding="utf-8")
    (found,) = faults_in(package, games=0)
    assert str(found) == (
        f"{package.name}/README.md: The README does not name the module game.py. "
        "Add it, with what it is, in the order of reading."
    )
    (package / "README.md").unlink()
    (found,) = faults_in(package, games=0)
    assert found.text == "The package has no README.md."
    assert found.place == package.name


def test_an_act_that_the_laws_of_acts_do_not_know_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict[type, tuple[str, ...]]()
    package = plant(tmp_path, (edit('name = "last_tile"', 'name = "judged"'),))
    monkeypatch.setitem(ORACLES, "judged", Oracle((), lambda before, act, after: known[type(act)]))
    (found,) = faults_in(package)
    assert found.text.startswith("The laws of acts do not know Take (tests/companion/conformance/test_mistakes.py:")
    assert found.cure == "Say there what it may change."
    assert found.place == place(package, GAME, "def apply(")


def test_what_others_may_not_know_and_the_table_has_is_named(tmp_path: Path) -> None:
    """A sealed guess that stands on the table: everybody's view has it."""
    leak = ("phases/guesses.py", 'why=("B-040",), sealed=put(_of(state.table).sealed, act.seat, True)', "")
    told = (leak[0], leak[1], leak[1].replace("act.seat, True", "act.seat, act.guess + 9"))
    varied = (
        "options.py",
        "players, guess = rng.choice((2, 3, 4)), rng.random() < 0.3",
        "players, guess = rng.choice((2, 3, 4)), rng.random() < 9",
    )
    package = plant(tmp_path, (told, varied), "sealed_bid")
    found = {(each.place, each.text) for each in faults_in(package, games=1)}
    text = "The act Guess tells everybody what another seat alone may know by the field guesses of the table."
    assert (place(package, "model.py", "guesses:"), text) in found


def test_a_game_that_is_in_no_registry_yet_is_told_so_and_which_markers_are_others(tmp_path: Path) -> None:
    package = plant(tmp_path)
    registry, markers = found_in(package, games=0)
    assert registry.text == f"The registry does not have {package.name} yet, so no other command knows it."
    assert registry.cure == (f'Add "{package.name}" to PLAYED in companion/games/registry.py once it may be played.')
    assert markers.place == place(package, "data/kit.toml", '"tile" =')
    assert markers.text.startswith("15 of its markers are pieces of other games too (5 to 19: Waves, ")
    assert markers.cure.startswith("Take free ids for what is not printed yet: 219, ")


def test_an_act_that_no_phase_names_is_told_once_though_play_breaks_off_at_it(tmp_path: Path) -> None:
    edits = (
        edit("TileState: TypeAlias", PASS),
        edit("action_type = Take", "action_type = Take | Pass"),
        edit("return tuple(Take(state", "return (Pass(0),) or tuple(Take(state"),
    )
    package = plant(tmp_path, edits)
    at = place(package, GAME, "class Pass(")
    assert [(each.place, each.text) for each in faults_in(package)] == [(at, "No phase names the act Pass.")]


def test_what_the_code_of_a_game_breaks_off_with_is_told_by_its_line(tmp_path: Path) -> None:
    package = plant(tmp_path, (edit("turn=1 - table.turn", 'turn={}["turn"]'),))
    (found,) = faults_in(package)
    assert found.place == place(package, GAME, "after = replace(")
    assert found.text == "Asked about the legal acts, the game breaks off: It breaks off here with KeyError: 'turn'."
    assert found.cure == "Put that right."


def test_a_sentence_that_another_language_of_the_game_lacks_is_named(tmp_path: Path) -> None:
    line = '"The bowl has {pearls}." = '
    package = plant(tmp_path, (("data/words.de.toml", line, f"# {line}"),), "sealed_bid")
    (found,) = (each for each in faults_in(package, games=0) if "/words." in each.place)  # its name is the original's
    assert str(found) == (
        f"{package.name}/data/words.de.toml: 'The bowl has {{pearls}}.' is not said in 'de'. Put that entry right."
    )


def test_acts_that_nobody_did_are_worth_a_note(tmp_path: Path) -> None:
    edits = (
        edit("TileState: TypeAlias", PASS),
        edit("action_type = Take", "action_type = Take | Pass"),
        edit("acts = (Take,)", "acts = (Take, Pass)"),
    )
    package = plant(tmp_path, edits)
    *_, unmet = found_in(package)
    assert unmet.weight == "note"
    assert str(unmet) == (
        f"{place(package, GAME, 'class Pass(')}: In these games nobody did Pass: nothing of that was looked at. "
        "Let more games be played, as by --games 20, or see to it that it is ever legal."
    )


def test_a_name_that_another_game_has_is_named(tmp_path: Path) -> None:
    package = plant(tmp_path, (edit('name = "last_tile"', 'name = "waves"'),))
    (found,) = (each for each in faults_in(package, games=0) if "called" in each.text)
    assert (found.text, found.place) == ("Waves is called waves too.", place(package, GAME, 'name = "waves"'))
