//! A game at the prompt: what is asked for is done and answered.

use std::path::Path;
use std::sync::Arc;

use chongkak::board::Field;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::record::RulesRecord;
use chongkak::rules::Preset;
use chongkak::sets::{Due, ResumeError, SetPlay, SetSession, Tag, WrittenSet};
use chongkak::tables::{Endgame, Shelf};

use super::kept::{self, Kept};
use super::players::Players;
use super::prompt::Prompt;
use super::request::{COMMANDS, Request};
use super::{advice, told};
use crate::cli::args::Game as Arguments;
use crate::cli::commands::{columns, set::record};
use crate::cli::style::WRONG;
use crate::cli::{Failure, NewFile, Session, interrupt, picture, shelf};

/// Rounds after which a set without people ends: it may go round for ever.
const MOST_ROUNDS: u64 = 1000;

/// A game, and what belongs to it.
pub struct Desk {
    set: SetSession,
    preset: &'static str,
    /// The remarks of the record, with the players.
    tags: Vec<Tag>,
    players: Players,
    shelf: Shelf,
    endgame: Option<Arc<Endgame>>,
    /// Whether every lap is told.
    trace: bool,
    /// Whether boards are drawn.
    drawn: bool,
    kept: Kept,
}

impl Desk {
    /// A game that begins with a position.
    pub fn new(args: &Arguments, first: &Game, session: &Session<'_>) -> Result<Desk, Failure> {
        let players = Players::new(args, &[]);
        let set = SetSession::new(first, args.together, players.people());
        let set = set.map_err(|error| Failure::input(format!("--together: {error}")))?;
        Desk::of(
            args,
            (set, session.preset.name, Vec::new()),
            players,
            session,
        )
    }

    /// A game taken up from a record, or the last one if no file is named.
    pub fn load(
        args: &Arguments,
        file: Option<&Path>,
        session: &Session<'_>,
    ) -> Result<Desk, Failure> {
        if file == Some(Path::new("-")) {
            let found = "--load -: standard input has what is typed in the game";
            return Err(Failure::unexpected(found, "the name of a file"));
        }
        let file = &file.map_or_else(kept::last, |file| Ok(file.to_owned()))?;
        let written = record::read(file)?;
        let players = Players::new(args, written.tags());
        let (set, tags) = resumed(file, &written, players.people())?;
        Desk::of(args, (set, written.preset(), tags), players, session)
    }

    fn of(
        args: &Arguments,
        (set, preset, tags): (SetSession, &'static str, Vec<Tag>),
        players: Players,
        session: &Session<'_>,
    ) -> Result<Desk, Failure> {
        let tags = players.tags(tags);
        let mut desk = Desk {
            kept: Kept::new(set.record(preset, tags.clone()).to_string()),
            set,
            preset,
            tags,
            players,
            shelf: shelf::asked(args.with.tables.as_deref()),
            endgame: None,
            trace: false,
            drawn: !session.common.no_board,
        };
        desk.find_table(session)?;
        Ok(desk)
    }

    /// The endgame table for the whole board, with which most rounds are played.
    fn find_table(&mut self, session: &Session<'_>) -> Result<(), Failure> {
        let field = Field::open(self.set.position().field().shape());
        let rules = self.set.game().rules();
        self.endgame = shelf::endgame_of(&self.shelf, rules, field, session)?;
        Ok(())
    }

    /// What is said first: rules, players, the board.
    pub fn opening(&self) -> String {
        let preset = Preset::named(self.preset).expect("a shipped rule set");
        let rules = RulesRecord::new(preset, self.set.game().rules()).to_string();
        let players = self.tags.iter().filter(|tag| matches!(tag.name, "A" | "B"));
        let players: Vec<_> = players
            .map(|tag| format!("{}: {}", tag.name, tag.text))
            .collect();
        let rules = picture::wrapped("rules   ", &rules);
        let number = self.set.game().rounds().len();
        let begins = told::begins(number, &self.set.round().opening);
        format!(
            "{rules}\nplayers {}\n\n{begins}{}",
            players.join("; "),
            self.board()
        )
    }

    fn board(&self) -> String {
        told::board(&self.set, self.drawn)
    }

    /// Before what is typed.
    pub fn prompt(&self) -> String {
        self.set
            .person()
            .map_or("> ".to_owned(), |side| format!("{side}> "))
    }

    /// How the game stands.
    pub fn standing(&self) -> String {
        told::standing(&self.set)
    }

    fn record(&self) -> String {
        self.set.record(self.preset, self.tags.clone()).to_string()
    }

    /// Keeps the game as it is now.
    pub fn keep(&mut self, session: &Session<'_>) {
        let record = self.record();
        if let Some(problem) = self.kept.keep(record) {
            session.message(problem);
        }
    }

    /// Lets the program play until a person is to decide. True if the person wants to end: he
    /// pressed Ctrl-C once more after the program moved.
    pub fn think(&mut self, prompt: &Prompt, session: &mut Session<'_>) -> Result<bool, Failure> {
        let mut ends = false;
        loop {
            let play = SetPlay {
                policies: self.players.of.map(|player| player.policy()),
                seed: self.players.seed,
                most_rounds: match self.players.people() {
                    [false, false] => MOST_ROUNDS,
                    _ => u64::MAX,
                },
                endgame: self.endgame.as_deref(),
            };
            let set = &mut self.set;
            let (played, pressed) =
                prompt.think(Control::none(), |control| set.go_on(&play, control));
            let played = played.map_err(Failure::data)?;
            // A signal that ends the program: what was played in haste is not kept.
            if interrupt::happened() {
                return Ok(false);
            }
            ends |= pressed > 1;
            let Some(played) = played else {
                return Ok(ends);
            };
            self.keep(session);
            let told = told::what(&played, &self.set, self.trace);
            if !told.is_empty() {
                session.out.text(&(told + &self.board()))?;
            }
            if ends {
                return Ok(true);
            }
        }
    }

    /// The answer to what was asked for, or what was wrong.
    pub fn answer(
        &mut self,
        request: Request,
        prompt: &Prompt,
        session: &Session<'_>,
    ) -> Result<String, String> {
        match request {
            Request::Nothing | Request::Quit => Ok(String::new()),
            Request::Play(moves) => {
                let told = self.set.decide(&moves).map_err(|error| {
                    let none = if moves.len() > 1 {
                        "; none of them is played"
                    } else {
                        ""
                    };
                    format!("{error}{none}")
                })?;
                let told = told::what(&told, &self.set, self.trace);
                Ok(told + &self.board())
            }
            Request::Moves => Ok(match self.expect_turn() {
                Ok(game) => advice::moves(&game),
                Err(_) => format!("{}\n", told::due(&self.set)),
            }),
            Request::Hint => self.advised(advice::hint, prompt, session),
            Request::Eval => self.advised(advice::eval, prompt, session),
            Request::Undo => match self.set.undo() {
                Ok(true) => Ok(self.board()),
                Ok(false) => Err("undo: no move of a person was played".to_owned()),
                Err(error) => Err(format!("undo: {error}")),
            },
            Request::Redo => match self.set.redo() {
                Ok(Some(told)) => Ok(told::what(&told, &self.set, self.trace) + &self.board()),
                Ok(None) => Err("redo: nothing was taken back".to_owned()),
                Err(error) => Err(format!("redo: {error}")),
            },
            Request::Trace(on) => {
                self.trace = on;
                Ok(told::traced(on))
            }
            Request::Board => Ok(self.board()),
            Request::Save(file) => self.save(&file).map_err(|failure| failure.shown()),
            Request::Load(file) => {
                self.take_up(&file, session)
                    .map_err(|failure| failure.shown())?;
                Ok(self.opening())
            }
            Request::Help => Ok(help()),
        }
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

    fn advised(
        &self,
        words: fn(&Game, &chongkak::search::Evaluation) -> String,
        prompt: &Prompt,
        session: &Session<'_>,
    ) -> Result<String, String> {
        let game = self.expect_turn()?;
        let limits = match session.common.time {
            Some(time) => Control {
                time,
                ..Control::none()
            },
            None => Control {
                nodes: advice::NODES,
                ..Control::none()
            },
        };
        let endgame = self.endgame.as_deref();
        let search = |control: Control<'_>| advice::search(&game, endgame, control);
        let (found, _) = prompt.think(limits, search);
        let found = found.map_err(|failure| failure.shown())?;
        Ok(words(&game, &found))
    }

    fn save(&self, file: &Path) -> Result<String, Failure> {
        let new = NewFile::new("save", file)?;
        new.write(&self.record())?;
        Ok(format!("saved as {}\n", file.display()))
    }

    /// Goes on with another set. The one until now stays where it was kept.
    fn take_up(&mut self, file: &Path, session: &Session<'_>) -> Result<(), Failure> {
        let written = record::read(file)?;
        let (set, tags) = resumed(file, &written, self.players.people())?;
        self.set = set;
        self.preset = written.preset();
        self.tags = self.players.tags(tags);
        self.kept = Kept::new(self.record());
        self.find_table(session)
    }
}

/// The set of a record.
fn resumed(
    file: &Path,
    written: &WrittenSet,
    people: [bool; 2],
) -> Result<(SetSession, Vec<Tag>), Failure> {
    SetSession::resume(written, people).map_err(|error| match error {
        ResumeError::Record(error) => record::wrong(file, &error),
        ResumeError::Note { .. } => Failure::input(format!("{}, {error}", file.display())),
    })
}

/// A mistake, as an answer.
pub fn wrong(problem: &str) -> String {
    format!("{WRONG}error:{WRONG:#} {problem}")
}

fn help() -> String {
    let rows = COMMANDS.iter().map(|(name, what)| row![name, what]);
    columns(&["type", "what it does"], rows.collect(), &[])
}
