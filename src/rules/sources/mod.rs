//! The texts behind the named rule sets, and the sentence each option rests on.
//!
//! Sentences are short quotations. Where a text is silent, or says two things, the note tells how
//! it was read. `docs/RULES.md` gives the readings in one piece.

mod comparison;
mod congklak;
mod conglak;
mod overbeck;
mod six;

pub(super) use comparison::{DAKON, DAKON_GROUNDS, KALAH, KALAH_GROUNDS};
pub(super) use congklak::{BANK_GROUNDS, CONGKLAK, CONGKLAK_GROUNDS};
pub(super) use conglak::{BURNT_GROUNDS, CONGLAK, CONGLAK_GROUNDS};
pub(super) use overbeck::{OVERBECK, OVERBECK_GROUNDS};
pub(super) use six::{SIX, SIX_GROUNDS};

/// A text that describes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Short name, for tables.
    pub short: &'static str,
    /// Author, title, place.
    pub full: &'static str,
}

/// The sentence that one or more options rest on.
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

/// The ground of `max_protected` where no hole is protected.
const NO_PROTECTED: &str = "not used: holes that cannot be filled are closed";
