//! A set in progress, by the plain rules.

use std::fmt;

use serde::Serialize;

use crate::board::{Position, Side};
use crate::language::Sentence;
use crate::moves::{Game, Move, MoveTrace, Outcome, Round, WrittenMove};
use crate::rules::{NextRound, PartialRules, Rules, next_round};
use crate::sentence;
use crate::text::Diagnostic;

/// A round of a set, as far as it has been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayedRound {
    /// The position it started from.
    pub opening: Position,
    /// The joint turn with which both players started it, as a line; null if the mover started
    /// alone.
    pub start: Option<String>,
    /// Its turns, each with all its moves. A turn after a forced pass is a turn of its own.
    pub turns: Vec<Vec<Move>>,
    /// The position before the first turn: the opening, or the position after a joint start.
    #[serde(skip)]
    pub begun: Position,
    /// The position after all turns.
    pub after: Position,
    /// Remarks on its moves, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// A remark on a move of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Remark {
    /// The number of the move in the round, from 1; 0 for a remark on the start.
    #[serde(rename = "move")]
    pub number: usize,
    /// Any text of one line.
    pub text: String,
}

impl PlayedRound {
    /// The number of moves played.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.turns.iter().map(Vec::len).sum()
    }

    /// The move that a remark is about, with its number.
    ///
    /// # Panics
    /// If there is no such move.
    #[must_use]
    pub fn place_of(&self, remark: &Remark) -> String {
        let mut moves = self.turns.iter().flatten();
        match remark.number.checked_sub(1) {
            None => "beginning".to_owned(),
            Some(before) => {
                let played = moves.nth(before).expect("a remark on a move");
                format!("{}. {played}", remark.number)
            }
        }
    }

    /// The remarks on a move, or on the start.
    pub fn remarks_on(&self, number: usize) -> impl Iterator<Item = &str> {
        let on_it = self.remarks.iter().filter(move |one| one.number == number);
        on_it.map(|one| &*one.text)
    }

    /// The seeds of A and B, if the round is over.
    #[must_use]
    pub fn result(&self) -> Option<[u32; 2]> {
        let owned = || Side::BOTH.map(|side| self.after.owned(side));
        self.after.is_over().then(owned)
    }
}

/// The standing of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetStanding {
    /// This player has won the set.
    Won(Side),
    /// This player is to move in the current round.
    ToMove(Side),
    /// The round is over, and this player starts the next one.
    Starts(Side),
}

impl SetStanding {
    /// The standing of a set whose last round has reached this position, after rounds that ended
    /// with the earlier ones.
    ///
    /// # Panics
    /// If the position does not fit the rules.
    pub(crate) fn of(
        rules: &impl PartialRules,
        earlier: &[Position],
        position: &Position,
    ) -> SetStanding {
        if !position.is_over() {
            return SetStanding::ToMove(position.mover());
        }
        let next = next_round(rules, earlier, position);
        match next.expect("a finished round on a board of the rules") {
            NextRound::SetOver { loser } => SetStanding::Won(loser.other()),
            NextRound::Opening(opening) => SetStanding::Starts(opening.mover()),
        }
    }

    /// Parses a standing.
    pub(super) fn read(text: &str) -> Option<SetStanding> {
        let of = |side| [Self::Won(side), Self::ToMove(side), Self::Starts(side)];
        let mut all = Side::BOTH.into_iter().flat_map(of);
        all.find(|standing| standing.to_string() == text)
    }
}

impl SetStanding {
    /// The standing in words.
    pub(crate) fn sentence(self) -> Sentence {
        let (key, side) = match self {
            SetStanding::Won(side) => ("page.rounds.standing.won", side),
            SetStanding::ToMove(side) => ("page.rounds.standing.to-move", side),
            SetStanding::Starts(side) => ("page.rounds.standing.starts", side),
        };
        sentence!(key, side = side.to_string())
    }
}

impl fmt::Display for SetStanding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The form in records, independent of the language.
        match self {
            SetStanding::Won(side) => write!(f, "won by {side}"),
            SetStanding::ToMove(side) => write!(f, "unfinished, {side} is to move"),
            SetStanding::Starts(side) => write!(f, "unfinished, {side} starts the next round"),
        }
    }
}

/// A set in progress.
#[derive(Clone, Debug)]
pub struct SetGame {
    pub(super) round: Round,
    pub(super) rounds: Vec<PlayedRound>,
    /// Whether the next move is the first of a turn.
    pub(super) turn_begins: bool,
}

impl SetGame {
    /// Starts a set from this position: an opening, or a round in progress or over.
    #[must_use]
    pub fn new(first: &Game) -> SetGame {
        SetGame {
            round: Round::new(first),
            rounds: vec![unplayed(*first.position())],
            turn_begins: true,
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.round.game().rules()
    }

    /// The rules and the current position.
    #[must_use]
    pub const fn current(&self) -> &Game {
        self.round.game()
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.round.position()
    }

    /// The rounds so far, at least one; the last may be unfinished.
    #[must_use]
    pub fn rounds(&self) -> &[PlayedRound] {
        &self.rounds
    }

    /// Plays a written move.
    ///
    /// # Errors
    /// If the move is illegal, or the round is over. The number in the message counts from the
    /// start of the round.
    ///
    /// # Panics
    /// Never: there is always a round.
    pub fn play(&mut self, written: &WrittenMove) -> Result<MoveTrace, Diagnostic> {
        let trace = self.round.play_written(written)?;
        let round = self.rounds.last_mut().expect("at least one round");
        if self.turn_begins {
            round.turns.push(Vec::new());
        }
        let turn = round.turns.last_mut().expect("a turn has begun");
        turn.push(trace.played);
        round.after = trace.after;
        self.turn_begins = trace.outcome != Outcome::Again;
        Ok(trace)
    }

    /// Adds a remark on the last move of the current round, or on its start.
    ///
    /// # Panics
    /// Never: there is always a round.
    pub fn remark(&mut self, text: String) {
        let round = self.rounds.last_mut().expect("at least one round");
        let number = round.moves();
        round.remarks.push(Remark { number, text });
    }

    /// Adds remarks on moves already played in the current round.
    ///
    /// # Errors
    /// Returns the first remark whose move was not played.
    ///
    /// # Panics
    /// Never: there is always a round.
    pub fn add_remarks(&mut self, remarks: Vec<Remark>) -> Result<(), Remark> {
        let round = self.rounds.last_mut().expect("at least one round");
        let moves = round.moves();
        for remark in remarks {
            if remark.number > moves {
                return Err(remark);
            }
            round.remarks.push(remark);
        }
        round.remarks.sort_by_key(|remark| remark.number);
        Ok(())
    }

    /// The next round or the end of the set; `None` while the round is in progress.
    ///
    /// # Panics
    /// Never: the rules fit the positions.
    #[must_use]
    pub fn next_round(&self) -> Option<NextRound> {
        let position = self.position();
        let next = || next_round(self.rules(), &ends_before_last(&self.rounds), position);
        let next = position.is_over().then(next)?;
        Some(next.expect("a finished round on a board of the rules"))
    }

    /// Starts the next round, if the last one is over and both players can fill a hole.
    pub fn begin_next_round(&mut self) -> Option<Position> {
        let Some(NextRound::Opening(opening)) = self.next_round() else {
            return None;
        };
        self.round = Round::new(&self.round.game().at(opening));
        self.rounds.push(unplayed(opening));
        self.turn_begins = true;
        Some(opening)
    }

    /// The standing of the set.
    #[must_use]
    pub fn standing(&self) -> SetStanding {
        SetStanding::of(self.rules(), &ends_before_last(&self.rounds), self.position())
    }

    /// The winner of the set; `None` while it is in progress.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self.standing() {
            SetStanding::Won(winner) => Some(winner),
            _ => None,
        }
    }
}

/// The positions with which the rounds before the last one ended.
pub(super) fn ends_before_last(rounds: &[PlayedRound]) -> Vec<Position> {
    let (_, earlier) = rounds.split_last().expect("at least one round");
    earlier.iter().map(|round| round.after).collect()
}

const fn unplayed(opening: Position) -> PlayedRound {
    PlayedRound {
        opening,
        start: None,
        turns: Vec::new(),
        begun: opening,
        after: opening,
        remarks: Vec::new(),
    }
}
