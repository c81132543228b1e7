//! A set of rounds in the terminal.

use std::path::Path;
use std::sync::Arc;

use chongkak::ask::{Evaluate, Proven, Ready};
use chongkak::board::{Field, Side};
use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::matches::Policy;
use chongkak::moves::Game;
use chongkak::record::RulesRecord;
use chongkak::rules::{Preset, Question};
use chongkak::sets::{Due, SetEvent, SetPlay, SetSession, Tag, WrittenSet};
use chongkak::tables::{Endgame, OpenTables};
use chongkak::{say, sentence};

use super::autosave::SavedGame;
use super::players::{self, Players};
use super::repl::{self, TerminalGame};
use super::request::{Answer, Commands, Request};
use super::set_moves::{self, COMMANDS};
use super::{advice, narration, refusals};
use crate::cli::args::Game as Arguments;
use crate::cli::commands::set::record_files;
use crate::cli::prompt::Prompt;
use crate::cli::style::STRONG;
use crate::cli::words::label;
use crate::cli::{CliError, Session, picture, table_folder};

/// The prefix of the names of saved games.
const GAME: &str = "game";

/// What a resigning player gives up, in records.
const SET: &str = "set";

/// The number of rounds after which a set without people ends, because it may never end by itself.
const MOST_ROUNDS: u64 = 1000;

/// A set with its session state.
pub struct SetTerminalGame {
    set: SetSession,
    preset: &'static str,
    /// The tags of the record, including the players.
    tags: Vec<Tag>,
    players: Players<Policy>,
    table_folder: OpenTables,
    endgame: Option<Arc<Endgame>>,
    /// Values that hints have proven.
    proven: Proven,
    /// Whether every lap is described.
    trace: bool,
    /// Whether boards are drawn.
    drawn: bool,
    saved: SavedGame,
    language: &'static Language,
}

impl SetTerminalGame {
    /// Starts a game from a position.
    pub fn new(
        args: &Arguments,
        first: &Game,
        session: &Session<'_>,
    ) -> Result<SetTerminalGame, CliError> {
        let players = players(args, &[]);
        let set = SetSession::new(first, args.together, players.people());
        let set = set.map_err(|error| refusals::not_together(&error))?;
        SetTerminalGame::of(
            args,
            (set, session.variant.preset().name, Vec::new()),
            players,
            session,
        )
    }

    /// Resumes a game from a record, or the most recent one without a file name.
    pub fn load(
        args: &Arguments,
        file: Option<&Path>,
        session: &Session<'_>,
    ) -> Result<SetTerminalGame, CliError> {
        let file = &refusals::file_to_load(file, GAME)?;
        let written = record_files::read(file)?;
        let players = players(args, &written.tags);
        let (set, tags) = resumed(file, &written, players.people())?;
        SetTerminalGame::of(args, (set, written.preset, tags), players, session)
    }

    fn of(
        args: &Arguments,
        (set, preset, tags): (SetSession, &'static str, Vec<Tag>),
        players: Players<Policy>,
        session: &Session<'_>,
    ) -> Result<SetTerminalGame, CliError> {
        let tags = players.tags(tags);
        let mut game = SetTerminalGame {
            saved: SavedGame::new(GAME, set.record(preset, tags.clone()).to_string()),
            set,
            preset,
            tags,
            players,
            table_folder: table_folder::from_option(args.with.tables.as_deref()),
            endgame: None,
            proven: Proven::default(),
            trace: false,
            drawn: !session.common.no_board,
            language: session.language,
        };
        game.find_table(session)?;
        Ok(game)
    }

    /// Opens the endgame table for the whole board, on which most rounds are played.
    fn find_table(&mut self, session: &Session<'_>) -> Result<(), CliError> {
        let field = Field::open(self.set.position().field().shape());
        let rules = self.set.game().rules();
        self.endgame =
            table_folder::endgame_of(&self.table_folder, rules, field, session.common.quiet)?;
        Ok(())
    }

    fn rules_line(&self) -> String {
        let preset = Preset::named(self.preset).expect("a shipped rule set");
        let rules = RulesRecord::new(preset, self.set.game().rules()).told(self.language);
        picture::wrapped(&label("words.label.rules", self.language), &rules)
    }

    /// Describes events and draws the board.
    fn describe(&self, events: &[SetEvent]) -> String {
        narration::events(events, &self.set, self.trace, self.language) + &self.board()
    }

    /// Returns the game for advice, if a person is to move.
    fn expect_turn(&self) -> Result<Game, String> {
        match self.set.due() {
            Due::Move(_) => {
                let game = Game::new(self.set.game().rules(), self.set.position());
                game.map_err(|error| error.to_string())
            }
            Due::Nothing(side) => Err(say!(self.language, "game.wrong.no-moves", side = side)),
            Due::Choices(_) | Due::Coin => Err(say!(self.language, "game.wrong.no-search")),
        }
    }
}

impl TerminalGame for SetTerminalGame {
    const KIND: &str = GAME;
    const COMMANDS: &Commands = COMMANDS;

    fn opening(&self) -> String {
        let language = self.language;
        let players = players::in_words(&self.tags, language);
        let rules = self.rules_line();
        let number = self.set.game().rounds().len();
        let begins = narration::begins(number, &self.set, language);
        let (help, board) = (repl::help(language), self.board());
        format!("{rules}\n{players}\n{help}\n{begins}{board}")
    }

    fn prompt(&self) -> String {
        self.set.person().map_or("> ".to_owned(), |side| format!("{side}> "))
    }

    fn phrases(&self) -> Vec<String> {
        let person = self.set.person();
        let moves = person.map_or_else(Vec::new, |_| narration::legal(&self.set));
        moves.into_iter().chain(COMMANDS.phrases(self.language)).collect()
    }

    fn is_hidden(&self) -> bool {
        matches!(self.set.due(), Due::Choices(_)) && self.players.people() == [true, true]
    }

    fn board(&self) -> String {
        narration::board(&self.set, self.drawn, self.language)
    }

    fn standing(&self) -> String {
        narration::standing(&self.set, self.resignation().is_some(), self.language)
    }

    fn score(&self) -> String {
        narration::score(&self.set, self.language)
    }

    fn rules(&self) -> String {
        let (rules, language) = (self.set.game().rules(), self.language);
        let answers = Question::ALL.iter().map(|one| {
            let (text, answer) = (one.text(language), one.answer(rules, language));
            format!("{text}\n    {answer}\n")
        });
        let answers: String = answers.collect();
        let more = say!(language, "game.told.more-rules", name = self.preset);
        format!("{}\n\n{answers}\n{more}\n", self.rules_line())
    }

    fn resign(&mut self) -> Answer {
        let word = || say!(self.language, "game.command.resign");
        if let Due::Nothing(winner) = self.set.due() {
            let key = "game.wrong.resign-won";
            return Err(say!(self.language, key, word = word(), side = winner));
        }
        let people = self.players.people();
        let someone = Side::BOTH.into_iter().find(|side| people[side.index()]);
        let side = self.set.person().or(someone);
        let nobody = || say!(self.language, "game.wrong.resign-nobody", word = word());
        let side = side.ok_or_else(nobody)?;
        self.tags.push(repl::resigned(side, side.other(), SET));
        Ok(say!(
            self.language,
            "game.told.resigns",
            strong = STRONG,
            plain = format!("{STRONG:#}"),
            side = side,
            other = side.other(),
        ) + "\n")
    }

    fn resignation(&self) -> Option<String> {
        let side = repl::who_resigned(&self.tags, Side::BOTH, SET)?;
        Some(say!(self.language, "game.told.has-resigned", side = side) + "\n")
    }

    fn record(&self) -> String {
        self.set.record(self.preset, self.tags.clone()).to_string()
    }

    fn saved(&mut self) -> &mut SavedGame {
        &mut self.saved
    }

    fn advance(&mut self, control: Control<'_>) -> Result<Option<String>, CliError> {
        let play = SetPlay {
            policies: self.players.policies(),
            seed: self.players.seed,
            most_rounds: match self.players.people() {
                [false, false] => MOST_ROUNDS,
                _ => u64::MAX,
            },
            endgame: self.endgame.as_deref(),
        };
        let played = self.set.go_on(&play, control).map_err(CliError::data)?;
        Ok(played.map(|played| {
            let text = narration::events(&played, &self.set, self.trace, self.language);
            if text.is_empty() { text } else { text + &self.board() }
        }))
    }

    fn load_record(&mut self, file: &Path, session: &Session<'_>) -> Result<(), CliError> {
        let written = record_files::read(file)?;
        let (set, tags) = resumed(file, &written, self.players.people())?;
        self.set = set;
        self.proven = Proven::default();
        self.preset = written.preset;
        self.tags = self.players.tags(tags);
        self.saved = SavedGame::new(GAME, self.record());
        self.find_table(session)
    }

    fn moves(&self) -> Answer {
        Ok(match self.expect_turn() {
            Ok(game) => advice::moves(&game, self.language),
            Err(_) => format!("{}\n", narration::due(&self.set, self.language)),
        })
    }

    fn advise(&mut self, all: bool, prompt: &Prompt, session: &Session<'_>) -> Answer {
        let game = self.expect_turn()?;
        let (set, number) = (self.set.game(), self.set.game().rounds().len() - 1);
        let opening = Game::new(set.rules(), &set.rounds()[number].begun).ok();
        let line = set.rounds()[number].turns.concat();
        let question = Evaluate::advice(session.common.time);
        let ready = Ready::default()
            .with_endgame(self.endgame.as_deref())
            .with_line(opening.as_ref().map(|opening| (opening, &line[..])));
        let proven = &mut self.proven;
        let ask = |control: Control<'_>| question.answer_learning(&game, proven, &ready, control);
        let (answer, _) = prompt.think(Control::none(), ask);
        let answer = answer.map_err(|error| CliError::from(error).full_message())?;
        Ok(match all {
            false => advice::hint(&game, &answer, self.language),
            true => advice::eval(&game, &answer, self.language),
        })
    }

    fn undo(&mut self) -> Answer {
        let word = say!(self.language, "game.command.undo");
        match self.set.undo() {
            Ok(true) => Ok(self.board()),
            Ok(false) => Err(say!(self.language, "game.wrong.undo", word = word)),
            Err(error) => Err(format!("{word}: {}", error.message.in_language(self.language))),
        }
    }

    fn redo(&mut self) -> Answer {
        let word = say!(self.language, "game.command.redo");
        match self.set.redo() {
            Ok(Some(events)) => Ok(self.describe(&events)),
            Ok(None) => Err(say!(self.language, "game.wrong.redo", word = word)),
            Err(error) => Err(format!("{word}: {}", error.message.in_language(self.language))),
        }
    }

    fn special_command(&mut self, request: &Request<'_>) -> Answer {
        let language = self.language;
        if request.word == "stop" {
            let events = self.set.stop();
            let events = events.map_err(|error| error.message.in_language(language))?;
            return Ok(self.describe(&events));
        }
        let moves = match set_moves::read(COMMANDS, request, &mut self.trace, language) {
            Ok(moves) => moves,
            Err(answer) => return answer,
        };
        let events = self.set.decide(&moves).map_err(|error| {
            let error = error.message.in_language(language);
            match moves.len() {
                1 => error,
                _ => say!(language, "game.wrong.none-played", error = error),
            }
        })?;
        Ok(self.describe(&events))
    }
}

/// Resumes the set of a record.
fn resumed(
    file: &Path,
    written: &WrittenSet,
    people: [bool; 2],
) -> Result<(SetSession, Vec<Tag>), CliError> {
    SetSession::resume(written, people).map_err(|error| match error.line {
        0 => {
            let (file, problem) = (file.display().to_string(), error.message);
            CliError::input_sentence(sentence!("faults.file.in", file = file, problem = problem))
        }
        _ => record_files::wrong(file, &error),
    })
}

/// Returns the players: from the command line, from a record, or a person against a medium
/// strength.
fn players(args: &Arguments, tags: &[Tag]) -> Players<Policy> {
    let usual = "player".parse().expect("a strength");
    Players::new([args.a, args.b], args.seed, tags, (usual, 1))
}
