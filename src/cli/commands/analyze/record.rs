//! What `analyze` prints.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Position, Side};
use chongkak::control::StopReason;
use chongkak::moves::Move;
use chongkak::search::Value;
use chongkak::sets::{AnalysedTurn, SetGame};

use super::{certainty, place_of};
use crate::cli::commands::{columns, written};
use crate::cli::style;
use crate::cli::words::{counted, stopped_by};
use crate::cli::{Record, Terms, picture};

/// Turns that are shown with the better one.
const WORST: usize = 5;
/// Moves of a line that stand in a table.
const MOVES: usize = 6;

/// The turns of a record, with their sums.
#[derive(Serialize)]
pub struct AnalysisRecord {
    turns: Vec<TurnRecord>,
    players: Players,
    /// The reason why the analysis ended before its end.
    stopped: Option<StopReason>,
    #[serde(flatten)]
    terms: Terms,
    #[serde(skip)]
    pub(super) analysed: Vec<AnalysedTurn>,
    /// All turns that were played.
    #[serde(skip)]
    played: usize,
    /// Rounds that both players began together.
    #[serde(skip)]
    together: Vec<usize>,
    #[serde(skip)]
    pub(super) min_loss: u32,
}

#[derive(Serialize)]
struct TurnRecord {
    round: usize,
    turn: usize,
    player: Side,
    position: Position,
    line: Vec<Move>,
    best: Vec<Move>,
    before: ValueRecord,
    after: ValueRecord,
    loss: u32,
    /// Whether the loss is proven.
    exact: bool,
}

#[derive(Serialize)]
struct ValueRecord {
    value: i32,
    exact: bool,
}

#[derive(Serialize)]
struct Players {
    #[serde(rename = "A")]
    a: PlayerRecord,
    #[serde(rename = "B")]
    b: PlayerRecord,
}

/// The turns of a player, the seeds that they lost, and those that the worst one lost.
#[derive(Serialize)]
struct PlayerRecord {
    turns: usize,
    loss: u32,
    worst: u32,
}

impl AnalysisRecord {
    pub fn new(
        min_loss: u32,
        game: &SetGame,
        analysed: Vec<AnalysedTurn>,
        stopped: Option<StopReason>,
        terms: Terms,
    ) -> AnalysisRecord {
        let rounds = (1..).zip(game.rounds());
        let together = rounds.filter(|(_, round)| round.start.is_some());
        AnalysisRecord {
            turns: analysed.iter().map(TurnRecord::new).collect(),
            players: Players {
                a: PlayerRecord::new(Side::A, &analysed),
                b: PlayerRecord::new(Side::B, &analysed),
            },
            stopped,
            terms,
            played: game.rounds().iter().map(|round| round.turns.len()).sum(),
            together: together.map(|(number, _)| number).collect(),
            analysed,
            min_loss,
        }
    }

    /// The turns that lost something and are to be shown, the worst first.
    pub(super) fn worst(&self) -> Vec<&AnalysedTurn> {
        let least = self.min_loss.max(1);
        let mut worst: Vec<_> = self.analysed.iter().collect();
        worst.retain(|turn| turn.loss() >= least);
        worst.sort_by_key(|turn| std::cmp::Reverse(turn.loss()));
        worst
    }

    /// What a player lost, in words.
    pub(super) fn sum(&self, side: Side) -> String {
        let PlayerRecord { turns, loss, .. } = match side {
            Side::A => &self.players.a,
            Side::B => &self.players.b,
        };
        let (turns, seeds) = (counted(*turns as u64, "turn"), counted(*loss, "seed"));
        format!("{side} lost {seeds} in {turns}")
    }
}

impl TurnRecord {
    fn new(turn: &AnalysedTurn) -> TurnRecord {
        TurnRecord {
            round: turn.round,
            turn: turn.turn,
            player: turn.player,
            position: turn.position,
            line: turn.line.clone(),
            best: turn.best.clone(),
            before: turn.before.into(),
            after: turn.after.into(),
            loss: turn.loss(),
            exact: turn.is_proven(),
        }
    }
}

impl From<Value> for ValueRecord {
    fn from(value: Value) -> ValueRecord {
        let (exact, value) = (value.is_exact(), value.seeds());
        ValueRecord { value, exact }
    }
}

impl PlayerRecord {
    fn new(side: Side, turns: &[AnalysedTurn]) -> PlayerRecord {
        let own = || turns.iter().filter(|turn| turn.player == side);
        PlayerRecord {
            turns: own().count(),
            loss: own().map(AnalysedTurn::loss).sum(),
            worst: own().map(AnalysedTurn::loss).max().unwrap_or(0),
        }
    }
}

impl Record for AnalysisRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.terms.rules_line())?;
        let notes = [self.of_starts(), self.of_rest()];
        for note in notes.iter().flatten() {
            writeln!(text, "{}", picture::wrapped("note    ", note))?;
        }
        self.write_table(text)?;
        self.write_worst(text)?;
        self.write_players(text)?;
        let why = stopped_by(self.stopped);
        let analysed = counted(self.analysed.len() as u64, "turn");
        writeln!(text, "\nsearch  {analysed}{why}\n{}", self.terms.limits())
    }
}

impl AnalysisRecord {
    /// A word on the rounds that both began.
    fn of_starts(&self) -> Option<String> {
        let rounds: Vec<String> = self.together.iter().map(usize::to_string).collect();
        let rounds = rounds.join(", ");
        (!rounds.is_empty()).then(|| {
            format!(
                "round {rounds}: both began together; that turn is nobody's alone and is not \
                 analysed"
            )
        })
    }

    /// A word on turns that were not analysed.
    fn of_rest(&self) -> Option<String> {
        let left = self.played - self.analysed.len();
        (left > 0).then(|| format!("{} not analysed", counted(left as u64, "turn")))
    }

    fn write_table(&self, text: &mut String) -> std::fmt::Result {
        let shown = self.analysed.iter();
        let rows: Vec<_> = shown
            .filter(|turn| turn.loss() >= self.min_loss)
            .map(|turn| {
                let loss = match turn.loss() {
                    0 => String::new(),
                    loss => loss.to_string(),
                };
                let known = certainty(turn);
                let (line, before, after) = (short(&turn.line), turn.before, turn.after);
                row![
                    turn.round,
                    turn.turn,
                    turn.player,
                    line,
                    before,
                    after,
                    loss,
                    known
                ]
            })
            .collect();
        if rows.is_empty() {
            return match self.min_loss {
                0 => writeln!(text, "\nno turn to analyse"),
                least => writeln!(text, "\nno turn lost {} or more", counted(least, "seed")),
            };
        }
        let headings = [
            "round", "turn", "player", "line", "before", "after", "lost", "",
        ];
        write!(text, "\n{}", columns(&headings, rows, &[0, 1, 4, 5, 6]))?;
        writeln!(
            text,
            "\nbefore, after: A's seeds less B's at the end of the round, with best play from there"
        )
    }

    fn write_worst(&self, text: &mut String) -> std::fmt::Result {
        for turn in self.worst().into_iter().take(WORST) {
            let (player, lost) = (turn.player, counted(turn.loss(), "seed"));
            let style = style::value(turn.is_proven());
            let known = certainty(turn);
            let place = place_of(turn);
            writeln!(
                text,
                "\n{place}: {player} loses {style}{lost}{style:#}, {known}\n  {}",
                turn.position
            )?;
            let played = picture::wrapped("  played  ", &written(&turn.line));
            writeln!(
                text,
                "{played}\n{}",
                picture::wrapped("  best    ", &better(turn))
            )?;
        }
        Ok(())
    }

    fn write_players(&self, text: &mut String) -> std::fmt::Result {
        let of =
            |side: Side, player: &PlayerRecord| row![side, player.turns, player.loss, player.worst];
        let rows = vec![of(Side::A, &self.players.a), of(Side::B, &self.players.b)];
        let headings = ["player", "turns", "lost", "worst turn"];
        write!(text, "\n{}", columns(&headings, rows, &[1, 2, 3]))
    }
}

/// The best turn in words.
pub(super) fn better(turn: &AnalysedTurn) -> String {
    match turn.best.is_empty() {
        true => "not known, though it is known that there is one".to_owned(),
        false => written(&turn.best),
    }
}

/// A line in a table.
pub(super) fn short(line: &[Move]) -> String {
    match line.len() {
        0..=MOVES => written(line),
        moves => format!("{} … ({moves} moves)", written(&line[..MOVES - 1])),
    }
}
