//! The places of the cells of a drawn board, and of the seeds in a cell.

use crate::board::{Cell, Shape, Side};

/// The radius of a seed.
pub const SEED_RADIUS: f64 = 4.6;

/// The distance of neighbouring seeds in a hole; more than two radii.
const SEED_PITCH: f64 = 10.5;
/// Seeds in a row of a store, and the number of rows.
const STORE_ROWS: [i16; 2] = [5, 14];

/// The lengths of a layout. Pairs are along and across the rows.
struct Measures {
    /// From one hole to the next in its row.
    pitch: f64,
    /// From the middle of the board to the middle of a row.
    row: f64,
    /// Half the size of a hole.
    hole: Point,
    /// Half the size of a store.
    store: Point,
    /// From the first or last hole of a row to the middle of a store.
    to_store: f64,
    /// From the middle of a store to the edge of the picture, and half the picture's other side.
    margin: f64,
    half: f64,
    /// From the middle of a row to a name, and to a number.
    name: f64,
    count: f64,
    /// From the middle of the board to the texts at the ends of a store.
    store_label: f64,
    /// The distance of neighbouring seeds in a store.
    store_pitch: f64,
    /// From the middle of the board to the arrow of a side.
    way: f64,
}

const WIDE: Measures = Measures {
    pitch: 78.0,
    row: 51.0,
    hole: [35.0, 35.0],
    store: [36.0, 88.0],
    to_store: 88.0,
    margin: 52.0,
    half: 128.0,
    name: 66.0,
    count: 47.5,
    store_label: 106.0,
    store_pitch: 12.0,
    way: 7.0,
};

/// Drawn at its own size, the board is as wide as a narrow phone, and a hole can be hit by a thumb
/// (44 units). Holes are no higher, since a row is long.
const TALL: Measures = Measures {
    pitch: 48.0,
    row: 72.0,
    hole: [22.0, 60.0],
    store: [24.0, 100.0],
    to_store: 50.0,
    margin: 27.0,
    half: 172.0,
    name: 80.0,
    count: 80.0,
    store_label: 136.0,
    store_pitch: 9.4,
    way: 6.0,
};

/// Half the distance between name and number of a hole in the tall layout.
const UNDER: f64 = 11.0;
/// Half the length and half the width of an arrow's head.
const HEAD: Point = [8.0, 4.5];

/// A point of the drawing; y grows downwards.
pub type Point = [f64; 2];

/// The direction in which the rows run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Horizontal: A below, B above, each store at its owner's left hand.
    Wide,
    /// The wide layout turned clockwise by a quarter, for narrow screens: A at the left, A's store
    /// on top.
    Tall,
}

impl Layout {
    /// Returns the name in the markup.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Wide => "wide",
            Layout::Tall => "tall",
        }
    }

    const fn measures(self) -> &'static Measures {
        match self {
            Layout::Wide => &WIDE,
            Layout::Tall => &TALL,
        }
    }

    /// Returns width and height.
    pub fn size(self, shape: Shape) -> Point {
        let Measures { to_store, margin, half, .. } = self.measures();
        self.turned([2.0 * (self.half_row(shape) + to_store + margin), 2.0 * half])
    }

    /// Returns the distance along the row from the middle of the board to the first or last hole.
    fn half_row(self, shape: Shape) -> f64 {
        self.measures().pitch * (count(shape.holes()) - 1.0) / 2.0
    }

    /// Returns the middle of a cell.
    pub fn centre(self, shape: Shape, cell: Cell) -> Point {
        self.place(shape, self.on_board(shape, cell))
    }

    /// Returns the middle of a cell relative to the middle of the board: along and across the rows.
    fn on_board(self, shape: Shape, cell: Cell) -> Point {
        let Measures { pitch, row, to_store, .. } = self.measures();
        let half = self.half_row(shape);
        match cell {
            // A sows from right to left, B from left to right.
            Cell::Hole(side, hole) => {
                let sign = f64::from(side.sign());
                [sign * (half - pitch * count(hole.index())), sign * row]
            }
            Cell::Store(side) => [-f64::from(side.sign()) * (half + to_store), 0.0],
        }
    }

    /// Returns the middle of the name of a cell.
    pub fn name_at(self, shape: Shape, cell: Cell) -> Point {
        self.beside(shape, cell, self.measures().name, -1.0)
    }

    /// Returns the middle of a cell's number of seeds.
    pub fn count_at(self, shape: Shape, cell: Cell) -> Point {
        self.beside(shape, cell, self.measures().count, 1.0)
    }

    /// Returns the place of a text: at a distance from the middle of the row, away from the other
    /// row; or at one end of a store.
    fn beside(self, shape: Shape, cell: Cell, from_row: f64, end: f64) -> Point {
        let [along, across] = self.on_board(shape, cell);
        let Cell::Hole(side, _) = cell else {
            return self.place(shape, [along, end * self.measures().store_label]);
        };
        let [x, y] = self.place(shape, [along, across + f64::from(side.sign()) * from_row]);
        match self {
            Layout::Wide => [x, y],
            // Name and number share a place next to the hole, one below the other.
            Layout::Tall => [x, y + end * UNDER],
        }
    }

    /// Returns the arrow between the rows that shows a side's direction of sowing: the ends of its
    /// shaft, then the two ends of its head.
    pub fn way(self, shape: Shape, side: Side) -> [Point; 4] {
        let sign = f64::from(side.sign());
        let end = self.half_row(shape) / 2.0 + self.measures().pitch / 4.0;
        let [head, wide] = HEAD;
        let ends = [[end, 0.0], [-end, 0.0], [head - end, -wide], [head - end, wide]];
        ends.map(|[along, across]| {
            self.place(shape, [sign * along, sign * (self.measures().way + across)])
        })
    }

    /// Converts a point relative to the middle of the board, along and across the rows, to picture
    /// coordinates.
    fn place(self, shape: Shape, [along, across]: Point) -> Point {
        let [width, height] = self.size(shape);
        let [x, y] = match self {
            Layout::Wide => [along, across],
            Layout::Tall => [-across, along],
        };
        [width / 2.0 + x, height / 2.0 + y]
    }

    const fn turned(self, [along, across]: Point) -> Point {
        match self {
            Layout::Wide => [along, across],
            Layout::Tall => [across, along],
        }
    }

    /// Returns half the width and height of a hole.
    pub const fn hole_half(self) -> Point {
        self.turned(self.measures().hole)
    }

    /// Returns half the width and height of a store.
    pub const fn store_half(self) -> Point {
        self.turned(self.measures().store)
    }

    /// Returns the places of the seeds of a store in filling order: rows of five, so that they can
    /// be counted.
    pub fn store_spots(self) -> Vec<Point> {
        let [row, rows] = STORE_ROWS;
        let pitch = self.measures().store_pitch;
        let middle =
            |number: i16, all: i16| pitch * (f64::from(number) - (f64::from(all) - 1.0) / 2.0);
        let spots = (0..rows).flat_map(|y| (0..row).map(move |x| (x, y)));
        spots.map(|(x, y)| self.turned([middle(x, row), middle(y, rows)])).collect()
    }

    /// Returns the places of the seeds of a hole in filling order, packed round the middle.
    pub fn hole_spots(self) -> Vec<Point> {
        let [along, across] = self.hole_half().map(|half| half - SEED_RADIUS - 1.0);
        // A triangular lattice: half steps along the row, whole rows across.
        let spots = (-4..=4).flat_map(|row: i32| (-11..=11).map(move |half: i32| (half, row)));
        let mut spots: Vec<(i32, i32)> =
            spots.filter(|(half, row)| (half + row) % 2 == 0).collect();
        let place = |(half, row): (i32, i32)| {
            let step = SEED_PITCH / 2.0;
            [step * f64::from(half), step * 3f64.sqrt() * f64::from(row)]
        };
        // A hole is a circle in the wide layout; in the tall one it is longer than its seeds.
        spots.retain(|&spot| {
            let [x, y] = place(spot);
            match self {
                Layout::Wide => x.hypot(y) <= along,
                Layout::Tall => x.abs() <= along && y.abs() <= across.min(1.5 * SEED_PITCH),
            }
        });
        spots.sort_by_key(|&spot| nearness(spot));
        spots.into_iter().map(place).collect()
    }
}

/// Returns the sort key of a lattice spot: the middle first, then its six neighbours in turn, so
/// that two seeds lie side by side and three form a triangle, then pairs of opposite spots, the
/// highest first.
fn nearness((half, row): (i32, i32)) -> [i32; 4] {
    const ROUND: [(i32, i32); 6] = [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)];
    // Four times the squared distance, in steps.
    let distance = half * half + 3 * row * row;
    if let Some(place) = (0..).zip(ROUND).find(|(_, spot)| *spot == (half, row)) {
        return [distance, place.0, 0, 0];
    }
    let lower = row > 0 || (row == 0 && half < 0);
    let sign = if lower { -1 } else { 1 };
    [distance, half.abs(), sign * half, i32::from(lower)]
}

/// Returns the shift that centres seeds in their cell.
pub fn centring(spots: &[Point]) -> Point {
    [0, 1].map(|axis| {
        let places = || spots.iter().map(|spot| spot[axis]);
        let least = places().reduce(f64::min).unwrap_or_default();
        let most = places().reduce(f64::max).unwrap_or_default();
        -f64::midpoint(least, most)
    })
}

fn count(number: usize) -> f64 {
    f64::from(u8::try_from(number).expect("at most 18 holes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half the sides of a hole and of a store, and where their seeds lie.
    fn cells(layout: Layout) -> [(Point, Vec<Point>); 2] {
        [(layout.hole_half(), layout.hole_spots()), (layout.store_half(), layout.store_spots())]
    }

    #[test]
    fn any_number_of_seeds_lies_apart_round_the_middle_and_within_its_cell() {
        for layout in [Layout::Wide, Layout::Tall] {
            let cells = cells(layout);
            assert_eq!([31, 70], [cells[0].1.len(), cells[1].1.len()]);
            for (half, spots) in cells {
                for count in 1..=spots.len() {
                    let spots = &spots[..count];
                    let [right, down] = centring(spots);
                    let moved: Vec<Point> =
                        spots.iter().map(|[x, y]| [x + right, y + down]).collect();
                    for axis in [0, 1] {
                        let places = || moved.iter().map(|spot| spot[axis]);
                        let most = places().reduce(f64::max).unwrap();
                        assert!((most + places().reduce(f64::min).unwrap()).abs() < 1e-9);
                        assert!(most + SEED_RADIUS < half[axis], "{layout:?}, {count}");
                    }
                    for (number, [x, y]) in moved.iter().enumerate() {
                        let others = &moved[..number];
                        assert!(
                            others.iter().all(
                                |other| (x - other[0]).hypot(y - other[1]) >= 2.0 * SEED_RADIUS
                            )
                        );
                    }
                }
            }
        }
        // The ends of a tall hole are half circles.
        let [x, y] = Layout::Tall.hole_half();
        for [seed_x, seed_y] in Layout::Tall.hole_spots() {
            let beyond = (seed_x.abs() - (x - y)).max(0.0);
            assert!(beyond.hypot(seed_y) + SEED_RADIUS < y);
        }
    }

    #[test]
    fn no_cell_lies_over_another_one() {
        for layout in [Layout::Wide, Layout::Tall] {
            let shape = Shape::new(9).unwrap();
            let [width, height] = layout.size(shape);
            let boxes = (0..shape.cells()).map(|index| {
                let cell = shape.cell(index);
                let [x, y] = layout.centre(shape, cell);
                let [half_x, half_y] = match cell {
                    Cell::Hole(..) => layout.hole_half(),
                    Cell::Store(_) => layout.store_half(),
                };
                [x - half_x, y - half_y, x + half_x, y + half_y]
            });
            let boxes: Vec<[f64; 4]> = boxes.collect();
            for (number, one) in boxes.iter().enumerate() {
                assert!(one[0] > 0.0 && one[1] > 0.0 && one[2] < width && one[3] < height);
                for other in &boxes[..number] {
                    let apart = one[0] > other[2]
                        || other[0] > one[2]
                        || one[1] > other[3]
                        || other[1] > one[3];
                    assert!(apart, "{layout:?}: {one:?}, {other:?}");
                }
            }
        }
    }
}
