//! What the texts leave open, option by option.
//!
//! `docs/CHONG.md` has what the texts say to each. A default is the choice of profile `content`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Most columns of a board: 3 x 28 holes.
pub const MAX_COLUMNS: u8 = 28;

/// Fewest columns: on 3 x 1 the kings would have no place.
pub const MIN_COLUMNS: u8 = 2;

/// Most dice.
pub const MAX_DICE: u8 = 4;

/// An option or a value that there is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option {name:?} of chong: expected one of {}", OPTION_NAMES.join(", "))]
    Name {
        /// The name given.
        name: String,
    },
    /// The option is known, the value is not.
    #[error("option {option}: found {value:?}, expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// No profile has this name.
    #[error("no profile {name:?} of chong: expected one of {}", super::rules::PROFILES.map(|p| p.name).join(", "))]
    Profile {
        /// The name given.
        name: String,
    },
}

/// An enum whose values have names, with the texts both ways.
macro_rules! named_values {
    (
        $(#[$meta:meta])*
        $name:ident as $option:literal { $($(#[$value_meta:meta])* $value:ident = $text:literal,)+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// The names of all values, the default first.
            pub const NAMES: &'static [&'static str] = &[$($text),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($name::$value => $text,)+
                })
            }
        }

        impl FromStr for $name {
            type Err = OptionError;

            fn from_str(text: &str) -> Result<$name, OptionError> {
                match text {
                    $($text => Ok($name::$value),)+
                    _ => Err(OptionError::Value {
                        option: $option,
                        value: text.to_owned(),
                        expected: Self::NAMES.join(" or "),
                    }),
                }
            }
        }
    };
}

named_values! {
    /// Where the king goes when it changes places.
    KingPath as "king_path" {
        /// Down its own home row: with the nearest soldier below it that is still there.
        Retreat = "retreat",
        /// Forward: with the nearest soldier above it; with two Chongs in the throw also with the
        /// nearest below it, by which it turns. Positions can then recur.
        Advance = "advance",
    }
}

named_values! {
    /// When a king may step that has more than one soldier, or none.
    KingBack as "king_back" {
        /// The first such step of a turn takes two Chongs of the throw, further ones one each.
        VoidFirst = "void_first",
        /// With a Chong, if the player's throw before had one too.
        TwoTurns = "two_turns",
    }
}

named_values! {
    /// When the king moves like a soldier.
    KingFree as "king_free" {
        /// When one soldier is left, by any die; when none is left, by any die from 2 on.
        OneSoldier = "one_soldier",
        /// And by any die from 2 on when no own soldier is in the middle row.
        OneOrNoBattle = "one_or_no_battle",
        /// When one soldier is left, by a single Chong, and never by another die.
        ChongOnly = "chong_only",
        /// Never.
        Never = "never",
    }
}

named_values! {
    /// Whether a Chong takes a soldier.
    ChongTakes as "chong_takes" {
        /// On the last two holes of the mover's path.
        LastTwo = "last_two",
        /// Everywhere.
        Always = "always",
        /// Nowhere.
        Never = "never",
    }
}

named_values! {
    /// What takes a king that has turned.
    KingHit as "king_hit" {
        /// A soldier, by a Chong.
        Chong = "chong",
        /// A soldier, by any die.
        AnyDie = "any_die",
        /// Nothing.
        Never = "never",
    }
}

named_values! {
    /// What becomes of a soldier that would land on a king it can't take.
    KingCell as "king_cell" {
        /// It lies down beside the king until it moves on.
        Lie = "lie",
        /// It may not land there.
        Blocked = "blocked",
    }
}

named_values! {
    /// A further condition of a step by Chongs where the king is not free.
    KingStep as "king_step" {
        /// None.
        Any = "any",
        /// The king has turned or has nobody to change places with.
        NoPartner = "no_partner",
    }
}

named_values! {
    /// Who plays the other dice of the throw that opens.
    OpeningRest as "opening_rest" {
        /// The soldier that changed places first, die by die.
        EachDie = "each_die",
        /// The same soldier, in one jump by their sum, which is lost if it is not legal.
        Sum = "sum",
        /// Any piece.
        Free = "free",
    }
}

named_values! {
    /// Which dice must be played.
    Forced as "forced" {
        /// As long as one can be played one must be.
        Must = "must",
        /// None but the Chongs that open.
        MayStop = "may_stop",
        /// As many as possible.
        MaxDice = "max_dice",
    }
}

named_values! {
    /// What wins, besides taking everything.
    Goal as "goal" {
        /// Any piece on the last cell of its path.
        ReachAny = "reach_any",
        /// A soldier on the last cell of its path.
        ReachSoldier = "reach_soldier",
        /// Nothing; who has more pieces wins a dead position.
        Annihilate = "annihilate",
    }
}

named_values! {
    /// A die that carries past the last cell.
    Overshoot as "overshoot" {
        /// Can't be played so.
        Exact = "exact",
        /// Carries to the last cell.
        Allowed = "allowed",
    }
}

named_values! {
    /// Which soldiers may use dice.
    Release as "release" {
        /// All.
        All = "all",
        /// Those above the king, as long as it is there and has not turned.
        Passed = "passed",
    }
}

/// The names of all options, in the order in which they are shown.
pub const OPTION_NAMES: [&str; 13] = [
    "dice",
    "king_path",
    "king_back",
    "king_free",
    "chong_takes",
    "king_hit",
    "king_cell",
    "king_step",
    "opening_rest",
    "forced",
    "goal",
    "overshoot",
    "release",
];
