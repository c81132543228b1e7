//! The context that all threads of an enumeration share.

use super::key_codec::{Key, KeyCodec};
use super::run_store::RunStore;
use super::{Goal, LayersBy};
use crate::board::Cells;
use crate::moves::{Kernel, State};

/// The context that all threads share.
pub(super) struct Context<'a, C, K> {
    pub kernel: &'a Kernel<C>,
    pub start: State<C>,
    pub codec: &'a KeyCodec<C, K>,
    pub layers: LayersBy,
    pub set: Goal,
    pub runs: RunStore<K>,
    /// The way that moves are taken back, in a search from the end; none where they are played.
    pub from_end: Option<FromEnd>,
    /// Records that a thread may gather before it makes runs of them.
    pub most_held: usize,
}

impl<'a, C: Cells, K: Key> Context<'a, C, K> {
    /// Seeds outside the store: of those in protected holes only the mover's own.
    #[inline]
    pub(super) fn outside(&self, cells: C) -> u32 {
        self.codec.moving() - self.kernel.store(cells, self.start.mover)
    }

    /// The layer of a position to which moves were played.
    #[inline]
    pub(super) fn layer(&self, cells: C, moves: u16, laps: u16) -> usize {
        match self.layers {
            LayersBy::Store => {
                let store = |cells| self.kernel.store(cells, self.start.mover);
                (store(cells) - store(self.start.cells)) as usize
            }
            LayersBy::Moves => moves.into(),
            LayersBy::Laps => laps.into(),
        }
    }
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
