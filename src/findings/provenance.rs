//! The provenance of a result: the rules, the program's version, and the limits of the search.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::Serialize;

use crate::ask::{self, Variant};
use crate::board::Position;
use crate::language::Language;
use crate::moves::Game;
use crate::record::RulesRecord;
use crate::rules::{Preset, RuleSet, Rules};

use crate::show::picture;
use crate::show::words::counted;
use crate::text::joined;

/// The version in texts, without the commit, which records have.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Formats the line of a text that names the rules and the version.
pub fn of_version(rules: &str) -> String {
    picture::wrapped("rules   ", &format!("{rules} (chongkak {RELEASE})"))
}

/// The provenance of a result.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// The rules of the result.
    rules: RulesRecord,
    /// The version of the program.
    version: &'static str,
    /// The name of a rule set from a file, with the path of the file.
    #[serde(skip)]
    own: Option<String>,
    /// A remark on an unusual number of seeds.
    #[serde(skip)]
    seeds: Option<String>,
    /// Whether the board is drawn.
    #[serde(skip)]
    drawn: bool,
    /// Whether the number of threads was given on the command line.
    #[serde(skip)]
    threads_given: bool,
    /// Whether the version is printed with the limits of a search.
    #[serde(skip)]
    is_limited: bool,
}

/// The provenance of a search result.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Limited {
    #[serde(flatten)]
    pub(super) under: Provenance,
    /// The limits of the search.
    limits: Limits,
}

/// The limits of a search; null without a limit.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Limits {
    #[serde(flatten)]
    search: ask::Limits,
    /// Memory in mebibytes; null for a search without tables.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    memory: Option<usize>,
    /// Threads of the search.
    threads: NonZeroUsize,
}

impl Provenance {
    /// Returns the provenance of a result that follows from the rules only.
    pub fn of(variant: &Variant, game: &Game) -> Provenance {
        Provenance { seeds: other_seeds(game), ..Provenance::under(variant, game.rules()) }
    }

    /// Returns the provenance of a result that belongs to no single position, under a variant of
    /// these rules.
    pub fn under(variant: &Variant, rules: &Rules) -> Provenance {
        Provenance {
            rules: RulesRecord::new(variant.preset(), rules),
            version: crate::VERSION,
            own: own_rules(variant.rule_set()),
            seeds: None,
            drawn: true,
            threads_given: false,
            is_limited: false,
        }
    }

    /// Sets whether boards are drawn, and whether the number of threads is printed.
    pub fn with_display_options(self, drawn: bool, threads_given: bool) -> Provenance {
        Provenance { drawn, threads_given, ..self }
    }

    /// Adds the limits of a search.
    pub fn limited(self, limits: &ask::Limits) -> Limited {
        let time = limits.time.filter(|&time| time < Duration::MAX);
        let limits = Limits {
            search: ask::Limits { time, ..*limits },
            memory: Some(limits.memory),
            threads: limits.threads,
        };
        Limited { under: Provenance { is_limited: true, ..self }, limits }
    }

    /// Formats the rules and a remark on an unusual number of seeds; with the version, unless it is
    /// printed with the limits.
    pub fn rules_line(&self) -> String {
        let own = self.own.as_ref().map_or_else(String::new, |own| format!("{own}: "));
        let rules = format!("{own}{}", self.rules);
        let rules = match self.is_limited {
            false => of_version(&rules),
            true => picture::wrapped("rules   ", &rules),
        };
        match &self.seeds {
            Some(seeds) => format!("{rules}\nseeds   {seeds}"),
            None => rules,
        }
    }

    /// Formats the heading of a text: the rules and the board.
    pub fn heading(&self, position: &Position) -> String {
        let rules = self.rules_line();
        if self.drawn {
            format!("{rules}\n\n{}\n", picture::captioned(position, Language::english()))
        } else {
            format!("{rules}\nboard   {position}\n\n")
        }
    }

    /// Writes the heading of a joint start, which has no player to move.
    pub(super) fn write_start(&self, position: &Position, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}\n", self.rules_line())?;
        match self.drawn {
            true => write!(text, "{}", self.drawing(position)),
            false => writeln!(text, "board   {position}\n"),
        }
    }

    /// Returns a board inside a text; empty if boards are not drawn.
    pub fn drawing(&self, position: &Position) -> String {
        let drawn = self.drawn.then(|| picture::board(position) + "\n");
        drawn.unwrap_or_default()
    }
}

impl Limited {
    /// Removes the memory, for a search without tables.
    pub fn without_tables(mut self) -> Limited {
        self.limits.memory = None;
        self
    }

    /// Formats the limits and the version after a heading, which is as wide as those above it.
    pub(super) fn limits(&self, heading: &str) -> String {
        let Limits { search, memory, threads } = &self.limits;
        let mut parts = search.in_words();
        parts.extend(memory.map(|memory| format!("{memory} MiB")));
        if self.under.threads_given {
            parts.push(counted(threads.get() as u64, "thread"));
        }
        if parts.is_empty() {
            parts.push("none".to_owned());
        }
        format!("{heading}{}; chongkak {RELEASE}", parts.join(", "))
    }
}

/// Returns the name and the path of a rule set from a file.
pub fn own_rules(rule_set: &RuleSet) -> Option<String> {
    match rule_set {
        RuleSet::Shipped(_) => None,
        RuleSet::Own(file) => Some(format!("{} ({})", file.name, file.path)),
    }
}

/// Returns a remark on the number of seeds if it differs from that of the opening: a hole may be
/// missing or misread.
pub fn other_seeds(game: &Game) -> Option<String> {
    let (rules, found) = (game.rules(), game.position().total());
    let usual = rules.total();
    (found != usual).then(|| {
        // Rule sets whose full board has these holes and seeds.
        let holes = game.position().shape().holes();
        let is_full = |preset: &&Preset| {
            usize::from(preset.rules.holes.get()) == holes && preset.rules.total() == found
        };
        let others = Preset::all().iter().filter(is_full).map(|preset| preset.name);
        let others = match &*joined(others, ", ") {
            "" => String::new(),
            others => format!(": a full board of {others}: --rules?"),
        };
        format!("{found} in all, not the {usual} of a full board{others}")
    })
}
