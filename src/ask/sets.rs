//! Which player can force a win of the set.

use super::start::wrong_opening;
use super::{Limits, Variant};
use crate::board::Side;
use crate::control::{Control, settings};
use crate::moves::{Game, Move};
use crate::record::replay_line;
use crate::rules::{FORMS_OF_SETS, NextRound, Rest, Rules};
use crate::sets::{
    NotLost, Reply, SetOpening, SetSolver, SetValue, SetValues, TableEntry, replies, table,
};
use crate::text::{Diagnostic, ErrorKind};

/// Solves the set: finds who can force a win from every opening, and within how many rounds.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolveSet {
    /// The seeds that A owns in the opening to solve; none for all openings.
    pub owned: Option<u32>,
    /// The player who starts the opening.
    pub mover: Side,
    /// For boards too large to solve as a whole: starts from the openings whose winner the shipped
    /// [`table`] gives, and visits at most this many positions for each requested opening and
    /// player. If one opening is requested, it is proven again from those that are won within fewer
    /// rounds.
    pub known: Option<u64>,
    /// The limits for all openings together; none by default.
    pub limits: Limits,
}

settings!(SolveSet {
    with_owned owned (Option<u32>),
    with_mover mover (Side),
    with_known known (Option<u64>),
    with_limits limits (Limits),
});

impl Default for SolveSet {
    fn default() -> SolveSet {
        SolveSet {
            owned: None,
            mover: Side::A,
            known: None,
            limits: Limits { memory: SolveSet::MEMORY, ..Limits::default() },
        }
    }
}

impl SolveSet {
    /// Default memory for the positions of the rounds, in mebibytes.
    pub const MEMORY: usize = 4096;

    /// Finds the values of all openings or, with `known`, of the requested ones.
    ///
    /// # Errors
    /// If there is no such opening; with subject `known`, if no table of the rules ships; if
    /// positions can recur within a round, or no thread can be started.
    ///
    /// # Examples
    /// Kalah with one hole and one seed goes on forever.
    /// ```
    /// use chongkak::{Control, Side, ask::{SolveSet, Variant}, rules::RuleSets, sets::SetValue};
    /// let mut kalah = Variant::named("kalah", &RuleSets::shipped()).unwrap();
    /// kalah.set("holes", "1").unwrap();
    /// kalah.set("seeds", "1").unwrap();
    /// let values = SolveSet::default().answer(&kalah, Control::none()).unwrap();
    /// assert_eq!(values.value(1, Side::A), Some(SetValue::Endless));
    /// ```
    pub fn answer(&self, variant: &Variant, control: Control<'_>) -> Result<SetValues, Diagnostic> {
        let rules = variant.rules();
        rules.expect_usual(&FORMS_OF_SETS)?;
        if rules.rest == Rest::Nobody {
            rules.expect_usual(&["rest"])?;
        }
        if let Some(owned) = self.owned {
            let opening = rules.opening_owning(owned, self.mover);
            opening.map_err(|error| wrong_opening(owned, error))?;
        }
        let solver = SetSolver { memory: self.limits.memory, threads: self.limits.threads };
        let control = self.limits.bound(control);
        let Some(nodes_each) = self.known else {
            return Ok(solver.solve(rules, control)?);
        };
        let as_named = *rules == variant.preset().rules;
        let table = as_named.then(|| table(variant.preset().name)).flatten();
        let table = table.ok_or_else(|| {
            let message =
                "no table ships for this board and these rules: expected a shipped rule set without changes";
            Diagnostic::new(ErrorKind::BadValue, message).about("known")
        })?;
        let (openings, requested) = self.openings_of_table(rules, &table);
        Ok(solver.extend(rules, openings, &requested, nodes_each, control)?)
    }

    /// The openings with their known values, and the seeds that A owns in each requested opening.
    fn openings_of_table(
        &self,
        rules: &Rules,
        table: &[TableEntry],
    ) -> (Vec<SetOpening>, Vec<u32>) {
        let owned = self.owned.map(|owned| match self.mover {
            Side::A => owned,
            Side::B => rules.total() - owned,
        });
        let entry = table.iter().find(|entry| Some(entry.owned) == owned);
        // Openings that nobody can win depend on each other, so they are proven together.
        let together = entry.is_some_and(TableEntry::is_nobodys);
        let is_asked = |entry: &&TableEntry| match owned {
            Some(_) if together => entry.is_nobodys(),
            Some(owned) => entry.owned == owned,
            None => true,
        };
        let requested = table.iter().filter(is_asked).map(|entry| entry.owned);
        // A requested opening is proven again from those that need fewer rounds.
        let within = entry.and_then(|entry| entry.rounds).unwrap_or(u32::MAX);
        let known = |entry: &TableEntry| {
            let position = rules.opening_owning(entry.owned, Side::A);
            let winner = entry.winner().zip(entry.rounds);
            SetOpening {
                owned: entry.owned,
                position: position.expect("the table has openings of the rules"),
                value: match winner.filter(|(_, rounds)| *rounds < within) {
                    Some((by, rounds)) => Some(SetValue::Won { by, rounds }),
                    None => (entry.is_nobodys() && !together).then_some(SetValue::Endless),
                },
            }
        };
        (table.iter().map(known).collect(), requested.collect())
    }
}

/// Checks whether the player to move loses the set after every possible turn, by finding a winning
/// reply to each end of the turn.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FindReplies {
    /// The maximum number of turn ends to consider.
    pub most_ends: usize,
}

impl Default for FindReplies {
    fn default() -> FindReplies {
        FindReplies { most_ends: 20_000 }
    }
}

settings!(FindReplies {
    with_most_ends most_ends (usize),
});

impl FindReplies {
    /// Finds a winning reply to every end of the turn, or says why there may be none. All replies
    /// are verified by the plain rules. Uses all threads of the current pool. A node is a position
    /// of the turn or of a beam.
    ///
    /// # Errors
    /// If there are too few seeds, or a reply fails verification.
    pub fn answer(
        &self,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Result<Vec<Reply>, NotLost>, Diagnostic> {
        game.rules().expect_usual(&FORMS_OF_SETS)?;
        let (total, fill) = (game.position().total(), u32::from(game.rules().seeds));
        if total < 2 * fill {
            let expected = format!("at least {} seeds", 2 * fill);
            let message = format!(
                "expected {expected}: {total} seeds can't fill a hole of {fill} on each side"
            );
            return Err(Diagnostic::new(ErrorKind::BadValue, message).expecting(expected));
        }
        let found = replies(game, self.most_ends, control);
        match found.iter().flatten().all(|reply| wins(game, reply)) {
            true => Ok(found),
            false => Err(Diagnostic::fault(game.position(), "a reply does not win the set")),
        }
    }
}

/// Whether the set is won after a reply, by the plain rules.
fn wins(game: &Game, reply: &Reply) -> bool {
    let (rules, loser) = (game.rules(), game.position().mover());
    let line: Vec<Move> = reply.turn.iter().chain(&reply.reply).copied().collect();
    replay_line(game, &line).is_ok_and(|end| {
        let outside = end.total() - end.store(loser.other());
        let over = || rules.next_round(&end) == Ok(NextRound::SetOver { loser });
        outside < u32::from(rules.seeds) || end.is_over() && over()
    })
}
