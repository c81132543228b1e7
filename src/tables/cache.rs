//! What is remembered between searches: the endgame tables that they have built.

use std::sync::{Arc, Mutex, MutexGuard};

use super::{Endgame, most_seeds};
use crate::control::unpoisoned;
use crate::moves::Game;

/// Tables that are kept: each has room reserved for as much as it may have grown to.
const MOST_TABLES: usize = 16;

/// Tables of proven values, for each kind of round the largest that was built; those that were not
/// used for longest make room.
#[derive(Default)]
pub struct TableCache {
    /// Those used last stand last.
    tables: Mutex<Vec<Arc<Endgame>>>,
    /// Bytes of all together, at most.
    most: u64,
}

impl TableCache {
    /// Makes an empty cache, which never holds more than so many mebibytes.
    pub fn within(memory: usize) -> TableCache {
        TableCache { most: (memory as u64).saturating_mul(1 << 20), ..TableCache::default() }
    }

    /// The table for a game, if there is one.
    pub fn table(&self, game: &Game) -> Option<Arc<Endgame>> {
        let mut tables = self.locked();
        let place = tables.iter().position(|table| fits(table, game))?;
        let table = tables.remove(place);
        tables.push(Arc::clone(&table));
        Some(table)
    }

    /// Keeps what a search in a game has built, as far as there is room for it, unless there is a
    /// larger one by now.
    pub fn keep(&self, game: &Game, built: Endgame) {
        let Some(built) = within(built, self.most) else {
            return;
        };
        let mut tables = self.locked();
        let larger = |table: &Arc<Endgame>| fits(table, game) && table.seeds() >= built.seeds();
        if tables.iter().any(larger) {
            return;
        }
        tables.retain(|table| !fits(table, game));
        tables.push(Arc::new(built));
        let all = |tables: &[Arc<Endgame>]| tables.iter().map(|table| bytes(table)).sum::<u64>();
        while tables.len() > MOST_TABLES || all(&tables) > self.most {
            tables.remove(0);
        }
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Arc<Endgame>>> {
        unpoisoned(self.tables.lock())
    }
}

fn fits(table: &Endgame, game: &Game) -> bool {
    table.fits(game.rules(), game.position().field())
}

/// A table, without its last levels if it takes more than so many bytes.
fn within(table: Endgame, most: u64) -> Option<Endgame> {
    if bytes(&table) <= most {
        return Some(table);
    }
    let (rules, field) = (table.rules(), table.layout().field());
    let seeds = most_seeds(rules, field, most)?;
    Endgame::with_room(rules, field, Some(&table), seeds).ok()
}

/// An entry is a byte.
fn bytes(table: &Endgame) -> u64 {
    table.layout().positions()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::control::Control;
    use crate::rules::Preset;

    #[test]
    fn what_is_too_large_is_kept_in_part() {
        let rules = Preset::named("kalah").unwrap().rules;
        let game = Game::opening(&rules, Side::A);
        let field = game.position().field();
        let threads = std::num::NonZeroUsize::MIN;
        let build = |seeds| Endgame::build(&rules, field, seeds, threads, Control::none()).unwrap();
        let (whole, seeds) = (build(11), 9);
        let part = build(seeds);
        assert!(bytes(&part) <= 1 << 20 && bytes(&whole) > 1 << 20);
        let cache = TableCache::within(1);
        cache.keep(&game, whole);
        let kept = cache.table(&game).expect("a part of it");
        assert!(kept.seeds() >= seeds && bytes(&kept) <= 1 << 20);
        for entry in 0..bytes(&part) {
            assert_eq!(kept.at(entry), part.at(entry));
        }
    }
}
