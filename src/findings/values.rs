//! The value of a position, as answered by `eval` and `solve`: what the search found, and what is
//! known without a search.

use std::fmt::Write;

use serde::{Serialize, Serializer};

use crate::ask::Answer;
use crate::board::{Position, Side};
use crate::known::{BOOK, Knowledge, SEARCH};
use crate::language::Language;
use crate::moves::{Game, Move};
use crate::record::{Evaluated, Solved, replay_line};
use crate::say;
use crate::search::{Bounds, Evaluation, Goal, MoveEvaluation, Solution, Value};

use super::{Limited, Record, Scenes, columns, or_position, page_table, written};
use crate::show::scene::Scene;
use crate::show::{picture, words};
use crate::text::Diagnostic;
use crate::text::harmless::harmless;
use crate::text::numbers_in_words::signed;
use crate::text::style::{self, BOUNDS, MOVE, PROVEN};

/// The data files that results over the protocol and on the command line can name. A game in the
/// terminal also knows its earlier searches.
#[cfg(feature = "schemas")]
const SOURCES: [&str; 4] =
    ["positions/solved", "positions/long", "positions/rounds", "positions/book"];

/// The built-in knowledge of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct Shipped {
    /// The proven value, if it is built in; null if not, or with --fresh.
    known: Option<KnownValue>,
    /// Otherwise proven bounds: from a first turn of the opening book or, after some moves, from the
    /// value of the opening.
    book: Option<Range>,
}

/// A proven value with its source.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Value"))]
struct KnownValue {
    /// A's seeds minus B's at the end of the round.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    value: i32,
    /// The data file of the value.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = SOURCES)))]
    source: &'static str,
}

/// Proven bounds with their source.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Range {
    /// The value is at least this.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    lower: i32,
    /// The value is at most this.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    upper: i32,
    /// The data file of the bounds.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = SOURCES)))]
    source: &'static str,
}

impl Shipped {
    pub(super) fn new(knowledge: &Knowledge, game: &Game) -> Shipped {
        let known = knowledge.known.as_ref();
        let value = known.and_then(|known| Some((known.value()?, known.source)));
        let range = |(Bounds { lower, upper }, source)| Range { lower, upper, source };
        Shipped {
            known: value.map(|(value, source)| KnownValue { value, source }),
            book: knowledge.bounds(game).map(range),
        }
    }

    /// Returns the known value or bounds with their source, and the extent of the search, each with
    /// its label.
    fn facts(&self, effort: String) -> impl Iterator<Item = (&'static str, String)> {
        let proven = |value, source| format!("{value}, proven: {}", named(source));
        let value = self.known.as_ref();
        let value = value.map(|of| ("known", proven(signed(of.value), of.source)));
        let range = self.book.as_ref().map(|Range { lower, upper, source }| {
            ("book", proven(words::bounds(*lower, *upper, Language::english()), source))
        });
        value.or(range).into_iter().chain([("search", effort)])
    }

    /// Writes these facts and the limits as lines of text.
    fn write(&self, effort: String, provenance: &Limited, text: &mut String) -> std::fmt::Result {
        for (label, fact) in self.facts(effort) {
            let more = if label == "search" { "" } else { "; --fresh searches without it" };
            writeln!(text, "{label:<8}{fact}{more}")?;
        }
        writeln!(text, "{}", provenance.limits("limits  "))
    }

    /// Adds these facts to the scene of a page.
    fn add_to_scene(&self, effort: String, scene: &mut Scene) {
        self.facts(effort).for_each(|(label, fact)| scene.fact(label, fact));
    }
}

/// Names a source; its path is that of the data in the project.
pub fn named(source: &str) -> String {
    match source {
        BOOK => format!("shipped opening book ({source})"),
        SEARCH => SEARCH.to_owned(),
        _ => format!("shipped values ({source})"),
    }
}

/// Formats the best moves after a value, for a title.
fn best_moves(moves: &[Move]) -> String {
    match moves {
        [] => String::new(),
        [best] => format!("; best move {best}"),
        _ => format!("; best moves {}", written(moves)),
    }
}

const HEADINGS: [&str; 3] = ["move", "value", "proven"];

/// The answer of `chongkak eval`: the value of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EvalRecord {
    /// The position, its evaluation, and whether each move has its line.
    #[serde(flatten, serialize_with = "evaluated")]
    #[cfg_attr(feature = "schemas", schemars(with = "Evaluated"))]
    found: (Position, Evaluation, bool),
    #[serde(flatten)]
    shipped: Shipped,
    #[serde(flatten)]
    provenance: Limited,
    /// The principal line, as in the text.
    #[serde(skip)]
    line: String,
}

fn evaluated<S: Serializer>(
    (position, found, every_move): &(Position, Evaluation, bool),
    to: S,
) -> Result<S::Ok, S::Error> {
    Evaluated::new(position, found, *every_move).serialize(to)
}

/// Formats the principal line with its label, and whether the round continues after it.
pub fn principal_line(
    game: &Game,
    found: &Evaluation,
    knowledge: &Knowledge,
    language: &Language,
) -> String {
    let whole = replay_line(game, &found.line).is_ok_and(|end| end.is_over());
    let line = written(&found.line);
    let line = match found.value {
        _ if whole => line,
        _ if found.line == knowledge.first_turn => {
            say!(language, "words.value.of-the-book", line = line)
        }
        Value::Exact(_) => say!(language, "words.value.not-further", line = line),
        Value::Estimate(_) => line + " …",
    };
    picture::wrapped(&words::label("words.label.line", language), &line)
}

impl Record for EvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (position, found, _) = &self.found;
        text.push_str(&self.provenance.under.heading(position));
        let (style, value) = (style::value(found.value.is_exact()), self.value());
        writeln!(text, "value   {style}{value}{style:#}")?;
        let Bounds { lower, upper } = found.bounds;
        if lower != upper {
            writeln!(text, "proven  {}", words::bounds(lower, upper, Language::english()))?;
        }
        if found.best().is_some() {
            writeln!(text, "best    {}\n{}", self.best(), self.line)?;
        }
        self.shipped.write(self.effort(), &self.provenance, text)?;
        match found.moves.is_empty() {
            true => Ok(()),
            false => write!(text, "\n{}", columns(&HEADINGS, self.rows(), &[1])),
        }
    }
}

impl EvalRecord {
    /// Creates the record of a position; with `every_move` each move has a line.
    pub fn new(
        game: &Game,
        Answer { found, knowledge }: Answer<Evaluation>,
        every_move: bool,
        provenance: Limited,
    ) -> EvalRecord {
        EvalRecord {
            shipped: Shipped::new(&knowledge, game),
            provenance,
            line: principal_line(game, &found, &knowledge, Language::english()),
            found: (*game.position(), found, every_move),
        }
    }

    fn value(&self) -> String {
        let (_, found, _) = &self.found;
        words::value_with_meaning(found.value, found.bounds, Language::english())
    }

    /// Formats the best moves, and those that may be as good.
    fn best(&self) -> String {
        let (position, found, _) = &self.found;
        let ties = written(found.ties().map(|tie| tie.played));
        let open = written(found.open_ties().map(|tie| tie.played));
        let best = format!("{MOVE}{ties}{MOVE:#}");
        // The bound in the mover's favour.
        let sure = |bounds: Bounds| match position.mover() {
            Side::A => bounds.lower,
            Side::B => bounds.upper,
        };
        let least = sure(found.bounds);
        let reached = found.moves.iter().any(|m| sure(m.bounds) == least);
        if !reached && found.value.seeds() == least {
            let unproven = format!("no move is proven to reach {}", signed(least));
            return match ties.is_empty() {
                true => format!("{unproven}; perhaps {open}"),
                false => format!("{best}; {unproven}"),
            };
        }
        match open.is_empty() || !found.value.is_exact() {
            true => best,
            false => format!("{best}; perhaps {open} too"),
        }
    }

    /// Describes how far the search went, and what ended it.
    fn effort(&self) -> String {
        let Evaluation { depth, nodes, stopped, .. } = self.found.1;
        let why = match stopped {
            None => "; the value is proven".to_owned(),
            stopped => words::stopped_by(stopped),
        };
        format!("depth {depth}, {}{why}", words::counted(nodes, "node"))
    }

    /// Returns every move, best first for the mover.
    fn moves(&self) -> Vec<&MoveEvaluation> {
        let (position, found, _) = &self.found;
        let mut moves: Vec<_> = found.moves.iter().collect();
        let (sign, best) = (position.mover().sign(), found.best());
        moves.sort_by_key(|m| {
            let (exact, first) = (m.value.is_exact(), Some(m.played) == best);
            (-sign * m.value.seeds(), !exact, !first, m.played.hole)
        });
        moves
    }

    /// Returns a row for every move with its proven bounds.
    fn rows(&self) -> Vec<Vec<String>> {
        let english = Language::english();
        let row = |m: &MoveEvaluation| {
            let Bounds { lower, upper } = m.bounds;
            let proven = words::bounds(lower, upper, english);
            row![m.played, words::value(m.value, m.bounds, english), proven]
        };
        self.moves().into_iter().map(row).collect()
    }

    /// Returns the value and the best moves, for the heading of the page.
    pub fn title(&self) -> String {
        let value = self.value();
        let value = value.trim_end_matches(" (A's seeds minus B's)");
        let ties: Vec<_> = self.found.1.ties().map(|tie| tie.played).collect();
        format!("Value {value}{}", best_moves(&ties))
    }

    /// Returns a scene for every move, best first, with a table of all values.
    ///
    /// # Errors
    /// If the page contradicts the rules.
    pub fn scenes(&self, task: &Game) -> Scenes {
        let caption = "What every move is worth: A's seeds minus B's";
        let table = page_table(caption, &HEADINGS, self.rows());
        let scenes = self.moves().into_iter().map(|of_move| {
            let value = words::value(of_move.value, of_move.bounds, Language::english());
            let name = format!("{}, {value}", of_move.played);
            let mut scene = Scene::of_line(&name, task, &of_move.line)?;
            self.shipped.add_to_scene(self.effort(), &mut scene);
            scene.table = Some(table.clone());
            Ok(scene)
        });
        or_position(scenes.collect::<Scenes>()?, task)
    }
}

/// The answer of `chongkak solve`: what is proven about a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolveRecord {
    #[serde(flatten)]
    found: Solved,
    #[serde(flatten)]
    shipped: Shipped,
    #[serde(flatten)]
    provenance: Limited,
    /// The proof, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofRecord>,
    /// The goal of the proof.
    #[serde(skip)]
    goal: Goal,
    /// The principal line as in the text; empty if there is none.
    #[serde(skip)]
    line: String,
}

impl SolveRecord {
    /// Creates the record of a position.
    pub fn new(
        game: &Game,
        goal: Goal,
        Answer { found, knowledge }: Answer<Solution>,
        provenance: Limited,
    ) -> SolveRecord {
        let whole = || replay_line(game, &found.line).is_ok_and(|end| end.is_over());
        let turn = written(&knowledge.first_turn);
        let found = Solved::new(game.position(), &found);
        let line = match &found.pv[..] {
            [] if found.line_stopped.is_some() => unfound(&found),
            [] if turn.is_empty() => turn,
            [] => say!(Language::english(), "words.value.of-the-book", line = turn),
            line if whole() => written(line),
            line => written(line) + " …",
        };
        let shipped = Shipped::new(&knowledge, game);
        SolveRecord { found, shipped, provenance, proof: None, goal, line }
    }

    /// Returns the line, for a page.
    ///
    /// # Errors
    /// If the page contradicts the rules.
    pub fn scene(&self, task: &Game) -> Result<Scene, Diagnostic> {
        let mut scene = Scene::of_line("", task, &self.found.pv)?;
        self.shipped.add_to_scene(self.effort(), &mut scene);
        Ok(scene)
    }

    /// Returns what is proven and the best moves, for the heading of the page.
    pub fn title(&self) -> String {
        let known = match (self.found.value, self.found.winner.as_deref()) {
            (None, Some("draw")) => "A draw, proven".to_owned(),
            (None, Some(winner)) => format!("{winner} wins, proven"),
            _ => format!("Value {}", harmless(&self.value(), false)),
        };
        known + &best_moves(&self.found.best)
    }

    fn value(&self) -> String {
        let Solved { value, lower, upper, .. } = self.found;
        let [least, most] = [lower, upper].map(signed);
        match value {
            Some(value) => {
                let result = picture::result_in_words(value, Language::english());
                format!("{PROVEN}{least}{PROVEN:#}, proven: {result}")
            }
            None => {
                format!("from {BOUNDS}{least}{BOUNDS:#} to {BOUNDS}{most}{BOUNDS:#}, proven bounds")
            }
        }
    }

    /// Describes the effort, and what ended the search.
    fn effort(&self) -> String {
        let why = words::stopped_by(self.found.stopped);
        format!("{}{why}", words::counted(self.found.nodes, "node"))
    }
}

/// Describes that the search for the best moves or a line ended early.
fn unfound(found: &Solved) -> String {
    let nodes = words::counted(found.nodes, "node");
    format!("not found in {nodes} (--time 10m searches longer)")
}

impl Record for SolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let found = &self.found;
        text.push_str(&self.provenance.under.heading(&found.position));
        writeln!(text, "value   {}", self.value())?;
        if let Goal::AtLeast(least) = self.goal {
            let answer = match (found.lower >= least, found.upper < least) {
                (true, _) => "yes, proven",
                (_, true) => "no, proven",
                _ => "open",
            };
            writeln!(text, "asked   at least {}: {answer}", signed(least))?;
        }
        let winner = match found.winner.as_deref() {
            Some("draw") => "nobody",
            winner => winner.unwrap_or("open"),
        };
        writeln!(text, "winner  {winner}")?;
        if !found.best.is_empty() {
            writeln!(text, "best    {MOVE}{}{MOVE:#}", written(&found.best))?;
        } else if found.line_stopped.is_some() {
            writeln!(text, "best    {}", unfound(found))?;
        }
        if !self.line.is_empty() {
            writeln!(text, "{}", picture::wrapped("line    ", &self.line))?;
        }
        self.shipped.write(self.effort(), &self.provenance, text)?;
        self.proof.iter().try_for_each(|proof| writeln!(text, "{proof}"))
    }
}

/// A written proof.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProofRecord {
    /// The path of the file.
    pub file: String,
    /// The number of positions.
    pub positions: usize,
}

impl std::fmt::Display for ProofRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions = words::counted(self.positions as u64, "position");
        write!(f, "proof   {positions} in {}", self.file)
    }
}
