//! The rules of a game, and the profiles and quotations in `texts.toml`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{
    ChongGoal, ChongTakes, Columns, DiceCount, Forced, KingBack, KingCell, KingFree, KingHit,
    KingPath, KingStep, OpeningRest, Overshoot, Release,
};
use chongkak_base::language::{Language, Sentence};
use chongkak_base::options::{OptionValue, options};
use chongkak_base::text::Diagnostic;
use chongkak_base::{diagnostic, sentence};

options! {
/// Complete rules of a game: the board and every option.
///
/// # Examples
/// ```
/// # mod chongkak { pub use chongkak_chong as chong; }
/// use chongkak::chong::{KingCell, ChongRules};
/// let mut rules = ChongRules::new(3).unwrap();
/// rules.set("king_cell", "blocked").unwrap();
/// assert_eq!(rules.king_cell, KingCell::Blocked);
/// assert!(rules.set("king_cell", "open").is_err());
/// ```
pub struct ChongRules, of " of chong",
board {
    /// Columns of the board (n); a path has 3 n cells.
    columns: Columns,
}
options {
    /// The number of dice.
    dice: DiceCount,
    /// The direction of the king when it changes places.
    king_path: KingPath,
    /// The condition for a step of a king that is not free.
    king_back: KingBack,
    /// When the king moves like a soldier.
    king_free: KingFree,
    /// Where a Chong takes a soldier.
    chong_takes: ChongTakes,
    /// The moves that take a turned king.
    king_hit: KingHit,
    /// What happens to a soldier that lands on a king.
    king_cell: KingCell,
    /// A further condition for the king's step.
    king_step: KingStep,
    /// How the other dice of the opening throw are played.
    opening_rest: OpeningRest,
    /// The dice that must be played.
    forced: Forced,
    /// How to win.
    goal: ChongGoal,
    /// A die that goes past the last cell.
    overshoot: Overshoot,
    /// The soldiers that may use dice.
    release: Release,
}
}

impl ChongRules {
    /// Returns the default rules: four dice, profile `content`.
    ///
    /// # Errors
    /// If the number of columns is not 2 to 28.
    pub fn new(columns: u8) -> Result<ChongRules, Diagnostic> {
        Ok(ChongRules {
            columns: Columns::of("holes", columns)?,
            dice: const { DiceCount::new(4).unwrap() },
            king_path: KingPath::Retreat,
            king_back: KingBack::VoidFirst,
            king_free: KingFree::OneSoldier,
            chong_takes: ChongTakes::LastTwo,
            king_hit: KingHit::Chong,
            king_cell: KingCell::Lie,
            king_step: KingStep::Any,
            opening_rest: OpeningRest::EachDie,
            forced: Forced::Must,
            goal: ChongGoal::ReachAny,
            overshoot: Overshoot::Exact,
            release: Release::All,
        })
    }

    /// Returns the rules for a board with this many columns.
    ///
    /// # Errors
    /// If the number of columns is not 2 to 28.
    pub fn on(self, columns: u8) -> Result<ChongRules, Diagnostic> {
        let columns = Columns::of("holes", columns)?;
        Ok(ChongRules { columns, ..self })
    }

    /// Returns the number of cells of a path.
    #[must_use]
    pub const fn length(&self) -> u8 {
        3 * self.columns.get()
    }

    /// Returns the last cell of a path, which is the goal.
    #[must_use]
    pub const fn last(&self) -> u8 {
        self.length() - 1
    }

    /// Sets the columns from text.
    ///
    /// # Errors
    /// If the text is not a number from 2 to 28.
    pub fn set_columns(&mut self, text: &str) -> Result<(), Diagnostic> {
        self.columns = Columns::read("holes", text)?;
        Ok(())
    }
}

static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    toml::from_str(include_str!("texts.toml")).expect("the shipped file is well-formed")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    #[serde(rename = "profile")]
    profiles: Vec<Profile>,
    #[serde(rename = "citation")]
    citations: Vec<OptionCitation>,
}

/// A named choice of options.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The options that differ from the defaults, as `option=value`.
    pub changes: Vec<String>,
}

/// The quotation on which an option is based, and a note on how it is read. Records name the option
/// separately.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct OptionCitation {
    /// The option.
    #[serde(skip_serializing)]
    pub option: String,
    /// The source of the quotation; empty if no text says anything.
    pub source: String,
    /// The quotation.
    pub sentence: String,
    /// A note on how it is read.
    pub note: String,
}

impl Profile {
    /// Returns all profiles, the default first.
    #[must_use]
    pub fn all() -> &'static [Profile] {
        &TEXTS.profiles
    }

    /// Returns the names of all profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Profile::all().iter().map(|profile| profile.name.as_str())
    }

    /// Returns the profile of this name.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones.
    pub fn named(name: &str) -> Result<&'static Profile, Diagnostic> {
        let found = Profile::all().iter().find(|profile| profile.name == name);
        found.ok_or_else(|| {
            let known = Profile::names().collect::<Vec<_>>().join(", ");
            let (found, known) =
                (Sentence::quoted(name), sentence!("faults.one-of", known = known));
            diagnostic!(UnknownName, "faults.chong.profile", found = found => known)
        })
    }

    /// Returns the profile's rules on a board with this many columns.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn rules(&self, columns: u8) -> Result<ChongRules, Diagnostic> {
        let mut rules = ChongRules::new(columns)?;
        for (option, value) in self.changes.iter().filter_map(|set| set.split_once('=')) {
            rules.set(option, value)?;
        }
        Ok(rules)
    }
}

impl OptionCitation {
    /// Returns the quotations of all options, in the order of the options.
    #[must_use]
    pub fn all() -> &'static [OptionCitation] {
        &TEXTS.citations
    }

    /// Translates the note; the quotation stays in the language of its source.
    #[doc(hidden)]
    #[must_use]
    pub fn translated(&self, language: &Language) -> OptionCitation {
        OptionCitation {
            source: language.place(&self.source),
            note: language.of_data(&format!("chong-notes.{}", self.option), &self.note),
            ..self.clone()
        }
    }
}
