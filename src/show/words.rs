//! Moves in words, for text and for pages.

pub mod ticks;

use crate::board::Mark;
use crate::moves::{Ending, Game, Lap, MoveTrace, NoCapture, Outcome};
use crate::rules::Preset;
use crate::search::{Bounds, Value};

use super::picture;
pub use crate::control::stopped_by;
pub use crate::text::numbers::{bytes, counted, counted_as, signed};

/// The outcome of a move in words.
pub fn what_follows(trace: &MoveTrace) -> String {
    let mover = trace.played.side;
    let other = mover.other();
    match trace.outcome {
        Outcome::Again => format!("{mover} moves again"),
        Outcome::Stop if trace.passes => {
            format!("{other} has nothing to lift and passes; {mover}'s final turn")
        }
        Outcome::Stop if trace.after.mark() == Mark::Final => {
            format!("{other} to move, a final turn: {mover} has nothing to lift")
        }
        Outcome::Stop => format!("{other} to move"),
        Outcome::Over if trace.recurs => {
            "the position was there before: the round is over".to_owned()
        }
        Outcome::Over => "the round is over".to_owned(),
    }
}

/// Says how the last lap ended.
pub fn ending(trace: &MoveTrace) -> String {
    let last = trace.laps.last().expect("a move has a lap").last;
    match trace.ending {
        Ending::Store => format!("in the store {last}"),
        Ending::Protected => format!("in the protected hole {last}"),
        Ending::Occupied => format!("in {last}, which held seeds"),
        Ending::Banked { seeds } => {
            format!("in {last}, which held seeds: all {seeds} go to the store")
        }
        Ending::Captured {
            from,
            seeds,
            with_last,
        } => {
            let last_too = if with_last {
                " and the last seed"
            } else {
                "; the last seed stays"
            };
            format!("in {last}, which was empty: takes {seeds} from {from}{last_too}")
        }
        Ending::LoneBanked => {
            format!(
                "in {last}, which was empty, nothing to take opposite: the last seed goes to the store"
            )
        }
        Ending::OwnEmpty(why) => format!("in {last}, which was empty: {}", no_capture(why)),
        Ending::OpponentEmpty => format!("in {last}, an empty hole of the opponent"),
    }
}

fn no_capture(why: NoCapture) -> &'static str {
    match why {
        NoCapture::NothingOpposite => "nothing to take opposite",
        NoCapture::LapCondition => "no capture: the sowing had not yet gone round the board",
        NoCapture::NotInRules => "these rules capture nothing",
    }
}

/// All laps of a move, a line each.
pub fn laps(trace: &MoveTrace) -> String {
    let lap = |(index, lap): (usize, &Lap)| {
        let lift = if index == 0 { "lifts" } else { "relay" };
        let (from, seeds) = (lap.from.to_string(), counted(lap.seeds, "seed"));
        let end = lap_ending(trace, index);
        format!("     {lift} {from:<3} {seeds:>8}, {end}\n")
    };
    trace.laps.iter().enumerate().map(lap).collect()
}

/// Says how a lap of a move ended, the first one being 0.
pub fn lap_ending(trace: &MoveTrace, index: usize) -> String {
    let lap = &trace.laps[index];
    if index + 1 < trace.laps.len() {
        format!(
            "last in {}, which held {}: lifted and sown on",
            lap.last, lap.held
        )
    } else {
        format!("last {}", ending(trace))
    }
}

/// Proven bounds of a value.
pub fn bounds(lower: i32, upper: i32) -> String {
    if lower == upper {
        signed(lower)
    } else {
        format!("{} to {}", signed(lower), signed(upper))
    }
}

/// A value in a table: an estimate at an end of its bounds says no more than they do.
pub fn value(value: Value, bounds: Bounds) -> String {
    match value.seeds() {
        _ if !is_cut(value, bounds) => value.to_string(),
        seeds if seeds == bounds.lower => format!("at least {}", signed(seeds)),
        seeds => format!("at most {}", signed(seeds)),
    }
}

/// The same with the other end of the bounds, where that says more than how many seeds there are.
pub fn value_between(value: Value, bounds: Bounds) -> String {
    match is_cut(value, bounds) {
        true => self::bounds(bounds.lower, bounds.upper),
        false => value.to_string(),
    }
}

/// A value with what it means.
pub fn value_told(value: Value, bounds: Bounds) -> String {
    let told = self::value(value, bounds);
    match value {
        Value::Exact(seeds) => format!("{told}, proven: {}", picture::result_in_words(seeds)),
        Value::Estimate(_) if is_cut(value, bounds) => {
            format!("{told}, proven (A's seeds less B's)")
        }
        Value::Estimate(_) => format!("{told}, an estimate (A's seeds less B's)"),
    }
}

/// Tells whether an estimate lies at an end of its bounds.
pub const fn is_cut(value: Value, bounds: Bounds) -> bool {
    let seeds = value.seeds();
    !value.is_exact() && (seeds == bounds.lower || seeds == bounds.upper)
}

/// A word on the seeds if they are not those of the opening: a hole may be left out or misread.
pub fn other_seeds(game: &Game) -> Option<String> {
    let (rules, found) = (game.rules(), game.position().total());
    let usual = rules.total();
    (found != usual).then(|| {
        let others = full_boards(game);
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(": a full board of {}: --rules?", others.join(", ")),
        };
        format!("{found} in all, not the {usual} of a full board{others}")
    })
}

/// The rule sets of whose full board the position has the holes and the seeds.
fn full_boards(game: &Game) -> Vec<&'static str> {
    let (holes, seeds) = (game.position().shape().holes(), game.position().total());
    let is_full = |preset: &&Preset| {
        usize::from(preset.rules.holes.get()) == holes && preset.rules.total() == seeds
    };
    Preset::all()
        .iter()
        .filter(is_full)
        .map(|preset| preset.name)
        .collect()
}

/// The best moves behind a value, for a title.
pub fn best_moves(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [best] => format!("; best move {best}"),
        _ => format!("; best moves {}", moves.join(" ")),
    }
}
