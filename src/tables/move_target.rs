//! The worth of one player's moves, his row and his opponent's being known by number.

use super::rows::{End, Numbered, Row, Step};
use super::value_places::Layout;
use crate::board::{HoleState, Side};
use crate::rules::{AfterTurn, Capture, Rules};

/// The places where values are read: the levels below, the opponent's matrix of the same pair
/// (without the mark `final`), and the own one with the mark.
pub(super) type Sources<'a> = [&'a [u8]; 3];

/// The worth of a move, by the rows that it leads to: `gain + sign * value`, the value being that
/// of the entry `base + own * number of the own row + other * number of the other row`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    pub base: usize,
    pub own: usize,
    pub other: usize,
    pub gain: i8,
    /// 1 if the mover goes on, -1 if his opponent moves, 0 if the round is over.
    pub sign: i8,
    /// The number of the source that has the entry.
    pub source: u8,
}

impl Target {
    /// The same with the own row put in.
    #[inline(always)]
    pub(super) const fn with_own(mut self, row: u32) -> Target {
        self.base += row as usize * self.own;
        self
    }

    /// The worth of a value.
    #[inline(always)]
    pub(super) const fn worth(&self, value: u8) -> i8 {
        self.gain + self.sign * value.cast_signed()
    }

    /// The worth with a row of the other player, the own one being put in.
    #[inline(always)]
    pub(super) fn with_other(&self, sources: &Sources<'_>, row: u32) -> i8 {
        self.worth(sources[usize::from(self.source)][self.base + row as usize * self.other])
    }
}

/// The player to move in the positions of a level with as many seeds in either row.
pub(super) struct OnMove<'a> {
    pub own: &'a Row,
    pub other: &'a Row,
    /// The seeds in his row and in his opponent's.
    pub seeds: [usize; 2],
    pub rules: &'a Rules,
    /// By own open hole: the open hole opposite.
    pub facing: Vec<Option<u8>>,
    level: usize,
    /// By whether he goes on, and by the seeds then in his row and in the other one.
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
        for goes_on in [false, true] {
            for own in 0..=level {
                for other in 0..=level - own {
                    let same = seeds == [own, other];
                    if same || own + other < level {
                        let at = place(level, goes_on, own, other);
                        targets[at] =
                            target(rules, layout, mover, marked, level, goes_on, [own, other]);
                    }
                }
            }
        }
        OnMove { own, other, seeds, rules, facing: facing(layout, mover), level, targets }
    }

    #[inline(always)]
    pub(super) fn target(&self, goes_on: bool, own: u8, other: u8) -> &Target {
        &self.targets[place(self.level, goes_on, own.into(), other.into())]
    }

    /// The worth of a move that leads to these rows.
    #[inline]
    pub(super) fn worth(
        &self,
        sources: &Sources<'_>,
        goes_on: bool,
        own: Numbered,
        other: Numbered,
    ) -> i8 {
        let target = self.target(goes_on, own.seeds, other.seeds);
        target.with_own(own.row).with_other(sources, other.row)
    }

    /// Tells whether seeds opposite are taken.
    pub(super) fn takes(&self) -> bool {
        self.rules.capture != Capture::None
    }

    /// The own row after the last seed fell alone, with so many seeds in the hole opposite.
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

    /// The worth of a move whose last seed fell alone into an own hole.
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
            return self.worth(sources, false, step.after, other);
        }
        let counts = || self.other.counts(other.seeds.into(), other.row as usize);
        let (opposite, emptied) = match self.facing[last] {
            Some(hole) => self.other.emptied(counts(), hole.into()),
            None => (0, other),
        };
        let own = self.after_capture(step.after, step.bare, opposite);
        let other = if self.takes() { emptied } else { other };
        self.worth(sources, false, own, other)
    }

    /// The worth of a move that comes back into the own row with so many seeds in the hand.
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
                End::Turn => return self.worth(sources, false, own, other),
                End::Again => return self.worth(sources, true, own, other),
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
                end => return self.worth(sources, end == End::Again, own, other),
            }
        }
    }
}

#[inline(always)]
const fn place(level: usize, goes_on: bool, own: usize, other: usize) -> usize {
    (goes_on as usize * (level + 1) + own) * (level + 1) + other
}

/// Returns where a move leads that leaves so many seeds in the own and the other row.
fn target(
    rules: &Rules,
    layout: &Layout,
    mover: Side,
    marked: bool,
    level: usize,
    goes_on: bool,
    [own, other]: [usize; 2],
) -> Target {
    // Whatever leaves play becomes the mover's.
    let gain = (level - own - other) as i8;
    let next = if goes_on && own > 0 {
        (mover, marked)
    } else {
        match rules.end.judge(marked, own > 0, other > 0) {
            AfterTurn::Opponent { last } => (mover.other(), last),
            AfterTurn::Pass => (mover, true),
            AfterTurn::Over => {
                let gain = gain + own as i8 - other as i8;
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

/// By open hole of a player: the number, among the open holes opposite, of the one it faces.
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
