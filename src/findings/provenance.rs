//! The grounds of a result: the rules, the program's version, and the limits of the search.

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

/// The version as texts have it: without the commit, which stands in records.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The line of a text that says by which rules and which version it is.
pub fn of_version(rules: &str) -> String {
    picture::wrapped("rules   ", &format!("{rules} (chongkak {RELEASE})"))
}

/// The grounds of a result.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// The rules by which it was found.
    rules: RulesRecord,
    /// The version of the program.
    version: &'static str,
    /// The name of a rule set from a file, with the file: people know it by that.
    #[serde(skip)]
    own: Option<String>,
    /// A word on an unusual number of seeds.
    #[serde(skip)]
    seeds: Option<String>,
    /// True if the board is drawn.
    #[serde(skip)]
    drawn: bool,
    /// True if the threads were asked for: else they are those of the machine.
    #[serde(skip)]
    threads_given: bool,
    /// True if the version stands with the limits of a search.
    #[serde(skip)]
    is_limited: bool,
}

/// The grounds of the result of a search.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Limited {
    #[serde(flatten)]
    pub(super) under: Provenance,
    /// The limits of the search.
    limits: Limits,
}

/// The limits of a search; null where there was none.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Limits {
    #[serde(flatten)]
    asked: ask::Limits,
    /// Mebibytes for all that it takes; null if it has no tables.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    memory: Option<usize>,
    /// Threads that search.
    threads: NonZeroUsize,
}

impl Provenance {
    /// The provenance of a result that follows from the rules alone.
    pub fn of(variant: &Variant, game: &Game) -> Provenance {
        Provenance { seeds: other_seeds(game), ..Provenance::under(variant, game.rules()) }
    }

    /// The provenance of what is of no single position, under a variant of these rules.
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

    /// The same for a text in which boards are drawn or not, and where it is worth saying how many
    /// threads there were, or not.
    pub fn shown(self, drawn: bool, threads_given: bool) -> Provenance {
        Provenance { drawn, threads_given, ..self }
    }

    /// With the limits of a search.
    pub fn limited(self, limits: &ask::Limits) -> Limited {
        let time = limits.time.filter(|&time| time < Duration::MAX);
        let limits = Limits {
            asked: ask::Limits { time, ..*limits },
            memory: Some(limits.memory),
            threads: limits.threads,
        };
        Limited { under: Provenance { is_limited: true, ..self }, limits }
    }

    /// The rules, and a word on an unusual number of seeds; with the version, if it does not stand
    /// with the limits.
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

    /// The rules and the board, with which a text begins.
    pub fn heading(&self, position: &Position) -> String {
        let rules = self.rules_line();
        if self.drawn {
            format!("{rules}\n\n{}\n", picture::captioned(position, Language::english()))
        } else {
            format!("{rules}\nboard   {position}\n\n")
        }
    }

    /// The same for a joint start, at which nobody is to move alone.
    pub(super) fn write_start(&self, position: &Position, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}\n", self.rules_line())?;
        match self.drawn {
            true => write!(text, "{}", self.drawing(position)),
            false => writeln!(text, "board   {position}\n"),
        }
    }

    /// A board in the midst of a text; nothing if none is to be drawn.
    pub fn drawing(&self, position: &Position) -> String {
        let drawn = self.drawn.then(|| picture::board(position) + "\n");
        drawn.unwrap_or_default()
    }
}

impl Limited {
    /// The same of a search without tables.
    pub fn without_tables(mut self) -> Limited {
        self.limits.memory = None;
        self
    }

    /// The limits and the version behind a heading as wide as those above it.
    pub(super) fn limits(&self, heading: &str) -> String {
        let Limits { asked, memory, threads } = &self.limits;
        let mut parts = asked.in_words();
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

/// The name of a rule set from a file, with the file, for people.
pub fn own_rules(rule_set: &RuleSet) -> Option<String> {
    match rule_set {
        RuleSet::Shipped(_) => None,
        RuleSet::Own(file) => Some(format!("{} ({})", file.name, file.path)),
    }
}

/// A word on the seeds if they are not those of the opening: a hole may be left out or misread.
pub fn other_seeds(game: &Game) -> Option<String> {
    let (rules, found) = (game.rules(), game.position().total());
    let usual = rules.total();
    (found != usual).then(|| {
        // The rule sets of whose full board the position has the holes and the seeds.
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
