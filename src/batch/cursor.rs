//! All results of several stores in one order: shards put together again.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};

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
    /// The next question of each source that has one, the earliest on top. There may be a thousand
    /// stores: not all of them are asked for each result.
    heads: BinaryHeap<Reverse<Head>>,
    /// Whether the first questions have been read.
    begun: bool,
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
            heads: BinaryHeap::new(),
            begun: false,
        }
    }

    /// The best result of the next question; none if there are no more.
    ///
    /// # Errors
    /// If a store can't be read, or results contradict each other.
    pub fn next_best(&mut self) -> Result<Option<Entry>, MergeError> {
        if !self.begun {
            (0..self.sources.len()).try_for_each(|number| self.line_up(number))?;
            self.begun = true;
        }
        let Some(Reverse(Head { key, source })) = self.heads.pop() else {
            return Ok(None);
        };
        let mut best = None;
        self.take(source, &key, &mut best)?;
        while let Some(Reverse(head)) = self.heads.peek()
            && head.key.is_same_question(&key)
        {
            let number = head.source;
            self.heads.pop();
            self.take(number, &key, &mut best)?;
        }
        Ok(best)
    }

    /// Takes a source's results of a question, and puts the source back in its place.
    fn take(
        &mut self,
        number: usize,
        key: &Key,
        best: &mut Option<Entry>,
    ) -> Result<(), MergeError> {
        let source = &mut self.sources[number];
        while source
            .first()?
            .is_some_and(|first| first.key.is_same_question(key))
        {
            let found = source.rows.pop_front().expect("the row just seen");
            if let Some(other) = best
                && found.findings.contradicts(&other.findings)
            {
                return Err(MergeError::Contradiction {
                    position: key.position.clone(),
                    method: key.question(),
                    options: key.options.clone(),
                });
            }
            let better = |best: &Entry| found.findings.is_better_than(&best.findings);
            if best.as_ref().is_none_or(better) {
                *best = Some(found);
            }
        }
        Ok(self.line_up(number)?)
    }

    /// Puts a source's next question among those of the others.
    fn line_up(&mut self, source: usize) -> Result<(), StoreError> {
        if let Some(first) = self.sources[source].first()? {
            let key = first.key.clone();
            self.heads.push(Reverse(Head { key, source }));
        }
        Ok(())
    }
}

/// The next question of a source. Of those with the same question the source that was named first
/// is asked first.
struct Head {
    key: Key,
    source: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        let by_question = question(&self.key).cmp(&question(&other.key));
        by_question.then(self.source.cmp(&other.source))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

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
