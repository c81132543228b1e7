//! Searches as the protocol runs them: what they are given, and who is told of them.

use super::Share;
use super::envelope::json;
use super::error::RpcError;
use crate::ask::Limits;
use crate::control::Control;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Duration;

/// A search of one of the games.
pub trait Searches: Send + Sync {
    /// The mebibytes that are usual for the search.
    fn usual_memory(&self) -> usize;

    /// The result, as JSON; meanwhile the client is told what is found.
    fn found(
        &self,
        share: &Share<'_>,
        given: Given,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError>;

    /// Notes what was found so far by what doesn't tell by itself.
    fn look(&self, given: Given, control: Control<'_>, client: &dyn Listener);
}

/// A client who is told what a search has found so far.
pub trait Listener: Sync {
    /// Takes the fields of what was found, an object of JSON, and the nodes that it took.
    fn hear(&self, found: &str, nodes: u64);

    /// Does the work, and takes a look now and then meanwhile, if it can: that is for work that
    /// doesn't tell by itself what it has found.
    fn beside(&self, look: &(dyn Fn() + Sync), work: &mut dyn FnMut());
}

impl dyn Listener + '_ {
    /// Tells what was found so far, and with how many nodes.
    pub(super) fn note(&self, found: &impl Serialize, nodes: u64) {
        self.hear(&json(found), nodes);
    }
}

/// The means that the server gives a search.
#[derive(Clone, Copy)]
pub struct Given {
    pub time: Option<Duration>,
    pub threads: NonZeroUsize,
    /// Mebibytes.
    pub memory: usize,
}

impl Given {
    /// The limits of a question within what is given.
    pub(super) fn within(self, asked: &Limits) -> Limits {
        Limits { time: self.time, threads: self.threads, memory: self.memory, ..*asked }
    }
}
