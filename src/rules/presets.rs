//! The named rule sets.

use strsim::jaro_winkler;
use thiserror::Error;

use super::sources::{self, Ground, Source};
use super::{
    Capture, Count, Fill, FirstRound, LapCondition, Lone, Occupied, RoundEnd, Rules, Short,
    Starter, StoreLast, StorePlace,
};
use crate::options::Number;

/// A named rule set.
#[derive(Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The text it follows.
    pub source: Source,
    /// Its options.
    pub rules: Rules,
    /// What each option rests on.
    grounds: &'static [&'static [Ground]],
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no rule set {name:?}: expected one of {known}{hint}")]
pub struct UnknownPreset {
    /// The name given.
    pub name: String,
    known: String,
    hint: String,
}

/// Holes or seeds of a rule set.
const fn count(number: u8) -> Count {
    Count::new(number).unwrap()
}

const OVERBECK: Rules = Rules {
    holes: count(9),
    seeds: count(9),
    store: StorePlace::Near,
    store_last: StoreLast::Again,
    occupied: Occupied::Relay,
    capture: Capture::Both,
    lone: Lone::Stay,
    lap: LapCondition::None,
    end: RoundEnd::Stalled,
    short: Short::Closed,
    max_protected: Number::new(3).unwrap(),
    fill: Fill::Near,
    starter: Starter::LastMover,
    first_round: FirstRound::Together,
};

const CONGLAK: Rules = Rules {
    holes: count(7),
    seeds: count(7),
    lone: Lone::Bank,
    end: RoundEnd::SideEmpty,
    short: Short::Ngacang,
    starter: Starter::RoundWinner,
    first_round: FirstRound::OneStarts,
    ..OVERBECK
};

const CONGKLAK: Rules = Rules {
    lap: LapCondition::Passed,
    ..CONGLAK
};

/// All rule sets, the default first.
static PRESETS: [Preset; 8] = [
    Preset {
        name: "overbeck",
        title: "Ceylonese chongkak",
        source: sources::OVERBECK,
        rules: OVERBECK,
        grounds: &[sources::OVERBECK_GROUNDS],
    },
    Preset {
        name: "conglak",
        title: "conglak, the main account",
        source: sources::CONGLAK,
        rules: CONGLAK,
        grounds: &[sources::CONGLAK_GROUNDS],
    },
    Preset {
        name: "conglak-burnt",
        title: "conglak, the second account of the later rounds",
        source: sources::CONGLAK,
        rules: Rules {
            short: Short::Closed,
            fill: Fill::Far,
            starter: Starter::RoundLoser,
            ..CONGLAK
        },
        grounds: &[sources::BURNT_GROUNDS, sources::CONGLAK_GROUNDS],
    },
    Preset {
        name: "congklak-six",
        title: "congklak with six counters a hole",
        source: sources::SIX,
        rules: Rules {
            holes: count(6),
            seeds: count(6),
            end: RoundEnd::SideEmpty,
            starter: Starter::RoundWinner,
            ..OVERBECK
        },
        grounds: &[sources::SIX_GROUNDS],
    },
    Preset {
        name: "congklak",
        title: "congklak (dakon of Java)",
        source: sources::CONGKLAK,
        rules: CONGKLAK,
        grounds: &[sources::CONGKLAK_GROUNDS],
    },
    Preset {
        name: "congklak-bank",
        title: "congklak, the text read to the letter",
        source: sources::CONGKLAK,
        rules: Rules {
            occupied: Occupied::Bank,
            ..CONGKLAK
        },
        grounds: &[sources::BANK_GROUNDS, sources::CONGKLAK_GROUNDS],
    },
    Preset {
        name: "dakon",
        title: "dakon as studied on the Maldivian 2 x 8 board",
        source: sources::DAKON,
        rules: Rules {
            holes: count(8),
            seeds: count(8),
            lone: Lone::Bank,
            end: RoundEnd::MoverStuck,
            starter: Starter::MostSeeds,
            first_round: FirstRound::OneStarts,
            ..OVERBECK
        },
        grounds: &[sources::DAKON_GROUNDS],
    },
    Preset {
        name: "kalah",
        title: "kalah, for checks against published values",
        source: sources::KALAH,
        rules: Rules {
            holes: count(6),
            seeds: count(4),
            occupied: Occupied::Stop,
            end: RoundEnd::SideEmpty,
            first_round: FirstRound::OneStarts,
            ..OVERBECK
        },
        grounds: &[sources::KALAH_GROUNDS],
    },
];

impl Preset {
    /// All rule sets; the first is the default.
    #[must_use]
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// The rule set with a name.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones and the one that was probably meant.
    pub fn named(name: &str) -> Result<&'static Preset, UnknownPreset> {
        if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
            return Ok(preset);
        }
        let near = PRESETS
            .iter()
            .map(|preset| (jaro_winkler(preset.name, name), preset.name))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(likeness, _)| *likeness > 0.7);
        Err(UnknownPreset {
            name: name.to_owned(),
            known: PRESETS.each_ref().map(|p| p.name).join(", "),
            hint: near.map_or(String::new(), |(_, near)| {
                format!(" (did you mean {near}?)")
            }),
        })
    }

    /// What an option of this rule set rests on.
    ///
    /// # Panics
    /// On an option that does not exist.
    #[must_use]
    pub fn ground(&self, option: &str) -> &'static Ground {
        let grounds = self.grounds.iter().copied().flatten();
        grounds
            .into_iter()
            .find(|ground| ground.options.contains(&option))
            .unwrap_or_else(|| panic!("no ground for option {option}"))
    }
}
