//! The positions that follow on one by any throw.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::key_set::{Key, pair};
use crate::{ChongPosition, ChongRules, ChongTurn, Dice, Forced, KingBack, KingPath};

/// The turns of one position that were met: a key tells them apart.
pub(super) type Seen = HashSet<(Key, u64), FixedState>;

/// Tells whether an opened player's turn depends on a throw by the dice that are left and nothing
/// else, and ends only where no die can be used.
const fn only_dice_count(rules: &ChongRules) -> bool {
    matches!(rules.king_path, KingPath::Retreat)
        && matches!(rules.king_back, KingBack::VoidFirst)
        && matches!(rules.forced, Forced::Must)
}

/// Calls `visit` for the end of every way to play any throw of so many dice that does not win; an
/// end may come more than once. `seen` keeps its memory.
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

/// The same with `left` dice that may show anything. Of all throws together it does not matter
/// which dice were used for what: whatever sequence of dice is played, some throw has it. So turns
/// are met by what is on the board and how many dice are left.
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
    // The turn ends here if all dice are used, or those left show a face that can't be.
    let mut ends = left == 0;
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
            any_dice(rules, &next, left, seen, visit);
        });
        ends |= !goes_on;
    }
    if ends {
        visit(rules.end(turn));
    }
}
