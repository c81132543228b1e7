//! The limits of a search and the resources available to it.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Proven;
use crate::control::{Control, settings};
use crate::known::Knowledge;
use crate::moves::{Game, Move};
use crate::search::{Estimate, MEMORY};
use crate::tables::{Endgame, OpenTables, TableError};
use crate::text::numbers_in_words::counted;

/// Default time limit.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// The limits of a search. Every front end uses the same names: `time` (in seconds, where it is a
/// number), `nodes`, `depth`, `threads` and `memory`. Records contain only those that limit how far
/// a search goes; null means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of moves to look ahead (evaluations only).
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub depth: Option<u32>,
    /// Maximum number of positions to visit.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub nodes: Option<u64>,
    /// Maximum time.
    #[serde(rename = "seconds", with = "seconds")]
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<f64>", extend("exclusiveMinimum" = 0))
    )]
    pub time: Option<Duration>,
    /// Number of threads.
    #[serde(skip)]
    pub threads: NonZeroUsize,
    /// Memory for the whole search, in mebibytes.
    #[serde(skip)]
    pub memory: usize,
}

settings!(Limits {
    with_depth depth (Option<u32>),
    with_nodes nodes (Option<u64>),
    with_time time (Option<Duration>),
    with_threads threads (NonZeroUsize),
    with_memory memory (usize),
});

impl Default for Limits {
    /// One thread, the default memory, and no other limit.
    fn default() -> Limits {
        Limits { depth: None, nodes: None, time: None, memory: MEMORY, threads: NonZeroUsize::MIN }
    }
}

/// Serializes a duration as a number of seconds.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(from)?;
        let time = seconds.map(Duration::try_from_secs_f64);
        time.transpose().map_err(D::Error::custom)
    }
}

impl Limits {
    /// Uses the limits of `other` where `self` has none. Threads and memory are those of `other`.
    #[doc(hidden)]
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        Limits {
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
            time: self.time.or(other.time),
            ..other
        }
    }

    /// Whether nothing limits how far a search goes.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let unlimited = Limits { memory: self.memory, threads: self.threads, ..Limits::default() };
        *self == unlimited
    }

    /// Adds a limit of five seconds if nothing limits how far a search goes. For searches that may
    /// never end by themselves.
    #[must_use]
    pub fn or_usual(self) -> Limits {
        self.or_time(USUAL_TIME)
    }

    /// Adds a time limit if nothing limits how far a search goes.
    pub(super) fn or_time(self, time: Duration) -> Limits {
        match self.is_none() {
            true => Limits { time: Some(time), ..self },
            false => self,
        }
    }

    /// Describes the limits that are set, in words.
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| counted(nodes, "node"));
        let time = self.time.map(|time| format!("{} s", time.as_secs_f64()));
        depth.into_iter().chain(nodes).chain(time).collect()
    }

    /// Restricts a computation to these limits, in addition to its own.
    #[doc(hidden)]
    #[must_use]
    pub fn bound<'c>(&self, mut control: Control<'c>) -> Control<'c> {
        control.time = control.time.min(self.time.unwrap_or(Duration::MAX));
        control.nodes = control.nodes.min(self.nodes.unwrap_or(u64::MAX));
        control
    }
}

/// Resources available to a search, such as endgame tables and earlier results.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Ready<'a> {
    /// An endgame table; ignored if it doesn't fit the game.
    pub endgame: Option<&'a Endgame>,
    /// More tables, looked up for each position that is evaluated.
    pub tables: Option<&'a OpenTables>,
    /// Receives a table built during the search, for other searches.
    #[doc(hidden)]
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// Positions already proven by searches of the same game.
    pub earlier: Option<&'a Proven>,
    /// The opening of the game and the moves that led to the position. The shipped data on the
    /// opening applies along these moves as long as they were best play. Ignored if `earlier` is
    /// set.
    pub line: Option<(&'a Game, &'a [Move])>,
    /// The estimate for positions at the horizon of an evaluation; the default is the built-in one.
    pub estimate: Option<&'a dyn Estimate>,
    /// A folder for the positions of a turn that don't fit into memory.
    pub spill: Option<&'a Path>,
}

settings!(Ready<'a> {
    with_endgame endgame (Option<&'a Endgame>),
    with_tables tables (Option<&'a OpenTables>),
    #[doc(hidden)] with_keep keep (Option<&'a Mutex<Option<Endgame>>>),
    with_earlier earlier (Option<&'a Proven>),
    with_line line (Option<(&'a Game, &'a [Move])>),
    with_spill spill (Option<&'a Path>),
});

impl<'a> Ready<'a> {
    /// Sets the [`estimate`](Self::estimate).
    #[must_use]
    pub const fn with_estimate(mut self, estimate: &'a dyn Estimate) -> Self {
        self.estimate = Some(estimate);
        self
    }

    /// What is known about a position before a search; nothing if the search is fresh.
    pub(super) fn knowledge(&self, fresh: bool, game: &Game) -> Knowledge {
        let mut knowledge = Knowledge::unless(fresh, game);
        if let Some(earlier) = self.earlier.filter(|_| !fresh) {
            knowledge.join(earlier.of(game));
        }
        knowledge
    }

    /// Returns what the shipped data on the opening proves along the line. A fresh search gets
    /// nothing.
    pub(super) fn along_line(&self, fresh: bool) -> Proven {
        let mut proven = Proven::default();
        if let Some((opening, line)) = self.line.filter(|_| !fresh && self.earlier.is_none()) {
            proven.take_in(opening, line);
        }
        proven
    }

    /// Looks up the table for a game, unless a table was given.
    pub(super) fn table_for(&self, game: &Game) -> Result<Option<Arc<Endgame>>, TableError> {
        match (self.endgame, self.tables) {
            (None, Some(tables)) => tables.table(game.rules(), game.position().field()),
            _ => Ok(None),
        }
    }
}

impl Ready<'static> {
    /// No resources.
    #[must_use]
    pub fn nothing() -> Ready<'static> {
        Ready::default()
    }
}
