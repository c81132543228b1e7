//! Every way to play a throw, each turn on the way met once.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::key_set::{Key, pair};
use crate::{ChongPosition, ChongRules, ChongTurn, Dice, Forced, KingBack, KingPath};

/// The key that tells turns of one position apart.
type TurnKey = (Key, u64);

type Seen<V> = HashMap<TurnKey, V, FixedState>;

/// Plays throws of one position after the other. It keeps its memory.
pub(super) struct Walker<'a> {
    rules: &'a ChongRules,
    seen: Seen<()>,
    values: Seen<f64>,
}

/// Tells whether an opened player's turn depends on a throw by the dice that are left and nothing
/// else, and ends only where no die can be used.
const fn only_dice_count(rules: &ChongRules) -> bool {
    matches!(rules.king_path, KingPath::Retreat)
        && matches!(rules.king_back, KingBack::VoidFirst)
        && matches!(rules.forced, Forced::Must)
}

fn turn_key(turn: &ChongTurn) -> TurnKey {
    (pair(turn.mover, turn.other), turn.state_bits())
}

/// The value of a turn's end to the mover.
pub(super) trait Valuation: Fn(&ChongPosition) -> f64 {}
impl<F: Fn(&ChongPosition) -> f64> Valuation for F {}

impl<'a> Walker<'a> {
    pub(super) fn new(rules: &'a ChongRules) -> Walker<'a> {
        Walker { rules, seen: Seen::default(), values: Seen::default() }
    }

    /// Another position follows.
    pub(super) fn begin(&mut self) {
        self.seen.clear();
        self.values.clear();
    }

    /// Calls `visit` for the end of every way to play any throw of so many dice that does not win;
    /// an end may come more than once.
    pub(super) fn all_ends(
        &mut self,
        position: &ChongPosition,
        throws: &[(u32, Dice)],
        visit: &mut impl FnMut(ChongPosition),
    ) {
        self.seen.clear();
        if position.mover.opened() && only_dice_count(self.rules) {
            let turn = self.rules.begin(position, Dice::NONE);
            self.any_dice(&turn, self.rules.dice.into(), visit);
            return;
        }
        for (_, throw) in throws {
            self.ends(position, *throw, visit);
        }
    }

    /// The same with `left` dice that may show anything. Of all throws together it does not
    /// matter which dice were used for what: whatever sequence of dice is played, some throw has
    /// it. So turns are met by what is on the board and how many dice are left.
    fn any_dice(&mut self, turn: &ChongTurn, left: u32, visit: &mut impl FnMut(ChongPosition)) {
        let (armies, state) = turn_key(turn);
        let new = self.seen.insert((armies, state | u64::from(left) << 40), ());
        if turn.won || new.is_some() {
            return;
        }
        // The turn ends here if all dice are used, or those left show a face that can't be.
        let mut ends = left == 0;
        let rules = self.rules;
        for face in (1..=6).filter(|_| left > 0) {
            // One Chong may be of no use where two are: the king's first step takes two.
            let dice = if face == 1 && left > 1 { 2 } else { 1 };
            let mut with = *turn;
            with.left = (0..dice).fold(Dice::NONE, |dice, _| dice.and(Dice::one(face)));
            let mut goes_on = false;
            rules.sub_moves(&with, |_, mut next| {
                goes_on = true;
                let left = left - dice + next.left.count();
                next.left = Dice::NONE;
                self.any_dice(&next, left, visit);
            });
            ends |= !goes_on;
        }
        if ends {
            visit(rules.end(turn));
        }
    }

    /// Calls `visit` for the end of every way to play a throw that does not win; an end may come
    /// more than once. True if some way wins.
    pub(super) fn ends(
        &mut self,
        position: &ChongPosition,
        throw: Dice,
        visit: &mut impl FnMut(ChongPosition),
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
        self.seen.clear();
        self.walk(&self.rules.begin(position, throw), visit)
    }

    fn walk(&mut self, turn: &ChongTurn, visit: &mut impl FnMut(ChongPosition)) -> bool {
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

    /// The value of the best way to play a throw, +1 if it wins, where `value` says what an end is
    /// worth to the mover. None if the turn is a forced pass: nothing changes.
    ///
    /// Findings stay good until the next `begin`.
    pub(super) fn best(
        &mut self,
        position: &ChongPosition,
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
            let values = ends.iter().map(|end| if end.won { 1.0 } else { value(&end.after) });
            return values.reduce(f64::max);
        }
        Some(self.best_of(&turn, value))
    }

    fn best_of(&mut self, turn: &ChongTurn, value: &impl Valuation) -> f64 {
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
