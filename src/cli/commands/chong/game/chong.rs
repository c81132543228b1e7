//! A game of chong in the terminal.

use std::path::Path;
use std::time::Duration;

use chongkak::chong::findings::eval::ChongEvalRecord;
use chongkak::chong::findings::{in_words, wording};
use chongkak::chong::{
    Awaited, ChongPolicy, ChongRecord, ChongTask, GameSession, Happened, Player, Profile, Throws,
};
use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::say;
use chongkak::text::{Tag, underlined};

use super::{KIND, advice, read};
use crate::cli::commands::game::autosave::SavedGame;
use crate::cli::commands::game::players::{self, Players};
use crate::cli::commands::game::repl;
use crate::cli::commands::game::request::{Answer, Command, Commands, Request};
use crate::cli::prompt::Prompt;
use crate::cli::style::STRONG;
use crate::cli::words::label;
use crate::cli::{CliError, Session};

/// The lines that a player can type.
const COMMANDS: &Commands = &Commands {
    plays: &[("2", "chong-game.does.number"), ("3:S3-6 2:S6-8", "chong-game.does.way")],
    words: &[
        Command { word: "game.command.throw", does: "chong-game.does.throw", argument: "3 5" },
        Command::alone("game.command.moves", "chong-game.does.moves"),
        Command::alone("game.command.hint", "chong-game.does.hint"),
        Command::alone("game.command.eval", "chong-game.does.eval"),
        Command::alone("game.command.undo", "chong-game.does.undo"),
        Command::alone("game.command.redo", "chong-game.does.redo"),
        Command::alone("game.command.board", "game.does.board"),
        Command::alone("game.command.score", "chong-game.does.score"),
        Command::alone("game.command.rules", "chong-game.does.rules"),
        Command::of_file("game.command.save", "chong-game.does.save"),
        Command::of_file("game.command.load", "chong-game.does.load"),
        Command::alone("game.command.help", "game.does.help"),
        Command::alone("game.command.resign", "chong-game.does.resign"),
        Command::alone("game.command.quit", "chong-game.does.quit"),
    ],
};

/// The notation of a turn without moves in records.
const PASS: &str = "pass";

/// What a resigning player gives up, in records.
const WHOLE: &str = "game";

/// A game with its session state.
pub struct ChongTerminalGame {
    game: GameSession,
    profile: &'static Profile,
    /// The tags of the record, including the players.
    tags: Vec<Tag>,
    players: Players<ChongPolicy>,
    /// Whether boards are drawn.
    drawn: bool,
    saved: SavedGame,
    language: &'static Language,
}

impl ChongTerminalGame {
    /// Starts a new game or resumes one from a record.
    pub fn new(
        record: ChongRecord,
        players: Players<ChongPolicy>,
        throws: Throws,
        (drawn, language): (bool, &'static Language),
    ) -> ChongTerminalGame {
        let game = GameSession::resume(&record, players.policies(), players.seed, throws);
        let (profile, tags) = (record.profile, players.tags(record.tags));
        let written = game.record(profile, tags.clone()).to_string();
        ChongTerminalGame {
            game,
            profile,
            tags,
            players,
            drawn,
            saved: SavedGame::new(KIND, written),
            language,
        }
    }

    fn rules_line(&self) -> String {
        let label = label("words.label.rules", self.language);
        label + &wording::rules(&self.written(), self.language)
    }

    fn throws(&self) -> String {
        wording::throws(self.game.throws(), self.language)
    }

    fn written(&self) -> ChongRecord {
        self.game.record(self.profile, self.tags.clone())
    }

    /// Enters a throw of real dice.
    fn throw(&mut self, faces: &str) -> Answer {
        let throw = self.game.rules().throw(faces);
        let throw = throw
            .map_err(|error| format!("{faces}: {}", error.message.in_language(self.language)))?;
        let happened = self.game.throw(throw);
        let happened = happened.map_err(|error| error.message.in_language(self.language))?;
        Ok(self.describe(&happened))
    }

    fn describe(&self, happened: &Happened) -> String {
        wording::event(happened, &self.game, self.drawn, self.language)
    }

    /// Handles a line that is not a command: faces if a throw is due, otherwise a way to play it.
    fn other(&mut self, request: &Request<'_>) -> Answer {
        let (text, language) = (request.line.trim(), self.language);
        let begins_so = |wanted: fn(&char) -> bool| text.chars().next().filter(wanted).is_some();
        match self.game.awaited() {
            Awaited::Throw(_) if begins_so(char::is_ascii_digit) => self.throw(text),
            Awaited::Throw(player) => {
                let key = "chong-game.wrong.throw";
                let expected = say!(language, key, player = player, example = self.example());
                Err(self.unknown(text, &expected))
            }
            Awaited::Turn(..) => {
                let ends = self.game.ends();
                let numbered = || ends.get(text.parse::<usize>().ok()?.checked_sub(1)?);
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                let moves = match numbered() {
                    Some(end) => in_words(&end.way),
                    None if request.word == PASS && request.rest.is_empty() => PASS.to_owned(),
                    None if !is_number && text.contains(':') => text.to_owned(),
                    None => {
                        let expected = match ends.len() {
                            1 => say!(language, "chong-game.wrong.only-way"),
                            ways => say!(language, "chong-game.wrong.way", ways = ways),
                        };
                        return Err(self.unknown(text, &expected));
                    }
                };
                self.decide(&moves)
            }
            Awaited::Nothing(_) => Err(say!(
                language,
                "chong-game.wrong.over",
                found = format!("{text:?}"),
                names = COMMANDS.names(language),
            )),
        }
    }

    /// Returns the error for an unknown command.
    fn unknown(&self, text: &str, expected: &str) -> String {
        say!(
            self.language,
            "chong-game.wrong.unknown",
            found = format!("{text:?}"),
            expected = expected,
            names = COMMANDS.names(self.language),
        )
    }

    /// Returns example faces, as many as a throw has.
    fn example(&self) -> String {
        let faces = ["3", "5", "1", "6"];
        faces[..usize::from(self.game.rules().dice)].join(" ")
    }

    fn decide(&mut self, moves: &str) -> Answer {
        let played = self.game.decide(moves).map_err(|error| {
            // A missing part has no place to underline.
            let span = error.span.as_ref().filter(|span| !span.is_empty());
            let place = span.map_or(String::new(), |span| underlined(moves, span));
            error.message.in_language(self.language) + &place
        })?;
        Ok(self.describe(&played))
    }

    /// Checks that a person has a throw to play.
    fn expect_throw(&self, command: &str) -> Result<(), String> {
        let (word, language) = (say!(self.language, command), self.language);
        match self.game.awaited() {
            Awaited::Turn(..) => Ok(()),
            Awaited::Throw(player) => Err(say!(
                language,
                "chong-game.wrong.not-thrown",
                word = word,
                player = player,
                eval = say!(language, "game.command.eval"),
            )),
            Awaited::Nothing(_) => Err(say!(language, "chong-game.wrong.no-moves", word = word)),
        }
    }
}

impl repl::TerminalGame for ChongTerminalGame {
    const KIND: &str = KIND;
    const COMMANDS: &Commands = COMMANDS;

    fn opening(&self) -> String {
        let language = self.language;
        let players = players::in_words(&self.tags, language);
        let throws = label("words.label.throws", language) + &self.throws();
        let (help, board) = (repl::help(language), self.board());
        format!("{}\n{players}\n{throws}\n{help}{board}", self.rules_line())
    }

    fn prompt(&self) -> String {
        match self.game.awaited() {
            Awaited::Turn(player, _) => format!("{player}> "),
            Awaited::Throw(player) => {
                say!(self.language, "chong-game.prompt", player = player)
            }
            Awaited::Nothing(_) => "> ".to_owned(),
        }
    }

    fn phrases(&self) -> Vec<String> {
        let ways = self.game.ends().into_iter();
        let ways = ways.map(|end| wording::way(&end.way, self.language));
        ways.chain(COMMANDS.phrases(self.language)).collect()
    }

    fn board(&self) -> String {
        wording::board(&self.game, self.drawn, self.language)
    }

    fn standing(&self) -> String {
        wording::standing(&self.written(), self.resignation().is_some(), self.language)
    }

    fn rules(&self) -> String {
        let more = say!(self.language, "chong-game.more-rules");
        format!("{}\n{more}\n", self.rules_line())
    }

    fn resign(&mut self) -> Answer {
        let player = match self.game.awaited() {
            Awaited::Turn(player, _) | Awaited::Throw(player) => player,
            Awaited::Nothing(_) => {
                let word = say!(self.language, "game.command.resign");
                return Err(say!(self.language, "chong-game.wrong.is-over", word = word));
            }
        };
        self.tags.push(repl::resigned(player, player.other(), WHOLE));
        Ok(say!(
            self.language,
            "chong-game.resigns",
            strong = STRONG,
            plain = format!("{STRONG:#}"),
            player = player,
            other = player.other(),
        ) + "\n")
    }

    fn resignation(&self) -> Option<String> {
        let player = repl::who_resigned(&self.tags, [Player::A, Player::B], WHOLE)?;
        Some(say!(self.language, "chong-game.has-resigned", player = player) + "\n")
    }

    fn record(&self) -> String {
        self.written().to_string()
    }

    fn saved(&mut self) -> &mut SavedGame {
        &mut self.saved
    }

    fn advance(&mut self, control: Control<'_>) -> Result<Option<String>, CliError> {
        let happened = self.game.go_on(control);
        Ok(happened.map(|happened| self.describe(&happened)))
    }

    fn load_record(&mut self, file: &Path, _: &Session<'_>) -> Result<(), CliError> {
        let record = read(file)?;
        let throws = record.throws;
        let look = (self.drawn, self.language);
        *self = ChongTerminalGame::new(record, self.players, throws, look);
        Ok(())
    }

    fn moves(&self) -> Answer {
        self.expect_throw("game.command.moves")?;
        Ok(wording::ways(&self.game, self.language))
    }

    fn advise(&mut self, all: bool, prompt: &Prompt, session: &Session<'_>) -> Answer {
        if !all {
            self.expect_throw("game.command.hint")?;
        }
        let rules = self.game.rules();
        let task = ChongTask::new(self.game.placed(), *rules);
        let throw = self.game.thrown().map(|thrown| thrown.throw);
        let time = session.common.time.unwrap_or(Duration::MAX);
        let limits = Control::none().with_time(time);
        let search = |control: Control<'_>| advice::search(&task, throw, control);
        let (found, _) = prompt.think(limits, search);
        let found = found.map_err(|failure| failure.full_message())?;
        let head = task.head();
        let (record, ends) = (ChongEvalRecord { head, throw, found }, self.game.ends());
        Ok(match all {
            false => advice::hint(&record, &ends, rules, self.language),
            true => advice::eval(&record, &ends, self.language),
        })
    }

    fn undo(&mut self) -> Answer {
        match self.game.undo() {
            true => Ok(self.board()),
            false => {
                let word = say!(self.language, "game.command.undo");
                Err(say!(self.language, "chong-game.wrong.undo", word = word))
            }
        }
    }

    fn redo(&mut self) -> Answer {
        let Some(turns) = self.game.redo() else {
            let word = say!(self.language, "game.command.redo");
            return Err(say!(self.language, "game.wrong.redo", word = word));
        };
        let again = |turn| wording::redone(turn, self.language);
        let text: String = turns.iter().map(again).collect();
        Ok(text + &self.board())
    }

    fn special_command(&mut self, request: &Request<'_>) -> Answer {
        match (request.word.as_str(), request.rest) {
            ("throw", "") => {
                Err(say!(self.language, "chong-game.wrong.faces", word = request.typed))
            }
            ("throw", faces) => self.throw(faces),
            _ => self.other(request),
        }
    }
}
