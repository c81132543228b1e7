//! A curve: values in their order, drawn as SVG on a page, with a table of them.

mod draw;
mod scale;

use super::page::escaped;

/// The style sheet of the drawing; that of the board in the browser has it too.
pub const STYLE: &str = include_str!("plot.css");

/// A curve with all that is drawn in it. A line joins each value to the next, of whatever series,
/// but for bars, with which it ends.
pub struct Curve {
    pub title: &'static str,
    /// Its subject, and remarks on it.
    pub caption: String,
    /// The names of the axes.
    pub x: &'static str,
    pub y: &'static str,
    pub series: Vec<Series>,
}

/// Values of a kind, all with the same mark.
pub struct Series {
    pub name: &'static str,
    pub mark: Mark,
    /// Each with its place along the x axis before it.
    pub points: Vec<[i32; 2]>,
}

/// The shape of a mark. No two series of a curve have the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Bar,
    Disc,
    /// A disc without a filling.
    Hollow,
}

impl Curve {
    /// The drawing with its legend, and its numbers.
    pub fn html(&self) -> String {
        let legend = self.shown().map(|series| {
            let (key, name) = (draw::key(series.mark), escaped(series.name));
            format!("<li>{key}{name}</li>\n")
        });
        let legend: String = legend.collect();
        let rows = self.values().into_iter().map(|(series, [x, y])| {
            let cells = format!("<td>{x}</td><td>{y}</td><td>{}</td>", escaped(series.name));
            format!("<tr>{cells}</tr>\n")
        });
        let rows: String = rows.collect();
        let heads = [self.x, self.y, "kind"].map(|head| {
            let head = escaped(head);
            format!("<th scope=\"col\">{head}</th>")
        });
        format!(
            "<figure>\n<h2>{}</h2>\n<ul class=\"legend\">\n{legend}</ul>\n\
             <p class=\"axis\">{}</p>\n{}<p class=\"axis across\">{}</p>\n\
             <figcaption>{}</figcaption>\n\
             <details class=\"scroll\"><summary>The numbers</summary>\n<table>\n\
             <thead><tr>{}</tr>\n</thead>\n<tbody>\n{rows}</tbody></table></details>\n</figure>\n",
            escaped(self.title),
            escaped(self.y),
            draw::drawing(self),
            escaped(self.x),
            escaped(&self.caption),
            heads.concat()
        )
    }

    /// All values by their place along the x axis.
    fn values(&self) -> Vec<(&Series, [i32; 2])> {
        let of = |series| move |&point: &[i32; 2]| (series, point);
        let all = self.series.iter();
        let mut all: Vec<(&Series, [i32; 2])> =
            all.flat_map(|series| series.points.iter().map(of(series))).collect();
        all.sort_by_key(|(_, [x, _])| *x);
        all
    }

    /// The series that have values.
    fn shown(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|one| !one.points.is_empty())
    }
}
