//! Plots: what is drawn against what, as data, as a table, and as SVG on a page of its own.

mod draw;
mod page;
mod scale;

use serde::Serialize;

pub use page::{STYLE, figure, page};

/// A plot with its axes and all that is drawn in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    pub title: String,
    /// Its subject, and remarks on it.
    pub caption: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    /// Whether the values follow each other: a line joins each to the next, of whatever series, but
    /// for bars, with which they end.
    #[serde(skip)]
    pub joined: bool,
}

/// The quantity along an axis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Axis {
    pub name: String,
    pub unit: String,
    #[serde(flatten)]
    pub scale: Scaling,
}

/// How numbers lie along an axis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "scale", rename_all = "lowercase")]
pub enum Scaling {
    Linear,
    /// By their logarithms; for numbers from 1.
    Log,
    /// Each number from 0 stands for one of these.
    Names {
        names: Vec<String>,
    },
}

/// Data of a kind, all with the same mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Series {
    pub name: String,
    pub mark: Mark,
    pub points: Vec<Datum>,
}

/// The shape of a mark. No two series of a figure have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Bar,
    Disc,
    /// From one value to another.
    Span,
    /// A disc without a filling.
    Hollow,
    /// Blocks of a strip: in its upper part, its lower part, across its middle, and over all of it
    /// in a pale colour.
    High,
    Low,
    Middle,
    Blank,
}

/// A number with its value, or with what is known of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Datum {
    At {
        x: u32,
        y: i128,
    },
    Between {
        x: u32,
        low: i128,
        high: i128,
    },
    /// Nothing is known: `y` is none. Drawn at the lower edge.
    Open {
        x: u32,
        y: Option<i128>,
    },
}

impl Datum {
    /// Nothing is known.
    pub const fn open(x: u32) -> Datum {
        Datum::Open { x, y: None }
    }

    pub const fn x(self) -> u32 {
        match self {
            Datum::At { x, .. } | Datum::Between { x, .. } | Datum::Open { x, .. } => x,
        }
    }

    /// The least and the greatest value, where there are any.
    const fn range(self) -> Option<[i128; 2]> {
        match self {
            Datum::At { y, .. } => Some([y, y]),
            Datum::Between { low, high, .. } => Some([low, high]),
            Datum::Open { .. } => None,
        }
    }
}

impl Series {
    /// The places of its data, those next to each other as a range.
    fn ranges(&self) -> String {
        let mut ranges: Vec<[u32; 2]> = Vec::new();
        for x in self.points.iter().map(|datum| datum.x()) {
            match ranges.last_mut() {
                Some([_, last]) if *last + 1 == x => *last = x,
                _ => ranges.push([x, x]),
            }
        }
        let ranges = ranges.into_iter().map(|[first, last]| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            // No line ends within it.
            _ => format!("{first}\u{2060}–\u{2060}{last}"),
        });
        ranges.collect::<Vec<_>>().join(", ")
    }

    pub fn new(name: &str, mark: Mark, points: Vec<Datum>) -> Series {
        let name = name.to_owned();
        Series { name, mark, points }
    }
}

impl Axis {
    pub fn new(name: &str, unit: &str, scale: Scaling) -> Axis {
        Axis {
            name: name.to_owned(),
            unit: unit.to_owned(),
            scale,
        }
    }

    fn value(&self, datum: Datum) -> String {
        match (datum, &self.scale) {
            (Datum::At { y, .. }, Scaling::Names { names }) => {
                let name = usize::try_from(y).ok().and_then(|y| names.get(y));
                name.cloned().unwrap_or_default()
            }
            (Datum::At { y, .. }, _) => y.to_string(),
            (Datum::Between { low, high, .. }, _) => format!("{low} to {high}"),
            (Datum::Open { .. }, _) => "open".to_owned(),
        }
    }
}

impl Figure {
    /// All data by their place along the x axis: place, value, series.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let mut all: Vec<(u32, Vec<String>)> = Vec::new();
        for series in &self.series {
            all.extend(series.points.iter().map(|&datum| {
                let cells = [
                    datum.x().to_string(),
                    self.y.value(datum),
                    series.name.clone(),
                ];
                (datum.x(), cells.to_vec())
            }));
        }
        all.sort_by_key(|(x, _)| *x);
        all.into_iter().map(|(_, row)| row).collect()
    }

    /// The headings of the columns of [`rows`](Self::rows).
    pub fn heads(&self) -> [String; 3] {
        [self.x.name.clone(), self.y.name.clone(), "kind".to_owned()]
    }

    /// The series that have data.
    fn shown(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|one| !one.points.is_empty())
    }

    /// The values that a line joins: each with the next one.
    fn steps(&self) -> Vec<[Datum; 2]> {
        if !self.joined {
            return Vec::new();
        }
        let of = |series: &Series| {
            let ends = series.mark == Mark::Bar;
            series.points.iter().map(|&datum| (datum, ends)).collect()
        };
        let mut all: Vec<(Datum, bool)> = self.series.iter().flat_map::<Vec<_>, _>(of).collect();
        all.sort_by_key(|(datum, _)| datum.x());
        let pairs = all.windows(2).filter(|pair| !pair[0].1);
        pairs.map(|pair| [pair[0].0, pair[1].0]).collect()
    }

    /// Whether every place has one of a few names: such data has one dimension only and is drawn as
    /// a strip.
    const fn is_strip(&self) -> bool {
        matches!(self.y.scale, Scaling::Names { .. })
    }
}
