//! Sets of rounds: records of play, values of openings, turns that lose, and built-in winners.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, Scenes, columns, of_version, page_table, written};
use crate::ask::SolveSet;
use crate::board::{Position, Side};
use crate::control::StopReason;
use crate::language::Language;
use crate::moves::{Game, Move};
use crate::record::RulesRecord;
use crate::rules::{Preset, Rules};
use crate::sets::{
    NotLost, PlayedRound, Proof, Reply, SetRecord, SetValue, SetValues, TableEntry, Tag,
};
use crate::show::page::standing;
use crate::show::picture::wrapped;
use crate::show::scene::Scene;
use crate::show::words::counted;
use crate::start::{JointTurn, Lockstep, Tie};
use crate::text::Diagnostic;
use crate::text::style::STRONG;

/// The record of a set, as printed by `chongkak set play` and `chongkak set replay`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SetOutput<'a> {
    /// The name of the rule set.
    rules: &'static str,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    seeds: u8,
    /// The options that differ from the named rule set.
    options: BTreeMap<&'static str, String>,
    /// The tags at the head of the record.
    tags: &'a [Tag],
    /// The rounds that have begun.
    rounds: Vec<RoundOutput<'a>>,
    /// The winner of the set; null if it is unfinished.
    winner: Option<Side>,
    /// The limit that ended the play, or who is to move; null at the end of the set.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = [
            "rounds", "time", "interrupted", "A is to move", "B is to move", null
        ]))
    )]
    stopped: Option<String>,
    #[serde(skip)]
    record: &'a SetRecord,
    /// Whether the text has a table of the rounds instead of the record.
    #[serde(skip)]
    in_short: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RoundOutput<'a> {
    #[serde(flatten)]
    round: &'a PlayedRound,
    /// The seeds of A and B at the end of the round; null if it is unfinished.
    #[cfg_attr(feature = "schemas", schemars(inner(range(max = 1023))))]
    result: Option<[u32; 2]>,
}

impl<'a> SetOutput<'a> {
    /// Creates the record of a set. `stopped` is why the play ended early; `in_short` gives a table
    /// of rounds as text.
    pub fn new(record: &'a SetRecord, stopped: Option<String>, in_short: bool) -> SetOutput<'a> {
        let rounds =
            record.rounds.iter().map(|round| RoundOutput { round, result: round.result() });
        SetOutput {
            rules: record.preset,
            holes: record.rules.holes.get(),
            seeds: record.rules.seeds.get(),
            options: record.changed_options().collect(),
            tags: &record.tags,
            rounds: rounds.collect(),
            winner: record.winner,
            stopped,
            record,
            in_short,
        }
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let rounds = (1..).zip(&self.record.rounds);
        rounds.map(|(number, round)| round_row(number, round)).collect()
    }

    /// The result, for the heading of the page.
    pub fn title(&self) -> String {
        let rounds = counted(self.rounds.len() as u64, "round");
        match self.winner {
            Some(winner) => format!("The set is won by {winner} in {rounds}"),
            None => format!("The set is unfinished after {rounds}"),
        }
    }

    /// Returns a scene for every round, with a table of all rounds.
    ///
    /// # Errors
    /// If a round contradicts the rules.
    pub fn scenes(&self) -> Scenes {
        let caption = "The rounds; A and B: the seeds that they own after each";
        let table = page_table(caption, &HEADINGS, self.rows());
        let rounds = (1..).zip(&self.record.rounds);
        let scenes = rounds.map(|(number, round)| {
            let mut scene = self.scene(number, round)?;
            scene.answer =
                format!("Round {number}: {}", standing(&round.after, Language::english()));
            self.tags.iter().for_each(|tag| scene.fact(tag.name, &tag.text));
            for remark in &round.remarks {
                scene.fact(&round.place_of(remark), &remark.text);
            }
            scene.table = Some(table.clone());
            Ok(scene)
        });
        scenes.collect()
    }

    /// Returns the scene of a round, including a joint turn at its beginning.
    fn scene(&self, number: usize, round: &PlayedRound) -> Result<Scene, Diagnostic> {
        let fault = |error: &dyn std::fmt::Display| Diagnostic::fault(round.opening, error);
        let game = Game::new(&self.record.rules, &round.opening).map_err(|error| fault(&error))?;
        let name = format!("round {number}");
        let line = round.turns.concat();
        let Some(start) = &round.start else {
            return Scene::of_line(&name, &game, &line);
        };
        let model = Lockstep::new(&game, Tie::Coin).map_err(|error| fault(&error))?;
        let turn = JointTurn::read(&model, start).map_err(|error| fault(&error))?;
        let mut scene = Scene::of_joint_line(&name, &model, &turn.ticks, Language::english())?;
        scene.go_on(&game.at(round.begun), &line)?;
        Ok(scene)
    }
}

fn round_row(number: usize, round: &PlayedRound) -> Vec<String> {
    let opening = &round.opening;
    let moves: usize = round.turns.iter().map(Vec::len).sum();
    let filled = |side| opening.field().open_holes(side).count_ones();
    let [a, b] = Side::BOTH.map(|side| round.after.owned(side));
    let unfinished = if round.after.is_over() { "" } else { " (under way: stores and rows)" };
    let starts = match round.start {
        Some(_) => "both".to_owned(),
        None => opening.mover().to_string(),
    };
    let holes = format!("{} : {}", filled(Side::A), filled(Side::B));
    row![number, starts, holes, round.turns.len(), moves, a, format!("{b}{unfinished}")]
}

impl Record for SetOutput<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        if !self.in_short {
            return write!(text, "{}", self.record);
        }
        for Tag { name, text: value } in self.tags {
            writeln!(text, "{name}: {value}")?;
        }
        writeln!(text, "{}", columns(&HEADINGS, self.rows(), &[0, 3, 4, 5, 6]))?;
        for (number, round) in (1..).zip(&self.record.rounds) {
            for remark in &round.remarks {
                let place = format!("round {number}, {}: ", round.place_of(remark));
                writeln!(text, "{}", wrapped(&place, &remark.text))?;
            }
        }
        let rounds = counted(self.rounds.len() as u64, "round");
        let standing = self.record.standing();
        let length = match self.winner {
            Some(_) => format!(" in {rounds}"),
            None => format!("; {rounds} so far"),
        };
        writeln!(text, "set     {STRONG}{standing}{STRONG:#}{length}")?;
        writeln!(text, "record  every move is legal, and every statement holds")
    }
}

const HEADINGS: [&str; 7] = ["round", "starts", "holes", "turns", "moves", "A", "B"];

/// The answer of `chongkak set solve`: what is proven about the openings of a set.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SetSolveRecord {
    #[serde(flatten)]
    provenance: Provenance,
    /// The openings of the set.
    openings: Vec<OpeningRecord>,
    /// The number of rounds searched ahead.
    rounds: u32,
    /// Positions visited.
    nodes: u64,
    /// The limit that ended the search; null if it was completed.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["nodes", "time", "memory", "interrupted", null])))]
    stopped: Option<StopReason>,
    /// Whether the search uses known winners of later rounds, so that rounds are bounds and open is
    /// not a value.
    #[serde(skip)]
    known: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct OpeningRecord {
    /// The seeds that A owns.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    owned: u32,
    /// The player to move.
    mover: Side,
    /// The position.
    position: Position,
    /// The winner of the set: `A`, `B`, or `nobody` if it repeats forever; null if it is open.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    winner: Option<String>,
    /// The number of rounds of the set, including this one; null if nobody wins.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    rounds: Option<u32>,
}

impl SetSolveRecord {
    /// Creates the record of the requested openings.
    pub fn new(
        question: &SolveSet,
        rules: &Rules,
        values: &SetValues,
        provenance: Provenance,
    ) -> SetSolveRecord {
        let mover = question.mover;
        let owned = values.openings.iter().map(|opening| opening.owned);
        let wanted = owned.filter(|owned| question.owned.is_none_or(|wanted| wanted == *owned));
        let openings = wanted.map(|owned| {
            let position = rules.opening_owning(owned, mover);
            let (winner, rounds) = match values.value(owned, mover) {
                None => (None, None),
                Some(SetValue::Won { by, rounds }) => (Some(by.to_string()), Some(rounds)),
                Some(SetValue::Endless) => (Some("nobody".to_owned()), None),
            };
            OpeningRecord {
                owned,
                mover,
                position: position.expect("an opening that was solved"),
                winner,
                rounds,
            }
        });
        SetSolveRecord {
            provenance,
            openings: openings.collect(),
            rounds: values.rounds,
            nodes: values.nodes,
            stopped: values.stopped,
            known: question.known.is_some(),
        }
    }

    /// Returns whether the winner of an opening is unknown.
    pub fn is_open(&self) -> bool {
        self.openings.iter().any(|opening| opening.winner.is_none())
    }
}

impl Record for SetSolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.openings.iter().map(|opening| {
            let winner = opening.winner.as_deref().unwrap_or("open");
            let rounds = opening.rounds.map_or_else(String::new, |n| n.to_string());
            row![opening.owned, winner, rounds, opening.position]
        });
        writeln!(text, "{}\n", self.provenance.rules_line())?;
        let headings = ["A owns", "set won by", "rounds", "opening"];
        write!(text, "{}", columns(&headings, rows.collect(), &[0, 2]))?;
        let has = |wanted| self.openings.iter().any(|o| o.winner.as_deref() == wanted);
        writeln!(
            text,
            "\n{}",
            match self.known {
                true => "Proven: the winner can force the set within that many rounds.",
                false => {
                    "Proven, with best play: the winner tries to win in few rounds, the loser \
                 to last."
                }
            }
        )?;
        if has(Some("nobody")) {
            writeln!(text, "nobody: neither player can force the set, so it repeats forever.")?;
        }
        if has(None) {
            writeln!(
                text,
                "open: {}",
                match self.known {
                    true => "no winner is known.",
                    false =>
                        "no winner was found; --known adds the built-in winners, if there are any.",
                }
            )?;
        }
        writeln!(text, "\nsearch  {}", counted(self.nodes, "node"))?;
        self.stopped.iter().try_for_each(|limit| writeln!(text, "stopped by: {limit}"))
    }
}

/// The answer of `chongkak set reply`: a proof that the player to move loses the set, if one was
/// found.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReplyRecord {
    /// The position.
    position: Position,
    /// True if the player to move is proven to lose the set; otherwise it is open.
    lost: bool,
    /// The number of ends of the turn; null unless all were found and answered.
    ends: Option<usize>,
    /// A reply to each end.
    replies: Vec<Reply>,
    /// A turn without a known winning reply; null if there is none.
    unanswered: Option<Vec<Move>>,
    /// The limit that ended the search; null if it was completed.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["ends", "time", "interrupted", null])))]
    stopped: Option<&'static str>,
    /// Whether the text has the replies.
    #[serde(skip)]
    lines: bool,
}

impl ReplyRecord {
    /// Creates the record of a position; with `lines` the text has the replies.
    pub fn new(
        position: &Position,
        found: Result<Vec<Reply>, NotLost>,
        lines: bool,
    ) -> ReplyRecord {
        let (unanswered, stopped) = match &found {
            Ok(_) => (None, None),
            Err(NotLost::Unanswered(turn)) => (Some(turn.clone()), None),
            Err(NotLost::Ends(_)) => (None, Some("ends")),
            Err(NotLost::Stopped(reason)) => (None, Some(reason.name())),
        };
        ReplyRecord {
            position: *position,
            lost: found.is_ok(),
            ends: found.as_ref().ok().map(Vec::len),
            replies: found.unwrap_or_default(),
            unanswered,
            stopped,
            lines,
        }
    }
}

impl Record for ReplyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.position)?;
        match (self.ends, &self.unanswered, self.stopped) {
            (Some(ends), ..) => {
                let ends = match ends {
                    1 => "1 end, and it has".to_owned(),
                    ends => format!("{ends} ends, and each has"),
                };
                writeln!(text, "lost, proven: the turn has {ends} a reply that wins the set")?;
            }
            (None, Some(turn), _) => {
                let line = wrapped("        ", &written(turn));
                writeln!(text, "open: no winning reply was found to\n{line}")?;
            }
            (None, None, Some("ends")) => {
                writeln!(text, "open: the turn has too many ends (--ends)")?;
            }
            (None, None, reason) => {
                writeln!(text, "open; stopped by: {}", reason.unwrap_or("a limit"))?;
            }
        }
        for Reply { turn, end, reply } in self.replies.iter().filter(|_| self.lines) {
            let reply = if reply.is_empty() { "won already".to_owned() } else { written(reply) };
            writeln!(text, "\n{}\n  {end}\n{}", written(turn), wrapped("  ", &reply))?;
        }
        Ok(())
    }
}

/// The answer of `chongkak set table`: the known winners of the openings of a rule set.
#[derive(Serialize)]
pub struct SetTableRecord {
    /// The rules.
    rules: RulesRecord,
    /// The version of the program.
    version: &'static str,
    /// The openings.
    pub openings: Vec<TableEntry>,
    /// Whether the text has the first turns that win at once.
    #[serde(skip)]
    lines: bool,
}

impl SetTableRecord {
    /// Creates the record of openings; with `lines` the text has the winning lines.
    pub fn new(preset: &Preset, openings: Vec<TableEntry>, lines: bool) -> SetTableRecord {
        SetTableRecord { rules: RulesRecord::of(preset), version: crate::VERSION, openings, lines }
    }
}

impl Record for SetTableRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.openings.iter().map(opening_row);
        writeln!(text, "{}\n", of_version(&self.rules.to_string()))?;
        let headings = ["A owns", "opening", "set won by", "proof"];
        write!(text, "{}", columns(&headings, rows.collect(), &[0]))?;
        writeln!(
            text,
            "\nA starts. Every winner is proven: by a line of the first turn, by replies to \
             every end\nof it, or by a search of all rounds. The rest is open."
        )?;
        for entry in self.openings.iter().filter(|_| self.lines) {
            if let Some(line) = &entry.line {
                writeln!(text, "\n{}\n{}", entry.position, wrapped("  ", line))?;
            }
        }
        Ok(())
    }
}

fn opening_row(entry: &TableEntry) -> Vec<String> {
    let proof = match entry.proof {
        Some(Proof::Turn) => {
            let moves = entry.line.as_deref().unwrap_or_default().split(' ').count();
            format!("at once, {}", counted(moves as u64, "move"))
        }
        Some(Proof::Reply) => {
            let ends = counted(entry.ends.unwrap_or_default(), "end");
            format!("by the reply, to {ends}")
        }
        Some(Proof::Solve) => {
            let rounds = entry.rounds.map(|rounds| format!(", {}", counted(rounds, "round")));
            format!("solved{}", rounds.unwrap_or_default())
        }
        Some(Proof::Rounds) => {
            let rounds = counted(entry.rounds.unwrap_or_default(), "round");
            format!("within {rounds}, by openings won in fewer")
        }
        None => String::new(),
    };
    let winner = entry.winner.as_deref().unwrap_or("open");
    row![entry.owned, entry.position, winner, proof]
}
