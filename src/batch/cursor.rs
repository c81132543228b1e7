//! Merging the results of several stores (shards) in one order.

use std::collections::{BTreeSet, VecDeque};

use super::entry::{Entry, Question};
use super::store::Store;
use crate::text::{Diagnostic, ErrorKind};

/// The error of contradictory results for one question.
pub(super) fn contradiction([options, position, method]: &Question) -> Diagnostic {
    let message = format!("{position}: contradictory results ({method}; {options})");
    Diagnostic::new(ErrorKind::Fault, message)
}

/// Number of rows read at a time.
const PAGE: usize = 1000;

/// Merges the results of several stores, ordered by rules, position and question. Each question
/// appears once, with its best result of all stores and limits. Of equally good results, the one
/// with the highest limits counts.
pub struct Merge<'a> {
    sources: Vec<Source<'a>>,
    /// The next question of each source, so that not all of perhaps a thousand stores are read for
    /// each result. Sources with the same question are read in the order in which they were given.
    heads: BTreeSet<(Question, usize)>,
    /// True once the first questions have been read.
    begun: bool,
}

struct Source<'a> {
    store: &'a Store,
    rows: VecDeque<Entry>,
    /// The key of the last row read.
    last: Option<[String; 4]>,
}

impl<'a> Merge<'a> {
    /// Reads several stores at once.
    pub fn new(stores: &'a [Store]) -> Merge<'a> {
        let source = |store| Source { store, rows: VecDeque::new(), last: None };
        Merge { sources: stores.iter().map(source).collect(), heads: BTreeSet::new(), begun: false }
    }

    /// Returns the best result of the next question; none at the end.
    ///
    /// # Errors
    /// If a store can't be read, or results are contradictory.
    pub fn next_best(&mut self) -> Result<Option<Entry>, Diagnostic> {
        if !self.begun {
            (0..self.sources.len()).try_for_each(|number| self.enqueue(number))?;
            self.begun = true;
        }
        let mut best = None;
        let Some(question) = self.heads.first().map(|(question, _)| question.clone()) else {
            return Ok(None);
        };
        while let Some((next, number)) = self.heads.pop_first() {
            if next != question {
                self.heads.insert((next, number));
                break;
            }
            self.take(number, &question, &mut best)?;
            self.enqueue(number)?;
        }
        Ok(best)
    }

    /// Takes a source's results for a question.
    fn take(
        &mut self,
        number: usize,
        question: &Question,
        best: &mut Option<Entry>,
    ) -> Result<(), Diagnostic> {
        let source = &mut self.sources[number];
        while let Some(found) = source.next_of(question)? {
            if let Some(other) = best
                && found.findings.contradicts(&other.findings)
            {
                return Err(contradiction(question));
            }
            let rank = |entry: &Entry| (entry.findings.rank(), entry.key.limits);
            if best.as_ref().is_none_or(|best| rank(&found) >= rank(best)) {
                *best = Some(found);
            }
        }
        Ok(())
    }

    /// Queues a source's next question.
    fn enqueue(&mut self, number: usize) -> Result<(), Diagnostic> {
        let first = self.sources[number].first()?;
        let question = first.map(|first| first.key.question());
        self.heads.extend(question.map(|question| (question, number)));
        Ok(())
    }
}

impl Source<'_> {
    /// Returns the next row without taking it.
    fn first(&mut self) -> Result<Option<&Entry>, Diagnostic> {
        if self.rows.is_empty() {
            const KEY: &str = "options, position, method, limits";
            let order = format!("ORDER BY {KEY} LIMIT {PAGE}");
            let take = |entry| self.rows.push_back(entry);
            match &self.last {
                None => self.store.each_entry(&order, (), take)?,
                Some(last) => {
                    let after = format!("WHERE ({KEY}) > (?1, ?2, ?3, ?4) {order}");
                    self.store.each_entry(&after, last.each_ref(), take)?;
                }
            }
            if let Some(last) = self.rows.back() {
                self.last = Some(last.key.columns());
            }
        }
        Ok(self.rows.front())
    }

    /// Takes the next row if it answers the question.
    fn next_of(&mut self, question: &Question) -> Result<Option<Entry>, Diagnostic> {
        let first = self.first()?;
        let is_of = first.is_some_and(|first| first.key.question() == *question);
        Ok(if is_of { self.rows.pop_front() } else { None })
    }
}
