//! `chong play`: turns, checked move by move.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::{Dice, End, Forced, Placed, Player, Rules, SubMove, Turn};

use super::args::Play;
use super::{Chosen, each, in_words, picture, throw, winner};
use crate::cli::{Failure, Record, Session, Status};

#[derive(Serialize)]
struct PlayRecord {
    position: Placed,
    turns: Vec<TurnRecord>,
    after: Placed,
    winner: Option<String>,
}

#[derive(Serialize)]
struct TurnRecord {
    player: Player,
    throw: Dice,
    way: Vec<SubMove>,
    after: Placed,
}

pub fn run(args: &Play, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    each(&args.place, chosen, session, |task, session| {
        let mut placed = task.placed;
        let mut turns = Vec::new();
        for (number, text) in (1..).zip(&args.turns) {
            let about = |failure: Failure| failure.about(format_args!("--turn {number}"));
            let (throw, way, next) = turn(&placed, &task.rules, text).map_err(about)?;
            turns.push(TurnRecord {
                player: placed.player,
                throw,
                way,
                after: next,
            });
            placed = next;
        }
        session.out.record(&PlayRecord {
            position: task.placed,
            turns,
            after: placed,
            winner: winner(&placed, &task.rules),
        })?;
        Ok(Status::Done)
    })
}

/// Plays a turn as it is written.
fn turn(
    placed: &Placed,
    rules: &Rules,
    text: &str,
) -> Result<(Dice, Vec<SubMove>, Placed), Failure> {
    if winner(placed, rules).is_some() {
        return Err(Failure::input(format!(
            "{text}: the game is over at {placed}"
        )));
    }
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    let throw = throw(first, first, rules)?;
    let mut turn = rules.begin(&placed.position, throw);
    let mut way = Vec::new();
    for (number, word) in (1..).zip(words.filter(|word| *word != ";" && *word != "pass")) {
        let legal = legal(rules, &turn);
        let found = legal.iter().find(|(sub_move, _)| is_meant(sub_move, word));
        let Some((sub_move, next)) = found else {
            let legal = listed(&legal);
            let message = format!("move {number}, {word}: expected {legal}");
            return Err(Failure::input(message));
        };
        way.push(*sub_move);
        turn = *next;
    }
    let after = rules.end(&turn);
    let legal = legal(rules, &turn);
    let ends = rules.ends(&placed.position, throw);
    let is_end = |end: &End| end.after == after && end.won == turn.won;
    let may_end = legal.is_empty() || rules.may_stop(&turn);
    // Where as many dice as possible must be used, every end that does not win has used as many.
    let used = |way: &[SubMove]| way.iter().map(|one| one.dice.count()).sum::<u32>();
    let enough = rules.forced != Forced::MaxDice
        || turn.won
        || ends
            .iter()
            .any(|end| !end.won && used(&end.way) == used(&way));
    if !may_end || !enough || !ends.iter().any(is_end) {
        let message = if legal.is_empty() {
            "more dice can be used another way, and must be (forced = max_dice)".to_owned()
        } else {
            format!("the turn is not over, expected {}", listed(&legal))
        };
        return Err(Failure::input(message));
    }
    Ok((throw, way, placed.after(after)))
}

fn legal(rules: &Rules, turn: &Turn) -> Vec<(SubMove, Turn)> {
    let mut legal = Vec::new();
    rules.sub_moves(turn, |sub_move, next| legal.push((sub_move, next)));
    legal
}

fn listed(legal: &[(SubMove, Turn)]) -> String {
    if legal.is_empty() {
        return "no further move".to_owned();
    }
    let names: Vec<_> = legal
        .iter()
        .map(|(sub_move, _)| sub_move.to_string())
        .collect();
    format!("one of {}", names.join(" "))
}

/// The effect of a move may be left out: `3:S3-6` is `3:S3-6x` where that is so.
fn is_meant(sub_move: &SubMove, word: &str) -> bool {
    let full = sub_move.to_string();
    let effects = ["", "x", "xK", "lie"];
    effects
        .iter()
        .any(|effect| full == format!("{word}{effect}"))
}

impl Record for PlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &picture::board(&self.position);
        for (number, turn) in (1..).zip(&self.turns) {
            let (player, throw, way) = (turn.player, turn.throw, in_words(&turn.way));
            let board = picture::board(&turn.after);
            write!(
                text,
                "\n{number:>3}. {player} throws {throw}: {way}\n\n{board}"
            )?;
        }
        let caption = picture::caption(&self.after, self.winner.as_deref());
        writeln!(text, "\n{caption}\n{}", self.after)
    }
}
