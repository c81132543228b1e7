//! All results of several stores in one order: shards put together again.

use std::collections::{BTreeSet, VecDeque};

use super::entry::{Entry, Question};
use super::store::Store;
use crate::text::{Diagnostic, ErrorKind};

/// The error of results of one question that can't all be true.
pub(super) fn contradiction([options, position, method]: &Question) -> Diagnostic {
    let message = format!("{position}: results that contradict each other ({method}; {options})");
    Diagnostic::new(ErrorKind::Fault, message)
}

/// Rows that are read at a time.
const PAGE: usize = 1000;

/// Results by rules, position and question, each question once: its best result, whatever the
/// limits and the store. Of those that say as much the one with the highest limits counts.
pub struct Merge<'a> {
    sources: Vec<Source<'a>>,
    /// The next question of each source that has one. There may be a thousand stores: not all of
    /// them are asked for each result. Of those with the same question the source that was named
    /// first is asked first.
    heads: BTreeSet<(Question, usize)>,
    /// True if the first questions have been read.
    begun: bool,
}

struct Source<'a> {
    store: &'a Store,
    rows: VecDeque<Entry>,
    /// The key of the last row that was read.
    last: Option<[String; 4]>,
}

impl<'a> Merge<'a> {
    /// Reads several stores at once.
    pub fn new(stores: &'a [Store]) -> Merge<'a> {
        let source = |store| Source { store, rows: VecDeque::new(), last: None };
        Merge { sources: stores.iter().map(source).collect(), heads: BTreeSet::new(), begun: false }
    }

    /// The best result of the next question; none if there are no more.
    ///
    /// # Errors
    /// If a store can't be read, or results contradict each other.
    pub fn next_best(&mut self) -> Result<Option<Entry>, Diagnostic> {
        if !self.begun {
            (0..self.sources.len()).try_for_each(|number| self.line_up(number))?;
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
            self.line_up(number)?;
        }
        Ok(best)
    }

    /// Takes a source's results of a question.
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
            let told = |entry: &Entry| (entry.findings.told(), entry.key.limits);
            if best.as_ref().is_none_or(|best| told(&found) >= told(best)) {
                *best = Some(found);
            }
        }
        Ok(())
    }

    /// Puts a source's next question among those of the others.
    fn line_up(&mut self, number: usize) -> Result<(), Diagnostic> {
        let first = self.sources[number].first()?;
        let question = first.map(|first| first.key.question());
        self.heads.extend(question.map(|question| (question, number)));
        Ok(())
    }
}

impl Source<'_> {
    /// The next row.
    fn first(&mut self) -> Result<Option<&Entry>, Diagnostic> {
        if self.rows.is_empty() {
            const KEY: &str = "options, position, method, limits";
            let order = format!("ORDER BY {KEY} LIMIT {PAGE}");
            let take = |entry| self.rows.push_back(entry);
            match &self.last {
                None => self.store.each_entry(&order, (), take)?,
                Some(last) => {
                    let behind = format!("WHERE ({KEY}) > (?1, ?2, ?3, ?4) {order}");
                    self.store.each_entry(&behind, last.each_ref(), take)?;
                }
            }
            if let Some(last) = self.rows.back() {
                self.last = Some(last.key.columns());
            }
        }
        Ok(self.rows.front())
    }

    /// Takes the next row, if it is of a question.
    fn next_of(&mut self, question: &Question) -> Result<Option<Entry>, Diagnostic> {
        let first = self.first()?;
        let is_of = first.is_some_and(|first| first.key.question() == *question);
        Ok(if is_of { self.rows.pop_front() } else { None })
    }
}
