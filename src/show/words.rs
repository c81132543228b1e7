//! Moves in words, for text and for pages, in the reader's language.

pub mod ticks;

use crate::board::Mark;
use crate::language::Language;
use crate::moves::{Ending, Lap, MoveTrace, NoCapture, Outcome};
use crate::say;
use crate::search::{Bounds, Value};

use super::picture;
pub use crate::control::stopped_by;
pub use crate::text::numbers_in_words::{bytes, counted, counted_as, signed};

/// Describes the outcome of a move.
pub fn what_follows(trace: &MoveTrace, language: &Language) -> String {
    let mover = trace.played.side;
    let other = mover.other();
    match trace.outcome {
        Outcome::Again => say!(language, "words.follows.again", mover = mover),
        Outcome::Stop if trace.passes => {
            let key = match trace.after.mark() {
                Mark::Final => "words.follows.passes",
                _ => "words.follows.passes-again",
            };
            say!(language, key, mover = mover, other = other)
        }
        Outcome::Stop if trace.after.mark() == Mark::Final => {
            say!(language, "words.follows.final", mover = mover, other = other)
        }
        Outcome::Stop => say!(language, "words.follows.stop", other = other),
        Outcome::Over if trace.recurs => say!(language, "words.follows.recurs"),
        Outcome::Over => say!(language, "words.follows.over"),
    }
}

/// Describes how the last lap ended.
pub fn ending(trace: &MoveTrace, language: &Language) -> String {
    let last = trace.laps.last().expect("a move has a lap").last;
    let key = match trace.ending {
        Ending::Store => "words.ending.store",
        Ending::Protected => "words.ending.protected",
        Ending::Occupied => "words.ending.occupied",
        Ending::Banked { seeds } => {
            return say!(language, "words.ending.banked", last = last, seeds = seeds);
        }
        Ending::Captured { from, seeds, with_last } => {
            let key = match with_last {
                true => "words.ending.captured",
                false => "words.ending.captured-alone",
            };
            return say!(language, key, last = last, seeds = seeds, from = from);
        }
        Ending::LoneBanked => "words.ending.lone",
        Ending::OwnEmpty(NoCapture::NothingOpposite) => "words.ending.nothing-opposite",
        Ending::OwnEmpty(NoCapture::LapCondition) => "words.ending.too-early",
        Ending::OwnEmpty(NoCapture::NotInRules) => "words.ending.no-capture",
        Ending::OpponentEmpty => "words.ending.of-opponent",
    };
    say!(language, key, last = last)
}

/// Describes a move in one line: its laps, its gain, how it ended and what follows.
pub fn moved(trace: &MoveTrace, language: &Language) -> String {
    say!(
        language,
        "words.moved",
        laps = say!(language, "page.count.laps"; trace.laps.len()),
        gain = trace.gain,
        ending = ending(trace, language),
        follows = what_follows(trace, language),
    )
}

/// Describes the laps and the gain of a move.
pub fn gains(trace: &MoveTrace, language: &Language) -> String {
    let laps = say!(language, "page.count.laps"; trace.laps.len());
    say!(language, "words.gains", laps = laps, gain = trace.gain)
}

/// Describes a move in one line, or with one line per lap and what follows in the last one.
pub fn move_in_words(trace: &MoveTrace, with_laps: bool, language: &Language) -> String {
    if !with_laps {
        return moved(trace, language);
    }
    let (gains, laps) = (gains(trace, language), laps(trace, language));
    let follows = what_follows(trace, language);
    format!("{gains}\n{laps}     {follows}")
}

/// Describes all laps of a move, one per line.
pub fn laps(trace: &MoveTrace, language: &Language) -> String {
    let kinds = [say!(language, "words.lap.lifts"), say!(language, "words.lap.relays")];
    let width = kinds.iter().map(|kind| kind.chars().count()).max();
    let width = width.unwrap_or_default();
    let lap = |(index, lap): (usize, &Lap)| {
        let (from, kind) = (lap.from.to_string(), &kinds[index.min(1)]);
        let seeds = say!(language, "page.count.seeds"; lap.seeds);
        let end = lap_ending(trace, index, language);
        format!("     {kind:width$} {from:<3} {seeds:>8}, {end}\n")
    };
    trace.laps.iter().enumerate().map(lap).collect()
}

/// Describes how a lap of a move ended; the first lap has index 0.
pub fn lap_ending(trace: &MoveTrace, index: usize, language: &Language) -> String {
    let lap = &trace.laps[index];
    if index + 1 < trace.laps.len() {
        let (last, held) = (lap.last, lap.held);
        say!(language, "words.lap.relayed", last = last, held = held)
    } else {
        let ending = ending(trace, language);
        say!(language, "words.lap.last", ending = ending)
    }
}

/// Formats proven bounds of a value.
pub fn bounds(lower: i32, upper: i32, language: &Language) -> String {
    if lower == upper {
        return signed(lower);
    }
    let (lower, upper) = (signed(lower), signed(upper));
    say!(language, "words.value.between", lower = lower, upper = upper)
}

/// Formats a value for a table. An estimate equal to a bound was clamped, so only the bound is
/// shown.
pub fn value(value: Value, bounds: Bounds, language: &Language) -> String {
    let key = match value.seeds() {
        _ if !is_clamped(value, bounds) => return plain(value, language),
        seeds if seeds == bounds.lower => "words.value.least",
        _ => "words.value.most",
    };
    say!(language, key, value = signed(value.seeds()))
}

/// Formats a value without bounds.
fn plain(value: Value, language: &Language) -> String {
    let seeds = signed(value.seeds());
    match value.is_exact() {
        true => seeds,
        false => say!(language, "words.value.about", value = seeds),
    }
}

/// Formats a value; a clamped estimate is shown as both bounds.
pub fn value_between(value: Value, bounds: Bounds, language: &Language) -> String {
    match is_clamped(value, bounds) {
        true => self::bounds(bounds.lower, bounds.upper, language),
        false => plain(value, language),
    }
}

/// Formats a value with its meaning.
pub fn value_with_meaning(value: Value, bounds: Bounds, language: &Language) -> String {
    let text = self::value(value, bounds, language);
    match value {
        Value::Exact(seeds) => {
            let result = picture::result_in_words(seeds, language);
            say!(language, "words.value.proven", value = text, result = result)
        }
        Value::Estimate(_) if is_clamped(value, bounds) => {
            say!(language, "words.value.bound", value = text)
        }
        Value::Estimate(_) => say!(language, "words.value.estimate", value = text),
    }
}

/// Returns whether an estimate equals one of its bounds, that is, was clamped.
pub const fn is_clamped(value: Value, bounds: Bounds) -> bool {
    let seeds = value.seeds();
    !value.is_exact() && (seeds == bounds.lower || seeds == bounds.upper)
}

/// Returns a label, padded to the width of the longest label of the language plus one blank.
pub fn label(key: &str, language: &Language) -> String {
    let all = language.keys().filter(|key| key.starts_with(LABELS));
    let longest = all.map(|key| say!(language, key).chars().count()).max();
    let width = longest.unwrap_or_default() + 1;
    format!("{:width$}", say!(language, key))
}

/// The prefix of the keys of all labels.
const LABELS: &str = "words.label.";
