//! The cost of each turn of a round: the values of the positions before and after it, and a turn
//! that gives nothing away.
//!
//! A turn ends where the next one starts, so a round of n turns has n + 1 values. They are related:
//! the player who moved could reach the position that followed. So proven bounds of one position
//! bound its neighbours, and no turn brings its player more than the position was worth.

use super::{AnalysedTurn, PositionValue, SetGame};
use crate::board::{Position, Side};
use crate::known::{bounds_of_turn, first_turn, moves, openings};
use crate::moves::{Game, Move, Outcome, Round};
use crate::record::replay_line;
use crate::rules::StorePlace;
use crate::search::{Bounds, Evaluation, Loss};
use crate::text::Diagnostic;

/// The error for search results of two positions that contradict each other: a bug of this program.
fn contradiction(position: &Position) -> Diagnostic {
    Diagnostic::fault(position, "its proven bounds contradict each other")
}

/// The evaluation of a position.
struct Judged {
    bounds: Bounds,
    /// The value, exact or estimated.
    seeds: i32,
    /// The best turn according to its search.
    best: Vec<Move>,
    /// A line of best play to the end of the round that proves the value, or empty.
    line: Vec<Move>,
    /// The book's turn, or empty.
    book: Vec<Move>,
}

/// Computes the cost of each turn of a round. `search` evaluates a position; it is called from the
/// end of the round to its start. If it returns `None` the analysis ends, and only the later turns
/// are included.
///
/// Under rules that let positions recur (`store = far`), a value depends on the path to a position,
/// so only the value of a finished round counts as proven.
///
/// # Errors
/// If the search fails, or its values contradict each other.
///
/// # Panics
/// If the set has no such round. Rounds are numbered from 0.
///
/// # Examples
/// Kalah with two holes and one seed: starting with A1 instead of A2, which would move again, costs
/// 4 seeds of the lead.
/// ```
/// use chongkak::sets::{SetGame, analyse};
/// use chongkak::{Control, Evaluator, Game, Preset, Side, moves::parse_line};
/// let rules = Preset::named("kalah").unwrap().rules.sized(2, 1).unwrap();
/// let mut set = SetGame::new(&Game::opening(&rules, Side::A));
/// set.play(&parse_line("A1").unwrap()[0]).unwrap();
/// let search = |game: &Game| {
///     let found = Evaluator::new().evaluate(game, Control::none());
///     Ok(Some(found.unwrap()))
/// };
/// let turns = analyse(&set, 0, search).unwrap();
/// assert_eq!((turns[0].loss().least, turns[0].loss().most), (4, 4));
/// assert_eq!(turns[0].best[0].to_string(), "A2");
/// ```
pub fn analyse(
    set: &SetGame,
    round: usize,
    mut search: impl FnMut(&Game) -> Result<Option<Evaluation>, Diagnostic>,
) -> Result<Vec<AnalysedTurn>, Diagnostic> {
    let turns = &set.rounds()[round].turns;
    let games = turn_positions(set, round);
    let mut judged = Vec::new();
    // Later positions are easier, and an analysis that is cut off still has complete turns.
    for (index, game) in games.iter().enumerate().rev() {
        let asked = index < turns.len();
        let Some(found) = judge(game, asked, &mut search)? else {
            break;
        };
        judged.push(found);
    }
    judged.reverse();
    let first = games.len() - judged.len();
    let games = &games[first..];
    let played = turns.get(first..).unwrap_or(&[]);
    follow_best_lines(games, played, &mut judged)?;
    settle_bounds(games, &mut judged)?;
    settle_values(games, played, &mut judged);
    let analysed = (first..turns.len()).map(|index| {
        let [before, after] = [index - first, index - first + 1];
        let line = turns[index].clone();
        let mut turn = AnalysedTurn {
            round: round + 1,
            turn: index + 1,
            player: games[before].position().mover(),
            position: *games[before].position(),
            end: *games[after].position(),
            best: line.clone(),
            line,
            before: judged[before].value_of(),
            after: judged[after].value_of(),
            is_best_known: judged[before].knows(&turns[index])
                || is_of_book(&games[before], &turns[index]),
        };
        let Loss { least, most } = turn.loss();
        if judged[before].best.starts_with(&turn.line) && least > 0 {
            turn.best.clear();
        } else if most > 0 && (least > 0 || !turn.is_best_known) {
            turn.best.clone_from(&judged[before].best);
        }
        turn
    });
    Ok(analysed.collect())
}

/// The number of positions of a round to search, if no search is cut off: the start of every turn,
/// and the last position if the round is not over.
#[must_use]
pub fn positions_to_search(set: &SetGame, round: usize) -> usize {
    let round = &set.rounds()[round];
    match round.turns.len() {
        0 => 0,
        turns => turns + usize::from(!round.after.is_over()),
    }
}

/// The positions at which the turns of a round start, and the one after the last turn; empty for a
/// round without turns.
pub(crate) fn turn_positions(set: &SetGame, round: usize) -> Vec<Game> {
    let played = &set.rounds()[round];
    if played.turns.is_empty() {
        return Vec::new();
    }
    let begun = Game::new(set.rules(), &played.begun);
    let begun = begun.expect("a set is played under its rules");
    let mut round = Round::new(&begun);
    let mut games = vec![begun];
    for turn in &played.turns {
        for played in turn {
            let legal = round.play(*played);
            legal.expect("what was played of a set is legal");
        }
        games.push(begun.at(*round.position()));
    }
    games
}

/// Evaluates a position by a search, with a complete best turn if `asked`; `None` if the search
/// ends the analysis.
fn judge(
    game: &Game,
    asked: bool,
    search: &mut impl FnMut(&Game) -> Result<Option<Evaluation>, Diagnostic>,
) -> Result<Option<Judged>, Diagnostic> {
    let position = game.position();
    if position.is_over() {
        let seeds = position.standing();
        return Ok(Some(Judged {
            bounds: Bounds::exact(seeds),
            seeds,
            best: Vec::new(),
            line: Vec::new(),
            book: Vec::new(),
        }));
    }
    let Some(found) = search(game)? else {
        return Ok(None);
    };
    let near = game.rules().store == StorePlace::Near;
    let bounds = if near { found.bounds } else { Bounds::of_board(position.total()) };
    let whole = || replay_line(game, &found.line).is_ok_and(|end| end.is_over());
    let proven =
        if near && found.value.is_exact() && whole() { found.line.clone() } else { Vec::new() };
    let mut round = Round::new(game);
    let mut best = Vec::new();
    let mut line = found.line;
    while asked && !expand_turn(&mut round, &line, &mut best) {
        // The search's line ends within the turn: search on from there.
        let Some(on) = search(&game.at(*round.position()))? else {
            return Ok(None);
        };
        line = on.line;
        if line.is_empty() {
            break;
        }
    }
    Ok(Some(Judged {
        bounds,
        seeds: found.value.seeds(),
        best,
        line: proven,
        book: first_turn(game).unwrap_or_default(),
    }))
}

/// Plays a line by the plain rules to the end of the turn; returns whether it got there.
fn expand_turn(round: &mut Round, line: &[Move], turn: &mut Vec<Move>) -> bool {
    for played in line {
        let Ok(trace) = round.play_written(&(*played).into()) else {
            return true;
        };
        turn.push(trace.played);
        if trace.outcome != Outcome::Again {
            return true;
        }
    }
    false
}

/// Propagates values along lines of best play. A player who follows the best turn, or its start,
/// keeps the value: along a line of best play to the end of the round the value stays the same, and
/// the rest of any other known turn is certain to bring its harvest.
fn follow_best_lines(
    games: &[Game],
    turns: &[Vec<Move>],
    judged: &mut [Judged],
) -> Result<(), Diagnostic> {
    for (index, turn) in turns.iter().enumerate() {
        let [before, after] = &mut judged[index..=index + 1] else {
            unreachable!("two neighbours")
        };
        let game = &games[index + 1];
        let kept = |best: &[Move]| best.strip_prefix(&turn[..]).map(<[Move]>::to_vec);
        let rests = [kept(&before.best), kept(&before.book)];
        let proven = kept(&before.line).filter(|_| !before.line.is_empty());
        let sure = rests.iter().flatten().filter(|rest| !rest.is_empty());
        let sure = sure.filter_map(|rest| bounds_of_turn(game, rest));
        for known in sure.chain(proven.as_ref().map(|_| before.bounds)) {
            let both = after.bounds.and(known);
            after.bounds = both.ok_or_else(|| contradiction(game.position()))?;
        }
        // The rest of the line also proves the value of the next position, whatever that search
        // found.
        if let Some(line) = proven.filter(|line| !line.is_empty() && after.line.is_empty()) {
            if !after.best.is_empty() {
                after.best.clear();
                expand_turn(&mut Round::new(game), &line, &mut after.best);
            }
            after.line = line;
        }
    }
    Ok(())
}

/// Propagates proven bounds to neighbouring positions: the mover could reach the next position, so
/// the position is worth at least as much to the mover, and the next one at most as much.
fn settle_bounds(games: &[Game], judged: &mut [Judged]) -> Result<(), Diagnostic> {
    let mut changes = true;
    while changes {
        changes = false;
        for (index, game) in games.iter().enumerate().take(games.len().saturating_sub(1)) {
            let [before, after] = &mut judged[index..=index + 1] else {
                unreachable!("two neighbours")
            };
            let old = [before.bounds, after.bounds];
            match game.position().mover() {
                Side::A => {
                    before.bounds.lower = before.bounds.lower.max(after.bounds.lower);
                    after.bounds.upper = after.bounds.upper.min(before.bounds.upper);
                }
                Side::B => {
                    before.bounds.upper = before.bounds.upper.min(after.bounds.upper);
                    after.bounds.lower = after.bounds.lower.max(before.bounds.lower);
                }
            }
            changes |= old != [before.bounds, after.bounds];
        }
        for (game, judged) in games.iter().zip(&*judged) {
            if judged.bounds.lower > judged.bounds.upper {
                return Err(contradiction(game.position()));
            }
        }
    }
    Ok(())
}

/// Settles estimates from the end to the start: a position has the value that its search found, but
/// at least that of the next position for its mover, and exactly that if the mover played the turn
/// that the search thought best.
fn settle_values(games: &[Game], turns: &[Vec<Move>], judged: &mut [Judged]) {
    for index in (0..games.len()).rev() {
        if let Some(after) = judged.get(index + 1).map(|after| after.seeds) {
            let mover = games[index].position().mover();
            let found = &mut judged[index];
            found.seeds = match mover {
                // An unfinished turn may be the start of the best one.
                _ if found.knows(&turns[index]) => after,
                Side::A => found.seeds.max(after),
                Side::B => found.seeds.min(after),
            };
        }
        let found = &mut judged[index];
        found.seeds = found.bounds.with_estimate(found.seeds).seeds();
    }
}

/// Whether a turn is a line of the book for the position, or the start of one.
fn is_of_book(game: &Game, turn: &[Move]) -> bool {
    let mover = game.position().mover();
    openings(game).any(|opening| {
        let lines = opening.goals.both().into_iter();
        let mut lines = lines.flat_map(|goal| [&goal.shortest, &goal.fewest_laps]);
        lines.any(|line| {
            let line = line.as_ref().map(|line| moves(&line.line, mover));
            line.is_some_and(|line| line.starts_with(turn))
        })
    })
}

impl Judged {
    /// Whether a turn is the best known one, or its start.
    fn knows(&self, turn: &[Move]) -> bool {
        self.best.starts_with(turn) || self.book.starts_with(turn)
    }

    fn value_of(&self) -> PositionValue {
        PositionValue { value: self.bounds.with_estimate(self.seeds), bounds: self.bounds }
    }
}
