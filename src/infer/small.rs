//! Enumerates small boards and finished rounds.

use crate::board::{HoleState, MAX_HOLES, Mark, Pit, Position, Setup, Side};
use crate::rules::Rules;

/// Maximum seeds, and holes per row, of the boards to play on.
const MOST_SEEDS: u32 = 6;
const MOST_HOLES: usize = 4;

/// Boards with A to move on which both players can move, ordered by seeds, then by holes.
pub(super) fn boards() -> impl Iterator<Item = Position> {
    let of = |seeds| (1..=MOST_HOLES).map(move |holes| (seeds, holes));
    let sizes = (1..=MOST_SEEDS).flat_map(of);
    sizes
        .flat_map(|(seeds, holes)| spread(seeds, 2 * holes))
        .filter_map(|cells| board(&cells, [0, 0], Side::A, Mark::None))
        .filter(|position| position.can_move(Side::B))
}

/// All ways to spread seeds over cells.
fn spread(seeds: u32, cells: usize) -> Vec<Vec<u32>> {
    if cells == 1 {
        return vec![vec![seeds]];
    }
    let with_first = |first| {
        let rest = spread(seeds - first, cells - 1);
        rest.into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..=seeds).flat_map(with_first).collect()
}

fn board(cells: &[u32], stores: [u32; 2], mover: Side, mark: Mark) -> Option<Position> {
    let pit = |&seeds: &u32| Pit { state: HoleState::Open, seeds };
    let rows = cells.split_at(cells.len() / 2);
    Position::new(&Setup {
        rows: [rows.0, rows.1].map(|row| row.iter().map(pit).collect()),
        stores,
        mover,
        mark,
    })
    .ok()
}

/// The numbers of seeds that A can own at the end of a round, with rules for the board, ordered by
/// seeds, then by holes.
pub(super) fn refills(base: &Rules) -> impl Iterator<Item = (Rules, u32)> {
    let mut sizes: Vec<(u8, u8)> = (1..=MAX_HOLES).flat_map(|n| [(n, 1), (n, 2)]).collect();
    sizes.sort_by_key(|&(holes, seeds)| (holes * seeds, holes));
    sizes.into_iter().flat_map(|(holes, seeds)| {
        let rules = base.sized(holes, seeds).expect("1 to 18 holes and seeds");
        let owned = u32::from(seeds)..=rules.total() - u32::from(seeds);
        owned.map(move |owned| (rules, owned))
    })
}

/// The finished rounds that leave A with `owned` seeds. They differ in who moved last and in who
/// has a seed left in the row, but only if the starter is an open question (`starts`).
pub(super) fn finished(rules: &Rules, owned: u32, starts: bool) -> Vec<Position> {
    let end = |mover, left: Option<usize>| {
        let mut cells = vec![0; 2 * usize::from(rules.holes)];
        let mut stores = [owned, rules.total() - owned];
        if let Some(side) = left {
            // In the hole farthest from the store.
            cells[side * usize::from(rules.holes)] = 1;
            stores[side] -= 1;
        }
        board(&cells, stores, mover, Mark::Over)
    };
    let movers: &[Side] = if starts { &Side::BOTH } else { &[Side::A] };
    let left: &[Option<usize>] = if starts { &[None, Some(0), Some(1)] } else { &[None] };
    let ends = movers.iter().flat_map(|&mover| left.iter().map(move |&left| end(mover, left)));
    ends.flatten().collect()
}
