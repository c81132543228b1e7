//! The text with two accounts of the later rounds.

use super::{Ground, NO_PROTECTED, Source, ground};

pub(in crate::rules) const CONGLAK: Source = Source {
    short: "Conglak",
    full: "Conglak, a description with two accounts of the later rounds, \
           after \"Conglak, A Traditional Game of Indonesia\", expat.or.id",
};

pub(in crate::rules) const CONGLAK_GROUNDS: &[Ground] = &[
    ground(
        &["holes", "seeds"],
        "Play",
        "If the board has more or less than seven holes on each side, fill each hole with stones equal in number to number of holes on one side of the board.",
        "boards of 5, 6, 7 and 9 holes are named; seven is the usual one",
    ),
    ground(
        &["store"],
        "Play",
        "Sow into every hole including your store, but not your opponent's store.",
        "clockwise sowing with the store at the right hand would put it behind the opponent's row: that is store = far",
    ),
    ground(
        &["store_last"],
        "Play",
        "If the last hole is your store, you get another turn.",
        "",
    ),
    ground(
        &["occupied"],
        "End of the game",
        "having at least one shell left in a position to carry on the journey",
        "a last seed in an occupied hole is never spoken of; the sister texts relay",
    ),
    ground(
        &["capture"],
        "Play",
        "you may pick up your last stone and any stones on your opponent's side, exactly opposite and place them all in your store",
        "\"may\" is read as what happens",
    ),
    ground(
        &["lone"],
        "Play",
        "you may pick up your last stone and any stones on your opponent's side",
        "any of none is none, and the last stone still goes",
    ),
    ground(
        &["lap"],
        "Variations",
        "Some versions of this rule, however, state that a player is only allowed to collect his opponent's stones from the other side of the board after having \"gone around the board at least one time\".",
        "a variation: lap = passed, or circuit; the main text has no condition",
    ),
    ground(
        &["end"],
        "Play",
        "The first round ends when one player runs out of stones on his or her side of the board.",
        "judged when a turn ends",
    ),
    ground(
        &["short"],
        "Play",
        "they must ngacang, have some holes with less shells",
        "",
    ),
    ground(
        &["max_protected"],
        "Play",
        "The number of ngacang holes will depend on the number of stones remaining after the previous round of play, but should never be more than three holes.",
        "further holes that cannot be filled are closed",
    ),
    ground(
        &["fill"],
        "Play",
        "starting with the hole nearest his own store house",
        "",
    ),
    ground(
        &["starter"],
        "Play",
        "The player that still has stones on their side of the board, collects all remaining stones on his side to his store, is the winner of this round, and plays first in the second round.",
        "",
    ),
    ground(
        &["first_round"],
        "Play",
        "After deciding which player will go first, turns alternate.",
        "",
    ),
];

pub(in crate::rules) const BURNT_GROUNDS: &[Ground] = &[
    ground(
        &["short"],
        "second account",
        "If a player does not have sufficient seeds to fill his own houses, the remaining houses are left empty and are considered 'burnt'.",
        "",
    ),
    ground(&["max_protected"], "", "", NO_PROTECTED),
    ground(
        &["fill"],
        "second account",
        "Beginning from left to right, seven seeds are placed in each house.",
        "with the store at the right hand, the leftmost house is the one farthest from it",
    ),
    ground(
        &["starter"],
        "second account",
        "The loser gets to start the second round.",
        "",
    ),
];
