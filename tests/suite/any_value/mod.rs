//! The public interface answers or refuses every input, and never panics.
//!
//! Tries numbers at their limits, random and borderline games, and every engine with limits that
//! end it at once, soon or late.

mod read_back;
mod results;

use std::num::NonZeroUsize;
use std::time::Duration;

use chongkak::board::{Cell, Field, Hole, HoleState, MAX_HOLES, Mark, Pit, Position, Setup};
use chongkak::board::{Shape, Side};
use chongkak::control::Control;
use chongkak::matches::{Choice, Match, Player, Policy, PolicyPlayer};
use chongkak::math::Random;
use chongkak::moves::{Game, Round, after_each_lap, divide, sowing_order, trace};
use chongkak::record::{replay, replay_line, replay_solution};
use chongkak::rules::{OPTION_NAMES, Preset, Rules};
use chongkak::search::{Evaluator, Goal, Solver};
use chongkak::sets::{SetGame, SetPlay, replies};
use chongkak::start::{JointProof, JointSearch, JointTurn, Lockstep, Tie};
use chongkak::systems::{Family, Linear, System};
use chongkak::tables::Layout;
use chongkak::turns::search_turn;
use chongkak::turns::{self, Aim, BeamSearch, Enumeration, HarvestProof};
use proptest::prelude::*;

use crate::support::any_game;

const BYTES: [u8; 9] = [0, 1, 2, 7, 17, 18, 19, 127, 255];
const WORDS: [u32; 9] = [0, 1, 2, 17, 254, 255, 256, 1 << 20, u32::MAX];
const INTEGERS: [i32; 7] = [i32::MIN, -19, -1, 0, 1, 19, i32::MAX];
const LONGS: [u64; 6] = [0, 1, 2, 300, 1 << 32, u64::MAX];
const SIZES: [usize; 6] = [0, 1, 2, 64, 1 << 40, usize::MAX];
const FRACTIONS: [f64; 8] =
    [f64::NEG_INFINITY, f64::MIN, -1.0, 0.0, 1e-300, 1.0, f64::INFINITY, f64::NAN];
const TEXTS: [&str; 12] = [
    "",
    " ",
    "A",
    "A0",
    "A19 B1",
    "A99999999999999999999",
    "A1 / B1 / coin A",
    "x,x/0 x,x/0 A",
    "ä/☃ 1 A",
    "1,1/0 1,1/0 A over final",
    "\0",
    "[[claim]]\nid = \"\"",
];

fn threads() -> NonZeroUsize {
    NonZeroUsize::MIN
}

/// A policy that makes all choices in one way.
const fn alike(choice: Choice) -> Policy {
    Policy { begin: choice, go_on: choice }
}

/// A limit for engines.
fn nodes(nodes: u64) -> Control<'static> {
    Control::none().with_nodes(nodes)
}

/// A board with this many holes and this many seeds in each.
fn setup(holes: usize, seeds: u32, state: HoleState, mover: Side, mark: Mark) -> Setup {
    let row = vec![Pit { state, seeds }; holes];
    Setup { rows: [row.clone(), row], stores: [0, seeds], mover, mark }
}

#[test]
fn boards_of_any_numbers() {
    for number in BYTES {
        let (hole, shape) = (Hole::new(number), Shape::new(number));
        assert_eq!(hole.is_some(), (1..=MAX_HOLES).contains(&number));
        assert_eq!(shape.is_some(), hole.is_some());
    }
    let holes = || BYTES.into_iter().filter_map(Hole::new);
    for shape in BYTES.into_iter().filter_map(Shape::new) {
        let open = Field::open(shape);
        for index in SIZES.into_iter().chain(0..2 * shape.cells()) {
            let cell = shape.cell(index);
            assert_eq!(shape.index(cell), Some(index % shape.cells()));
            assert_eq!(shape.opposite(shape.opposite(index)), index % shape.cells());
            assert_eq!(open.state(index), HoleState::Open);
            let _ = (shape.side_of(index), open.is_sown(Side::A, index));
        }
        for hole in holes() {
            let cell = Cell::Hole(Side::B, hole);
            let on_board = usize::from(hole.number()) <= shape.holes();
            assert_eq!(shape.index(cell).is_some(), on_board);
            let closed = open.with(Side::B, hole, HoleState::Closed);
            assert_eq!(closed.is_some(), on_board);
            for field in closed.into_iter().chain([open]) {
                let _ = sowing_order(field, Side::A, Preset::all()[0].rules.store);
            }
        }
    }
    for holes in SIZES.into_iter().filter(|&holes| holes < 1000) {
        for (seeds, mark) in
            WORDS.into_iter().zip([Mark::None, Mark::Final, Mark::Over].iter().cycle())
        {
            for state in [HoleState::Open, HoleState::Closed, HoleState::Protected] {
                let setup = setup(holes, seeds, state, Side::B, *mark);
                let Ok(position) = Position::new(&setup) else {
                    continue;
                };
                assert_eq!(position.setup(), setup);
                for hole in BYTES.into_iter().filter_map(Hole::new) {
                    let _ = position.seeds(Cell::Hole(Side::A, hole));
                }
                for preset in Preset::all() {
                    any_game_works(&preset.rules, &position);
                }
            }
        }
    }
}

#[test]
fn rules_of_any_numbers() {
    for preset in Preset::all() {
        for (holes, seeds) in BYTES.into_iter().flat_map(|a| BYTES.map(|b| (a, b))) {
            let Ok(rules) = preset.rules.sized(holes, seeds) else {
                continue;
            };
            for owned in WORDS {
                let _ = rules.opening_owning(owned, Side::B).map(|opening| {
                    let game = Game::new(&rules, &opening).unwrap();
                    let _ = (rules.next_round(&opening), rules.next_starter(&opening), game);
                });
            }
            let opening = Game::opening(&rules, Side::A);
            let _ = (rules.total(), opening);
            for family in Family::ALL {
                for (number, opening) in family.openings(&rules).into_iter().take(2) {
                    any_system_works(&rules, number, &opening);
                }
            }
        }
        for (option, text) in OPTION_NAMES.into_iter().flat_map(|name| TEXTS.map(|t| (name, t))) {
            let _ = preset.rules.with(option, text);
            let _ = (preset.citation(option), preset.citation(text), Preset::named(text));
        }
    }
}

fn any_system_works(rules: &Rules, number: i32, opening: &Position) {
    for (times, plus) in INTEGERS.into_iter().flat_map(|a| INTEGERS.map(|b| (a, b))) {
        let linear = Linear { times, plus };
        let _ = (linear.at(number), linear.at(plus), linear.text('m'));
        for step in INTEGERS {
            let system = System { lead: Some(linear), first: Linear { times: 1, plus }, step };
            let _ = (system.line(rules, times, opening), system.text('m'));
            let system = System { lead: None, ..system };
            let _ = system.line(rules, number, opening);
        }
    }
}

/// Tries rules and a position, whether they fit or not: nothing is done with them before they form
/// a game.
fn any_game_works(rules: &Rules, position: &Position) {
    for hole in BYTES.into_iter().filter_map(Hole::new) {
        let (_, _) = (trace(rules, position, hole), after_each_lap(rules, position, hole));
    }
    let _ = (rules.next_round(position), rules.next_starter(position), rules.check(position));
    let rules = rules.fitted_to(position);
    let Ok(game) = Game::new(&rules, position) else {
        return;
    };
    for limit in [0, 1, 300] {
        let solver = Solver::new()
            .with_goal(if limit == 1 { Goal::Winner } else { Goal::Value })
            .with_threads(threads())
            .with_memory(1);
        let found = solver.solve(&game, nodes(limit));
        if let Ok(found) = found {
            replay_solution(&game, &found).unwrap();
        }
        let evaluator = Evaluator::new()
            .with_depth(u32::try_from(limit).unwrap())
            .with_threads(threads())
            .with_memory(0);
        let found = evaluator.evaluate(&game, nodes(limit)).unwrap();
        replay(&game, &found).unwrap();
    }
}

/// Tries everything that takes a game, with any numbers.
fn any_engine_works(game: &Game, number: u32, limit: u64) {
    let (rules, position, control) = (game.rules(), game.position(), nodes(limit));
    let size = usize::try_from(number).unwrap();
    let _ = divide(game, number, control);
    let turn = search_turn(game, size, number, control);
    replay_line(game, &turn.line).unwrap();
    for goal in [turns::Goal::Store(number), turns::Goal::Set { fill: number }] {
        let enumeration = Enumeration {
            memory: 1,
            threads: threads(),
            layers: None,
            goal,
            counting: true,
            spill: None,
        };
        let _ = enumeration.run(game, control);
        let beam = BeamSearch {
            memory: 1,
            threads: threads(),
            aim: if number.is_multiple_of(2) { Aim::Moves(goal) } else { Aim::Laps(goal) },
            width: NonZeroUsize::new(size).unwrap_or(threads()),
            seed: limit,
            restarts: limit == 300,
            line: &turn.line,
        };
        let _ = beam.search(game, control, &mut |_| {});
    }
    let proof = HarvestProof { memory: 1, threads: threads(), known: number, spill: None };
    let _ = proof.run(game, control);
    let _ = Layout::new(rules, position.field(), number.min(300));
    for tie in [Tie::A, Tie::Coin] {
        let Ok(model) = Lockstep::new(game, tie) else {
            continue;
        };
        let solver = Solver::new().with_threads(threads()).with_memory(1);
        let joint = JointProof { nodes_each: limit, states: size, ..JointProof::new(solver) };
        let _ = joint.prove(&model, control);
        let search = JointSearch {
            trees: number % 3,
            plays: number % 50,
            nodes: limit,
            seed: limit,
            solver,
        };
        let _ = search.search(&model, control);
        for line in TEXTS {
            let _ = JointTurn::read(&model, line).map(|_| ());
        }
    }
    let mut set = SetGame::new(game);
    let play = SetPlay {
        policies: [None, Some(alike(Choice::Greedy))],
        seed: limit,
        most_rounds: u64::from(number % 3),
        endgame: None,
    };
    let _ = (play.go_on(&mut set, control), set.begin_next_round(), set.winner());
    let _ = replies(game, size, control);
    let choices = [Choice::Random, Choice::Search(limit % 50), Choice::Timed(Duration::ZERO)];
    let players = choices.map(|choice| PolicyPlayer::new(alike(choice)));
    let games = Match::new(game, [&players[0], &players[1]])
        .with_keep_sides(number.is_multiple_of(2))
        .with_rounds(u64::from(number % 3))
        .with_seed(limit);
    let (tally, _) = games.play(control).unwrap();
    let _ = (tally.result(), tally.score());
    players[2].choose(game, false, &mut Random::new(limit, 0), control).unwrap();
    let mut round = Round::new(game);
    for hole in BYTES.into_iter().filter_map(Hole::new) {
        let _ = round.play(hole);
    }
}

proptest! {
    #![proptest_config(crate::support::law(80))]

    #[test]
    fn engines_of_any_numbers(
        (rules, position) in any_game(),
        number in prop::sample::select(&WORDS[..]),
        limit in prop::sample::select(vec![0_u64, 1, 300]),
    ) {
        any_game_works(&rules, &position);
        any_engine_works(&Game::new(&rules, &position).unwrap(), number, limit);
    }
}
