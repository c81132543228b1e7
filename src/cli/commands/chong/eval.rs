//! `chong eval`: the ways to play a throw ranked, or the probability of winning before it.

use chongkak::chong::findings::eval::{
    EvalRecord, estimated, exact, over, unsolved, usual_horizon,
};
use chongkak::chong::{Chosen, Dice, Horizon, Task, Unsolved};
use chongkak::control::Control;

use super::args::Eval;
use super::solve::solve;
use super::{each, given_throw};
use crate::cli::{Failure, Session, Status, watched};

pub fn run(args: &Eval, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let found = match (over(task), args.exact) {
            (Some(found), _) => found,
            (None, true) => match solve(task, session)? {
                Ok(solved) => exact(task, given, &solved),
                Err(Unsolved::Stopped { reason, found, .. }) => unsolved(Some(reason), found),
                Err(unsolved) => return Err(unsolved.into()),
            },
            (None, false) => {
                let horizon = horizon(task, given, args, session);
                let nodes = args.nodes.unwrap_or(u64::MAX);
                watched(session, |control| {
                    estimated(task, given, horizon, Control { nodes, ..control })
                })??
            }
        };
        let record = EvalRecord::new(task, given, found);
        session.out.record(&record)?;
        Ok(match Status::after(record.found.stopped) {
            // An estimate is the best within its limits.
            Status::Limit if !args.exact => Status::Done,
            status => status,
        })
    })
}

/// How far to look: as was asked for, or as is usual.
fn horizon(task: &Task, throw: Option<Dice>, args: &Eval, session: &Session<'_>) -> Horizon {
    let usual = usual_horizon(&task.rules, throw.is_some());
    Horizon {
        depth: args.depth.unwrap_or(usual.depth),
        samples: args.samples.unwrap_or(usual.samples),
        width: usize::try_from(args.width).unwrap_or(usize::MAX),
        seed: args.seed,
        memory: session.memory_or(usual.memory),
    }
}
