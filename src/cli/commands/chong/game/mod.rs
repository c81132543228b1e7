//! `chong game`: a game, turn by turn, in the terminal.

mod advice;
mod chong;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

use chongkak::chong::{ChongPolicy, ChongRecord, Throws};
use chongkak::sentence;

use super::args::{Chong, Game, Thrower};
use super::{ChongTask, ChosenRules, task};
use crate::cli::commands::game::players::Players;
use crate::cli::commands::game::{refusals, repl};
use crate::cli::commands::set::record_files::wrong;
use crate::cli::{CliError, Session, Status, position_input};
use chong::ChongTerminalGame;

/// The prefix of the names of saved games.
const KIND: &str = "chong";

/// The default opponent of a person: it samples throws.
const OPPONENT: ChongPolicy = ChongPolicy::Best;

pub fn run(
    args: &Game,
    common: &Chong,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    refusals::expect_text(session)?;
    session.start_threads()?;
    let seed = fresh_seed();
    let record = match &args.load {
        Some(file) => {
            expect_no_rules(common, session)?;
            read(&refusals::file_to_load(file.as_deref(), KIND)?)?
        }
        None => begun(args, chosen, seed)?,
    };
    let players = Players::new([args.a, args.b], args.seed, &record.tags, (OPPONENT, seed));
    let throws = throws(args, &players, record.throws);
    let drawn = !session.common.no_board;
    let mut game = ChongTerminalGame::new(record, players, throws, (drawn, session.language));
    repl::run(&mut game, session)
}

/// Starts a new game. Standard input is for the player's lines.
fn begun(args: &Game, chosen: &ChosenRules, seed: u64) -> Result<ChongRecord, CliError> {
    let words = &args.place.position;
    refusals::expect_no_dash(words)?;
    let text = (!words.is_empty()).then(|| words.join(" "));
    let ChongTask { placed, rules, .. } = task(text.as_deref(), chosen)?;
    Ok(ChongRecord::new(chosen.profile, rules, placed, Throws::Seed(seed)))
}

/// Rejects rules on the command line if a record determines them.
pub fn expect_no_rules(args: &Chong, session: &Session<'_>) -> Result<(), CliError> {
    let common = session.common;
    let given = [
        ("--profile", args.profile.as_ref()),
        ("--dice", args.dice.as_ref()),
        ("--holes", common.holes.as_ref()),
        ("--set", common.set.first()),
    ];
    let given = given.into_iter().find_map(|(name, value)| Some((name, value?)));
    given.map_or(Ok(()), |(name, value)| {
        let given = format!("{name} {value}");
        let why = sentence!("game.refused.of-record");
        Err(CliError::input_sentence(sentence!("game.refused.no-rules", given = given, why = why)))
    })
}

/// Reads a record from a file.
pub fn read(file: &Path) -> Result<ChongRecord, CliError> {
    let text = position_input::text_of(file)?;
    ChongRecord::read(&text).map_err(|error| wrong(file, &error))
}

/// Returns who throws: as given, otherwise as in the record.
fn throws(args: &Game, players: &Players<ChongPolicy>, recorded: Throws) -> Throws {
    match (args.throws, recorded, args.seed) {
        (Some(Thrower::Typed), ..) | (None, Throws::Typed, _) => Throws::Typed,
        (_, Throws::Seed(seed), None) => Throws::Seed(seed),
        _ => Throws::Seed(players.seed),
    }
}

/// Returns a random seed, so that each game has different dice. It is displayed, and short enough
/// to type.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
