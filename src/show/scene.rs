//! A line of moves for a page: the path of every seed, and the board after every lap.

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

/// A transfer: from, to, number of seeds. Places are the cells of the board in order, then A's hand
/// and B's.
type Action = [usize; 3];

/// A line of moves from a position, with remarks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The name, if there are several scenes.
    pub name: String,
    /// The result, shown above the board; empty if the title of the page has it.
    pub answer: String,
    /// Other remarks.
    pub notes: Vec<Note>,
    /// Names and values.
    pub facts: Vec<[String; 2]>,
    #[serde(skip)]
    pub table: Option<Columns>,
    /// The number of its table, which scenes may share.
    #[serde(rename = "table")]
    pub table_number: Option<usize>,
    /// The number of its board drawing.
    pub board: usize,
    /// The position in which the line begins.
    #[serde(rename = "position")]
    pub start: Position,
    /// A caption that says whose turn it is.
    pub caption: String,
    /// The player to move, `AB` if both choose at once; null in a finished round.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "AB", null])))]
    mover: Option<String>,
    /// The names of the cells, in order.
    #[cfg_attr(feature = "schemas", schemars(inner(regex(pattern = r"^([AB]\d+|R[AB])$"))))]
    cells: Vec<String>,
    /// The seeds in the cells, in A's hand and in B's.
    #[cfg_attr(feature = "schemas", schemars(length(min = 6, max = 40), inner(range(max = 1023))))]
    seeds: Vec<usize>,
    /// The moves.
    moves: Vec<SceneMove>,
    #[serde(skip)]
    language: &'static Language,
}

/// A table next to the board of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Columns {
    pub caption: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// The number of the scene that each row plays; empty if rows play nothing.
    pub plays: Vec<usize>,
}

/// A remark or a quotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Note {
    /// True for a quotation.
    pub quote: bool,
    /// The text.
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SceneMove {
    /// The move, or the choices of a joint turn with its coins.
    #[cfg_attr(
        feature = "schemas",
        schemars(regex(pattern = r"^[AB]\d+( B\d+)?( / coin [AB])*$"))
    )]
    name: String,
    /// The player of the move, or both.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "AB"])))]
    side: String,
    /// Laps and gain, in words.
    told: String,
    /// The gain.
    short: String,
    /// What follows, in words.
    follows: String,
    /// The steps, shown one after another.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    stages: Vec<Stage>,
    /// The position after the move; while both players sow, without a mover and without the seeds
    /// in their hands.
    after: String,
    /// A caption that says whose turn it is after the move.
    caption: String,
    /// The player to move after the move, `AB` if both choose; null if nobody does.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "AB", null])))]
    mover: Option<String>,
}

/// A lap, the capture at the end of a move, or what happens to the seeds left when it ends the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Stage {
    /// The kind of step.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["sowing", "taking", "left"])))]
    what: &'static str,
    /// The step in words.
    text: String,
    /// Lists of simultaneous transfers: from, to, number of seeds. Seeds left for nobody are not in
    /// them.
    ticks: Vec<Vec<Action>>,
    /// The places where a hand has become empty at the end of the step.
    lands: Vec<usize>,
    /// The seeds in the cells, in A's hand and in B's, at the end of the step.
    #[cfg_attr(feature = "schemas", schemars(length(min = 6, max = 40), inner(range(max = 1023))))]
    seeds: Vec<usize>,
}

impl Scene {
    /// Creates the scene of a line that was played from a position.
    ///
    /// # Errors
    /// If the seeds, carried one by one, differ from the plain rules after a lap: a bug in this
    /// program.
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

    /// Creates the scene of a position without moves.
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

    /// Draws the starting position.
    pub fn drawn(&self, layout: Layout) -> String {
        let movers = self.mover.as_deref().unwrap_or_default();
        let caption = (self.caption.as_str(), self.language);
        drawing::part(&self.start, movers, caption, layout)
    }

    /// Creates the scene of a legal line.
    ///
    /// # Errors
    /// As [`Scene::new`], and if the line is not legal.
    pub fn of_line(name: &str, game: &Game, line: &[Move]) -> Result<Scene, Diagnostic> {
        let mut scene = Scene::still(name, game.position(), Language::english());
        scene.go_on(game, line)?;
        Ok(scene)
    }

    /// Adds moves from the position at the end of the scene.
    ///
    /// # Errors
    /// As [`Scene::of_line`].
    pub fn go_on(&mut self, game: &Game, line: &[Move]) -> Result<(), Diagnostic> {
        let mut round = Round::new(game);
        for played in line {
            let before = *round.position();
            let trace = round.play(*played);
            let trace = trace.map_err(|error| fault(&before, error))?;
            let scene_move = SceneMove::new(game.rules(), &before, &trace, self.language);
            self.moves.push(scene_move?);
        }
        Ok(())
    }

    /// Changes all texts that may contain values.
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

    /// Adds a named value, shown next to the board.
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

/// Returns the seeds in the cells, and two empty hands.
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
    Diagnostic::fault(position, format_args!("{what}: the page contradicts the rules"))
}
