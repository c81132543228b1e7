//! An enumeration by several processes: each position has an owner among their workers, by a hash
//! of its exact key.
//!
//! Layer by layer, a worker sorts and joins what has come to it for the layer, plays it, and sends
//! what follows to its owners, as runs: they are small, and are made larger ones where they go to
//! disk. A layer begins when all workers have ended the one before it, everything sent has arrived,
//! and all have a state of it on disk, if there is a folder. Findings are joined by all workers
//! alike, so each of them knows the whole answer.

mod choice;
mod messaging;
mod parts;
mod process_folder;
mod process_work;
mod shares;
mod steps;

use std::sync::Mutex;

use super::context::Context;
use super::enumeration::{Enumerated, Task};
use super::key_codec::{Key, KeyCodec};
use super::resume::told;
use super::run_store::RunStore;
use super::turn_state::Record;
use super::{Goal, STACK, TurnsError};
use crate::board::Cells;
use crate::cluster::{Cluster, ClusterError, Member, ProcessGroup};
use crate::control::{StopReason, room_for};
use crate::moves::{Kernel, State};
use crate::rules::{ROUND_OPTIONS, Rules};
use process_folder::{Begun, StateFolder};
use process_work::ProcessWork;
use shares::Shares;

/// Enumerates a turn together with other processes, with keys of a kind.
pub(super) fn enumerate_together<C: Cells, K: Key>(
    task: &Task<'_>,
    kernel: &Kernel<C>,
    start: &State<C>,
    codec: &KeyCodec<C, K>,
    cluster: &Cluster,
) -> Enumerated {
    let (plan, rules) = (&task.plan, task.game.rules());
    room_for(STACK.saturating_mul(plan.threads.get()))?;
    let is_cancelled = || task.clock.ended() == Some(StopReason::Interrupted);
    let group = ProcessGroup::meet(cluster, plan.threads, &terms(task, cluster), &is_cancelled)?;
    task.clock.progress().start_phase("positions", None);
    let total = start.cells.sum();
    let layers = total as usize + 2;
    let bytes = plan.memory.saturating_mul(1 << 20);
    let home = plan.spill.map(|spill| StateFolder {
        folder: spill.folder,
        what: told(rules, task.game.position(), plan.layers, plan.counting),
        process: cluster.process,
        threads: plan.threads.get(),
        lock: Mutex::new(None),
    });
    let work = |member: &mut Member| {
        let store = |folder| RunStore::new(folder, plan.counting, layers);
        let mut begun = match &home {
            Some(home) => home.begin(member, |folder| store(Some(folder)), total)?,
            None => Begun::new(store(None), total),
        };
        let runs = std::mem::replace(&mut begun.runs, store(None));
        let context = Context {
            kernel,
            start: *start,
            codec,
            layers: plan.layers,
            set: Goal::Set { fill: rules.seeds.into() },
            runs,
            from_end: None,
            // What is gathered is sent, not kept.
            most_held: usize::MAX,
        };
        let workers = (plan.threads.get(), member.peers());
        let holes = kernel.field().shape().cells() / 2;
        let shares = Shares::of(bytes, workers, size_of::<Record<K>>(), holes);
        ProcessWork::new(task, &context, member, (home.as_ref(), shares), begun).run()
    };
    let is_abandoned =
        |error: &TurnsError| matches!(error, TurnsError::Cluster(ClusterError::Abandoned));
    let mut answers = group.run(work, is_abandoned)?;
    Ok(answers.swap_remove(0))
}

/// Lists what must be the same in all processes.
fn terms(task: &Task<'_>, cluster: &Cluster) -> Vec<(String, String)> {
    let rules: &Rules = task.game.rules();
    let options = ["seeds"].iter().chain(&ROUND_OPTIONS);
    let value = |option: &&str| Some((format!("value of {option}"), rules.value(option)?));
    let named = |what: &str, value: String| (what.to_owned(), value);
    let goal = match task.plan.goal {
        Goal::Store(seeds) => format!("{seeds} seeds in the store"),
        Goal::Set { .. } => "to win the set".to_owned(),
    };
    let either = |is: bool, what: &str| match is {
        true => what.to_owned(),
        false => format!("no {what}"),
    };
    let mut all = vec![
        named("version", env!("CHONGKAK_VERSION").to_owned()),
        named("list of hosts", cluster.hosts.to_string()),
        named("number of threads", task.plan.threads.to_string()),
        named("position", task.game.position().to_string()),
        named("goal", goal),
        named("count", either(task.plan.counting, "turns")),
        named("place", either(task.plan.spill.is_some(), "folder")),
        // By it the messages of a round are shared out.
        named("memory", format!("{} MiB", task.plan.memory)),
    ];
    all.extend(options.filter_map(value));
    all
}

/// The worker that owns a position.
fn owner<K: Key>(key: K, workers: usize) -> usize {
    // Neighbours in the order of keys are mixed well by a multiplication, in its upper half.
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let number = key.number();
    let folded = number as u64 ^ (number >> 64) as u64;
    let mixed = folded.wrapping_mul(MIX) >> 32;
    ((mixed * workers as u64) >> 32) as usize
}
