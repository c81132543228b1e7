//! `analyze`: what each turn of a set lost.

use crate::ask::{Analyse, Analysis, Limits, Ready, Variant};
use crate::control::{Control, MAX_DEPTH};
use crate::findings::{AnalysisRecord, Provenance};
use crate::moves::Game;
use crate::sets::{AnalysedTurn, SetGame, Tag};

use super::Share;
use super::envelope::json;
use super::error::RpcError;
use super::notifier::Listener;
use super::params::Params;
use super::record;
use super::sowing::{DEPTH, FRESH, cancelled};

const NODES: &str = "Maximum number of positions to visit, for each position of the turns.";

/// A request to analyse the turns of a set.
pub struct SetAnalysis {
    variant: Variant,
    tags: Vec<Tag>,
    set: SetGame,
    /// The limits of each search.
    limits: Limits,
    /// True to search without the data that ships with the program.
    fresh: bool,
}

impl SetAnalysis {
    /// Parses the parameters.
    pub fn take(params: &mut Params) -> Result<SetAnalysis, RpcError> {
        let (preset, tags, set) = record::set(params)?;
        let nodes = params.number("nodes", 1..=u64::MAX, NODES)?;
        let depth = params.number("depth", 1..=MAX_DEPTH.into(), DEPTH)?;
        let fresh = params.flag("fresh", FRESH)?;
        let limits = Limits { nodes, depth, ..Limits::default() };
        Ok(SetAnalysis { variant: Variant::with(preset, set.rules()), tags, set, limits, fresh })
    }

    /// Default memory of each search, in mebibytes.
    pub fn default_memory(&self) -> usize {
        self.limits.memory
    }

    /// Runs the analysis and returns its result as JSON. After each round, the client receives the
    /// turns analysed so far.
    pub fn run(
        &self,
        share: &Share<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let set = &self.set;
        let limits = share.within(&self.limits);
        let question = Analyse::default().with_fresh(self.fresh).with_limits(limits);
        let ready = Ready::default().with_tables(&share.engine.open_tables);
        let first = Game::new(set.rules(), &set.rounds()[0].opening);
        let first = first.expect("a set begins with a position of its rules");
        let limited = Provenance::of(&self.variant, &first).limited(&question.kept_limits(set));
        let record = |found| AnalysisRecord::new(0, &self.tags, set, found, limited.clone());
        let mut tell = |turns: &[AnalysedTurn]| {
            if let Some(client) = client {
                client.note(&record(Analysis { turns: turns.to_vec(), stopped: None }), 0);
            }
        };
        let mut found = question.answer(set, &ready, control, &mut tell)?;
        cancelled(&mut found.stopped);
        Ok(json(&record(found)))
    }
}
