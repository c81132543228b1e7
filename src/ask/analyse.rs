//! The cost of each turn of a set.

use std::cmp::Reverse;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Evaluate, Limits, Ready};
use crate::board::Side;
use crate::control::{Control, StopReason, settings};
use crate::moves::Game;
use crate::sets::{AnalysedTurn, SetGame, analyse, positions_to_search};
use crate::text::Diagnostic;

/// The time for each position of a search without any limit, and for all of them together: a long
/// set takes no longer than somebody waits.
const FOR_EACH: Duration = Duration::from_secs(1);
const FOR_ALL: Duration = Duration::from_secs(240);

/// Asks what each turn of a set cost the player, and which one would have cost nothing.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Analyse {
    /// True to search without what ships with the program.
    pub fresh: bool,
    /// The limits of the search of each position; without any it is [`kept_limits`] that are kept.
    ///
    /// [`kept_limits`]: Self::kept_limits
    pub limits: Limits,
}

settings!(Analyse {
    with_fresh fresh (bool),
    with_limits limits (Limits),
});

/// The findings on the turns of a set.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Analysis {
    /// The turns, in the order in which they were played.
    pub turns: Vec<AnalysedTurn>,
    /// The interruption that ended it before all turns were analysed; limits end one search only.
    pub stopped: Option<StopReason>,
}

/// The turns of a player, what they lost of his lead for certain, and about how much in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "PlayerRecord"))]
#[non_exhaustive]
pub struct PlayerLosses {
    /// The number of turns.
    pub turns: usize,
    /// The lead that they lost for certain.
    pub lead_lost: u32,
    /// The seeds that they lost as far as it is known or estimated.
    pub estimate: u32,
    /// Turns of which it is not known what they lost; the sums have what is sure of it.
    #[serde(skip)]
    pub open: usize,
}

impl Analyse {
    /// The limits of each search: if none were set, a second, and less where the set has so many
    /// positions that all together would take longer than four minutes.
    #[must_use]
    pub fn kept_limits(&self, set: &SetGame) -> Limits {
        let positions = u32::try_from(positions(set).max(1)).unwrap_or(u32::MAX);
        self.limits.or_time(FOR_EACH.min(FOR_ALL / positions))
    }

    /// Evaluates the positions in which turns begin and end, round after round, each round from its
    /// end. After each round `tell` gets the turns that were analysed until then.
    ///
    /// # Errors
    /// If a position can't be evaluated, or what is proven of several can't all be true.
    ///
    /// # Examples
    /// Kalah with two holes and one seed: A1 loses 4 of A's lead, for A2 moves again.
    /// ```
    /// use chongkak::ask::{Analyse, Ready};
    /// use chongkak::{Control, Game, Preset, Side, moves::parse_line, sets::SetGame};
    /// let rules = Preset::named("kalah").unwrap().rules.sized(2, 1).unwrap();
    /// let mut set = SetGame::new(&Game::opening(&rules, Side::A));
    /// set.play(&parse_line("A1").unwrap()[0]).unwrap();
    /// let (ready, control) = (Ready::nothing(), Control::none());
    /// let found = Analyse::default().answer(&set, &ready, control, &mut |_| ());
    /// assert_eq!(found.unwrap().lost_by(Side::A).lead_lost, 4);
    /// ```
    pub fn answer(
        &self,
        set: &SetGame,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: &mut dyn FnMut(&[AnalysedTurn]),
    ) -> Result<Analysis, Diagnostic> {
        let question =
            Evaluate { fresh: self.fresh, limits: self.kept_limits(set), ..Evaluate::default() };
        let progress = control.progress;
        progress.start_phase("positions", Some(positions(set) as u64));
        let mut found = Analysis::default();
        for round in 0..set.rounds().len() {
            let opening = Game::new(set.rules(), &set.rounds()[round].begun).ok();
            let line = set.rounds()[round].turns.concat();
            let ready =
                Ready { line: opening.as_ref().map(|opening| (opening, &line[..])), ..*ready };
            let (earlier, _) = ready.along_line(self.fresh, question.limits.bound(control));
            let ready = Ready { earlier: Some(&earlier), ..ready };
            let turns = analyse(set, round, |game| {
                let evaluated = question.answer(game, &ready, control.quietly(), None)?.found;
                if let Some(StopReason::Interrupted | StopReason::Cancelled) = evaluated.stopped {
                    found.stopped = evaluated.stopped;
                    return Ok(None);
                }
                progress.add(1);
                Ok(Some(evaluated))
            })?;
            found.turns.extend(turns);
            tell(&found.turns);
            if found.stopped.is_some() {
                break;
            }
        }
        Ok(found)
    }
}

/// The positions that are searched, if none of the searches is cut off.
fn positions(set: &SetGame) -> usize {
    let rounds = 0..set.rounds().len();
    rounds.map(|round| positions_to_search(set, round)).sum()
}

impl Analysis {
    /// The turns that are known or thought to have lost something, and so much at least, the worst
    /// first.
    #[must_use]
    pub fn worst(&self, least: u32) -> Vec<&AnalysedTurn> {
        let mut worst: Vec<_> = self.turns.iter().collect();
        worst.retain(|turn| turn.known_loss() >= least.max(1));
        worst.sort_by_key(|turn| Reverse((turn.known_loss(), turn.loss().least)));
        worst
    }

    /// Sums up what all turns of a player lost.
    #[must_use]
    pub fn lost_by(&self, side: Side) -> PlayerLosses {
        let own = || self.turns.iter().filter(|turn| turn.player == side);
        let is_open =
            |turn: &&AnalysedTurn| turn.estimated_loss().is_none() && turn.loss().most > 0;
        PlayerLosses {
            turns: own().count(),
            lead_lost: own().map(|turn| turn.loss().least).sum(),
            estimate: own().map(AnalysedTurn::known_loss).sum(),
            open: own().filter(is_open).count(),
        }
    }
}
