//! Where two rule sets diverge: the shortest line after which their positions differ.
//!
//! Until then a line leads to the same position under both rules, so one breadth-first search plays
//! every move under both. The stores don't affect play, so positions are identified by their holes,
//! mover and mark. With `store = far` a position can recur, which ends the round; the search checks
//! for that on the line to a position.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::{Game, Kernel, Move, Outcome, State, with_kernel};
use crate::board::Cells;
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::rules::{StoreLast, StorePlace};

/// Finds the shortest line after which two games differ in the seeds, the player to move or the end
/// of the round. Of several shortest lines it returns the first in the order of holes, and `None`
/// if the games never differ. If only one of them lets the player stop after a move, they move on in
/// the other. For games with different positions, or that must begin with different holes, the line
/// is empty. The second value is the number of nodes.
///
/// With `store = far` a return to an earlier position ends the round. Only the first line to each
/// position is searched, so a difference that depends on another line to it can be missed.
///
/// A node is a move, played under both rules. On a board of 2 x 9 holes it takes about 120 bytes.
///
/// # Errors
/// If a limit is reached before a line is found.
///
/// # Examples
/// A2 ends in the store. Then A1 ends in A2 and captures the seed opposite in B1, unless the rules
/// have no captures.
/// ```
/// use chongkak::{Control, Game, Preset};
/// use chongkak::moves::divergence;
/// let kalah = Preset::named("kalah").unwrap().rules.sized(2, 1).unwrap();
/// let other = kalah.with("capture", "none").unwrap();
/// let [one, other] = [kalah, other].map(|rules| Game::opening(&rules, chongkak::Side::A));
/// let (found, _) = divergence(&one, &other, Control::none());
/// let line = found.unwrap().unwrap();
/// assert_eq!(line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A2", "A1"]);
/// ```
pub fn divergence(
    one: &Game,
    other: &Game,
    control: Control<'_>,
) -> (Result<Option<Vec<Move>>, StopReason>, u64) {
    let position = one.position();
    if position != other.position() || one.first_hole() != other.first_hole() {
        return (Ok(Some(Vec::new())), 0);
    }
    if position.is_over() {
        return (Ok(None), 0);
    }
    let clock = Clock::new(control);
    // A stop that only one of the rules allows is no stop under the other.
    let may_stop = other.rules().store_last == StoreLast::May;
    let widest = if may_stop { other } else { one };
    let found = with_kernel!(one.rules(), position, |kernel, start| {
        let mut parting = Parting {
            both: [kernel.clone(), Kernel::new(other.rules(), position.field())],
            recurs: [one, other].iter().any(|game| game.rules().store == StorePlace::Far),
            first: widest.legal_moves().collect(),
            met: vec![Met { state: *start, before: 0, made: 0 }],
            keys: HashSet::from_iter([kernel.key(start)]),
        };
        parting.search(&mut NodeBudget::new(&clock))
    });
    (found, clock.nodes())
}

/// The search for the line.
struct Parting<C> {
    both: [Kernel<C>; 2],
    /// Whether positions can recur under either rule set.
    recurs: bool,
    /// The moves with which both games can begin.
    first: Vec<Move>,
    /// All positions found, in the order of their shortest lines.
    met: Vec<Met<C>>,
    keys: HashSet<C, FixedState>,
}

struct Met<C> {
    state: State<C>,
    /// The index of the previous position, and the move made there. 0 for the first position.
    before: usize,
    made: u8,
}

impl<C: Cells> Parting<C> {
    fn search(&mut self, budget: &mut NodeBudget<'_>) -> Result<Option<Vec<Move>>, StopReason> {
        // Breadth first: by length, then in the order of holes.
        let mut next = 0;
        while next < self.met.len() {
            let state = self.met[next].state;
            let widest = usize::from(self.both[1].may_stop());
            let moves = match next {
                0 => std::mem::take(&mut self.first),
                _ => self.both[widest].moves(&state).collect(),
            };
            for made in moves {
                budget.spend()?;
                let [one, other] = [0, 1].map(|kernel: usize| {
                    let played = self.both[kernel].make(&state, made);
                    (played.state, played.outcome == Outcome::Over)
                });
                let met = Met { state: one.0, before: next, made: made.packed() };
                // A return to a position of the line also ends the round.
                let ended = [one, other].map(|(state, over)| over || self.returns(next, &state));
                let parted = match ended {
                    // The remaining seeds may go to different players.
                    [true, true] => {
                        let board = |kernel: usize, (state, over): (State<C>, bool)| {
                            let outcome = if over { Outcome::Over } else { Outcome::Stop };
                            self.both[kernel].position(&state, outcome).cells()
                        };
                        board(0, one) != board(1, other)
                    }
                    _ => one != other,
                };
                if parted {
                    return Ok(Some(self.line(&met)));
                }
                let is_over = one.1;
                if !is_over && self.keys.insert(self.both[0].key(&one.0)) {
                    self.met.push(met);
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// Whether a state occurs on the line to the position with this index.
    fn returns(&self, mut place: usize, state: &State<C>) -> bool {
        if !self.recurs {
            return false;
        }
        loop {
            if self.met[place].state == *state {
                return true;
            }
            if place == 0 {
                return false;
            }
            place = self.met[place].before;
        }
    }

    /// Returns the line that leads to a position.
    fn line(&self, last: &Met<C>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut met = last;
        loop {
            let before = &self.met[met.before];
            line.push(Move::unpacked(before.state.mover, met.made));
            if met.before == 0 {
                break;
            }
            met = before;
        }
        line.reverse();
        line
    }
}
