//! The answers of an enumeration, from the layers that it has worked off.

use super::backtrack::{Share, lines_back};
use super::context::Context;
use super::enumeration::{Enumeration, Line, Reached, Turns};
use super::key_codec::Key;
use super::tally::{Measure, Tally};
use super::{Goal, LayersBy, TurnsError};
use crate::board::Cells;
use crate::control::StopReason;

/// The state of an enumeration that has come to its end.
pub(super) struct Answers<'a, C, K> {
    pub context: &'a Context<'a, C, K>,
    pub plan: &'a Enumeration<'a>,
    pub tally: Tally<K>,
    /// The first layer that has not been worked off.
    pub layer: usize,
    /// Positions of the layers before it.
    pub sizes: &'a [u64],
    /// True if every position was met.
    pub complete: bool,
}

impl Enumeration<'_> {
    /// The length of the shortest line to the goal by which the layers are.
    pub(super) fn length<K: Key>(&self, tally: &Tally<K>) -> Option<usize> {
        let measure = match self.layers {
            LayersBy::Store => return None,
            LayersBy::Moves => Measure::Moves,
            LayersBy::Laps => Measure::Laps,
        };
        let best = tally.shortest(self.goal, measure)?;
        Some(best.length.into())
    }
}

impl<C: Cells, K: Key> Answers<'_, C, K> {
    /// All answers. What is found on the way back to the start of a line is shared with the other
    /// processes, if there are any.
    pub(super) fn turns(
        &self,
        stopped: Option<StopReason>,
        share: Share<'_, K>,
    ) -> Result<Turns, TurnsError> {
        let Answers { context, plan, tally, complete, .. } = self;
        let (by, complete) = (plan.layers, *complete);
        let wanted = |goal, measure| tally.shortest(goal, measure).map(|end| (end, measure));
        let answered = |own: LayersBy, goal, measure| {
            let answers = by == LayersBy::Store || by == own;
            answers.then(|| wanted(goal, measure)).flatten()
        };
        let (goal, set) = (plan.goal, context.set);
        let all = Goal::Store(tally.most().unwrap_or(0));
        let of_most = match by {
            LayersBy::Laps => Measure::Laps,
            LayersBy::Store | LayersBy::Moves => Measure::Moves,
        };
        let lines = [
            wanted(all, of_most),
            answered(LayersBy::Moves, goal, Measure::Moves),
            answered(LayersBy::Laps, goal, Measure::Laps),
            answered(LayersBy::Moves, set, Measure::Moves),
            answered(LayersBy::Laps, set, Measure::Laps),
        ];
        let [most, shortest, fewest_laps, set_moves, set_laps] = lines_back(context, lines, share)?;
        // In the orders by length everything up to the layer in work has been tried.
        let proven = |line: Option<Line>, length: fn(&Line) -> u32| {
            line.map(|line| Reached {
                proven: match by {
                    LayersBy::Store => complete,
                    _ => complete || length(&line) as usize <= self.layer,
                },
                line,
            })
        };
        let moves = |line: &Line| u32::try_from(line.moves.len()).expect("a turn has few moves");
        let laps = |line: &Line| line.laps;
        let counted = complete && plan.counting && by == LayersBy::Store;
        Ok(Turns {
            complete,
            positions: tally.positions - u64::from(tally.positions > 0),
            stranded: tally.stranded,
            layers: self.layers(),
            most,
            no_shorter: self.no_shorter(),
            shortest: proven(shortest, moves),
            fewest_laps: proven(fewest_laps, laps),
            set: [proven(set_moves, moves), proven(set_laps, laps)],
            turns: if counted { self.counts() } else { None },
            stopped,
        })
    }

    /// The least length of a line to the goal that has not been excluded.
    fn no_shorter(&self) -> u32 {
        let excluded = match self.plan.layers {
            LayersBy::Store => 0,
            LayersBy::Moves | LayersBy::Laps => self.layer,
        };
        let known = self.plan.length(&self.tally).unwrap_or(usize::MAX);
        u32::try_from(known.min(excluded + 1)).expect("a turn has few laps")
    }

    /// Positions by layer, without the start.
    fn layers(&self) -> Vec<(u32, u64)> {
        let sizes = (0..).zip(self.sizes.iter().copied()).skip(1);
        sizes.filter(|(_, size)| *size > 0).collect()
    }

    /// Turns by what the store gains.
    fn counts(&self) -> Option<Vec<(u32, u128)>> {
        let start = &self.context.start;
        let before = self.context.kernel.store(start.cells, start.mover);
        let turns = (0..).zip(&self.tally.turns).filter(|(_, turns)| **turns > 0);
        turns
            .map(|(store, &turns): (u32, _)| (turns < u128::MAX).then_some((store - before, turns)))
            .collect()
    }
}
