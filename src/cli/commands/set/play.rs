//! `set play`: plays a set to its end.

use chongkak::board::Field;
use chongkak::matches::Policy;
use chongkak::moves::WrittenMove;
use chongkak::sets::{Paused, SetGame, SetPlay, SetRecord, Tag, WrittenSet};
use chongkak::text::{Diagnostic, ErrorKind};

use super::record_files;
use crate::cli::args::SetPlay as Arguments;
use crate::cli::records::SetOutput;
use crate::cli::{CliError, Session, Status, position_input, table_folder, watched};

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, CliError> {
    let moves = position_input::moves(&args.line)?;
    if let Some(file) = &args.from {
        session.expect_no_rules("the record names its rules")?;
        let written = record_files::read(file)?;
        let game = written.game().map_err(|error| record_files::wrong(file, &error))?;
        let head = (written.preset, written.tags.clone());
        return play(args, head, game, &moves, session);
    }
    position_input::each(&args.place, session, |task, session| {
        let head = (session.variant.preset().name, Vec::new());
        play(args, head, SetGame::new(task), &moves, session)
    })
}

/// Continues a set and prints its record. `head` is the rule set and the existing tags of the
/// record.
fn play(
    args: &Arguments,
    (preset, known_tags): (&'static str, Vec<Tag>),
    mut game: SetGame,
    moves: &[WrittenMove],
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let policies = [args.a, args.b];
    // Most rounds are played on the whole board, so its table is used.
    let field = Field::open(game.position().field().shape());
    let tables = table_folder::from_option(args.with.tables.as_deref());
    let endgame = table_folder::endgame_of(&tables, game.rules(), field, session.common.quiet)?;
    let set = SetPlay {
        policies,
        seed: args.seed,
        most_rounds: args.rounds,
        endgame: endgame.as_deref(),
    };
    let paused = watched(session, |control| {
        if let Some(line) = &args.together {
            let begun = set.start_together(&mut game, line, control);
            begun.map_err(|error| not_together(&error, line))?;
        }
        given(&mut game, moves, &args.line)?;
        Ok::<_, CliError>(set.go_on(&mut game, control)?)
    })??;
    let played = SetRecord::new(preset, tags(known_tags, args, policies), &game);
    confirm(&played)?;
    let (stopped, status) = match paused {
        None => (None, Status::Done),
        Some(Paused::Player(side)) => (Some(format!("{side} is to move")), Status::Done),
        Some(Paused::Rounds) => (Some("rounds".to_owned()), Status::Limit),
        Some(Paused::Stopped(reason)) => (Some(reason.name().to_owned()), reason.into()),
    };
    session.out.record(&SetOutput::new(&played, stopped, false))?;
    Ok(status)
}

/// Plays the moves of `--line`, through as many rounds as they last.
pub fn given(game: &mut SetGame, moves: &[WrittenMove], line: &str) -> Result<(), CliError> {
    for written in moves {
        if let Some(winner) = game.winner() {
            let message =
                format_args!("--line: the set is won by {winner}: expected no more moves");
            return Err(CliError::input_at(message, line, &written.span));
        }
        if game.position().is_over() {
            game.begin_next_round();
        }
        let round = game.rounds().len();
        game.play(written).map_err(|error| {
            let message = format_args!("--line, round {round}, {error}");
            position_input::illegal(message, line, &error)
        })?;
    }
    Ok(())
}

/// Returns the error that the first round cannot begin with a joint turn.
fn not_together(error: &Diagnostic, line: &str) -> CliError {
    match (error.kind, &error.span) {
        (_, Some(span)) => {
            CliError::input_at(format_args!("--together, {error}"), line.trim(), span)
        }
        (ErrorKind::Missing, _) => {
            CliError::input(format!("--together: {error}, or a policy for each player (--a, --b)"))
        }
        (ErrorKind::Data, _) => error.clone().into(),
        _ => CliError::input(format!("--together: {error}")),
    }
}

/// Adds the players. A player who is named in a continued record keeps the name, and a note says
/// who plays now.
fn tags(mut tags: Vec<Tag>, args: &Arguments, policies: [Option<Policy>; 2]) -> Vec<Tag> {
    for (name, policy) in ["A", "B"].into_iter().zip(policies) {
        let Some(policy) = policy else {
            continue;
        };
        let text = format!("{policy}, seed {}", args.seed);
        match tags.iter().find(|tag| tag.name == name) {
            None => tags.push(Tag { name, text }),
            Some(known) if known.text == text => {}
            Some(_) => tags.push(Tag { name: "note", text: format!("{name} goes on as {text}") }),
        }
    }
    tags
}

/// Reads and replays the record before it is shown.
fn confirm(played: &SetRecord) -> Result<(), CliError> {
    let text = played.to_string();
    let again = WrittenSet::read(&text).and_then(|set| set.replay());
    match again {
        Ok(again) if again == *played => Ok(()),
        Ok(_) => Err("it reads back differently".to_owned()),
        Err(error) => Err(error.to_string()),
    }
    .map_err(|problem| CliError::check(format!("the record: {problem}: please report this bug")))
}
