//! What a turn can gain.

use std::fmt::Write;

use serde::Serialize;

use crate::ask::Findings;
use crate::board::Position;
use crate::book::AtLeast;
use crate::control::StopReason;
use crate::known::BOOK;
use crate::moves::{Game, Move};
use crate::turns::{Goal, Line, Reached};

use super::values::named;
use super::{Limited, Record, Scenes, columns, or_position, written};
use crate::show::scene::Scene;
use crate::show::{picture, words};
use crate::text::{Diagnostic, plural, style};

/// The answer of `chongkak turns`: what a turn can gain.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TurnsRecord {
    /// The position in which the turn begins.
    position: Position,
    /// True if every position of the turn was visited.
    complete: bool,
    /// The number of positions in which the mover chooses again, without the start.
    positions: u64,
    /// The number of other positions in which the mover could move again but has no hole to lift.
    stranded: u64,
    /// The turn that gains most.
    harvest: HarvestRecord,
    /// The line to the target with the fewest moves.
    shortest: Option<LineRecord>,
    /// The line to the target with the fewest laps.
    fewest_laps: Option<LineRecord>,
    /// Lines that win the set at once.
    set: SetRecord,
    /// Lower bounds for the moves and laps of every line to the target; null if no line reaches it.
    at_least: Option<AtLeast>,
    /// The number of distinct turns; null if they were not counted. Given as text, because it may
    /// be very large.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = r"^\d+$")))]
    turns: Option<String>,
    /// Positions and ends of turns by the gain of the store.
    layers: Vec<LayerRecord>,
    /// Positions visited by all searches, some of them more than once.
    pub nodes: u64,
    /// The goal of the lines, in words.
    #[serde(skip)]
    aim: String,
    /// Whether no turn gains the requested number of seeds.
    #[serde(skip)]
    is_beyond: bool,
    /// Whether the opening book has the opening but was not used.
    #[serde(skip)]
    passes_book: bool,
    /// The opening book, if the search started from its lines.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = [BOOK, null])))]
    book: Option<&'static str>,
    /// The limit that ended the search; null if it was completed.
    #[cfg_attr(feature = "schemas", schemars(extend("not" = {"const": "depth"})))]
    pub stopped: Option<StopReason>,
    #[serde(flatten)]
    provenance: Limited,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct HarvestRecord {
    /// The maximum number of seeds that reach the mover's store.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// True if no turn gains more.
    proven: bool,
    /// Proven upper bound; null if the harvest is not proven and no bound was requested.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    upper: Option<u32>,
    /// The number of moves.
    moves: usize,
    /// The number of laps in all moves.
    laps: u32,
    /// The moves.
    line: Vec<Move>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct LineRecord {
    /// The target number of seeds in the store; null if the goal is to win the set.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    target: Option<u32>,
    /// The number of moves.
    moves: usize,
    /// The number of laps in all moves.
    laps: u32,
    /// Seeds that reach the mover's store.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// True if no line is shorter.
    proven: bool,
    /// The moves.
    line: Vec<Move>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SetRecord {
    /// The line with the fewest moves.
    shortest: Option<LineRecord>,
    /// The line with the fewest laps.
    fewest_laps: Option<LineRecord>,
    /// Lower bounds for the moves and laps of every such line; null if the opening book has none.
    at_least: Option<AtLeast>,
}

/// Positions and ends of turns by the gain of the store.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct LayerRecord {
    /// The number of seeds gained by the store.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// The number of positions in which the mover chooses again.
    positions: u64,
    /// The number of turns that end with this gain; null if they were not counted.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = r"^\d+$")))]
    turns: Option<String>,
}

impl TurnsRecord {
    /// Creates the record of a position.
    pub fn new(
        found: &Findings,
        position: &Position,
        goal: Goal,
        provenance: Limited,
    ) -> TurnsRecord {
        let start = position.store(position.mover());
        let target = match goal {
            Goal::Store(seeds) => Some(seeds),
            Goal::Set { .. } => None,
        };
        let line = |place: usize, target| {
            let Reached { line, proven } = found.reached[place].as_ref()?;
            Some(LineRecord {
                target,
                moves: line.moves.len(),
                laps: line.laps,
                seeds: line.store - start,
                proven: *proven,
                line: line.moves.clone(),
            })
        };
        let nothing = Line { moves: Vec::new(), laps: 0, store: start };
        let most = found.most.as_ref().unwrap_or(&nothing);
        let seeds = most.store - start;
        let turns = found
            .turns
            .as_ref()
            .and_then(|turns| turns.iter().map(|(_, turns)| *turns).try_fold(0, u128::checked_add));
        let proven = found.most_proven || found.complete;
        let upper = found.upper.map(|store| store - start);
        TurnsRecord {
            position: *position,
            complete: found.complete,
            positions: found.positions,
            stranded: found.stranded,
            harvest: HarvestRecord {
                seeds,
                proven,
                upper: if proven { Some(seeds) } else { upper },
                moves: most.moves.len(),
                laps: most.laps,
                line: most.moves.clone(),
            },
            shortest: line(0, target),
            fewest_laps: line(1, target),
            set: SetRecord {
                shortest: line(2, None),
                fewest_laps: line(3, None),
                at_least: found.set_at_least.map(at_least),
            },
            at_least: found.at_least.map(at_least),
            turns: turns.map(|turns| turns.to_string()),
            layers: layers(found, position.total()),
            nodes: found.nodes,
            passes_book: found.passes_book,
            is_beyond: proven && target.is_some_and(|target| target > start + seeds),
            aim: match goal {
                Goal::Set { .. } => SET.to_owned(),
                _ if goal == Goal::most_of(position.total()) => ROUND.to_owned(),
                Goal::Store(seeds) => format!("{seeds} in the store"),
            },
            book: found.from_book.then_some(BOOK),
            stopped: found.stopped,
            provenance,
        }
    }
}

const fn at_least([moves, laps]: [u32; 2]) -> AtLeast {
    AtLeast { moves, laps }
}

fn layers(found: &Findings, total: u32) -> Vec<LayerRecord> {
    let layer = |seeds| {
        let positions = found.layers.iter().find(|(s, _)| *s == seeds);
        let positions = positions.map_or(0, |(_, positions)| *positions);
        let turns = found.turns.as_ref().map(|turns| {
            let ended = turns.iter().find(|(s, _)| *s == seeds);
            ended.map_or(0, |(_, turns)| *turns)
        });
        let any = positions > 0 || turns.is_some_and(|turns| turns > 0);
        any.then(|| LayerRecord { seeds, positions, turns: turns.map(|turns| turns.to_string()) })
    };
    (0..=total).filter_map(layer).collect()
}

/// The name of a line that wins the round, in all texts.
pub const ROUND: &str = "wins the round";

/// The name of a line that wins the set at once.
pub const SET: &str = "wins the set";

/// The measures of lines to a goal: moves for the first line, laps for the second.
pub const MEASURES: [&str; 2] = ["fewest moves", "fewest laps"];

/// A goal in words, its shortest lines by moves and by laps, the lower bounds of their lengths, and
/// whether a missing line means that none exists.
type GoalSummary<'a> = (&'a str, [&'a Option<LineRecord>; 2], Option<AtLeast>, bool);

impl TurnsRecord {
    fn goals(&self) -> [GoalSummary<'_>; 2] {
        let none = self.complete || self.at_least.is_none() || self.is_beyond;
        let SetRecord { shortest, fewest_laps, at_least } = &self.set;
        [
            (&self.aim, [&self.shortest, &self.fewest_laps], self.at_least, none),
            (SET, [shortest, fewest_laps], *at_least, self.complete),
        ]
    }

    /// Writes the lines to a goal: the shortest by moves and by laps.
    fn write_goal(&self, text: &mut String, goal: GoalSummary<'_>) -> std::fmt::Result {
        let (aim, lines, least, none) = goal;
        if none && lines.iter().all(|line| line.is_none()) {
            let does = if [ROUND, SET].contains(&aim) { "does" } else { "gains that many" };
            return writeln!(text, "{aim}: no turn {does}");
        }
        let least = least.map_or([0; 2], |least| [least.moves, least.laps]);
        for ((measure, line), least) in MEASURES.into_iter().zip(lines).zip(least) {
            let Some(line) = line else {
                writeln!(text, "{aim}, {measure}: none found")?;
                continue;
            };
            let needed = match !line.proven && least > 1 {
                true => format!(", at least {least} are needed"),
                false => String::new(),
            };
            let seeds = match line.target {
                Some(seeds) if aim == ROUND => format!(" to {seeds} in the store"),
                _ => String::new(),
            };
            let (length, how) = (length(line.moves, line.laps), line.how());
            let style = style::value(line.proven);
            writeln!(text, "{aim}, {measure}: {style}{length}{style:#}{seeds}, {how}{needed}")?;
            write_line(text, &line.line)?;
        }
        Ok(())
    }

    /// Returns the harvest, for the heading of a page.
    pub fn title(&self) -> String {
        let (mover, harvest) = (self.position.mover(), &self.harvest);
        match harvest.line.is_empty() {
            true => format!("No line of a turn of {mover} was found"),
            false => {
                let seeds = words::counted(harvest.seeds, "seed");
                format!("A turn of {mover} gains {seeds}, {}", harvest.how())
            }
        }
    }

    /// Returns a scene for every line found, or the position.
    ///
    /// # Errors
    /// If the page contradicts the rules.
    pub fn scenes(&self, task: &Game) -> Scenes {
        let scene = |name: &str, seeds, known: [&str; 2], length: &str, line: &[Move]| {
            let mut scene = Scene::of_line(&format!("{name}: {length}"), task, line)?;
            let [most, shortest] = known;
            let seeds = words::counted(seeds, "seed");
            scene.answer = format!("This line gains {seeds}{most}; {length}{shortest}");
            Ok::<_, Diagnostic>(scene)
        };
        let mut scenes = Vec::new();
        let HarvestRecord { seeds, moves, laps, line, .. } = &self.harvest;
        if !line.is_empty() {
            let known = [&format!(", {}", self.harvest.how()), ""];
            scenes.push(scene("Largest harvest", *seeds, known, &length(*moves, *laps), line)?);
        }
        for (aim, lines, ..) in self.goals() {
            for (measure, line) in MEASURES.iter().zip(lines) {
                let Some(line) = line else { continue };
                let known = ["", &format!(", {}", line.how())];
                let (name, length) = (format!("{aim}, {measure}"), length(line.moves, line.laps));
                scenes.push(scene(&name, line.seeds, known, &length, &line.line)?);
            }
        }
        or_position(scenes, task)
    }
}

impl HarvestRecord {
    const fn how(&self) -> &'static str {
        if self.proven { "the maximum" } else { "the best found" }
    }
}

impl LineRecord {
    const fn how(&self) -> &'static str {
        if self.proven { "no line is shorter" } else { "the shortest found" }
    }
}

/// Formats numbers of moves and laps.
fn length(moves: usize, laps: u32) -> String {
    let moves = words::counted(moves as u64, "move");
    format!("{moves}, {}", words::counted(laps, "lap"))
}

fn write_line(text: &mut String, line: &[Move]) -> std::fmt::Result {
    match line {
        [] => Ok(()),
        line => writeln!(text, "{}", picture::wrapped("          ", &written(line))),
    }
}

impl Record for TurnsRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.provenance.under.heading(&self.position));
        if self.complete && !self.layers.is_empty() {
            let rows = self.layers.iter().map(|layer| {
                let turns = layer.turns.as_deref().unwrap_or_default();
                row![layer.seeds, layer.positions, turns]
            });
            let heads = ["seeds won", "positions", "turns that end so"];
            writeln!(text, "{}", columns(&heads, rows.collect(), &[0, 1, 2]))?;
        }
        let HarvestRecord { seeds, proven, upper, moves, laps, line } = &self.harvest;
        let (style, s) = (style::value(*proven), plural(seeds));
        let (how, length) = (self.harvest.how(), length(*moves, *laps));
        writeln!(text, "harvest   {style}{seeds}{style:#} seed{s}, {how}: {length}")?;
        write_line(text, line)?;
        if let (false, Some(upper)) = (proven, upper) {
            writeln!(text, "          no turn gains more than {upper}")?;
        }
        // If the aim is the set, its lines are not repeated.
        let goals = self.goals().into_iter().take(if self.aim == SET { 1 } else { 2 });
        for goal in goals {
            self.write_goal(text, goal)?;
        }
        if let Some(book) = self.book {
            writeln!(text, "book      {}; --fresh searches without it", named(book))?;
        }
        if self.passes_book {
            writeln!(
                text,
                "book      also has this opening (`turns` without options starts from it)"
            )?;
        }
        let why = words::stopped_by(self.stopped);
        let visited = words::counted(self.nodes, "position");
        writeln!(text, "search    {visited}{why}")?;
        writeln!(text, "{}", self.provenance.limits("limits    "))?;
        if !self.complete {
            return Ok(());
        }
        write!(text, "all       {}", words::counted(self.positions, "position"))?;
        if self.stranded > 0 {
            write!(text, ", and {} in which the mover has no hole left", self.stranded)?;
        }
        text.push('\n');
        if let Some(turns) = &self.turns {
            let s = if turns == "1" { "" } else { "s" };
            writeln!(text, "          {turns} different turn{s}")?;
        }
        Ok(())
    }
}
