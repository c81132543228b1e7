//! Questions to which a store of batches may have the answer: the same that a line of a batch asks.

use serde::Deserialize;

use super::envelope::json;
use super::error::RpcError;
use super::slow_methods::Search;
use crate::ask::Limits;
use crate::batch::{Ask, Entry, Findings, Job, Key, Store};
use crate::findings::Stored;

/// A search as a question that a store has the answer to, or may keep it.
pub struct StoredQuestion {
    job: Job,
    ask: Ask,
}

/// The grounds of an answer.
#[derive(Deserialize)]
struct Grounds {
    version: String,
    limits: Within,
}

/// The limits within which it was found, with the mebibytes.
#[derive(Deserialize)]
struct Within {
    #[serde(flatten)]
    limits: Limits,
    memory: u64,
}

impl StoredQuestion {
    /// The question of a search.
    ///
    /// # Errors
    /// If it asks for what no store keeps.
    pub fn of(search: &Search) -> Result<StoredQuestion, RpcError> {
        let (job, ask) = search.of_batch()?;
        Ok(StoredQuestion { job, ask })
    }

    fn key(&self) -> Key {
        Key::new(&self.job, &self.ask)
    }

    /// Returns what a store has, as the search would answer; `null` if that is nothing.
    ///
    /// # Errors
    /// If the store can't be read, or the result is damaged.
    pub fn known(&self, store: &Store) -> Result<String, RpcError> {
        let known = store.known(&self.key())?;
        let known = known.filter(|entry| has_all_bounds(&entry.findings));
        Ok(json(&known.as_ref().map(|entry| Stored::new(&self.job, self.ask.fresh, entry))))
    }

    /// Keeps an answer to the question, for which the search took so many seconds, under the limits
    /// that the answer names: an engine may have some of its own. What was cancelled says nothing of
    /// limits, and is not kept.
    ///
    /// # Errors
    /// If it is no answer to this question, or can't be written.
    pub fn keep(&self, store: &mut Store, answer: &str, seconds: f64) -> Result<(), RpcError> {
        let entry = self.entry(answer, seconds)?;
        if !entry.findings.stopped().is_some_and(|stopped| stopped.is_cancel()) {
            store.keep([&entry])?;
        }
        Ok(())
    }

    fn entry(&self, answer: &str, seconds: f64) -> Result<Entry, RpcError> {
        let unread = |error| RpcError::request(format_args!("no answer for a store: {error}"));
        let key = self.key();
        let findings = Findings::read(key.method, answer).map_err(unread)?;
        let (found, asked) = (findings.position(), self.job.game.position());
        if found != asked {
            let other = format_args!("an answer about {found}, expected one about {asked}");
            return Err(RpcError::request(other));
        }
        let Grounds { version, limits } = serde_json::from_str(answer).map_err(unread)?;
        Ok(Entry {
            key: Key { limits: limits.limits, ..key },
            rule_set: self.job.preset.name.to_owned(),
            version,
            memory: limits.memory,
            seconds,
            findings,
        })
    }
}

/// Tells whether it has all that an answer has: results of version 0.1 say no bounds.
fn has_all_bounds(findings: &Findings) -> bool {
    match findings {
        Findings::Solved(_) => true,
        Findings::Evaluated(found) => {
            found.lower.is_some() && found.moves.iter().all(|one| one.lower.is_some())
        }
    }
}
