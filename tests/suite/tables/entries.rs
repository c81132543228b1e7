//! Endgame tables: every entry against plain minimax, and the laws of the index.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use chongkak::board::{Field, HoleState, Mark, Position, Setup, Shape, Side};
use chongkak::control::{Control, Progress, ResourceError, Stop, StopReason};
use chongkak::moves::Game;
use chongkak::rules::{Preset, RoundEnd, Rules, StorePlace};
use chongkak::tables::{
    BuildError, Endgame, Layout, MAX_SEEDS, OpenTables, Placed, most_seeds, verify,
};
use chongkak::unchecked::{Cells, Eleven, Wide};
use proptest::prelude::*;

use crate::support::{Reference, any_rules, endgame, setup};

/// The field whose rows are written with `o`, `x` and `p`.
fn field(a: &str, b: &str) -> Field {
    let shape = Shape::new(u8::try_from(a.len()).unwrap()).unwrap();
    let mut field = Field::open(shape);
    for (side, row) in [(Side::A, a), (Side::B, b)] {
        for (hole, letter) in shape.row().zip(row.chars()) {
            let state = match letter {
                'o' => HoleState::Open,
                'x' => HoleState::Closed,
                _ => HoleState::Protected,
            };
            field = field.with(side, hole, state).unwrap();
        }
    }
    field
}

/// The round's result by plain minimax.
fn minimax(reference: &Reference, rules: &Rules, known: &mut HashMap<Reference, i32>) -> i32 {
    if reference.mark == "over" {
        return reference.result();
    }
    if let Some(&value) = known.get(reference) {
        return value;
    }
    let results = reference.moves(rules).into_iter();
    let results = results.map(|(.., told)| minimax(&told.after, rules, known));
    let value = if reference.mover == 0 { results.max() } else { results.min() };
    // A player who can't move would end the round.
    let value = value.unwrap_or_else(|| reference.result());
    known.insert(reference.clone(), value);
    value
}

/// Returns the remaining result of the round for the player to move, by minimax.
fn still_to_win(setup: &Setup, rules: &Rules, known: &mut HashMap<Reference, i32>) -> i32 {
    let reference = Reference::read(&setup.to_string());
    let owned = |player: usize| {
        let safe = reference.rows[player].iter().filter(|hole| hole.state != 'o');
        (reference.stores[player] + safe.map(|hole| hole.seeds).sum::<u32>()).cast_signed()
    };
    let value = minimax(&reference, rules, known) - (owned(0) - owned(1));
    setup.mover.sign() * value
}

/// C(n, k).
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |all, i| all * (n - i) / (i + 1))
}

/// The index of a row among those with the same number of seeds, by the formula of the format.
fn number_of(row: &[u32]) -> u64 {
    let (mut seeds, mut number) = (0, 0);
    for (j, count) in (1_u64..).zip(&row[..row.len().max(1) - 1]) {
        seeds += u64::from(*count);
        number += choose(seeds + j - 1, j);
    }
    number
}

/// Enumerates the rows of this many holes and seeds.
fn rows(holes: usize, seeds: u32) -> u64 {
    match holes {
        0 => u64::from(seeds == 0),
        _ => (0..=seeds).map(|last| rows(holes - 1, seeds - last)).sum(),
    }
}

/// The index of a position, by the formula of the format.
fn entry_of(layout: &Layout, placed: &Placed) -> u64 {
    let field = layout.field;
    let holes = |side| field.open_holes(side).count_ones() as usize;
    let (own, others) = placed.seeds.split_at(holes(placed.mover));
    let turned = !field.is_symmetric() && placed.mover == Side::B;
    let [one, two] = if turned { [others, own] } else { [own, others] };
    let [i, k] = [one, two].map(|row| row.iter().sum::<u32>());
    let level = i + k;
    let ranks = |level: u32| {
        let of = |first| rows(one.len(), first) * rows(two.len(), level - first);
        (0..=level).map(of).sum::<u64>()
    };
    let below: u64 = (0..level).map(ranks).sum();
    let earlier = (0..i).map(|first| rows(one.len(), first) * rows(two.len(), level - first));
    let within = if i <= k {
        number_of(one) * rows(two.len(), k) + number_of(two)
    } else {
        number_of(two) * rows(one.len(), i) + number_of(one)
    };
    let part = layout.part(placed.mover, placed.last_turn);
    below * layout.parts + part * ranks(level) + earlier.sum::<u64>() + within
}

fn every_entry_is_right(rules: &Rules, field: Field, seeds: u32) {
    let rules = rules.with("holes", field.shape().holes()).unwrap();
    let table = endgame(&rules, field, seeds, Control::none()).unwrap();
    let reader = table.reader::<chongkak::unchecked::Wide>();
    let mut known = HashMap::new();
    for entry in 0..table.layout().positions() {
        let placed = table.layout().placed(entry).unwrap();
        let setup = setup(table.layout(), &placed);
        let expected = still_to_win(&setup, &rules, &mut known);
        let over = Setup { mark: Mark::Over, ..setup.clone() };
        let cells = Position::new(&over).unwrap().cells();
        let found = reader.value(cells, placed.mover, placed.last_turn);
        assert_eq!(found, Some(expected), "{setup} {rules:?}");
    }
}

const FIELDS: [(&str, &str); 9] = [
    ("o", "o"),
    ("oo", "oo"),
    ("ooo", "ooo"),
    ("oox", "oox"),
    ("xoo", "ooo"),
    ("ppo", "ooo"),
    ("pox", "oxo"),
    ("opoo", "xxpo"),
    ("xxo", "xpp"),
];

#[test]
fn every_entry_is_what_minimax_says_under_every_rule_set() {
    for preset in Preset::all() {
        for (a, b) in FIELDS {
            every_entry_is_right(&preset.rules, field(a, b), 6);
        }
        every_entry_is_right(&preset.rules, field("oooo", "oooo"), 5);
    }
}

fn any_field() -> impl Strategy<Value = Field> {
    let row = |n| prop::collection::vec(prop::sample::select(vec!['o', 'o', 'o', 'x', 'p']), n);
    (1..=4usize).prop_flat_map(move |n| (row(n), row(n))).prop_map(|(a, b)| {
        field(&a.into_iter().collect::<String>(), &b.into_iter().collect::<String>())
    })
}

proptest! {
    #![proptest_config(crate::support::remembered_law(60))]

    #[test]
    fn every_entry_is_what_minimax_says_under_any_rules(
        rules in any_rules(), field in any_field(), seeds in 0..=6u32,
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        every_entry_is_right(&rules, field, seeds);
    }

    #[test]
    fn entries_and_positions_are_two_names_of_one_thing(
        rules in any_rules(), field in any_field(), seeds in 0..=MAX_SEEDS, at in any::<u64>(),
    ) {
        let layout = Layout::new(&rules, field, seeds).unwrap();
        let entry = at % layout.positions();
        let placed = layout.placed(entry).unwrap();
        prop_assert_eq!(entry_of(&layout, &placed), entry);
        let level: u32 = placed.seeds.iter().sum();
        prop_assert!(layout.level(level).contains(&entry));
    }
}

#[test]
fn positions_fill_the_index_without_gaps_level_by_level() {
    let overbeck = Preset::named("overbeck").unwrap().rules;
    for (a, b, parts) in [("oo", "oo", 2), ("oxo", "oxo", 2), ("oo", "xo", 4), ("xx", "oo", 4)] {
        let layout = Layout::new(&overbeck, field(a, b), 7).unwrap();
        assert_eq!(layout.parts, parts);
        let mut next = 0;
        for level in 0..=7 {
            assert_eq!(layout.level(level).start, next);
            for entry in layout.level(level) {
                let placed = layout.placed(entry).unwrap();
                assert_eq!(placed.seeds.iter().sum::<u32>(), level);
                assert_eq!(entry_of(&layout, &placed), entry);
            }
            next = layout.level(level).end;
        }
        assert_eq!(next, layout.positions());
    }
    let kalah = Preset::named("kalah").unwrap().rules;
    let six = |seeds| Layout::new(&kalah, field("oooooo", "oooooo"), seeds).unwrap();
    assert_eq!(six(20).positions(), 225_792_840);
    assert_eq!(six(24).positions(), 1_251_677_700);
    assert_eq!(most_seeds(&kalah, six(1).field, 225_792_840), Some(20));
    assert_eq!(most_seeds(&kalah, six(1).field, 225_792_839), Some(19));
    assert_eq!(most_seeds(&kalah, six(1).field, 0), None);
}

#[test]
fn the_fast_index_agrees_on_boards_of_every_width() {
    fn agrees<C: Cells>(rules: &Rules, n: usize, seeds: u32) {
        let row = "opo".repeat(6)[..n].to_owned();
        let table = endgame(rules, field(&row, &row), seeds, Control::none()).unwrap();
        let wide = table.reader::<Wide>();
        let narrow = table.reader::<C>();
        for entry in 0..table.layout().positions() {
            let placed = table.layout().placed(entry).unwrap();
            for mover in Side::BOTH {
                let order = table.layout().order(mover).iter().zip(&placed.seeds);
                let cells = |unit: &mut dyn FnMut(usize, u32)| {
                    order.clone().for_each(|(&c, &s)| unit(c, s))
                };
                let mut a = Wide::default();
                cells(&mut |c, s| a = a.add(Wide::unit(c, s)));
                let mut b = C::default();
                cells(&mut |c, s| b = b.add(C::unit(c, s)));
                let value = narrow.value(b, mover, placed.last_turn);
                assert!(value.is_some());
                assert_eq!(value, wide.value(a, mover, placed.last_turn));
            }
        }
    }
    let overbeck = Preset::named("overbeck").unwrap().rules;
    agrees::<Eleven>(&overbeck, 9, 4);
    agrees::<Eleven>(&overbeck, 11, 3);
}

#[test]
fn what_has_no_table_is_refused_with_the_reason() {
    let mut rules = Preset::named("kalah").unwrap().rules;
    let six = field("oooooo", "oooooo");
    let refused = |rules: &Rules, seeds| endgame(rules, six, seeds, Control::none()).unwrap_err();
    assert_eq!(refused(&rules, 64), BuildError::Seeds(64));
    let memory = refused(&rules, 63);
    let short = matches!(memory, BuildError::ResourceError(ResourceError::Memory { .. }));
    assert!(short, "{memory}");
    rules.store = StorePlace::Far;
    assert_eq!(refused(&rules, 4), BuildError::Recurring);
    assert_eq!(rules.end, RoundEnd::SideEmpty);
}

#[test]
fn a_limit_ends_building_and_verifying_and_is_the_reason() {
    let rules = Preset::named("kalah").unwrap().rules;
    let six = field("oooooo", "oooooo");
    let table = endgame(&rules, six, 8, Control::none()).unwrap();
    let (stop, never) = (Stop::new(), Stop::new());
    stop.set();
    let none = Control::stopped_by(&never);
    for (control, reason) in [
        (Control::stopped_by(&stop), StopReason::Interrupted),
        (none.with_time(Duration::ZERO), StopReason::Time),
        (none.with_nodes(20_000), StopReason::Nodes),
    ] {
        let stopped = BuildError::Stopped(reason);
        assert_eq!(endgame(&rules, six, 8, control).unwrap_err(), stopped);
        let found = verify(&table, None, NonZeroUsize::MIN, control);
        assert_eq!(found.unwrap_err(), stopped);
    }
}

#[test]
fn building_and_verifying_say_how_much_is_done_of_how_much() {
    let rules = Preset::named("kalah").unwrap().rules;
    let progress = Progress::new();
    let control = Control::none().with_progress(&progress);
    let table = endgame(&rules, field("ooo", "ooo"), 6, control).unwrap();
    let standing = progress.standing();
    // C(11, 5) positions have 6 seeds in 6 holes; the field is symmetric.
    assert_eq!((standing.done, standing.of), (462, Some(462)));
    assert!(standing.stage.contains("6 seeds"), "{standing:?}");
    let found = verify(&table, Some(100), NonZeroUsize::MIN, control).unwrap();
    assert_eq!((found.checked, found.wrong), (100, None));
    let standing = progress.standing();
    assert_eq!((standing.done, standing.of), (100, Some(100)));
}

#[test]
fn what_is_too_large_is_kept_in_part() {
    let rules = Preset::named("kalah").unwrap().rules;
    let game = Game::opening(&rules, Side::A);
    let bytes = |table: &Endgame| table.layout().positions();
    let build = |seeds| endgame(&rules, game.position().field(), seeds, Control::none()).unwrap();
    let (whole, seeds) = (build(11), 9);
    let part = build(seeds);
    assert!(bytes(&part) <= 1 << 20 && bytes(&whole) > 1 << 20);
    let tables = OpenTables::empty().keeping(1);
    tables.keep(&game, whole);
    let kept = tables.kept(&game).expect("a part of it");
    assert!(kept.seeds() >= seeds && bytes(&kept) <= 1 << 20);
    for entry in 0..bytes(&part) {
        assert_eq!(kept.at(entry), part.at(entry));
    }
}
