//! The turn search tries to beat the opening book.

use std::num::NonZeroUsize;

use chongkak::book::{self, Goal as Recorded, Opening};
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::turns::{Aim, BeamOrder, BeamSearch, Found, Goal};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::{setting, sized, within};

/// Openings of the sample.
const OPENINGS: usize = 6;

/// Nodes of a search on 2 x 7 holes: a third of a second. A larger board has fewer, as each takes
/// longer.
const NODES: u64 = 40_000;

/// An opening of which something is not proven, with the goals that are open.
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
            let position = opening.position.parse().unwrap();
            let position = chongkak::Position::new(&position).unwrap();
            let game = Game::new(&rules, &position).unwrap();
            Open { opening, game }
        })
        .collect()
    }

    fn goal(&self, goal: &Recorded) -> Goal {
        let fill = self.opening.seeds.into();
        goal.target.map_or(Goal::Set { fill }, Goal::Store)
    }

    /// The best that a search finds from nothing.
    fn found(&self, aim: Aim, seed: u64) -> Found {
        let holes = u64::from(self.opening.holes);
        let search = BeamSearch {
            memory: 64,
            threads: NonZeroUsize::MIN,
            width: NonZeroUsize::new(300).unwrap(),
            order: BeamOrder::all()[0],
            aim,
            seed,
            restarts: true,
            line: &[],
        };
        let nodes = NODES * 49 / (holes * holes);
        let control: Control<'_> = within(nodes);
        search.search(&self.game, control, &mut |_| {}).unwrap()
    }

    /// Fails if a search from nothing finds a line that is better than a recorded one.
    fn try_to_beat(&self, seed: u64) {
        let what = format!("{} {}", self.opening.rules, self.opening.position);
        let harvest = &self.opening.harvest;
        if !harvest.proven {
            let found = self.found(Aim::Harvest, seed);
            assert!(
                found.harvest <= harvest.seeds,
                "{what}: {} seeds",
                found.harvest
            );
        }
        for goal in self
            .opening
            .goals
            .both()
            .into_iter()
            .filter(|goal| !is_proven(goal))
        {
            let as_goal = self.goal(goal);
            let lines = [
                (
                    Aim::Moves(as_goal),
                    goal.shortest.as_ref().map(|line| (line.moves, line.laps)),
                ),
                (
                    Aim::Laps(as_goal),
                    goal.fewest_laps
                        .as_ref()
                        .map(|line| (line.laps, line.moves)),
                ),
            ];
            for (aim, known) in lines {
                let found = self.found(aim, seed);
                let lengths = match aim {
                    Aim::Laps(_) => (found.laps, found.moves),
                    _ => (found.moves, found.laps),
                };
                let beaten = found.reached && known.is_none_or(|known| lengths < known);
                let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
                let line = line.join(" ");
                assert!(
                    !beaten,
                    "{what}, {aim:?}: {known:?} is beaten by {lengths:?}: {line}"
                );
            }
        }
    }
}

fn is_proven(goal: &Recorded) -> bool {
    let lines = [&goal.shortest, &goal.fewest_laps];
    goal.impossible
        || lines
            .into_iter()
            .all(|line| line.as_ref().is_some_and(|line| line.proven))
}

/// A search that knows nothing finds nothing better in a short time.
#[test]
fn no_short_search_beats_the_book() {
    let seed = setting("CHONGKAK_RANDOM_SEED", 1915);
    let mut random = StdRng::seed_from_u64(seed);
    let mut open = Open::all();
    assert!(open.len() > 100, "{} openings are open", open.len());
    for _ in 0..setting("CHONGKAK_BOOK_OPENINGS", OPENINGS as u64) {
        if open.is_empty() {
            break;
        }
        let chosen = open.swap_remove(random.random_range(0..open.len()));
        chosen.try_to_beat(random.random());
    }
}
