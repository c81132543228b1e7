//! `chong eval`: the ways to play a throw ranked, or the probability of winning before it.

use chongkak::chong::findings::eval::{
    ChongEvalRecord, Lookahead, estimated, exact, over, unsolved,
};
use chongkak::chong::{ChosenRules, Unsolved};

use super::args::Eval;
use super::{each, given_throw, solve};
use crate::cli::{CliError, Session, Status, watched};

pub fn run(
    args: &Eval,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let found = match (over(task), args.exact) {
            (Some(found), _) => found,
            (None, true) => match solve(task, args.nodes, session)? {
                Ok(solved) => exact(task, given, &solved),
                Err(Unsolved::Stopped { reason, found, .. }) => unsolved(Some(reason), found),
                Err(unsolved) => return Err(unsolved.into()),
            },
            (None, false) => {
                let sight = Lookahead {
                    depth: args.depth,
                    samples: args.samples,
                    width: Some(args.width),
                    seed: Some(args.seed),
                    memory: session.common.memory.map(|_| session.memory()),
                };
                let nodes = args.nodes.unwrap_or(u64::MAX);
                watched(session, |control| {
                    let control = control.with_nodes(nodes);
                    estimated(task, given, sight, control, &mut |_| {})
                })??
            }
        };
        let record = ChongEvalRecord { head: task.head(), throw: given, found };
        session.out.record(&record)?;
        Ok(match Status::after(record.found.stopped) {
            // An estimate is complete when it reaches its limits.
            Status::Limit if !args.exact => Status::Done,
            status => status,
        })
    })
}
