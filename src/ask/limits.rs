//! The limits of a search, and what the machine has ready for it.

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

/// The time of a search to which nobody set a limit.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// The limits of a search. They have the same names in every front end: `time`, in seconds where it
/// is a number, `nodes`, `depth`, `threads` and `memory`. In records there are those that limit how
/// far a search goes, null where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Limits {
    /// Maximum moves to look ahead; of an evaluation only.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub depth: Option<u32>,
    /// Maximum positions to visit.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub nodes: Option<u64>,
    /// Maximum time to use.
    #[serde(rename = "seconds", with = "seconds")]
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<f64>", extend("exclusiveMinimum" = 0))
    )]
    pub time: Option<Duration>,
    /// Threads that search together.
    #[serde(skip)]
    pub threads: NonZeroUsize,
    /// Mebibytes for all that a search takes.
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
    /// One thread, the usual memory, and nothing else.
    fn default() -> Limits {
        Limits { depth: None, nodes: None, time: None, memory: MEMORY, threads: NonZeroUsize::MIN }
    }
}

/// A time as a number of seconds.
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
    /// These where there are some, else those of another search; threads and memory are the
    /// other's.
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

    /// Tells whether nothing limits how far a search goes.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let unlimited = Limits { memory: self.memory, threads: self.threads, ..Limits::default() };
        *self == unlimited
    }

    /// The same with five seconds, if nothing limits how far a search goes: for one that has no end
    /// of its own.
    #[must_use]
    pub fn or_usual(self) -> Limits {
        self.or_time(USUAL_TIME)
    }

    /// The same with some time, if nothing limits how far a search goes.
    pub(super) fn or_time(self, time: Duration) -> Limits {
        match self.is_none() {
            true => Limits { time: Some(time), ..self },
            false => self,
        }
    }

    /// Those that there are, in words.
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| counted(nodes, "node"));
        let time = self.time.map(|time| format!("{} s", time.as_secs_f64()));
        depth.into_iter().chain(nodes).chain(time).collect()
    }

    /// A computation within these limits, and no more than it had before.
    #[doc(hidden)]
    #[must_use]
    pub fn bound<'c>(&self, mut control: Control<'c>) -> Control<'c> {
        control.time = control.time.min(self.time.unwrap_or(Duration::MAX));
        control.nodes = control.nodes.min(self.nodes.unwrap_or(u64::MAX));
        control
    }
}

/// The help that the machine has ready for a search.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Ready<'a> {
    /// An endgame table, passed over where it doesn't fit the game.
    pub endgame: Option<&'a Endgame>,
    /// The tables to look in as well, for each position that is evaluated.
    pub tables: Option<&'a OpenTables>,
    /// The place where a table that is built on the way is left for another search.
    #[doc(hidden)]
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// The positions that searches of the same game have proven before.
    pub earlier: Option<&'a Proven>,
    /// The opening of the game and the moves from there to the position: what ships of the opening
    /// holds along them, as far as play was best. To find that out can take some of the nodes. It
    /// is passed over beside `earlier`.
    pub line: Option<(&'a Game, &'a [Move])>,
    /// The estimate of positions at the horizon of an evaluation; none for the built-in one.
    pub estimate: Option<&'a dyn Estimate>,
    /// A folder for the positions of a turn that memory does not hold.
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
    /// The same with a caller's own [`estimate`](Self::estimate).
    #[must_use]
    pub const fn with_estimate(mut self, estimate: &'a dyn Estimate) -> Self {
        self.estimate = Some(estimate);
        self
    }

    /// The things that are known of a position before a search that is not to be fresh.
    pub(super) fn knowledge(&self, fresh: bool, game: &Game) -> Knowledge {
        let mut knowledge = Knowledge::unless(fresh, game);
        if let Some(earlier) = self.earlier.filter(|_| !fresh) {
            knowledge.join(earlier.of(game));
        }
        knowledge
    }

    /// Returns what ships of the opening as far as it holds along the line, and the nodes that it
    /// took, if the search is not to be fresh.
    pub(super) fn along_line(&self, fresh: bool, control: Control<'_>) -> (Proven, u64) {
        let mut proven = Proven::default();
        let line = self.line.filter(|_| !fresh && self.earlier.is_none());
        let spent = line.map(|(opening, line)| proven.take_in(opening, line, control));
        (proven, spent.unwrap_or_default())
    }

    /// The table of a game, if none was handed over and there is one.
    pub(super) fn looked_up(&self, game: &Game) -> Result<Option<Arc<Endgame>>, TableError> {
        match (self.endgame, self.tables) {
            (None, Some(tables)) => tables.table(game.rules(), game.position().field()),
            _ => Ok(None),
        }
    }
}

impl Ready<'static> {
    /// Returns the value that has nothing ready.
    #[must_use]
    pub fn nothing() -> Ready<'static> {
        Ready::default()
    }
}
