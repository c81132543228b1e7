//! The options in which the sowing games differ, each a small type with its values by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::MAX_HOLES;

/// A value that an option does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option {name:?}: expected one of {}", OPTION_NAMES.join(", "))]
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
            /// All values.
            pub const ALL: &'static [$name] = &[$($name::$value),+];

            /// The value's name in options and in output.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$value => $text,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = OptionError;

            fn from_str(text: &str) -> Result<$name, OptionError> {
                Self::ALL.iter().copied().find(|v| v.name() == text).ok_or_else(|| {
                    OptionError::Value {
                        option: $option,
                        value: text.to_owned(),
                        expected: [$($text),+].join(" or "),
                    }
                })
            }
        }
    };
}

named_values! {
    /// Where a player's store lies on his sowing path.
    StorePlace as "store" {
        /// Behind his own row: A1 … An, RA, B1 … Bn.
        Near = "near",
        /// Behind the opponent's row: A1 … An, B1 … Bn, RA. Positions can then recur.
        Far = "far",
    }
}

named_values! {
    /// What follows a last seed in the own store.
    StoreLast as "store_last" {
        /// The player moves again if he can.
        Again = "again",
        /// The turn ends.
        Stop = "stop",
    }
}

named_values! {
    /// What follows a last seed in an open hole that held seeds.
    Occupied as "occupied" {
        /// The hole is lifted and sown on.
        Relay = "relay",
        /// The turn ends.
        Stop = "stop",
        /// Its seeds go to the own store, and the player goes on as from his store.
        Bank = "bank",
    }
}

named_values! {
    /// What a last seed in an own empty hole takes from the open hole opposite.
    Capture as "capture" {
        /// The seeds opposite and the last seed.
        Both = "both",
        /// The seeds opposite; the last seed stays.
        Opposite = "opposite",
        /// Nothing.
        None = "none",
    }
}

named_values! {
    /// What becomes of a last seed in an own empty hole with nothing to take opposite.
    Lone as "lone" {
        /// It stays.
        Stay = "stay",
        /// It goes to the own store.
        Bank = "bank",
    }
}

named_values! {
    /// How far a move must have gone before it captures.
    LapCondition as "lap" {
        /// No condition.
        None = "none",
        /// Through the opponent's row and back into the own one.
        Passed = "passed",
        /// A full circuit: to the hole the move started from, or beyond it.
        Circuit = "circuit",
    }
}

named_values! {
    /// When a round is over, judged at the end of a turn.
    RoundEnd as "end" {
        /// A player has no open hole with seeds.
        SideEmpty = "side-empty",
        /// The opponent had nothing to play, and a last turn gave him nothing (Overbeck § 9).
        Stalled = "stalled",
        /// The player who should move next cannot.
        MoverStuck = "mover-stuck",
    }
}

named_values! {
    /// What becomes of the holes a player cannot fill for the next round.
    Short as "short" {
        /// They are closed.
        Closed = "closed",
        /// Up to `max_protected` are protected and share what is left; the others are closed.
        Ngacang = "ngacang",
    }
}

named_values! {
    /// Where filling the holes for a round begins.
    Fill as "fill" {
        /// At hole n, next to the own store.
        Near = "near",
        /// At hole 1.
        Far = "far",
    }
}

named_values! {
    /// Who starts the next round.
    Starter as "starter" {
        /// Who moved last.
        LastMover = "last-mover",
        /// Who owns more seeds; in a tie who moved last.
        MostSeeds = "most-seeds",
        /// Who has seeds left in open holes; if neither or both, who moved last.
        RoundWinner = "round-winner",
        /// The opponent of the one that `round-winner` names.
        RoundLoser = "round-loser",
    }
}

named_values! {
    /// How the first round of a set begins.
    FirstRound as "first_round" {
        /// Both players sow at the same time.
        Together = "together",
        /// One player starts.
        OneStarts = "one-starts",
    }
}

/// The names of all options, in the order in which they are shown.
pub const OPTION_NAMES: [&str; 14] = [
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
    "max_protected",
    "fill",
    "starter",
    "first_round",
];

/// The options of a game, complete.
///
/// Nothing here depends on the round being played: the holes and seeds are those of a full board.
/// [`Rules::set`] keeps the numbers within their ranges; outside them openings panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Holes in a row (n), 1..=18.
    pub holes: u8,
    /// Seeds that fill a hole at the start of a round (s), 1..=18.
    pub seeds: u8,
    /// Place of the store on the path.
    pub store: StorePlace,
    /// A last seed in the own store.
    pub store_last: StoreLast,
    /// A last seed in an open hole that held seeds.
    pub occupied: Occupied,
    /// What a capture takes.
    pub capture: Capture,
    /// A last seed with nothing to take.
    pub lone: Lone,
    /// The condition of a capture.
    pub lap: LapCondition,
    /// The end of a round.
    pub end: RoundEnd,
    /// Holes that cannot be filled.
    pub short: Short,
    /// Most holes that `short = ngacang` protects, 0..=18.
    pub max_protected: u8,
    /// Where filling begins.
    pub fill: Fill,
    /// Who starts the next round.
    pub starter: Starter,
    /// The first round of a set.
    pub first_round: FirstRound,
}

fn count(option: &'static str, least: u8, text: &str) -> Result<u8, OptionError> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let value = text
        .parse()
        .ok()
        .filter(|n| digits && (least..=MAX_HOLES).contains(n));
    value.ok_or_else(|| OptionError::Value {
        option,
        value: text.to_owned(),
        expected: format!("a number from {least} to {MAX_HOLES}"),
    })
}

impl Rules {
    /// Sets an option by the names of it and its value.
    ///
    /// # Errors
    /// An unknown option or value; the message lists the known ones.
    ///
    /// # Examples
    /// ```
    /// use chongkak::rules::{LapCondition, Preset};
    /// let mut rules = Preset::named("conglak").unwrap().rules;
    /// rules.set("lap", "circuit").unwrap();
    /// assert_eq!(rules.lap, LapCondition::Circuit);
    /// assert!(rules.set("lap", "twice").is_err());
    /// ```
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        match option {
            "holes" => self.holes = count("holes", 1, value)?,
            "seeds" => self.seeds = count("seeds", 1, value)?,
            "store" => self.store = value.parse()?,
            "store_last" => self.store_last = value.parse()?,
            "occupied" => self.occupied = value.parse()?,
            "capture" => self.capture = value.parse()?,
            "lone" => self.lone = value.parse()?,
            "lap" => self.lap = value.parse()?,
            "end" => self.end = value.parse()?,
            "short" => self.short = value.parse()?,
            "max_protected" => self.max_protected = count("max_protected", 0, value)?,
            "fill" => self.fill = value.parse()?,
            "starter" => self.starter = value.parse()?,
            "first_round" => self.first_round = value.parse()?,
            _ => {
                return Err(OptionError::Name {
                    name: option.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The value of an option by name, as text; `None` for an unknown name.
    #[must_use]
    pub fn value(&self, option: &str) -> Option<String> {
        Some(match option {
            "holes" => self.holes.to_string(),
            "seeds" => self.seeds.to_string(),
            "store" => self.store.to_string(),
            "store_last" => self.store_last.to_string(),
            "occupied" => self.occupied.to_string(),
            "capture" => self.capture.to_string(),
            "lone" => self.lone.to_string(),
            "lap" => self.lap.to_string(),
            "end" => self.end.to_string(),
            "short" => self.short.to_string(),
            "max_protected" => self.max_protected.to_string(),
            "fill" => self.fill.to_string(),
            "starter" => self.starter.to_string(),
            "first_round" => self.first_round.to_string(),
            _ => return None,
        })
    }

    /// Seeds on a full board: 2 n s.
    #[must_use]
    pub fn total(&self) -> u32 {
        2 * u32::from(self.holes) * u32::from(self.seeds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    #[test]
    fn every_option_reads_back_what_was_set() {
        for preset in Preset::all() {
            for name in OPTION_NAMES {
                let value = preset.rules.value(name).unwrap();
                let mut rules = Preset::all()[0].rules;
                rules.set(name, &value).unwrap();
                assert_eq!(rules.value(name).unwrap(), value, "{name}");
            }
        }
        assert_eq!(Preset::all()[0].rules.value("hole"), None);
    }

    #[test]
    fn wrong_names_and_values_list_what_is_known() {
        let mut rules = Preset::all()[0].rules;
        let before = rules;
        let error =
            |rules: &mut Rules, option, value| rules.set(option, value).unwrap_err().to_string();
        assert!(error(&mut rules, "relay", "yes").contains("occupied, capture"));
        assert!(error(&mut rules, "occupied", "go").ends_with("expected relay or stop or bank"));
        for wrong in ["0", "19", "+7", "", "7.5", "300"] {
            assert!(error(&mut rules, "holes", wrong).ends_with("a number from 1 to 18"));
        }
        assert_eq!(rules, before);
    }
}
