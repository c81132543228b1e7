//! The context that all threads of an enumeration share.

use std::sync::atomic::Ordering;

use super::key_codec::{Key, KeyCodec};
use super::run_store::RunStore;
use super::sorted_run::Record;
use super::{Enumeration, Goal, LayersBy};
use crate::board::Cells;
use crate::control::{Clock, Pool, StopReason};
use crate::moves::{Game, Kernel, State};
use crate::rules::ROUND_OPTIONS;

/// Records that a thread may hold at most: to sort them takes less than a second, in which nobody
/// looks at the limits.
const SORTED: usize = 1 << 22;

/// The context that all threads share.
pub(super) struct Context<'a, C, K> {
    pub plan: Enumeration<'a>,
    pub game: &'a Game,
    pub clock: &'a Clock<'a>,
    pub pool: Option<&'a Pool>,
    /// The question that it helps to answer, for those who look on.
    pub about: &'a str,
    pub kernel: &'a Kernel<C>,
    pub start: State<C>,
    pub codec: &'a KeyCodec<C, K>,
    pub set: Goal,
    pub runs: RunStore<K>,
    /// The way that moves are taken back, in a search from the end; none where they are played.
    pub from_end: Option<FromEnd>,
    /// Records that a thread may gather before it makes runs of them: half of the memory for all.
    pub most_held: usize,
}

/// The way that moves are taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct FromEnd {
    /// Seeds that may be left outside the store. All boards with no more are good as they are, and
    /// stand together in the layer of that number.
    pub left: u32,
    /// Boards with more seeds outside are not looked for.
    pub most: u32,
    /// Nor are those whose fullest hole and seeds outside are more than this together.
    pub reach: u32,
}

impl<'a, C: Cells, K: Key> Context<'a, C, K> {
    pub(super) fn new(
        plan: Enumeration<'a>,
        (game, clock, pool): (&'a Game, &'a Clock<'a>, Option<&'a Pool>),
        (kernel, start, codec): (&'a Kernel<C>, &State<C>, &'a KeyCodec<C, K>),
    ) -> Context<'a, C, K> {
        let total = start.cells.sum() as usize;
        let layers = match plan.layers {
            LayersBy::Store | LayersBy::Moves => total + 2,
            // No lap that brings no seed to the store is longer than a circuit without one.
            LayersBy::Laps => (total + 2) * (kernel.field().shape().cells() + 1),
        };
        let records = bytes(plan.memory) / 2 / size_of::<Record<K>>();
        Context {
            plan,
            game,
            clock,
            pool,
            about: "",
            kernel,
            start: *start,
            codec,
            set: Goal::Set { fill: game.rules().seeds.into() },
            runs: RunStore::new(plan.spill.map(|spill| spill.folder), plan.counting, layers),
            from_end: None,
            most_held: (records / plan.threads).clamp(1 << 10, SORTED),
        }
    }

    /// Describes what is enumerated: all that changes what a turn can bring, and what wins the set.
    pub(super) fn told(&self) -> String {
        let layers = match self.plan.layers {
            LayersBy::Store => "by seeds",
            LayersBy::Moves => "by moves",
            LayersBy::Laps => "by laps",
        };
        let counted = if self.plan.counting { ", turns counted" } else { "" };
        let options = ["seeds"].iter().chain(&ROUND_OPTIONS);
        let value = |option: &&str| Some(format!("{option}={}", self.game.rules().value(option)?));
        let options: Vec<String> = options.filter_map(value).collect();
        format!("{} {layers}{counted}, {}", self.game.position(), options.join(" "))
    }

    /// Seeds outside the store: of those in protected holes only the mover's own.
    #[inline]
    pub(super) fn outside(&self, cells: C) -> u32 {
        self.codec.moving() - self.kernel.store(cells, self.start.mover)
    }

    /// The layer of a position to which moves were played.
    #[inline]
    pub(super) fn layer(&self, cells: C, moves: u16, laps: u16) -> usize {
        match self.plan.layers {
            LayersBy::Store => {
                let store = |cells| self.kernel.store(cells, self.start.mover);
                (store(cells) - store(self.start.cells)) as usize
            }
            LayersBy::Moves => moves.into(),
            LayersBy::Laps => laps.into(),
        }
    }

    /// The limit that is reached, if one is: of time or memory, as positions are paid for one by
    /// one.
    pub(super) fn limit(&self) -> Option<StopReason> {
        let gathered = self.most_held * size_of::<Record<K>>();
        let bytes = bytes(self.plan.memory);
        let most = bytes.saturating_sub(gathered * self.plan.threads.get());
        let full = self.runs.in_memory.load(Ordering::Relaxed) > most.max(bytes / 2) as u64;
        let limit = self.clock.ended();
        limit.or(full.then_some(StopReason::Memory))
    }
}

/// The bytes of the records that are held and of the runs in memory. While runs are merged, or grow,
/// they take as much once more.
const fn bytes(memory: usize) -> usize {
    memory.saturating_mul(1 << 19)
}

/// Does work with the shortest keys and the narrowest boards that fit; its result, or that there are
/// too many positions. Short keys are worth having where turns are long enough to be enumerated for
/// hours; the few narrow boards with so many seeds that they need long ones go with the wider
/// boards, which saves a copy of all this code.
macro_rules! with_keys {
    ($game:expr, |$kernel:tt, $start:tt, $codec:tt| $work:expr) => {{
        use $crate::board::{Cells, Eleven, Seven, Wide};
        let game: &$crate::moves::Game = $game;
        let position = game.position();
        macro_rules! keyed {
            ($cells:ty, $key:ty) => {{
                let $kernel = &$crate::moves::Kernel::<$cells>::new(game.rules(), position.field());
                let $start = &$crate::moves::State::<$cells>::of(position);
                let codec =
                    $crate::turns::key_codec::KeyCodec::<$cells, $key>::new($kernel, $start);
                codec.as_ref().map(|$codec| $work)
            }};
        }
        let (cells, total) = (position.shape().cells(), position.total());
        let narrow = cells <= Seven::CELLS && total <= Seven::MAX;
        let mut done = if narrow { keyed!(Seven, u64) } else { None };
        if done.is_none() {
            let wide = cells > Eleven::CELLS || total > Eleven::MAX;
            done = if wide { keyed!(Wide, u128) } else { keyed!(Eleven, u128) };
        }
        done.unwrap_or_else(|| Err($crate::turns::TurnsError::too_large(position)))
    }};
}
pub(super) use with_keys;
