//! A game between people and policies, with undo.
//!
//! A throw belongs to its turn: undoing and redoing never changes it, so nobody can undo to get a
//! better one.

use crate::played_turn::is_over;
use crate::{
    ChongPolicy, ChongPosition, ChongRecord, ChongRules, Dice, End, PlacedPosition, PlayedTurn,
    Player, Profile, ThrowGame, Throws,
};
use chongkak_base::control::Control;
use chongkak_base::diagnostic;
use chongkak_base::math::Random;
use chongkak_base::text::{Diagnostic, Tag};

/// A game without people ends after this many turns, because both players may pass forever.
const MOST_TURNS: usize = 2000;

/// The current throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The dice.
    pub throw: Dice,
    /// Whether it was typed, rather than made by the program.
    pub typed: bool,
}

/// A turn of a game, played or undone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    turn: PlayedTurn,
    typed: bool,
    /// Whether there was more to do than pass.
    moves: bool,
}

/// An event of the game.
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
    /// This player throws.
    Throw(Player),
    /// This player plays the throw.
    Turn(Player, Thrown),
    /// None: the game is over, won by this player or drawn.
    Nothing(Option<Player>),
}

/// A running game between people and policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSession {
    rules: ChongRules,
    first: PlacedPosition,
    /// The policies of A and B; `None` for a person.
    policies: [Option<ChongPolicy>; 2],
    /// The random seed of the policies' choices.
    seed: u64,
    /// The source of the throws.
    throws: Throws,
    steps: Vec<Step>,
    /// The number of played steps; later ones were undone.
    played: usize,
    /// Whether the throw of the first undone step is current.
    lies: bool,
    /// The throw after all steps.
    last: Option<Thrown>,
}

impl GameSession {
    /// Starts a game from a position. The seed is for the policies' choices; the throws have their
    /// own source.
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

    /// Continues the game of a record, in which every turn can be undone. `throws` is the source of
    /// throws from here on; the record's source made the earlier ones.
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

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &ChongRules {
        &self.rules
    }

    /// Returns the source of the throws.
    #[must_use]
    pub const fn throws(&self) -> Throws {
        self.throws
    }

    /// Returns the position before the current turn.
    #[must_use]
    pub fn placed(&self) -> PlacedPosition {
        let last = self.steps[..self.played].last();
        last.map_or(self.first, |step| step.turn.after)
    }

    /// Returns the played turns.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = &PlayedTurn> {
        self.steps[..self.played].iter().map(|step| &step.turn)
    }

    /// Returns the current throw.
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

    /// Returns the next decision.
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

    /// Returns the ways to play the current throw; empty if there is none.
    #[must_use]
    pub fn ends(&self) -> Vec<End> {
        match self.awaited() {
            Awaited::Turn(_, thrown) => self.rules.ends(&self.placed().position, thrown.throw),
            Awaited::Throw(_) | Awaited::Nothing(_) => Vec::new(),
        }
    }

    /// Returns the person who is to play the current throw, or `None` if [`go_on`](Self::go_on)
    /// plays it. A pass is played automatically unless the throw was typed, because it may have
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

    /// Makes a typed throw the throw of the current turn, replacing any other.
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
        // Retyping the same throw keeps the undone turns.
        if next.is_some_and(|step| step.turn.throw == throw) {
            self.lies = true;
        } else {
            self.steps.truncate(self.played);
            self.last = Some(thrown);
        }
        Ok(Happened::Thrown(placed.player, thrown))
    }

    /// Plays the throw for a person, by written moves.
    ///
    /// # Errors
    /// If there is no throw, or the moves are wrong. Then nothing changes.
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

    /// Advances the game without a person's decision: throws, plays the turn of a policy, or passes
    /// if a throw of the program allows nothing else. Returns `None` if a person is to decide or to
    /// type a throw, or the game is over; without people also after 2,000 turns.
    ///
    /// The same decisions and seeds give the same game. A policy that is stopped plays the best way
    /// that it has found.
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

    /// Returns the position that a policy leaves. Its random numbers depend only on the number of
    /// the turn, so a turn that is undone and replayed comes out the same.
    fn choose(&self, policy: ChongPolicy, throw: Dice, control: Control<'_>) -> ChongPosition {
        let mut random = Random::new(self.seed, 2 * self.played as u64 + 1);
        let game = ThrowGame::new(&self.rules);
        policy.choose(&game, &self.placed().position, throw, &mut random, control)
    }

    /// Adds a turn, and discards the undone ones.
    fn push(&mut self, turn: PlayedTurn, typed: bool, ends: &[End]) {
        self.steps.truncate(self.played);
        self.steps.push(Step { turn, typed, moves: can_move(ends) });
        self.played += 1;
        (self.lies, self.last) = (false, None);
    }

    /// Whether a person took part in a turn: chose among its moves, or typed its throw.
    fn is_a_persons(&self, step: &Step) -> bool {
        step.typed || (step.moves && self.policy(step.turn.player).is_none())
    }

    /// Undoes the last turn in which a person took part, and all that followed; returns `false` if
    /// there is none. The person's own throw becomes current again. A throw typed for a policy must
    /// be typed again, since the policy would play at once.
    pub fn undo(&mut self) -> bool {
        let played = &self.steps[..self.played];
        let Some(last) = played.iter().rposition(|step| self.is_a_persons(step)) else {
            return false;
        };
        self.played = last;
        self.lies = self.policy(self.steps[last].turn.player).is_none();
        true
    }

    /// Redoes what was undone last; returns `None` if there is nothing.
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

    /// Returns the record of the game so far, with the current throw. `profile` is the one on which
    /// the rules are based.
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

/// Whether there is more to do than pass.
fn can_move(ends: &[End]) -> bool {
    ends.iter().any(|end| !end.way.is_empty())
}
