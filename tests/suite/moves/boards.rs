//! The smallest parts: packed seeds, exact keys, names and numbers of cells.

use std::collections::HashSet;

use chongkak::board::{Cell, Field, Hole, HoleState, MAX_HOLES, Shape, Side};
use chongkak::unchecked::{Cells, Eleven, Ranking, Seven, Wide};

fn lanes_are_independent<C: Cells>() {
    for cell in 0..C::CELLS {
        for seeds in [1, 2, C::MAX / 2, C::MAX] {
            let board = C::unit(cell, seeds);
            for other in 0..C::CELLS {
                assert_eq!(board.get(other), if other == cell { seeds } else { 0 });
            }
            assert_eq!(board.occupied(), 1 << cell);
            assert!(!board.is_empty());
            assert!(board.sub(C::unit(cell, seeds)).is_empty());
            assert_eq!(board.and(C::mask(1 << cell)), board);
            assert!(board.and(C::mask(!(1 << cell))).is_empty());
        }
    }
    let all = (0..C::CELLS).fold(C::default(), |b, c| b.add(C::unit(c, c as u32 + 1)));
    assert!((0..C::CELLS).all(|c| all.get(c) == c as u32 + 1));
    let few = (0..C::CELLS).fold(C::default(), |b, c| b.add(C::unit(c, c as u32 % 7)));
    assert_eq!(few.sum(), (0..C::CELLS as u32).map(|c| c % 7).sum::<u32>());
    assert_eq!(C::unit(C::CELLS - 1, C::MAX).sum(), C::MAX);
    let mut sum = 0;
    few.each(|cell, seeds| {
        assert_eq!(seeds, cell as u32 % 7);
        sum += seeds;
        assert_eq!(few.running_sums().get(cell), sum);
        assert_eq!(few.times(3).get(cell), 3 * seeds);
    });
    assert_eq!(all.occupied(), u64::MAX >> (64 - C::CELLS));
}

#[test]
fn every_width_keeps_its_lanes_apart() {
    lanes_are_independent::<Seven>();
    lanes_are_independent::<Eleven>();
    lanes_are_independent::<Wide>();
}

#[test]
fn a_difference_with_negative_lanes_adds_up() {
    let before = Seven::unit(3, 200).add(Seven::unit(4, 1));
    let after = Seven::unit(4, 101).add(Seven::unit(5, 100));
    assert_eq!(before.add(after.sub(before)), after);
}

/// Calls `f` with every board of up to `seeds` seeds in these cells.
fn boards<C: Cells>(cells: &[usize], seeds: u32, board: C, f: &mut impl FnMut(C)) {
    let Some((&cell, rest)) = cells.split_first() else {
        return f(board);
    };
    for count in 0..=seeds {
        boards(rest, seeds - count, board.add(C::unit(cell, count)), f);
    }
}

fn ranks_are_dense<C: Cells>(field: Field, seeds: u32) {
    let ranking: Ranking<C> = Ranking::new(field, seeds);
    assert_eq!(ranking.most(), seeds);
    let shape = field.shape();
    let open = field.open_holes(Side::A) | field.open_holes(Side::B);
    let cells: Vec<usize> = (0..shape.cells()).filter(|c| open >> c & 1 == 1).collect();
    for mover in Side::BOTH {
        let mut seen = HashSet::new();
        boards(&cells, seeds, C::unit(shape.store(Side::A), 7), &mut |board| {
            let in_play = ranking.in_play(board);
            let (rank, held) = (ranking.rank(&in_play, mover), in_play.all);
            assert_eq!(in_play.of(Side::A) + in_play.of(Side::B), held);
            assert!((ranking.below(held)..ranking.below(held + 1)).contains(&rank));
            assert!(seen.insert(rank), "{board:?}");
        });
        assert_eq!(seen.len() as u64, ranking.below(seeds + 1));
    }
}

#[test]
fn boards_are_numbered_without_a_gap() {
    let three = Field::open(Shape::new(3).unwrap());
    ranks_are_dense::<Seven>(three, 7);
    ranks_are_dense::<Wide>(three, 5);
    let [first, second] = [1, 2].map(|number| Hole::new(number).unwrap());
    let closed = three.with(Side::A, first, HoleState::Closed).unwrap();
    let closed = closed.with(Side::B, second, HoleState::Protected).unwrap();
    ranks_are_dense::<Seven>(closed, 8);
    ranks_are_dense::<Seven>(Field::open(Shape::new(7).unwrap()), 3);
}

#[test]
fn both_movers_see_a_symmetric_field_alike() {
    let field = Field::open(Shape::new(6).unwrap());
    let ranking: Ranking<Seven> = Ranking::new(field, 48);
    assert!(ranking.is_symmetric());
    let row = |first: usize| {
        (0..6).fold(Seven::default(), |all, i| all.add(Seven::unit(first + i, 1 + i as u32)))
    };
    let rank = |first, mover| ranking.rank(&ranking.in_play(row(first)), mover);
    assert_eq!(rank(0, Side::A), rank(7, Side::B));
    assert_ne!(rank(0, Side::A), rank(0, Side::B));
}

#[test]
fn large_boards_are_numbered_as_far_as_the_numbers_reach() {
    let ranking: Ranking<Wide> = Ranking::new(Field::open(Shape::new(9).unwrap()), 162);
    assert!((60..162).contains(&ranking.most()), "{}", ranking.most());
}

#[test]
fn cells_are_named_and_numbered_both_ways() {
    for holes in 1..=MAX_HOLES {
        let shape = Shape::new(holes).unwrap();
        for index in 0..shape.cells() {
            assert_eq!(shape.index(shape.cell(index)), Some(index));
            assert_eq!(shape.cell(index + shape.cells()), shape.cell(index));
        }
    }
    let nine = Shape::new(9).unwrap();
    let names: Vec<String> = (0..20).map(|c| nine.cell(c).to_string()).collect();
    assert_eq!(names[0], "A1");
    assert_eq!(names[9], "RA");
    assert_eq!(names[10], "B1");
    assert_eq!(names[19], "RB");
}

#[test]
fn a_hole_faces_the_one_with_the_complementary_number() {
    for holes in 1..=MAX_HOLES {
        let shape = Shape::new(holes).unwrap();
        for number in 1..=holes {
            let a = Cell::Hole(Side::A, Hole::new(number).unwrap());
            let a = shape.index(a).unwrap();
            let b = Cell::Hole(Side::B, Hole::new(holes + 1 - number).unwrap());
            assert_eq!(shape.cell(shape.opposite(a)), b);
            assert_eq!(shape.opposite(shape.opposite(a)), a);
        }
    }
}

#[test]
fn sizes_outside_the_supported_ones_are_refused() {
    assert!(Shape::new(0).is_none() && Shape::new(19).is_none());
    assert!(Hole::new(0).is_none() && Hole::new(19).is_none());
}
