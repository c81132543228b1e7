//! Words for the events of a game.

use super::{picture, winner};
use crate::{
    Awaited, ChongRecord, End, GameSession, Happened, PlayedTurn, Player, SubMove, SubMoveEffect,
    Thrown, Throws,
};
use chongkak_base::language::Language;
use chongkak_base::text::layout::columns;
use chongkak_base::text::style::{MOVE, STRONG};
use chongkak_base::{row, say};

/// The number of ways shown unless all are requested.
const SHOWN: usize = 20;

/// Describes the rules of a game.
pub fn rules(record: &ChongRecord, language: &Language) -> String {
    let (rules, profile) = (record.rules, &record.profile.name);
    let changed = record.changed_options();
    let changed: String = changed.map(|(name, value)| format!("; {name} = {value}")).collect();
    let rules = say!(
        language,
        "chong-game.rules",
        profile = profile,
        holes = rules.columns,
        dice = say!(language, "chong-game.dice"; rules.dice.get()),
    );
    rules + &changed
}

/// Says who throws the dice.
pub fn throws(throws: Throws, language: &Language) -> String {
    match throws {
        Throws::Seed(seed) => say!(language, "chong-game.by-program", seed = seed),
        Throws::Typed => say!(language, "chong-game.by-people"),
    }
}

/// Formats a way as it is typed: "pass" if nothing moves.
pub fn way(way: &[SubMove], language: &Language) -> String {
    match way {
        [] => say!(language, "game.command.pass"),
        _ => super::in_words(way),
    }
}

/// Describes an event and what follows from it.
pub fn event(happened: &Happened, game: &GameSession, drawn: bool, language: &Language) -> String {
    match happened {
        Happened::Thrown(player, thrown) => throw(*player, *thrown, game, language),
        Happened::Played(turn) => played(turn, language) + &board(game, drawn, language),
    }
}

/// Describes a turn in one line.
pub fn played(turn: &PlayedTurn, language: &Language) -> String {
    let player = turn.player;
    if turn.way.is_empty() {
        let waits = !turn.after.armies()[player as usize].opened();
        let key = match waits {
            true => "chong.passes-waiting",
            false => "chong.passes",
        };
        return say!(language, key, player = player) + "\n";
    }
    let way = format!("{MOVE}{}{MOVE:#}", super::in_words(&turn.way));
    let effects = effects(&turn.way, language);
    let key = match effects.is_empty() {
        true => "chong.plays",
        false => "chong.plays-and",
    };
    say!(language, key, player = player, way = way, effects = effects) + "\n"
}

/// Describes a turn that was redone.
pub fn redone(turn: &PlayedTurn, language: &Language) -> String {
    let thrown = Thrown { throw: turn.throw, typed: false };
    let throws = who_throws(turn.player, thrown, language);
    format!("{throws}\n{}", played(turn, language))
}

fn who_throws(player: Player, thrown: Thrown, language: &Language) -> String {
    let key = match thrown.typed {
        true => "chong-game.throws-typed",
        false => "chong-game.throws",
    };
    let (strong, plain) = (STRONG, format!("{STRONG:#}"));
    say!(language, key, strong = strong, plain = plain, player = player, throw = thrown.throw,)
}

/// Describes a throw, with the ways to play it if a person is to play.
fn throw(player: Player, thrown: Thrown, game: &GameSession, language: &Language) -> String {
    let ends = game.ends();
    let line = who_throws(player, thrown, language);
    if game.person().is_none() {
        return line + "\n";
    }
    let rows =
        ends.iter().take(SHOWN).enumerate().map(|(index, end)| {
            row![index + 1, way(&end.way, language), what_it_does(end, language)]
        });
    let [number, moves] = headings(language);
    let table = columns(&[&number, &moves, ""], rows.collect(), &[0]);
    let more = match ends.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => {
            let word = say!(language, "game.command.moves");
            say!(language, "chong-game.more-ways"; more, word = word) + "\n"
        }
    };
    let line = say!(language, "chong-game.ways"; ends.len(), thrown = line);
    format!("{line}\n{table}{more}")
}

/// Returns the headings for the number of a way and for its moves.
fn headings(language: &Language) -> [String; 2] {
    ["chong-game.way", "chong-game.moves"].map(|key| say!(language, key))
}

/// Lists all ways to play the throw with the resulting positions.
pub fn ways(game: &GameSession, language: &Language) -> String {
    let placed = game.placed();
    let rows = (1..).zip(game.ends()).map(|(number, end)| {
        let after = placed.after(end.after);
        let does = what_it_does(&end, language);
        row![number, way(&end.way, language), does, after]
    });
    let [number, moves] = headings(language);
    let after = say!(language, "chong-game.after");
    columns(&[&number, &moves, "", &after], rows.collect(), &[0])
}

pub fn what_it_does(end: &End, language: &Language) -> String {
    let mut effects = effects(&end.way, language);
    if end.won {
        effects += if effects.is_empty() { "" } else { "; " };
        effects += &say!(language, "chong.wins");
    }
    effects
}

/// Describes what the moves of a way capture.
pub fn effects(way: &[SubMove], language: &Language) -> String {
    let count = |effect| way.iter().filter(|one| one.effect == effect).count();
    let mut effects = Vec::new();
    match count(SubMoveEffect::TakesSoldier) {
        0 => {}
        soldiers => effects.push(say!(language, "chong.takes-soldiers"; soldiers)),
    }
    if count(SubMoveEffect::TakesKing) > 0 {
        effects.push(say!(language, "chong.takes-king"));
    }
    if count(SubMoveEffect::LiesDown) > 0 {
        effects.push(say!(language, "chong.lies-down"));
    }
    effects.join(", ")
}

/// Draws the board, and says what is to be decided.
pub fn board(game: &GameSession, drawn: bool, language: &Language) -> String {
    let placed = game.placed();
    let board = match drawn {
        true => picture::board(&placed),
        false => format!("{placed}\n"),
    };
    let caption = match game.awaited() {
        Awaited::Turn(_, thrown) => picture::to_play(&placed, thrown.throw, language),
        Awaited::Throw(_) | Awaited::Nothing(_) => {
            let winner = winner(&placed, game.rules());
            picture::caption(&placed, winner.as_deref(), language)
        }
    };
    let throw = match game.awaited() {
        Awaited::Turn(player, thrown) => throw(player, thrown, game, language),
        Awaited::Throw(_) | Awaited::Nothing(_) => String::new(),
    };
    format!("\n{board}{caption}\n{throw}")
}

/// Says how the game stands when it is left, or that it was resigned.
pub fn standing(record: &ChongRecord, given_up: bool, language: &Language) -> String {
    let placed = record.placed();
    let winner = placed.result(&record.rules);
    let key = match (winner, record.throw) {
        _ if given_up => "chong-game.standing.given-up",
        (Some(Some(_)), _) => "chong-game.standing.won",
        (Some(None), _) => "chong-game.standing.drawn",
        (None, Some(_)) => "chong-game.standing.to-play",
        (None, None) => "chong-game.standing.to-throw",
    };
    let text = say!(
        language,
        key,
        strong = STRONG,
        plain = format!("{STRONG:#}"),
        player = winner.flatten().unwrap_or(placed.player),
        throw = record.throw.map_or(String::new(), |throw| throw.to_string()),
        turns = say!(language, "chong-game.count.turns"; record.turns.len()),
    );
    text + "\n"
}
