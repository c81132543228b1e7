//! Where the cells of a drawn board lie, and where the seeds lie in a cell.

use chongkak::board::{Cell, Shape};

/// From one hole of a row to the next.
const PITCH: f64 = 78.0;
/// From the middle of the board to the middle of a row.
const ROW: f64 = 50.0;
/// From the middle of a row to the name and to the number beside it.
const NAME: f64 = 64.0;
const COUNT: f64 = 46.0;
/// In the tall layout, from the middle of a row to both, and how far they are apart.
const BESIDE: f64 = 56.0;
const UNDER: f64 = 11.0;
/// From the middle of the board to the texts at the ends of a store.
const STORE_LABEL: f64 = 104.0;
/// From the first or last hole of a row to the middle of a store.
const STORE: f64 = 86.0;
/// From the middle of a store to the edge of the picture, and half of the picture's other side.
const MARGIN: f64 = 50.0;
const HALF: f64 = 126.0;

/// Radius of a hole.
pub const HOLE_RADIUS: f64 = 35.0;
/// Radius of a seed.
pub const SEED_RADIUS: f64 = 4.6;
/// Half the sides of a store, across the rows and along them.
pub const STORE_HALF: [f64; 2] = [88.0, 36.0];

/// From one seed of a hole to its neighbours; more than two radii.
const SEED_PITCH: f64 = 10.5;
/// The same in a store.
const STORE_PITCH: f64 = 12.0;
/// Seeds in a row of a store, and rows.
const STORE_ROWS: [i16; 2] = [5, 14];

/// A point of the drawing; y grows downwards.
pub type Point = [f64; 2];

/// Which way the rows run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// From side to side: A below, B above, each player's store at his left hand.
    Wide,
    /// The same turned a quarter clockwise, for a narrow screen: A at the left, his store on top.
    Tall,
}

impl Layout {
    /// Its name in the markup.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Wide => "wide",
            Layout::Tall => "tall",
        }
    }

    /// Width and height.
    pub fn size(self, shape: Shape) -> Point {
        let along = PITCH * (count(shape.holes()) - 1.0) + 2.0 * (STORE + MARGIN);
        self.turned([along, 2.0 * HALF])
    }

    /// The middle of a cell.
    pub fn centre(self, shape: Shape, cell: Cell) -> Point {
        let [along, across] = wide_centre(shape, cell);
        self.place(shape, [along, across])
    }

    /// Where the name of a cell stands (its middle).
    pub fn name_at(self, shape: Shape, cell: Cell) -> Point {
        self.beside(shape, cell, NAME, -1.0)
    }

    /// Where the number of seeds of a cell stands (its middle).
    pub fn count_at(self, shape: Shape, cell: Cell) -> Point {
        self.beside(shape, cell, COUNT, 1.0)
    }

    /// A text beside a hole, away from the other row, so far from the middle of the row; at one end
    /// of a store, or at the other.
    fn beside(self, shape: Shape, cell: Cell, from_row: f64, end: f64) -> Point {
        let [along, across] = wide_centre(shape, cell);
        match (self, cell) {
            (_, Cell::Store(_)) => self.place(shape, [along, end * STORE_LABEL]),
            (Layout::Wide, Cell::Hole(side, _)) => {
                self.place(shape, [along, across + f64::from(side.sign()) * from_row])
            }
            // There is more room along the rows than across: one text under the other.
            (Layout::Tall, Cell::Hole(side, _)) => {
                let across = across + f64::from(side.sign()) * BESIDE;
                let [x, y] = self.place(shape, [along, across]);
                [x, y + end * UNDER]
            }
        }
    }

    /// A point of the wide layout, measured from the middle of the board, as one of this layout.
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

    /// Half of width and height of a store.
    pub const fn store_half(self) -> Point {
        let [across, along] = STORE_HALF;
        self.turned([along, across])
    }

    /// Where the seeds of a store lie, from its middle, the first one first: fives, so that they
    /// can be counted.
    pub fn store_spots(self) -> Vec<Point> {
        let [row, rows] = STORE_ROWS;
        let middle = |number: i16, all: i16| {
            STORE_PITCH * (f64::from(number) - (f64::from(all) - 1.0) / 2.0)
        };
        let spots = (0..rows).flat_map(|y| (0..row).map(move |x| (x, y)));
        spots
            .map(|(x, y)| self.turned([middle(x, row), middle(y, rows)]))
            .collect()
    }
}

/// The middle of a cell in the wide layout, measured from the middle of the board.
fn wide_centre(shape: Shape, cell: Cell) -> Point {
    let half = PITCH * (count(shape.holes()) - 1.0) / 2.0;
    match cell {
        // A sows from right to left, B from left to right.
        Cell::Hole(side, hole) => {
            let from_right = half - PITCH * count(hole.index());
            let sign = f64::from(side.sign());
            [sign * from_right, sign * ROW]
        }
        Cell::Store(side) => [-f64::from(side.sign()) * (half + STORE), 0.0],
    }
}

/// Where the seeds of a hole lie, from its middle, the first one first: as close as they can be,
/// round the middle.
pub fn hole_spots() -> Vec<Point> {
    let reach = HOLE_RADIUS - SEED_RADIUS - 1.0;
    // Rows of a lattice of equal triangles, in half steps along and whole rows across.
    let mut spots: Vec<(i32, i32)> = (-4..=4)
        .flat_map(|row: i32| (-9..=9).map(move |half: i32| (half, row)))
        .filter(|(half, row)| (half + row) % 2 == 0)
        .collect();
    // Four times the squared distance in steps is a whole number, so the order is the same
    // everywhere.
    let distance = |(half, row): (i32, i32)| half * half + 3 * row * row;
    spots.retain(|&spot| f64::from(distance(spot)).sqrt() * SEED_PITCH / 2.0 <= reach);
    spots.sort_unstable_by_key(|&(half, row)| (distance((half, row)), row, half));
    let place = |(half, row): (i32, i32)| {
        let step = SEED_PITCH / 2.0;
        [step * f64::from(half), step * 3f64.sqrt() * f64::from(row)]
    };
    spots.into_iter().map(place).collect()
}

fn count(number: usize) -> f64 {
    f64::from(u8::try_from(number).expect("at most 18 holes"))
}
