//! A game at the prompt: what is asked for is done and answered.

use std::path::Path;
use std::sync::Arc;

use chongkak::ask::{Evaluate, NotEvaluated, Proven, Ready};
use chongkak::board::{Field, Side};
use chongkak::control::Control;
use chongkak::matches::policies::Policy;
use chongkak::moves::Game;
use chongkak::record::RulesRecord;
use chongkak::rules::{Preset, Question};
use chongkak::sets::{Due, ResumeError, SetPlay, SetSession, Tag, WrittenSet};
use chongkak::tables::{Endgame, OpenTables};

use super::autosave::SavedGame;
use super::players::{self, Players};
use super::repl;
use super::request::{Advice, Answer, Commands, Said};
use super::set_moves::{self, COMMANDS, Own};
use super::{advice, narration};
use crate::cli::args::Game as Arguments;
use crate::cli::commands::set::record;
use crate::cli::prompt::Prompt;
use crate::cli::{CliError, Session, picture, table_folder};

/// The beginning of the names of kept sets.
const GAME: &str = "game";

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
        let set = set.map_err(|error| CliError::input(format!("--together: {error}")))?;
        SetDialogue::of(
            args,
            (set, session.variant.preset().name, Vec::new()),
            players,
            session,
        )
    }

    /// A game taken up from a record, or the last one if no file is named.
    pub fn load(
        args: &Arguments,
        file: Option<&Path>,
        session: &Session<'_>,
    ) -> Result<SetDialogue, CliError> {
        let file = &repl::file_to_load(file, GAME)?;
        let written = record::read(file)?;
        let players = players(args, written.tags());
        let (set, tags) = resumed(file, &written, players.people())?;
        SetDialogue::of(args, (set, written.preset(), tags), players, session)
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
        let rules = RulesRecord::new(preset, self.set.game().rules()).to_string();
        picture::wrapped("rules   ", &rules)
    }

    /// The game at whose position a person can be advised.
    fn expect_turn(&self) -> Result<Game, String> {
        match self.set.due() {
            Due::Move(_) => {
                let game = Game::new(self.set.game().rules(), self.set.position());
                game.map_err(|error| error.to_string())
            }
            Due::Nothing(side) => Err(format!("the set is won by {side}: there are no moves")),
            Due::Choices(_) | Due::Coin => Err(
                "no search looks at a turn in which both sow: expected the choice of a hole \
                 (`chongkak start` analyses such turns)"
                    .to_owned(),
            ),
        }
    }
}

impl repl::Dialogue for SetDialogue {
    const KIND: &str = GAME;
    const COMMANDS: &Commands = COMMANDS;

    fn opening(&self) -> String {
        let players = players::in_words(&self.tags);
        let rules = self.rules_line();
        let number = self.set.game().rounds().len();
        let begins = narration::begins(number, &self.set);
        let (help, board) = (repl::HELP, self.board());
        format!("{rules}\nplayers {players}\n{help}\n{begins}{board}")
    }

    fn prompt(&self) -> String {
        self.set
            .person()
            .map_or("> ".to_owned(), |side| format!("{side}> "))
    }

    fn phrases(&self) -> Vec<String> {
        let person = self.set.person();
        let moves = person.map_or_else(Vec::new, |_| narration::legal(&self.set));
        let commands = COMMANDS[1..].iter().map(|(name, _)| (*name).to_owned());
        moves.into_iter().chain(commands).collect()
    }

    fn is_unseen(&self) -> bool {
        matches!(self.set.due(), Due::Choices(_)) && self.players.people() == [true, true]
    }

    fn board(&self) -> String {
        narration::board(&self.set, self.drawn)
    }

    fn standing(&self) -> String {
        narration::standing(&self.set, self.given_up().is_some())
    }

    fn score(&self) -> String {
        narration::score(&self.set)
    }

    fn rules(&self) -> String {
        let rules = self.set.game().rules();
        let answers = Question::ALL.iter();
        let answers = answers.map(|one| format!("{}\n    {}\n", one.text, one.answer(rules)));
        let answers: String = answers.collect();
        let more = format!("`chongkak rules {}` tells all of them", self.preset);
        format!("{}\n\n{answers}\n{more}\n", self.rules_line())
    }

    fn resign(&mut self) -> Answer {
        if let Due::Nothing(winner) = self.set.due() {
            return Err(format!("resign: the set is won by {winner}"));
        }
        let people = self.players.people();
        let someone = Side::BOTH.into_iter().find(|side| people[side.index()]);
        let side = self.set.person().or(someone);
        let side = side.ok_or("resign: expected a person among the players")?;
        let (note, told) = repl::resigned(side, side.other(), "set");
        self.tags.push(note);
        Ok(told)
    }

    fn given_up(&self) -> Option<String> {
        let side = repl::who_resigned(&self.tags, Side::BOTH, "set")?;
        Some(format!("{side} has resigned this set\n"))
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
            let told = narration::what(&played, &self.set, self.trace);
            match told.is_empty() {
                true => told,
                false => told + &self.board(),
            }
        }))
    }

    fn take_up(&mut self, file: &Path, session: &Session<'_>) -> Result<(), CliError> {
        let written = record::read(file)?;
        let (set, tags) = resumed(file, &written, self.players.people())?;
        self.set = set;
        self.proven = Proven::default();
        self.preset = written.preset();
        self.tags = self.players.tags(tags);
        self.saved = SavedGame::new(GAME, self.record());
        self.find_table(session)
    }

    fn moves(&self) -> Answer {
        Ok(match self.expect_turn() {
            Ok(game) => advice::moves(&game),
            Err(_) => format!("{}\n", narration::due(&self.set)),
        })
    }

    fn advise(&mut self, advice: Advice, prompt: &Prompt, session: &Session<'_>) -> Answer {
        let game = self.expect_turn()?;
        let (set, number) = (self.set.game(), self.set.game().rounds().len() - 1);
        if let Ok(opening) = Game::new(set.rules(), &set.begun(number)) {
            self.proven.begin(&opening);
            let line = set.rounds()[number].turns.concat();
            self.proven.follow(&opening, &line);
        }
        let question = Evaluate::advice(session.common.time);
        let ready = Ready::default().with_endgame(self.endgame.as_deref());
        let proven = &mut self.proven;
        let ask = |control: Control<'_>| question.answer_learning(&game, proven, &ready, control);
        let (answer, _) = prompt.think(Control::none(), ask);
        let answer =
            answer.map_err(|error: NotEvaluated| CliError::from(error.of(&game)).shown())?;
        Ok(match advice {
            Advice::Hint => advice::hint(&game, &answer),
            Advice::Eval => advice::eval(&game, &answer),
        })
    }

    fn undo(&mut self) -> Answer {
        match self.set.undo() {
            Ok(true) => Ok(self.board()),
            Ok(false) => Err("undo: no move of a person was played".to_owned()),
            Err(error) => Err(format!("undo: {error}")),
        }
    }

    fn redo(&mut self) -> Answer {
        match self.set.redo() {
            Ok(Some(told)) => Ok(narration::what(&told, &self.set, self.trace) + &self.board()),
            Ok(None) => Err("redo: nothing was taken back".to_owned()),
            Err(error) => Err(format!("redo: {error}")),
        }
    }

    fn own(&mut self, said: &Said<'_>) -> Answer {
        let moves = match set_moves::read(COMMANDS, said)? {
            Own::Nothing => return Ok(String::new()),
            Own::Trace(on) => {
                self.trace = on;
                return Ok(narration::traced(on));
            }
            Own::Play(moves) => moves,
        };
        let told = self.set.decide(&moves).map_err(|error| match moves.len() {
            1 => error.to_string(),
            _ => format!("{error}; none of them is played"),
        })?;
        Ok(narration::what(&told, &self.set, self.trace) + &self.board())
    }
}

/// The set of a record.
fn resumed(
    file: &Path,
    written: &WrittenSet,
    people: [bool; 2],
) -> Result<(SetSession, Vec<Tag>), CliError> {
    SetSession::resume(written, people).map_err(|error| match error {
        ResumeError::Record(error) => record::wrong(file, &error),
        ResumeError::Note { .. } => CliError::input(format!("{}, {error}", file.display())),
    })
}

/// Those that were asked for; else those of a record; else a person against a strength in the
/// middle.
fn players(args: &Arguments, tags: &[Tag]) -> Players<Policy> {
    let usual = "player".parse().expect("a strength");
    Players::new([args.a, args.b], args.seed, tags, (usual, 1))
}
