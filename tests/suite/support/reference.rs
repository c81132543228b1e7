//! The reference implementation: the rules of the sowing games again, as plainly as possible.
//!
//! One seed at a time, a cursor that knows its row and hole, every rule where the sources have it.
//! It uses only the names of the options and the text form of positions from the library, so that
//! it can disagree.

use std::hash::{Hash, Hasher};

use chongkak::rules::{
    Capture, CaptureIn, LapCondition, Lone, Occupied, Rest, RoundEnd, Rules, StoreLast, StorePlace,
};

/// A hole's contents and state: `x` closed, `p` protected, `o` open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReferenceHole {
    pub seeds: u32,
    pub state: char,
}

/// A position; player 0 is A.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    pub rows: [Vec<ReferenceHole>; 2],
    pub stores: [u32; 2],
    pub mover: usize,
    /// `final`, `over` or nothing.
    pub mark: &'static str,
}

/// The result of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceMove {
    pub after: Reference,
    pub lands: Vec<Hand>,
    pub gain: u32,
    pub captured: u32,
    pub outcome: &'static str,
}

/// The place of the hand: over a hole of a row (counted from 0), or over the sower's store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    Hole(usize, usize),
    Store(usize),
}

/// The path of a hand since its player chose: its cells, and whether it came back into its own row.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    pub walked: usize,
    pub came_back: bool,
}

/// What a player does with an empty hand.
pub enum Then {
    /// Sows on with this many seeds, from the current cell.
    Relay(u32),
    /// Moves again, if possible.
    Again,
    /// The turn is over, with this many captured seeds of the opponent.
    Stop { taken: u32 },
}

impl std::fmt::Display for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Hand::Hole(row, hole) => write!(f, "{}{}", ["A", "B"][row], hole + 1),
            Hand::Store(player) => write!(f, "R{}", ["A", "B"][player]),
        }
    }
}

/// One hash for all cells: hashing them one by one takes longer than playing the moves.
impl Hash for Reference {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let holes = self.rows.iter().flatten();
        let holes = holes.map(|hole| hole.seeds << 8 | u32::from(hole.state == 'o'));
        let others = [self.mover as u32, self.mark.len() as u32];
        let numbers = holes.chain(self.stores).chain(others);
        hasher.write_u64(numbers.fold(0, |sum: u64, number| {
            (sum ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        }));
    }
}

impl Reference {
    /// Parses the text form; panics on errors.
    pub fn read(text: &str) -> Reference {
        let words: Vec<&str> = text.split(' ').collect();
        let half = |word: &str| {
            let (row, store) = word.split_once('/').unwrap();
            let row = row.split(',').map(|pit| match (pit, pit.strip_suffix('p')) {
                ("x", _) => ReferenceHole { seeds: 0, state: 'x' },
                (_, Some(count)) => ReferenceHole { seeds: count.parse().unwrap(), state: 'p' },
                (count, None) => ReferenceHole { seeds: count.parse().unwrap(), state: 'o' },
            });
            (row.collect::<Vec<_>>(), store.parse::<u32>().unwrap())
        };
        let (row_a, store_a) = half(words[0]);
        let (row_b, store_b) = half(words[1]);
        Reference {
            rows: [row_a, row_b],
            stores: [store_a, store_b],
            mover: usize::from(words[2] == "B"),
            mark: match words.get(3) {
                Some(&"final") => "final",
                Some(&"over") => "over",
                _ => "",
            },
        }
    }

    /// Writes the text form.
    pub fn text(&self) -> String {
        let half = |side: usize| {
            let pit = |hole: &ReferenceHole| match hole.state {
                'x' => "x".to_owned(),
                'p' => format!("{}p", hole.seeds),
                _ => hole.seeds.to_string(),
            };
            let row: Vec<String> = self.rows[side].iter().map(pit).collect();
            format!("{}/{}", row.join(","), self.stores[side])
        };
        let mark = if self.mark.is_empty() { String::new() } else { format!(" {}", self.mark) };
        format!("{} {} {}{mark}", half(0), half(1), ["A", "B"][self.mover])
    }

    /// The holes (from 0) a player may lift.
    pub fn choices(&self, player: usize) -> Vec<usize> {
        (0..self.rows[player].len())
            .filter(|&h| self.rows[player][h].state == 'o' && self.rows[player][h].seeds > 0)
            .collect()
    }

    /// All seeds.
    pub fn total(&self) -> u32 {
        let rows = self.rows.iter().flatten().map(|hole| hole.seeds);
        rows.sum::<u32>() + self.stores[0] + self.stores[1]
    }

    /// A's seeds minus B's, including rows.
    pub fn result(&self) -> i32 {
        let owned = |p: usize| self.rows[p].iter().map(|h| h.seeds).sum::<u32>() + self.stores[p];
        owned(0) as i32 - owned(1) as i32
    }

    /// Plays a whole move of the mover, who goes on if he may.
    pub fn play(&self, rules: &Rules, choice: usize) -> ReferenceMove {
        self.sown(rules, choice, false)
    }

    /// Plays a move after which the mover stops; none if he has no choice.
    pub fn stop(&self, rules: &Rules, choice: usize) -> Option<ReferenceMove> {
        let may = rules.store_last == StoreLast::May;
        let chooses = may && self.play(rules, choice).outcome == "again";
        chooses.then(|| self.sown(rules, choice, true))
    }

    /// All moves: the hole, whether the mover then stops, and what happens.
    pub fn moves(&self, rules: &Rules) -> Vec<(usize, bool, ReferenceMove)> {
        let both = |hole| {
            let stop = self.stop(rules, hole).map(|told| (hole, true, told));
            [Some((hole, false, self.play(rules, hole))), stop]
        };
        self.choices(self.mover).into_iter().flat_map(both).flatten().collect()
    }

    /// Plays a move of [`moves`](Self::moves).
    pub fn sown(&self, rules: &Rules, choice: usize, stops: bool) -> ReferenceMove {
        let me = self.mover;
        let you = 1 - me;
        let mut board = self.clone();
        let mut lands = Vec::with_capacity(8);
        let mut captured = 0;
        let mut way = Way::default();
        let mut hand = Hand::Hole(me, choice);
        let mut in_hand = board.lift(hand);
        let moves_again = loop {
            for _ in 0..in_hand {
                hand = board.drop_one(rules.store, me, hand, &mut way);
            }
            lands.push(hand);
            match board.settle(rules, me, hand, way) {
                Then::Relay(seeds) => in_hand = seeds,
                Then::Again => break true,
                Then::Stop { taken } => {
                    captured = taken;
                    break false;
                }
            }
        };
        let can = |player: usize| !board.choices(player).is_empty();
        let again = moves_again && can(me) && !stops;
        let outcome = if again {
            "again"
        } else {
            let (mover, mark) = turn_over(rules, me, self.mark == "final", can(me), can(you));
            (board.mover, board.mark) = (mover, mark);
            if mark == "over" { "over" } else { "stop" }
        };
        let gain = board.stores[me] - self.stores[me];
        board.give_away_the_rest(rules);
        ReferenceMove { gain, after: board, lands, captured, outcome }
    }

    fn lift(&mut self, hand: Hand) -> u32 {
        match hand {
            Hand::Hole(row, hole) => std::mem::replace(&mut self.rows[row][hole].seeds, 0),
            Hand::Store(_) => unreachable!("nobody lifts a store"),
        }
    }

    fn receives(&self, hand: Hand, me: usize) -> bool {
        match hand {
            Hand::Store(_) => true,
            Hand::Hole(row, hole) => match self.rows[row][hole].state {
                'x' => false,
                'p' => row == me,
                _ => true,
            },
        }
    }

    /// Moves the hand to the next cell that takes a seed, and drops one there.
    pub fn drop_one(&mut self, store: StorePlace, me: usize, hand: Hand, way: &mut Way) -> Hand {
        let mut hand = hand;
        loop {
            hand = next(hand, me, self.rows[me].len(), store);
            way.walked += 1;
            // My hole 1 is only reached from the far end of your row (or a far store).
            way.came_back |= hand == Hand::Hole(me, 0);
            if self.receives(hand, me) {
                self.put(hand, me);
                return hand;
            }
        }
    }

    /// Applies the effect of the last seed of a hand.
    pub fn settle(&mut self, rules: &Rules, me: usize, hand: Hand, way: Way) -> Then {
        let after_store = match rules.store_last {
            StoreLast::Again | StoreLast::May => Then::Again,
            StoreLast::Stop => Then::Stop { taken: 0 },
        };
        let Hand::Hole(row, hole) = hand else {
            return after_store;
        };
        let pit = self.rows[row][hole];
        if pit.state == 'p' || pit.seeds == 0 {
            return Then::Stop { taken: 0 };
        }
        if pit.seeds > 1 {
            return match rules.occupied {
                Occupied::Stop => Then::Stop { taken: 0 },
                Occupied::Relay => Then::Relay(self.lift(hand)),
                Occupied::Bank => {
                    self.stores[me] += self.lift(hand);
                    after_store
                }
            };
        }
        let allowed = match rules.lap {
            LapCondition::None => true,
            LapCondition::Passed => way.came_back,
            LapCondition::Circuit => way.walked > 2 * self.rows[me].len(),
        };
        let takes = allowed && (row == me || rules.capture_in == CaptureIn::Either);
        let taken = if takes { self.take(rules, me, row, hole) } else { 0 };
        Then::Stop { taken }
    }

    fn put(&mut self, hand: Hand, me: usize) {
        match hand {
            Hand::Store(_) => self.stores[me] += 1,
            Hand::Hole(row, hole) => self.rows[row][hole].seeds += 1,
        }
    }

    /// A finished round: the seeds left in open holes go to whoever gets them.
    pub fn give_away_the_rest(&mut self, rules: &Rules) {
        if self.mark != "over" {
            return;
        }
        for row in [0, 1] {
            let left = self.choices(row);
            for hole in left {
                let seeds = self.rows[row][hole].seeds;
                match rules.rest {
                    Rest::Owner => continue,
                    Rest::Opponent => self.stores[1 - row] += seeds,
                    Rest::LastMover => self.stores[self.mover] += seeds,
                    Rest::Nobody => {}
                }
                self.rows[row][hole].seeds = 0;
            }
        }
    }

    /// My last seed lies alone in an open hole of a row: what is taken; returns the seeds opposite.
    fn take(&mut self, rules: &Rules, me: usize, row: usize, hole: usize) -> u32 {
        let across = 1 - row;
        let facing = self.rows[across].len() - 1 - hole;
        let prize = self.rows[across][facing];
        if prize.state != 'o' || prize.seeds == 0 {
            if rules.lone == Lone::Bank {
                self.rows[row][hole].seeds -= 1;
                self.stores[me] += 1;
            }
            return 0;
        }
        if rules.capture == Capture::None {
            return 0;
        }
        if rules.capture == Capture::Both {
            self.rows[row][hole].seeds -= 1;
            self.stores[me] += 1;
        }
        self.rows[across][facing].seeds = 0;
        self.stores[me] += prize.seeds;
        prize.seeds
    }
}

/// Advances one cell, whether or not a seed may fall there.
fn next(hand: Hand, me: usize, n: usize, store: StorePlace) -> Hand {
    let you = 1 - me;
    match (hand, store) {
        (Hand::Hole(row, hole), _) if hole + 1 < n => Hand::Hole(row, hole + 1),
        (Hand::Hole(row, _), StorePlace::Near) if row == me => Hand::Store(me),
        (Hand::Hole(row, _), StorePlace::Far) if row == me => Hand::Hole(you, 0),
        (Hand::Hole(..), StorePlace::Near) => Hand::Hole(me, 0),
        (Hand::Hole(..), StorePlace::Far) => Hand::Store(me),
        (Hand::Store(_), StorePlace::Near) => Hand::Hole(you, 0),
        (Hand::Store(_), StorePlace::Far) => Hand::Hole(me, 0),
    }
}

/// Returns the player marked as mover when a turn of `me` has ended, and the mark.
pub fn turn_over(
    rules: &Rules,
    me: usize,
    was_final: bool,
    i_can: bool,
    you_can: bool,
) -> (usize, &'static str) {
    let you = 1 - me;
    match rules.end {
        RoundEnd::SideEmpty => {
            if !i_can || !you_can {
                return (me, "over");
            }
            (you, "")
        }
        RoundEnd::MoverStuck => {
            if !you_can {
                return (me, "over");
            }
            (you, "")
        }
        RoundEnd::Stalled => {
            if !you_can {
                if was_final || !i_can {
                    return (me, "over");
                }
                return (me, "final");
            }
            (you, if i_can { "" } else { "final" })
        }
        RoundEnd::BoardEmpty => match (i_can, you_can) {
            (_, true) => (you, ""),
            (true, false) => (me, ""),
            (false, false) => (me, "over"),
        },
    }
}
