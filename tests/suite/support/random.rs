//! Random rules, positions and numbers of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use chongkak::board::{HoleState, MAX_TOTAL, Mark, Pit, Position, Setup, Side};
use chongkak::moves::Round;
use chongkak::rules::{Preset, ROUND_OPTIONS, RoundEnd, Rules, StoreLast, StorePlace};
use chongkak::start::Tie;
use proptest::prelude::*;

/// Thread counts for search laws: more threads than cores too, since an error among four threads
/// may not occur between two.
pub const THREADS: [usize; 4] = [1, 2, 4, 8];

/// Returns one of these numbers in turn, for laws whose cases don't choose it.
pub fn next_threads() -> NonZeroUsize {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    NonZeroUsize::new(THREADS[call % THREADS.len()]).unwrap()
}

pub fn any_threads() -> impl Strategy<Value = usize> {
    prop::sample::select(&THREADS[..])
}

/// Every option that matters to a round, random on top of a random named rule set.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    let choices = ROUND_OPTIONS.map(|name| {
        let values = Rules::values_of(name).unwrap();
        let value = prop_oneof![Just(None), prop::sample::select(values).prop_map(Some)];
        value.prop_map(move |value| (name, value))
    });
    (0..Preset::all().len(), choices).prop_map(|(preset, choices)| {
        let mut rules = Preset::all()[preset].rules;
        for (name, value) in choices {
            if let Some(value) = value {
                rules.set(name, value).unwrap();
            }
        }
        rules
    })
}

/// Rules for whole turns: who gets the seeds that are left at the end makes no difference to them.
pub fn any_turn_rules() -> impl Strategy<Value = Rules> {
    any_rules().prop_map(|rules| rules.with("rest", "owner").unwrap())
}

fn any_pit(most: u32) -> impl Strategy<Value = Pit> {
    let seeds = prop_oneof![3 => Just(0), 3 => 0..=3u32, 3 => 0..=most];
    let state = prop_oneof![
        8 => Just(HoleState::Open),
        1 => Just(HoleState::Closed),
        1 => Just(HoleState::Protected),
    ];
    (state, seeds).prop_map(|(state, seeds)| Pit {
        state,
        seeds: if state == HoleState::Closed { 0 } else { seeds },
    })
}

/// The holes in a row, and the most seeds in one: small, common and crowded boards.
fn any_size() -> impl Strategy<Value = (usize, u32)> {
    (1..=18usize, prop_oneof![Just(3u32), Just(12), Just(60), Just(250)])
}

/// A setup of any supported size, possibly without a move.
fn any_setup() -> impl Strategy<Value = Setup> {
    any_size().prop_flat_map(|(n, most)| setup_of(n, most))
}

fn setup_of(n: usize, most: u32) -> impl Strategy<Value = Setup> {
    let row = || prop::collection::vec(any_pit(most), n);
    let stores = [0..=most, 0..=most];
    let setup = (row(), row(), stores, any::<bool>(), any::<bool>());
    setup.prop_map(|(row_a, row_b, stores, a_moves, marked)| Setup {
        rows: [row_a, row_b],
        stores,
        mover: if a_moves { Side::A } else { Side::B },
        mark: if marked { Mark::Final } else { Mark::None },
    })
}

/// Rules with a position that is valid under them.
pub fn any_game() -> impl Strategy<Value = (Rules, Position)> {
    (any_rules(), any_setup()).prop_filter_map("playable", |(rules, setup)| {
        let position = playable(&rules, setup)?;
        let holes = u8::try_from(position.shape().holes()).ok()?;
        let rules = rules.sized(holes, rules.seeds.get()).ok()?;
        Some((rules, position))
    })
}

/// Rules with positions of one size, with different hole states.
pub fn any_games() -> impl Strategy<Value = (Rules, Vec<Position>)> {
    let setups = any_size().prop_flat_map(|(n, most)| {
        prop::collection::vec(setup_of(n, most), 1..12).prop_map(move |setups| (n, setups))
    });
    (any_rules(), setups).prop_map(|(rules, (holes, setups))| {
        let holes = u8::try_from(holes).expect("at most 18");
        let rules = rules.sized(holes, rules.seeds.get()).expect("a size");
        let positions = setups.into_iter().filter_map(|setup| playable(&rules, setup));
        (rules, positions.collect())
    })
}

/// The position of a setup, with its seeds limited to what a board holds and its mark to what the
/// rules have.
fn playable(rules: &Rules, mut setup: Setup) -> Option<Position> {
    if rules.end != RoundEnd::Stalled {
        setup.mark = Mark::None;
    }
    let mut left = MAX_TOTAL;
    let pits = setup.rows.iter_mut().flatten().map(|pit| &mut pit.seeds);
    for seeds in pits.chain(&mut setup.stores) {
        *seeds = left.min(*seeds);
        left -= *seeds;
    }
    Position::new(&setup).ok()
}

/// A line of up to this many moves, by these choices.
pub fn some_line(rules: &Rules, position: &Position, choices: &[usize]) -> Vec<String> {
    let mut round = Round::new(&super::game(rules, position));
    let mut line = Vec::new();
    for choice in choices {
        let legal: Vec<_> = round.position().legal().collect();
        if legal.is_empty() {
            break;
        }
        let hole = legal[choice % legal.len()];
        line.push(format!("{}{hole}", round.position().mover()));
        round.play(hole).unwrap();
    }
    line
}

/// A board small enough for the reference implementation's full search.
pub fn any_small_board() -> impl Strategy<Value = Position> {
    any_board(3, 3)
}

/// A board of up to this many holes a row, each with up to this many seeds.
pub fn any_board(holes: usize, seeds: u32) -> impl Strategy<Value = Position> {
    let pit = prop_oneof![
        6 => (0..=seeds).prop_map(|seeds| seeds.to_string()),
        1 => Just("x".to_owned()),
        1 => (0..=2u32).prop_map(|seeds| format!("{seeds}p")),
    ];
    let row = || prop::collection::vec(pit.clone(), holes);
    let board = (row(), row(), 1..=holes, 0..=3u32, any::<bool>());
    board.prop_filter_map("playable", |(a, b, n, store, a_moves)| {
        let (a, b) = (a[..n].join(","), b[..n].join(","));
        let mover = if a_moves { "A" } else { "B" };
        let setup: Setup = format!("{a}/{store} {b}/1 {mover}").parse().unwrap();
        Position::new(&setup).ok()
    })
}

/// A round with a joint start, of any size, with any hole states and options.
pub fn any_start() -> impl Strategy<Value = (Rules, Position)> {
    any_game().prop_filter_map("both can start", |(mut rules, position)| {
        rules.store = StorePlace::Near;
        if rules.store_last == StoreLast::May {
            rules.store_last = StoreLast::Again;
        }
        let setup = Setup { mark: Mark::None, ..position.setup() };
        let position = Position::new(&setup).ok()?;
        let both = Side::BOTH.iter().all(|&side| position.can_move(side));
        both.then_some((rules, position))
    })
}

pub fn any_tie() -> impl Strategy<Value = Tie> {
    prop::sample::select(vec![Tie::A, Tie::B, Tie::Coin])
}
