//! The marks behind a board of chong, and the boards that no play leads to.

use super::army::Army;
use super::options::{KingBack, KingCell};
use super::position::arrived;
use super::position_error::{ChongPositionError, Fault, Source, one_at_most};
use super::rules::ChongRules;
use crate::language::Sentence;
use crate::sentence;

/// A mark, by the key of its name.
const MARK: &str = "faults.chong.mark";

/// Gives the armies what the marks behind the board say.
///
/// # Errors
/// The first mark that can't be.
pub(super) fn set_marks<'a>(
    source: Source<'_>,
    marks: impl Iterator<Item = &'a str>,
    armies: &mut [Army; 2],
    rules: Option<&ChongRules>,
) -> Result<(), ChongPositionError> {
    let mut seen = Vec::new();
    for word in marks {
        let mark = |key| sentence!(key, mark = Sentence::quoted(word));
        let wrong = |key, expected| Err(source.error(word, (mark(key), expected)));
        let (name, of) = word.split_once(':').unwrap_or((word, ""));
        let sides: &[usize] = match of {
            "A" => &[0],
            "B" => &[1],
            "AB" | "BA" => &[0, 1],
            _ => return wrong(MARK, sentence!("faults.chong.opened-by")),
        };
        if seen.contains(&name) {
            return wrong("faults.chong.second-mark", one_at_most());
        }
        seen.push(name);
        for &side in sides {
            let army = &mut armies[side];
            *army = match name {
                "opened" => army.with_opened(),
                "chong" if rules.is_some_and(|rules| rules.king_back != KingBack::TwoTurns) => {
                    return wrong(MARK, sentence!("faults.chong.only-two-turns"));
                }
                "chong" if army.king().is_none() => {
                    let found = ["faults.chong.no-king-of-a", "faults.chong.no-king-of-b"][side];
                    return wrong(found, sentence!("faults.chong.with-a-king"));
                }
                "chong" => army.with_primed(true),
                _ => return wrong(MARK, Sentence::one_of(&["opened", "chong"])),
            };
        }
    }
    Ok(())
}

/// A fault of a position that no play leads to.
pub(super) fn check(armies: [Army; 2], rules: &ChongRules) -> Result<(), Fault> {
    let columns = rules.columns.get();
    for (army, name) in armies.into_iter().zip(["A", "B"]) {
        let at_home = army.soldiers() >> columns == 0;
        let king_waits = army.king().is_none_or(|king| king == columns);
        if !army.opened() && (army.turned() || army.primed() || !at_home || !king_waits) {
            return Err((
                sentence!("faults.chong.too-early", side = name),
                sentence!("faults.chong.not-yet", side = name, cell = columns.to_string()),
            ));
        }
    }
    let [a, b] = armies;
    if a.is_gone() && b.is_gone() {
        return Err((sentence!("faults.chong.no-piece"), sentence!("faults.chong.one-at-least")));
    }
    let shared = (0..3 * columns).find(|cell| a.on(*cell) && b.on(3 * columns - 1 - cell));
    if rules.king_cell == KingCell::Blocked && shared.is_some() {
        return Err((sentence!("faults.chong.shared"), sentence!("faults.chong.only-one")));
    }
    let won = |army, other: Army| arrived(army, rules) || other.is_gone();
    if won(a, b) && won(b, a) {
        return Err((sentence!("faults.chong.both-won"), one_at_most()));
    }
    Ok(())
}
