//! The texts behind the named rule sets, and the sentence each option rests on.
//!
//! Sentences are short quotations. Where a text is silent, or says two things, the note tells how
//! it was read. `docs/RULES.md` gives the readings in one piece.

/// A text that describes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Short name, for tables.
    pub short: &'static str,
    /// Author, title, place.
    pub full: &'static str,
}

/// What one or more options rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The options.
    pub options: &'static [&'static str],
    /// Where in the source; empty if it has no sections.
    pub section: &'static str,
    /// The words of the source; empty where it is silent.
    pub sentence: &'static str,
    /// How they were read; empty where they are plain.
    pub note: &'static str,
}

const fn ground(
    options: &'static [&'static str],
    section: &'static str,
    sentence: &'static str,
    note: &'static str,
) -> Ground {
    Ground {
        options,
        section,
        sentence,
        note,
    }
}

pub(super) const OVERBECK: Source = Source {
    short: "Overbeck 1915",
    full: "H. Overbeck, New Notes on the Game of \"Chongkak\", \
           Journal of the Straits Branch of the Royal Asiatic Society 68 (1915)",
};

const NO_PROTECTED: &str = "not used: holes that cannot be filled are closed";

pub(super) const OVERBECK_GROUNDS: &[Ground] = &[
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
    ground(&["lap"], "§ 5", "", "§ 5 names no condition"),
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

pub(super) const CONGLAK: Source = Source {
    short: "Conglak",
    full: "Conglak, a description with two accounts of the later rounds, \
           after \"Conglak, A Traditional Game of Indonesia\", expat.or.id",
};

pub(super) const CONGLAK_GROUNDS: &[Ground] = &[
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

pub(super) const BURNT_GROUNDS: &[Ground] = &[
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

pub(super) const SIX: Source = Source {
    short: "Congklak, six",
    full: "Congklak - A Traditional Game, a sheet of rules with six counters a hole",
};

pub(super) const SIX_GROUNDS: &[Ground] = &[
    ground(
        &["holes", "seeds"],
        "First Round",
        "Start with six counters in each hole.",
        "the number of holes is not said; as many as counters, as on the sister boards",
    ),
    ground(
        &["store"],
        "First Round",
        "Include all of your own holes and your storehouse as well as all of your opponent's holes, but DO NOT put counters in your opponent's storehouse.",
        "",
    ),
    ground(
        &["store_last"],
        "First Round",
        "If a player's last counter falls into their own storehouse, then they have another turn",
        "",
    ),
    ground(
        &["occupied"],
        "First Round",
        "If the starting counter falls in any other non-empty hole, gather up all the counters from the hole and continue as before.",
        "",
    ),
    ground(
        &["capture"],
        "First Round",
        "the player must take all these counters as well as the ones on their side of the board",
        "",
    ),
    ground(
        &["lone"],
        "First Round",
        "If a player's last counter falls in an empty hole on their side of the board, and the opposite hole is empty, their turn ends",
        "the counter stays; a last counter in the opponent's empty hole, which is not spoken of, stays too",
    ),
    ground(&["lap"], "", "", "no condition is named"),
    ground(
        &["end"],
        "First Round",
        "If a player has no counters on their side of the board, so they have run out of shells first ('kalah jalan'), the round ends",
        "judged when a turn ends",
    ),
    ground(
        &["short"],
        "Second Round",
        "These holes remain out-of-play for this round",
        "also called protected; nothing can be in them, so they are closed",
    ),
    ground(&["max_protected"], "", "", NO_PROTECTED),
    ground(
        &["fill"],
        "Second Round",
        "starting with the hole closest to their store",
        "",
    ),
    ground(
        &["starter"],
        "Second Round",
        "The player who won the last round always goes first in the next round.",
        "two winners are named; the one left with seeds is meant here (the other ran out: kalah jalan)",
    ),
    ground(
        &["first_round"],
        "First Round",
        "Both players count 'satu-dua-tiga' and begin play at the same time.",
        "",
    ),
];

pub(super) const CONGKLAK: Source = Source {
    short: "Congklak",
    full: "Congklak (dakon), a description of the game with two rounds",
};

pub(super) const CONGKLAK_GROUNDS: &[Ground] = &[
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

pub(super) const BANK_GROUNDS: &[Ground] = &[ground(
    &["occupied"],
    "First Round",
    "take all of the shells in that hole and put them in your store house and continue moving around the board just like you did in the beginning of the game",
    "to the letter: the shells are won, and the player goes on as from his store",
)];

pub(super) const DAKON: Source = Source {
    short: "Donkers et al. 2000",
    full: "H. Donkers, A. de Voogt, J. Uiterwijk, on winning openings in dakon (2000), \
           played on a Maldivian 2 x 8 board",
};

const DAKON_NOTE: &str =
    "after the description by Donkers, de Voogt and Uiterwijk, not quoted here";

pub(super) const DAKON_GROUNDS: &[Ground] = &[
    ground(
        &[
            "holes",
            "seeds",
            "store",
            "store_last",
            "occupied",
            "capture",
            "lone",
            "lap",
            "end",
            "short",
            "fill",
            "first_round",
        ],
        "",
        "",
        DAKON_NOTE,
    ),
    ground(
        &["starter"],
        "",
        "",
        "after the description by Donkers, de Voogt and Uiterwijk, not quoted here; a tie goes to the last mover",
    ),
    ground(&["max_protected"], "", "", NO_PROTECTED),
];

pub(super) const KALAH: Source = Source {
    short: "Kalah",
    full: "the modern game of Kalah, as solved by G. Irving, J. Donkers and J. Uiterwijk (2000)",
};

pub(super) const KALAH_GROUNDS: &[Ground] = &[
    ground(
        &[
            "holes",
            "seeds",
            "store",
            "store_last",
            "occupied",
            "capture",
            "lone",
            "lap",
            "end",
            "first_round",
        ],
        "",
        "",
        "the standard rules, as in the published solutions",
    ),
    ground(
        &["short", "max_protected", "fill", "starter"],
        "",
        "",
        "a game of Kalah is one round; what follows a round is this program's choice",
    ),
];
