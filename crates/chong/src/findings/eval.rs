//! The record of `chong eval`: the ways to play a throw ranked, or the chance before it.

use std::fmt::Write;

use serde::Serialize;

use super::{Head, Way, in_words};
use crate::{
    BoardValues, ChongPosition, ChongRules, ChongTask, Dice, Expected, Horizon, ThrowGame,
    Valuation, WayRanking, expected, probability,
};
use chongkak_base::control::{Control, ResourceError, StopReason};
use chongkak_base::language::Language;
use chongkak_base::text::layout::columns;
use chongkak_base::text::{Record, style};
use chongkak_base::{row, say};

/// Default memory of the search's table, in MiB: clearing more would take longer than most
/// searches.
pub const MEMORY: usize = 16;

/// The findings of `chongkak chong eval`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChongEvalRecord {
    #[serde(flatten)]
    pub head: Head,
    /// The faces that were thrown; null before the throw.
    pub throw: Option<Dice>,
    #[serde(flatten)]
    pub found: Found,
}

#[derive(Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Found {
    /// The chance of the player to throw; with a given throw, that of its best way.
    #[serde(flatten)]
    chance: Chance,
    /// Search depth in decisions; null where the board was solved.
    depth: Option<u32>,
    /// Number of sampled throws; 0 means all of them.
    samples: u32,
    /// The ways to play the throw, the best first.
    pub ways: Vec<WayRecord>,
    /// Number of visited states; for a solved board, the positions found.
    pub nodes: u64,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("not" = {"const": "depth"})))]
    pub stopped: Option<StopReason>,
}

/// A chance to win, with its certainty.
#[derive(Clone, Copy, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Chance {
    /// The chance that the player to throw wins, a draw counting half; null while it is open.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    probability: Option<f64>,
    /// True if it is proven.
    exact: bool,
    /// The error: if the chance is exact, the maximum error, null if that is not proven; if throws
    /// were sampled, their standard error.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    error: Option<f64>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WayRecord {
    #[serde(flatten)]
    pub way: Way,
    #[serde(flatten)]
    pub chance: Chance,
    /// Search depth after it in decisions; null where the board was solved.
    depth: Option<u32>,
}

/// Returns the result of a game that is over, or `None` if it goes on.
pub fn over(task: &ChongTask) -> Option<Found> {
    let value = task.placed.position.outcome(&task.rules)?;
    Some(Found { chance: chance(Valuation::Exact(value), Some(0.0)), ..Found::default() })
}

/// Returns the result for a board that is being solved, or whose solution a limit ended. The start
/// is valued last, so nothing is known of it.
pub fn unsolved(stopped: Option<StopReason>, positions: u64) -> Found {
    Found { nodes: positions, stopped, ..Found::default() }
}

/// Returns the values of a solved board.
pub fn exact(task: &ChongTask, throw: Option<Dice>, solved: &BoardValues) -> Found {
    let position = &task.placed.position;
    let nodes = solved.states() as u64;
    let error = solved.error().map(|error| error / 2.0);
    let value = |at: &ChongPosition| solved.value(at).expect("all that can be reached is solved");
    let Some(throw) = throw else {
        return Found {
            chance: chance(Valuation::Exact(value(position)), error),
            nodes,
            ..Found::default()
        };
    };
    let ends = task.rules.ends(position, throw).into_iter();
    let ways = ends.map(|end| WayRecord {
        chance: chance(Valuation::Exact(-value(&end.after)), error),
        way: Way::new(end, &task.placed),
        depth: None,
    });
    let mut ways: Vec<WayRecord> = ways.collect();
    let likely = |way: &WayRecord| way.chance.probability.unwrap_or(0.0);
    ways.sort_by(|one, other| likely(other).total_cmp(&likely(one)));
    Found {
        chance: ways.first().map(|way| way.chance).unwrap_or_default(),
        ways,
        nodes,
        ..Found::default()
    }
}

/// The depth and width of a search; missing settings take their defaults.
#[derive(Clone, Copy, Default)]
pub struct Lookahead {
    pub depth: Option<u32>,
    pub samples: Option<u32>,
    pub width: Option<u32>,
    pub seed: Option<u64>,
    /// In MiB.
    pub memory: Option<usize>,
}

/// Returns the search horizon, before or after a throw, as deep as the board allows.
fn horizon(sight: Lookahead, rules: &ChongRules, thrown: bool) -> Horizon {
    let columns = rules.columns.get();
    let deep = thrown || columns <= 8;
    let sampled = thrown && columns > 4;
    Horizon {
        depth: sight.depth.unwrap_or(if deep { 2 } else { 1 }),
        samples: sight.samples.unwrap_or(if sampled { 32 } else { 0 }),
        width: sight.width.unwrap_or(WIDTH) as usize,
        seed: sight.seed.unwrap_or(1),
        memory: sight.memory.unwrap_or(MEMORY),
    }
}

/// Ways that are searched deeper than one decision.
const WIDTH: u32 = 10;

/// Searches to a horizon, and reports intermediate results.
pub fn estimated(
    task: &ChongTask,
    throw: Option<Dice>,
    sight: Lookahead,
    control: Control<'_>,
    tell: &mut dyn FnMut(&dyn Fn() -> Found),
) -> Result<Found, ResourceError> {
    let game = ThrowGame::new(&task.rules);
    let horizon = horizon(sight, &task.rules, throw.is_some());
    let position = &task.placed.position;
    control.progress.start_phase("moments", None);
    let Some(throw) = throw else {
        let found = |found: &Expected| Found {
            chance: chance(found.worth, Some(0.0)),
            depth: Some(found.depth),
            samples: horizon.samples,
            ways: Vec::new(),
            nodes: found.nodes,
            stopped: found.stopped,
        };
        let tell = &mut |so_far: &Expected| tell(&|| found(so_far));
        return expected(&game, position, horizon, control, tell).map(|all| found(&all));
    };
    let found = |found: &WayRanking| ranked(task, horizon, found);
    let tell = &mut |so_far: &WayRanking| tell(&|| found(so_far));
    WayRanking::of(&game, position, throw, horizon, control, tell).map(|all| found(&all))
}

/// Converts a ranking.
fn ranked(task: &ChongTask, horizon: Horizon, found: &WayRanking) -> Found {
    let best = found.best();
    let sampled = best.is_some_and(|best| matches!(best.worth, Valuation::Sampled { .. }));
    let chance_of = |worth| chance(worth, Some(0.0));
    Found {
        chance: best.map(|best| chance_of(best.worth)).unwrap_or_default(),
        depth: best.map(|best| best.depth),
        samples: if sampled { horizon.samples } else { 0 },
        nodes: found.nodes,
        stopped: found.stopped,
        ways: (found.ways.iter())
            .map(|ranked| WayRecord {
                way: Way::new(ranked.end.clone(), &task.placed),
                chance: chance_of(ranked.worth),
                depth: Some(ranked.depth),
            })
            .collect(),
    }
}

/// Converts a value to a chance; `error` is the error of exact values, as a probability, if known.
fn chance(worth: Valuation, error: Option<f64>) -> Chance {
    let (exact, error) = match worth {
        Valuation::Exact(_) => (true, error),
        Valuation::Guess(_) => (false, None),
        Valuation::Sampled { error, .. } => (false, error.is_finite().then_some(error / 2.0)),
    };
    Chance { probability: Some(probability(worth.value())), exact, error }
}

impl Chance {
    /// Formats an exact value with twelve places, and an estimate with a tenth of a percent.
    pub fn in_words(self, language: &Language) -> String {
        let Some(probability) = self.probability else {
            return say!(language, "chong-game.advice.open");
        };
        let percent = language.decimal(100.0 * probability, 1);
        match (self.exact, self.error) {
            (true, _) if probability.fract() == 0.0 => language.decimal(probability, 0),
            (true, _) => language.decimal(probability, 12),
            (false, None) => say!(language, "chong-game.advice.about", percent = percent),
            (false, Some(error)) => say!(
                language,
                "chong-game.advice.about-within",
                percent = percent,
                error = language.decimal(100.0 * error, 1),
            ),
        }
    }
}

impl WayRecord {
    /// Says how deep this way was searched.
    pub fn ahead(&self, language: &Language) -> String {
        let solved = || say!(language, "chong-game.advice.solved");
        self.depth.map_or_else(solved, |depth| depth.to_string())
    }
}

impl ChongEvalRecord {
    /// Formats the chance with its certainty.
    pub fn result(&self, language: &Language) -> String {
        let (chance, player) = (self.found.chance, self.head.player);
        let style = style::value(chance.exact && chance.error.is_some());
        let key = match (chance.exact, chance.error) {
            (true, None) => "chong-game.advice.that-iterated",
            _ => "chong-game.advice.that",
        };
        let words = chance.in_words(language);
        match chance.probability {
            Some(_) => say!(
                language,
                key,
                strong = style,
                plain = format!("{style:#}"),
                chance = words,
                player = player,
            ),
            None => words,
        }
    }

    /// Says how far the search went and what ended it; `None` for a solved board.
    pub fn effort(&self, language: &Language) -> Option<String> {
        let found = &self.found;
        let counted = |key, number: u64| say!(language, key; number, number = number);
        let effort = match (found.depth, found.samples) {
            (None, _) => {
                found.stopped?;
                let positions = counted("chong-game.count.positions", found.nodes);
                say!(language, "chong-game.advice.not-solved", positions = positions)
            }
            (Some(depth), samples) => say!(
                language,
                match samples {
                    0 => "chong-game.advice.all-throws",
                    _ => "chong-game.advice.sampled",
                },
                decisions = say!(language, "chong-game.count.decisions"; depth),
                samples = samples,
                nodes = counted("chong-game.count.nodes", found.nodes),
            ),
        };
        Some(match found.stopped {
            None => effort,
            Some(reason) => say!(
                language,
                "chong-game.advice.stopped",
                effort = effort,
                reason = say!(language, stopped(reason)),
            ),
        })
    }
}

/// Returns the key of the text for what ended a search.
const fn stopped(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "chong-game.stopped.time",
        StopReason::Nodes => "chong-game.stopped.nodes",
        StopReason::Depth => "chong-game.stopped.depth",
        StopReason::Memory => "chong-game.stopped.memory",
        StopReason::Interrupted => "chong-game.stopped.interrupted",
        StopReason::Cancelled => "chong-game.stopped.cancelled",
    }
}

impl Record for ChongEvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (found, english) = (&self.found, Language::english());
        text.push_str(&self.head.picture());
        text.push('\n');
        if let Some(throw) = &self.throw {
            writeln!(text, "throw        {throw}")?;
        }
        writeln!(text, "probability  {}", self.result(english))?;
        if let Some(effort) = self.effort(english) {
            writeln!(text, "search       {effort}")?;
        }
        if found.ways.is_empty() {
            return Ok(());
        }
        let rows = found.ways.iter().take(SHOWN).map(|one| {
            row![
                in_words(&one.way.way),
                one.chance.in_words(english),
                one.ahead(english),
                one.way.after
            ]
        });
        let headings = ["moves", "wins", "ahead", "after"];
        write!(text, "\n{}", columns(&headings, rows.collect(), &[2]))?;
        if found.ways.len() > SHOWN {
            writeln!(text, "and {} more", found.ways.len() - SHOWN)?;
        }
        Ok(())
    }
}

/// The number of ways shown in text output.
const SHOWN: usize = 20;
