//! The text with the condition of going round.

use super::{Ground, Source, ground};

pub(in crate::rules) const CONGKLAK: Source = Source {
    short: "Congklak",
    full: "Congklak (dakon), a description of the game with two rounds",
};

pub(in crate::rules) const CONGKLAK_GROUNDS: &[Ground] = &[
    ground(
        &["holes", "seeds"],
        "First Round",
        "Count 7 shells into each of the holes on your side of the board.",
        "",
    ),
    ground(
        &["store"],
        "First Round",
        "drop one shell into each hole in an effort to reach your own storehouse at the end of the board. Do not drop a shell into your opponent's store house.",
        "",
    ),
    ground(
        &["store_last"],
        "First Round",
        "Is your store house - You get another turn.",
        "",
    ),
    ground(
        &["occupied"],
        "First Round",
        "Has shells in it - take all of the shells in that hole and put them in your store house and continue moving around the board",
        "the sister texts relay from such a hole; congklak-bank follows the letter",
    ),
    ground(
        &["capture"],
        "First Round",
        "Take this last shell, and all of the shells from your opponent's hole which is directly across from you, and put them all into your store house.",
        "",
    ),
    ground(
        &["lone"],
        "First Round",
        "Take this last shell, and all of the shells from your opponent's hole",
        "all of none is none, and the last shell still goes",
    ),
    ground(
        &["lap"],
        "First Round",
        "Is empty + is on your side + you move gone around the board at least one time",
        "read as: through the opponent's row and back into the own one",
    ),
    ground(
        &["end"],
        "First Round",
        "The round ends when one player runs out of shells on his or her side of the board.",
        "judged when a turn ends",
    ),
    ground(
        &["short"],
        "Second Round",
        "they must ngacang, have some holes with less shells",
        "",
    ),
    ground(
        &["max_protected"],
        "Second Round",
        "The number of ngacang holes will depend on the number of shells remaining after the previous round of play, but should never be more than 3 holes.",
        "further holes that cannot be filled are closed",
    ),
    ground(
        &["fill"],
        "Second Round",
        "starting with the hole nearest your own store house",
        "",
    ),
    ground(
        &["starter"],
        "First Round",
        "The winner of the round goes first in the next round.",
        "",
    ),
    ground(
        &["first_round"],
        "First Round",
        "Decide who will go first.",
        "",
    ),
];

pub(in crate::rules) const BANK_GROUNDS: &[Ground] = &[ground(
    &["occupied"],
    "First Round",
    "take all of the shells in that hole and put them in your store house and continue moving around the board just like you did in the beginning of the game",
    "to the letter: the shells are won, and the player goes on as from his store",
)];
