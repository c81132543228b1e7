//! A curve as SVG: frame, ticks, marks. Lengths along the x axis are shares of the width, so that
//! a drawing is as wide as the window while its texts and marks keep their size.

use std::fmt::Write;

use super::scale::Scale;
use super::{Curve, Mark};
use crate::show::page::escaped;
use crate::show::words::counted;

/// The frame within the drawing: left and right in parts of a hundred of its width, top and bottom
/// in pixels.
const FRAME: [[f64; 2]; 2] = [[11.0, 98.5], [8.0, 300.0]];
/// From the bottom of the frame to the bottom of the drawing, and to the middle of a tick's label.
const BELOW: f64 = 26.0;
const LABEL: f64 = 18.0;

/// From an edge of the frame to the data nearest to it: in parts of a hundred, and in pixels.
const ASIDE: f64 = 1.5;
const INSET: f64 = 12.0;

/// Half the width of a mark that has room for it, and of one that has not, and the pixels that a
/// narrow screen has for the frame.
const HALF: f64 = 4.0;
const LEAST_HALF: f64 = 2.0;
const NARROW: f64 = 300.0;

/// The drawing of a curve with all its values.
pub fn drawing(curve: &Curve) -> String {
    let mut svg = String::new();
    write(&mut svg, curve).expect("a string takes text");
    svg
}

fn write(svg: &mut String, curve: &Curve) -> std::fmt::Result {
    let values = curve.values();
    let ground = Axes::new(&values.iter().map(|value| value.1).collect::<Vec<_>>());
    let height = FRAME[1][1] + BELOW;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" width=\"100%\" \
         height=\"{height}\" aria-labelledby=\"title-0 desc-0\">\n\
         <title id=\"title-0\">{}</title>\n<desc id=\"desc-0\">{}</desc>",
        escaped(curve.title),
        escaped(&in_words(curve))
    )?;
    ground.write_axes(svg)?;
    let steps = values.windows(2).filter(|pair| pair[0].0.mark != Mark::Bar);
    for step in steps {
        ground.write_step(svg, [step[0].1, step[1].1])?;
    }
    for series in &curve.series {
        for &point in &series.points {
            ground.write_mark(svg, series.mark, point)?;
        }
    }
    writeln!(svg, "</svg>")
}

/// A mark for a legend, in a picture of its own.
pub fn key(mark: Mark) -> String {
    let kind = mark.name();
    let shape = match mark {
        Mark::Disc | Mark::Hollow => "<circle cx=\"8\" cy=\"8\" r=\"4.5\"",
        Mark::Bar => "<path d=\"M5 15V3h6v12z\"",
    };
    format!(
        "<svg class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">{shape} class=\"{kind}\"/></svg>"
    )
}

/// A drawing in words, for readers who can't see it.
fn in_words(curve: &Curve) -> String {
    let series = curve.shown().map(|series| {
        let values = counted(series.points.len() as u64, "value");
        format!("{}: {values}", series.name)
    });
    format!(
        "{} against {}. {}. The table below has all of them.",
        curve.y,
        curve.x,
        series.collect::<Vec<_>>().join("; ")
    )
}

/// The scales of both axes.
struct Axes {
    x: Scale,
    y: Scale,
    /// The width of one step along the x axis, and half that of a mark.
    step: f64,
    half: f64,
}

impl Axes {
    fn new(points: &[[i32; 2]]) -> Axes {
        let range = |numbers: &[i32]| {
            let [low, high] = [numbers.iter().min(), numbers.iter().max()];
            [low, high].map(|end| *end.expect("a curve has values"))
        };
        let places: Vec<i32> = points.iter().map(|point| point[0]).collect();
        // 0 is on the axis whatever the values are.
        let values: Vec<i32> = points.iter().map(|point| point[1]).chain([0]).collect();
        let x = Scale::new(range(&places));
        let [left, right] = FRAME[0];
        let step = (x.place(1) - x.place(0)) * (right - left - 2.0 * ASIDE);
        Axes {
            x,
            y: Scale::new(range(&values)),
            step,
            half: (0.45 * step / 100.0 * NARROW).clamp(LEAST_HALF, HALF),
        }
    }

    /// From the left edge of the picture, in parts of a hundred of its width.
    fn across(&self, x: i32) -> f64 {
        let [left, right] = FRAME[0];
        left + ASIDE + self.x.place(x) * (right - left - 2.0 * ASIDE)
    }

    /// From the upper edge of the picture, in pixels.
    fn down(&self, y: i32) -> f64 {
        let [top, bottom] = FRAME[1];
        bottom - INSET - self.y.place(y) * (bottom - top - 2.0 * INSET)
    }

    fn write_axes(&self, svg: &mut String) -> std::fmt::Result {
        let [[left, right], [top, bottom]] = FRAME;
        writeln!(
            svg,
            "<rect class=\"frame\" x=\"{left}%\" y=\"{top}\" width=\"{}%\" height=\"{}\"/>",
            right - left,
            bottom - top
        )?;
        for &number in &self.x.ticks {
            let x = fine(self.across(number));
            writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x}%\" x2=\"{x}%\" y1=\"{top}\" y2=\"{bottom}\"/>\
                 <text class=\"tick\" x=\"{x}%\" y=\"{}\">{number}</text>",
                bottom + LABEL
            )?;
        }
        for &number in &self.y.ticks {
            let y = short(self.down(number));
            let kind = if number == 0 { "grid zero" } else { "grid" };
            writeln!(
                svg,
                "<line class=\"{kind}\" x1=\"{left}%\" x2=\"{right}%\" y1=\"{y}\" y2=\"{y}\"/>\
                 <text class=\"tick end\" x=\"{left}%\" dx=\"-6\" y=\"{}\">{number}</text>",
                y + 4.0
            )?;
        }
        Ok(())
    }

    /// The line from a value to the next.
    fn write_step(&self, svg: &mut String, step: [[i32; 2]; 2]) -> std::fmt::Result {
        let [[x1, y1], [x2, y2]] = step.map(|[x, y]| [fine(self.across(x)), short(self.down(y))]);
        writeln!(svg, "<line class=\"step\" x1=\"{x1}%\" y1=\"{y1}\" x2=\"{x2}%\" y2=\"{y2}\"/>")
    }

    fn write_mark(&self, svg: &mut String, mark: Mark, [x, y]: [i32; 2]) -> std::fmt::Result {
        let (middle, down) = (self.across(x), short(self.down(y)));
        let (tag, shape) = match mark {
            Mark::Bar => {
                let base = short(self.down(0));
                // Below the base it hangs.
                let (top, height) = (down.min(base), short((down - base).abs()));
                // Where there are few places it would stick out of the frame.
                let width = (0.8 * self.step).min(2.0 * ASIDE);
                let (left, width) = (fine(middle - width / 2.0), fine(width));
                let shape =
                    format!("x=\"{left}%\" y=\"{top}\" width=\"{width}%\" height=\"{height}\"");
                ("rect", shape)
            }
            Mark::Disc | Mark::Hollow => {
                let (middle, half) = (fine(middle), short(self.half));
                let shape = format!("cx=\"{middle}%\" cy=\"{down}\" r=\"{half}\"");
                ("circle", shape)
            }
        };
        let kind = mark.name();
        writeln!(svg, "<{tag} class=\"datum {kind}\" {shape}><title>{x}: {y}</title></{tag}>")
    }
}

impl Mark {
    /// Its name in the style sheet.
    const fn name(self) -> &'static str {
        match self {
            Mark::Bar => "bar",
            Mark::Disc => "disc",
            Mark::Hollow => "hollow",
        }
    }
}

/// To a tenth of a pixel.
fn short(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

/// To a thousandth of a hundredth.
fn fine(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}
