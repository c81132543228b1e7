//! The board drawn in SVG, as the players see it: each store at its owner's left hand, seeds as
//! seeds while they can be counted. [`picture`](super::picture) draws the same in text.

mod places;

use std::fmt::Write;

use serde::Serialize;

use crate::board::{Cell, Field, HoleState, Position, Side};

use super::picture;
use crate::language::Language;
use crate::say;
pub use places::{Layout, Point};
use places::{SEED_RADIUS, centring};

/// The style of a board, which follows the colour scheme that the reader has chosen.
pub const STYLE: &str = include_str!("../page/shared/board.css");

/// From a line of text to the next.
const LINE: f64 = 17.0;

/// Letters of a store's label that have room as they are, and the length of longer ones.
const LETTERS: usize = 7;
const LABEL: u32 = 62;

/// The places of seeds in a hole and in a store, in each of the two drawings.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Spots {
    /// The places in the drawing that is wide.
    wide: [Vec<Point>; 2],
    /// The places in the drawing that is tall.
    tall: [Vec<Point>; 2],
}

impl Spots {
    /// Those of all boards.
    pub fn all() -> Spots {
        Spots { wide: spots(Layout::Wide), tall: spots(Layout::Tall) }
    }
}

/// A position as an SVG file of its own.
pub fn file(position: &Position, language: &Language) -> String {
    let [width, height] = Layout::Wide.size(position.shape());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" \
         aria-labelledby=\"title desc\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"title\">{position}</title>\n<desc id=\"desc\">{}</desc>\n\
         <style>\n{STYLE}</style>\n",
        in_words(position, &picture::caption(position, language), language)
    );
    let mover = (!position.is_over()).then(|| position.mover().to_string());
    let mover = mover.unwrap_or_default();
    svg.push_str(&cells(position, (&mover, language), Layout::Wide));
    svg.push_str("</svg>\n");
    svg
}

/// A position as part of a page, with the letters of those who are to move and what is said of it;
/// other seeds can be put into it (see `page/board.js`).
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

/// A drawing in words, for readers who can't see it.
fn in_words(position: &Position, caption: &str, language: &Language) -> String {
    let row = |side| {
        let holes = position.shape().holes();
        let cells = position.shape().row();
        let cells: Vec<String> = cells.map(|hole| picture::content(position, side, hole)).collect();
        say!(
            language,
            "words.board.row",
            side = side,
            holes = holes,
            cells = cells.join(", "),
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

fn cells(position: &Position, told: (&str, &Language), layout: Layout) -> String {
    let shape = position.shape();
    let [width, height] = layout.size(shape);
    let mut svg = format!(
        "<rect class=\"plank\" x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"24\"/>\n",
        width - 2.0,
        height - 2.0
    );
    for side in Side::BOTH {
        write_way(&mut svg, position, side, layout).expect("a string takes text");
    }
    for index in 0..shape.cells() {
        write_cell(&mut svg, position, (index, told), layout).expect("a string takes text");
    }
    svg
}

/// An arrow in the direction in which a side sows along its row.
fn write_way(
    svg: &mut String,
    position: &Position,
    side: Side,
    layout: Layout,
) -> std::fmt::Result {
    let [start, end, left, right] =
        layout.way(position.shape(), side).map(|[x, y]| format!("{x} {y}"));
    writeln!(svg, "<path class=\"way\" d=\"M{start}L{end}M{left}L{end}L{right}\"/>")
}

fn write_cell(
    svg: &mut String,
    position: &Position,
    (index, (movers, language)): (usize, (&str, &Language)),
    layout: Layout,
) -> std::fmt::Result {
    let shape = position.shape();
    let cell = shape.cell(index);
    let [x, y] = layout.centre(shape, cell);
    let (side, kind) = match cell {
        Cell::Hole(side, _) => (side, state_name(position.field(), index)),
        Cell::Store(side) => (side, "store"),
    };
    let moves = movers.contains(&side.to_string());
    let mover = if moves { " mover" } else { "" };
    let spots = spots(layout)[usize::from(kind == "store")].clone();
    let seeds = usize::try_from(position.seeds(cell)).expect("few seeds");
    let heaped = if seeds > spots.len() { " heaped" } else { "" };
    writeln!(
        svg,
        "<g class=\"cell {kind}{mover}{heaped}\" data-cell=\"{index}\" data-x=\"{x}\" data-y=\"{y}\">"
    )?;
    write_pit(svg, kind, [x, y], layout)?;
    write_seeds(svg, &spots, if heaped.is_empty() { seeds } else { 0 }, [x, y])?;
    let count = match kind {
        "closed" => "x".to_owned(),
        "protected" => format!("{seeds}p"),
        _ => seeds.to_string(),
    };
    let [count_x, count_y] = layout.count_at(shape, cell);
    let [name_x, name_y] = layout.name_at(shape, cell);
    // Beside the name of a store, or below it, it says whose it is.
    let (name_y, owner) = match (cell, layout) {
        (Cell::Hole(..), _) => (name_y, String::new()),
        (Cell::Store(_), Layout::Wide) => (name_y, "dx=\"5\"".to_owned()),
        (Cell::Store(_), Layout::Tall) => {
            (name_y - LINE / 2.0, format!("x=\"{name_x}\" dy=\"{LINE}\""))
        }
    };
    let owner = match cell {
        Cell::Hole(..) => owner,
        Cell::Store(_) => {
            let whose = say!(language, "words.board.owner", side = side);
            let narrow = narrowed(&whose);
            format!("<tspan {owner}{narrow}>{whose}</tspan>")
        }
    };
    writeln!(
        svg,
        "<text class=\"count\" x=\"{count_x}\" y=\"{count_y}\">{count}</text>\
         <text class=\"name\" x=\"{name_x}\" y=\"{name_y}\">{cell}{owner}</text></g>"
    )
}

/// Makes the letters of a store's label narrow where they are too many for the room beside it.
fn narrowed(label: &str) -> String {
    match label.chars().filter(|c| c.is_alphabetic()).count() {
        ..=LETTERS => String::new(),
        _ => format!(" textLength=\"{LABEL}\" lengthAdjust=\"spacingAndGlyphs\""),
    }
}

/// So many seeds round the middle of their cell; page/board.js puts others there.
fn write_seeds(svg: &mut String, spots: &[Point], seeds: usize, [x, y]: Point) -> std::fmt::Result {
    let spots = &spots[..seeds];
    let [right, down] = centring(spots).map(short);
    write!(svg, "<g class=\"seeds\" transform=\"translate({right} {down})\">")?;
    for [dx, dy] in spots {
        write_circle(svg, "seed", [x + dx, y + dy].map(short), SEED_RADIUS)?;
    }
    writeln!(svg, "</g>")
}

/// The hollow of a cell, and the heap that stands for more seeds than can be drawn one by one.
fn write_pit(svg: &mut String, kind: &str, [x, y]: Point, layout: Layout) -> std::fmt::Result {
    let (half, corner) = match kind {
        "store" => (layout.store_half(), 14.0),
        _ => (layout.hole_half(), layout.hole_half()[1]),
    };
    write_rect(svg, "pit", [x, y], half, corner)?;
    match kind {
        "closed" => {
            let arm = half[0].min(half[1]) * 0.5;
            let [left, right, up, down] = [x - arm, x + arm, y - arm, y + arm];
            let cross = format!("M{left} {up}L{right} {down}M{left} {down}L{right} {up}");
            write!(svg, "<path class=\"cross\" d=\"{cross}\"/>")?;
        }
        "protected" => write_rect(svg, "fence", [x, y], half, corner)?,
        _ => {}
    }
    write_rect(svg, "heap", [x, y], half.map(|half| half - 7.0), corner - 2.0)
}

fn write_circle(svg: &mut String, class: &str, [x, y]: Point, radius: f64) -> std::fmt::Result {
    write!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
}

/// A rectangle round its middle, with half its width and height and with round corners.
fn write_rect(
    svg: &mut String,
    class: &str,
    [x, y]: Point,
    [width, height]: Point,
    corner: f64,
) -> std::fmt::Result {
    write!(
        svg,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{corner}\"/>",
        x - width,
        y - height,
        2.0 * width,
        2.0 * height
    )
}

fn state_name(field: Field, cell: usize) -> &'static str {
    match field.state(cell) {
        HoleState::Open => "open",
        HoleState::Closed => "closed",
        HoleState::Protected => "protected",
    }
}

/// A number with one decimal at most, and no minus before a zero.
fn short(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}
