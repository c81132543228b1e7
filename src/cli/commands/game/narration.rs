//! The events of a game, in words.

use chongkak::board::{Cell, HoleState, Position, Setup, Side};
use chongkak::moves::MoveTrace;
use chongkak::rules::Starter;
use chongkak::sets::{Due, SetEvent, SetSession, SetStanding};
use chongkak::start::{Joint, Lockstep, Reached};

use crate::cli::records::ticks_told;
use crate::cli::style::{MOVE, STRONG};
use crate::cli::{picture, words};

/// Says what happened, line by line; with every lap of each move where that is asked for.
pub fn what(told: &[SetEvent], set: &SetSession, with_laps: bool) -> String {
    told.iter().map(|one| one_of(one, set, with_laps)).collect()
}

fn one_of(told: &SetEvent, set: &SetSession, with_laps: bool) -> String {
    match told {
        SetEvent::Moved(trace) => moved(trace, with_laps),
        SetEvent::Ticks(first, ticks) => match set.model() {
            Some(model) if !ticks.is_empty() => ticks_told(&model, *first, ticks),
            _ => String::new(),
        },
        SetEvent::RoundOver(round, [a, b]) => {
            format!("\n{STRONG}Round {round} is over: A {a}, B {b}{STRONG:#}\n")
        }
        SetEvent::RoundBegins(round) => begins(*round, set),
        SetEvent::Won(side) => {
            let loser = side.other();
            format!("{STRONG}The set is won by {side}{STRONG:#}: {loser} can fill no hole\n")
        }
    }
}

/// A round with what is filled anew for it, and who starts.
pub fn begins(number: usize, set: &SetSession) -> String {
    let round = &set.game().rounds()[number - 1];
    let opening = &round.opening;
    let filled = |side| {
        let holes = opening.field().open_holes(side).count_ones();
        let store = opening.store(side);
        let rest = if store > 0 {
            format!(" and keeps {}", words::counted(store, "seed"))
        } else {
            String::new()
        };
        format!("{side} fills {}{rest}", words::counted(holes, "hole"))
    };
    if number == 1 && !is_filled(opening, set.game().rules().seeds.into()) {
        return format!(
            "Round 1 from this position on; {} is to move\n",
            opening.mover()
        );
    }
    let [a, b] = Side::BOTH.map(filled);
    let starts = if round.start.is_some() || set.joint().is_some() {
        "both start".to_owned()
    } else {
        format!("{} starts", opening.mover())
    };
    let before = number
        .checked_sub(2)
        .map(|before| &set.game().rounds()[before]);
    let why = before.map_or(String::new(), |before| {
        format!(
            ": {}",
            why_starts(set.game().rules().starter, &before.after, opening.mover())
        )
    });
    format!("Round {number}: {a}, {b}; {starts}{why}\n")
}

/// Tells whether every open hole holds what is filled into it before a round.
fn is_filled(opening: &Position, seeds: u32) -> bool {
    let shape = opening.shape();
    let holes = Side::BOTH
        .into_iter()
        .flat_map(|side| shape.row().map(move |hole| (side, hole)));
    holes.into_iter().all(|(side, hole)| {
        let state = opening.field().state(shape.first(side) + hole.index());
        let held = opening.seeds(Cell::Hole(side, hole));
        state != HoleState::Open || held == seeds
    })
}

/// Says why a player starts a round: how the round before ended.
fn why_starts(starter: Starter, finished: &Position, side: Side) -> &'static str {
    let other = side.other();
    let more = finished.owned(side) > finished.owned(other);
    let can = [side, other].map(|side| finished.can_move(side));
    match starter {
        Starter::MostSeeds if more => "he owned more seeds",
        Starter::RoundWinner if can == [true, false] => "he still had seeds in his row",
        Starter::RoundLoser if can == [false, true] => "he had no seeds left to play",
        _ if finished.mover() == side => "he moved last",
        _ => "the other one moved last",
    }
}

/// A move, with every lap where that is asked for.
pub fn moved(trace: &MoveTrace, with_laps: bool) -> String {
    let (played, gain) = (trace.played, trace.gain);
    let laps = words::counted(trace.laps.len() as u64, "lap");
    let follows = words::what_follows(trace);
    let line = format!("{MOVE}{played}{MOVE:#}  {laps}, gains {gain}");
    if with_laps {
        format!("{line}\n{}     {follows}\n", words::laps(trace))
    } else {
        format!("{line}; ends {}; {follows}\n", words::ending(trace))
    }
}

/// The board, and what is to be decided.
pub fn board(set: &SetSession, drawn: bool) -> String {
    let board = match set.joint() {
        None => drawing(set.position(), drawn),
        Some((model, Reached::Choice(joint) | Reached::Coin(joint))) => {
            let hands = Side::BOTH.map(|side| joint.in_hand(side));
            let text = || joint.board(model.field()) + "\n";
            let position = sowing(model, joint);
            let mut board = position.map_or_else(text, |position| drawing(&position, drawn));
            if hands != [0, 0] {
                let [a, b] = hands;
                board += &format!("in the hands: A {a}, B {b}\n");
            }
            board
        }
        Some((_, Reached::Done(_))) => String::new(),
    };
    format!("\n{board}{}\n", due(set))
}

/// The board, drawn or as text.
pub fn drawing(position: &Position, drawn: bool) -> String {
    if drawn {
        picture::board(position)
    } else {
        format!("{position}\n")
    }
}

/// Says who is to decide, and between what.
pub fn due(set: &SetSession) -> String {
    match set.due() {
        Due::Nothing(_) => picture::caption(set.position()),
        Due::Coin => "it matters who is first in the next tick: a coin falls".to_owned(),
        Due::Choices(_) => {
            let side = chooser(set);
            let legal = legal(set).join(" ");
            format!(
                "both sow: {side} chooses, unseen by {}; legal: {legal}",
                side.other()
            )
        }
        Due::Move(_) => {
            let caption = picture::caption(set.position());
            format!("{caption}; legal: {}", legal(set).join(" "))
        }
    }
}

/// Returns the player who chooses while both are sowing: a person if one does, else the program.
fn chooser(set: &SetSession) -> Side {
    match (set.person(), set.due()) {
        (Some(side), _) => side,
        (None, Due::Choices([false, true])) => Side::B,
        (None, _) => Side::A,
    }
}

/// The holes that may be chosen by whoever is to decide.
pub fn legal(set: &SetSession) -> Vec<String> {
    let holes: Vec<_> = match set.joint() {
        Some((model, Reached::Choice(joint))) => {
            let side = chooser(set);
            let holes = joint.choices(model.field(), side);
            holes.map(|hole| Cell::Hole(side, hole)).collect()
        }
        _ => {
            let position = set.position();
            let mover = position.mover();
            position
                .legal()
                .map(|hole| Cell::Hole(mover, hole))
                .collect()
        }
    };
    holes.iter().map(Cell::to_string).collect()
}

/// The answer to `trace`.
pub fn traced(on: bool) -> String {
    let no_longer = if on { "" } else { "no longer " };
    format!("every lap is {no_longer}told\n")
}

/// Says how the game stands when it is left, or that a player has given it up.
pub fn standing(set: &SetSession, given_up: bool) -> String {
    let standing = match set.joint() {
        _ if given_up => "given up".to_owned(),
        Some(_) => "unfinished, both are sowing".to_owned(),
        None => set.game().standing().to_string(),
    };
    format!("The set is {STRONG}{standing}{STRONG:#}; {}", now(set))
}

/// Says how the rounds ended, and what the stores hold now.
pub fn score(set: &SetSession) -> String {
    let rounds = (1..).zip(set.game().rounds());
    let ended = rounds.filter_map(|(number, round)| Some((number, round.result()?)));
    let ended = ended.map(|(number, [a, b])| format!("round {number}: A {a}, B {b}\n"));
    ended.collect::<String>() + &now(set)
}

/// Says what the players own after the set, or have in their stores in the round under way.
fn now(set: &SetSession) -> String {
    let round = set.game().rounds().len();
    if let SetStanding::Won(_) = set.game().standing() {
        let [a, b] = Side::BOTH.map(|side| set.position().owned(side));
        let rounds = words::counted(round as u64, "round");
        return format!(
            "after {rounds} A owns {} and B {b}\n",
            words::counted(a, "seed")
        );
    }
    let position = match set.joint() {
        Some((model, Reached::Choice(joint) | Reached::Coin(joint))) => sowing(model, joint),
        _ => None,
    };
    let position = position.unwrap_or(*set.position());
    let [a, b] = Side::BOTH.map(|side| position.store(side));
    format!("round {round}, the stores: A {a}, B {b}\n")
}

/// The board while both are sowing, without what they have in their hands.
fn sowing(model: &Lockstep, joint: &Joint) -> Option<Position> {
    let setup: Setup = joint.board(model.field()).parse().ok()?;
    Position::new(&setup).ok()
}
