//! Looking up single results in several stores.

use std::hash::{BuildHasher, RandomState};

use super::cursor::contradiction;
use super::entry::{Entry, Key, Question};
use super::store::Store;
use super::store_error::StoreProblem;
use crate::text::Diagnostic;

/// The results of several stores, indexed by question.
pub struct Lookup<'a> {
    stores: &'a [Store],
    hashes: RandomState,
    /// Sorted pairs of a question's hash and the number of a store that answers it, so that not all
    /// of perhaps a thousand stores are read for each row.
    places: Vec<(u64, usize)>,
}

impl<'a> Lookup<'a> {
    /// Indexes the questions of the stores.
    ///
    /// # Errors
    /// If a store can't be read.
    pub fn new(stores: &'a [Store]) -> Result<Lookup<'a>, Diagnostic> {
        let (hashes, mut places) = (RandomState::new(), Vec::new());
        for (number, store) in stores.iter().enumerate() {
            store.each_question(|question| places.push((hashes.hash_one(question), number)))?;
        }
        places.sort_unstable();
        places.dedup();
        Ok(Lookup { stores, hashes, places })
    }

    /// Returns what a batch with a single store of all results would know. Each store contributes a
    /// proven answer under any limits, or else the result under these limits; the best of them is
    /// returned.
    ///
    /// # Errors
    /// If a store can't be read, or results for the question are contradictory.
    pub fn known(&self, key: &Key) -> Result<Option<Entry>, Diagnostic> {
        const RESULTS: &str = "WHERE options = ?1 AND position = ?2 AND method = ?3 \
             ORDER BY proven DESC, limits";
        let (question, [.., limits]) = (key.question(), key.columns());
        let hash = self.hashes.hash_one(&question);
        let first = self.places.partition_point(|(other, _)| *other < hash);
        let places = self.places[first..].iter().take_while(|(other, _)| *other == hash);
        let (mut all, mut best) = (Vec::<Entry>::new(), None::<usize>);
        for (_, number) in places {
            let begin = all.len();
            let store = &self.stores[*number];
            store.each_entry(RESULTS, question.each_ref(), |entry| all.push(entry))?;
            let holds = |entry: &Entry| {
                entry.findings.is_proven() || entry.key.columns().last() == Some(&limits)
            };
            let found = (begin..all.len()).find(|&found| holds(&all[found]));
            let rank = |found: usize| all[found].findings.rank();
            best = best
                .into_iter()
                .chain(found)
                .reduce(|one, other| if rank(other) > rank(one) { other } else { one });
        }
        let contradicts = |(number, one): (usize, &Entry)| {
            all[..number].iter().any(|other| one.findings.contradicts(&other.findings))
        };
        if all.iter().enumerate().any(contradicts) {
            return Err(contradiction(&question));
        }
        Ok(best.map(|best| all.swap_remove(best)))
    }
}

impl Store {
    /// Calls `take` with the question of each result; a question may come several times.
    fn each_question(&self, mut take: impl FnMut(Question)) -> Result<(), Diagnostic> {
        let mut read = || {
            let questions = "SELECT options, position, method FROM results";
            let mut statement = self.connection.prepare(questions)?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                take([row.get(0)?, row.get(1)?, row.get(2)?]);
            }
            Ok(())
        };
        read().map_err(|problem: StoreProblem| self.fault(problem))
    }
}
