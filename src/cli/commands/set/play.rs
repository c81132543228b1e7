//! `set play`: a set played out.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use chongkak::analysis::policies::Policy;
use chongkak::board::Side;
use chongkak::moves::{WrittenMove, parse_line};
use chongkak::rules::Rules;
use chongkak::sets::{Paused, SetGame, SetPlay, SetRecord, Tag, WrittenSet};

use super::record::{self, SetOutput};
use crate::cli::args::SetPlay as Arguments;
use crate::cli::failure::{Failure, Status};
use crate::cli::input;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;

/// A set that has begun, with what its record says at the head.
struct Begun<'a> {
    preset: &'static str,
    rules: &'a Rules,
    tags: Vec<Tag>,
    game: SetGame<'a>,
}

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    let moves = parse_line(&args.line).map_err(|error| {
        Failure::input_at(format_args!("--line, {error}"), &args.line, &error.span)
    })?;
    if let Some(file) = &args.from {
        session.expect_no_rules("the record says by which rules it is played")?;
        let written = record::read(file)?;
        let game = written.game();
        let begun = Begun {
            preset: written.preset(),
            rules: written.rules(),
            tags: written.tags().to_vec(),
            game: game.map_err(|error| record::wrong(file, &error))?,
        };
        return play(args, begun, &moves, session);
    }
    input::each(&args.place, session, |task, session| {
        let begun = Begun {
            preset: session.preset.name,
            rules: &task.rules,
            tags: Vec::new(),
            game: SetGame::new(&task.rules, task.position),
        };
        play(args, begun, &moves, session)
    })
}

fn play(
    args: &Arguments,
    begun: Begun<'_>,
    moves: &[WrittenMove],
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    let Begun {
        preset,
        rules,
        tags: said,
        mut game,
    } = begun;
    given(&mut game, moves, args)?;
    let policies = [args.a, args.b];
    let paused = go_on(args, rules, policies, &mut game, session);
    let played = SetRecord::new(preset, rules, tags(said, args, policies), &game);
    confirm(&played)?;
    let (stopped, status) = match paused {
        None => (None, Status::Done),
        Some(Paused::Player(side)) => (Some(format!("{side} is to move")), Status::Done),
        Some(Paused::Rounds) => (Some("rounds".to_owned()), Status::Limit),
        Some(Paused::Stopped) if interrupt::happened() => {
            (Some("interrupted".to_owned()), Status::Interrupted)
        }
        Some(Paused::Stopped) => (Some("time".to_owned()), Status::Limit),
    };
    let text = played.to_string();
    session
        .out
        .record(&SetOutput::new(&played, stopped, text))?;
    Ok(status)
}

/// Plays the moves that were given, through as many rounds as they last.
fn given(game: &mut SetGame<'_>, moves: &[WrittenMove], args: &Arguments) -> Result<(), Failure> {
    for written in moves {
        if game.position().is_over() {
            game.begin_next_round();
        }
        let round = game.rounds().len();
        game.play(written).map_err(|error| {
            let message = format_args!("--line, round {round}, {error}");
            Failure::input_at(message, &args.line, &error.span)
        })?;
    }
    Ok(())
}

/// Lets the policies play.
fn go_on(
    args: &Arguments,
    rules: &Rules,
    policies: [Option<Policy>; 2],
    game: &mut SetGame<'_>,
    session: &Session<'_>,
) -> Option<Paused> {
    let stop = AtomicBool::new(false);
    let set = SetPlay {
        rules,
        policies,
        seed: args.seed,
        most_rounds: args.rounds,
        stop: &stop,
    };
    let mut progress = Progress::new(session.common.quiet);
    let standing = Mutex::new(String::new());
    with_watch(
        session.common.time,
        &stop,
        &mut progress,
        || standing.lock().map(|text| text.clone()).unwrap_or_default(),
        || {
            set.go_on(game, &mut |game| {
                if let Ok(mut text) = standing.lock() {
                    *text = in_short(game);
                }
            })
        },
    )
}

fn in_short(game: &SetGame<'_>) -> String {
    let [a, b] = Side::BOTH.map(|side| game.position().owned(side));
    format!("round {}, A {a}, B {b}", game.rounds().len())
}

/// The players, unless the record names them already.
fn tags(mut tags: Vec<Tag>, args: &Arguments, policies: [Option<Policy>; 2]) -> Vec<Tag> {
    let players = ["A", "B"].into_iter().zip(policies);
    let players = players.filter_map(|(name, policy)| {
        let text = format!("{}, seed {}", policy?, args.seed);
        Some(Tag { name, text })
    });
    for player in players {
        if !tags.iter().any(|tag| tag.name == player.name) {
            tags.push(player);
        }
    }
    tags
}

/// Reads and replays the record before anybody is shown it.
fn confirm(played: &SetRecord) -> Result<(), Failure> {
    let text = played.to_string();
    let again = WrittenSet::read(&text).and_then(|set| set.replay());
    match again {
        Ok(again) if again == *played => Ok(()),
        Ok(_) => Err("it says something else when it is read".to_owned()),
        Err(error) => Err(error.to_string()),
    }
    .map_err(|problem| {
        Failure::check(format!(
            "the record: {problem}: please report this as a fault"
        ))
    })
}
