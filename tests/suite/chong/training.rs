//! The training of nets: the parts of `scripts/fit-chong`, on a small board.

#[path = "../../../tools/fit-chong/float_net.rs"]
mod float_net;
#[path = "../../../tools/fit-chong/lessons.rs"]
mod lessons;
#[path = "../../../tools/fit-chong/training.rs"]
#[allow(clippy::module_inception)]
mod training;

use chongkak::chong::{BoardSolver, ChongPosition, ChongRules, Net, NetWeights, probability};
use chongkak::control::Control;
use training::{Plan, train};

const PLAN: Plan =
    Plan { columns: 3, positions: 6000, trace: 0.5, fewer_dice: 100, simple: 15, rate: 2e-3 };

fn trained(seed: u64) -> Vec<u8> {
    train(&PLAN, None, seed, &|_, _| {}).stored().stored()
}

#[test]
fn the_same_seed_trains_the_same_net() {
    let net = trained(1);
    assert!(net == trained(1));
    assert!(net != trained(2));
}

/// The root mean square error in chances, over all positions of a solved board.
#[test]
fn a_net_that_is_trained_for_a_moment_knows_more_than_an_even_chance() {
    let rules = ChongRules::new(3).unwrap().with("dice", "2").unwrap();
    let solver = BoardSolver::new(&rules, 1024);
    let start = ChongPosition::start(&rules);
    let solved = solver.solve(&start, Control::none()).unwrap();
    let net = Net::new(&rules, NetWeights::read(&trained(1)).unwrap());
    let (mut off, mut even) = (0.0, 0.0);
    for position in solved.positions().iter().step_by(7) {
        let value = probability(solved.value(position).unwrap());
        off += (probability(net.value(position)) - value).powi(2);
        even += (0.5 - value).powi(2);
    }
    assert!(2.0 * off < even, "{off} {even}");
}

#[test]
fn a_net_for_a_larger_board_begins_with_what_is_known() {
    let known = train(&PLAN, None, 1, &|_, _| {});
    let next = Plan { columns: 4, positions: 0, ..PLAN };
    let stretched = train(&next, Some(&known), 1, &|_, _| {});
    assert_eq!(stretched.exact(), known.exact().stretched(4));
}

#[test]
fn the_logistic_function_of_the_trainer_is_that_of_the_library() {
    for tenths in -250..=250_i16 {
        let odds = f32::from(tenths) / 10.0;
        let exact = 1.0 / (1.0 + (-f64::from(odds)).exp());
        assert!((f64::from(float_net::logistic(odds)) - exact).abs() < 1e-5);
    }
}
