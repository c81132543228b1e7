//! Positions and moves with their effects, as shown by `show`, `moves` and `play`.

use std::fmt::Write;

use serde::Serialize;

use super::provenance::other_seeds;
use super::{Provenance, Record, Scenes, columns, or_position, page_table, written};
use crate::board::{Cell, Mark, Position, Side};
use crate::language::Language;
use crate::moves::{Ending, Game, Lap, Move, MoveTrace, Outcome, Round};
use crate::show::picture;
use crate::show::scene::Scene;
use crate::show::words::{self, counted};
use crate::text::style::MOVE;

/// A move and its outcome.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Played {
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// The number of laps.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub laps: usize,
    /// The last cell of every lap.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub lands: Vec<Cell>,
    /// Seeds added to the mover's store.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub gain: u32,
    /// Seeds taken from the opponent's hole.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub captured: u32,
    /// How the move ends.
    pub outcome: Outcome,
    /// The position after the move.
    pub after: Position,
}

/// A move of a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PlayedInLine {
    #[serde(flatten)]
    played: Played,
    /// Every lap, with --trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<Lap>>,
    /// Every lap with the event that ended it; only from serve.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    laps_told: Option<Vec<LapRecord>>,
}

/// A lap: one sowing, from the lifted hole to the cell of the last seed.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct LapRecord {
    /// The lifted hole.
    from: Cell,
    /// The number of seeds sown.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// The cell of the last seed.
    to: Cell,
    /// What happens to the last seed.
    event: Event,
}

/// What happens to the last seed of a lap.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Event {
    /// Its hole is lifted next.
    Relay,
    /// It fell into the mover's store.
    Store,
    /// It fell into the mover's protected hole.
    Protected,
    /// It fell into a hole with seeds and stops there.
    Occupied,
    /// It fell into a hole with seeds, which all went to the store.
    Banked,
    /// It fell into an empty hole of the mover, and the opposite hole was captured.
    Captured,
    /// It went from an empty hole of the mover to the store.
    Lone,
    /// It stays in an empty hole.
    Empty,
}

/// Returns the laps of a move. Each lap but the last is followed by a relay.
fn lap_records(trace: &MoveTrace) -> Vec<LapRecord> {
    let last = trace.laps.len().saturating_sub(1);
    let record = |(index, lap): (usize, &Lap)| LapRecord {
        from: lap.from,
        seeds: lap.seeds,
        to: lap.last,
        event: if index < last { Event::Relay } else { event(trace.ending) },
    };
    trace.laps.iter().enumerate().map(record).collect()
}

const fn event(ending: Ending) -> Event {
    match ending {
        Ending::Store => Event::Store,
        Ending::Protected => Event::Protected,
        Ending::Occupied => Event::Occupied,
        Ending::Banked { .. } => Event::Banked,
        Ending::Captured { .. } => Event::Captured,
        Ending::LoneBanked => Event::Lone,
        Ending::OwnEmpty(_) | Ending::OpponentEmpty => Event::Empty,
    }
}

impl Played {
    /// Creates the record of a move.
    pub fn new(trace: &MoveTrace) -> Played {
        Played {
            played: trace.played,
            laps: trace.laps.len(),
            lands: trace.laps.iter().map(|lap| lap.last).collect(),
            gain: trace.gain,
            captured: trace.captured,
            outcome: trace.outcome,
            after: trace.after,
        }
    }
}

/// Returns the legal moves of a position with their effects.
pub fn legal(game: &Game) -> Vec<Played> {
    let moves = game.legal_moves().map(|played| Round::new(game).play(played));
    moves.map(|trace| Played::new(&trace.expect("a legal move"))).collect()
}

/// The legal moves, as listed by `chongkak moves`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MovesRecord {
    /// The position.
    position: Position,
    /// The player to move.
    mover: Side,
    /// The legal moves, in the order of the holes.
    moves: Vec<Played>,
    #[serde(flatten)]
    provenance: Provenance,
}

impl MovesRecord {
    /// Creates the record of a position.
    pub fn new(game: &Game, provenance: Provenance) -> MovesRecord {
        let position = game.position();
        MovesRecord { position: *position, mover: position.mover(), moves: legal(game), provenance }
    }

    /// Returns the number of moves and which gains most, for the heading of the page.
    pub fn title(&self) -> String {
        let count = counted(self.moves.len() as u64, "legal move");
        let best = self.moves.iter().rev().max_by_key(|one| one.gain);
        let best = best.map(|best| format!("; {} gains most: {}", best.played, best.gain));
        count + &best.unwrap_or_default()
    }

    /// Returns a scene for every move, with a table of all moves.
    ///
    /// # Errors
    /// If the page contradicts the rules.
    pub fn scenes(&self, task: &Game) -> Scenes {
        let row = |m: &Played| row![m.played, m.laps, m.gain, m.captured, m.outcome];
        let heads = ["move", "laps", "gain", "captured", "outcome"];
        let rows = self.moves.iter().map(row).collect();
        let table = page_table("What every move does", &heads, rows);
        let scenes = self.moves.iter().map(|one| {
            let mut scene = Scene::of_line(&one.played.to_string(), task, &[one.played])?;
            scene.table = Some(table.clone());
            Ok(scene)
        });
        or_position(scenes.collect::<Scenes>()?, task)
    }
}

impl Record for MovesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.provenance.heading(&self.position));
        if self.moves.is_empty() {
            text.truncate(text.trim_end().len());
            return writeln!(text);
        }
        let rows = self.moves.iter().map(|m| {
            row![m.played, m.laps, lands(&m.lands), m.gain, m.captured, m.outcome, m.after]
        });
        let headings = ["move", "laps", "lands", "gain", "captured", "outcome", "after"];
        write!(text, "{}", columns(&headings, rows.collect(), &[1, 3, 4]))
    }
}

/// Formats the landings; of many, only the first and last ones.
fn lands(lands: &[Cell]) -> String {
    const SHOWN: usize = 6;
    if lands.len() <= SHOWN {
        return written(lands);
    }
    let (first, last) = (&lands[..SHOWN / 2], &lands[lands.len() - SHOWN / 2..]);
    format!("{} … {}", written(first), written(last))
}

/// A line played by `chongkak play`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayRecord {
    /// The position in which the line begins.
    position: Position,
    /// The player to move in that position.
    mover: Side,
    /// The moves.
    line: Vec<PlayedInLine>,
    /// The position in which the line ends.
    after: Position,
    #[serde(flatten)]
    provenance: Provenance,
    #[serde(skip)]
    pub traces: Vec<MoveTrace>,
    #[serde(skip)]
    explain: bool,
}

impl PlayRecord {
    /// Creates the record of a line: with `explain` every lap is shown, with `by_laps` also the
    /// event that ended it.
    pub fn new(
        game: &Game,
        traces: Vec<MoveTrace>,
        explain: bool,
        by_laps: bool,
        provenance: Provenance,
    ) -> PlayRecord {
        let position = *game.position();
        let played = |trace: &MoveTrace| PlayedInLine {
            played: Played::new(trace),
            trace: explain.then(|| trace.laps.clone()),
            laps_told: by_laps.then(|| lap_records(trace)),
        };
        PlayRecord {
            position,
            mover: position.mover(),
            line: traces.iter().map(played).collect(),
            after: traces.last().map_or(position, |last| last.after),
            provenance,
            traces,
            explain,
        }
    }
}

impl Record for PlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let english = Language::english();
        text.push_str(&self.provenance.heading(&self.position));
        for (number, trace) in (1..).zip(&self.traces) {
            let played = trace.played;
            let description = words::move_in_words(trace, self.explain, english);
            writeln!(text, "{number:>3}. {MOVE}{played}{MOVE:#}  {description}")?;
            if self.explain {
                write!(text, "\n{}", self.provenance.drawing(&trace.after))?;
            }
        }
        let after = self.after;
        if !self.explain && !self.traces.is_empty() {
            write!(text, "\n{}", self.provenance.drawing(&after))?;
        }
        writeln!(text, "{}\n{after}", picture::caption(&after, english))
    }
}

/// The answer of `chongkak show`: a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ShowRecord {
    /// The position.
    position: Position,
    /// The position as the board is drawn, for --as-drawn.
    as_drawn: String,
    /// Holes in a row.
    holes: usize,
    /// The player to move.
    mover: Side,
    /// The mark of the position, `final` or `over`; null without a mark.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["final", "over", null])))]
    mark: Option<&'static str>,
    /// All seeds, including the stores.
    total: u32,
    /// The seeds that A and B own.
    owned: [u32; 2],
    /// A's seeds minus B's.
    standing: i32,
    /// The legal moves.
    legal: Vec<Move>,
    /// A remark on an unusual number of seeds.
    #[serde(skip)]
    seeds: Option<String>,
    /// Whether the text has the position as the board is drawn.
    #[serde(skip)]
    drawn: bool,
    /// Whether the text has the board.
    #[serde(skip)]
    board: bool,
}

impl ShowRecord {
    /// Creates the record of a position. `drawn` adds the position as drawn to its text, `board`
    /// the board.
    pub fn new(game: &Game, drawn: bool, board: bool) -> ShowRecord {
        let position = game.position();
        ShowRecord {
            position: *position,
            as_drawn: position.setup().to_drawn(),
            holes: position.shape().holes(),
            mover: position.mover(),
            mark: match position.mark() {
                Mark::None => None,
                Mark::Final => Some("final"),
                Mark::Over => Some("over"),
            },
            total: position.total(),
            owned: Side::BOTH.map(|side| position.owned(side)),
            standing: position.standing(),
            legal: game.legal_moves().collect(),
            seeds: other_seeds(game),
            drawn,
            board,
        }
    }
}

impl Record for ShowRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        if self.board {
            text.push_str(&picture::captioned(&self.position, Language::english()));
        }
        writeln!(text, "{}", self.position)?;
        if let Some(seeds) = &self.seeds {
            writeln!(text, "seeds: {seeds}")?;
        }
        if self.drawn {
            writeln!(text, "--as-drawn \"{}\"", self.as_drawn)?;
        }
        Ok(())
    }
}
