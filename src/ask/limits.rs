//! The limits of a search, and what the machine has ready for it.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::Proven;
#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::control::Control;
use crate::moves::Game;
use crate::search::MEMORY;
use crate::tables::{Endgame, Shelf, TableError};

/// The time of a search to which nobody set a limit.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// The limits of a search. They have the same names at every door: `time`, in seconds where it is a
/// number, `nodes`, `depth`, `threads` and `memory`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schemas",
    schemars(description = "The limits of a search; null where there was none.")
)]
pub struct Limits {
    /// Moves to look ahead.
    // Of an evaluation only.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub depth: Option<u32>,
    /// Positions to visit.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub nodes: Option<u64>,
    /// The time.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<f64>", extend("exclusiveMinimum" = 0))
    )]
    pub time: Option<Duration>,
    /// Mebibytes for each of its tables; null if it has none.
    // Which is told by 0.
    #[serde(serialize_with = "some")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<usize>", range(min = 1)))]
    pub memory: usize,
    /// Threads that search.
    #[cfg_attr(feature = "schemas", schemars(with = "usize", range(min = 1)))]
    pub threads: NonZeroUsize,
}

/// A time without end is no limit.
fn seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    let time = time.filter(|&time| time < Duration::MAX);
    time.map(|time| time.as_secs_f64()).serialize(serializer)
}

fn some<S: Serializer>(memory: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*memory)
        .filter(|&memory| memory > 0)
        .serialize(serializer)
}

impl Default for Limits {
    /// One thread, the usual memory, and nothing else.
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            memory: MEMORY,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl Limits {
    /// Whether nothing limits how far a search goes.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let unlimited = Limits {
            memory: self.memory,
            threads: self.threads,
            ..Limits::default()
        };
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
            true => Limits {
                time: Some(time),
                ..self
            },
            false => self,
        }
    }

    /// A computation within these limits, and no more than it had before.
    pub(super) fn bound<'c>(&self, control: Control<'c>) -> Control<'c> {
        let (nodes, time) = (
            self.nodes.unwrap_or(u64::MAX),
            self.time.unwrap_or(Duration::MAX),
        );
        Control {
            nodes: control.nodes.min(nodes),
            time: control.time.min(time),
            ..control
        }
    }
}

/// What the machine has ready for a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ready<'a> {
    /// An endgame table, passed over where it doesn't fit the game.
    pub endgame: Option<&'a Endgame>,
    /// Where else a table is looked for, of each position that is evaluated.
    pub tables: Option<&'a Shelf>,
    /// Where a table that is built on the way is left for another search.
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// What searches of the same game have proven before.
    pub earlier: Option<&'a Proven>,
    /// A folder for the positions of a turn that memory does not hold.
    pub spill: Option<&'a Path>,
    /// The processes that enumerate a turn together.
    #[cfg(feature = "cluster")]
    pub cluster: Option<&'a Cluster>,
}

impl Ready<'_> {
    /// The table of a game, if none was handed over and there is one.
    pub(super) fn looked_up(&self, game: &Game) -> Result<Option<Arc<Endgame>>, TableError> {
        match (self.endgame, self.tables) {
            (None, Some(tables)) => tables.table(game.rules(), game.position().field()),
            _ => Ok(None),
        }
    }
}

impl Ready<'static> {
    /// Nothing.
    #[must_use]
    pub fn nothing() -> Ready<'static> {
        Ready::default()
    }
}
