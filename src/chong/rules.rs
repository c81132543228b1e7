//! A game, complete, and the named profiles.

use super::options::{
    ChongTakes, Forced, Goal, KingBack, KingCell, KingFree, KingHit, KingPath, KingStep,
    MAX_COLUMNS, MAX_DICE, MIN_COLUMNS, OpeningRest, OptionError, Overshoot, Release,
};

/// A game, complete: the board and every option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Columns of the board (n), 2 to 28; a path has 3 n cells.
    pub columns: u8,
    /// Dice of a throw, 1 to 4.
    pub dice: u8,
    /// Where the king goes when it changes places.
    pub king_path: KingPath,
    /// When a king that is not free may step.
    pub king_back: KingBack,
    /// When the king moves like a soldier.
    pub king_free: KingFree,
    /// Whether a Chong takes a soldier.
    pub chong_takes: ChongTakes,
    /// What takes a king.
    pub king_hit: KingHit,
    /// A soldier that comes to a king.
    pub king_cell: KingCell,
    /// A further condition of the king's step.
    pub king_step: KingStep,
    /// The other dice of the throw that opens.
    pub opening_rest: OpeningRest,
    /// Which dice must be played.
    pub forced: Forced,
    /// What wins.
    pub goal: Goal,
    /// A die that carries too far.
    pub overshoot: Overshoot,
    /// Which soldiers may use dice.
    pub release: Release,
}

/// A named choice of options.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The options in which it differs from the defaults.
    pub changes: &'static [(&'static str, &'static str)],
}

/// All profiles, the default first.
pub const PROFILES: [Profile; 4] = [
    Profile {
        name: "content",
        title: "Shternberg's text, and the summary of it where it is silent",
        changes: &[],
    },
    Profile {
        name: "blocked",
        title: "no soldier lands beside a king, and the king changes places before it steps",
        changes: &[("king_cell", "blocked"), ("king_step", "no_partner")],
    },
    Profile {
        name: "battle",
        title: "the king is free as soon as no own soldier is in the middle row",
        changes: &[("king_free", "one_or_no_battle")],
    },
    Profile {
        name: "dlp",
        title: "the summary of the rules (DLP.Evidence.2306)",
        changes: &[
            ("king_path", "advance"),
            ("king_free", "chong_only"),
            ("chong_takes", "always"),
            ("king_cell", "blocked"),
        ],
    },
];

impl Profile {
    /// The profile of this name.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones.
    pub fn named(name: &str) -> Result<&'static Profile, OptionError> {
        let found = PROFILES.iter().find(|profile| profile.name == name);
        found.ok_or_else(|| OptionError::Profile {
            name: name.to_owned(),
        })
    }

    /// Its rules on a board with so many columns.
    ///
    /// # Panics
    /// If there is no such board.
    #[must_use]
    pub fn rules(&self, columns: u8) -> Rules {
        let mut rules = Rules::new(columns);
        for (option, value) in self.changes {
            rules.set(option, value).expect("a profile is valid");
        }
        rules
    }
}

impl Rules {
    /// The default rules: four dice, profile `content`.
    ///
    /// # Panics
    /// If the columns are not 2 to 28.
    #[must_use]
    pub fn new(columns: u8) -> Rules {
        assert!(
            (MIN_COLUMNS..=MAX_COLUMNS).contains(&columns),
            "2 to 28 columns"
        );
        Rules {
            columns,
            dice: 4,
            king_path: KingPath::Retreat,
            king_back: KingBack::VoidFirst,
            king_free: KingFree::OneSoldier,
            chong_takes: ChongTakes::LastTwo,
            king_hit: KingHit::Chong,
            king_cell: KingCell::Lie,
            king_step: KingStep::Any,
            opening_rest: OpeningRest::EachDie,
            forced: Forced::Must,
            goal: Goal::ReachAny,
            overshoot: Overshoot::Exact,
            release: Release::All,
        }
    }

    /// Cells of a path.
    #[must_use]
    pub const fn length(&self) -> u8 {
        3 * self.columns
    }

    /// The last cell of a path, the goal.
    #[must_use]
    pub const fn last(&self) -> u8 {
        self.length() - 1
    }

    /// Sets an option by the names of it and its value.
    ///
    /// # Errors
    /// An unknown option or value; the message lists the known ones.
    ///
    /// # Examples
    /// ```
    /// use chongkak::chong::{KingCell, Rules};
    /// let mut rules = Rules::new(3);
    /// rules.set("king_cell", "blocked").unwrap();
    /// assert_eq!(rules.king_cell, KingCell::Blocked);
    /// assert!(rules.set("king_cell", "open").is_err());
    /// ```
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        match option {
            "dice" => self.dice = number("dice", 1..=MAX_DICE, value)?,
            "king_path" => self.king_path = value.parse()?,
            "king_back" => self.king_back = value.parse()?,
            "king_free" => self.king_free = value.parse()?,
            "chong_takes" => self.chong_takes = value.parse()?,
            "king_hit" => self.king_hit = value.parse()?,
            "king_cell" => self.king_cell = value.parse()?,
            "king_step" => self.king_step = value.parse()?,
            "opening_rest" => self.opening_rest = value.parse()?,
            "forced" => self.forced = value.parse()?,
            "goal" => self.goal = value.parse()?,
            "overshoot" => self.overshoot = value.parse()?,
            "release" => self.release = value.parse()?,
            _ => {
                return Err(OptionError::Name {
                    name: option.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Sets the columns from text.
    ///
    /// # Errors
    /// Anything but a number from 2 to 28.
    pub fn set_columns(&mut self, text: &str) -> Result<(), OptionError> {
        self.columns = number("holes", MIN_COLUMNS..=MAX_COLUMNS, text)?;
        Ok(())
    }

    /// The value of an option by name, as text; `None` for an unknown name.
    #[must_use]
    pub fn value(&self, option: &str) -> Option<String> {
        Some(match option {
            "dice" => self.dice.to_string(),
            "king_path" => self.king_path.to_string(),
            "king_back" => self.king_back.to_string(),
            "king_free" => self.king_free.to_string(),
            "chong_takes" => self.chong_takes.to_string(),
            "king_hit" => self.king_hit.to_string(),
            "king_cell" => self.king_cell.to_string(),
            "king_step" => self.king_step.to_string(),
            "opening_rest" => self.opening_rest.to_string(),
            "forced" => self.forced.to_string(),
            "goal" => self.goal.to_string(),
            "overshoot" => self.overshoot.to_string(),
            "release" => self.release.to_string(),
            _ => return None,
        })
    }

    /// The values that an option takes, the default first; `None` for an unknown name and for
    /// `dice`.
    #[must_use]
    pub fn values_of(option: &str) -> Option<&'static [&'static str]> {
        Some(match option {
            "king_path" => KingPath::NAMES,
            "king_back" => KingBack::NAMES,
            "king_free" => KingFree::NAMES,
            "chong_takes" => ChongTakes::NAMES,
            "king_hit" => KingHit::NAMES,
            "king_cell" => KingCell::NAMES,
            "king_step" => KingStep::NAMES,
            "opening_rest" => OpeningRest::NAMES,
            "forced" => Forced::NAMES,
            "goal" => Goal::NAMES,
            "overshoot" => Overshoot::NAMES,
            "release" => Release::NAMES,
            _ => return None,
        })
    }
}

fn number(
    option: &'static str,
    range: std::ops::RangeInclusive<u8>,
    text: &str,
) -> Result<u8, OptionError> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let value = text.parse().ok().filter(|n| digits && range.contains(n));
    value.ok_or_else(|| OptionError::Value {
        option,
        value: text.to_owned(),
        expected: format!("a number from {} to {}", range.start(), range.end()),
    })
}
