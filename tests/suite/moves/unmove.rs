//! Retrograde moves, compared with all forward moves.

use std::collections::{BTreeSet, HashMap};

use chongkak::board::{Cell, Position, Setup};
use chongkak::moves::sowing_order;
use chongkak::rules::{Preset, ROUND_OPTIONS, Rules};
use chongkak::unchecked::{After, Cells, Kernel, KernelVisitor, State, with_kernel};

/// The words of a board, and a hole.
type Before = (Vec<u64>, usize);

/// Compares all moves of a field, played forward and backward.
struct AllMoves<'a>(&'a Rules);

/// Every way to put this many seeds into cells.
fn boards<C: Cells>(cells: &[usize], seeds: u32, board: C, all: &mut Vec<C>) {
    let Some((&cell, rest)) = cells.split_first() else {
        if seeds == 0 {
            all.push(board);
        }
        return;
    };
    for here in 0..=seeds {
        let board = board.add(C::unit(cell, here));
        boards(rest, seeds - here, board, all);
    }
}

impl KernelVisitor for AllMoves<'_> {
    type Output = usize;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> usize {
        let (field, mover) = (kernel.field(), start.mover);
        let shape = field.shape();
        let sown = sowing_order(field, mover, self.0.store).into_iter();
        let sown = sown.map(|cell| match cell {
            Cell::Store(side) => shape.store(side),
            Cell::Hole(side, hole) => shape.first(side) + hole.index(),
        });
        let sown: Vec<usize> = sown.collect();
        let moving = sown.iter().fold(0, |bits, cell| bits | 1 << cell);
        let moving = start.cells.and(C::mask(moving));
        let mut all = Vec::new();
        let fixed = start.cells.sub(moving);
        boards(&sown, moving.sum(), fixed, &mut all);
        let mut played_to: HashMap<(C, bool), BTreeSet<Before>> = HashMap::new();
        for &cells in &all {
            let state = State { cells, ..*start };
            let legal = kernel.legal(&state);
            for hole in shape.row().filter(|hole| legal >> hole.index() & 1 == 1) {
                let played = kernel.play(&state, hole.index());
                let to = (played.state.cells, played.goes_on);
                let from = (cells.words().to_vec(), hole.index());
                played_to.entry(to).or_default().insert(from);
            }
        }
        let mut moves = 0;
        for &cells in &all {
            let after = After { cells, mover, least: 0 };
            let (mut on, mut stop) = (Vec::new(), Vec::new());
            kernel.before_going_on(after, |c, hole| on.push((c.words().to_vec(), hole)));
            kernel.before_stopping(after, |c, hole| stop.push((c.words().to_vec(), hole)));
            for (found, goes_on) in [(on, true), (stop, false)] {
                let expected = played_to.remove(&(cells, goes_on)).unwrap_or_default();
                assert_eq!(found.len(), expected.len(), "{cells:?} of {field:?}");
                moves += found.len();
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            }
        }
        assert!(played_to.is_empty());
        moves
    }
}

fn all_rules() -> Vec<Rules> {
    let mut all = vec![Preset::named("overbeck").unwrap().rules];
    // The end of a round does not matter for a move.
    for name in ROUND_OPTIONS.into_iter().filter(|name| *name != "end") {
        let values = Rules::values_of(name).unwrap();
        let with = |rules: &Rules, value| {
            let mut rules = *rules;
            rules.set(name, value).unwrap();
            rules
        };
        all = all
            .iter()
            .flat_map(|rules| values.iter().map(move |value| with(rules, value)))
            .collect();
    }
    all
}

#[test]
fn moves_taken_back_are_all_moves_that_lead_to_a_board() {
    let fields = [
        "9/0 0/2 A",
        "0,0/2 1,3/1 B",
        "5,x/0 0,0/0 A",
        "1,2/2 0p,1/0 A",
        "1,2/1 1p,1/2 B",
        "0p,2/1 x,1/2 A",
        "1,1,1/1 0,0,0/1 A",
        "1p,1,1/0 x,0,1/1 A",
        "1p,1,1/0 0p,0,3/1 B",
    ];
    let mut moves = 0;
    for rules in all_rules() {
        for field in fields {
            let setup: Setup = field.parse().unwrap();
            let position = Position::new(&setup).unwrap();
            moves += with_kernel(&rules, &position, AllMoves(&rules));
        }
    }
    assert!(moves > 100_000, "{moves} moves");
}
