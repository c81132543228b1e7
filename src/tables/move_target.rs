//! The values of a player's moves, given both rows by number.

use super::rows::{End, Numbered, Row, Step};
use super::value_places::Layout;
use crate::board::{HoleState, Side};
use crate::rules::{AfterTurn, Capture, Rules, StoreLast};

/// Where values are read: the levels below, the opponent's matrix of the same pair (without the
/// mark `final`), and the mover's matrix with the mark.
pub(super) type Sources<'a> = [&'a [u8]; 3];

/// The value of a move, by the rows that it leads to: `gain + sign * value`, where `value` is that
/// of the entry `base + own * number of the own row + other * number of the other row`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    pub base: usize,
    pub own: usize,
    pub other: usize,
    pub gain: i8,
    /// 1 if the mover moves again, -1 if the opponent moves, 0 if the round is over.
    pub sign: i8,
    /// The index of the source that contains the entry.
    pub source: u8,
}

impl Target {
    /// Substitutes the own row.
    #[inline(always)]
    pub(super) const fn with_own(mut self, row: u32) -> Target {
        self.base += row as usize * self.own;
        self
    }

    /// The move's value, given the entry's value.
    #[inline(always)]
    pub(super) const fn value_of(&self, value: u8) -> i8 {
        self.gain + self.sign * value.cast_signed()
    }

    /// The move's value, given the other player's row, after the own row has been substituted.
    #[inline(always)]
    pub(super) fn with_other(&self, sources: &Sources<'_>, row: u32) -> i8 {
        self.value_of(sources[usize::from(self.source)][self.base + row as usize * self.other])
    }
}

/// The player to move, in the positions with given numbers of seeds in both rows.
pub(super) struct OnMove<'a> {
    pub own: &'a Row,
    pub other: &'a Row,
    /// The seeds in the mover's row and in the opponent's.
    pub seeds: [usize; 2],
    pub rules: &'a Rules,
    /// Whether a player who may move again may also stop.
    pub may_stop: bool,
    /// For each own open hole, the open hole opposite.
    pub facing: Vec<Option<u8>>,
    /// For each open hole of the opponent, the own open hole opposite.
    other_facing: Vec<Option<u8>>,
    level: usize,
    /// By whether the mover moves again, and by the seeds left in the own row and in the other.
    targets: Vec<Target>,
}

impl<'a> OnMove<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        layout: &Layout,
        mover: Side,
        marked: bool,
        seeds: [usize; 2],
        [own, other]: [&'a Row; 2],
    ) -> OnMove<'a> {
        let level = seeds[0] + seeds[1];
        let mut targets = vec![Target::default(); 2 * (level + 1) * (level + 1)];
        for moves_again in [false, true] {
            for own in 0..=level {
                for other in 0..=level - own {
                    let same = seeds == [own, other];
                    if same || own + other < level {
                        let at = place(level, moves_again, own, other);
                        targets[at] =
                            target(rules, layout, mover, marked, level, moves_again, [own, other]);
                    }
                }
            }
        }
        let [facing, other_facing] = [mover, mover.other()].map(|side| facing(layout, side));
        let may_stop = rules.store_last == StoreLast::May;
        OnMove { own, other, seeds, rules, may_stop, facing, other_facing, level, targets }
    }

    #[inline(always)]
    pub(super) fn target(&self, moves_again: bool, own: u8, other: u8) -> &Target {
        &self.targets[place(self.level, moves_again, own.into(), other.into())]
    }

    /// The value of a move that leads to these rows.
    #[inline]
    pub(super) fn value_of(
        &self,
        sources: &Sources<'_>,
        moves_again: bool,
        own: Numbered,
        other: Numbered,
    ) -> i8 {
        let value = |again| {
            let target = self.target(again, own.seeds, other.seeds);
            target.with_own(own.row).with_other(sources, other.row)
        };
        if moves_again && self.may_stop {
            value(true).max(value(false))
        } else {
            value(moves_again)
        }
    }

    /// Whether seeds opposite are captured.
    pub(super) fn takes(&self) -> bool {
        self.rules.capture != Capture::None
    }

    /// The row after the last seed fell into an empty hole of it, with `opposite` seeds in the hole
    /// opposite.
    #[inline]
    pub(super) fn after_capture(&self, after: Numbered, bare: u32, opposite: u8) -> Numbered {
        let (_, takes_last) = self.rules.taken(opposite.into());
        if takes_last {
            let seeds = after.seeds - 1;
            Numbered { seeds, row: bare }
        } else {
            after
        }
    }

    /// The value of a move whose last seed fell into an empty own hole.
    pub(super) fn alone(
        &self,
        sources: &Sources<'_>,
        (origin, passes): (usize, u32),
        last: u8,
        step: &Step,
        other: Numbered,
    ) -> i8 {
        let last = usize::from(last);
        if !self.rules.may_capture(passes, origin, last) {
            return self.value_of(sources, false, step.after, other);
        }
        let counts = || self.other.counts(other.seeds.into(), other.row as usize);
        let (opposite, emptied) = match self.facing[last] {
            Some(hole) => self.other.emptied(counts(), hole.into()),
            None => (0, other),
        };
        let own = self.after_capture(step.after, step.bare, opposite);
        let other = if self.takes() { emptied } else { other };
        self.value_of(sources, false, own, other)
    }

    /// The value of a move whose sowing ends in the opponent's row, after `passes` past the own store.
    #[inline]
    pub(super) fn there(
        &self,
        sources: &Sources<'_>,
        passes: u32,
        own: Numbered,
        step: &Step,
    ) -> i8 {
        match step.end {
            End::Alone(last) if self.rules.may_capture_there(passes) => {
                let counts = || self.own.counts(own.seeds.into(), own.row as usize);
                let (opposite, emptied) = match self.other_facing[usize::from(last)] {
                    Some(hole) => self.own.emptied(counts(), hole.into()),
                    None => (0, own),
                };
                let other = self.after_capture(step.after, step.bare, opposite);
                let own = if self.takes() { emptied } else { own };
                self.value_of(sources, false, own, other)
            }
            end => self.value_of(sources, end == End::Again, own, step.after),
        }
    }

    /// The value of a move that comes back into the own row with `hand` seeds.
    pub(super) fn back(
        &self,
        sources: &Sources<'_>,
        origin: usize,
        mut own: Numbered,
        mut other: Numbered,
        mut hand: u8,
    ) -> i8 {
        let mut passes = 1;
        loop {
            let step = self.own.entered(true, own, hand);
            own = step.after;
            match step.end {
                End::Turn => return self.value_of(sources, false, own, other),
                End::Again => return self.value_of(sources, true, own, other),
                End::Alone(last) => {
                    return self.alone(sources, (origin, passes), last, &step, other);
                }
                End::Left(left) => hand = left,
            }
            passes += 1;
            let step = self.other.entered(false, other, hand);
            other = step.after;
            match step.end {
                End::Left(left) => hand = left,
                _ => return self.there(sources, passes, own, &step),
            }
        }
    }
}

#[inline(always)]
const fn place(level: usize, moves_again: bool, own: usize, other: usize) -> usize {
    (moves_again as usize * (level + 1) + own) * (level + 1) + other
}

/// The target of a move that leaves these numbers of seeds in the own and the other row.
fn target(
    rules: &Rules,
    layout: &Layout,
    mover: Side,
    marked: bool,
    level: usize,
    moves_again: bool,
    [own, other]: [usize; 2],
) -> Target {
    // Seeds that leave play become the mover's.
    let gain = (level - own - other) as i8;
    let next = if moves_again && own > 0 {
        (mover, marked)
    } else {
        match rules.end.judge(marked, own > 0, other > 0) {
            AfterTurn::Opponent { last } => (mover.other(), last),
            AfterTurn::Pass { last } => (mover, last),
            AfterTurn::Over => {
                let gain = gain + rules.rest.balance(own as i32, other as i32) as i8;
                return Target { gain, ..Target::default() };
            }
        }
    };
    let same = next.0 == mover;
    let seeds = if same { [own, other] } else { [other, own] };
    let matrix = layout.matrix(next.0, next.1, seeds.map(|seeds| seeds as u32));
    let strides = [matrix.first as usize, matrix.second as usize];
    let [own, other] = if same { strides } else { [strides[1], strides[0]] };
    let source = match (gain, same) {
        (0, false) => 1,
        (0, true) => 2,
        _ => 0,
    };
    Target {
        base: if source == 0 { matrix.before as usize } else { 0 },
        own,
        other,
        gain,
        sign: if same { 1 } else { -1 },
        source,
    }
}

/// For each open hole of a player, the index of the open hole that it faces among the opponent's
/// open holes.
fn facing(layout: &Layout, mover: Side) -> Vec<Option<u8>> {
    let field = layout.field;
    let open = |side: Side| {
        let cells = field.shape().holes_of(side);
        cells.filter(move |&cell| field.state(cell) == HoleState::Open)
    };
    let number =
        |cell| (0..).zip(open(mover.other())).find_map(|(n, other)| (other == cell).then_some(n));
    open(mover).map(|cell| number(field.shape().facing(cell))).collect()
}
