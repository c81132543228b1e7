//! Commands that only a set has: moves, and the display of laps.

use chongkak::language::Language;
use chongkak::moves::{WrittenMove, parse_line};
use chongkak::say;
use chongkak::text::underlined;

use super::request::{Answer, Command, Commands, Request, is_word};
use crate::cli::prompt::SWITCH;

/// An example of typed moves, with the key of their description.
pub const PLAYS: (&str, &str) = ("A7, 7, 7 5 3", "game.does.play");

pub const TRACE: Command =
    Command { word: "game.command.trace", does: "game.does.trace", argument: SWITCH };

/// The lines that a player can type in a set.
pub const COMMANDS: &Commands = &Commands {
    plays: &[PLAYS],
    words: &[
        Command::alone("game.command.moves", "game.does.moves"),
        Command::alone("game.command.hint", "game.does.hint"),
        Command::alone("game.command.eval", "game.does.eval"),
        Command::alone("game.command.undo", "game.does.undo"),
        Command::alone("game.command.redo", "game.does.redo"),
        Command::alone("game.command.stop", "game.does.stop"),
        TRACE,
        Command::alone("game.command.board", "game.does.board"),
        Command::alone("game.command.score", "game.does.score"),
        Command::alone("game.command.rules", "game.does.rules"),
        Command::of_file("game.command.save", "game.does.save"),
        Command::of_file("game.command.load", "game.does.load"),
        Command::alone("game.command.help", "game.does.help"),
        Command::alone("game.command.resign", "game.does.resign"),
        Command::alone("game.command.quit", "game.does.quit"),
    ],
};

/// Parses moves to play. Otherwise returns an answer, and may change whether laps are described.
pub fn read(
    commands: &Commands,
    request: &Request<'_>,
    trace: &mut bool,
    language: &Language,
) -> Result<Vec<WrittenMove>, Answer> {
    if request.word == "trace" {
        return Err(switch(request, trace, language));
    }
    match parse_line(request.line) {
        Ok(moves) if moves.is_empty() => Err(Ok(String::new())),
        Ok(moves) => Ok(moves),
        Err(error) => {
            let span = error.span.unwrap_or(0..0);
            let place = underlined(request.line, &span);
            let message = say!(
                language,
                "game.wrong.move",
                number = error.number,
                found = format!("{:?}", &request.line[span]),
                names = commands.names(language),
            );
            Err(Err(message + &place))
        }
    }
}

fn switch(request: &Request<'_>, trace: &mut bool, language: &Language) -> Answer {
    let typed = request.rest.to_lowercase();
    let is = |key| is_word(&typed, key, language);
    let [on, off] = ["game.command.on", "game.command.off"].map(|key| say!(language, key));
    let key = match typed.as_str() {
        _ if is("game.command.on") => "game.told.traced",
        _ if is("game.command.off") => "game.told.untraced",
        "" => {
            return Err(say!(
                language,
                "game.wrong.trace",
                word = request.typed,
                on = on,
                off = off
            ));
        }
        _ => {
            let expected = say!(language, "game.wrong.on-or-off", on = on, off = off);
            return Err(request.wrong(request.rest, &expected));
        }
    };
    *trace = is("game.command.on");
    Ok(say!(language, key) + "\n")
}
