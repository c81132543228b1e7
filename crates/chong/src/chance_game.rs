//! Chong as a game with chance, for the search with a horizon.

use crate::{
    Afters, ChongGoal, ChongPosition, ChongRules, ChongTurn, Dice, Estimate, Forced, Near, Net,
};
use chongkak_base::math::Certified;
use chongkak_base::math::chance::{ChanceGame, Decider, Node};

/// The game: its rules and the guess at the horizon. Values are those of the player called
/// [`Decider::Max`], from -1 to 1.
#[derive(Clone, Debug)]
pub struct ThrowGame<'a> {
    rules: &'a ChongRules,
    throws: Vec<(u32, Dice)>,
    net: Net,
}

/// A moment of the game: before a throw, or after it and before the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The position, seen by the player whose turn it is.
    pub position: ChongPosition,
    /// True if that is the player who wants the value high.
    pub max: bool,
    /// The throw, if it has been made.
    pub throw: Option<Dice>,
}

impl<'a> ThrowGame<'a> {
    /// A game with the built-in guess.
    #[must_use]
    pub fn new(rules: &'a ChongRules) -> ThrowGame<'a> {
        ThrowGame::with_net(rules, Net::built_in(rules))
    }

    /// A game with a net of one's own for these rules.
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

    /// All throws, with their weights.
    #[must_use]
    pub(super) fn throws(&self) -> &[(u32, Dice)] {
        &self.throws
    }

    /// The net that guesses.
    #[doc(hidden)]
    #[must_use]
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// The worth of a position before a throw, by the guess or by the end of the game, to the
    /// player to throw.
    #[must_use]
    pub fn guess(&self, position: &ChongPosition) -> f64 {
        self.worth(position, || self.net.value(position))
    }

    /// The same of positions near this one, in less time.
    pub fn guess_near(&self, position: &ChongPosition) -> impl Fn(&ChongPosition) -> f64 + '_ {
        let known = self.net.first_layer(position);
        move |position| self.worth(position, || self.net.value_from(&known, position))
    }

    /// The best way to play a throw by the guess after it: what it is worth to the player, from -1
    /// to 1, and the position that it leaves. Of equal ways the first.
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
            // Most games end so under this goal.
            None if self.rules.goal == ChongGoal::Annihilate && position.is_dead(self.rules) => {
                position.dead_value(self.rules)
            }
            None => guess(),
        }
    }
}

impl Moment {
    /// Before a throw of the player who wants the value high.
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
        // What is best by the guess comes first.
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

    /// The last of the sub-moves at each step: the foremost soldier by the highest die.
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
