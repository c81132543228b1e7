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

/// Default time per position, and its cap for the whole set, so that nobody waits too long for a
/// long set.
const TIME_PER_POSITION: Duration = Duration::from_secs(1);
const TIME_PER_SET: Duration = Duration::from_secs(240);

/// Measures how much each turn of a set lost, and names a turn that loses nothing.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Analyse {
    /// True to search without the data that ships with the program.
    pub fresh: bool,
    /// The limits for each position. Without any, [`kept_limits`] applies.
    ///
    /// [`kept_limits`]: Self::kept_limits
    pub limits: Limits,
}

settings!(Analyse {
    with_fresh fresh (bool),
    with_limits limits (Limits),
});

/// The analysed turns of a set.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Analysis {
    /// The turns in order of play.
    pub turns: Vec<AnalysedTurn>,
    /// Why the analysis stopped before the last turn. A limit ends only the search of one position.
    pub stopped: Option<StopReason>,
}

/// The number of a player's turns and what they lost: for certain, and by estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "PlayerRecord"))]
#[non_exhaustive]
pub struct PlayerLosses {
    /// The number of turns.
    pub turns: usize,
    /// The lead that the turns lost for certain.
    pub lead_lost: u32,
    /// The seeds that the turns lost, as far as this is known or estimated.
    pub estimate: u32,
    /// Turns whose loss is not known. The sums count the part of it that is certain.
    #[serde(skip)]
    pub open: usize,
}

impl Analyse {
    /// The limits of each search. The default is one second, or less if all positions of the set
    /// would take more than four minutes.
    #[must_use]
    pub fn kept_limits(&self, set: &SetGame) -> Limits {
        let positions = u32::try_from(positions(set).max(1)).unwrap_or(u32::MAX);
        self.limits.or_time(TIME_PER_POSITION.min(TIME_PER_SET / positions))
    }

    /// Evaluates the positions at which turns begin and end, round by round, from the end of each
    /// round to its beginning. `tell` receives all turns analysed so far after each round.
    ///
    /// # Errors
    /// If a position can't be evaluated, or proven values contradict each other.
    ///
    /// # Examples
    /// Kalah with two holes and one seed: A1 loses 4 of A's lead, because A2 would move again.
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
            let earlier = ready.along_line(self.fresh);
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

/// The number of positions to search if no search is cut short.
fn positions(set: &SetGame) -> usize {
    let rounds = 0..set.rounds().len();
    rounds.map(|round| positions_to_search(set, round)).sum()
}

impl Analysis {
    /// Turns with a known or estimated loss of at least `least` seeds, worst first.
    #[must_use]
    pub fn worst(&self, least: u32) -> Vec<&AnalysedTurn> {
        let mut worst: Vec<_> = self.turns.iter().collect();
        worst.retain(|turn| turn.known_loss() >= least.max(1));
        worst.sort_by_key(|turn| Reverse((turn.known_loss(), turn.loss().least)));
        worst
    }

    /// Sums the losses of a player's turns.
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
