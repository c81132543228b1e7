//! The inner parts of the search: tables, stack, windows and move ordering.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use chongkak::board::Side;
use chongkak::control::{Control, ResourceError, StopReason};
use chongkak::unchecked::{Bound, Bounds, Cells, DeepThreads, Entry, HeuristicTable, Ordered};
use chongkak::unchecked::{Score, Seven, StackBound, TranspositionTable};
use chongkak::unchecked::{Window, deeply, granted, words};
use chongkak::{Evaluator, Game, Solver};

use crate::support::sized;

/// The bounds of an even number leave the even numbers between them, and no odd end.
#[test]
fn bounds_end_where_a_result_can_be() {
    for number in -3..=3 {
        for lower in -6..=6 {
            for upper in lower..=6 {
                let mut can_be = (lower..=upper).filter(|result| (result - number) % 2 == 0);
                let Some(least) = can_be.next() else { continue };
                let most = can_be.next_back().unwrap_or(least);
                assert_eq!(range(lower, upper).even_as(number), range(least, most));
            }
        }
    }
}

/// Every score, estimate and goal, and answers that say more than requested.
#[test]
fn the_bounds_meet_at_the_score_or_leave_the_goal() {
    for score in -6..=6 {
        for guess in -9..=9 {
            for (goal, more) in [(Bounds::ALL, 0), (Bounds::ALL, 2), (range(-1, 1), 1)] {
                let mut bounds = range(-6, 6);
                let mut asked = 0;
                let answer = |least: i32, known: Bounds| {
                    asked += 1;
                    assert!(known.lower < least && least <= known.upper);
                    Ok::<i32, ()>(if score >= least {
                        (least + more).min(score)
                    } else {
                        (least - 1 - more).max(score)
                    })
                };
                bounds.close_in(goal, guess, answer).unwrap();
                assert!(bounds.lower <= score && score <= bounds.upper);
                let met = bounds.lower == bounds.upper;
                let outside = bounds.lower >= goal.upper || bounds.upper <= goal.lower;
                assert!(met || outside, "{score} {guess} {bounds:?}");
                assert!(asked <= 13);
            }
        }
    }
}

const fn range(lower: i32, upper: i32) -> Bounds {
    Bounds { lower, upper }
}

#[test]
fn the_highest_comes_first_and_equals_keep_their_order() {
    let mut ordered = Ordered::empty();
    let items = [(3, 'a'), (5, 'b'), (3, 'c'), (9, 'd'), (-1, 'e'), (5, 'f')];
    for (number, (order, item)) in items.into_iter().enumerate() {
        ordered.push(item);
        ordered.push('-');
        ordered.place(2 * number, order);
    }
    assert_eq!(ordered.all().len(), 12);
    assert_eq!(ordered.iter().collect::<String>(), "dbface");
    ordered.bring_forward(|&item| item == 'a');
    assert_eq!(ordered.iter().collect::<String>(), "adbfce");
    ordered.bring_forward(|&item| item == '-');
    assert_eq!(ordered.iter().collect::<String>(), "adbfce");
}

#[test]
fn no_key_is_taken_for_another() {
    for (bits, mebibytes) in [(1, 1), (7, 1), (18, 1), (19, 1), (25, 1)] {
        let mut memory = TranspositionTable::memory(bits, mebibytes).unwrap();
        let table = TranspositionTable::new(bits, true, &mut memory);
        let step = (1_u64 << bits).div_ceil(1 << 19);
        for key in (0..1 << bits).step_by(step as usize) {
            table.put(key, Bounds::of_board((key % 255) as u32), key % 100);
        }
        let mut found = 0_u64;
        for key in 0..1 << bits {
            let in_play = (key % 255) as u32;
            if let Some(bounds) = table.get(table.place(key), in_play) {
                assert_eq!(key % step, 0, "{key} was never put");
                assert_eq!(bounds, Bounds::of_board(in_play));
                found += 1;
            }
        }
        let all = (1_u64 << bits).div_ceil(step);
        assert!(found > 0 && found <= all);
        assert!(bits > 17 || found == all, "{bits} bits: {found} of {all}");
    }
}

#[test]
fn the_largest_values_and_keys_fit() {
    let mut memory = TranspositionTable::memory(62, 16).unwrap();
    let table = TranspositionTable::new(62, true, &mut memory);
    for (number, key) in (0..).zip([0, 1, (1 << 62) - 1, 0x2aaa_aaaa_aaaa_aaaa]) {
        let in_play = 255 - number;
        let bounds = Bounds::of_board(in_play);
        table.put(key, bounds, u64::MAX);
        assert_eq!(table.get(table.place(key), in_play), Some(bounds));
        assert_eq!(table.get(table.place(key ^ 2), in_play), None);
    }
}

#[test]
fn a_table_that_grows_forgets_nothing() {
    for bits in [19, 25, 62] {
        let mut memory = TranspositionTable::memory(bits, 64).unwrap();
        let mut table = TranspositionTable::new(bits, true, &mut memory);
        assert!(table.room() < u64::MAX);
        let bounds = |key: u64| Bounds { lower: 255 - 2 * (key % 256) as i32, upper: 255 };
        let get = |table: &TranspositionTable<'_>, key| table.get(table.place(key), 255);
        let step = (1_u64 << bits) / 99_991;
        let keys = || (0..99_991).map(|number| number * step);
        keys().for_each(|key| table.put(key, bounds(key), 1));
        let known: HashSet<u64> = keys().filter(|&key| get(&table, key).is_some()).collect();
        while table.room() < u64::MAX {
            table.grow();
        }
        for key in keys() {
            let expected = known.contains(&key).then(|| bounds(key));
            assert_eq!(get(&table, key), expected, "{key} of {bits} bits");
        }
        table.grow();
        assert!(known.iter().all(|&key| get(&table, key).is_some()));
    }
}

/// A search must not find leftovers of the thread's previous search.
#[test]
fn the_memory_of_a_short_search_is_empty_for_the_next_one() {
    let same = |search: u64, key: u64| key << 40 | search;
    for (bits, mebibytes) in [(62, 8), (48, 8), (48, 1), (62, 1)] {
        for search in 1..20 {
            let mut memory = TranspositionTable::short_memory(bits, mebibytes).unwrap();
            let table = TranspositionTable::new(bits, true, &mut memory);
            assert_eq!(table.room(), u64::MAX, "it never grows");
            let mut estimates = HeuristicTable::<Seven>::short_memory(bits, mebibytes).unwrap();
            let estimates = HeuristicTable::<Seven>::new(&mut estimates);
            assert_eq!(estimates.room(), u64::MAX, "it never grows");
            let window = Window { alpha: -5, beta: 5 };
            let entry = Entry::new(Score::estimated(1), window, 2, 3);
            for number in 0..200 {
                for earlier in 0..search {
                    let place = table.place(same(earlier, number));
                    assert_eq!(table.get(place, 254), None, "{number} of {earlier}");
                }
                assert_eq!(estimates.get(&key(number as u32)), None, "{number} of {search}");
            }
            for number in 0..200 {
                table.put(same(search, number), Bounds { lower: -2, upper: 4 }, 1);
                estimates.put(&key(number as u32), &entry);
            }
            for number in 0..200 {
                let found = table.get(table.place(same(search, number)), 254);
                assert_eq!(found, Some(Bounds { lower: -2, upper: 4 }));
            }
            assert!((0..200).filter(|&number| estimates.get(&key(number)).is_some()).count() > 150);
        }
    }
}

/// With such a limit before the endgame table, a search has the tables and pages of a long one.
#[test]
fn a_short_search_finds_what_one_with_large_tables_does() {
    for (name, holes, seeds) in [("kalah", 6, 4), ("congklak", 4, 3), ("overbeck", 9, 9)] {
        let game = Game::opening(&sized(name, holes, seeds), Side::A);
        for nodes in [1, 2, 9, 30, 100, 512] {
            let control = Control::none().with_nodes(nodes);
            let solve = |solver: Solver<'_>| solver.solve(&game, control).unwrap();
            let (short, long) = (Solver::new(), Solver::new().with_endgame_after(nodes));
            assert_eq!(solve(short), solve(long), "{name}, {nodes} nodes");
            let evaluate = |evaluator: Evaluator<'_>| evaluator.evaluate(&game, control).unwrap();
            let (short, long) = (Evaluator::new(), Evaluator::new().with_endgame_after(nodes));
            assert_eq!(evaluate(short), evaluate(long), "{name}, {nodes} nodes");
            let both = NonZeroUsize::new(2).unwrap();
            assert_eq!(evaluate(short.with_threads(both)), evaluate(short), "{name}, {nodes}");
        }
    }
}

#[test]
fn what_the_system_does_not_grant_is_halved_down_to_the_least() {
    // More than the address space of any machine.
    let most = 1 << 60;
    let mut memory = granted(most, 1 << 10).unwrap();
    assert!(words(&mut memory).len() >= 1 << 10);
    assert!(matches!(granted(most, most), Err(ResourceError::Memory { .. })));
}

fn key(seeds: u32) -> Seven {
    Seven::unit(1, seeds % 256).add(Seven::unit(2, seeds / 256))
}

#[test]
fn entries_are_found_again_and_never_another_position_s() {
    let mut memory = HeuristicTable::<Seven>::memory(62, 1).unwrap();
    let table = HeuristicTable::<Seven>::new(&mut memory);
    assert_eq!(table.get(&key(0)), None);
    let window = Window { alpha: -5, beta: 5 };
    let entry = |seeds: u32| {
        let score = Score::estimated((seeds % 2047).cast_signed() - 1023);
        Entry::new(score, window, seeds % 1001, (seeds % 18) as u8)
    };
    let put = |from: u32| {
        for seeds in (from..60_000).step_by(2) {
            table.put(&key(seeds), &entry(seeds));
        }
    };
    // Two threads, so that both write slots.
    thread::scope(|scope| {
        scope.spawn(|| put(1));
        put(0);
    });
    let found = (0..60_000).filter(|&seeds| {
        let known = table.get(&key(seeds));
        assert!(known.is_none_or(|known| known == entry(seeds)));
        known.is_some()
    });
    let found = found.count();
    assert!((20_000..43_690).contains(&found), "{found} of 43,690 slots");
}

#[test]
fn only_what_decides_is_used() {
    let window = Window { alpha: 0, beta: 4 };
    let at_least = Entry::new(Score::estimated(7), window, 5, 0);
    assert_eq!(at_least.bound, Bound::Lower);
    assert_eq!(at_least.decides(window, 5), Some(Score::estimated(7)));
    assert_eq!(at_least.decides(window, 6), None);
    assert_eq!(at_least.decides(Window { alpha: 7, beta: 9 }, 5), None);
    let proven = Entry::new(Score::proven(-1), window, 2, 0);
    assert_eq!(proven.bound, Bound::Upper);
    assert_eq!(proven.decides(window, 60), Some(Score::proven(-1)));
}

/// Runs some work on a thread with this stack.
fn on_a_stack_of<T: Send>(stack: usize, work: impl Fn() -> T + Send) -> T {
    let work = move || {
        StackBound::begin(stack);
        work()
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// Recurses until the bound is reached, and returns the depth.
fn dive(bound: StackBound, depth: u32) -> u32 {
    let frame = std::hint::black_box([depth; 64]);
    if bound.is_reached() {
        return frame[0];
    }
    dive(bound, depth + 1).max(frame[63])
}

#[test]
fn a_search_turns_back_before_the_stack_ends() {
    for stack in [64 << 20, 8 << 20, 1 << 20] {
        let depth = on_a_stack_of(stack, || dive(StackBound::here(), 0)) as usize;
        // A frame has 256 bytes and some more.
        assert!(depth < stack / 256 && depth > (stack - (256 << 10)) / 2048, "{depth}");
    }
    assert!(dive(StackBound::here(), 0) > 0);
}

#[test]
fn a_thread_that_is_deep_does_the_work_itself() {
    let inside = deeply(|| {
        let outer = thread::current().id();
        (outer, deeply(|| thread::current().id()))
    });
    assert_eq!(inside.0, inside.1);
    assert_ne!(inside.0, thread::current().id());
}

/// A thread with short work is reused, and one with long work ends.
#[test]
fn threads_are_kept_for_short_work_alone() {
    let threads = DeepThreads::new();
    let who = || threads.run(|| thread::current().id()).unwrap();
    // A busy machine may take long for the shortest work.
    assert!((0..1000).any(|_| who() == who()));
    let slow = threads.run(|| {
        thread::sleep(Duration::from_millis(20));
        thread::current().id()
    });
    assert_ne!(slow.unwrap(), who());
    let together = Barrier::new(2);
    let meet = || {
        together.wait();
        thread::current().id()
    };
    let both = thread::scope(|scope| {
        let beside = scope.spawn(|| threads.run(meet).unwrap());
        [threads.run(meet).unwrap(), beside.join().unwrap()]
    });
    assert_ne!(both[0], both[1], "work at the same time has a thread each");
}

/// Without captures and without extra moves rounds are as long as possible.
fn long_rounds() -> Game {
    let mut rules = sized("kalah", 18, 18);
    rules.set("capture", "none").unwrap();
    rules.set("store_last", "stop").unwrap();
    Game::opening(&rules, Side::A)
}

/// If a frame took more than the bound allows, the stack would overflow here.
#[test]
fn a_small_stack_ends_a_long_line_and_no_more() {
    let (game, solver) = (long_rounds(), Solver::new());
    let control = Control::none().with_nodes(20_000);
    let solve = || solver.solve(&game, control).unwrap();
    let found = on_a_stack_of(1 << 20, solve);
    assert_eq!(found.stopped, Some(StopReason::Depth));
    assert!(found.bounds.lower < found.bounds.upper);
    assert_eq!(solve().stopped, Some(StopReason::Nodes));
    let evaluate = || Evaluator::new().evaluate(&game, control).unwrap();
    assert_eq!(on_a_stack_of(1 << 20, evaluate).stopped, Some(StopReason::Nodes));
    // Small boards need no more.
    let game = Game::opening(&sized("overbeck", 4, 2), Side::A);
    let small = on_a_stack_of(1 << 20, || solver.solve(&game, Control::none()));
    assert_eq!(small.unwrap().value(), Some(6));
}
