//! Limits of computations, cancellation and progress: `chongkak::control`.

mod amounts;
mod budget;
mod clock;
mod machine;
mod memory;
mod prefetch;
mod progress;
mod resource_error;
mod settings;
mod sharing;
mod stop;
mod threads;
mod time;

use std::fmt;
use std::sync::LockResult;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::text::{Diagnostic, ErrorKind};

#[doc(hidden)]
pub use amounts::{time_span, whole_number};
#[doc(hidden)]
pub use budget::{Budget, Lender, Loan, Parts, Wish};
#[doc(hidden)]
pub use clock::{Clock, NodeBudget};
#[doc(hidden)]
pub use machine::{fewer_processors, free_addresses, has_limited_addresses, processors};
#[doc(hidden)]
pub use memory::Zeros;
#[doc(hidden)]
pub use prefetch::prefetch;
pub use progress::{Progress, ProgressSnapshot};
pub use resource_error::ResourceError;
#[doc(hidden)]
pub use settings::settings;
#[doc(hidden)]
pub use sharing::Sharing;
pub use stop::Stop;
#[doc(hidden)]
pub use threads::{
    ARENAS, HAS_THREADS, Pool, beside, beside_threads, can_start, on_threads, pool, room_for,
    start_threads, whole_pool, with_threads,
};
#[doc(hidden)]
pub use time::Instant;
#[cfg(target_family = "wasm")]
pub use time::set_clock;

/// The greatest depth of a search, in moves.
pub const MAX_DEPTH: u32 = 1000;

/// The limits of one computation, its stop token and its progress.
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// use std::time::Duration;
/// use chongkak::control::{Control, Stop};
/// let stop = Stop::new();
/// let control = Control::stopped_by(&stop).with_time(Duration::from_secs(1));
/// assert_eq!(control.nodes, u64::MAX);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    /// The most nodes to visit, counted over all threads; each engine defines its nodes. Never
    /// exceeded: a node is paid for before it is visited.
    pub nodes: u64,
    /// The time limit.
    pub time: Duration,
    /// Cancels the computation when set, from any thread.
    pub stop: &'a Stop,
    /// Receives the progress of the computation.
    pub progress: &'a Progress,
    /// The computations that share threads with this one, if any. A search for a value then uses at
    /// most its share, which changes while it runs.
    #[doc(hidden)]
    pub sharing: Option<&'a Sharing>,
    /// The enclosing computation, if any; set by engines that use others.
    #[doc(hidden)]
    pub whole: Option<&'a Clock<'a>>,
}

settings!(Control<'a> {
    with_nodes nodes (u64),
    with_time time (Duration),
    with_stop stop (&'a Stop),
    with_progress progress (&'a Progress),
    #[doc(hidden)] with_sharing sharing (Option<&'a Sharing>),
});

impl Control<'static> {
    /// No limits, no stop token, and no progress.
    #[must_use]
    pub fn none() -> Control<'static> {
        Control {
            nodes: u64::MAX,
            time: Duration::MAX,
            stop: Stop::never(),
            progress: Progress::nowhere(),
            sharing: None,
            whole: None,
        }
    }
}

impl<'a> Control<'a> {
    /// No limits, but a stop token.
    #[must_use]
    pub fn stopped_by(stop: &'a Stop) -> Control<'a> {
        Control { stop, ..Control::none() }
    }

    /// Drops the progress, for a part of a computation that reports its own.
    #[must_use]
    pub fn quietly(self) -> Control<'a> {
        Control { progress: Progress::nowhere(), ..self }
    }
}

/// Why a computation ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// It was interrupted.
    Interrupted,
    /// The client that asked for it called it off.
    // Computations only see an interruption; the server of the client knows who caused it.
    Cancelled,
}

impl StopReason {
    /// Returns its name in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Depth => "depth",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Interrupted => "interrupted",
            StopReason::Cancelled => "cancelled",
        }
    }

    /// Whether the end was requested, rather than caused by a limit.
    #[must_use]
    pub const fn is_cancel(self) -> bool {
        matches!(self, StopReason::Interrupted | StopReason::Cancelled)
    }

    /// Returns the error of work that hit a limit or was cancelled.
    #[doc(hidden)]
    #[must_use]
    pub fn error(self, message: impl fmt::Display) -> Diagnostic {
        let error = Diagnostic::new(ErrorKind::Stopped, message.to_string());
        Diagnostic { cancelled: self.is_cancel(), ..error }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Names what ended a search early, as a suffix to its effort.
#[doc(hidden)]
#[must_use]
pub fn stopped_by(stopped: Option<StopReason>) -> String {
    stopped.map_or(String::new(), |limit| format!("; stopped by: {limit}"))
}

/// Returns what a lock guards, even if a thread has panicked while holding it. A panic is a bug of
/// the program that ends the computation in which it happened; whatever else shares the lock
/// continues. Every lock here guards values that are consistent between two statements, so no
/// thread sees a partial update.
#[doc(hidden)]
pub fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(|poisoned| poisoned.into_inner())
}
