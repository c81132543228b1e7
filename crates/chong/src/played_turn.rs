//! Parses written turns and plays them move by move.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::throw::faces;
use crate::{
    ChongRules, ChongTurn, Dice, End, Forced, PlacedPosition, Player, SubMove, SubMoveEffect,
};
use chongkak_base::diagnostic;
use chongkak_base::text::{Diagnostic, ErrorKind, plural};

/// A played turn. As text, a throw and its moves, `1,2,3,4 1:K3<>2 4:S3-7x`, or the throw and
/// `pass`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedTurn {
    /// The player who played it.
    pub player: Player,
    /// The throw.
    pub throw: Dice,
    /// The moves; empty for a pass.
    pub way: Vec<SubMove>,
    /// The position after the turn.
    pub after: PlacedPosition,
}

/// Splits a text into words with their places.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        (start..start + word.len(), word)
    })
}

/// Returns the error of a turn in a game that is over.
pub(super) fn is_over(placed: &PlacedPosition) -> Diagnostic {
    let over = placed.to_string();
    diagnostic!(Untrue, "chong-game.wrong.game-over", position = over)
        .expecting("no turn: the game is over")
}

impl ChongRules {
    /// Parses a throw with the number of dice of these rules.
    ///
    /// # Errors
    /// A malformed throw, or another number of dice.
    pub fn throw(&self, text: &str) -> Result<Dice, Diagnostic> {
        let (found, dice) = (faces(text).len(), self.dice.get());
        match text.parse::<Dice>() {
            Err(face) if face.number > 0 => Err(face),
            Ok(throw) if found == usize::from(dice) => Ok(throw),
            _ => {
                let example = ["3", "3,5", "1,3,5", "1,3,5,6"][usize::from(dice.clamp(1, 4) - 1)];
                let (key, ending) = ("chong-game.wrong.dice", plural(&dice));
                Err(diagnostic!(Syntax, key; found, expected = dice.to_string()).expecting(
                    format!("{dice} face{ending} from 1 (Chong) to 6, such as {example}"),
                ))
            }
        }
    }

    /// Plays a written turn: a throw and its moves.
    ///
    /// # Errors
    /// The first word that is wrong.
    ///
    /// # Examples
    /// ```
    /// # mod chongkak { pub use chongkak_chong as chong; }
    /// use chongkak::chong::{PlacedPosition, ChongRules};
    /// let rules = ChongRules::new(3).unwrap();
    /// let start = PlacedPosition::start(&rules);
    /// let turn = rules.read_turn(&start, "1,2,3,4 1:K3<>2 4:S3-7").unwrap();
    /// assert_eq!(turn.to_string(), "1,2,3,4 1:K3<>2 4:S3-7x");
    /// assert_eq!(turn.after.to_string(), "SSK|..k|sSs B opened:A");
    /// ```
    pub fn read_turn(&self, placed: &PlacedPosition, text: &str) -> Result<PlayedTurn, Diagnostic> {
        let (span, first) = words(text).next().unwrap_or((0..0, ""));
        // Checks first whether the game is over, because then no throw is valid.
        if placed.result(self).is_some() {
            return Err(is_over(placed));
        }
        let throw = self.throw(first).map_err(|error| error.within(span.clone()).about("throw"))?;
        self.read_way(placed, throw, text, span.end)
    }

    /// Plays the written moves of a throw.
    ///
    /// # Errors
    /// The errors of [`read_turn`](Self::read_turn).
    pub fn read_moves(
        &self,
        placed: &PlacedPosition,
        throw: Dice,
        text: &str,
    ) -> Result<PlayedTurn, Diagnostic> {
        if placed.result(self).is_some() {
            return Err(is_over(placed));
        }
        self.read_way(placed, throw, text, 0)
    }

    /// Plays the moves that begin at a place in the text.
    fn read_way(
        &self,
        placed: &PlacedPosition,
        throw: Dice,
        text: &str,
        behind: usize,
    ) -> Result<PlayedTurn, Diagnostic> {
        let mut turn = self.begin(&placed.position, throw);
        let mut way = Vec::new();
        let moves = words(text).filter(|(span, word)| {
            let nothing = matches!(*word, ";" | "pass");
            span.start >= behind && !nothing
        });
        for (number, (span, word)) in (1..).zip(moves) {
            let legal = self.legal(&turn);
            let found = legal.iter().find(|(sub_move, _)| matches_text(sub_move, word));
            let Some((sub_move, next)) = found else {
                let key = match legal.is_empty() {
                    true => "chong-game.wrong.no-further",
                    false => "chong-game.wrong.move",
                };
                let (number, found, legal) =
                    (number.to_string(), word.to_owned(), moves_of(&legal));
                let words = in_words(&legal);
                // A word with a colon is meant as a move.
                let kind = if word.contains(':') { ErrorKind::Untrue } else { ErrorKind::Syntax };
                return Err(diagnostic!(
                    Untrue,
                    key,
                    number = number,
                    found = found,
                    legal = words
                )
                .of_kind(kind)
                .expecting(listed(&legal))
                .within(span));
            };
            way.push(*sub_move);
            turn = *next;
        }
        let end = text.trim_end().len();
        self.may_end(placed, throw, &turn, &way).map_err(|legal| {
            let wrong = match legal.is_empty() {
                true => diagnostic!(Untrue, "chong-game.wrong.more-dice"),
                false => {
                    let legal = in_words(&legal);
                    diagnostic!(Untrue, "chong-game.wrong.not-over", legal = legal)
                }
            };
            wrong.expecting("a turn that may end there").within(end..end)
        })?;
        Ok(PlayedTurn { player: placed.player, throw, way, after: placed.after(self.end(&turn)) })
    }

    /// Checks that a turn may end here; if not, the error lists the moves that go on.
    fn may_end(
        &self,
        placed: &PlacedPosition,
        throw: Dice,
        turn: &ChongTurn,
        way: &[SubMove],
    ) -> Result<(), Vec<SubMove>> {
        let after = self.end(turn);
        let legal = self.legal(turn);
        let ends = self.ends(&placed.position, throw);
        let is_end = |end: &End| end.after == after && end.won == turn.won;
        let may_end = legal.is_empty() || self.may_stop(turn);
        // Where as many dice as possible must be used, every end that does not win has used the
        // same number.
        let used = |way: &[SubMove]| way.iter().map(|one| one.dice.count()).sum::<u32>();
        let enough = self.forced != Forced::MaxDice
            || turn.won
            || ends.iter().any(|end| !end.won && used(&end.way) == used(way));
        if may_end && enough && ends.iter().any(is_end) {
            return Ok(());
        }
        Err(moves_of(&legal))
    }

    /// Returns every legal move with the turn after it.
    #[doc(hidden)]
    #[must_use]
    pub fn legal(&self, turn: &ChongTurn) -> Vec<(SubMove, ChongTurn)> {
        let mut legal = Vec::new();
        self.sub_moves(turn, |sub_move, next| legal.push((sub_move, next)));
        legal
    }
}

fn moves_of(legal: &[(SubMove, ChongTurn)]) -> Vec<SubMove> {
    legal.iter().map(|(sub_move, _)| *sub_move).collect()
}

fn listed(legal: &[SubMove]) -> String {
    match legal {
        [] => "no further move".to_owned(),
        _ => format!("one of {}", in_words(legal)),
    }
}

/// The effect of a move is optional: `3:S3-6` means `3:S3-6x` where that is the effect.
fn matches_text(sub_move: &SubMove, word: &str) -> bool {
    let full = sub_move.to_string();
    SubMoveEffect::ALL.iter().any(|effect| full == format!("{word}{effect}"))
}

/// Formats a way: "pass" if nothing moves.
pub fn in_words(way: &[SubMove]) -> String {
    if way.is_empty() {
        return "pass".to_owned();
    }
    let moves: Vec<String> = way.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

impl fmt::Display for PlayedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.throw, in_words(&self.way))
    }
}
