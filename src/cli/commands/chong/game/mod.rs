//! `chong game`: a game, turn by turn, in the terminal.

mod advice;
mod desk;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

use chongkak::chong::{GameRecord, Placed, Policy, Throws};
use chongkak::text::Tag;

use super::args::{Chong, Game, Thrower};
use super::{Chosen, Task, task};
use crate::cli::commands::game::players::Players;
use crate::cli::commands::game::talk;
use crate::cli::commands::set::record::wrong;
use crate::cli::{Failure, Session, Status, input};
use desk::Desk;

/// What the names of kept games begin with.
const KIND: &str = "chong";

/// Who plays against a person if nobody is named: throws that are sampled.
const OPPONENT: Policy = Policy::Search(32);

pub fn run(
    args: &Game,
    common: &Chong,
    chosen: &Chosen,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    talk::expect_text(session)?;
    session.start_threads()?;
    let (record, players, throws) = match &args.load {
        Some(file) => {
            expect_no_rules(common, session)?;
            let record = read(&talk::file_to_load(file.as_deref(), KIND)?)?;
            let players = players(args, &record.tags);
            let throws = throws(args, &players, Some(record.throws));
            (record, players, throws)
        }
        None => {
            let Task { placed, rules } = first(args, chosen)?;
            let players = players(args, &[]);
            let throws = throws(args, &players, None);
            let record = GameRecord {
                profile: chosen.profile,
                rules,
                tags: Vec::new(),
                throws,
                first: placed,
                turns: Vec::new(),
                throw: None,
            };
            (record, players, throws)
        }
    };
    let drawn = !session.common.no_board;
    let mut desk = Desk::new(record, players, throws, drawn);
    talk::talk(&mut desk, session)
}

/// The position to begin with. Standard input has what is typed.
fn first(args: &Game, chosen: &Chosen) -> Result<Task, Failure> {
    let words = &args.place.position;
    talk::expect_no_dash(words)?;
    if words.is_empty() {
        let (placed, rules) = (Placed::start(&chosen.rules), chosen.rules);
        return Ok(Task { placed, rules });
    }
    task(&words.join(" "), chosen)
}

/// Refuses rules beside a record, which says its own.
fn expect_no_rules(args: &Chong, session: &Session<'_>) -> Result<(), Failure> {
    let common = session.common;
    let given = [
        ("--profile", args.profile.as_ref()),
        ("--dice", args.dice.as_ref()),
        ("--holes", common.holes.as_ref()),
        ("--set", common.set.first()),
    ];
    let given = given
        .into_iter()
        .find_map(|(name, value)| Some((name, value?)));
    given.map_or(Ok(()), |(name, value)| {
        let found = format_args!("{name} {value}: the record says by which rules it is played");
        Err(Failure::unexpected(found, "none"))
    })
}

/// The record in a file.
fn read(file: &Path) -> Result<GameRecord, Failure> {
    let text = input::text_of(file)?;
    GameRecord::read(&text).map_err(|error| wrong(file, &error))
}

/// Those that were asked for; else those of a record; else a person against a search.
fn players(args: &Game, tags: &[Tag]) -> Players<Policy> {
    Players::new([args.a, args.b], args.seed, tags, (OPPONENT, fresh_seed()))
}

/// Who throws: as was asked for; else as in the record; else the program.
fn throws(args: &Game, players: &Players<Policy>, recorded: Option<Throws>) -> Throws {
    let seed = match (args.seed, recorded) {
        (None, Some(Throws::Seed(seed))) => seed,
        _ => players.seed,
    };
    match (args.throws, recorded) {
        (Some(Thrower::Typed), _) | (None, Some(Throws::Typed)) => Throws::Typed,
        _ => Throws::Seed(seed),
    }
}

/// A seed for one more game: nobody wants the same dice every time. It is told, and short enough to
/// be typed.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
