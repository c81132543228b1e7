//! One computation in several processes, on one machine or many.
//!
//! Timely dataflow carries messages between workers and says when no more of a stage can come. Here
//! is what it leaves to its users: who takes part ([`Hosts`]), the meeting of the processes, with a
//! limit on the time and a comparison of what each is to do, and what happens when one is lost.
//! Timely itself ends a thread by a panic then, or waits for ever.
//!
//! The connections are neither encrypted nor protected: they are for networks that are trusted.

mod hosts;
mod process_group;
mod rendezvous;
mod slurm;
mod stream;

use std::io;
use std::time::Duration;

use thiserror::Error;

pub use hosts::{Hosts, HostsError};
pub(crate) use process_group::{Member, Message, ProcessGroup, UNDER_WAY, Until};

/// The processes of a computation, and which of them this one is.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All processes.
    pub hosts: Hosts,
    /// The number of this one, from 0.
    pub process: usize,
    /// The time that the processes wait for each other at the start.
    pub timeout: Duration,
}

impl Cluster {
    /// Returns the name of a process in messages.
    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts.addresses()[process])
    }
}

/// A reason why a computation in several processes came to no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// This process can't be reached at the place that the list gives it.
    #[error(
        "{name}: can't listen there: {source}; expected an address of this machine with a \
             free port"
    )]
    Listen {
        /// This process.
        name: String,
        /// The words of the system.
        source: io::Error,
    },
    /// A process did not come.
    #[error("{name} did not come within {} s: {reason}", timeout.as_secs_f64())]
    Late {
        /// The first that is missing.
        name: String,
        /// The time that it was waited for.
        timeout: Duration,
        /// A description of what happened last.
        reason: String,
    },
    /// It was cancelled before all had come.
    #[error("{name} has not come: interrupted")]
    Interrupted {
        /// The process that was waited for.
        name: String,
    },
    /// A process does something else.
    #[error("{name} has another {what}, {found}: expected {expected}, as here")]
    Differs {
        /// The other process.
        name: String,
        /// The name of what is different.
        what: String,
        /// The value there.
        found: String,
        /// The value here.
        expected: String,
    },
    /// A process is gone before the end.
    #[error("{name} is lost: {reason}")]
    Lost {
        /// The process.
        name: String,
        /// The sign by which that was noticed.
        reason: String,
    },
    /// A message of a process did not arrive as it was sent.
    #[error("a process has sent what can't be read: expected what the same version writes")]
    Garbled,
    /// Another worker of this process has failed, and tells why.
    #[error("another worker has failed")]
    Abandoned,
    /// The system does not give what the connections need.
    #[error("{name}: {source}")]
    System {
        /// This process.
        name: String,
        /// The words of the system.
        source: io::Error,
    },
}
