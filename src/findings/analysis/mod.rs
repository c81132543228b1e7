//! The cost of each turn of a record or a line.

mod curve;
mod scenes;

use std::fmt::Write;

use serde::{Serialize, Serializer};

use super::{Limited, Record, columns, written};
use crate::ask::{Analysis, PlayerLosses};
use crate::board::{Position, Side};
use crate::control::StopReason;
use crate::language::Language;
use crate::moves::Move;
use crate::search::{Bounds, Loss};
use crate::sets::{AnalysedTurn, PositionValue, Remark, SetGame, Tag};
use crate::show::picture;
use crate::show::words::{self, counted, stopped_by};
use crate::text::joined;

/// Maximum number of turns shown with a better one.
const WORST: usize = 5;
/// Maximum number of moves of a line in a table.
const MOVES: usize = 6;

/// The answer of `chongkak analyze`: the turns of a record or a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AnalysisRecord {
    /// The tags at the head of the record, such as the names of the players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Tag>,
    /// The remarks on moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<RemarkRecord>,
    /// The turns in the order of play.
    #[serde(rename = "turns", serialize_with = "turns")]
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<TurnRecord<'_>>"))]
    found: Analysis,
    /// The losses of each player over all turns.
    players: Players,
    /// The reason why the analysis ended early; null if it is complete.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["interrupted", "cancelled", null])))]
    pub stopped: Option<StopReason>,
    #[serde(flatten)]
    provenance: Limited,
    /// The number of turns played.
    #[serde(skip)]
    played: usize,
    /// Rounds with a joint start.
    #[serde(skip)]
    together: Vec<usize>,
    /// The minimum loss of a turn to show.
    #[serde(skip)]
    min_loss: u32,
    /// True to show only turns that made the result of the round worse.
    #[serde(skip)]
    only_blunders: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RemarkRecord {
    /// The round of the set.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    round: usize,
    #[serde(flatten)]
    remark: Remark,
    /// The move with its number, for people.
    #[serde(skip)]
    place: String,
}

// A turn and its cost. (A doc comment would become part of the schema.)
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TurnRecord<'a> {
    /// The round of the set.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    round: usize,
    /// The number of the turn in its round, without a joint start.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    turn: usize,
    /// The player of the turn.
    player: Side,
    /// The position in which the turn began.
    position: &'a Position,
    /// The moves of the turn.
    line: &'a [Move],
    /// A turn without a known loss: the played line if no better one is known. Empty if a better
    /// result is known to exist but not its line.
    best: &'a [Move],
    /// The value of the position before the turn.
    before: ValueRecord,
    /// The value of the position after the turn.
    after: ValueRecord,
    /// The proven loss: how much smaller the player's lead at the end of the round became than it
    /// could have been.
    lead_lost: Loss,
    /// The estimated loss; null if a value is known only by a bound.
    #[cfg_attr(feature = "schemas", schemars(range(max = 2046)))]
    estimate: Option<u32>,
    /// The player who has won the round with this turn; null if it decided nothing.
    decides: Option<Side>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ValueRecord {
    /// A's seeds minus B's at the end of the round.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    value: i32,
    /// True if the value is proven; otherwise it is an estimate.
    exact: bool,
    /// Proven lower bound.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    lower: i32,
    /// Proven upper bound.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    upper: i32,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Players {
    /// The losses of A.
    #[serde(rename = "A")]
    a: PlayerLosses,
    /// The losses of B.
    #[serde(rename = "B")]
    b: PlayerLosses,
}

impl AnalysisRecord {
    /// Creates the record of an analysed set, with the tags of its record.
    pub fn new(
        min_loss: u32,
        tags: &[Tag],
        game: &SetGame,
        found: Analysis,
        provenance: Limited,
    ) -> AnalysisRecord {
        let rounds = (1..).zip(game.rounds());
        let remarks = rounds.clone().flat_map(|(number, round)| {
            round.remarks.iter().map(move |remark| RemarkRecord {
                round: number,
                remark: remark.clone(),
                place: round.place_of(remark),
            })
        });
        let together = rounds.filter(|(_, round)| round.start.is_some());
        AnalysisRecord {
            tags: tags.to_vec(),
            remarks: remarks.collect(),
            players: Players { a: found.lost_by(Side::A), b: found.lost_by(Side::B) },
            stopped: found.stopped,
            provenance,
            played: game.rounds().iter().map(|round| round.turns.len()).sum(),
            together: together.map(|(number, _)| number).collect(),
            found,
            min_loss,
            only_blunders: false,
        }
    }

    /// Sets whether to show only turns that made the result of the round worse.
    #[must_use]
    pub fn showing_blunders(self, only: bool) -> AnalysisRecord {
        AnalysisRecord { only_blunders: only, ..self }
    }

    /// Whether to show a turn.
    fn shows(&self, turn: &AnalysedTurn) -> bool {
        turn.known_loss() >= self.min_loss && (!self.only_blunders || turn.is_blunder())
    }

    /// Turns to show that have a known or estimated loss, worst first.
    fn worst(&self) -> impl Iterator<Item = &AnalysedTurn> {
        self.found.worst(self.min_loss).into_iter().filter(move |turn| self.shows(turn))
    }

    /// Describes the turns of which there are none, by the strictest filter.
    fn none_shown(&self) -> Option<String> {
        match (self.only_blunders, self.min_loss) {
            (true, _) => Some("turn is known to have changed who wins the round".to_owned()),
            (false, 0) => None,
            (false, least) => Some(format!("turn is known to have lost {least} or more")),
        }
    }

    /// Describes what a player lost.
    fn sum(&self, side: Side) -> String {
        let PlayerLosses { turns, lead_lost, estimate, .. } = self.found.lost_by(side);
        let turns = counted(turns as u64, "turn");
        let about = match estimate > lead_lost {
            true => format!(", about {estimate} by estimates"),
            false => String::new(),
        };
        format!("{side}'s lead fell by a proven {lead_lost}{about} in {turns}")
    }
}

fn turns<S: Serializer>(found: &Analysis, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(found.turns.iter().map(TurnRecord::from))
}

impl<'a> From<&'a AnalysedTurn> for TurnRecord<'a> {
    fn from(turn: &'a AnalysedTurn) -> TurnRecord<'a> {
        TurnRecord {
            round: turn.round,
            turn: turn.turn,
            player: turn.player,
            position: &turn.position,
            line: &turn.line,
            best: &turn.best,
            before: turn.before.into(),
            after: turn.after.into(),
            lead_lost: turn.loss(),
            estimate: turn.estimated_loss(),
            decides: turn.decided_for(),
        }
    }
}

impl From<PositionValue> for ValueRecord {
    fn from(of: PositionValue) -> ValueRecord {
        let Bounds { lower, upper } = of.bounds;
        ValueRecord { value: of.value.seeds(), exact: of.value.is_exact(), lower, upper }
    }
}

impl Record for AnalysisRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.provenance.under.rules_line())?;
        for Tag { name, text: tag_text } in &self.tags {
            writeln!(text, "{}", picture::wrapped(&format!("{name:7} "), tag_text))?;
        }
        if !self.together.is_empty() {
            let note = format!(
                "round {}: both players began together; their joint turn is not analysed",
                joined(&self.together, ", ")
            );
            writeln!(text, "{}", picture::wrapped("note    ", &note))?;
        }
        let left = self.played - self.found.turns.len();
        if left > 0 {
            writeln!(text, "note    {} not analysed", counted(left as u64, "turn"))?;
        }
        self.write_table(text)?;
        self.write_remarks(text)?;
        self.write_worst(text)?;
        self.write_players(text)?;
        let why = stopped_by(self.stopped);
        let analysed = counted(self.found.turns.len() as u64, "turn");
        writeln!(text, "\nsearch  {analysed}{why}\n{}", self.provenance.limits("limits  "))
    }
}

impl AnalysisRecord {
    fn write_table(&self, text: &mut String) -> std::fmt::Result {
        let shown: Vec<_> = self.found.turns.iter().filter(|turn| self.shows(turn)).collect();
        if shown.is_empty() {
            let none = self.none_shown().unwrap_or_else(|| "turn to analyse".to_owned());
            return writeln!(text, "\nno {none}");
        }
        write!(text, "\n{}", table_of_turns(&shown))?;
        writeln!(
            text,
            "\nbefore, after: A's seeds minus B's at the end of the round, with best play from there\n\
             lost: how much the player's lead fell; a seed that changes hands counts twice"
        )
    }

    fn write_remarks(&self, text: &mut String) -> std::fmt::Result {
        if !self.remarks.is_empty() {
            writeln!(text)?;
        }
        for one in &self.remarks {
            let place = format!("round {}, {}: ", one.round, one.place);
            writeln!(text, "{}", picture::wrapped(&place, &one.remark.text))?;
        }
        Ok(())
    }

    fn write_worst(&self, text: &mut String) -> std::fmt::Result {
        for turn in self.found.turns.iter() {
            if let Some(winner) = turn.decided_for() {
                let decides =
                    format!("decides the round: {winner} has more than half of the seeds");
                writeln!(text, "\n{} {decides}", place_of(turn))?;
            }
        }
        for turn in self.worst().take(WORST) {
            let Some(cost) = cost(turn) else { continue };
            writeln!(text, "\n{}: {cost}\n  {}", place_of(turn), turn.position)?;
            let played = picture::wrapped("  played  ", &written(&turn.line));
            writeln!(text, "{played}\n{}", picture::wrapped("  best    ", &better(turn)))?;
        }
        Ok(())
    }

    fn write_players(&self, text: &mut String) -> std::fmt::Result {
        let of = |side: Side, player: &PlayerLosses| {
            let about = match player.open {
                0 => player.estimate.to_string(),
                open => format!("{} and {}", player.estimate, counted(open as u64, "open turn")),
            };
            row![side, player.turns, player.lead_lost, about]
        };
        let rows = vec![of(Side::A, &self.players.a), of(Side::B, &self.players.b)];
        let headings = ["player", "turns", "proven loss", "estimate"];
        write!(text, "\n{}", columns(&headings, rows, &[1, 2, 3]))
    }
}

/// Formats turns and their costs as a table.
#[must_use]
pub fn table_of_turns(turns: &[&AnalysedTurn]) -> String {
    let value = |of: PositionValue| words::value_between(of.value, of.bounds, Language::english());
    let row = |turn: &&AnalysedTurn| {
        let (before, after) = (value(turn.before), value(turn.after));
        let AnalysedTurn { round, turn: number, player, line, .. } = turn;
        row![round, number, player, short(line), before, after, lost(turn), proven(turn)]
    };
    let headings = ["round", "turn", "player", "line", "before", "after", "lost", "proven"];
    columns(&headings, turns.iter().map(row).collect(), &[0, 1, 4, 5, 6])
}

/// Formats the loss of a turn for a table: a number, an estimate, a bound, or unknown.
fn lost(turn: &AnalysedTurn) -> String {
    let Loss { least, most } = turn.loss();
    match turn.estimated_loss() {
        _ if most == 0 => String::new(),
        _ if least == most => least.to_string(),
        Some(about) => format!("about {about}"),
        None if least > 0 => format!("{least} at least"),
        None => "not known".to_owned(),
    }
}

/// Formats the proven loss for a table.
fn proven(turn: &AnalysedTurn) -> String {
    match turn.loss() {
        Loss { most: 0, .. } => "nothing lost".to_owned(),
        Loss { least, most } if least == most => least.to_string(),
        Loss { least, most } => format!("{least} to {most}"),
    }
}

/// Formats the best turn.
fn better(turn: &AnalysedTurn) -> String {
    match turn.best.is_empty() {
        true => "not known, but a better turn exists".to_owned(),
        false => written(&turn.best),
    }
}

/// Formats a line for a table.
fn short(line: &[Move]) -> String {
    match line.len() {
        0..=MOVES => written(line),
        moves => format!("{} … ({moves} moves)", written(&line[..MOVES - 1])),
    }
}

/// Formats the round and number of a turn.
fn place_of(turn: &AnalysedTurn) -> String {
    format!("round {}, turn {}", turn.round, turn.turn)
}

/// Describes the cost of a turn and how certain it is; `None` without a known cost.
fn cost(turn: &AnalysedTurn) -> Option<String> {
    let Loss { least, most } = turn.loss();
    let about = turn.estimated_loss().filter(|&about| about > least);
    let lead = format!("{}'s lead fell by", turn.player);
    let description = match (least, about) {
        (0, None) => return None,
        (0, Some(about)) => format!("{lead} about {about}, an estimate"),
        _ if least == most => format!("{lead} {least}, proven"),
        (_, None) => format!("{lead} at least {least}, proven"),
        (_, Some(about)) => format!("{lead} about {about}, at least {least} of it proven"),
    };
    let away = if turn.gave_win_away() { ": the win was given away" } else { "" };
    Some(description + away)
}
