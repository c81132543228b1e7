//! A game at the prompt: what is asked for is done and answered.

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
use super::repl::{self, Dialogue};
use super::request::{Answer, Commands, Said};
use super::set_moves::{self, COMMANDS};
use super::{advice, narration, refusals};
use crate::cli::args::Game as Arguments;
use crate::cli::commands::set::record_files;
use crate::cli::prompt::Prompt;
use crate::cli::style::STRONG;
use crate::cli::words::label;
use crate::cli::{CliError, Session, picture, table_folder};

/// The beginning of the names of kept sets.
const GAME: &str = "game";

/// The name of what is given up, in the record.
const SET: &str = "set";

/// Rounds after which a set without people ends: it may go round for ever.
const MOST_ROUNDS: u64 = 1000;

/// A game, and what belongs to it.
pub struct SetDialogue {
    set: SetSession,
    preset: &'static str,
    /// The remarks of the record, with the players.
    tags: Vec<Tag>,
    players: Players<Policy>,
    table_folder: OpenTables,
    endgame: Option<Arc<Endgame>>,
    /// The values that hints have proven.
    proven: Proven,
    /// True if every lap is told.
    trace: bool,
    /// True if boards are drawn.
    drawn: bool,
    saved: SavedGame,
    language: &'static Language,
}

impl SetDialogue {
    /// A game that begins with a position.
    pub fn new(
        args: &Arguments,
        first: &Game,
        session: &Session<'_>,
    ) -> Result<SetDialogue, CliError> {
        let players = players(args, &[]);
        let set = SetSession::new(first, args.together, players.people());
        let set = set.map_err(|error| refusals::not_together(&error))?;
        SetDialogue::of(args, (set, session.variant.preset().name, Vec::new()), players, session)
    }

    /// A game taken up from a record, or the last one if no file is named.
    pub fn load(
        args: &Arguments,
        file: Option<&Path>,
        session: &Session<'_>,
    ) -> Result<SetDialogue, CliError> {
        let file = &refusals::file_to_load(file, GAME)?;
        let written = record_files::read(file)?;
        let players = players(args, &written.tags);
        let (set, tags) = resumed(file, &written, players.people())?;
        SetDialogue::of(args, (set, written.preset, tags), players, session)
    }

    fn of(
        args: &Arguments,
        (set, preset, tags): (SetSession, &'static str, Vec<Tag>),
        players: Players<Policy>,
        session: &Session<'_>,
    ) -> Result<SetDialogue, CliError> {
        let tags = players.tags(tags);
        let mut game = SetDialogue {
            saved: SavedGame::new(GAME, set.record(preset, tags.clone()).to_string()),
            set,
            preset,
            tags,
            players,
            table_folder: table_folder::asked(args.with.tables.as_deref()),
            endgame: None,
            proven: Proven::default(),
            trace: false,
            drawn: !session.common.no_board,
            language: session.language,
        };
        game.find_table(session)?;
        Ok(game)
    }

    /// The endgame table for the whole board, with which most rounds are played.
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

    /// Says what happened, and draws the board.
    fn told(&self, told: &[SetEvent]) -> String {
        narration::what(told, &self.set, self.trace, self.language) + &self.board()
    }

    /// The game at whose position a person can be advised.
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

impl Dialogue for SetDialogue {
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

    fn is_unseen(&self) -> bool {
        matches!(self.set.due(), Due::Choices(_)) && self.players.people() == [true, true]
    }

    fn board(&self) -> String {
        narration::board(&self.set, self.drawn, self.language)
    }

    fn standing(&self) -> String {
        narration::standing(&self.set, self.given_up().is_some(), self.language)
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

    fn given_up(&self) -> Option<String> {
        let side = repl::who_resigned(&self.tags, Side::BOTH, SET)?;
        Some(say!(self.language, "game.told.has-resigned", side = side) + "\n")
    }

    fn record(&self) -> String {
        self.set.record(self.preset, self.tags.clone()).to_string()
    }

    fn saved(&mut self) -> &mut SavedGame {
        &mut self.saved
    }

    fn go_on(&mut self, control: Control<'_>) -> Result<Option<String>, CliError> {
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
            let told = narration::what(&played, &self.set, self.trace, self.language);
            if told.is_empty() { told } else { told + &self.board() }
        }))
    }

    fn take_up(&mut self, file: &Path, session: &Session<'_>) -> Result<(), CliError> {
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
        let answer = answer.map_err(|error| CliError::from(error).shown())?;
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
            Ok(Some(told)) => Ok(self.told(&told)),
            Ok(None) => Err(say!(self.language, "game.wrong.redo", word = word)),
            Err(error) => Err(format!("{word}: {}", error.message.in_language(self.language))),
        }
    }

    fn own(&mut self, said: &Said<'_>) -> Answer {
        let language = self.language;
        let moves = match set_moves::read(COMMANDS, said, &mut self.trace, language) {
            Ok(moves) => moves,
            Err(answer) => return answer,
        };
        let told = self.set.decide(&moves).map_err(|error| {
            let error = error.message.in_language(language);
            match moves.len() {
                1 => error,
                _ => say!(language, "game.wrong.none-played", error = error),
            }
        })?;
        Ok(self.told(&told))
    }
}

/// The set of a record.
fn resumed(
    file: &Path,
    written: &WrittenSet,
    people: [bool; 2],
) -> Result<(SetSession, Vec<Tag>), CliError> {
    SetSession::resume(written, people).map_err(|error| match error.line {
        0 => {
            let (file, problem) = (file.display().to_string(), error.message);
            CliError::input_said(sentence!("faults.file.in", file = file, problem = problem))
        }
        _ => record_files::wrong(file, &error),
    })
}

/// Those that were asked for; else those of a record; else a person against a strength in the
/// middle.
fn players(args: &Arguments, tags: &[Tag]) -> Players<Policy> {
    let usual = "player".parse().expect("a strength");
    Players::new([args.a, args.b], args.seed, tags, (usual, 1))
}
