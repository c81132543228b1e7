//! Between rounds: refilling the holes, and who starts the next round.

use super::options::total;
use super::{Fill, Layout, PartialRules, Rules, Short, Starter};
use crate::board::{Hole, HoleState, Mark, Pit, Position, Setup, Side};
use crate::diagnostic;
use crate::sentence;
use crate::text::Diagnostic;

/// The continuation of a set after a finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRound {
    /// The opening of the next round.
    Opening(Position),
    /// The set is over, because a player can't fill a hole or has lost too many rounds.
    SetOver {
        /// The player who owns fewer than s seeds (A if both do), or whose opponent has won most
        /// rounds.
        loser: Side,
    },
}

impl Rules {
    /// Returns the opening of a set's first round, with `mover` to start.
    ///
    /// # Panics
    /// If the holes or seeds of the rules are not 1 to 18.
    #[must_use]
    pub fn opening(&self, mover: Side) -> Position {
        opening(self, mover)
    }

    /// Returns the opening of a round in which A owns `owned` seeds and B the rest of the full
    /// board.
    ///
    /// # Errors
    /// If `owned` exceeds the seeds of the board, or a player can't fill a hole.
    ///
    /// # Panics
    /// If the seeds of the rules are 0.
    ///
    /// # Examples
    /// Overbeck § 11: 97 seeds against 65.
    /// ```
    /// use chongkak::{board::Side, rules::Preset};
    /// let rules = Preset::named("overbeck").unwrap().rules;
    /// let opening = rules.opening_owning(97, Side::A).unwrap();
    /// assert_eq!(opening.to_string(), "9,9,9,9,9,9,9,9,9/16 x,x,9,9,9,9,9,9,9/2 A");
    /// ```
    pub fn opening_owning(&self, owned: u32, mover: Side) -> Result<Position, Diagnostic> {
        opening_owning(self, owned, mover)
    }

    /// Returns what follows a finished round: the next opening, or the end of the set. Under
    /// `best_of` the round counts as the first one.
    ///
    /// # Errors
    /// If the position isn't marked `over` or has another number of holes than the rules.
    pub fn next_round(&self, finished: &Position) -> Result<NextRound, Diagnostic> {
        next_round(self, &[], finished)
    }

    /// Returns the player who starts the round after this finished one.
    #[must_use]
    pub fn next_starter(&self, finished: &Position) -> Side {
        next_starter(self, finished)
    }
}

/// Same as [`Rules::opening`], for partial rules.
fn opening(rules: &impl PartialRules, mover: Side) -> Position {
    let (holes, seeds) = (usize::from(rules.holes()), u32::from(rules.seeds()));
    let filled = match rules.layout() {
        Layout::Full => 1,
        Layout::Alternate => 2,
    };
    // Counted round the board from the mover's hole 1.
    let row = |first: usize| {
        let pit = |number: usize| Pit {
            state: HoleState::Open,
            seeds: if number.is_multiple_of(filled) { seeds } else { 0 },
        };
        (first..first + holes).map(pit).collect()
    };
    let mut rows = [row(0), row(holes)];
    if mover == Side::B {
        rows.reverse();
    }
    let setup = Setup { rows, stores: [0; 2], mover, mark: Mark::None };
    Position::new(&setup).expect("the mover's hole 1 is filled")
}

/// Returns the hole that must be played first in a position: that of the option `first_hole`, if
/// the position is an opening and the hole can be lifted. An opening is filled as at the start of a
/// set, or from the seeds that the players own.
///
/// Play never comes back to an opening under `store = near`: the holes of an opening hold as many
/// seeds again only if none has left them, and each seed moves forward until it leaves.
pub(crate) fn first_hole(rules: &impl PartialRules, position: &Position) -> Option<Hole> {
    let wanted = usize::from(rules.first_hole()).checked_sub(1)?;
    let hole = position.legal().find(|hole| hole.index() == wanted)?;
    let mover = position.mover();
    let owned = Side::BOTH.map(|side| position.owned(side));
    let later = || loser(rules, owned).is_none() && refilled(rules, owned, mover) == Ok(*position);
    (*position == opening(rules, mover) || later()).then_some(hole)
}

/// Same as [`Rules::opening_owning`], for partial rules.
pub(crate) fn opening_owning(
    rules: &impl PartialRules,
    owned: u32,
    mover: Side,
) -> Result<Position, Diagnostic> {
    let total = total(rules);
    let rest = total.checked_sub(owned).ok_or_else(|| {
        let total = total.to_string();
        let most = sentence!("faults.at-most", most = total.clone());
        diagnostic!(BadValue, "faults.opening.owned"; owned, total = total).expecting(most)
    })?;
    let owned = [owned, rest];
    if let Some(loser) = loser(rules, owned) {
        let (side, seeds) = (loser.to_string(), rules.seeds().get());
        let enough = sentence!("faults.opening.enough"; seeds);
        let (owned, seeds) = (owned[loser.index()], seeds.to_string());
        let over =
            diagnostic!(BadValue, "faults.opening.set-over"; owned, side = side, seeds = seeds);
        return Err(over.expecting(enough));
    }
    refilled(rules, owned, mover)
}

/// Same as [`Rules::next_round`], for partial rules and after rounds that ended with these
/// positions.
pub(crate) fn next_round(
    rules: &impl PartialRules,
    earlier: &[Position],
    finished: &Position,
) -> Result<NextRound, Diagnostic> {
    if !finished.is_over() {
        let expected = sentence!("faults.opening.marked-over");
        return Err(diagnostic!(BadValue, "faults.opening.not-over" => expected));
    }
    let found = finished.shape().holes();
    if found != usize::from(rules.holes()) {
        let holes = rules.holes();
        let wrong =
            diagnostic!(BadValue, "faults.opening.size"; found, expected = holes.to_string());
        return Err(wrong.expecting(sentence!("faults.position.a-row"; holes.get())));
    }
    let best_of = usize::from(rules.best_of());
    if best_of > 0 {
        let wins = |side: Side| {
            let ends = earlier.iter().chain([finished]);
            ends.filter(|end| side.sign() * end.standing() > 0).count()
        };
        let loser = Side::BOTH.into_iter().find(|side| 2 * wins(side.other()) > best_of);
        let again = || NextRound::Opening(opening(rules, next_starter(rules, finished)));
        return Ok(loser.map_or_else(again, |loser| NextRound::SetOver { loser }));
    }
    let owned = Side::BOTH.map(|side| finished.owned(side));
    match loser(rules, owned) {
        Some(loser) => Ok(NextRound::SetOver { loser }),
        None => Ok(NextRound::Opening(refilled(rules, owned, next_starter(rules, finished))?)),
    }
}

/// Returns as text what follows a finished round: the next opening, the loser of the set, or an
/// error message.
pub(crate) fn next_in_words(rules: &impl PartialRules, finished: &Position) -> String {
    match next_round(rules, &[], finished) {
        Ok(NextRound::Opening(opening)) => opening.to_string(),
        Ok(NextRound::SetOver { loser }) => format!("set lost by {loser}"),
        Err(error) => error.to_string(),
    }
}

fn next_starter(rules: &impl PartialRules, finished: &Position) -> Side {
    let last_mover = finished.mover();
    let round_winner = || match Side::BOTH.map(|side| finished.can_move(side)) {
        [true, false] => Side::A,
        [false, true] => Side::B,
        _ => last_mover,
    };
    match rules.starter() {
        Starter::LastMover => last_mover,
        Starter::MostSeeds => match finished.standing() {
            0 => last_mover,
            1.. => Side::A,
            _ => Side::B,
        },
        Starter::RoundWinner => round_winner(),
        Starter::RoundLoser => round_winner().other(),
    }
}

/// Returns the player who can't fill a hole, A if neither can.
fn loser(rules: &impl PartialRules, owned: [u32; 2]) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| owned[side.index()] < u32::from(rules.seeds()))
}

fn refilled(
    rules: &impl PartialRules,
    owned: [u32; 2],
    mover: Side,
) -> Result<Position, Diagnostic> {
    let [(row_a, store_a), (row_b, store_b)] = owned.map(|seeds| filled_row(rules, seeds));
    let setup = Setup { rows: [row_a, row_b], stores: [store_a, store_b], mover, mark: Mark::None };
    Position::new(&setup)
}

/// Returns the row filled by a player who owns `owned` seeds, and what stays in his store.
fn filled_row(rules: &impl PartialRules, owned: u32) -> (Vec<Pit>, u32) {
    let (holes, seeds) = (u32::from(rules.holes()), u32::from(rules.seeds()));
    let filled = holes.min(owned / seeds);
    let rest = owned - filled * seeds;
    let full = Pit { state: HoleState::Open, seeds };
    // A full row is the same under all rules, so don't look up any option.
    if filled == holes {
        return (vec![full; holes as usize], rest);
    }
    let protected = match rules.short() {
        Short::Closed => 0,
        Short::Ngacang => u32::from(rules.max_protected()).min(holes - filled),
    };
    // In the order of filling: the full holes, the protected ones, the closed ones.
    let pit = |place: u32| {
        if place < filled {
            full
        } else if place < filled + protected {
            let nearer = place - filled;
            let share = rest / protected + u32::from(nearer < rest % protected);
            Pit { state: HoleState::Protected, seeds: share }
        } else {
            Pit { state: HoleState::Closed, seeds: 0 }
        }
    };
    let mut row: Vec<Pit> = (0..holes).map(pit).collect();
    if rules.fill() == Fill::Near {
        row.reverse();
    }
    (row, if protected == 0 { rest } else { 0 })
}
