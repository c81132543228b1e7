//! All results of several stores in one order: shards put together again.

use std::borrow::Cow;
use std::collections::VecDeque;

use thiserror::Error;

use super::entry::{Entry, Key};
use super::row::key_values;
use super::store::Store;
use super::store_error::StoreError;

/// Rows that are read at a time.
const PAGE: usize = 1000;

/// Why several stores can't be read as one.
#[derive(Debug, Error)]
pub enum MergeError {
    /// One of them can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Two results can't both be true: one of them is wrong, or a fault of this program.
    #[error("{position}: results that contradict each other ({method}; {options})")]
    Contradiction {
        /// The position.
        position: String,
        /// The question.
        method: Cow<'static, str>,
        /// The rules.
        options: String,
    },
}

/// Results by rules, position and question, each question once: its best result, whatever the
/// limits and the store.
pub struct Merge<'a> {
    sources: Vec<Source<'a>>,
}

struct Source<'a> {
    store: &'a Store,
    rows: VecDeque<Entry>,
    /// The last row that was read.
    last: Option<Key>,
}

impl<'a> Merge<'a> {
    /// Reads several stores at once.
    pub fn new(stores: &'a [Store]) -> Merge<'a> {
        let source = |store| Source {
            store,
            rows: VecDeque::new(),
            last: None,
        };
        Merge {
            sources: stores.iter().map(source).collect(),
        }
    }

    /// The best result of the next question; none if there are no more.
    ///
    /// # Errors
    /// If a store can't be read, or results contradict each other.
    pub fn next_best(&mut self) -> Result<Option<Entry>, MergeError> {
        let mut next: Option<Key> = None;
        for source in &mut self.sources {
            let first = source.first()?.map(|first| &first.key);
            let earlier = |key: &&Key| next.as_ref().is_none_or(|n| question(key) < question(n));
            if let Some(key) = first.filter(earlier) {
                next = Some(key.clone());
            }
        }
        let Some(key) = next else {
            return Ok(None);
        };
        let mut best: Option<Entry> = None;
        for source in &mut self.sources {
            let asks = |first: &Entry| first.key.is_same_question(&key);
            while source.first()?.is_some_and(asks) {
                let found = source.rows.pop_front().expect("the row just seen");
                if let Some(other) = &best
                    && found.findings.contradicts(&other.findings)
                {
                    return Err(MergeError::Contradiction {
                        method: key.question(),
                        position: key.position,
                        options: key.options,
                    });
                }
                let better = |best: &Entry| found.findings.is_better_than(&best.findings);
                if best.as_ref().is_none_or(better) {
                    best = Some(found);
                }
            }
        }
        Ok(best)
    }
}

/// What results are in order of.
fn question(key: &Key) -> (&str, &str, Cow<'static, str>) {
    (&key.options, &key.position, key.question())
}

impl Source<'_> {
    /// The next row.
    fn first(&mut self) -> Result<Option<&Entry>, StoreError> {
        if self.rows.is_empty() {
            const KEY: &str = "options, position, method, depth, nodes, time";
            let order = format!("ORDER BY {KEY} LIMIT {PAGE}");
            let take = |entry| self.rows.push_back(entry);
            match &self.last {
                None => self.store.each_entry(&order, (), take)?,
                Some(last) => {
                    let behind = format!("WHERE ({KEY}) > (?1, ?2, ?3, ?4, ?5, ?6) {order}");
                    self.store.each_entry(&behind, key_values(last), take)?;
                }
            }
            if let Some(last) = self.rows.back() {
                self.last = Some(last.key.clone());
            }
        }
        Ok(self.rows.front())
    }
}
