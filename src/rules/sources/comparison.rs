//! Games that are played for comparison; their rules are not quoted.

use super::{Ground, NO_PROTECTED, Source, ground};

pub(in crate::rules) const DAKON: Source = Source {
    short: "Donkers et al. 2000",
    full: "H. Donkers, A. de Voogt, J. Uiterwijk, on winning openings in dakon (2000), \
           played on a Maldivian 2 x 8 board",
};

const DAKON_NOTE: &str =
    "after the description by Donkers, de Voogt and Uiterwijk, not quoted here";

pub(in crate::rules) const DAKON_GROUNDS: &[Ground] = &[
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

pub(in crate::rules) const KALAH: Source = Source {
    short: "Kalah",
    full: "the modern game of Kalah, as solved by G. Irving, J. Donkers and J. Uiterwijk (2000)",
};

pub(in crate::rules) const KALAH_GROUNDS: &[Ground] = &[
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
