//! The sheet of rules with six counters a hole.

use super::{Ground, NO_PROTECTED, Source, ground};

pub(in crate::rules) const SIX: Source = Source {
    short: "Congklak, six",
    full: "Congklak - A Traditional Game, a sheet of rules with six counters a hole",
};

pub(in crate::rules) const SIX_GROUNDS: &[Ground] = &[
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
    ground(
        &["lap"],
        "First Round",
        "If a player's last counter falls into an empty hole on their side of the board, and the opposite hole has counters, the player must take all these counters",
        "no other condition is named",
    ),
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
