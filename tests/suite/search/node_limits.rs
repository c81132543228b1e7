//! Node limits: no engine visits more positions than allowed, on any number of threads.

use std::num::NonZeroUsize;

use chongkak::ask::{By, FindTurns, Limits, Ready};
use chongkak::board::Side;
use chongkak::control::{Control, Progress, StopReason, with_threads};
use chongkak::moves::{Game, divergence, perft};
use chongkak::search::{Evaluator, Goal, Solver};
use chongkak::turns::{Aim, BeamSearch, Enumeration, Goal as TurnGoal, Measure};
use chongkak::turns::{HarvestProof, search_turn};

use crate::support::{THREADS, sized};

/// The nodes, and the reason for the end.
pub type Done = (u64, Option<StopReason>);

/// The limits to try.
const LIMITS: [u64; 8] = [1, 2, 3, 5, 10, 100, 1000, 5000];

pub fn opening(rules: &str, holes: u8, seeds: u8) -> Game {
    Game::opening(&sized(rules, holes, seeds), Side::A)
}

/// Work with a node limit and a number of threads never takes more; on one thread it takes exactly
/// the limit or finishes; and with exactly the nodes that it needs it finishes.
pub fn hold(name: &str, work: impl Fn(Control<'_>, NonZeroUsize) -> Done) {
    hold_for(name, false, work);
}

/// The same for work that may continue with extra results after its answer.
fn hold_for(name: &str, goes_on: bool, work: impl Fn(Control<'_>, NonZeroUsize) -> Done) {
    let within = |nodes, threads| {
        let control = Control::none().with_nodes(nodes);
        work(control, NonZeroUsize::new(threads).unwrap())
    };
    let (needed, whole) = within(u64::MAX, 1);
    assert_ne!(whole, Some(StopReason::Nodes), "{name}");
    assert!(needed > 5, "{name}: {needed}");
    let just = [needed - 1, needed, needed + 1];
    for nodes in LIMITS.into_iter().chain(just) {
        for threads in THREADS {
            let (spent, stopped) = within(nodes, threads);
            let case = format!("{name}: {spent} of {nodes}, {needed} needed, {threads} threads");
            assert!(spent <= nodes, "{case}");
            if threads > 1 {
                continue;
            }
            if nodes >= needed {
                assert_eq!((spent, stopped), (needed, whole), "{case}");
            } else {
                let answered = goes_on && stopped == whole;
                assert!(answered || stopped == Some(StopReason::Nodes), "{case}");
                assert_eq!(spent, nodes, "{case}");
            }
        }
    }
}

/// The same for work that does not report all visited nodes: it reports at most the limit, finishes
/// with the nodes that the whole needs, and does not with fewer.
pub fn hold_in_all(name: &str, work: impl Fn(Control<'_>, NonZeroUsize) -> Done) {
    let (needed, _) = work(Control::none(), NonZeroUsize::MIN);
    for nodes in LIMITS.into_iter().chain([needed - 1, needed, needed + 1]) {
        for threads in THREADS {
            let control = Control::none().with_nodes(nodes);
            let (spent, stopped) = work(control, NonZeroUsize::new(threads).unwrap());
            let case = format!("{name}: {spent} of {nodes}, {needed} needed, {threads} threads");
            assert!(spent <= nodes, "{case}");
            if nodes < needed {
                assert_eq!(stopped, Some(StopReason::Nodes), "{case}");
            } else if threads == 1 {
                assert_eq!((spent, stopped), (needed, None), "{case}");
            }
        }
    }
}

/// Returns the final progress of some work.
pub fn told<T>(control: Control<'_>, work: impl FnOnce(Control<'_>) -> T) -> (u64, T) {
    let progress = Progress::new();
    let found = work(control.with_progress(&progress));
    (progress.standing().done, found)
}

#[test]
fn of_the_solver() {
    for (rules, holes, seeds) in [("kalah", 4, 3), ("conglak", 4, 3), ("overbeck", 5, 3)] {
        let game = opening(rules, holes, seeds);
        for goal in [Goal::Value, Goal::Winner, Goal::AtLeast(7)] {
            hold(&format!("{rules}, {goal:?}"), |control, threads| {
                let solver =
                    Solver::new().with_goal(goal).with_threads(threads).with_endgame_after(1500);
                let found = solver.solve(&game, control).unwrap();
                (found.nodes, found.stopped)
            });
        }
    }
    let game = opening("kalah", 3, 3);
    hold("a proof", |control, threads| {
        let solver = Solver::new().with_threads(threads);
        let (found, proof) = solver.prove(&game, control, 1 << 20).unwrap();
        assert_eq!(proof.is_ok(), found.stopped.is_none());
        (found.nodes, found.stopped)
    });
}

#[test]
fn of_the_evaluator() {
    let games = [opening("kalah", 4, 3), opening("conglak", 5, 3), opening("overbeck", 7, 7)];
    for (game, depth) in games.iter().zip([1000, 1000, 7]) {
        for every_move in [false, true] {
            hold_for(&format!("depth {depth}"), true, |control, threads| {
                let evaluator = Evaluator::new()
                    .with_depth(depth)
                    .with_threads(threads)
                    .with_every_move(every_move)
                    .with_endgame_after(1500);
                let found = evaluator.evaluate(game, control).unwrap();
                assert_eq!(found.moves.len(), game.position().legal().count());
                assert!(found.depth > 0 || found.stopped == Some(StopReason::Nodes));
                (found.nodes, found.stopped)
            });
        }
    }
}

/// With fewer nodes than moves none is searched: all are estimated by what they gain at once.
#[test]
fn of_an_evaluation_of_nothing_but_the_moves() {
    let game = opening("kalah", 6, 4);
    let few = Control::none().with_nodes(5);
    let found = Evaluator::new().evaluate(&game, few).unwrap();
    assert_eq!((found.depth, found.stopped), (0, Some(StopReason::Nodes)));
    let values: Vec<i32> = found.moves.iter().map(|one| one.value.seeds()).collect();
    assert_eq!(values, [0, 0, 1, 1, 1, 1]);
}

#[test]
fn of_turns() {
    let game = opening("dakon", 4, 4);
    hold("quick", |control, _| {
        let found = search_turn(&game, 64, u32::MAX, control);
        (found.nodes, found.stopped)
    });
    hold("beam", |control, threads| {
        let beam = BeamSearch {
            memory: 16,
            threads,
            width: NonZeroUsize::new(600).unwrap(),
            aim: Aim::Harvest,
            seed: 1,
            restarts: false,
            line: &[],
        };
        let found = beam.search(&game, control, &mut |_| {}).unwrap();
        (found.nodes, found.stopped)
    });
    for layers in [None, Some(Measure::Moves), Some(Measure::Laps)] {
        hold(&format!("{layers:?}"), |control, threads| {
            let enumeration = Enumeration {
                memory: 64,
                threads,
                layers,
                goal: TurnGoal::Store(20),
                counting: false,
                spill: None,
            };
            let (done, found) = told(control, |control| enumeration.run(&game, control).unwrap());
            // The start does not count as a position of the turn.
            assert_eq!(done, found.positions + found.stranded + 1);
            (done, found.stopped)
        });
    }
    hold("both ends", |control, threads| {
        let proof = HarvestProof { memory: 64, threads, known: 0, spill: None };
        let (done, found) = told(control, |control| proof.run(&game, control).unwrap());
        (done, found.stopped)
    });
}

#[test]
fn of_counts_and_lines_apart() {
    let game = opening("kalah", 4, 3);
    for depth in [1, 2, 5] {
        hold_in_all(&format!("perft {depth}"), |control, threads| {
            let counted = with_threads(threads, || perft(&game, depth, control)).unwrap();
            counted.map_or_else(
                |unfinished| {
                    let finished = unfinished.finished.iter().map(|(_, leaves)| leaves);
                    assert!(unfinished.counted >= finished.sum());
                    (unfinished.counted, Some(unfinished.reason))
                },
                |leaves| (leaves, None),
            )
        });
    }
    let other = game.rules().with("capture", "none").unwrap();
    let other = Game::opening(&other, Side::A);
    hold("parting", |control, _| {
        let (found, nodes) = divergence(&game, &other, control);
        (nodes, found.err())
    });
}

/// A question about turns runs several searches, which share the limit.
#[test]
fn of_a_question_on_turns() {
    for (rules, holes, seeds) in [("dakon", 4, 4), ("kalah", 2, 2)] {
        let game = opening(rules, holes, seeds);
        let all = [By::Everything, By::Beams, By::Exhaustive, By::Shortest, By::Harvest];
        let cases = all.iter().flat_map(|by| LIMITS.iter().map(move |nodes| (by, nodes)));
        for ((&by, &nodes), threads) in cases.flat_map(|case| THREADS.map(|n| (case, n))) {
            let question = FindTurns::default().with_by(by).with_fresh(true).with_limits(
                Limits::default()
                    .with_nodes(nodes)
                    .with_threads(NonZeroUsize::new(threads).unwrap())
                    .with_memory(64),
            );
            let found = question.answer(&game, &Ready::nothing(), Control::none(), &|_| {});
            let found = found.unwrap();
            let spent = found.nodes;
            let case = format!("{rules} {by:?}: {spent} of {nodes}, {threads} threads");
            assert!(spent <= nodes, "{case}");
            let limited = found.stopped == Some(StopReason::Nodes);
            assert!(limited || found.stopped.is_none(), "{case}");
        }
    }
}
