//! The successors of a position by any throw.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::key_set::{Key, pair};
use crate::{ChongPosition, ChongRules, ChongTurn, Dice, Forced, KingBack, KingPath};

/// The visited turns of one position, identified by a key.
pub(super) type Seen = HashSet<(Key, u64), FixedState>;

/// Whether an opened player's turn depends only on the number of dice left, and ends only where no
/// die can be used.
const fn only_dice_count(rules: &ChongRules) -> bool {
    matches!(rules.king_path, KingPath::Retreat)
        && matches!(rules.king_back, KingBack::VoidFirst)
        && matches!(rules.forced, Forced::Must)
}

/// Calls `visit` for the end of every way to play any throw of this many dice that does not win; an
/// end may be visited more than once. `seen` is reused to save allocations.
pub(super) fn all_ends(
    rules: &ChongRules,
    position: &ChongPosition,
    throws: &[(u32, Dice)],
    seen: &mut Seen,
    visit: &mut impl FnMut(ChongPosition),
) {
    if position.mover.opened() && only_dice_count(rules) {
        seen.clear();
        let turn = rules.begin(position, Dice::NONE);
        return any_dice(rules, &turn, rules.dice.into(), seen, visit);
    }
    for (_, throw) in throws {
        rules.visit_ends(position, *throw, &mut |after| {
            after.into_iter().for_each(&mut *visit);
            true
        });
    }
}

/// Does the same with `left` dice that may show anything. For all throws together it does not
/// matter which dice were used for what, because any sequence of dice belongs to some throw. So
/// turns are identified by the board and the number of dice left.
fn any_dice(
    rules: &ChongRules,
    turn: &ChongTurn,
    left: u32,
    seen: &mut Seen,
    visit: &mut impl FnMut(ChongPosition),
) {
    let state = turn.state_bits() | u64::from(left) << 40;
    if turn.won || !seen.insert((pair(turn.mover, turn.other), state)) {
        return;
    }
    // The turn ends here if all dice are used, or those left show a face that can't be used.
    let mut ends = left == 0;
    for face in (1..=6).filter(|_| left > 0) {
        // One Chong may be useless where two are not: the king's first step takes two.
        let dice = if face == 1 && left > 1 { 2 } else { 1 };
        let mut with = *turn;
        with.left = (0..dice).fold(Dice::NONE, |dice, _| dice.and(Dice::one(face)));
        let mut goes_on = false;
        rules.sub_moves(&with, |_, mut next| {
            goes_on = true;
            let left = left - dice + next.left.count();
            next.left = Dice::NONE;
            any_dice(rules, &next, left, seen, visit);
        });
        ends |= !goes_on;
    }
    if ends {
        visit(rules.end(turn));
    }
}
