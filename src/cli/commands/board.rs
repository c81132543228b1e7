//! `board`: runs the server with the board page and opens it in a browser. The page reads its start
//! from the part of its address after #, so the arguments become such a link.

use std::path::Path;

use chongkak::moves::Round;
use chongkak::rules::RuleSet;
use chongkak::sets::SetRecord;

use super::{serve, set};
use crate::cli::args::Board;
use crate::cli::web::{self, Listen};
use crate::cli::{CliError, Session, Status, position_input};

/// Maximum bytes of a link: systems pass no longer argument to a browser.
const LONGEST: usize = 100_000;

pub fn run(args: &Board, session: &mut Session<'_>) -> Result<Status, CliError> {
    expect_to_apply(args, session)?;
    let link = link(args, session)?;
    let server = serve::server(&args.with, session)?;
    let listen = Listen {
        address: args.listen,
        remote: args.allow_remote,
        files: !args.allow_remote,
        page: Some(link),
        open: !args.no_open,
        site: args.site.clone(),
    };
    web::run(session, server, &listen)
}

/// Rejects options without effect, and rule files that remote browsers may not name.
fn expect_to_apply(args: &Board, session: &Session<'_>) -> Result<(), CliError> {
    let common = session.common;
    if common.time.is_some() {
        let why = "--time: the search time is chosen on the page; leave it out";
        return Err(CliError::input(why));
    }
    if common.no_board {
        let why = "--no-board: this command shows the board; leave it out";
        return Err(CliError::input(why));
    }
    if let (true, RuleSet::Own(file)) = (args.allow_remote, session.variant.rule_set()) {
        let file = &file.path;
        let found =
            format_args!("--rules {file}: rule files are not available with --allow-remote");
        return Err(CliError::unexpected(found, "the name of a rule set"));
    }
    Ok(())
}

/// Returns the part of the page's address after #; empty without arguments.
fn link(args: &Board, session: &mut Session<'_>) -> Result<String, CliError> {
    let link = if let Some(link) = args.link() {
        expect_alone(args, session, "the link")?;
        passed_on(&link)
    } else if let Some(file) = args.record() {
        expect_alone(args, session, "the record")?;
        format!("record={}", encoded(&record(file)?))
    } else {
        of_position(args, session)?
    };
    if link.len() > LONGEST {
        let found = format_args!("{} bytes: too long for the address of a page", link.len());
        let expected = format_args!("at most {LONGEST}; open the record on the page instead");
        return Err(CliError::unexpected(found, expected));
    }
    Ok(link)
}

/// Rejects options that contradict or repeat a link or a record.
fn expect_alone(args: &Board, session: &Session<'_>, what: &str) -> Result<(), CliError> {
    let own = [
        ("line", args.line.is_some()),
        ("as-drawn", args.place.as_drawn),
        ("owned", args.place.owned.is_some()),
        ("mover", args.place.mover.is_some()),
    ];
    let mut given = session.common.of_rules().into_iter().chain(own);
    match given.find(|(_, given)| *given) {
        Some((option, _)) => Err(CliError::input(format_args!(
            "--{option}: {what} already determines the game; leave --{option} out"
        ))),
        None => Ok(()),
    }
}

/// Returns the validated text of a record. It names a built-in rule set, even if a rule file lies
/// next to it.
fn record(file: &Path) -> Result<String, CliError> {
    let written = set::record_files::read(file)?;
    let game = written.game();
    let game = game.map_err(|error| set::record_files::wrong(file, &error))?;
    let tags = written.tags.clone();
    Ok(SetRecord::new(written.preset, tags, &game).to_string())
}

/// Returns the validated rules, position and line; empty if none is given.
fn of_position(args: &Board, session: &Session<'_>) -> Result<String, CliError> {
    let game = position_input::one(&args.place, session)?;
    let mut moves = String::new();
    let mut count = 0;
    if let Some(line) = &args.line {
        let played =
            position_input::played(&mut Round::new(&game), &position_input::moves(line)?, line)?;
        count = played.len();
        moves.extend(played.iter().map(|trace| trace.played.to_string()));
    }
    let given_rules = session.chosen || !session.variant.options_set().is_empty();
    if !args.place.is_given() && !given_rules && count == 0 {
        return Ok(String::new());
    }
    let rules = match session.variant.rule_set() {
        RuleSet::Shipped(preset) => preset.name,
        RuleSet::Own(file) => &file.path,
    };
    let mut parts = vec![format!("rules={}", encoded(rules))];
    for option in session.variant.options_set() {
        let value = session.variant.rules().value(option).unwrap_or_default();
        let name = match option.as_str() {
            "holes" | "seeds" => option.clone(),
            _ => format!("set.{option}"),
        };
        parts.push(format!("{name}={}", encoded(&value.to_string())));
    }
    if args.place.is_given() {
        parts.push(format!("position={}", encoded(&game.position().to_string())));
    }
    if count > 0 {
        parts.push(format!("moves={moves}&at={count}"));
    }
    Ok(parts.join("&"))
}

/// Encodes a text as a value in a link.
fn encoded(text: &str) -> String {
    escaped(text, |byte| byte.is_ascii_alphanumeric() || b"-_.~,/:".contains(&byte))
}

/// Encodes the characters of a pasted link that an address cannot contain.
fn passed_on(link: &str) -> String {
    escaped(link.trim(), |byte| byte.is_ascii_graphic() && !b"\"#<>\\^`{|}".contains(&byte))
}

fn escaped(text: &str, stays: impl Fn(u8) -> bool) -> String {
    let mut link = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => link.push('+'),
            _ if stays(byte) => link.push(char::from(byte)),
            _ => link += &format!("%{byte:02X}"),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_made_of_what_an_address_can_have() {
        assert_eq!(encoded("7,7/0 7,7/0 A"), "7,7/0+7,7/0+A");
        assert_eq!(encoded("a+b&c=\"\u{e9}\"\n"), "a%2Bb%26c%3D%22%C3%A9%22%0A");
        assert_eq!(passed_on(" rules=kalah&moves=A1\"x y\" "), "rules=kalah&moves=A1%22x+y%22");
        assert_eq!(passed_on("rules=my%20rules.toml"), "rules=my%20rules.toml");
    }
}
