//! The rows of tables of games and turns.

use std::collections::BTreeMap;

use chongkak::ask::{Analysis, Limits, PlayerLosses};
use chongkak::batch::{Entry, in_words};
use chongkak::board::Side;
use chongkak::findings::{Record, TurnRecord, columns};
use chongkak::record::RulesRecord;
use chongkak::sets::AnalysedTurn;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;

use super::input::{InputRecord, Played};
use crate::cli::error::FailureFields;

/// The rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rows {
    /// Games: the players, the result, and what each player lost
    Games,
    /// Turns: what each cost, and the best turn instead
    Turns,
}

/// A game of `chongkak analyze` with many records: what each player lost.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GameRow {
    /// The file, as it was named.
    file: String,
    /// The number of the record in the file.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    game: usize,
    /// The line of the file in which the record begins.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    line: usize,
    /// The rules of the game.
    rules: RulesRecord,
    /// The players, with what their turns lost.
    pub players: PlayerRows,
    /// The seeds of A and B at the end of each finished round.
    result: Vec<[u32; 2]>,
    /// The winner of the set; null if it is unfinished.
    winner: Option<Side>,
    /// The number of turns that were analysed.
    turns: usize,
    /// The turns that certainly made the result of their round worse: from a win to none, or from
    /// at least a draw to a loss.
    blunders: Vec<BlunderRow>,
    /// The error of the record, before which its turns are analysed; null if there is none.
    error: Option<FailureFields>,
    /// The version of the program that analysed it.
    version: String,
    /// The limits of the search of each position.
    limits: Limits,
}

/// Both players.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayerRows {
    /// A.
    #[serde(rename = "A")]
    pub a: PlayerRow,
    /// B.
    #[serde(rename = "B")]
    pub b: PlayerRow,
}

#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayerRow {
    /// The name; null if the record does not give it.
    pub name: Option<String>,
    #[serde(flatten)]
    pub losses: PlayerLosses,
    /// The number of turns that certainly made the result of the round worse.
    pub blunders: usize,
}

/// A turn that made the result of its round worse.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct BlunderRow {
    /// The round of the set.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    round: usize,
    /// The number of the turn in the round.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    turn: usize,
    /// The player of the turn.
    player: Side,
}

/// A turn of `chongkak analyze` with many records.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TurnRow<'a> {
    /// The file, as it was named.
    file: &'a str,
    /// The number of the record in the file.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    game: usize,
    /// The name of the player; null if the record does not give it.
    name: Option<&'a str>,
    #[serde(flatten)]
    turn: TurnRecord<'a>,
    /// Whether the turn certainly made the result of the round worse: from a win to none, or from
    /// at least a draw to a loss.
    blunder: bool,
}

/// The columns of a table of games.
pub const GAMES: [&str; 21] = [
    "file",
    "game",
    "line",
    "rules",
    "holes",
    "seeds",
    "set",
    "A",
    "B",
    "result",
    "winner",
    "turns",
    "turns_A",
    "lost_A",
    "about_A",
    "turns_B",
    "lost_B",
    "about_B",
    "blunders",
    "error",
    "error_kind",
];

/// The columns of a table of turns, each with the JSON pointer of its value in a row.
pub const TURNS: [(&str, &str); 24] = [
    ("file", "/file"),
    ("game", "/game"),
    ("round", "/round"),
    ("turn", "/turn"),
    ("player", "/player"),
    ("name", "/name"),
    ("position", "/position"),
    ("line", "/line"),
    ("best", "/best"),
    ("before", "/before/value"),
    ("before_exact", "/before/exact"),
    ("before_lower", "/before/lower"),
    ("before_upper", "/before/upper"),
    ("after", "/after/value"),
    ("after_exact", "/after/exact"),
    ("after_lower", "/after/lower"),
    ("after_upper", "/after/upper"),
    ("lost_least", "/lead_lost/least"),
    ("lost_most", "/lead_lost/most"),
    ("estimate", "/estimate"),
    ("blunder", "/blunder"),
    ("decides", "/decides"),
    ("error", ""),
    ("error_kind", ""),
];

impl GameRow {
    /// Creates the row of an analysed game.
    pub fn new(record: &InputRecord, played: &Played, entry: &Entry, found: &Analysis) -> GameRow {
        let game = played.set.game();
        let blunders = found.turns.iter().filter(|turn| turn.is_blunder());
        let blunders = blunders.map(|turn| BlunderRow {
            round: turn.round,
            turn: turn.turn,
            player: turn.player,
        });
        let blunders: Vec<BlunderRow> = blunders.collect();
        let player = |side: Side, tag| PlayerRow {
            name: played.name(tag).map(ToOwned::to_owned),
            losses: found.lost_by(side),
            blunders: blunders.iter().filter(|one| one.player == side).count(),
        };
        GameRow {
            file: record.file.clone(),
            game: record.game,
            line: record.line,
            rules: RulesRecord::new(played.preset, game.rules()),
            players: PlayerRows { a: player(Side::A, "A"), b: player(Side::B, "B") },
            result: game.rounds().iter().filter_map(|round| round.result()).collect(),
            winner: game.winner(),
            turns: found.turns.len(),
            blunders,
            error: record.fault.as_ref().map(|fault| fault.failure.fields()),
            version: entry.version.clone(),
            limits: entry.key.limits,
        }
    }

    /// Formats the results of the rounds.
    fn results(&self) -> String {
        let results = self.result.iter().map(|[a, b]| format!("{a}-{b}"));
        results.collect::<Vec<_>>().join(" ")
    }

    /// Formats the blunders as `ROUND.TURN`.
    fn places(&self) -> String {
        let places = self.blunders.iter().map(|one| format!("{}.{}", one.round, one.turn));
        places.collect::<Vec<_>>().join(" ")
    }

    /// Returns the cells of the columns [`GAMES`].
    pub fn cells(&self) -> Vec<String> {
        let RulesRecord { name, holes, seeds, set } = &self.rules;
        let PlayerRows { a, b } = &self.players;
        let named = |player: &PlayerRow| player.name.clone().unwrap_or_default();
        let kind = |error: &FailureFields| in_words(&json!(error.kind));
        let mut cells = vec![self.file.clone()];
        cells.extend([self.game, self.line].map(|number| number.to_string()));
        cells.extend([(*name).to_owned(), holes.to_string(), seeds.to_string()]);
        cells.extend([in_words(&json!(set)), named(a), named(b), self.results()]);
        cells.extend([self.winner.map_or(String::new(), |side| side.to_string())]);
        cells.push(self.turns.to_string());
        for PlayerRow { losses, .. } in [a, b] {
            cells.extend([losses.turns.to_string(), losses.lead_lost.to_string()]);
            cells.push(losses.estimate.to_string());
        }
        cells.push(self.places());
        cells.push(self.error.as_ref().map(|error| error.message.clone()).unwrap_or_default());
        cells.push(self.error.as_ref().map(kind).unwrap_or_default());
        cells
    }
}

impl<'a> TurnRow<'a> {
    /// Creates the row of a turn.
    pub fn new(record: &'a InputRecord, played: &'a Played, turn: &'a AnalysedTurn) -> TurnRow<'a> {
        let tag = if turn.player == Side::A { "A" } else { "B" };
        TurnRow {
            file: &record.file,
            game: record.game,
            name: played.name(tag),
            turn: turn.into(),
            blunder: turn.is_blunder(),
        }
    }

    /// Returns the cells of the columns [`TURNS`].
    pub fn cells(&self) -> Vec<String> {
        let row = serde_json::to_value(self).expect("a row has a JSON form");
        let cell = |place: &str| match place {
            "" => String::new(),
            place => row.pointer(place).map(in_words).unwrap_or_default(),
        };
        TURNS.iter().map(|(_, place)| cell(place)).collect()
    }
}

/// A single game. Text output prints one table of all games instead.
impl Record for GameRow {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&table_of_games(std::slice::from_ref(self)));
        Ok(())
    }
}

impl Record for TurnRow<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.cells().join("  "));
        Ok(())
    }
}

/// Formats games as a table.
pub fn table_of_games(games: &[GameRow]) -> String {
    let headings = [
        "file", "game", "A", "B", "result", "turns", "A lost", "A about", "B lost", "B about",
        "blunders",
    ];
    let row = |row: &GameRow| {
        let PlayerRows { a, b } = &row.players;
        let named = |player: &PlayerRow| player.name.clone().unwrap_or_default();
        let lost = |player: &PlayerRow| player.losses.lead_lost;
        let about = |player: &PlayerRow| player.losses.estimate;
        row![
            row.file,
            row.game,
            named(a),
            named(b),
            row.results(),
            row.turns,
            lost(a),
            about(a),
            lost(b),
            about(b),
            row.places()
        ]
    };
    columns(&headings, games.iter().map(row).collect(), &[1, 5, 6, 7, 8, 9])
}

/// What each player lost in all games, by name, or by side if a record has no name.
#[derive(Default)]
pub struct Sums(BTreeMap<String, Sum>);

#[derive(Clone, Copy, Default)]
struct Sum {
    games: usize,
    turns: usize,
    lead_lost: u32,
    estimate: u32,
    blunders: usize,
}

impl Sums {
    /// Adds a game.
    pub fn add(&mut self, row: &GameRow) {
        for (side, player) in [("A", &row.players.a), ("B", &row.players.b)] {
            let name = player.name.as_deref().unwrap_or(side);
            let sum = self.0.entry(name.to_owned()).or_default();
            sum.games += 1;
            sum.turns += player.losses.turns;
            sum.lead_lost += player.losses.lead_lost;
            sum.estimate += player.losses.estimate;
            sum.blunders += player.blunders;
        }
    }

    /// Formats the sums as a table.
    pub fn table(&self) -> String {
        let headings = ["player", "games", "turns", "proven loss", "estimate", "blunders"];
        let row = |(name, sum): (&String, &Sum)| {
            let Sum { games, turns, lead_lost, estimate, blunders } = sum;
            row![name, games, turns, lead_lost, estimate, blunders]
        };
        let rows = self.0.iter().map(row).collect();
        columns(&headings, rows, &[1, 2, 3, 4, 5])
    }
}
