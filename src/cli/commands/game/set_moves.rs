//! The requests that only a game of a set has: moves, and their laps.

use chongkak::language::Language;
use chongkak::moves::{WrittenMove, parse_line};
use chongkak::say;
use chongkak::text::underlined;

use super::request::{Behind, Command, Commands, Said, is_word};

/// A request of a player.
pub enum Own {
    Nothing,
    /// Moves to play.
    Play(Vec<WrittenMove>),
    /// A switch: true if every lap is told.
    Trace(bool),
}

/// The form in which moves are typed, with the key of what that does.
pub const PLAYS: (&str, &str) = ("A7, 7, 7 5 3", "game.does.play");

/// The switch of laps.
pub const TRACE: Command =
    Command { word: "game.command.trace", does: "game.does.trace", behind: Behind::Switch };

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

/// Reads what is no command of all games; the error tells of the commands that make sense.
pub fn read(commands: &Commands, said: &Said<'_>, language: &Language) -> Result<Own, String> {
    if said.word == "trace" {
        return traces(said, language);
    }
    match parse_line(said.line) {
        Ok(moves) if moves.is_empty() => Ok(Own::Nothing),
        Ok(moves) => Ok(Own::Play(moves)),
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
            Err(told + &place)
        }
    }
}

fn traces(said: &Said<'_>, language: &Language) -> Result<Own, String> {
    let typed = said.rest.to_lowercase();
    let is = |key| is_word(&typed, key, language);
    let [on, off] = ["game.command.on", "game.command.off"].map(|key| say!(language, key));
    match typed.as_str() {
        _ if is("game.command.on") => Ok(Own::Trace(true)),
        _ if is("game.command.off") => Ok(Own::Trace(false)),
        "" => Err(say!(language, "game.wrong.trace", word = said.typed, on = on, off = off)),
        _ => {
            let expected = say!(language, "game.wrong.on-or-off", on = on, off = off);
            Err(said.wrong(said.rest, &expected))
        }
    }
}
