//! The reference implementation of the joint start: the lockstep model written again from its
//! description, one seed and one cell at a time, and its values by brute force.

use std::collections::{HashMap, HashSet};

use chongkak::rules::{LapCondition, Rules};

use super::reference::{Then, Way};
use super::{Hand, Reference, game_value, minimax, turn_over};

/// The state of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Doing {
    Choosing,
    Sowing {
        left: u32,
        at: Hand,
        way: Way,
    },
    /// Stopped; a later stop has a larger number.
    Stopped(u32),
}

/// A joint turn in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JointReference {
    /// Rows and stores; mover and mark are unused.
    pub board: Reference,
    pub doing: [Doing; 2],
    pub tick: u32,
}

/// The actions of a player in a tick.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReferenceDeed {
    pub lifts: Option<String>,
    pub drops: Option<String>,
    pub stops: bool,
}

impl JointReference {
    pub fn start(board: &Reference) -> JointReference {
        let mut board = board.clone();
        (board.mover, board.mark) = (0, "");
        JointReference { board, doing: [Doing::Choosing; 2], tick: 0 }
    }

    pub fn holes(&self, player: usize) -> Vec<usize> {
        match self.doing[player] {
            Doing::Choosing => self.board.choices(player),
            _ => Vec::new(),
        }
    }

    pub fn total(&self) -> u32 {
        let hands = self.doing.map(|doing| match doing {
            Doing::Sowing { left, .. } => left,
            _ => 0,
        });
        self.board.total() + hands[0] + hands[1]
    }

    /// Plays one tick, with `first` first in a tie.
    pub fn tick(
        &self,
        rules: &Rules,
        picks: [Option<usize>; 2],
        first: usize,
    ) -> (JointReference, [ReferenceDeed; 2]) {
        let mut next = self.clone();
        next.tick += 1;
        let mut actions = [ReferenceDeed::default(), ReferenceDeed::default()];
        for (player, action) in actions.iter_mut().enumerate() {
            if self.doing[player] != Doing::Choosing {
                continue;
            }
            match picks[player] {
                None => {
                    assert!(self.holes(player).is_empty());
                    next.stop(player, first);
                    action.stops = true;
                }
                Some(hole) => {
                    let pit = &mut next.board.rows[player][hole];
                    let at = Hand::Hole(player, hole);
                    action.lifts = Some(format!("{at} {}", pit.seeds));
                    next.doing[player] = Doing::Sowing {
                        left: std::mem::take(&mut pit.seeds),
                        at,
                        way: Way::default(),
                    };
                }
            }
        }
        for (player, action) in actions.iter_mut().enumerate() {
            action.drops = next.drop_seed(rules, player).map(|cell| cell.to_string());
        }
        for player in [first, 1 - first] {
            let before = next.doing[player];
            next.judge(rules, player, first);
            actions[player].stops |=
                before != next.doing[player] && matches!(next.doing[player], Doing::Stopped(_));
        }
        (next, actions)
    }

    fn stop(&mut self, player: usize, first: usize) {
        self.doing[player] = Doing::Stopped(2 * self.tick + u32::from(player != first));
    }

    fn drop_seed(&mut self, rules: &Rules, player: usize) -> Option<Hand> {
        let Doing::Sowing { left, at, way } = &mut self.doing[player] else {
            return None;
        };
        *at = self.board.drop_one(rules.store, player, *at, way);
        *left -= 1;
        Some(*at)
    }

    fn judge(&mut self, rules: &Rules, player: usize, first: usize) {
        let Doing::Sowing { left: 0, at, way } = self.doing[player] else {
            return;
        };
        match self.board.settle(rules, player, at, way) {
            Then::Relay(left) => self.doing[player] = Doing::Sowing { left, at, way },
            Then::Again => self.doing[player] = Doing::Choosing,
            Then::Stop { .. } => self.stop(player, first),
        }
    }

    /// Returns the position after it, if both have stopped.
    pub fn done(&self, rules: &Rules) -> Option<Reference> {
        let (Doing::Stopped(a), Doing::Stopped(b)) = (self.doing[0], self.doing[1]) else {
            return None;
        };
        let later = usize::from(b > a);
        let can = |player: usize| !self.board.choices(player).is_empty();
        let (mover, mark) = turn_over(rules, later, false, can(later), can(1 - later));
        let mut board = self.board.clone();
        (board.mover, board.mark) = (mover, mark);
        board.give_away_the_rest(rules);
        Some(board)
    }

    /// Everything that the future depends on.
    fn bare(&self, rules: &Rules) -> JointReference {
        let mut bare = self.clone();
        bare.tick = 0;
        for doing in &mut bare.doing {
            match doing {
                Doing::Stopped(when) => *when = 0,
                Doing::Sowing { way, .. } if rules.lap == LapCondition::None => {
                    *way = Way::default();
                }
                _ => {}
            }
        }
        bare
    }

    fn picks(&self) -> Vec<[Option<usize>; 2]> {
        let options = |player: usize| -> Vec<Option<usize>> {
            let holes: Vec<_> = self.holes(player).into_iter().map(Some).collect();
            if holes.is_empty() { vec![None] } else { holes }
        };
        let (rows, columns) = (options(0), options(1));
        let pairs = rows.iter().flat_map(|&row| columns.iter().map(move |&column| [row, column]));
        pairs.collect()
    }
}

/// All reachable starts of a tick, with a coin for every tie.
pub fn count_states(rules: &Rules, start: &JointReference) -> usize {
    let mut seen = HashSet::new();
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        if state.done(rules).is_some() || !seen.insert(state.bare(rules)) {
            continue;
        }
        for picks in state.picks() {
            for first in [0, 1] {
                open.push(state.tick(rules, picks, first).0);
            }
        }
    }
    seen.len()
}

/// Values by brute force, with all `firsts` equally likely to be first in every tick.
pub struct Trying<'a> {
    pub rules: &'a Rules,
    pub firsts: &'a [usize],
    pub known: HashMap<JointReference, f64>,
    pub rounds: HashMap<Reference, i32>,
}

impl<'a> Trying<'a> {
    pub fn new(rules: &'a Rules, firsts: &'a [usize]) -> Trying<'a> {
        Trying { rules, firsts, known: HashMap::new(), rounds: HashMap::new() }
    }

    pub fn value(&mut self, state: &JointReference) -> f64 {
        if let Some(board) = state.done(self.rules) {
            return minimax(self.rules, &board, &mut self.rounds).into();
        }
        let key = state.bare(self.rules);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let value = game_value(&self.matrix(state));
        self.known.insert(key, value);
        value
    }

    pub fn matrix(&mut self, state: &JointReference) -> Vec<Vec<f64>> {
        let picks = state.picks();
        let width = picks.iter().filter(|pick| pick[0] == picks[0][0]).count();
        let values: Vec<f64> = picks
            .iter()
            .map(|&pick| {
                let after = self.firsts.iter().map(|&first| {
                    let (after, _) = state.tick(self.rules, pick, first);
                    self.value(&after)
                });
                after.collect::<Vec<f64>>().iter().sum::<f64>() / self.firsts.len() as f64
            })
            .collect();
        values.chunks(width).map(<[f64]>::to_vec).collect()
    }
}
