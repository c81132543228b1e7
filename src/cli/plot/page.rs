//! Figures on a page of their own, which needs no network and no scripts.

use super::{Figure, draw};
use crate::cli::page::{escaped, filled};

const TEMPLATE: &str = include_str!("template.html");
const STYLE: &str = include_str!("plot.css");

/// The whole file: a title, a word on the rules, and the figures.
pub fn page(title: &str, rules: &str, figures: &[Figure]) -> String {
    let numbered = figures.iter().enumerate();
    let figures: String = numbered.map(|(number, one)| figure(one, number)).collect();
    let program = concat!("chongkak ", env!("CARGO_PKG_VERSION"));
    let values = [
        ("title", escaped(title)),
        ("rules", escaped(rules)),
        ("program", program.to_owned()),
        ("style", STYLE.to_owned()),
        ("figures", figures),
    ];
    filled(TEMPLATE, &values)
}

fn figure(figure: &Figure, number: usize) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        let cells = cells.iter();
        let cells: String = cells
            .map(|cell| format!("<{tag}>{}</{}>", escaped(cell), &tag[..2]))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = figure.rows().iter().map(|row| cells("td", row)).collect();
    format!(
        "<figure>\n<h2>{}</h2>\n{}<figcaption>{}</figcaption>\n\
         <details><summary>The numbers</summary>\n<table>\n<thead>{}</thead>\n\
         <tbody>\n{rows}</tbody></table></details>\n</figure>\n",
        escaped(&figure.title),
        draw::figure(figure, number),
        escaped(&figure.caption),
        cells("th scope=\"col\"", &figure.heads())
    )
}
