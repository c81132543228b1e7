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
use chong::ChongDialogue;

/// The beginning of the names of kept games.
const KIND: &str = "chong";

/// The policy that plays against a person if none is named: throws that are sampled.
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
    let mut game = ChongDialogue::new(record, players, throws, (drawn, session.language));
    repl::lead(&mut game, session)
}

/// A game that has only begun. Standard input has what is typed.
fn begun(args: &Game, chosen: &ChosenRules, seed: u64) -> Result<ChongRecord, CliError> {
    let words = &args.place.position;
    refusals::expect_no_dash(words)?;
    let text = (!words.is_empty()).then(|| words.join(" "));
    let ChongTask { placed, rules, .. } = task(text.as_deref(), chosen)?;
    Ok(ChongRecord::new(chosen.profile, rules, placed, Throws::Seed(seed)))
}

/// Refuses rules beside a record, which says its own.
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
        Err(CliError::input_said(sentence!("game.refused.no-rules", given = given, why = why)))
    })
}

/// The record in a file.
pub fn read(file: &Path) -> Result<ChongRecord, CliError> {
    let text = position_input::text_of(file)?;
    ChongRecord::read(&text).map_err(|error| wrong(file, &error))
}

/// Decides who throws: as was asked for; else as in the record.
fn throws(args: &Game, players: &Players<ChongPolicy>, recorded: Throws) -> Throws {
    match (args.throws, recorded, args.seed) {
        (Some(Thrower::Typed), ..) | (None, Throws::Typed, _) => Throws::Typed,
        (_, Throws::Seed(seed), None) => Throws::Seed(seed),
        _ => Throws::Seed(players.seed),
    }
}

/// A seed for one more game: nobody wants the same dice every time. It is told, and short enough to
/// be typed.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
