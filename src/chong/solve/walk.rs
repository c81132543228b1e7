//! Every way to play a throw, each turn on the way met once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::codec::{Key, pair};
use crate::chong::options::Forced;
use crate::chong::position::Position;
use crate::chong::rules::Rules;
use crate::chong::throw::Dice;
use crate::chong::turn::Turn;

/// What tells turns of one position apart.
type TurnKey = (Key, u64);

/// A hasher for keys whose bits are spread by one multiplication a word.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }
}

type Seen<V> = HashMap<TurnKey, V, BuildHasherDefault<Spread>>;

/// Plays throws of one position after the other. It keeps its memory.
pub(super) struct Walker<'a> {
    rules: &'a Rules,
    seen: Seen<()>,
    values: Seen<f64>,
}

fn turn_key(turn: &Turn) -> TurnKey {
    (pair(turn.mover, turn.other), turn.state_bits())
}

/// What the mover gets of a turn's end.
pub(super) trait Valuation: Fn(&Position) -> f64 {}
impl<F: Fn(&Position) -> f64> Valuation for F {}

impl<'a> Walker<'a> {
    pub(super) fn new(rules: &'a Rules) -> Walker<'a> {
        Walker {
            rules,
            seen: Seen::default(),
            values: Seen::default(),
        }
    }

    /// Another position follows.
    pub(super) fn begin(&mut self) {
        self.seen.clear();
        self.values.clear();
    }

    /// Calls `visit` for the end of every way to play a throw that does not win; an end may come
    /// more than once. True if some way wins.
    ///
    /// With `again` ends are left out that a throw before had too (since the last `begin`).
    pub(super) fn ends(
        &mut self,
        position: &Position,
        throw: Dice,
        again: bool,
        visit: &mut impl FnMut(Position),
    ) -> bool {
        if self.rules.forced == Forced::MaxDice {
            let mut wins = false;
            for end in self.rules.ends(position, throw) {
                wins |= end.won;
                if !end.won {
                    visit(end.after);
                }
            }
            return wins;
        }
        if !again {
            self.seen.clear();
        }
        self.walk(&self.rules.begin(position, throw), visit)
    }

    fn walk(&mut self, turn: &Turn, visit: &mut impl FnMut(Position)) -> bool {
        if turn.won {
            return true;
        }
        if !turn.left.is_empty() && self.seen.insert(turn_key(turn), ()).is_some() {
            return false;
        }
        let (mut wins, mut goes_on) = (false, false);
        let rules = self.rules;
        rules.sub_moves(turn, |_, next| {
            goes_on = true;
            wins |= self.walk(&next, visit);
        });
        if !goes_on || rules.may_stop(turn) {
            visit(rules.end(turn));
        }
        wins
    }

    /// What the best way to play a throw brings, +1 if it wins, where `value` says what an end is
    /// worth to the mover. None if the turn is a forced pass: nothing changes.
    ///
    /// What has been found stays good until the next `begin`.
    pub(super) fn best(
        &mut self,
        position: &Position,
        throw: Dice,
        value: &impl Valuation,
    ) -> Option<f64> {
        let turn = self.rules.begin(position, throw);
        if turn.mover == position.mover {
            let mut goes_on = false;
            self.rules.sub_moves(&turn, |_, _| goes_on = true);
            if !goes_on {
                return None;
            }
        }
        if self.rules.forced == Forced::MaxDice {
            let ends = self.rules.ends(position, throw);
            let values = ends
                .iter()
                .map(|end| if end.won { 1.0 } else { value(&end.after) });
            return values.reduce(f64::max);
        }
        Some(self.best_of(&turn, value))
    }

    fn best_of(&mut self, turn: &Turn, value: &impl Valuation) -> f64 {
        if turn.won {
            return 1.0;
        }
        let rules = self.rules;
        if turn.left.is_empty() {
            return value(&rules.end(turn));
        }
        let key = turn_key(turn);
        if let Some(known) = self.values.get(&key) {
            return *known;
        }
        let mut best = f64::NEG_INFINITY;
        rules.sub_moves(turn, |_, next| {
            if best < 1.0 {
                best = best.max(self.best_of(&next, value));
            }
        });
        if best == f64::NEG_INFINITY || rules.may_stop(turn) {
            best = best.max(value(&rules.end(turn)));
        }
        self.values.insert(key, best);
        best
    }
}
