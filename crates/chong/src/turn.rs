//! A turn in progress: its legal sub-moves and their effects.

use crate::position::{arrived, highest, lowest};
use crate::{
    Army, ChongPosition, ChongRules, ChongTakes, Dice, Forced, KingBack, KingCell, KingFree,
    KingHit, KingPath, KingStep, OpeningRest, Overshoot, Piece, Release, SubMove, SubMoveEffect,
};

/// A turn between two sub-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChongTurn {
    /// The pieces of the player to move.
    pub mover: Army,
    /// The pieces of the other player.
    pub other: Army,
    /// The dice not yet used.
    pub(super) left: Dice,
    /// Whether the game is won.
    pub won: bool,
    phase: Phase,
    /// Whether a Chong has been given up for the king's steps.
    voided: bool,
    /// Whether the throw had a Chong, if later turns need to know.
    chong: bool,
    /// Whether the throw had two Chongs, if this turn needs to know.
    two_chongs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Any piece may move.
    Free,
    /// The king must change places; the soldier that came to this cell plays the rest.
    Opening(u8),
    /// The soldier on this cell plays the rest.
    Hero(u8),
    /// The soldier on this cell makes one jump by all dice.
    Jump(u8),
}

impl ChongTurn {
    /// Packs everything but the armies in a word: turns with the same armies and the same word are
    /// equal.
    #[inline]
    pub(super) const fn state_bits(&self) -> u64 {
        let (phase, cell) = match self.phase {
            Phase::Free => (0, 0),
            Phase::Opening(cell) => (1, cell),
            Phase::Hero(cell) => (2, cell),
            Phase::Jump(cell) => (3, cell),
        };
        let marks = [self.won, self.voided, self.chong, self.two_chongs];
        let [won, voided, chong, two] = marks;
        let marks = won as u64 | (voided as u64) << 1 | (chong as u64) << 2 | (two as u64) << 3;
        self.left.bits() as u64 | marks << 24 | phase << 28 | (cell as u64) << 30
    }
}

/// Returns the cells below a cell.
#[inline]
const fn below(cell: u8) -> u128 {
    (1 << cell) - 1
}

impl ChongRules {
    /// Starts a turn with this throw, before the first sub-move.
    #[must_use]
    pub fn begin(&self, position: &ChongPosition, throw: Dice) -> ChongTurn {
        let mut turn = ChongTurn {
            mover: position.mover,
            other: position.other,
            left: throw,
            won: false,
            phase: Phase::Free,
            voided: false,
            chong: self.king_back == KingBack::TwoTurns && throw.chongs() > 0,
            two_chongs: self.king_path == KingPath::Advance && throw.chongs() > 1,
        };
        if turn.mover.opened() {
            return turn;
        }
        if throw.chongs() == 0 {
            turn.left = Dice::NONE;
            return turn;
        }
        turn.mover = turn.mover.with_opened();
        if let Some(king) = turn.mover.king()
            && turn.mover.soldiers() & below(king) != 0
        {
            turn.phase = Phase::Opening(king);
        }
        turn
    }

    /// Returns the position after a turn, seen by the other player.
    #[must_use]
    #[inline]
    pub fn end(&self, turn: &ChongTurn) -> ChongPosition {
        let mover = match self.king_back {
            KingBack::VoidFirst => turn.mover,
            KingBack::TwoTurns => turn.mover.with_primed(turn.chong),
        };
        ChongPosition { mover: turn.other, other: mover }
    }

    /// Calls `visit` for every legal sub-move with the turn after it, ordered by dice, pieces
    /// (soldiers first) and cells. There is none when the game is won, or on a board that the
    /// pieces do not [fit](ChongPosition::fits).
    #[inline]
    pub fn sub_moves(&self, turn: &ChongTurn, mut visit: impl FnMut(SubMove, ChongTurn)) {
        let length = self.length();
        if turn.won || !turn.mover.fits(length) || !turn.other.fits(length) {
            return;
        }
        match turn.phase {
            Phase::Free => {
                for die in turn.left.different() {
                    self.soldiers(turn, die, &mut visit);
                    if die == 1 {
                        self.exchanges(turn, &mut visit);
                    }
                    self.king_step(turn, die, &mut visit);
                }
            }
            Phase::Opening(hero) => self.opening(turn, hero, &mut visit),
            Phase::Hero(hero) => {
                for die in turn.left.different() {
                    self.soldier(turn, Dice::one(die), die.into(), hero, &mut visit);
                }
            }
            Phase::Jump(hero) => {
                let sum = turn.left.sum();
                if sum > 0 {
                    self.soldier(turn, turn.left, sum, hero, &mut visit);
                }
            }
        }
    }

    /// Whether the player may end the turn here although a sub-move is possible.
    #[must_use]
    pub const fn may_stop(&self, turn: &ChongTurn) -> bool {
        matches!(self.forced, Forced::MayStop) && !matches!(turn.phase, Phase::Opening(_))
    }

    #[inline]
    fn soldiers(&self, turn: &ChongTurn, die: u8, visit: &mut impl FnMut(SubMove, ChongTurn)) {
        let mut soldiers = turn.mover.soldiers();
        if self.release == Release::Passed
            && let Some(king) = turn.mover.king()
            && !turn.mover.turned()
        {
            soldiers &= !below(king + 1);
        }
        while let Some(from) = lowest(soldiers) {
            soldiers &= soldiers - 1;
            self.soldier(turn, Dice::one(die), die.into(), from, visit);
        }
    }

    /// Visits a soldier's move by this many cells.
    #[inline]
    fn soldier(
        &self,
        turn: &ChongTurn,
        dice: Dice,
        cells: u32,
        from: u8,
        visit: &mut impl FnMut(SubMove, ChongTurn),
    ) {
        let Some((to, effect)) = self.landing(turn, from, cells, Piece::Soldier) else {
            return;
        };
        let mut next = *turn;
        next.left = turn.left.without(dice);
        next.mover = turn.mover.moved(from, to);
        if let Phase::Hero(_) | Phase::Jump(_) = turn.phase {
            next.phase = Phase::Hero(to);
        }
        self.take(&mut next, to, effect);
        let sub_move = SubMove { dice, piece: Piece::Soldier, from, to, effect };
        visit(sub_move, next);
    }

    /// Returns where a piece gets to with this many cells and its effect there, if that is legal.
    #[inline]
    fn landing(
        &self,
        turn: &ChongTurn,
        from: u8,
        cells: u32,
        piece: Piece,
    ) -> Option<(u8, SubMoveEffect)> {
        let last = self.last();
        let to = match u32::from(from) + cells {
            to if to <= u32::from(last) => to as u8,
            _ if self.overshoot == Overshoot::Allowed => last,
            _ => return None,
        };
        if turn.mover.on(to) {
            return None;
        }
        let there = last - to;
        let chong = cells == 1;
        let effect = if turn.other.soldier_on(there) {
            let takes = !chong
                || match self.chong_takes {
                    ChongTakes::LastTwo => to + 1 >= last,
                    ChongTakes::Always => true,
                    ChongTakes::Never => false,
                };
            takes.then_some(SubMoveEffect::TakesSoldier)
        } else if turn.other.king_on(there) {
            let hit = match self.king_hit {
                KingHit::Chong => chong,
                KingHit::AnyDie => true,
                KingHit::Never => false,
            };
            if piece == Piece::King {
                // A king neither takes a king nor lies down beside one.
                None
            } else if hit && turn.other.turned() {
                Some(SubMoveEffect::TakesKing)
            } else {
                (self.king_cell == KingCell::Lie).then_some(SubMoveEffect::LiesDown)
            }
        } else {
            Some(SubMoveEffect::Quiet)
        };
        Some((to, effect?))
    }

    /// Makes the capture on a cell, and checks whether the game is won.
    #[inline]
    fn take(&self, turn: &mut ChongTurn, cell: u8, effect: SubMoveEffect) {
        match effect {
            SubMoveEffect::TakesSoldier => {
                turn.other = turn.other.without_soldier(self.last() - cell);
            }
            SubMoveEffect::TakesKing => turn.other = turn.other.without_king(),
            SubMoveEffect::Quiet | SubMoveEffect::LiesDown => {}
        }
        turn.won = arrived(turn.mover, self) || turn.other.is_gone();
    }

    /// Visits the exchanges of the opening throw.
    fn opening(&self, turn: &ChongTurn, hero: u8, visit: &mut impl FnMut(SubMove, ChongTurn)) {
        let king = turn.mover.king().expect("an opening has a king");
        let partner = highest(turn.mover.soldiers() & below(king)).expect("and a partner");
        let (sub_move, mut next) = self.exchanged(turn, king, partner);
        if next.left.chongs() == 0 || next.mover.soldiers() & below(partner) == 0 {
            next.left = next.left.without_chongs();
            next.phase = match self.opening_rest {
                OpeningRest::EachDie => Phase::Hero(hero),
                OpeningRest::Sum => Phase::Jump(hero),
                OpeningRest::Free => Phase::Free,
            };
        }
        visit(sub_move, next);
    }

    #[inline]
    fn exchanges(&self, turn: &ChongTurn, visit: &mut impl FnMut(SubMove, ChongTurn)) {
        let Some(king) = turn.mover.king() else {
            return;
        };
        let partner = match self.king_path {
            KingPath::Retreat => self.partner_behind(turn.mover, king),
            KingPath::Advance => lowest(turn.mover.soldiers() & !below(king + 1)),
        };
        if let Some(partner) = partner {
            let (sub_move, next) = self.exchanged(turn, king, partner);
            visit(sub_move, next);
        }
        if turn.two_chongs
            && let Some(partner) = highest(turn.mover.soldiers() & below(king))
        {
            let (sub_move, mut next) = self.exchanged(turn, king, partner);
            next.mover = next.mover.with_turned();
            visit(sub_move, next);
        }
    }

    /// Returns the soldier at home with which an unturned king changes places.
    #[inline]
    fn partner_behind(&self, army: Army, king: u8) -> Option<u8> {
        if army.turned() {
            return None;
        }
        highest(army.soldiers() & below(king.min(self.columns.get())))
    }

    /// Returns the turn after the king and a soldier have changed places.
    fn exchanged(&self, turn: &ChongTurn, king: u8, partner: u8) -> (SubMove, ChongTurn) {
        let mut next = *turn;
        next.left = turn.left.without(Dice::one(1));
        next.mover = turn.mover.moved(partner, king).with_king(partner);
        // An enemy soldier that lies beside the king is taken by the soldier that arrives.
        let effect = if turn.other.soldier_on(self.last() - king) {
            SubMoveEffect::TakesSoldier
        } else {
            SubMoveEffect::Quiet
        };
        self.take(&mut next, king, effect);
        let sub_move =
            SubMove { dice: Dice::one(1), piece: Piece::Exchange, from: king, to: partner, effect };
        (sub_move, next)
    }

    #[inline]
    fn king_step(&self, turn: &ChongTurn, die: u8, visit: &mut impl FnMut(SubMove, ChongTurn)) {
        let Some(king) = turn.mover.king() else {
            return;
        };
        let Some((dice, voided)) = self.dice_of_step(turn, king, die) else {
            return;
        };
        let Some((to, effect)) = self.landing(turn, king, die.into(), Piece::King) else {
            return;
        };
        let mut next = *turn;
        next.left = turn.left.without(dice);
        next.voided = voided;
        next.mover = turn.mover.with_king(to).with_turned();
        self.take(&mut next, to, effect);
        let sub_move = SubMove { dice, piece: Piece::King, from: king, to, effect };
        visit(sub_move, next);
    }

    /// Returns the dice that a step of the king by this die takes, and whether a Chong has been
    /// given up after it; `None` if it may not step.
    #[inline]
    fn dice_of_step(&self, turn: &ChongTurn, king: u8, die: u8) -> Option<(Dice, bool)> {
        let soldiers = turn.mover.soldiers();
        let one = soldiers.count_ones() == 1;
        let free = match self.king_free {
            KingFree::OneSoldier => one || (soldiers == 0 && die > 1),
            KingFree::OneOrNoBattle => {
                let middle = below(2 * self.columns.get()) & !below(self.columns.get());
                one || (soldiers & middle == 0 && die > 1)
            }
            KingFree::ChongOnly => one && die == 1,
            KingFree::Never => false,
        };
        if free {
            return Some((Dice::one(die), turn.voided));
        }
        if die != 1 || !self.may_go_back(turn.mover, king) {
            return None;
        }
        match self.king_back {
            KingBack::TwoTurns => turn.mover.primed().then_some((Dice::one(1), turn.voided)),
            KingBack::VoidFirst if turn.voided => Some((Dice::one(1), true)),
            KingBack::VoidFirst => {
                let two = Dice::one(1).and(Dice::one(1));
                (turn.left.chongs() > 1).then_some((two, true))
            }
        }
    }

    /// Whether a king that is not free may step at all.
    #[inline]
    fn may_go_back(&self, army: Army, king: u8) -> bool {
        match (self.king_path, self.king_step) {
            (KingPath::Advance, _) => army.soldiers() & !below(king + 1) == 0,
            (KingPath::Retreat, KingStep::Any) => true,
            (KingPath::Retreat, KingStep::NoPartner) => self.partner_behind(army, king).is_none(),
        }
    }
}
