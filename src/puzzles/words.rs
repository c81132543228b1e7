//! Puzzles in words: the question, hints by degrees, the solution, what a wrong answer costs, and
//! the page to print.

use std::fmt::Write;

use super::{Kind, Place, Puzzle, Question, turns};
use crate::language::Language;
use crate::moves::{Move, MoveTrace, Outcome, trace};
use crate::record::RulesRecord;
use crate::say;
use crate::show::page::{self, Exercise};
use crate::show::{picture, words};
use crate::text::style::STRONG;
use crate::text::{Record, joined};

fn seeds(number: i32, language: &Language) -> String {
    say!(language, "page.count.seeds"; number.unsigned_abs())
}

/// The moves of a puzzle read by [`Puzzle::read_all`] or made here.
fn played(puzzle: &Puzzle) -> Vec<MoveTrace> {
    puzzle.played().expect("a puzzle is sound")
}

impl Puzzle {
    /// The proven value as the mover's lead.
    fn lead(&self) -> i32 {
        self.position.mover().sign() * self.value.unwrap_or_default()
    }

    /// Asks the question.
    #[must_use]
    pub fn asked(&self, language: &Language) -> String {
        let (side, lead) = (self.position.mover(), self.lead());
        match self.question {
            Question::Win => say!(language, "puzzles.asked.win", side = side),
            Question::Draw => say!(language, "puzzles.asked.draw", side = side),
            Question::Best if lead > 0 => {
                let seeds = seeds(lead, language);
                say!(language, "puzzles.asked.lead", side = side, seeds = seeds)
            }
            Question::Best => {
                let seeds = seeds(lead, language);
                say!(language, "puzzles.asked.behind", side = side, seeds = seeds)
            }
            Question::Laps => {
                say!(language, "puzzles.asked.laps", played = self.moves[0])
            }
            Question::Store => say!(language, "puzzles.asked.store", side = side),
            Question::Keep => {
                let turns = say!(language, "page.count.turns"; self.length);
                let key =
                    if lead > 0 { "puzzles.asked.keep-win" } else { "puzzles.asked.keep-draw" };
                say!(language, key, side = side, turns = turns)
            }
        }
    }

    /// Hints, each of which says more than the one before it.
    #[must_use]
    pub fn hints(&self, language: &Language) -> Vec<String> {
        let traces = played(self);
        let (first, last) = (&traces[0], &traces[traces.len() - 1]);
        let laps = |number: usize| say!(language, "page.count.laps"; number);
        match self.question.kind() {
            Kind::Turn | Kind::Keep => {
                let moves = |turn: &[MoveTrace]| say!(language, "page.count.moves"; turn.len());
                let turns: Vec<_> = turns(self.position.mover(), &traces).collect();
                let mut hints = vec![say!(language, "puzzles.hint.moves", moves = moves(turns[0]))];
                if let Some(tempting) = self.tempting() {
                    let costs = seeds(self.costs(0, tempting), language);
                    let played = tempting;
                    let hint =
                        say!(language, "puzzles.hint.tempting", played = played, costs = costs);
                    hints.push(hint);
                }
                hints.push(say!(language, "puzzles.hint.first", played = first.played));
                for (number, turn) in (2..).zip(&turns[1..]) {
                    let (moves, played) = (moves(turn), turn[0].played);
                    let key = "puzzles.hint.later";
                    hints.push(say!(
                        language,
                        key,
                        number = number,
                        moves = moves,
                        played = played
                    ));
                }
                hints
            }
            Kind::Laps => vec![
                say!(language, "puzzles.hint.first-lap", hole = first.laps[0].last),
                say!(language, "puzzles.hint.ends", ending = words::ending(last, language)),
            ],
            Kind::Store => {
                let others = self.game().expect("a puzzle is sound").legal_moves();
                let other = others.filter(|one| !one.stops && one.hole != first.played.hole).last();
                let mut two = [first.played, other.expect("there is a choice")];
                two.sort_unstable();
                let laps = laps(self.length);
                vec![
                    say!(language, "puzzles.hint.laps", laps = laps),
                    say!(language, "puzzles.hint.two", one = two[0], other = two[1]),
                ]
            }
        }
    }

    /// The number of hints that say nothing new after the first `moves` moves of the line: those of
    /// turns that are over.
    #[must_use]
    pub fn hints_before(&self, moves: usize, language: &Language) -> usize {
        let traces = played(self);
        let ends = |turn: &&[MoveTrace]| turn[turn.len() - 1].outcome != Outcome::Again;
        match turns(self.position.mover(), &traces[..moves]).filter(ends).count() {
            0 => 0,
            // Each later turn has one hint.
            over => self.hints(language).len() + over - self.length,
        }
    }

    /// Tells the solution.
    #[must_use]
    pub fn solution(&self, language: &Language) -> String {
        let moves = joined(&self.moves, " ");
        let laps = say!(language, "page.count.laps"; self.length);
        match (self.question.kind(), self.value) {
            (Kind::Turn | Kind::Keep, value) => {
                let result = picture::result_in_words(value.unwrap_or_default(), language);
                say!(language, "puzzles.solution.turn", moves = moves, result = result)
            }
            (Kind::Laps, _) => say!(language, "puzzles.solution.laps", played = moves, laps = laps),
            (Kind::Store, _) => {
                say!(language, "puzzles.solution.store", played = moves, laps = laps)
            }
        }
    }

    /// Describes the rules.
    fn rules_in_words(&self, language: &Language) -> String {
        let variant = self.variant().expect("a puzzle is sound");
        RulesRecord::new(variant.preset(), variant.rules()).told(language)
    }

    /// The first legal move that gains most at once, if it gains more than the answer does.
    fn tempting(&self) -> Option<Move> {
        let game = self.game().expect("a puzzle is sound");
        let gain = |played: Move| trace(game.rules(), game.position(), played.hole).map(|t| t.gain);
        let most = game.legal_moves().map(gain).max()?;
        (most > gain(self.moves[0])).then(|| game.legal_moves().find(|one| gain(*one) == most))?
    }

    /// The seeds that a legal move costs instead of move number `step` of the line.
    #[must_use]
    pub fn costs(&self, step: usize, played: Move) -> i32 {
        let mover = self.position.mover();
        let own = self.moves.iter().take(step).filter(|one| one.side == mover).count();
        let value = self.values.get(own).and_then(|values| values.get(&played));
        self.lead() - mover.sign() * value.copied().unwrap_or_default()
    }

    /// Says what is wrong with a legal move that was played instead of move number `step`.
    #[must_use]
    pub fn wrong(&self, step: usize, instead: &MoveTrace, language: &Language) -> String {
        let played = instead.played;
        match self.question.kind() {
            kind @ (Kind::Turn | Kind::Keep) => {
                let costs = seeds(self.costs(step, played), language);
                let key = match (kind, self.value) {
                    (Kind::Turn, _) => "puzzles.wrong.turn",
                    (_, Some(0)) => "puzzles.wrong.draw",
                    _ => "puzzles.wrong.win",
                };
                say!(language, key, played = played, costs = costs)
            }
            Kind::Laps | Kind::Store => {
                let ending = words::ending(instead, language);
                say!(language, "puzzles.wrong.store", played = played, ending = ending)
            }
        }
    }
}

/// Creates a page to print: the puzzles, with the answers on a sheet of their own.
#[must_use]
pub fn worksheet(puzzles: &[Puzzle], language: &Language) -> String {
    let mut rules: Vec<String> = puzzles.iter().map(|one| one.rules_in_words(language)).collect();
    let is_mixed = rules.iter().any(|one| *one != rules[0]);
    let exercises = puzzles.iter().zip(&rules).map(|(puzzle, rules)| Exercise {
        position: puzzle.position,
        question: match is_mixed {
            true => format!("{} ({rules})", puzzle.asked(language)),
            false => puzzle.asked(language),
        },
        answer: puzzle.solution(language),
    });
    let exercises: Vec<Exercise> = exercises.collect();
    rules.truncate(usize::from(!is_mixed));
    page::worksheet(&rules.concat(), &exercises, language)
}

impl Record for Puzzle {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let english = Language::english();
        let rules = self.rules_in_words(english);
        let (id, difficulty) = (&self.id, self.difficulty);
        writeln!(text, "{STRONG}{}{STRONG:#}", self.asked(english))?;
        writeln!(text, "{}", self.position)?;
        writeln!(text, "{}", self.solution(english))?;
        write!(text, "difficulty {difficulty:.1}, {id}; {rules}")?;
        if let Some(Place { file, game, round, turn }) = &self.place {
            write!(text, "; {file}, game {game}, round {round}, turn {turn}")?;
        }
        writeln!(text)
    }
}
