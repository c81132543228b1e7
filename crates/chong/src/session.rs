//! A game that is played by people and policies, with a way back.
//!
//! A throw belongs to its turn: it stays the same whatever is taken back, so that nobody can undo
//! for a better one.

use crate::played_turn::is_over;
use crate::{
    ChongPolicy, ChongPosition, ChongRecord, ChongRules, Dice, End, PlacedPosition, PlayedTurn,
    Player, Profile, ThrowGame, Throws,
};
use chongkak_base::control::Control;
use chongkak_base::diagnostic;
use chongkak_base::math::Random;
use chongkak_base::text::{Diagnostic, Tag};

/// Turns after which a game without people ends: both may pass for ever.
const MOST_TURNS: usize = 2000;

/// A throw that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The dice.
    pub throw: Dice,
    /// True if it was typed, and not made by the program.
    pub typed: bool,
}

/// A turn of a game, played or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    turn: PlayedTurn,
    typed: bool,
    /// True if there was more to do than pass.
    moves: bool,
}

/// An event of the game, to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happened {
    /// A throw was made for this player.
    Thrown(Player, Thrown),
    /// A turn was played.
    Played(PlayedTurn),
}

/// The next decision of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The throw of this player.
    Throw(Player),
    /// The turn that this player plays with his throw.
    Turn(Player, Thrown),
    /// The end of the game: it is won by this player, or drawn.
    Nothing(Option<Player>),
}

/// A game under way, played by people and policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSession {
    rules: ChongRules,
    first: PlacedPosition,
    /// The policies of A and B; none of a person.
    policies: [Option<ChongPolicy>; 2],
    /// The seed of the policies' choices.
    seed: u64,
    /// The source of the throws.
    throws: Throws,
    steps: Vec<Step>,
    /// The number of steps that are played; those after them were taken back.
    played: usize,
    /// The throw of the first step that was taken back lies on the table.
    lies: bool,
    /// The throw behind all steps.
    last: Option<Thrown>,
}

impl GameSession {
    /// A game that begins with a position. The seed is that of the policies' choices; who throws
    /// has his own.
    #[must_use]
    pub const fn new(
        rules: &ChongRules,
        first: PlacedPosition,
        policies: [Option<ChongPolicy>; 2],
        seed: u64,
        throws: Throws,
    ) -> GameSession {
        GameSession {
            rules: *rules,
            first,
            policies,
            seed,
            throws,
            steps: Vec::new(),
            played: 0,
            lies: false,
            last: None,
        }
    }

    /// Takes up the game of a record; every turn of it can be taken back. `throws` says who throws
    /// from here on, the record who threw until then.
    #[must_use]
    pub fn resume(
        record: &ChongRecord,
        policies: [Option<ChongPolicy>; 2],
        seed: u64,
        throws: Throws,
    ) -> GameSession {
        let typed = record.throws == Throws::Typed;
        let mut session = GameSession::new(&record.rules, record.first, policies, seed, throws);
        for turn in &record.turns {
            let ends = session.rules.ends(&session.placed().position, turn.throw);
            session.push(turn.clone(), typed, &ends);
        }
        session.last = record.throw.map(|throw| Thrown { throw, typed });
        session
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &ChongRules {
        &self.rules
    }

    /// Returns the source of the throws.
    #[must_use]
    pub const fn throws(&self) -> Throws {
        self.throws
    }

    /// The position before the turn that is under way.
    #[must_use]
    pub fn placed(&self) -> PlacedPosition {
        let last = self.steps[..self.played].last();
        last.map_or(self.first, |step| step.turn.after)
    }

    /// Turns that were played.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = &PlayedTurn> {
        self.steps[..self.played].iter().map(|step| &step.turn)
    }

    /// The throw that lies on the table.
    #[must_use]
    pub fn thrown(&self) -> Option<Thrown> {
        match self.steps.get(self.played) {
            Some(Step { turn, typed, .. }) => {
                let (throw, typed) = (turn.throw, *typed);
                self.lies.then_some(Thrown { throw, typed })
            }
            None => self.last,
        }
    }

    /// Returns what is to be decided next.
    #[must_use]
    pub fn awaited(&self) -> Awaited {
        let placed = self.placed();
        let player = placed.player;
        match (placed.result(&self.rules), self.thrown()) {
            (Some(winner), _) => Awaited::Nothing(winner),
            (None, Some(thrown)) => Awaited::Turn(player, thrown),
            (None, None) => Awaited::Throw(player),
        }
    }

    /// The ways to play the throw that lies on the table; none if there is no throw.
    #[must_use]
    pub fn ends(&self) -> Vec<End> {
        match self.awaited() {
            Awaited::Turn(_, thrown) => self.rules.ends(&self.placed().position, thrown.throw),
            Awaited::Throw(_) | Awaited::Nothing(_) => Vec::new(),
        }
    }

    /// The person who is to play the throw that lies on the table; none if
    /// [`go_on`](Self::go_on) does so. A pass is forced, unless the throw was typed: it may have
    /// been mistyped.
    #[must_use]
    pub fn person(&self) -> Option<Player> {
        match self.awaited() {
            Awaited::Turn(player, thrown) => {
                let decides = thrown.typed || can_move(&self.ends());
                (self.policy(player).is_none() && decides).then_some(player)
            }
            Awaited::Throw(_) | Awaited::Nothing(_) => None,
        }
    }

    const fn policy(&self, player: Player) -> Option<ChongPolicy> {
        self.policies[player as usize]
    }

    /// Makes a typed throw the throw of the turn under way, in the place of another.
    ///
    /// # Errors
    /// If the game is over.
    pub fn throw(&mut self, throw: Dice) -> Result<Happened, Diagnostic> {
        let placed = self.placed();
        if let Awaited::Nothing(_) = self.awaited() {
            return Err(is_over(&placed));
        }
        let thrown = Thrown { throw, typed: true };
        let next = self.steps.get(self.played);
        // The same throw as before leads where it led.
        if next.is_some_and(|step| step.turn.throw == throw) {
            self.lies = true;
        } else {
            self.steps.truncate(self.played);
            self.last = Some(thrown);
        }
        Ok(Happened::Thrown(placed.player, thrown))
    }

    /// Plays the throw as a person wants, by moves as they are written.
    ///
    /// # Errors
    /// If there is no throw, or it can't be played so. Then nothing has changed.
    pub fn decide(&mut self, moves: &str) -> Result<Happened, Diagnostic> {
        let placed = self.placed();
        let thrown = match self.awaited() {
            Awaited::Nothing(_) => return Err(is_over(&placed)),
            Awaited::Throw(player) => {
                let player = player.to_string();
                return Err(diagnostic!(Conflict, "chong-game.wrong.no-throw", player = player));
            }
            Awaited::Turn(player, _) if self.policy(player).is_some() => {
                let player = player.to_string();
                return Err(diagnostic!(Conflict, "chong-game.wrong.program", player = player));
            }
            Awaited::Turn(_, thrown) => thrown,
        };
        let turn = self.rules.read_moves(&placed, thrown.throw, moves)?;
        let ends = self.rules.ends(&placed.position, thrown.throw);
        self.push(turn.clone(), thrown.typed, &ends);
        Ok(Happened::Played(turn))
    }

    /// Does what no person decides: throws, plays the turn of a policy, or passes where a throw of
    /// the program allows nothing else. None if a person is to decide or to type a throw, or the
    /// game is over; without people also after 2,000 turns.
    ///
    /// The same decisions and seeds bring the same game. A policy that is stopped plays the best it
    /// has found.
    pub fn go_on(&mut self, control: Control<'_>) -> Option<Happened> {
        let placed = self.placed();
        let nobody = self.policies.iter().all(Option::is_some);
        match (self.awaited(), self.throws) {
            _ if nobody && self.played >= MOST_TURNS => None,
            (Awaited::Nothing(_), _) | (Awaited::Throw(_), Throws::Typed) => None,
            (Awaited::Throw(player), Throws::Seed(seed)) => {
                let dice = self.rules.dice;
                let mut random = Random::new(seed, 2 * self.played as u64);
                let throw = Dice::numbered(dice, random.below(6_usize.pow(dice.into())));
                let typed = false;
                self.steps.truncate(self.played);
                self.last = Some(Thrown { throw, typed });
                Some(Happened::Thrown(player, Thrown { throw, typed }))
            }
            (Awaited::Turn(..), _) if self.person().is_some() => None,
            (Awaited::Turn(player, thrown), _) => {
                let ends = self.rules.ends(&placed.position, thrown.throw);
                let end = match self.policy(player) {
                    Some(policy) => {
                        let after = self.choose(policy, thrown.throw, control);
                        ends.iter().find(|end| end.after == after)
                    }
                    None => None,
                };
                let end = end.unwrap_or(&ends[0]);
                let turn = PlayedTurn {
                    player,
                    throw: thrown.throw,
                    way: end.way.clone(),
                    after: placed.after(end.after),
                };
                self.push(turn.clone(), thrown.typed, &ends);
                Some(Happened::Played(turn))
            }
        }
    }

    /// The position that a policy leaves. Its random numbers depend on the place of the turn alone,
    /// so that what is taken back and played again comes out the same.
    fn choose(&self, policy: ChongPolicy, throw: Dice, control: Control<'_>) -> ChongPosition {
        let mut random = Random::new(self.seed, 2 * self.played as u64 + 1);
        let game = ThrowGame::new(&self.rules);
        policy.choose(&game, &self.placed().position, throw, &mut random, control)
    }

    /// Notes a turn down, in the place of what was taken back.
    fn push(&mut self, turn: PlayedTurn, typed: bool, ends: &[End]) {
        self.steps.truncate(self.played);
        self.steps.push(Step { turn, typed, moves: can_move(ends) });
        self.played += 1;
        (self.lies, self.last) = (false, None);
    }

    /// Tells whether a person had a part in a turn: he chose among its moves, or typed its throw.
    fn is_a_persons(&self, step: &Step) -> bool {
        step.typed || (step.moves && self.policy(step.turn.player).is_none())
    }

    /// Takes back the last turn in which a person had a part, with all that followed; false if
    /// there is none. His own throw is there again. A throw that was typed for a policy is to be
    /// typed again, since the policy would play at once.
    pub fn undo(&mut self) -> bool {
        let played = &self.steps[..self.played];
        let Some(last) = played.iter().rposition(|step| self.is_a_persons(step)) else {
            return false;
        };
        self.played = last;
        self.lies = self.policy(self.steps[last].turn.player).is_none();
        true
    }

    /// Plays again what was taken back last; none if there is nothing.
    pub fn redo(&mut self) -> Option<Vec<PlayedTurn>> {
        let left = self.steps[self.played..].get(1..)?;
        let next = left.iter().position(|step| self.is_a_persons(step));
        let end = self.played + 1 + next.unwrap_or(left.len());
        let again = self.steps[self.played..end].iter();
        let again = again.map(|step| step.turn.clone()).collect();
        self.played = end;
        let next = self.steps.get(end);
        self.lies = next.is_some_and(|step| self.policy(step.turn.player).is_none());
        Some(again)
    }

    /// The record of the game as far as it is played, with the throw that lies on the table. The
    /// profile is the one that its rules rest on.
    #[must_use]
    pub fn record(&self, profile: &'static Profile, tags: Vec<Tag>) -> ChongRecord {
        ChongRecord {
            profile,
            rules: self.rules,
            tags,
            throws: self.throws,
            first: self.first,
            turns: self.turns().cloned().collect(),
            throw: match self.awaited() {
                Awaited::Turn(_, thrown) => Some(thrown.throw),
                Awaited::Throw(_) | Awaited::Nothing(_) => None,
            },
        }
    }
}

/// Tells whether there is more to do than pass.
fn can_move(ends: &[End]) -> bool {
    ends.iter().any(|end| !end.way.is_empty())
}
