//! A figure as SVG: frame, ticks, marks, legend.

use std::fmt::Write;

use super::scale::{Scale, float};
use super::{Axis, Datum, Figure, Mark, Scaling, Series};
use crate::cli::page::escaped;

/// Width and height of the drawing, and the frame in it: left, top, right, bottom.
const SIZE: [f64; 2] = [860.0, 440.0];
const FRAME: [f64; 4] = [120.0, 44.0, 840.0, 376.0];

/// From an edge of the frame to the data nearest to it.
const INSET: f64 = 12.0;

/// Half the width of a mark that has room for it, and of one that has not.
const HALF: f64 = 4.0;
const LEAST_HALF: f64 = 1.5;

/// Width of a letter of the legend, and of a mark with the gap behind it.
const LETTER: f64 = 7.4;
const KEY: f64 = 40.0;

/// A figure with all its data. Its number makes the names in it its own.
pub fn figure(figure: &Figure, number: usize) -> String {
    let mut svg = String::new();
    write(&mut svg, figure, number).expect("a string takes text");
    svg
}

fn write(svg: &mut String, figure: &Figure, number: usize) -> std::fmt::Result {
    let [width, height] = SIZE;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" \
         aria-labelledby=\"title-{number} desc-{number}\" viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"title-{number}\">{}</title>\n<desc id=\"desc-{number}\">{}</desc>",
        escaped(&figure.title),
        escaped(&in_words(figure))
    )?;
    let ground = Ground::new(figure);
    ground.write_axes(svg, figure)?;
    for series in &figure.series {
        for &datum in &series.points {
            let text = format!("{}: {}", datum.x(), figure.y.value(datum));
            let path = ground.mark(series.mark, datum);
            let kind = series.mark.name();
            writeln!(
                svg,
                "<path class=\"datum {kind}\" d=\"{path}\"><title>{}</title></path>",
                escaped(&text)
            )?;
        }
    }
    write_legend(svg, &figure.series)?;
    writeln!(svg, "</svg>")
}

/// A drawing in words, for readers who can't see it.
fn in_words(figure: &Figure) -> String {
    let series = figure.series.iter();
    let series: Vec<String> = series
        .map(|series| format!("{}: {} values", series.name, series.points.len()))
        .collect();
    format!(
        "{} against {}. {}. The table below has all of them.",
        figure.y.label(),
        figure.x.label(),
        series.join("; ")
    )
}

/// The scales of both axes.
struct Ground {
    x: Scale,
    y: Scale,
    /// Half the width of a bar, and of another mark.
    bar: f64,
    half: f64,
}

impl Ground {
    fn new(figure: &Figure) -> Ground {
        let data = || figure.series.iter().flat_map(|series| &series.points);
        let places = || data().map(|datum| i128::from(datum.x()));
        let values = || data().filter_map(|datum| datum.range()).flatten();
        let bars = figure.series.iter().any(|series| series.mark == Mark::Bar);
        let ends = |all: [Option<i128>; 2]| [all[0].unwrap_or(0), all[1].unwrap_or(1)];
        let mut range = ends([values().min(), values().max()]);
        if bars {
            range[0] = range[0].min(0);
        }
        let x = scale(&figure.x, ends([places().min(), places().max()]));
        let unit = (x.place(1.0) - x.place(0.0)) * (FRAME[2] - FRAME[0] - 2.0 * INSET);
        Ground {
            y: scale(&figure.y, range),
            bar: (0.4 * unit).clamp(0.5, INSET),
            half: (0.45 * unit).clamp(LEAST_HALF, HALF),
            x,
        }
    }

    /// From the left edge of the picture.
    fn across(&self, x: f64) -> f64 {
        let [left, _, right, _] = FRAME;
        left + INSET + self.x.place(x) * (right - left - 2.0 * INSET)
    }

    /// From the upper edge of the picture.
    fn down(&self, y: f64) -> f64 {
        let [_, top, _, bottom] = FRAME;
        bottom - INSET - self.y.place(y) * (bottom - top - 2.0 * INSET)
    }

    fn write_axes(&self, svg: &mut String, figure: &Figure) -> std::fmt::Result {
        let [left, top, right, bottom] = FRAME;
        let (width, height) = (right - left, bottom - top);
        writeln!(
            svg,
            "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        )?;
        for (number, label) in &self.x.ticks {
            let x = short(self.across(*number));
            writeln!(
                svg,
                "<path class=\"grid\" d=\"M{x} {top}V{bottom}\"/>\
                 <text class=\"tick\" x=\"{x}\" y=\"{}\">{label}</text>",
                bottom + 18.0
            )?;
        }
        for (number, label) in &self.y.ticks {
            let y = short(self.down(*number));
            writeln!(
                svg,
                "<path class=\"grid\" d=\"M{left} {y}H{right}\"/>\
                 <text class=\"tick end\" x=\"{}\" y=\"{}\">{}</text>",
                left - 8.0,
                y + 4.0,
                escaped(label)
            )?;
        }
        let middle = (top + bottom) / 2.0;
        writeln!(
            svg,
            "<text class=\"axis\" x=\"{}\" y=\"{}\">{}</text>\n\
             <text class=\"axis\" x=\"20\" y=\"{middle}\" transform=\"rotate(-90 20 {middle})\">{}</text>",
            (left + right) / 2.0,
            bottom + 46.0,
            escaped(&figure.x.label()),
            escaped(&figure.y.label())
        )
    }

    /// The outline of a datum.
    fn mark(&self, mark: Mark, datum: Datum) -> String {
        let x = self.across(f64::from(datum.x()));
        let lower = FRAME[3] - INSET / 2.0;
        let [low, high] = datum.range().map_or([lower; 2], |range| {
            range.map(|value| self.down(float(value)))
        });
        match mark {
            Mark::Bar => {
                let (half, base) = (self.bar, self.down(self.y.base()));
                let [left, width] = [x - half, 2.0 * half].map(short);
                let [base, high] = [base, high].map(short);
                format!("M{left} {base}V{high}h{width}V{base}z")
            }
            Mark::Span => {
                let [left, width] = [x - self.half, 2.0 * self.half].map(short);
                let [x, low, high] = [x, low, high].map(short);
                format!("M{left} {low}h{width}M{x} {low}V{high}M{left} {high}h{width}")
            }
            _ => shape(mark, [x, high], self.half),
        }
    }
}

/// The scale of an axis for a range of numbers.
fn scale(axis: &Axis, range: [i128; 2]) -> Scale {
    match &axis.scale {
        Scaling::Linear => Scale::linear(range),
        Scaling::Log => Scale::log(range[1]),
        Scaling::Names { names } => Scale::names(names),
    }
}

/// A mark round its middle.
fn shape(mark: Mark, [x, y]: [f64; 2], half: f64) -> String {
    let [left, right] = [x - half, x + half].map(short);
    let [up, down] = [y - half, y + half].map(short);
    let [x, y, half, width] = [x, y, half, 2.0 * half].map(short);
    match mark {
        Mark::Disc => {
            format!("M{left} {y}a{half} {half} 0 1 0 {width} 0a{half} {half} 0 1 0 -{width} 0z")
        }
        Mark::Diamond => format!("M{left} {y}L{x} {up}L{right} {y}L{x} {down}z"),
        Mark::Square | Mark::Bar => format!("M{left} {up}H{right}V{down}H{left}z"),
        Mark::Cross => format!("M{left} {up}L{right} {down}M{left} {down}L{right} {up}"),
        Mark::Span => format!("M{left} {up}H{right}M{x} {up}V{down}M{left} {down}H{right}"),
    }
}

fn write_legend(svg: &mut String, series: &[Series]) -> std::fmt::Result {
    let mut x = FRAME[0];
    for series in series {
        let (kind, path) = (
            series.mark.name(),
            shape(series.mark, [x + HALF, 22.0], HALF),
        );
        let name = escaped(&series.name);
        writeln!(
            svg,
            "<path class=\"key {kind}\" d=\"{path}\"/><text class=\"name\" x=\"{}\" y=\"26\">{name}</text>",
            short(x + 4.0 * HALF)
        )?;
        let letters = u16::try_from(series.name.chars().count()).unwrap_or(u16::MAX);
        x += KEY + LETTER * f64::from(letters);
    }
    Ok(())
}

impl Mark {
    /// Its name in the style sheet.
    const fn name(self) -> &'static str {
        match self {
            Mark::Bar => "bar",
            Mark::Disc => "disc",
            Mark::Span => "span",
            Mark::Diamond => "diamond",
            Mark::Square => "square",
            Mark::Cross => "cross",
        }
    }
}

/// To a tenth of a pixel.
fn short(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}
