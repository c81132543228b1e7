//! A case played by rules whose options are looked up when they matter.

use super::evidence::{Act, Case};
use crate::board::{Cells, Mark, Position, Side, Wide};
use crate::claims::{Says, Standing, Start};
use crate::moves::{Game, MoveTrace, Outcome, WrittenMove, trace_by};
use crate::rules::{
    NextRound, ROUND_OPTIONS, RoundEnd, Rulebook, StorePlace, next_round, opening_owning, place,
};
use crate::sets::{Beginning, SetStanding, Statement as Recorded};
use crate::start::{Lockstep, Reached, Tie, play_joint_line};

/// How much of a case is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// As far as the first statement that is not so.
    FirstFailure,
    /// As far as the line can be played.
    End,
}

/// The items of a case that are not so under the rules.
pub(super) fn failures(case: &Case, rules: &impl Rulebook, until: Until) -> Vec<usize> {
    let mut failures = Vec::new();
    let mut walk = Walk::new(case, rules);
    for (number, item) in case.items.iter().enumerate() {
        match walk.heard(&item.act) {
            Heard::So => continue,
            Heard::NotSo => failures.push(number),
            Heard::Stuck => {
                failures.push(number);
                return failures;
            }
        }
        if until == Until::FirstFailure {
            return failures;
        }
    }
    failures
}

/// What became of a statement.
enum Heard {
    So,
    NotSo,
    /// It is not so, and the line can't go on.
    Stuck,
}

impl From<bool> for Heard {
    fn from(so: bool) -> Heard {
        if so { Heard::So } else { Heard::NotSo }
    }
}

struct Walk<'a, R> {
    rules: &'a R,
    position: Position,
    /// The opening of the round.
    opening: Position,
    /// Its number.
    round: usize,
    /// The positions of the round so far: holes, mover, mark.
    seen: Vec<(Wide, Side, Mark)>,
    last: Option<MoveTrace>,
    laps: i64,
}

impl<'a, R: Rulebook> Walk<'a, R> {
    fn new(case: &Case, rules: &'a R) -> Walk<'a, R> {
        let opening = match case.start {
            Start::Position(position) => position,
            Start::Full(mover) => case.rules.opening(mover),
            Start::Owned(owned, mover) => {
                let opening = opening_owning(rules, owned, mover);
                opening.expect("it was tried when the claim was read")
            }
        };
        let mut walk = Walk {
            rules,
            position: opening,
            opening,
            round: 1,
            seen: Vec::new(),
            last: None,
            laps: 0,
        };
        walk.begin(opening);
        walk
    }

    /// Begins a round, or goes on with it alone after both began it.
    fn begin(&mut self, position: Position) {
        self.position = position;
        self.seen.clear();
        self.recurs();
    }

    /// Remembers the position; whether it was there before. Only `store = far` lets that happen,
    /// and only there it ends the round.
    fn recurs(&mut self) -> bool {
        let position = &self.position;
        let field = position.field();
        let holes = Wide::mask(field.row(Side::A) | field.row(Side::B));
        let key = (
            position.cells().and(holes),
            position.mover(),
            position.mark(),
        );
        let before = self.seen.contains(&key);
        self.seen.push(key);
        before && self.rules.store() == StorePlace::Far
    }

    /// Plays a move, if it is legal.
    fn play(&mut self, written: &WrittenMove) -> bool {
        let side = self.position.mover();
        let own = written.side.is_none_or(|written| written == side);
        let played = own.then(|| trace_by(self.rules, &self.position, written.hole));
        let Some(mut played) = played.flatten() else {
            return false;
        };
        self.position = played.after;
        if played.outcome != Outcome::Over && self.recurs() {
            let (field, cells) = (played.after.field(), played.after.cells());
            self.position = Position::from_parts(field, cells, side, Mark::Over);
            played.after = self.position;
            played.outcome = Outcome::Over;
        }
        self.laps += i64::try_from(played.laps.len()).expect("a move has few laps");
        self.last = Some(played);
        true
    }

    fn heard(&mut self, act: &Act) -> Heard {
        match act {
            Act::Final if self.rules.end() == RoundEnd::Stalled => Heard::So,
            Act::Final => Heard::Stuck,
            Act::Says(Says::Played(written)) if self.play(written) => Heard::So,
            Act::Says(Says::Played(_)) => Heard::Stuck,
            // A move that is played though it should be refused leads elsewhere.
            Act::Says(Says::Illegal(written)) if self.play(written) => Heard::Stuck,
            Act::Says(Says::Illegal(_)) => Heard::So,
            Act::Says(says) => {
                let standing = Standing {
                    position: &self.position,
                    last: self.last.as_ref(),
                    laps: self.laps,
                };
                standing.is_so(says, self.rules).into()
            }
            Act::Recorded(recorded, _) => self.recorded(recorded),
        }
    }

    /// A line of a record.
    fn recorded(&mut self, recorded: &Recorded) -> Heard {
        let position = &self.position;
        match recorded {
            Recorded::Moves(_) => Heard::So,
            Recorded::Position(stated) => (stated == position).into(),
            Recorded::Result(result) => {
                let owned = Side::BOTH.map(|side| position.owned(side));
                (position.is_over() && owned == *result).into()
            }
            Recorded::Set(standing) => {
                let found = SetStanding::of(self.rules, position);
                match standing {
                    Some(standing) => (*standing == found).into(),
                    None => (!matches!(found, SetStanding::Won(_))).into(),
                }
            }
            Recorded::Start(line) => self.start_together(line),
            Recorded::Round(number, beginning) => {
                let Ok(NextRound::Opening(opening)) = next_round(self.rules, position) else {
                    return Heard::Stuck;
                };
                self.opening = opening;
                self.round += 1;
                self.last = None;
                self.begin(opening);
                match beginning {
                    _ if *number != self.round => Heard::NotSo,
                    Beginning::Unsaid => Heard::So,
                    Beginning::By(side) => (*side == opening.mover()).into(),
                    Beginning::From(game) => (*game.position() == opening).into(),
                }
            }
        }
    }

    /// Both begin the round together. The joint turn is played by whole rules: it looks up all that
    /// play depends on.
    fn start_together(&mut self, line: &str) -> Heard {
        let rules = ROUND_OPTIONS.map(|name| self.rules.open_at(place(name)))[0];
        let played = Game::new(rules, &self.opening).ok().and_then(|game| {
            let model = Lockstep::new(&game, Tie::Coin).ok()?;
            let (_, reached) = play_joint_line(&model, line).ok()?;
            Some(reached)
        });
        match played {
            Some(Reached::Done(after)) if self.position == self.opening => {
                self.begin(after);
                Heard::So
            }
            _ => Heard::Stuck,
        }
    }
}
