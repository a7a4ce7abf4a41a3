"""What some rules of the game say, in our words; the others are shown by their ids."""

from __future__ import annotations

from typing import Final

from companion.games.core import RuleId
from companion.language.message import Message, say

RULES: Final[dict[RuleId, Message]] = {
    "R-006": say("Each player begins with 5 Infamy."),
    "R-007": say("Two dice of each player's colour are in the bag at the start; colours that nobody plays stay out."),
    "R-008": say("One Freebooter more than there are players is in the bag at the start."),
    "R-010": say("Whoever was on a boat most recently has the bag first."),
    "R-030": say("The first player draws three dice for each player, without looking, and rolls them: the pool."),
    "R-031": say("From the first player on, clockwise, each takes one die a turn, until everybody has three."),
    "R-032": say("A Freebooter costs nothing."),
    "R-033": say("A die of the own colour costs nothing."),
    "R-034": say("A die of another player's colour costs as much Infamy as it shows."),
    "R-036": say("Nobody can pay more Infamy than there is; paying all is allowed."),
    "R-037": say("Where no own die and no Freebooter is left, and nobody pays, a drunken sailor is taken."),
    "R-038": say("A drunken sailor is any die of the pool, free, turned to its lowest face."),
    "R-050": say("All players lay their dice on icons of their mini boards, at the same time and unseen."),
    "R-051": say("An icon takes one die a round."),
    "R-054": say("To bury a chest takes all three dice."),
    "R-055": say("Whoever has finished calls YARRR. Until everybody has called, dice may be taken back."),
    "R-056": say("A buried chest takes no more dice."),
    "R-057": say("An icon without an empty square cannot be chosen."),
    "R-060": say("All mini boards are opened together."),
    "R-061": say("Everybody writes together, icon by icon, from the left."),
    "R-071": say("A die on Raise Spirits is written into one of its two squares."),
    "R-072": say("Spirits can be raised only while both squares are filled."),
    "R-073": say("Erase both squares of Raise Spirits, and write a 7 in place of one die."),
    "R-075": say("Spirits are raised once a round at most."),
    "R-082": say("A chest is filled from the bottom right square, the bottom row first."),
    "R-090": say("Burying takes all three dice, whatever they show, and nothing is written of them."),
    "R-091": say("A chest is buried by crossing out its island and boxing it."),
    "R-092": say("Only a chest with a value in it can be buried."),
    "R-094": say("A buried chest cannot be robbed, or buried again."),
    "R-101": say("A die on the Hull is written into its next free square."),
    "R-111": say("A die on a cannon is written into its next free square; the sum decides how many shots it has."),
    "R-113": say("A cannon fires in the round in which its last square is filled."),
    "R-114": say("Whoever has the most Infamy fires first."),
    "R-116": say("A shot is fired at one chest of another player that is not buried."),
    "R-117": say("Two cannons fired at one player rob one chest, and their shots are added."),
    "R-122": say("Stolen values go into one own chest that is not buried."),
    "R-131": say("A die on Ports is written into their next free square."),
    "R-141": say("A die on Crew is written into its next free square."),
    "R-150": say("At the end of a round the end of the game is tested; else the next round begins."),
    "R-151": say("All dice go back into the bag."),
    "R-160": say("The end is tested only when a round closes."),
    "R-163": say("The game ends when somebody has all chests buried or filled, or every square of all tracks filled."),
    "R-173": say("Most points win."),
}
