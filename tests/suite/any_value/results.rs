//! Arbitrary texts, results, tables and numbers.

use chongkak::board::{Hole, Position, Setup, Side};
use chongkak::chong;
use chongkak::control::{Control, Stop};
use chongkak::known;
use chongkak::matches::Policy;
use chongkak::math::{Certified, Interval, Random, Sample, solve_matrix};
use chongkak::moves::{Game, Move, parse_line};
use chongkak::record::{Evaluated, Solved, replay, replay_solution};
use chongkak::rules::{Preset, RuleSet, RuleSets};
use chongkak::search::{Bounds, Evaluator, Solution, Solver, Value, evaluate};
use chongkak::sets::{SetSolver, WrittenSet};
use chongkak::start::parse_joint_line;
use chongkak::systems::{self, Family};
use chongkak::tables::{Endgame, Layout, Placed, file_name, most_seeds, states, verify};
use chongkak::turns::HarvestProof;
use chongkak::{book, claims};

use crate::support::within;

use super::{BYTES, FRACTIONS, INTEGERS, LONGS, SIZES, TEXTS, WORDS, nodes, threads};

#[test]
fn texts_of_any_kind() {
    for text in TEXTS {
        let _ = (text.parse::<Setup>(), parse_line(text), parse_joint_line(text));
        let _ = (text.parse::<Policy>(), text.parse::<chong::ChongPolicy>());
        let _ = (WrittenSet::read(text), book::openings(text));
        let _ = chongkak::sets::table(text);
        let _ = (claims::ClaimFile::read(text), RuleSets::new().named(text));
        for about in ["", "name = 'x'\n", "name = 'x'\n[set]\nlap = ", "[[source]]\noption = "] {
            let _ = RuleSet::read(text, format!("{about}{text}").as_bytes());
        }
    }
}

/// Replaying a result that no search found must also end with an answer.
#[test]
fn results_of_any_making() {
    let rules = Preset::all()[0].rules;
    let game = Game::opening(&rules, Side::A);
    let real = evaluate(&game, within(10)).unwrap();
    let moves =
        |side| BYTES.into_iter().filter_map(Hole::new).map(move |hole| Move::new(side, hole));
    for line in [moves(Side::A).collect::<Vec<_>>(), moves(Side::B).collect(), Vec::new()] {
        for (seeds, nodes) in INTEGERS.into_iter().zip(LONGS.into_iter().cycle()) {
            let bounds = Bounds { lower: seeds, upper: seeds.wrapping_add(1) };
            let mut solution = Solution::of(bounds, nodes);
            (solution.best, solution.line) = (line.clone(), line.clone());
            let _ = (replay_solution(&game, &solution), solution.value());
            let _ = Solved::new(game.position(), &solution);
            for value in [Value::Exact(seeds), Value::Estimate(seeds)] {
                let mut evaluation = real.clone();
                let of_move = |&played| {
                    let mut of_move = real.moves[0].clone();
                    (of_move.played, of_move.value) = (played, value);
                    of_move.bounds.lower = seeds;
                    of_move.bounds.upper = seeds.wrapping_sub(1);
                    of_move.line.clone_from(&line);
                    of_move
                };
                (evaluation.value, evaluation.bounds) = (value, bounds);
                evaluation.moves = line.iter().map(of_move).collect();
                evaluation.line.clone_from(&line);
                (evaluation.depth, evaluation.nodes) = (0, nodes);
                let _ = (replay(&game, &evaluation), evaluation.best());
                let _ = Evaluated::new(game.position(), &evaluation, true);
                let _ = (evaluation.ties().count(), evaluation.open_ties().count());
                if let Some(known) = known::of(&game) {
                    let _ = (known.value(), known.is_refuted_by(&evaluation));
                }
            }
        }
    }
}

#[test]
fn tables_of_any_size() {
    let kalah = Preset::named("kalah").unwrap().rules.sized(2, 2).unwrap();
    let field = Game::opening(&kalah, Side::A).position().field();
    for preset in Preset::all() {
        let _ = (file_name(&preset.rules, field), states(field, Side::B));
        for seeds in WORDS {
            let _ = (
                Layout::new(&preset.rules, field, seeds),
                most_seeds(&preset.rules, field, seeds.into()),
            );
        }
        let found = Endgame::build(&preset.rules, field, 3, threads(), Control::none());
        let Ok(table) = found else {
            continue;
        };
        for entry in LONGS {
            let placed = table.layout().placed(entry);
            assert_eq!(table.at(entry).is_some(), placed.is_some());
            let _ = (table.covers(u32::MAX), verify(&table, Some(entry), threads(), nodes(entry)));
        }
        for level in WORDS {
            let _ = table.layout().level(level);
            let seeds = vec![level; 3];
            for last_turn in [false, true] {
                let placed = Placed { mover: Side::B, last_turn, seeds: seeds.clone() };
                let setup = table.layout().setup(&placed);
                let _ = Position::new(&setup).map(|position| table.value(&position));
            }
        }
        for other in Preset::all() {
            let opening = Game::opening(&other.rules, Side::A);
            let solver = Solver::new().with_threads(threads()).with_memory(1).with_endgame(&table);
            let _ = (table.value(opening.position()), solver.solve(&opening, nodes(300)));
        }
    }
    let found = Endgame::build(&kalah, field, u32::MAX, threads(), Control::none());
    assert!(found.is_err());
}

#[test]
fn mathematics_of_any_numbers() {
    for (a, b) in FRACTIONS.into_iter().flat_map(|a| FRACTIONS.map(|b| (a, b))) {
        let interval = Interval::new(a, b, a);
        let sample = Sample { count: 3, sum: a, squares: b };
        let _ = (
            interval.rounded(b),
            Interval::wilson(&[(3, a), (0, b)]),
            Interval::normal(&[sample, Sample::default()]),
        );
        let certified = Certified { lower: a, upper: b };
        let _ =
            (certified.middle(), certified.width(), certified.negated(), certified.plus(i32::MIN));
        for rows in [0, 1, 2] {
            let row = vec![certified, Certified::exactly(3)];
            let _ = (solve_matrix(&vec![row.clone(); rows]), solve_matrix(&vec![Vec::new(); rows]));
            let uneven = vec![row, vec![certified]];
            let _ = solve_matrix(&uneven);
        }
    }
    for (seed, bound) in LONGS.into_iter().flat_map(|a| SIZES.map(|b| (a, b))) {
        let found = Random::new(seed, seed).below(bound);
        assert!(found < bound || found == 0);
    }
    for count in LONGS {
        let _ = (
            Interval::wilson(&[(count, 1.0), (count, 1.0)]),
            Interval::normal(&[Sample { count, ..Sample::of(1.0) }; 2]),
        );
    }
}

/// Memory that no machine has is refused or not needed, and work that is stopped from the start
/// ends.
#[test]
fn engines_without_bounds_or_stopped() {
    let rules = Preset::named("kalah").unwrap().rules.sized(3, 3).unwrap();
    let game = Game::opening(&rules, Side::A);
    let stop = Stop::new();
    stop.set();
    for control in [nodes(100), Control::stopped_by(&stop)] {
        for memory in SIZES {
            let solver = Solver::new().with_threads(threads()).with_memory(memory);
            let _ = solver.solve(&game, control);
            let evaluator = Evaluator::new().with_threads(threads()).with_memory(memory);
            let _ = evaluator.evaluate(&game, control);
            let set = SetSolver { memory, threads: threads() };
            let _ = set.solve(&rules, control).map(|found| {
                let _ = WORDS.map(|owned| found.value(owned, Side::B));
            });
            let proof = HarvestProof { memory, threads: threads(), known: 0, spill: None };
            let _ = proof.run(&game, control);
        }
        let openings = Family::FullStarter.openings(&rules);
        for least in SIZES {
            let _ = systems::search(&rules, &openings, least, control);
        }
    }
}
