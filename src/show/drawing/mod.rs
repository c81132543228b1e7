//! The board in SVG, as the players see it: each store at its owner's left hand, and single seeds
//! as long as they can be counted. [`picture`](super::picture) draws it as text.

mod places;

use serde::Serialize;

use crate::board::{Cell, HoleState, Position, Side};

use super::picture;
use crate::language::Language;
use crate::say;
use crate::text::joined;
pub use places::{Layout, Point};
use places::{SEED_RADIUS, centring};

/// The style of a board, which follows the reader's colour scheme.
pub const STYLE: &str = include_str!("../page/shared/board.css");

/// The height of a line of text.
const LINE: f64 = 17.0;

/// The maximum letters of a store's label at full width, and the width of longer labels.
const LETTERS: usize = 7;
const LABEL: u32 = 62;

/// The places of seeds in a hole and in a store, in both layouts.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Spots {
    /// The places in the wide layout.
    wide: [Vec<Point>; 2],
    /// The places in the tall layout.
    tall: [Vec<Point>; 2],
}

impl Spots {
    /// Returns the places, which are the same for all boards.
    pub fn all() -> Spots {
        Spots { wide: spots(Layout::Wide), tall: spots(Layout::Tall) }
    }
}

/// Draws a position as a separate SVG file.
pub fn file(position: &Position, language: &Language) -> String {
    let [width, height] = Layout::Wide.size(position.shape());
    let mover = match position.is_over() {
        true => String::new(),
        false => position.mover().to_string(),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" \
         aria-labelledby=\"title desc\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"title\">{position}</title>\n<desc id=\"desc\">{}</desc>\n\
         <style>\n{STYLE}</style>\n{}</svg>\n",
        in_words(position, &picture::caption(position, language), language),
        cells(position, (&mover, language), Layout::Wide)
    )
}

/// Draws a position as part of a page, with the letters of the players to move and a caption.
/// Scripts can put other seeds into it (see `page/board.js`).
pub fn part(
    position: &Position,
    movers: &str,
    (caption, language): (&str, &Language),
    layout: Layout,
) -> String {
    let [width, height] = layout.size(position.shape());
    let name = layout.name();
    format!(
        "<svg class=\"board {name}\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\">\n\
         {}</svg>\n",
        in_words(position, caption, language),
        cells(position, (movers, language), layout)
    )
}

/// Describes a drawing in words, for readers who cannot see it.
fn in_words(position: &Position, caption: &str, language: &Language) -> String {
    let row = |side| {
        let holes = position.shape().holes();
        let cells = position.shape().row().map(|hole| picture::content(position, side, hole));
        say!(
            language,
            "words.board.row",
            side = side,
            holes = holes,
            cells = joined(cells, ", "),
            store = position.store(side),
        )
    };
    let [a, b] = Side::BOTH.map(row);
    format!("{a} {b} {caption}.")
}

/// Returns the places of the seeds of a hole, and of those of a store, in a layout.
pub fn spots(layout: Layout) -> [Vec<Point>; 2] {
    let rounded = |spots: Vec<Point>| spots.iter().map(|spot| spot.map(short)).collect();
    [rounded(layout.hole_spots()), rounded(layout.store_spots())]
}

fn cells(position: &Position, labels: (&str, &Language), layout: Layout) -> String {
    let shape = position.shape();
    let [width, height] = layout.size(shape).map(|length| length - 2.0);
    let plank = format!(
        "<rect class=\"plank\" x=\"1\" y=\"1\" width=\"{width}\" height=\"{height}\" rx=\"24\"/>\n"
    );
    // One arrow for each side, in its direction of sowing.
    let ways = Side::BOTH.map(|side| {
        let [start, end, left, right] = layout.way(shape, side).map(|[x, y]| format!("{x} {y}"));
        format!("<path class=\"way\" d=\"M{start}L{end}M{left}L{end}L{right}\"/>\n")
    });
    let cells = (0..shape.cells()).map(|index| cell(position, index, labels, layout));
    plank + &ways.concat() + &cells.collect::<String>()
}

fn cell(
    position: &Position,
    index: usize,
    (movers, language): (&str, &Language),
    layout: Layout,
) -> String {
    let shape = position.shape();
    let cell = shape.cell(index);
    let [x, y] = layout.centre(shape, cell);
    let [of_holes, of_stores] = spots(layout);
    let (side, kind, spots, count) = match cell {
        Cell::Hole(side, hole) => {
            let kind = match position.field().state(index) {
                HoleState::Open => "open",
                HoleState::Closed => "closed",
                HoleState::Protected => "protected",
            };
            (side, kind, of_holes, picture::content(position, side, hole))
        }
        Cell::Store(side) => (side, "store", of_stores, position.store(side).to_string()),
    };
    let mover = if movers.contains(&side.to_string()) { " mover" } else { "" };
    let seeds = usize::try_from(position.seeds(cell)).expect("few seeds");
    let (heaped, drawn) = if seeds > spots.len() { (" heaped", 0) } else { ("", seeds) };
    let [count_x, count_y] = layout.count_at(shape, cell);
    let [name_x, name_y] = layout.name_at(shape, cell);
    let text = |class: &str, [x, y]: Point, text: &str| {
        format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>")
    };
    // The owner is named next to the name of a store, or below it.
    let name = match (cell, layout) {
        (Cell::Hole(..), _) => text("name", [name_x, name_y], &cell.to_string()),
        (Cell::Store(_), Layout::Wide) => {
            text("name", [name_x, name_y], &format!("{cell} {}", owner(side, language)))
        }
        (Cell::Store(_), Layout::Tall) => {
            let [above, below] = [name_y - LINE / 2.0, name_y + LINE / 2.0];
            let owner = text("name", [name_x, below], &owner(side, language));
            text("name", [name_x, above], &cell.to_string()) + " " + &owner
        }
    };
    // The texts are in the order of the cell's name for screen readers (page/holes.js).
    format!(
        "<g class=\"cell {kind}{mover}{heaped}\" data-cell=\"{index}\" data-x=\"{x}\" data-y=\"{y}\">\n\
         {}{}{name} {}</g>\n",
        pit(kind, [x, y], layout),
        seeds_at(&spots[..drawn], [x, y]),
        text("count", [count_x, count_y], &count),
    )
}

/// Returns the label with the owner of a store. Long labels are condensed.
fn owner(side: Side, language: &Language) -> String {
    let whose = say!(language, "words.board.owner", side = side);
    let narrow = match whose.chars().filter(|c| c.is_alphabetic()).count() {
        ..=LETTERS => String::new(),
        _ => format!(" textLength=\"{LABEL}\" lengthAdjust=\"spacingAndGlyphs\""),
    };
    format!("<tspan{narrow}>{whose}</tspan>")
}

/// Draws seeds round the middle of their cell, as page/board.js does.
fn seeds_at(spots: &[Point], [x, y]: Point) -> String {
    let [right, down] = centring(spots).map(short);
    let seeds = spots.iter().map(|[dx, dy]| {
        let [x, y] = [x + dx, y + dy].map(short);
        format!("<circle class=\"seed\" cx=\"{x}\" cy=\"{y}\" r=\"{SEED_RADIUS}\"/>")
    });
    let seeds = seeds.collect::<String>();
    format!("<g class=\"seeds\" transform=\"translate({right} {down})\">{seeds}</g>\n")
}

/// Draws the hollow of a cell, and the heap that replaces seeds too many to draw.
fn pit(kind: &str, [x, y]: Point, layout: Layout) -> String {
    let (half, corner) = match kind {
        "store" => (layout.store_half(), 14.0),
        _ => (layout.hole_half(), layout.hole_half()[1]),
    };
    let state = match kind {
        "closed" => {
            let arm = half[0].min(half[1]) * 0.5;
            let [left, right, up, down] = [x - arm, x + arm, y - arm, y + arm];
            let cross = format!("M{left} {up}L{right} {down}M{left} {down}L{right} {up}");
            format!("<path class=\"cross\" d=\"{cross}\"/>")
        }
        "protected" => rect("fence", [x, y], half, corner),
        _ => String::new(),
    };
    let heap = rect("heap", [x, y], half.map(|half| half - 7.0), corner - 2.0);
    rect("pit", [x, y], half, corner) + &state + &heap
}

/// Draws a rounded rectangle, given its centre and half its width and height.
fn rect(class: &str, [x, y]: Point, [width, height]: Point, corner: f64) -> String {
    let (left, top, width, height) = (x - width, y - height, 2.0 * width, 2.0 * height);
    format!(
        "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
         rx=\"{corner}\"/>"
    )
}

/// Rounds to one decimal and turns -0.0 into 0.0.
fn short(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}
