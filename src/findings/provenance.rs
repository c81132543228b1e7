//! The grounds of a result: the rules, the program's version, and the limits of the search.

use std::time::Duration;

use serde::Serialize;

use crate::ask::{self, Variant};
use crate::board::Position;
use crate::language::Language;
use crate::moves::Game;
use crate::record::RulesRecord;
use crate::rules::{RuleSet, Rules};

use super::seeds::other_seeds;
use crate::show::picture;
use crate::show::words::counted;

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
    /// The limits of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "Limits"))]
    limits: Option<Limits>,
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
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    threads: usize,
}

#[cfg(feature = "schemas")]
impl Provenance {
    /// Says in the schema of a record that the limits are always there.
    pub fn limits_always(record: &mut schemars::Schema) {
        let required = record.get_mut("required").and_then(|all| all.as_array_mut());
        required.expect("terms have fields").push("limits".into());
    }

    /// The same: that they never are.
    pub fn limits_never(record: &mut schemars::Schema) {
        let fields = record.get_mut("properties").and_then(|all| all.as_object_mut());
        fields.expect("terms have fields").retain(|name, _| name != "limits");
    }
}

impl Provenance {
    /// The terms of a result that follows from the rules alone.
    pub fn of(variant: &Variant, game: &Game) -> Provenance {
        Provenance { seeds: other_seeds(game), ..Provenance::under(variant, game.rules()) }
    }

    /// The terms of what is of no single position, under a variant of these rules.
    #[must_use]
    pub fn under(variant: &Variant, rules: &Rules) -> Provenance {
        Provenance {
            rules: RulesRecord::new(variant.preset(), rules),
            version: crate::VERSION,
            limits: None,
            own: own_rules(variant.rule_set()),
            seeds: None,
            drawn: true,
            threads_given: false,
        }
    }

    /// The same for a text in which boards are drawn or not, and where it is worth saying how many
    /// threads there were, or not.
    #[must_use]
    pub fn shown(self, drawn: bool, threads_given: bool) -> Provenance {
        Provenance { drawn, threads_given, ..self }
    }

    /// With the limits of a search.
    pub fn limited(self, limits: &ask::Limits) -> Provenance {
        let time = limits.time.filter(|&time| time < Duration::MAX);
        let limits = Limits {
            asked: ask::Limits { time, ..*limits },
            memory: Some(limits.memory),
            threads: limits.threads.get(),
        };
        Provenance { limits: Some(limits), ..self }
    }

    /// The same of a search without tables.
    pub fn without_tables(mut self) -> Provenance {
        self.limits.iter_mut().for_each(|limits| limits.memory = None);
        self
    }

    /// The rules, and a word on an unusual number of seeds; with the version, if it does not stand
    /// with the limits.
    pub fn rules_line(&self) -> String {
        let own = self.own.as_ref().map_or_else(String::new, |own| format!("{own}: "));
        let rules = format!("{own}{}", self.rules);
        let rules = match self.limits {
            None => of_version(&rules),
            Some(_) => picture::wrapped("rules   ", &rules),
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

    /// A board in the midst of a text; nothing if none is to be drawn.
    pub fn drawing(&self, position: &Position) -> String {
        let drawn = self.drawn.then(|| picture::board(position) + "\n");
        drawn.unwrap_or_default()
    }

    /// The limits and the version, behind what was found.
    pub fn limits(&self) -> String {
        self.limits_behind("limits  ")
    }

    /// The same behind a heading as wide as those above it.
    pub(super) fn limits_behind(&self, heading: &str) -> String {
        let mut parts = Vec::new();
        if let Some(limits) = &self.limits {
            parts.extend(limits.asked.in_words());
            parts.extend(limits.memory.map(|memory| format!("{memory} MiB")));
            let threads = self.threads_given.then_some(limits.threads as u64);
            parts.extend(threads.map(|threads| counted(threads, "thread")));
        }
        if parts.is_empty() {
            parts.push("none".to_owned());
        }
        format!("{heading}{}; chongkak {RELEASE}", parts.join(", "))
    }
}

/// The name of a rule set from a file, with the file, for people.
#[must_use]
pub fn own_rules(rule_set: &RuleSet) -> Option<String> {
    match rule_set {
        RuleSet::Shipped(_) => None,
        RuleSet::Own(file) => Some(format!("{} ({})", file.name, file.path)),
    }
}
