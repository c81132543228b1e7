//! `puzzles play`: puzzles asked one after the other, judged by the values that they state.

use chongkak::language::Language;
use chongkak::lessons::Turn;
use chongkak::moves::WrittenMove;
use chongkak::puzzles::{Kind, Puzzle};
use chongkak::say;

use super::repl::{self, Tasks};
use super::request::{Answer, Command, Commands, Request};
use super::{advice, narration, refusals, set_moves};
use crate::cli::style::{PROVEN, STRONG};
use crate::cli::words::label;
use crate::cli::{CliError, Session, Status, picture};

/// The commands that a player can type, with their effects.
const COMMANDS: &Commands = &Commands {
    plays: &[set_moves::PLAYS, ("12", "puzzles.terminal.laps")],
    words: &[
        Command::alone("game.command.hint", "puzzles.terminal.hint"),
        set_moves::TRACE,
        Command::alone("game.command.moves", "game.does.moves"),
        Command::alone("game.command.board", "game.does.board"),
        Command::alone("game.command.help", "game.does.help"),
        Command::alone("game.command.quit", "puzzles.terminal.quit"),
    ],
};

/// Puzzles in the terminal.
struct PuzzleSession<'p> {
    puzzles: &'p [Puzzle],
    /// The number of the puzzle, from 0.
    at: usize,
    /// The right moves so far, with the replies to them.
    turn: Turn,
    /// The number of hints requested for this puzzle.
    hints: usize,
    /// Puzzles answered without the solution.
    solved: usize,
    /// Puzzles asked and left behind.
    asked: usize,
    trace: bool,
    drawn: bool,
    language: &'static Language,
}

/// Asks the puzzles until the input ends, from number `first`, counted from 0.
pub fn run(
    puzzles: &[Puzzle],
    first: usize,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    refusals::expect_text(session)?;
    let mut current = PuzzleSession {
        puzzles,
        at: first,
        turn: begun(&puzzles[first]),
        hints: 0,
        solved: 0,
        asked: 0,
        trace: true,
        drawn: !session.common.no_board,
        language: session.language,
    };
    repl::run_tasks(&mut current, session)
}

fn begun(puzzle: &Puzzle) -> Turn {
    Turn::new(&puzzle.game().expect("puzzles that are read are sound"))
}

impl Tasks for PuzzleSession<'_> {
    const KIND: &'static str = "puzzles";

    fn opening(&self) -> String {
        repl::help(self.language) + &self.task()
    }

    fn prompt(&self) -> String {
        format!("{}> ", self.puzzle().position.mover())
    }

    fn phrases(&self) -> Vec<String> {
        self.legal().into_iter().chain(COMMANDS.phrases(self.language)).collect()
    }

    fn answer(&mut self, request: &Request<'_>) -> Answer {
        let language = self.language;
        match request.word.as_str() {
            "" => Ok(String::new()),
            // The results of the moves would be the answer to the other questions.
            "moves" if matches!(self.puzzle().question.kind(), Kind::Turn | Kind::Keep) => {
                Ok(advice::moves(self.turn.game(), language))
            }
            "hint" | "best" => Ok(self.hint()),
            "board" => Ok(self.board()),
            "help" => Ok(COMMANDS.help(language)),
            "moves" | "undo" | "eval" | "redo" | "score" | "rules" | "save" | "load" | "resign" => {
                let names = COMMANDS.names(language);
                Err(say!(language, "puzzles.terminal.not-here", names = names))
            }
            word if self.puzzle().question.kind() == Kind::Laps && word != "trace" => {
                self.count(request)
            }
            _ => match set_moves::read(COMMANDS, request, &mut self.trace, language) {
                Ok(moves) => self.play(&moves),
                Err(answer) => answer,
            },
        }
    }

    fn is_over(&self) -> bool {
        self.at == self.puzzles.len()
    }

    fn end(&self) -> String {
        let (solved, asked) = (self.solved, self.asked);
        say!(self.language, "puzzles.terminal.end", solved = solved, asked = asked)
    }
}

impl PuzzleSession<'_> {
    fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.at]
    }

    /// Draws the board and asks the question.
    fn task(&self) -> String {
        let number = say!(
            self.language,
            "puzzles.terminal.number",
            strong = STRONG,
            plain = format!("{STRONG:#}"),
            number = self.at + 1,
            all = self.puzzles.len(),
        );
        format!("\n{number}\n{}", self.board())
    }

    fn board(&self) -> String {
        let (position, language) = (self.turn.game().position(), self.language);
        let board = narration::drawing(position, self.drawn);
        let (caption, legal) = (picture::caption(position, language), self.legal().join(" "));
        let due = say!(language, "words.legal", caption = caption, legal = legal);
        format!("\n{board}{due}\n{}\n", self.puzzle().asked(language))
    }

    fn legal(&self) -> Vec<String> {
        self.turn.game().legal_moves().map(|played| played.to_string()).collect()
    }

    /// Judges a number of laps.
    fn count(&mut self, request: &Request<'_>) -> Answer {
        let number = request.line.trim().parse::<usize>().ok();
        let number = number.ok_or_else(|| {
            request.wrong(request.line.trim(), &say!(self.language, "puzzles.terminal.a-number"))
        })?;
        if number != self.puzzle().length {
            return Ok(say!(self.language, "puzzles.wrong.laps", number = number) + "\n");
        }
        let asked = self.puzzle().moves[0];
        self.turn.play_hole(asked.hole);
        let trace = self.turn.played.last().expect("the move just played");
        let told = narration::moved(trace, self.trace, self.language);
        Ok(told + &self.right())
    }

    /// Plays moves as long as they are right, and the replies to them. If a move is illegal, none
    /// is played.
    fn play(&mut self, moves: &[WrittenMove]) -> Answer {
        let language = self.language;
        let mut turn = self.turn.clone();
        let mut output = String::new();
        let mut moves = moves.iter().peekable();
        while let Some(written) = moves.next() {
            let (step, puzzle) = (turn.played.len(), self.puzzle());
            let mut tried = turn.clone();
            let trace = tried.play(written);
            let trace = trace.map_err(|error| error.message.in_language(language))?;
            if trace.played != puzzle.moves[step] {
                output += &picture::wrapped("", &puzzle.wrong(step, trace, language));
                self.turn = turn;
                return Ok(output + "\n");
            }
            output += &narration::moved(trace, self.trace, language);
            turn = tried;
            let mover = puzzle.position.mover();
            let rest = &puzzle.moves[step + 1..];
            for reply in rest.iter().take_while(|reply| reply.side != mover) {
                turn.play_hole(reply.hole);
                let trace = turn.played.last().expect("the reply just played");
                output += &narration::moved(trace, self.trace, language);
                // The solution has the replies too, and may be typed as it is printed.
                moves.next_if(|next| next.side == Some(reply.side) && next.hole == reply.hole);
            }
            if turn.played.len() == puzzle.moves.len() {
                self.turn = turn;
                return Ok(output + &self.right());
            }
        }
        self.hints = self.hints.max(self.puzzle().hints_before(turn.played.len(), language));
        self.turn = turn;
        Ok(output + &self.board())
    }

    fn right(&mut self) -> String {
        self.solved += 1;
        let (language, solution) = (self.language, self.puzzle().solution(self.language));
        let praise = say!(
            language,
            "puzzles.terminal.right",
            strong = PROVEN,
            plain = format!("{PROVEN:#}"),
            solution = solution,
        );
        picture::wrapped("", &praise) + "\n" + &self.next()
    }

    /// Goes to the next puzzle.
    fn next(&mut self) -> String {
        self.asked += 1;
        self.at += 1;
        self.hints = 0;
        let Some(puzzle) = self.puzzles.get(self.at) else {
            return String::new();
        };
        self.turn = begun(puzzle);
        self.task()
    }

    /// Gives the next hint, or after the last one the solution, and then the next puzzle.
    fn hint(&mut self) -> String {
        let language = self.language;
        let hint = self.puzzle().hints(language).into_iter().nth(self.hints);
        self.hints += 1;
        let Some(hint) = hint else {
            let solution = self.puzzle().solution(language);
            return picture::wrapped("", &solution) + "\n" + &self.next();
        };
        picture::wrapped(&label("words.label.hint", language), &hint) + "\n"
    }
}
