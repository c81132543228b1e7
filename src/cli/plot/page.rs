//! Figures on a page of their own, which needs no network and no scripts.

use super::{Figure, draw};
use crate::cli::page::{Frame, Title, escaped};

/// The style sheet of figures.
pub const STYLE: &str = include_str!("plot.css");
/// Of a page that has nothing else.
const WIDTH: &str = "body { max-width: 64rem; }\n";

/// The whole file: a title and the figures.
pub fn page(title: &Title, figures: &[Figure]) -> String {
    let numbered = figures.iter().enumerate();
    let frame = Frame {
        title,
        style: format!("{WIDTH}{STYLE}"),
        first: String::new(),
        rest: numbered.map(|(number, one)| figure(one, number)).collect(),
        scripts: None,
    };
    frame.html()
}

/// A figure with its legend and its numbers. Its own number makes the names in it its own.
pub fn figure(figure: &Figure, number: usize) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        let cells = cells.iter();
        let cells: String = cells
            .map(|cell| format!("<{tag}>{}</{}>", escaped(cell), &tag[..2]))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let legend = figure.shown().map(|series| {
        let (key, name) = (draw::key(series.mark), escaped(&series.name));
        let ranges = match figure.is_strip() {
            true => format!(": {}", series.ranges()),
            false => String::new(),
        };
        format!("<li>{key}{name}{ranges}</li>\n")
    });
    let (ranges, up) = match figure.is_strip() {
        true => (" ranges", String::new()),
        false => (
            "",
            format!("<p class=\"axis\">{}</p>\n", escaped(&figure.y.name)),
        ),
    };
    let legend = format!(
        "<ul class=\"legend{ranges}\">\n{}</ul>\n",
        legend.collect::<String>()
    );
    let drawn = draw::figure(figure, number);
    let across = format!("<p class=\"axis across\">{}</p>\n", escaped(&figure.x.name));
    // The ranges are read below the strip, a legend above the plot.
    let drawing = match figure.is_strip() {
        true => drawn + &across + &legend,
        false => legend + &up + &drawn + &across,
    };
    let rows: String = figure.rows().iter().map(|row| cells("td", row)).collect();
    format!(
        "<figure>\n<h2>{}</h2>\n{drawing}<figcaption>{}</figcaption>\n\
         <details class=\"scroll\"><summary>The numbers</summary>\n<table>\n<thead>{}</thead>\n\
         <tbody>\n{rows}</tbody></table></details>\n</figure>\n",
        escaped(&figure.title),
        escaped(&figure.caption),
        cells("th scope=\"col\"", &figure.heads())
    )
}
