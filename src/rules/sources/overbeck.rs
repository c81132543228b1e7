//! Overbeck's text of 1915.

use super::{Ground, NO_PROTECTED, Source, ground};

pub(in crate::rules) const OVERBECK: Source = Source {
    short: "Overbeck 1915",
    full: "H. Overbeck, New Notes on the Game of \"Chongkak\", \
           Journal of the Straits Branch of the Royal Asiatic Society 68 (1915)",
};

pub(in crate::rules) const OVERBECK_GROUNDS: &[Ground] = &[
    ground(
        &["holes", "seeds"],
        "introduction",
        "At the beginning of a match 9 seeds are placed in each of the 9 holes of each kampong",
        "",
    ),
    ground(
        &["store"],
        "§ 2",
        "When coming to his own rumah, he drops one seed into it; but he drops none into his opponent's.",
        "",
    ),
    ground(
        &["store_last"],
        "§ 4",
        "If the last seed falls into the rumah of the player, he may start again",
        "\"may\" is read as what happens: the player moves again",
    ),
    ground(
        &["occupied"],
        "§ 3",
        "If the last seed falls into a hole wherein there are other seeds, the whole contents are taken out and distributed as above",
        "",
    ),
    ground(
        &["capture"],
        "§ 5",
        "he takes out that seed and the whole contents of the opposite hole in his opponent's kampong, and puts both into his rumah",
        "",
    ),
    ground(
        &["lone"],
        "§ 6",
        "the opposite hole in his opponent's kampong is also empty, the seed remains there",
        "",
    ),
    ground(
        &["lap"],
        "§ 5",
        "If the last seed falls into an empty hole in his own kampong, he takes out that seed",
        "no condition is named",
    ),
    ground(
        &["end"],
        "§ 9",
        "In either case his opponent must be in a position to play once more in a way which makes him stop playing also, but without being compelled to distribute again seeds into the empty holes",
        "a player with empty holes passes; the opponent's next turn is final unless it sows to him",
    ),
    ground(
        &["short"],
        "§ 11",
        "The player who has lost some seeds in the preceeding game, fills up only as many holes in his kampong as can be filled with 9 seeds.",
        "",
    ),
    ground(&["max_protected"], "", "", NO_PROTECTED),
    ground(
        &["fill"],
        "§ 11",
        "beginning with the hole next to his rumah and continuing to the right",
        "",
    ),
    ground(
        &["starter"],
        "§ 10",
        "The player who has made the last move in a game, starts the next one.",
        "",
    ),
    ground(
        &["first_round"],
        "§ 2",
        "The first game of a set is started by both players together.",
        "",
    ),
];
