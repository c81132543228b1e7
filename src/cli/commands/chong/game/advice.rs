//! The advice that a player may ask for: a hint, the chances of all ways to play the throw.

use chongkak::chong::findings::eval::{
    ChongEvalRecord, Found, Lookahead, WayRecord, estimated, exact,
};
use chongkak::chong::findings::{in_words, told};
use chongkak::chong::{BoardSolver, ChongPosition, ChongRules, ChongTask, Dice, End, Unsolved};
use chongkak::control::Control;

use crate::cli::CliError;
use crate::cli::records::columns;
use crate::cli::style::MOVE;

/// Columns up to which a solution is tried.
const SMALL: u8 = 4;

/// Positions of a board that is solved for a hint: about a second of work. Others are estimated.
const POSITIONS: u64 = 200_000;

/// Mebibytes of the solver.
const MEMORY: usize = 256;

/// Ways whose chances are shown.
const SHOWN: usize = 20;

/// The chances before or after a throw: proven on a board that is small enough, else estimated.
pub fn search(
    task: &ChongTask,
    throw: Option<Dice>,
    control: Control<'_>,
) -> Result<Found, CliError> {
    let rules = &task.rules;
    if rules.columns.get() <= SMALL {
        let solver = BoardSolver {
            rules,
            memory: MEMORY,
        };
        let nodes = POSITIONS;
        match solver.solve(&task.placed.position, Control { nodes, ..control }) {
            Ok(solved) => return Ok(exact(task, throw, &solved)),
            Err(Unsolved::ResourceError(shortage)) => return Err(shortage.into()),
            Err(_) => {}
        }
    }
    Ok(estimated(
        task,
        throw,
        Lookahead::default(),
        control,
        &mut |_| {},
    )?)
}

/// A way, its chance, and why.
pub fn hint(record: &ChongEvalRecord, ends: &[End], rules: &ChongRules) -> String {
    let Some(best) = record.found.ways.first() else {
        return "there is no way to play\n".to_owned();
    };
    let (way, player) = (&best.way, record.head.player);
    let mut reasons = Vec::new();
    let effects = told::effects(&way.way);
    if !effects.is_empty() {
        reasons.push(effects);
    }
    reasons.push(match way.won {
        true => "wins the game".to_owned(),
        false => {
            let (wins, total) = next_wins(&way.after.position, rules);
            format!("{} then wins with {wins} of {total} throws", player.other())
        }
    });
    let others = match record.found.ways.get(1) {
        None => "it is the only way to play the throw".to_owned(),
        Some(_) if way.won => "none is needed".to_owned(),
        Some(next) => format!(
            "{}, the next best, has {}",
            in_words(&next.way.way),
            next.chance.in_words()
        ),
    };
    format!(
        "hint    {}: {MOVE}{}{MOVE:#}\nchance  {}\n{}reason  {}\nothers  {others}\n",
        number(best, ends),
        in_words(&way.way),
        record.result(),
        effort(record),
        reasons.join("; "),
    )
}

/// The number of a way among all.
fn number(way: &WayRecord, ends: &[End]) -> usize {
    let is = |end: &End| end.way == way.way.way;
    ends.iter().position(is).map_or(0, |index| index + 1)
}

fn effort(record: &ChongEvalRecord) -> String {
    let effort = record.effort();
    effort.map_or(String::new(), |effort| format!("search  {effort}\n"))
}

/// The throws with which a player wins at once, and all.
fn next_wins(position: &ChongPosition, rules: &ChongRules) -> (u32, u32) {
    let throws = Dice::all(rules.dice).into_iter();
    let wins = throws.filter(|(_, throw)| rules.ends(position, *throw)[0].won);
    let wins = wins.map(|(weight, _)| weight).sum();
    (wins, 6_u32.pow(rules.dice.into()))
}

/// The chance, and those of the ways to play the throw, the best first.
pub fn eval(record: &ChongEvalRecord, ends: &[End]) -> String {
    let ways = &record.found.ways;
    let chance = format!("chance  {}\n{}", record.result(), effort(record));
    if ways.is_empty() {
        return chance;
    }
    let rows = ways.iter().take(SHOWN).map(|one| {
        let moves = in_words(&one.way.way);
        row![number(one, ends), moves, one.chance.in_words(), one.ahead()]
    });
    let table = columns(&["way", "moves", "wins", "ahead"], rows.collect(), &[0, 3]);
    let more = match ways.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} more\n"),
    };
    format!("{chance}{table}{more}")
}
