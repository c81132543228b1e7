//! A worksheet for paper: positions without values, with lines to write on; the answers are on a
//! sheet of their own. The board prints the same (`sheet.js`).

use crate::board::Position;
use crate::language::Language;

use super::template::{escaped, filled, with_minus};
use crate::show::drawing::{self, Layout};
use crate::show::picture;

const PAGE: &str = include_str!("worksheet.html");
const STYLE: [&str; 4] = [
    include_str!("shared/frame.css"),
    drawing::STYLE,
    include_str!("shared/sheet.css"),
    include_str!("shared/print.css"),
];
/// Two lines to write on.
const WRITE: &str = "<div class=\"write\"></div><div class=\"write\"></div>";

/// A position to think about, and what is known about it.
pub struct Exercise {
    pub position: Position,
    pub question: String,
    pub answer: String,
}

/// Creates the page of a worksheet for a game, in a language.
pub fn worksheet(rules: &str, exercises: &[Exercise], language: &Language) -> String {
    let asked = exercises.iter().map(|Exercise { position, question, .. }| {
        let caption = picture::caption(position, language);
        let movers = position.mover().to_string();
        let board = drawing::part(position, &movers, (&caption, language), Layout::Wide);
        format!("<li><p>{}. {}</p>\n{board}{WRITE}</li>\n", escaped(&caption), escaped(question))
    });
    let told = exercises
        .iter()
        .map(|exercise| format!("<li><p>{}</p></li>\n", escaped(&with_minus(&exercise.answer))));
    let values = [
        ("lang", language.code().to_owned()),
        ("program", format!("chongkak {}", crate::VERSION)),
        ("about", if rules.is_empty() { String::new() } else { format!(" · {}", escaped(rules)) }),
        (
            "rules",
            if rules.is_empty() {
                String::new()
            } else {
                format!(" <small>{}</small>", escaped(rules))
            },
        ),
        ("style", STYLE.concat()),
        ("exercises", asked.collect()),
        ("answers", told.collect()),
    ];
    filled(PAGE, &values, language)
}
