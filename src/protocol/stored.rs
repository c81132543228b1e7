//! Questions that a batch store may answer, as for a line of a batch.

use serde::Deserialize;

use super::envelope::json;
use super::error::RpcError;
use super::slow_methods::Search;
use crate::ask::Limits;
use crate::batch::{Ask, Entry, Findings, Job, Key, Store};
use crate::findings::Stored;

/// A search as a question of a batch store.
pub struct StoredQuestion {
    job: Job,
    ask: Ask,
}

/// The origin of an answer.
#[derive(Deserialize)]
struct Origin {
    version: String,
    limits: Within,
}

/// The limits of the search, with its memory.
#[derive(Deserialize)]
struct Within {
    #[serde(flatten)]
    limits: Limits,
    memory: u64,
}

impl StoredQuestion {
    /// Converts a search to a question.
    ///
    /// # Errors
    /// If a store can't hold its answer.
    pub fn of(search: &Search) -> Result<StoredQuestion, RpcError> {
        let (job, ask) = search.of_batch()?;
        Ok(StoredQuestion { job, ask })
    }

    fn key(&self) -> Key {
        Key::new(&self.job, &self.ask)
    }

    /// Returns the store's answer in the format of the search, or `null` if there is none.
    ///
    /// # Errors
    /// If the store can't be read, or the result is damaged.
    pub fn known(&self, store: &Store) -> Result<String, RpcError> {
        let known = store.known(&self.key())?;
        let known = known.filter(|entry| has_all_bounds(&entry.findings));
        Ok(json(&known.as_ref().map(|entry| Stored::new(&self.job, self.ask.fresh, entry))))
    }

    /// Stores an answer that took this many seconds, under the limits in the answer, since an
    /// engine may add its own. A cancelled search is not stored, because its result says nothing
    /// about limits.
    ///
    /// # Errors
    /// If the text is not an answer to this question, or can't be written.
    pub fn keep(&self, store: &mut Store, answer: &str, seconds: f64) -> Result<(), RpcError> {
        let entry = self.entry(answer, seconds)?;
        if !entry.findings.stopped().is_some_and(|stopped| stopped.is_cancel()) {
            store.keep([&entry])?;
        }
        Ok(())
    }

    fn entry(&self, answer: &str, seconds: f64) -> Result<Entry, RpcError> {
        let invalid =
            |error| RpcError::request(format_args!("not an answer for the store: {error}"));
        let key = self.key();
        let findings = Findings::read(key.method, answer).map_err(invalid)?;
        let (found, asked) = (findings.position(), self.job.game.position());
        if found != asked {
            let other = format_args!("found an answer about {found}, expected one about {asked}");
            return Err(RpcError::request(other));
        }
        let Origin { version, limits } = serde_json::from_str(answer).map_err(invalid)?;
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

/// Whether the result has all bounds of an answer; results of version 0.1 don't.
fn has_all_bounds(findings: &Findings) -> bool {
    match findings {
        Findings::Solved(_) | Findings::Analysed(_) => true,
        Findings::Evaluated(found) => {
            found.lower.is_some() && found.moves.iter().all(|one| one.lower.is_some())
        }
    }
}
