//! The requests that only a game of a set has: moves, and their laps.

use chongkak::language::Language;
use chongkak::moves::{WrittenMove, parse_line};
use chongkak::say;
use chongkak::text::underlined;

use super::request::{Answer, Command, Commands, Said, is_word};
use crate::cli::prompt::SWITCH;

/// The form in which moves are typed, with the key of what that does.
pub const PLAYS: (&str, &str) = ("A7, 7, 7 5 3", "game.does.play");

pub const TRACE: Command =
    Command { word: "game.command.trace", does: "game.does.trace", behind: SWITCH };

/// The lines that can be typed in a game of a set.
pub const COMMANDS: &Commands = &Commands {
    plays: &[PLAYS],
    words: &[
        Command::alone("game.command.moves", "game.does.moves"),
        Command::alone("game.command.hint", "game.does.hint"),
        Command::alone("game.command.eval", "game.does.eval"),
        Command::alone("game.command.undo", "game.does.undo"),
        Command::alone("game.command.redo", "game.does.redo"),
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

/// Reads moves to play; else answers, and sets the switch whether every lap is told.
pub fn read(
    commands: &Commands,
    said: &Said<'_>,
    trace: &mut bool,
    language: &Language,
) -> Result<Vec<WrittenMove>, Answer> {
    if said.word == "trace" {
        return Err(switch(said, trace, language));
    }
    match parse_line(said.line) {
        Ok(moves) if moves.is_empty() => Err(Ok(String::new())),
        Ok(moves) => Ok(moves),
        Err(error) => {
            let span = error.span.unwrap_or(0..0);
            let place = underlined(said.line, &span);
            let told = say!(
                language,
                "game.wrong.move",
                number = error.number,
                found = format!("{:?}", &said.line[span]),
                names = commands.names(language),
            );
            Err(Err(told + &place))
        }
    }
}

fn switch(said: &Said<'_>, trace: &mut bool, language: &Language) -> Answer {
    let typed = said.rest.to_lowercase();
    let is = |key| is_word(&typed, key, language);
    let [on, off] = ["game.command.on", "game.command.off"].map(|key| say!(language, key));
    let key = match typed.as_str() {
        _ if is("game.command.on") => "game.told.traced",
        _ if is("game.command.off") => "game.told.untraced",
        "" => {
            return Err(say!(language, "game.wrong.trace", word = said.typed, on = on, off = off));
        }
        _ => {
            let expected = say!(language, "game.wrong.on-or-off", on = on, off = off);
            return Err(said.wrong(said.rest, &expected));
        }
    };
    *trace = is("game.command.on");
    Ok(say!(language, key) + "\n")
}
