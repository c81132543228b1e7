//! Running an enumeration: alone, or together with other processes.

#[cfg(feature = "cluster")]
use super::LayersBy;
use super::enumeration::{Enumerated, Keyed, Task, with_keys};
use super::key_codec::{Key, KeyCodec};
use super::layers::enumerate;
#[cfg(feature = "cluster")]
use super::together::enumerate_together;
use super::{Enumeration, Turns, TurnsError, shared};
use crate::board::Cells;
#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::control::{Clock, Control, Pool};
use crate::moves::{Game, Kernel, State};

impl Enumeration<'_> {
    /// Enumerates the turn of the player to move; a node is a position worked off. Whatever the
    /// threads, the memory and the folder, the answer is the same if no limit is reached.
    ///
    /// Cost: half a microsecond a position and core on 2 x 6 and 2 x 7 holes, and 32 bytes a
    /// position that waits, or some 6 to 12 in runs.
    ///
    /// # Errors
    /// If the board is too large for exact keys, a file can't be read or written or is not what it
    /// should be, or no thread can be started where more than one was wanted.
    pub fn run(&self, game: &Game, control: Control<'_>) -> Result<Turns, TurnsError> {
        let pool = shared(self.threads)?;
        self.task(game, &Clock::new(control), pool.as_ref()).answer()
    }

    /// The same together with other processes, each of which calls this with the same game, goal,
    /// threads and memory, and all with a folder or none: all get the same answer. The layers are
    /// by store. The memory and the time are those of each process, and of the nodes each has its
    /// share. Folders may be the same or not; a state is kept after each layer.
    ///
    /// # Errors
    /// Those of [`Enumeration::run`], and what is wrong with the other processes: one does not
    /// come, has another task, or is lost. A part of an earlier state is in none of the folders.
    #[cfg(feature = "cluster")]
    pub fn run_together(
        &self,
        game: &Game,
        control: Control<'_>,
        cluster: &Cluster,
    ) -> Result<Turns, TurnsError> {
        let processes = cluster.hosts.addresses().len() as u64;
        let more = |nodes: u64| (cluster.process as u64) < nodes % processes;
        let nodes = match control.nodes {
            u64::MAX => u64::MAX,
            nodes => nodes / processes + u64::from(more(nodes)),
        };
        let clock = Clock::new(Control { nodes, ..control });
        let plan = Enumeration { layers: LayersBy::Store, ..*self };
        let task = Task { cluster: Some(cluster), ..plan.task(game, &clock, None) };
        task.answer()
    }

    fn task<'a>(&self, game: &'a Game, clock: &'a Clock<'a>, pool: Option<&'a Pool>) -> Task<'a>
    where
        Self: 'a,
    {
        Task {
            plan: *self,
            game,
            clock,
            pool,
            about: String::new(),
            #[cfg(feature = "cluster")]
            cluster: None,
        }
    }
}

impl Task<'_> {
    /// Returns what is to be answered about the turn.
    fn answer(&self) -> Result<Turns, TurnsError> {
        if self.game.position().is_over() {
            return Ok(Turns { complete: true, ..Turns::default() });
        }
        with_keys(self.game, self)
    }
}

impl Keyed for &Task<'_> {
    type Found = Turns;

    fn with<C: Cells, K: Key>(
        self,
        kernel: &Kernel<C>,
        start: &State<C>,
        codec: &KeyCodec<C, K>,
    ) -> Enumerated {
        #[cfg(feature = "cluster")]
        if let Some(cluster) = self.cluster {
            return enumerate_together(self, kernel, start, codec, cluster);
        }
        enumerate(self, kernel, start, codec)
    }
}
