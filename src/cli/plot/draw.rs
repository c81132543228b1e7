//! A figure as SVG: frame, ticks, marks. Lengths along the x axis are shares of the width, so that
//! a drawing is as wide as the window while its texts and marks keep their size.

use std::fmt::Write;

use super::scale::{Scale, float};
use super::{Axis, Datum, Figure, Mark, Scaling};
use crate::cli::page::escaped;
use crate::cli::words::counted;

/// The frame of a plot, and of a strip, within the drawing: left and right in parts of a hundred of
/// its width, top and bottom in pixels.
const PLOT: [[f64; 2]; 2] = [[11.0, 98.5], [8.0, 300.0]];
const STRIP: [[f64; 2]; 2] = [[0.5, 99.5], [6.0, 54.0]];
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

/// The height of the blocks of a strip, as a part of the frame's.
const BLOCK: f64 = 0.7;

/// A figure with all its data. Its number makes the names in it its own.
pub fn figure(figure: &Figure, number: usize) -> String {
    let mut svg = String::new();
    write(&mut svg, figure, number).expect("a string takes text");
    svg
}

fn write(svg: &mut String, figure: &Figure, number: usize) -> std::fmt::Result {
    let ground = Ground::new(figure);
    let height = ground.frame[1][1] + BELOW;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" width=\"100%\" \
         height=\"{height}\" aria-labelledby=\"title-{number} desc-{number}\">\n\
         <title id=\"title-{number}\">{}</title>\n<desc id=\"desc-{number}\">{}</desc>",
        escaped(&figure.title),
        escaped(&in_words(figure))
    )?;
    ground.write_axes(svg)?;
    for step in figure.steps() {
        ground.write_step(svg, step)?;
    }
    for series in &figure.series {
        for &datum in &series.points {
            let text = format!("{}: {}", datum.x(), figure.y.value(datum));
            ground.write_mark(svg, series.mark, datum, &escaped(&text))?;
        }
    }
    writeln!(svg, "</svg>")
}

/// A mark for a legend, in a picture of its own.
pub fn key(mark: Mark) -> String {
    let kind = mark.name();
    let shape = match mark {
        Mark::Disc | Mark::Hollow => "<circle cx=\"8\" cy=\"8\" r=\"4.5\"",
        Mark::Span => "<path d=\"M6 2h5v12H6z\"",
        Mark::Bar => "<path d=\"M5 15V3h6v12z\"",
        Mark::High => "<path d=\"M2 1h12v9H2z\"",
        Mark::Low => "<path d=\"M2 6h12v9H2z\"",
        Mark::Middle => "<path d=\"M2 6h12v4H2z\"",
        Mark::Blank => "<path d=\"M2 1h12v14H2z\"",
    };
    format!(
        "<svg class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">{shape} class=\"{kind}\"/></svg>"
    )
}

/// A drawing in words, for readers who can't see it.
fn in_words(figure: &Figure) -> String {
    let series = figure.shown();
    let series: Vec<String> = series
        .map(|series| {
            let values = counted(series.points.len() as u64, "value");
            format!("{}: {values}", series.name)
        })
        .collect();
    format!(
        "{} against {}. {}. The table below has all of them.",
        figure.y.name,
        figure.x.name,
        series.join("; ")
    )
}

/// The scales of both axes.
struct Ground {
    x: Scale,
    y: Scale,
    /// Its left and right, top and bottom.
    frame: [[f64; 2]; 2],
    strip: bool,
    /// The width of one step along the x axis, and half that of a mark.
    step: f64,
    half: f64,
}

impl Ground {
    fn new(figure: &Figure) -> Ground {
        let data = || figure.series.iter().flat_map(|series| &series.points);
        let places = || data().map(|datum| i128::from(datum.x()));
        // 0 is on the axis whatever the values are.
        let values = || {
            data()
                .filter_map(|datum| datum.range())
                .flatten()
                .chain([0])
        };
        let ends = |all: [Option<i128>; 2]| [all[0].unwrap_or(0), all[1].unwrap_or(1)];
        let strip = figure.is_strip();
        let range = ends([places().min(), places().max()]);
        let x = if strip {
            Scale::blocks(range)
        } else {
            scale(&figure.x, range)
        };
        let frame = if strip { STRIP } else { PLOT };
        let [left, right] = frame[0];
        let step = (x.place(1.0) - x.place(0.0)) * (right - left - 2.0 * ASIDE);
        Ground {
            y: scale(&figure.y, ends([values().min(), values().max()])),
            frame,
            strip,
            step,
            half: (0.45 * step / 100.0 * NARROW).clamp(LEAST_HALF, HALF),
            x,
        }
    }

    /// From the left edge of the picture, in parts of a hundred of its width.
    fn across(&self, x: f64) -> f64 {
        let [left, right] = self.frame[0];
        left + ASIDE + self.x.place(x) * (right - left - 2.0 * ASIDE)
    }

    /// From the upper edge of the picture, in pixels.
    fn down(&self, y: f64) -> f64 {
        let [top, bottom] = self.frame[1];
        bottom - INSET - self.y.place(y) * (bottom - top - 2.0 * INSET)
    }

    fn write_axes(&self, svg: &mut String) -> std::fmt::Result {
        let [[left, right], [top, bottom]] = self.frame;
        writeln!(
            svg,
            "<rect class=\"frame\" x=\"{left}%\" y=\"{top}\" width=\"{}%\" height=\"{}\"/>",
            right - left,
            bottom - top
        )?;
        for (number, label) in &self.x.ticks {
            let x = fine(self.across(*number));
            writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x}%\" x2=\"{x}%\" y1=\"{top}\" y2=\"{bottom}\"/>\
                 <text class=\"tick\" x=\"{x}%\" y=\"{}\">{label}</text>",
                bottom + LABEL
            )?;
        }
        // The rows of a strip have no order that an axis could show.
        let ticks = if self.strip { &[] } else { &self.y.ticks[..] };
        for (number, label) in ticks {
            let y = short(self.down(*number));
            let kind = match *number {
                0.0 => "grid zero",
                _ => "grid",
            };
            writeln!(
                svg,
                "<line class=\"{kind}\" x1=\"{left}%\" x2=\"{right}%\" y1=\"{y}\" y2=\"{y}\"/>\
                 <text class=\"tick end\" x=\"{left}%\" dx=\"-6\" y=\"{}\">{}</text>",
                y + 4.0,
                escaped(label)
            )?;
        }
        Ok(())
    }

    /// The line from a value to the next.
    fn write_step(&self, svg: &mut String, step: [Datum; 2]) -> std::fmt::Result {
        let [[x1, y1], [x2, y2]] = step.map(|datum| {
            let y = datum.range().map_or(0, |[low, _]| low);
            [
                fine(self.across(f64::from(datum.x()))),
                short(self.down(float(y))),
            ]
        });
        writeln!(
            svg,
            "<line class=\"step\" x1=\"{x1}%\" y1=\"{y1}\" x2=\"{x2}%\" y2=\"{y2}\"/>"
        )
    }

    fn write_mark(
        &self,
        svg: &mut String,
        mark: Mark,
        datum: Datum,
        text: &str,
    ) -> std::fmt::Result {
        let x = self.across(f64::from(datum.x()));
        let lowest = self.frame[1][1] - INSET / 2.0;
        let [low, high] = datum.range().map_or([lowest; 2], |range| {
            range.map(|value| short(self.down(float(value))))
        });
        let (kind, middle, half) = (mark.name(), fine(x), short(self.half));
        let class = format!("class=\"datum {kind}\"");
        let (tag, shape) = match mark {
            Mark::Bar => {
                let base = short(self.down(self.y.base()));
                // Below the base it hangs.
                let ends = [high.min(base), high.max(base)];
                ("rect", block([x, 0.8 * self.step], ends))
            }
            Mark::Span => ("rect", block([x, 0.6 * self.step], [high, low])),
            Mark::Disc | Mark::Hollow => {
                let centre = format!("cx=\"{middle}%\" cy=\"{high}\"");
                ("circle", format!("{centre} r=\"{half}\""))
            }
            Mark::High | Mark::Low | Mark::Middle | Mark::Blank => {
                ("rect", block([x, self.step], self.part(mark)))
            }
        };
        writeln!(svg, "<{tag} {class} {shape}><title>{text}</title></{tag}>")
    }

    /// The top and the bottom of a block in a strip. Kinds differ in these, not in colour alone.
    fn part(&self, mark: Mark) -> [f64; 2] {
        let [top, bottom] = self.frame[1];
        let height = bottom - top;
        match mark {
            Mark::High => [top, top + BLOCK * height],
            Mark::Low => [bottom - BLOCK * height, bottom],
            Mark::Middle => [top + BLOCK / 2.0 * height, bottom - BLOCK / 2.0 * height],
            _ => [top, bottom],
        }
        .map(short)
    }
}

/// The sides of a block: its middle and its width along the x axis, its top and its bottom.
fn block([x, width]: [f64; 2], [top, bottom]: [f64; 2]) -> String {
    let (left, width, height) = (fine(x - width / 2.0), fine(width), short(bottom - top));
    format!("x=\"{left}%\" y=\"{top}\" width=\"{width}%\" height=\"{height}\"")
}

/// The scale of an axis for a range of numbers.
fn scale(axis: &Axis, range: [i128; 2]) -> Scale {
    match &axis.scale {
        Scaling::Linear => Scale::linear(range),
        Scaling::Log => Scale::log(range[1]),
        Scaling::Names { .. } => Scale::blocks(range),
    }
}

impl Mark {
    /// Its name in the style sheet.
    const fn name(self) -> &'static str {
        match self {
            Mark::Bar => "bar",
            Mark::Disc => "disc",
            Mark::Span => "span",
            Mark::Hollow => "hollow",
            Mark::High => "high",
            Mark::Low => "low",
            Mark::Middle => "middle",
            Mark::Blank => "blank",
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
