//! Describes the events of a game.

use chongkak::board::{Cell, HoleState, Position, Side};
use chongkak::language::Language;
use chongkak::moves::{Move, MoveTrace};
use chongkak::rules::Starter;
use chongkak::say;
use chongkak::sets::{Due, SetEvent, SetSession, SetStanding};
use chongkak::start::{JointTurn, Next};

use crate::cli::records::ticks_in_words;
use crate::cli::style::{MOVE, STRONG};
use crate::cli::{picture, words};

/// Describes events line by line, with every lap of each move on request.
pub fn events(
    events: &[SetEvent],
    set: &SetSession,
    with_laps: bool,
    language: &Language,
) -> String {
    let one = |one| event(one, set, with_laps, language);
    events.iter().map(one).collect()
}

fn event(event: &SetEvent, set: &SetSession, with_laps: bool, language: &Language) -> String {
    let plain = format!("{STRONG:#}");
    match event {
        SetEvent::Moved(trace) => moved(trace, with_laps, language),
        SetEvent::Ticks(first, ticks) => match set.model() {
            Some(model) if !ticks.is_empty() => ticks_in_words(&model, *first, ticks, language),
            _ => String::new(),
        },
        SetEvent::RoundOver(round, [a, b]) => {
            let over = say!(
                language,
                "game.told.round-over",
                strong = STRONG,
                plain = plain,
                round = round,
                a = a,
                b = b,
            );
            format!("\n{over}\n")
        }
        SetEvent::RoundBegins(round) => begins(*round, set, language),
        SetEvent::Won(side) => {
            let key = match u8::from(set.game().rules().best_of) {
                0 => "game.told.won",
                _ => "game.told.won-most",
            };
            let won = say!(
                language,
                key,
                strong = STRONG,
                plain = plain,
                side = side,
                other = side.other(),
            );
            won + "\n"
        }
    }
}

/// Describes the beginning of a round: what is filled, and who starts.
pub fn begins(number: usize, set: &SetSession, language: &Language) -> String {
    let round = &set.game().rounds()[number - 1];
    let opening = &round.opening;
    let mover = opening.mover();
    let rules = set.game().rules();
    let begins = *opening == rules.opening(mover) || is_filled(opening, rules.seeds.into());
    if number == 1 && !begins {
        return say!(language, "game.told.begins-here", mover = mover) + "\n";
    }
    let [a, b] = Side::BOTH.map(|side| fills(opening, side, language));
    let starts = match round.start.is_some() || set.joint().is_some() {
        true => say!(language, "game.told.both-start"),
        false => say!(language, "game.told.starts", side = mover),
    };
    let before = number.checked_sub(2).map(|before| &set.game().rounds()[before].after);
    let text = match before {
        None => say!(language, "game.told.begins", round = number, a = a, b = b, starts = starts,),
        Some(before) => say!(
            language,
            "game.told.begins-because",
            round = number,
            a = a,
            b = b,
            starts = starts,
            why = say!(language, why_starts(set.game().rules().starter, before, mover)),
        ),
    };
    text + "\n"
}

/// Describes how many holes a player fills for a round, and which seeds stay in the store.
fn fills(opening: &Position, side: Side, language: &Language) -> String {
    let shape = opening.shape();
    let filled = shape.row().filter(|hole| {
        let state = opening.field().state(shape.first(side) + hole.index());
        state == HoleState::Open && opening.seeds(Cell::Hole(side, *hole)) > 0
    });
    let holes = filled.count();
    let holes = say!(language, "page.count.holes"; holes);
    match opening.store(side) {
        0 => say!(language, "game.told.fills", side = side, holes = holes),
        store => say!(
            language,
            "game.told.fills-and-keeps",
            side = side,
            holes = holes,
            seeds = say!(language, "page.count.seeds"; store),
        ),
    }
}

/// Returns whether every open hole holds the seeds with which a round begins.
fn is_filled(opening: &Position, seeds: u32) -> bool {
    let shape = opening.shape();
    let holes = Side::BOTH.into_iter().flat_map(|side| shape.row().map(move |hole| (side, hole)));
    holes.into_iter().all(|(side, hole)| {
        let state = opening.field().state(shape.first(side) + hole.index());
        let held = opening.seeds(Cell::Hole(side, hole));
        state != HoleState::Open || held == seeds
    })
}

/// Returns the key of the reason why a player starts a round: how the previous round ended.
fn why_starts(starter: Starter, finished: &Position, side: Side) -> &'static str {
    let other = side.other();
    let more = finished.owned(side) > finished.owned(other);
    let can = [side, other].map(|side| finished.can_move(side));
    match starter {
        Starter::MostSeeds if more => "game.told.owned-more",
        Starter::RoundWinner if can == [true, false] => "game.told.row-had-seeds",
        Starter::RoundLoser if can == [false, true] => "game.told.row-was-empty",
        _ if finished.mover() == side => "game.told.moved-last",
        _ => "game.told.other-moved-last",
    }
}

/// Describes a move, with every lap on request.
pub fn moved(trace: &MoveTrace, with_laps: bool, language: &Language) -> String {
    let (played, description) = (trace.played, words::move_in_words(trace, with_laps, language));
    format!("{MOVE}{played}{MOVE:#}  {description}\n")
}

/// Draws the board and describes the pending decision.
pub fn board(set: &SetSession, drawn: bool, language: &Language) -> String {
    let board = match set.joint() {
        None => drawing(set.position(), drawn),
        Some(turn) => {
            let text = || turn.next.board(turn.model.field) + "\n";
            let mut board = sowing(turn).map_or_else(text, |position| drawing(&position, drawn));
            if let Next::Tick(joint) = &turn.next
                && let [a, b] = Side::BOTH.map(|side| joint.in_hand(side))
                && [a, b] != [0, 0]
            {
                board += &(say!(language, "game.told.hands", a = a, b = b) + "\n");
            }
            board
        }
    };
    format!("\n{board}{}\n", due(set, language))
}

/// Returns the board, drawn or as text.
pub fn drawing(position: &Position, drawn: bool) -> String {
    if drawn { picture::board(position) } else { format!("{position}\n") }
}

/// Describes who decides, and the choices.
pub fn due(set: &SetSession, language: &Language) -> String {
    let legal = || legal(set).join(" ");
    match set.due() {
        Due::Nothing(_) => picture::caption(set.position(), language),
        Due::Coin => say!(language, "game.told.coin"),
        Due::Choices(_) => {
            let side = chooser(set);
            say!(language, "game.told.both-sow", side = side, other = side.other(), legal = legal(),)
        }
        Due::Move(_) => {
            let caption = picture::caption(set.position(), language);
            say!(language, "words.legal", caption = caption, legal = legal())
        }
    }
}

/// Returns the player who chooses while both are sowing: a person if there is one, otherwise the
/// program.
fn chooser(set: &SetSession) -> Side {
    match (set.person(), set.due()) {
        (Some(side), _) => side,
        (None, Due::Choices([false, true])) => Side::B,
        (None, _) => Side::A,
    }
}

/// Returns the holes that the deciding player may choose.
pub fn legal(set: &SetSession) -> Vec<String> {
    let holes: Vec<Move> = match set.joint().filter(|turn| turn.coin.is_none()) {
        Some(turn) => turn.choices().filter(|choice| choice.side == chooser(set)).collect(),
        None => set.game().current().legal_moves().collect(),
    };
    holes.iter().map(Move::to_string).collect()
}

/// Describes the state of the game when the player leaves it or resigns.
pub fn standing(set: &SetSession, given_up: bool, language: &Language) -> String {
    let (key, side) = match (set.joint(), set.game().standing()) {
        _ if given_up => ("game.standing.given-up", None),
        (Some(_), _) => ("game.standing.both-sow", None),
        (None, SetStanding::Won(side)) => ("game.standing.won", Some(side)),
        (None, SetStanding::ToMove(side)) => ("game.standing.to-move", Some(side)),
        (None, SetStanding::Starts(side)) => ("game.standing.starts", Some(side)),
    };
    say!(
        language,
        key,
        strong = STRONG,
        plain = format!("{STRONG:#}"),
        side = side.map_or(String::new(), |side| side.to_string()),
        now = now(set, language),
    ) + "\n"
}

/// Describes the results of the rounds and the current stores.
pub fn score(set: &SetSession, language: &Language) -> String {
    let rounds = (1..).zip(set.game().rounds());
    let ended = rounds.filter_map(|(number, round)| Some((number, round.result()?)));
    let ended = ended.map(|(number, [a, b])| {
        say!(language, "game.told.ended", round = number, a = a, b = b) + "\n"
    });
    ended.collect::<String>() + &now(set, language) + "\n"
}

/// Describes what the players own after the set, or have in their stores in the current round.
fn now(set: &SetSession, language: &Language) -> String {
    let round = set.game().rounds().len();
    if let SetStanding::Won(_) = set.game().standing() {
        let [a, b] = Side::BOTH.map(|side| set.position().owned(side));
        return say!(
            language,
            "game.standing.after",
            rounds = say!(language, "page.count.rounds"; round),
            a = say!(language, "page.count.seeds"; a),
            b = b,
        );
    }
    let position = set.joint().and_then(sowing).unwrap_or(*set.position());
    let [a, b] = Side::BOTH.map(|side| position.store(side));
    say!(language, "game.standing.now", round = round, a = a, b = b)
}

/// Returns the board while both are sowing, without the seeds in their hands.
fn sowing(turn: &JointTurn) -> Option<Position> {
    turn.next.board(turn.model.field).parse().ok()
}
