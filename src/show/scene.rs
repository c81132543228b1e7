//! A line of moves as a page shows it: where every seed goes, and what lies where after every lap.

mod joint;
mod stages;

use serde::Serialize;

use crate::board::{Position, Side};
use crate::language::Language;
use crate::moves::{Game, Move, MoveTrace, Round};
use crate::rules::Rules;
use crate::text::Diagnostic;

use super::drawing::{self, Layout};
use super::{picture, words};
use stages::stages;

/// A number of seeds carried from one place to another. Places are the cells of the board in their
/// order, then A's hand and B's.
type Action = [usize; 3];

/// A line from a position on, with what is said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Its name, if there are several.
    pub name: String,
    /// The finding, above the board; empty where the title of the page says it.
    pub answer: String,
    /// The other remarks on it.
    pub notes: Vec<Note>,
    /// Names with values.
    pub facts: Vec<[String; 2]>,
    #[serde(skip)]
    pub table: Option<Columns>,
    /// The number of its table, which it may share with others.
    #[serde(rename = "table")]
    pub table_number: Option<usize>,
    /// The number of the drawing that it is shown in.
    pub board: usize,
    /// The position where it begins.
    #[serde(rename = "position")]
    pub start: Position,
    /// A sentence that says whose turn it is there.
    pub caption: String,
    /// The player to move there, `AB` where both choose at once; null in a finished round.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "AB", null])))]
    mover: Option<String>,
    /// Names of the cells, in their order.
    #[cfg_attr(feature = "schemas", schemars(inner(regex(pattern = r"^([AB]\d+|R[AB])$"))))]
    cells: Vec<String>,
    /// Seeds in the cells, in A's hand and in B's.
    #[cfg_attr(feature = "schemas", schemars(length(min = 6, max = 40), inner(range(max = 1023))))]
    seeds: Vec<usize>,
    /// Its moves.
    moves: Vec<SceneMove>,
    #[serde(skip)]
    language: &'static Language,
}

/// A table beside the board of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Columns {
    pub caption: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// For each row the number of the scene that it plays, or nothing at all.
    pub plays: Vec<usize>,
}

/// A sentence, perhaps somebody else's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Note {
    /// True if it quotes a text.
    pub quote: bool,
    /// The note.
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SceneMove {
    /// The move, or what both choose in a joint turn, with its coins.
    #[cfg_attr(
        feature = "schemas",
        schemars(regex(pattern = r"^[AB]\d+( B\d+)?( / coin [AB])*$"))
    )]
    name: String,
    /// The player who plays it, or both.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "AB"])))]
    side: String,
    /// Laps and gain in words.
    told: String,
    /// The gain alone.
    short: String,
    /// The words on what follows.
    follows: String,
    /// The steps that are seen one after the other.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    stages: Vec<Stage>,
    /// The position after it; while both sow, without a mover and without the seeds in the hands.
    after: String,
    /// A sentence that says whose turn it is then.
    caption: String,
    /// The player to move then, `AB` where both choose; null where nobody does.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "AB", null])))]
    mover: Option<String>,
}

/// A lap, or what the last seed of a move brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Stage {
    /// The kind of thing done with the seeds.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["sowing", "taking"])))]
    what: &'static str,
    /// The same in words.
    text: String,
    /// Lists of what happens at the same time: from, to, number of seeds.
    ticks: Vec<Vec<Action>>,
    /// The places in which a hand has become empty at its end.
    lands: Vec<usize>,
    /// Seeds in the cells, in A's hand and in B's, at its end.
    #[cfg_attr(feature = "schemas", schemars(length(min = 6, max = 40), inner(range(max = 1023))))]
    seeds: Vec<usize>,
}

impl Scene {
    /// A line that has been played from a position.
    ///
    /// # Errors
    /// If the seeds, carried one by one, don't lie where the plain rules leave them after every
    /// lap: a fault of this program.
    pub fn new(
        name: &str,
        rules: &Rules,
        start: &Position,
        traces: &[MoveTrace],
        language: &'static Language,
    ) -> Result<Scene, Diagnostic> {
        let mut moves = Vec::new();
        let mut before = *start;
        for trace in traces {
            moves.push(SceneMove::new(rules, &before, trace, language)?);
            before = trace.after;
        }
        Ok(Scene { moves, ..Scene::still(name, start, language) })
    }

    /// A position from which nothing is played.
    fn still(name: &str, start: &Position, language: &'static Language) -> Scene {
        let shape = start.shape();
        Scene {
            name: name.to_owned(),
            answer: String::new(),
            notes: Vec::new(),
            facts: Vec::new(),
            table: None,
            table_number: None,
            board: 0,
            start: *start,
            caption: picture::caption(start, language),
            mover: mover(start),
            cells: (0..shape.cells()).map(|c| shape.cell(c).to_string()).collect(),
            seeds: seeds(start),
            moves: Vec::new(),
            language,
        }
    }

    /// The drawing of its start.
    pub fn drawn(&self, layout: Layout) -> String {
        let movers = self.mover.as_deref().unwrap_or_default();
        let told = (self.caption.as_str(), self.language);
        drawing::part(&self.start, movers, told, layout)
    }

    /// A line that is known to be legal.
    ///
    /// # Errors
    /// As [`Scene::new`], and if it is not legal.
    pub fn of_line(name: &str, game: &Game, line: &[Move]) -> Result<Scene, Diagnostic> {
        let mut scene = Scene::still(name, game.position(), Language::english());
        scene.go_on(game, line)?;
        Ok(scene)
    }

    /// More moves, from the position at its end.
    ///
    /// # Errors
    /// As [`Scene::of_line`].
    pub fn go_on(&mut self, game: &Game, line: &[Move]) -> Result<(), Diagnostic> {
        let mut round = Round::new(game);
        for played in line {
            let before = *round.position();
            let trace = round.play(played.hole);
            let trace = trace.map_err(|error| fault(&before, error))?;
            let told = SceneMove::new(game.rules(), &before, &trace, self.language);
            self.moves.push(told?);
        }
        Ok(())
    }

    /// Changes all texts that tell of values.
    pub fn each_text(&mut self, change: impl Fn(&mut String)) {
        change(&mut self.name);
        change(&mut self.answer);
        change(&mut self.caption);
        self.facts.iter_mut().flatten().for_each(&change);
        for one in &mut self.moves {
            change(&mut one.follows);
            change(&mut one.caption);
        }
        if let Some(table) = &mut self.table {
            change(&mut table.caption);
            table.rows.iter_mut().flatten().for_each(&change);
        }
    }

    /// A value with its name, to stand beside the board.
    pub fn fact(&mut self, name: &str, text: impl std::fmt::Display) {
        self.facts.push([name.to_owned(), text.to_string()]);
    }
}

impl SceneMove {
    fn new(
        rules: &Rules,
        before: &Position,
        trace: &MoveTrace,
        language: &Language,
    ) -> Result<SceneMove, Diagnostic> {
        let after = &trace.after;
        Ok(SceneMove {
            name: trace.played.to_string(),
            side: trace.played.side.to_string(),
            told: words::gains(trace, language),
            short: format!("+{}", trace.gain),
            follows: words::what_follows(trace, language),
            stages: stages(rules, before, trace, language)?,
            after: after.to_string(),
            caption: picture::caption(after, language),
            mover: mover(after),
        })
    }
}

fn carry(lying: &mut [usize], ticks: &[Vec<Action>]) {
    for &[from, to, seeds] in ticks.iter().flatten() {
        lying[from] = lying[from].checked_sub(seeds).expect("no more is taken than is there");
        lying[to] += seeds;
    }
}

fn seeds(position: &Position) -> Vec<usize> {
    let shape = position.shape();
    with_hands((0..shape.cells()).map(|cell| position.seeds(shape.cell(cell))))
}

/// The seeds in the cells, and two empty hands.
fn with_hands(cells: impl Iterator<Item = u32>) -> Vec<usize> {
    cells.map(few).chain(Side::BOTH.map(|_| 0)).collect()
}

fn few(seeds: u32) -> usize {
    usize::try_from(seeds).expect("few seeds")
}

fn mover(position: &Position) -> Option<String> {
    (!position.is_over()).then(|| position.mover().to_string())
}

fn fault(position: &Position, what: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::fault(position, format_args!("{what}: the page does not agree with the rules"))
}
