//! The events of a game of chong, in words.

use crate::chong::{
    Awaited, ChongRecord, End, GameSession, Happened, PlayedTurn, Player, SubMove, SubMoveEffect,
    Thrown, Throws,
};

use super::{in_words, picture, winner};
use crate::row;
use crate::text::layout::columns;
use crate::text::numbers::{counted, counted_as};
use crate::text::style::{MOVE, STRONG};

/// Ways that are shown where not all were asked for.
const SHOWN: usize = 20;

/// The rules of a game, for people.
pub fn rules(record: &ChongRecord) -> String {
    let (rules, profile) = (record.rules, &record.profile.name);
    let dice = counted_as(u32::from(rules.dice), "die", "dice");
    let changed = record.changed_options();
    let changed: String = changed
        .map(|(name, value)| format!("; {name} = {value}"))
        .collect();
    format!(
        "chong, profile {profile}, 3 x {} holes, {dice}{changed}",
        rules.columns
    )
}

/// Tells who throws.
pub fn throws(throws: Throws) -> String {
    match throws {
        Throws::Seed(seed) => format!("by the program, seed {seed}"),
        Throws::Typed => "typed in from real dice, such as 3 5".to_owned(),
    }
}

/// Tells what happened, with what follows from it.
pub fn what(happened: &Happened, game: &GameSession, drawn: bool) -> String {
    match happened {
        Happened::Thrown(player, thrown) => throw(*player, *thrown, game),
        Happened::Played(turn) => played(turn) + &board(game, drawn),
    }
}

/// A turn in a line.
pub fn played(turn: &PlayedTurn) -> String {
    let player = turn.player;
    if turn.way.is_empty() {
        let waits = !turn.after.armies()[player as usize].opened();
        let why = if waits { ": no Chong yet" } else { "" };
        return format!("{player} passes{why}\n");
    }
    let effects = effects(&turn.way);
    let effects = if effects.is_empty() {
        effects
    } else {
        format!("; {effects}")
    };
    format!(
        "{player} plays {MOVE}{}{MOVE:#}{effects}\n",
        in_words(&turn.way)
    )
}

/// A turn that was taken back, played again.
pub fn again(turn: &PlayedTurn) -> String {
    let (player, throw) = (turn.player, turn.throw);
    format!(
        "{player} throws {STRONG}{throw}{STRONG:#}\n{}",
        played(turn)
    )
}

/// A throw, and the ways to play it if a person is to do that.
fn throw(player: Player, thrown: Thrown, game: &GameSession) -> String {
    let typed = if thrown.typed { ", typed" } else { "" };
    let ends = game.ends();
    let line = format!("{player} throws {STRONG}{}{STRONG:#}{typed}", thrown.throw);
    if game.person().is_none() {
        return line + "\n";
    }
    let rows = ends.iter().take(SHOWN).enumerate();
    let rows = rows.map(|(index, end)| row![index + 1, in_words(&end.way), what_it_does(end)]);
    let table = columns(&["way", "moves", ""], rows.collect(), &[0]);
    let more = match ends.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} more: moves lists all\n"),
    };
    let ways = counted(ends.len() as u64, "way");
    format!("{line}: {ways} to play it\n{table}{more}")
}

/// All ways to play the throw, with the positions that they lead to.
pub fn ways(game: &GameSession) -> String {
    let placed = game.placed();
    let rows = (1..).zip(game.ends()).map(|(number, end)| {
        let after = placed.after(end.after);
        row![number, in_words(&end.way), what_it_does(&end), after]
    });
    columns(&["way", "moves", "", "after"], rows.collect(), &[0])
}

pub fn what_it_does(end: &End) -> String {
    let effects = effects(&end.way);
    match (end.won, effects.as_str()) {
        (false, _) => effects,
        (true, "") => "wins".to_owned(),
        (true, _) => format!("{effects}; wins"),
    }
}

/// Tells what the moves of a way take.
pub fn effects(way: &[SubMove]) -> String {
    let count = |effect| way.iter().filter(|one| one.effect == effect).count() as u64;
    let mut effects = Vec::new();
    match count(SubMoveEffect::TakesSoldier) {
        0 => {}
        soldiers => effects.push(format!("takes {}", counted(soldiers, "soldier"))),
    }
    if count(SubMoveEffect::TakesKing) > 0 {
        effects.push("takes the king".to_owned());
    }
    if count(SubMoveEffect::LiesDown) > 0 {
        effects.push("lies down beside the king".to_owned());
    }
    effects.join(", ")
}

/// The board, and what is to be decided.
pub fn board(game: &GameSession, drawn: bool) -> String {
    let placed = game.placed();
    let board = match drawn {
        true => picture::board(&placed),
        false => format!("{placed}\n"),
    };
    let caption = match game.awaited() {
        Awaited::ChongTurn(_, thrown) => {
            picture::doing(&placed, &format!("to play {}", thrown.throw))
        }
        Awaited::Throw(_) | Awaited::Nothing(_) => {
            picture::caption(&placed, winner(&placed, game.rules()).as_deref())
        }
    };
    let throw = match game.awaited() {
        Awaited::ChongTurn(player, thrown) => throw(player, thrown, game),
        Awaited::Throw(_) | Awaited::Nothing(_) => String::new(),
    };
    format!("\n{board}{caption}\n{throw}")
}

/// Tells how the game stands when it is left, or that it was given up.
pub fn standing(record: &ChongRecord, given_up: bool) -> String {
    let turns = counted(record.turns.len() as u64, "turn");
    let standing = match given_up {
        true => "given up".to_owned(),
        false => record.standing().to_string(),
    };
    format!("The game is {STRONG}{standing}{STRONG:#}; {turns} played\n")
}
