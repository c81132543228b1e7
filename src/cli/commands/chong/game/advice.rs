//! Advice on request: a hint, or the chances of all ways to play the throw.

use chongkak::chong::findings::eval::{
    ChongEvalRecord, Found, Lookahead, WayRecord, estimated, exact,
};
use chongkak::chong::findings::wording;
use chongkak::chong::{BoardSolver, ChongPosition, ChongRules, ChongTask, Dice, End, Unsolved};
use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::say;

use crate::cli::CliError;
use crate::cli::records::translated_columns;
use crate::cli::style::MOVE;
use crate::cli::words::label;

/// Maximum columns of a board that is solved.
const SMALL: u8 = 4;

/// Maximum positions of a board that is solved for a hint: about a second of work. Larger boards
/// are estimated.
const POSITIONS: u64 = 200_000;

/// Memory of the solver in mebibytes.
const MEMORY: usize = 256;

/// Maximum number of ways to show.
const SHOWN: usize = 20;

/// Returns the chances before or after a throw: proven on a small board, otherwise estimated.
pub fn search(
    task: &ChongTask,
    throw: Option<Dice>,
    control: Control<'_>,
) -> Result<Found, CliError> {
    let rules = &task.rules;
    if rules.columns.get() <= SMALL {
        let solver = BoardSolver::new(rules, MEMORY);
        let nodes = POSITIONS;
        match solver.solve(&task.placed.position, control.with_nodes(nodes)) {
            Ok(solved) => return Ok(exact(task, throw, &solved)),
            Err(Unsolved::ResourceError(shortage)) => return Err(shortage.into()),
            Err(_) => {}
        }
    }
    Ok(estimated(task, throw, Lookahead::default(), control, &mut |_| {})?)
}

/// Formats the best way, its chance and the reason.
pub fn hint(
    record: &ChongEvalRecord,
    ends: &[End],
    rules: &ChongRules,
    language: &Language,
) -> String {
    let Some(best) = record.found.ways.first() else {
        return say!(language, "chong-game.advice.nothing") + "\n";
    };
    let (way, player) = (&best.way, record.head.player);
    let mut reasons = Vec::new();
    let effects = wording::effects(&way.way, language);
    if !effects.is_empty() {
        reasons.push(effects);
    }
    reasons.push(match way.won {
        true => say!(language, "chong-game.advice.wins"),
        false => {
            let (wins, total) = next_wins(&way.after.position, rules);
            say!(
                language,
                "chong-game.advice.next-wins",
                player = player.other(),
                wins = wins,
                total = total,
            )
        }
    });
    let others = match record.found.ways.get(1) {
        None => say!(language, "chong-game.advice.only"),
        Some(_) if way.won => say!(language, "chong-game.advice.not-needed"),
        Some(next) => say!(
            language,
            "chong-game.advice.next-best",
            way = wording::way(&next.way.way, language),
            chance = next.chance.in_words(language),
        ),
    };
    let [hint, chance, reason, other] =
        ["words.label.hint", "words.label.chance", "words.label.reason", "words.label.others"]
            .map(|key| label(key, language));
    format!(
        "{hint}{}: {MOVE}{}{MOVE:#}\n{chance}{}\n{}{reason}{}\n{other}{others}\n",
        number(best, ends),
        wording::way(&way.way, language),
        record.result(language),
        effort(record, language),
        reasons.join("; "),
    )
}

/// Returns the number of a way in the list of all ways.
fn number(way: &WayRecord, ends: &[End]) -> usize {
    let is = |end: &End| end.way == way.way.way;
    ends.iter().position(is).map_or(0, |index| index + 1)
}

fn effort(record: &ChongEvalRecord, language: &Language) -> String {
    let effort = record.effort(language);
    let label = label("words.label.search", language);
    effort.map_or(String::new(), |effort| format!("{label}{effort}\n"))
}

/// Counts the throws with which a player wins at once, and all throws.
fn next_wins(position: &ChongPosition, rules: &ChongRules) -> (u32, u32) {
    let throws = Dice::all(rules.dice).into_iter();
    let wins = throws.filter(|(_, throw)| rules.ends(position, *throw)[0].won);
    let wins = wins.map(|(weight, _)| weight).sum();
    (wins, 6_u32.pow(rules.dice.into()))
}

/// Formats the chance, and the ways to play the throw with theirs, best first.
pub fn eval(record: &ChongEvalRecord, ends: &[End], language: &Language) -> String {
    let ways = &record.found.ways;
    let result = record.result(language);
    let heading = label("words.label.chance", language);
    let chance = format!("{heading}{result}\n{}", effort(record, language));
    if ways.is_empty() {
        return chance;
    }
    let rows = ways.iter().take(SHOWN).map(|one| {
        let moves = wording::way(&one.way.way, language);
        let wins = one.chance.in_words(language);
        row![number(one, ends), moves, wins, one.ahead(language)]
    });
    let headings = ["chong-game.way", "chong-game.moves", "chong-game.wins", "chong-game.ahead"];
    let table = translated_columns(headings, rows.collect(), &[0, 3], language);
    let more = match ways.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => say!(language, "chong-game.more"; more) + "\n",
    };
    format!("{chance}{table}{more}")
}
