//! Chong as a game with chance, for the depth-limited search.

use crate::{
    Afters, ChongGoal, ChongPosition, ChongRules, ChongTurn, Dice, Estimate, Forced, Near, Net,
};
use chongkak_base::math::Certified;
use chongkak_base::math::chance::{ChanceGame, Decider, Node};

/// The game: its rules, and the estimate at the depth limit. Values are those of the player
/// [`Decider::Max`], from -1 to 1.
#[derive(Clone, Debug)]
pub struct ThrowGame<'a> {
    rules: &'a ChongRules,
    throws: Vec<(u32, Dice)>,
    net: Net,
}

/// A state of the game: before a throw, or after it and before the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The position, seen by the player to move.
    pub position: ChongPosition,
    /// Whether the player to move maximises the value.
    pub max: bool,
    /// The throw, once it is made.
    pub throw: Option<Dice>,
}

impl<'a> ThrowGame<'a> {
    /// Creates a game with the built-in estimate.
    #[must_use]
    pub fn new(rules: &'a ChongRules) -> ThrowGame<'a> {
        ThrowGame::with_net(rules, Net::built_in(rules))
    }

    /// Creates a game with a custom net for these rules.
    #[doc(hidden)]
    #[must_use]
    pub fn with_net(rules: &'a ChongRules, net: Net) -> ThrowGame<'a> {
        ThrowGame { rules, throws: Dice::all(rules.dice), net }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'a ChongRules {
        self.rules
    }

    /// Returns all throws with their weights.
    #[must_use]
    pub(super) fn throws(&self) -> &[(u32, Dice)] {
        &self.throws
    }

    /// Returns the net that makes the estimate.
    #[doc(hidden)]
    #[must_use]
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// Returns the value of a position before a throw to the player to throw: the estimate, or the
    /// result of the game.
    #[must_use]
    pub fn guess(&self, position: &ChongPosition) -> f64 {
        self.worth(position, || self.net.value(position))
    }

    /// Returns a faster estimate for positions near this one.
    pub fn guess_near(&self, position: &ChongPosition) -> impl Fn(&ChongPosition) -> f64 + '_ {
        let known = self.net.first_layer(position);
        move |position| self.worth(position, || self.net.value_from(&known, position))
    }

    /// Returns the best way to play a throw by the estimate after it: the value to the player, from
    /// -1 to 1, and the resulting position. The first of equal ways.
    #[must_use]
    pub fn best(&self, position: &ChongPosition, throw: Dice) -> (f64, ChongPosition) {
        match self.rules.afters(position, throw) {
            Afters::Won(after) => (1.0, after),
            Afters::Open(afters) => {
                let guess = self.guess_near(&position.swapped());
                let rated = afters.iter().map(|after| (-guess(after), *after));
                let better = |best: (f64, ChongPosition), one: (f64, ChongPosition)| {
                    if one.0 > best.0 { one } else { best }
                };
                rated.reduce(better).expect("every throw has an end")
            }
        }
    }

    fn worth(&self, position: &ChongPosition, guess: impl FnOnce() -> f64) -> f64 {
        match position.verdict(self.rules) {
            Some(value) => value,
            // With this goal most games end here.
            None if self.rules.goal == ChongGoal::Annihilate && position.is_dead(self.rules) => {
                position.dead_value(self.rules)
            }
            None => guess(),
        }
    }
}

impl Moment {
    /// Creates the state before a throw of the maximising player.
    #[must_use]
    pub const fn before(position: ChongPosition) -> Moment {
        Moment { position, max: true, throw: None }
    }

    const fn decider(&self) -> Decider {
        if self.max { Decider::Max } else { Decider::Min }
    }

    const fn after(&self, position: ChongPosition) -> Moment {
        Moment { position, max: !self.max, throw: None }
    }

    fn sign(&self) -> f64 {
        if self.max { 1.0 } else { -1.0 }
    }
}

impl Estimate for ThrowGame<'_> {
    fn value(&self, position: &ChongPosition) -> f64 {
        self.guess(position)
    }

    fn near<'a>(&'a self, position: &ChongPosition) -> Near<'a> {
        Box::new(self.guess_near(position))
    }
}

impl ChanceGame for ThrowGame<'_> {
    type State = Moment;
    type Key = (ChongPosition, bool);

    fn range(&self) -> Certified {
        Certified::new(-1.0, 1.0)
    }

    fn end(&self, moment: &Moment) -> Option<f64> {
        let position = &moment.position;
        let value = match moment.throw {
            None => position.outcome(self.rules),
            // It was not over before the throw.
            Some(_) => position.verdict(self.rules),
        };
        Some(moment.sign() * value?)
    }

    fn node(&self, moment: &Moment) -> Node<Moment> {
        let Some(throw) = moment.throw else {
            let outcomes = self.throws.iter().map(|(weight, throw)| {
                let after = Moment { throw: Some(*throw), ..*moment };
                (*weight, after)
            });
            return Node::Chance(outcomes.collect());
        };
        let afters = match self.rules.afters(&moment.position, throw) {
            Afters::Won(after) => vec![after],
            Afters::Open(afters) => afters,
        };
        // Sorts the best estimates first.
        let guess = self.guess_near(&moment.position.swapped());
        let rated = afters.iter().map(|after| (guess(after), *after));
        let mut rated: Vec<(f64, ChongPosition)> = rated.collect();
        rated.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let states = rated.into_iter().map(|(_, after)| moment.after(after));
        Node::Decision(moment.decider(), states.collect())
    }

    fn estimate(&self, moment: &Moment) -> f64 {
        moment.sign() * self.net.value(&moment.position)
    }

    /// Takes the last sub-move at each step: the foremost soldier by the highest die.
    fn likely(&self, moment: &Moment) -> Option<(Decider, Moment)> {
        let mut turn = self.rules.begin(&moment.position, moment.throw?);
        if self.rules.forced == Forced::MaxDice {
            return None;
        }
        loop {
            let mut next = None;
            self.rules.sub_moves(&turn, |_, after| {
                if next.is_none_or(|known: ChongTurn| !known.won) {
                    next = Some(after);
                }
            });
            let Some(after) = next else {
                let after = moment.after(self.rules.end(&turn));
                return Some((moment.decider(), after));
            };
            turn = after;
        }
    }

    fn key(&self, moment: &Moment) -> Option<(ChongPosition, bool)> {
        let key = (moment.position, moment.max);
        moment.throw.is_none().then_some(key)
    }
}
