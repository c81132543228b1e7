//! Node limits of higher-level studies: none visits more than allowed.

use std::num::NonZeroUsize;

use chongkak::board::Side;
use chongkak::campaign::{Campaign, Question, Run, prove, run};
use chongkak::chong;
use chongkak::claims::ClaimFile;
use chongkak::control::{Control, StopReason, with_threads};
use chongkak::infer::{Evidence, infer};
use chongkak::matches::{Match, PolicyPlayer};
use chongkak::moves::Game;
use chongkak::rules::{Preset, Rules};
use chongkak::search::{Goal, Solver, Unproven};
use chongkak::sets::{NotLost, Paused, SetGame, SetPlay, SetSolver, replies};
use chongkak::start::{JointProof, JointSearch, Tie};
use chongkak::tables::{BuildError, Endgame, OpenTables, verify};

use super::node_limits::{hold, hold_in_all, opening, told};
use crate::support::{Folder, THREADS, lockstep, sized};

#[test]
fn of_the_joint_start() {
    let rules = sized("overbeck", 3, 3);
    let model = lockstep(&rules, &rules.opening(Side::A), Tie::A).unwrap();
    let solver = |threads| Solver::new().with_threads(threads).with_memory(4);
    hold("a proof", |control, threads| {
        let proof = JointProof::new(solver(threads));
        let (done, found) = told(control, |control| proof.prove(&model, control).unwrap());
        (done, found.stopped)
    });
    hold_in_all("trees", |control, threads| {
        let search =
            JointSearch { trees: 2, plays: 3, nodes: 200, seed: 1, solver: solver(threads) };
        let found = search.search(&model, control).unwrap();
        (found.leaves as u64, found.stopped)
    });
}

#[test]
fn of_sets() {
    let rules = sized("congklak", 3, 3);
    let solver = |threads| SetSolver { memory: 16, threads };
    hold("sets", |control, threads| {
        let found = solver(threads).solve(&rules, control).unwrap();
        (found.nodes, found.stopped)
    });
    let known = solver(NonZeroUsize::MIN);
    let mut openings = known.solve(&rules, Control::none()).unwrap().openings;
    for opening in openings.iter_mut().skip(2).step_by(2) {
        opening.value = None;
    }
    let asked: Vec<u32> = openings.iter().map(|opening| opening.owned).collect();
    hold("openings of sets", |control, threads| {
        let solver = solver(threads);
        let found = solver.extend(&rules, openings.clone(), &asked, 500, control);
        let found = found.unwrap();
        (found.nodes, found.stopped)
    });
    let policies = ["greedy", "random"].map(|name| Some(name.parse().unwrap()));
    hold("a set that is played", |control, _| {
        let play = SetPlay { policies, seed: 1, most_rounds: 3, endgame: None };
        let mut game = SetGame::new(&opening("congklak", 6, 4));
        let paused = play.go_on(&mut game, control).unwrap();
        let moves = game.rounds().iter().map(|round| round.turns.iter().flatten().count() as u64);
        match paused {
            Some(Paused::Stopped(reason)) => (moves.sum(), Some(reason)),
            _ => (moves.sum(), None),
        }
    });
}

#[test]
fn of_chong() {
    let rules = chong::ChongRules::new(3).unwrap().with("dice", "1").unwrap();
    let start = chong::ChongPosition::start(&rules);
    hold("chong solved", |control, threads| {
        let solver = chong::BoardSolver::new(&rules, 64);
        match with_threads(threads, || solver.solve(&start, control)).unwrap() {
            Ok(solved) => (solved.states() as u64, None),
            Err(chong::Unsolved::Stopped { reason, found, .. }) => (found, Some(reason)),
            Err(error) => panic!("{error}"),
        }
    });
    let game = chong::ThrowGame::new(&rules);
    let horizon = chong::Horizon::new(2).with_width(5);
    let throw = chong::Dice::numbered(rules.dice, 3);
    let ways = rules.ends(&start, throw).len() as u64;
    hold("chong searched", |control, _| {
        let found =
            chong::WayRanking::of(&game, &start, throw, horizon, control, &mut |_| {}).unwrap();
        // With fewer nodes than ways none is estimated.
        match found.nodes {
            0 if control.nodes < ways => (control.nodes, found.stopped),
            nodes => (nodes, found.stopped),
        }
    });
    hold("chong expected", |control, _| {
        let found = chong::expected(&game, &start, horizon, control, &mut |_| {}).unwrap();
        (found.nodes, found.stopped)
    });
    let players = ["greedy", "random"].map(|name| name.parse::<chong::ChongPolicy>().unwrap());
    hold_in_all("chong played", |control, threads| {
        let games = chong::Games::new(&rules, &start, players.map(Into::into))
            .with_change(true)
            .with_games(20);
        let (tally, stopped) = with_threads(threads, || games.play(control)).unwrap();
        (tally.throws, stopped)
    });
}

#[test]
fn of_matches_and_inference() {
    let game = opening("congklak", 4, 3);
    let player = |name: &str| PolicyPlayer::new(name.parse().unwrap());
    let players = ["greedy", "random"].map(player);
    hold_in_all("a match", |control, threads| {
        let played = Match::new(&game, [&players[0], &players[1]]).with_rounds(30);
        let played = with_threads(threads, || played.play(control)).unwrap();
        let (tally, stopped) = played.unwrap();
        let moves = tally.players.iter().map(|one| one.moves).sum();
        (moves, stopped)
    });
    let text = r#"
        source = "a game that was seen"
        [[claim]]
        id = "seen"
        rules = "overbeck"
        position = "1,0,3/0 0,5,1/0 A"
        line = [{ play = "A1", gain = 6 }]
    "#;
    let mut evidence = Evidence::default();
    for claim in ClaimFile::read(text).unwrap().claims {
        evidence.add_claim("seen.toml", &claim).unwrap();
    }
    hold("inference", |control, _| {
        let (done, found) = told(control, |control| infer(&evidence, &[], control));
        (done, found.unwrap().err())
    });
}

#[test]
fn of_endgame_tables() {
    let game = opening("kalah", 4, 3);
    let (rules, field) = (game.rules(), game.position().field());
    let table = Endgame::build(rules, field, 5, NonZeroUsize::MIN, Control::none()).unwrap();
    let all = table.layout().positions();
    let limits = [all, all - 1, 1];
    for (nodes, threads) in limits.into_iter().flat_map(|nodes| THREADS.map(|n| (nodes, n))) {
        let control = Control::none().with_nodes(nodes);
        let threads = NonZeroUsize::new(threads).unwrap();
        let built = Endgame::build(rules, field, 5, threads, control);
        match built {
            Ok(_) => assert_eq!(nodes, all),
            Err(error) => {
                assert!(nodes < all);
                assert_eq!(error, BuildError::Stopped(StopReason::Nodes));
            }
        }
    }
    hold_in_all("a table that is checked", |control, threads| {
        let checked = told(control, |control| verify(&table, None, threads, control));
        match checked {
            (done, Ok(_)) => (done, None),
            (done, Err(BuildError::Stopped(reason))) => (done, Some(reason)),
            (_, Err(error)) => panic!("{error}"),
        }
    });
}

#[test]
fn of_campaigns() {
    let folder = Folder::made("node-limits-campaign");
    let game = opening("kalah", 4, 3);
    let question = Question::new(&Preset::all()[0], &game, Goal::Value, 400).unwrap();
    let next = std::cell::Cell::new(0);
    let own = || {
        next.set(next.get() + 1);
        let own = folder.0.join(next.get().to_string());
        Campaign::create(&own, &question).unwrap();
        own
    };
    let tables = OpenTables::empty();
    let jobs = |parallel| Run { parallel, memory: 4, tables: &tables };
    hold("a campaign", |control, threads| {
        let own = own();
        let (done, stopped) = told(control, |control| {
            let mut campaign = Campaign::open_to_write(&own).unwrap();
            run(&mut campaign, jobs(threads), control).unwrap()
        });
        (done, stopped)
    });
    let answered = own();
    let mut campaign = Campaign::open_to_write(&answered).unwrap();
    run(&mut campaign, jobs(NonZeroUsize::MIN), Control::none()).unwrap();
    hold_in_all("its proof", |control, threads| {
        let proven = prove(&campaign, jobs(threads), 1 << 20, control).unwrap();
        let stopped = match proven.proof {
            Ok(_) => None,
            Err(Unproven::Stopped(reason)) => Some(reason),
            Err(other) => panic!("{other}"),
        };
        (proven.nodes, stopped)
    });
}

/// Replies don't report their nodes: all are found within some number, or the limit is reported.
#[test]
fn of_replies() {
    let found = |(rules, owned): (Rules, u32), nodes, threads| {
        let short = rules.opening_owning(owned, Side::A).unwrap();
        let game = Game::new(&rules, &short).unwrap();
        let control = Control::none().with_nodes(nodes);
        let threads = NonZeroUsize::new(threads).unwrap();
        with_threads(threads, || replies(&game, 500, control)).unwrap()
    };
    let all = Preset::all().iter().flat_map(|preset| {
        let rules = preset.rules.sized(6, 6).unwrap();
        (6..=15).map(move |owned| (rules, owned))
    });
    let lost = |case: &(Rules, u32)| found(*case, u64::MAX, 1).is_ok_and(|all| all.len() > 1);
    let lost = all.into_iter().find(lost);
    let lost = lost.expect("an opening that is lost");
    let enough = (1..).find(|&nodes| found(lost, nodes, 1).is_ok()).unwrap();
    assert!(enough > 5);
    // Several threads share the nodes in another order, so one less may be enough: a beam cut off
    // within a layer may already have its turn.
    let limits = [(1, &THREADS[..]), (3, &THREADS), (enough - 1, &[1])];
    for (nodes, threads) in limits {
        for &threads in threads {
            let limited = found(lost, nodes, threads);
            assert_eq!(limited, Err(NotLost::Stopped(StopReason::Nodes)));
        }
    }
}
