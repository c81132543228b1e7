//! A game of chong at the prompt: what is asked for is done and answered.

use std::path::Path;

use chongkak::chong::findings::eval::ChongEvalRecord;
use chongkak::chong::findings::{in_words, told};
use chongkak::chong::{
    Awaited, ChongPolicy, ChongRecord, ChongTask, GameSession, Player, Profile, SessionError,
    ThrowError, Throws, TurnError,
};
use chongkak::control::Control;
use chongkak::text::{Tag, underlined};

use super::super::of_rules;
use super::{KIND, advice, read};
use crate::cli::commands::game::autosave::SavedGame;
use crate::cli::commands::game::players::{self, Players};
use crate::cli::commands::game::repl;
use crate::cli::commands::game::request::{self, Advice, Answer, Commands, Said};
use crate::cli::prompt::Prompt;
use crate::cli::{CliError, Session};

/// The commands, each with what it does.
const COMMANDS: &Commands = &[
    ("2", "plays the throw in the way with this number"),
    ("3:S3-6 2:S6-8", "plays it by moves; pass plays none"),
    (
        "throw 3 5",
        "takes these dice, which you threw, as the throw of this turn",
    ),
    ("moves", "lists all ways to play the throw"),
    (
        "hint",
        "names a good way, with the chance to win and the reason",
    ),
    (
        "eval",
        "gives the ways their chances; before a throw, the chance to win",
    ),
    (
        "undo",
        "takes back your last turn with all that followed; its throw stays",
    ),
    ("redo", "plays again what was taken back, with its throws"),
    ("board", "draws the board again"),
    ("score", "tells how the game stands"),
    ("rules", "tells the rules of this game"),
    ("save FILE", "writes the record of the game"),
    ("load FILE", "goes on with the game of a record"),
    ("help", "shows this"),
    ("resign", "gives the game to the other player, and ends"),
    (
        "quit",
        "ends; what was played is kept for `chong game --load`",
    ),
];

/// A game, and what belongs to it.
pub struct ChongDialogue {
    game: GameSession,
    profile: &'static Profile,
    /// The remarks of the record, with the players.
    tags: Vec<Tag>,
    players: Players<ChongPolicy>,
    /// True if boards are drawn.
    drawn: bool,
    saved: SavedGame,
}

impl ChongDialogue {
    /// A game taken up from a record, or one that has only begun.
    pub fn new(
        record: ChongRecord,
        players: Players<ChongPolicy>,
        throws: Throws,
        drawn: bool,
    ) -> ChongDialogue {
        let game = GameSession::resume(&record, players.policies(), players.seed, throws);
        let (profile, tags) = (record.profile, players.tags(record.tags));
        let written = game.record(profile, tags.clone()).to_string();
        ChongDialogue {
            game,
            profile,
            tags,
            players,
            drawn,
            saved: SavedGame::new(KIND, written),
        }
    }

    fn written(&self) -> ChongRecord {
        self.game.record(self.profile, self.tags.clone())
    }

    /// Takes dice that somebody threw.
    fn throw(&mut self, faces: &str) -> Answer {
        let wrong = |error: &ThrowError| format!("{faces}: {}", of_rules(error));
        let throw = self.game.rules().throw(faces);
        let throw = throw.map_err(|error| wrong(&error))?;
        let happened = self.game.throw(throw).map_err(|error| error.to_string())?;
        Ok(told::what(&happened, &self.game, self.drawn))
    }

    /// Takes what is no command: faces where a throw is awaited, else a way to play it.
    fn other(&mut self, text: &str) -> Answer {
        let begins_so = |wanted: fn(&char) -> bool| text.chars().next().filter(wanted).is_some();
        match self.game.awaited() {
            Awaited::Throw(_) if begins_so(char::is_ascii_digit) => self.throw(text),
            Awaited::Throw(player) => {
                let expected = format!("the throw of {player}, such as {}", self.example());
                Err(unknown(text, &expected))
            }
            Awaited::ChongTurn(..) => {
                let ends = self.game.ends();
                let numbered = || ends.get(text.parse::<usize>().ok()?.checked_sub(1)?);
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                let moves = match numbered() {
                    Some(end) => in_words(&end.way),
                    None if !is_number && (text.contains(':') || text == "pass") => text.to_owned(),
                    None => {
                        let ways = ends.len();
                        let range = if ways == 1 {
                            "1".to_owned()
                        } else {
                            format!("1 to {ways}")
                        };
                        let expected =
                            format!("a way by its number, {range}, or its moves, such as 3:S1-4");
                        return Err(unknown(text, &expected));
                    }
                };
                self.decide(&moves)
            }
            Awaited::Nothing(_) => Err(unknown(text, "no more moves: the game is over")),
        }
    }

    /// As many faces as a throw has.
    fn example(&self) -> String {
        let faces = ["3", "5", "1", "6"];
        faces[..usize::from(self.game.rules().dice)].join(" ")
    }

    fn decide(&mut self, moves: &str) -> Answer {
        let played = self.game.decide(moves).map_err(|error| match &error {
            SessionError::ChongTurn(turn) => {
                let span = turn
                    .span()
                    .filter(|_| !matches!(turn, TurnError::End { .. }));
                let place = span.map_or(String::new(), |span| underlined(moves, &span));
                format!("{error}{place}")
            }
            SessionError::NoThrow(_) | SessionError::ChongPolicy(_) => error.to_string(),
        })?;
        Ok(told::what(&played, &self.game, self.drawn))
    }

    /// The throw that a person is to play.
    fn expect_throw(&self, asked: &str) -> Result<(), String> {
        match self.game.awaited() {
            Awaited::ChongTurn(..) => Ok(()),
            Awaited::Throw(player) => Err(format!(
                "{asked}: {player} has not thrown, expected his throw first (eval tells the chance \
                 before it)"
            )),
            Awaited::Nothing(_) => Err(format!("{asked}: the game is over, there are no moves")),
        }
    }
}

/// A message on what is no command.
fn unknown(text: &str, expected: &str) -> String {
    let commands = request::names(&COMMANDS[1..]);
    format!("found {text:?}, expected {expected}; or a command: {commands}")
}

impl repl::Dialogue for ChongDialogue {
    const KIND: &str = KIND;
    const COMMANDS: &Commands = COMMANDS;

    fn opening(&self) -> String {
        let (rules, players) = (told::rules(&self.written()), players::in_words(&self.tags));
        let throws = told::throws(self.game.throws());
        let (help, board) = (repl::HELP, self.board());
        format!("rules   {rules}\nplayers {players}\nthrows  {throws}\n{help}{board}")
    }

    fn prompt(&self) -> String {
        match self.game.awaited() {
            Awaited::ChongTurn(player, _) => format!("{player}> "),
            Awaited::Throw(player) => format!("throw of {player}> "),
            Awaited::Nothing(_) => "> ".to_owned(),
        }
    }

    fn phrases(&self) -> Vec<String> {
        let commands = COMMANDS[2..].iter();
        let commands = commands.map(|(name, _)| match name.split_once(' ') {
            Some(("throw", _)) => "throw".to_owned(),
            _ => (*name).to_owned(),
        });
        let ways = self.game.ends().into_iter();
        let ways = ways.map(|end| in_words(&end.way));
        ways.chain(commands).collect()
    }

    fn board(&self) -> String {
        told::board(&self.game, self.drawn)
    }

    fn standing(&self) -> String {
        told::standing(&self.written(), self.given_up().is_some())
    }

    fn rules(&self) -> String {
        let rules = told::rules(&self.written());
        format!("rules   {rules}\n`chongkak chong rules` tells all of them\n")
    }

    fn resign(&mut self) -> Answer {
        let player = match self.game.awaited() {
            Awaited::ChongTurn(player, _) | Awaited::Throw(player) => player,
            Awaited::Nothing(_) => return Err("resign: the game is over".to_owned()),
        };
        let (note, told) = repl::resigned(player, player.other(), "game");
        self.tags.push(note);
        Ok(told)
    }

    fn given_up(&self) -> Option<String> {
        let player = repl::who_resigned(&self.tags, [Player::A, Player::B], "game")?;
        Some(format!("{player} has resigned this game\n"))
    }

    fn record(&self) -> String {
        self.written().to_string()
    }

    fn saved(&mut self) -> &mut SavedGame {
        &mut self.saved
    }

    fn go_on(&mut self, control: Control<'_>) -> Result<Option<String>, CliError> {
        let happened = self.game.go_on(control);
        Ok(happened.map(|happened| told::what(&happened, &self.game, self.drawn)))
    }

    fn take_up(&mut self, file: &Path, _: &Session<'_>) -> Result<(), CliError> {
        let record = read(file)?;
        let throws = record.throws;
        *self = ChongDialogue::new(record, self.players, throws, self.drawn);
        Ok(())
    }

    fn moves(&self) -> Answer {
        self.expect_throw("moves")?;
        Ok(told::ways(&self.game))
    }

    fn advise(&mut self, advice: Advice, prompt: &Prompt, session: &Session<'_>) -> Answer {
        if let Advice::Hint = advice {
            self.expect_throw("hint")?;
        }
        let rules = self.game.rules();
        let task = ChongTask {
            placed: self.game.placed(),
            rules: *rules,
        };
        let throw = self.game.thrown().map(|thrown| thrown.throw);
        let limits = Control {
            time: session.common.time.unwrap_or(Control::none().time),
            ..Control::none()
        };
        let search = |control: Control<'_>| advice::search(&task, throw, control);
        let (found, _) = prompt.think(limits, search);
        let found = found.map_err(|failure| failure.shown())?;
        let (record, ends) = (ChongEvalRecord::new(&task, throw, found), self.game.ends());
        Ok(match advice {
            Advice::Hint => advice::hint(&record, &ends, rules),
            Advice::Eval => advice::eval(&record, &ends),
        })
    }

    fn undo(&mut self) -> Answer {
        match self.game.undo() {
            true => Ok(self.board()),
            false => Err("undo: no turn of a person was played".to_owned()),
        }
    }

    fn redo(&mut self) -> Answer {
        let turns = self.game.redo().ok_or("redo: nothing was taken back")?;
        let told: String = turns.iter().map(told::again).collect();
        Ok(told + &self.board())
    }

    fn own(&mut self, said: &Said<'_>) -> Answer {
        match (said.word.as_str(), said.rest) {
            ("throw", "") => {
                Err("throw: expected the faces of the dice, such as throw 3 5".to_owned())
            }
            ("throw", faces) => self.throw(faces),
            _ => self.other(said.line.trim()),
        }
    }
}
