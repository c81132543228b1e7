//! Figures on a page of their own, which needs no network and no scripts.

use super::{Figure, draw};
use crate::cli::page::{Frame, escaped};

const STYLE: &str = include_str!("plot.css");

/// The whole file: a title, a word on the rules, and the figures.
pub fn page(title: &str, rules: &str, figures: &[Figure]) -> String {
    let numbered = figures.iter().enumerate();
    let frame = Frame {
        title,
        rules,
        style: STYLE.to_owned(),
        main: numbered.map(|(number, one)| figure(one, number)).collect(),
        scripts: None,
    };
    frame.html()
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
