//! `set reply`: sets that are lost before the other has moved.

use std::fmt::Write;

use chongkak::board::Position;
use chongkak::moves::{Game, Move};
use chongkak::record::replay_line;
use chongkak::rules::NextRound;
use chongkak::sets::{NotLost, Reply, replies};
use serde::Serialize;

use crate::cli::args::SetReply;
use crate::cli::records::written;
use crate::cli::{Failure, Record, Session, Status, input, picture, watched};

/// Whether the player to move loses the set, as `chongkak set reply` proves it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReplyRecord {
    /// The position.
    position: Position,
    /// Whether it is proven that the player to move loses the set. If not, it is open.
    lost: bool,
    /// Ends of his turn; null if they were not all met and answered.
    ends: Option<usize>,
    /// A reply to each end.
    replies: Vec<Reply>,
    /// A turn to which no winning reply was found; null if there is none.
    unanswered: Option<Vec<Move>>,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["ends", "time", "interrupted", null])))]
    stopped: Option<&'static str>,
    #[serde(skip)]
    lines: bool,
}

pub fn run(args: &SetReply, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::each(&args.place, session, |task, session| {
        one(args, task, session)
    })
}

fn one(args: &SetReply, task: &Game, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_under_way(task)?;
    let (total, fill) = (task.position().total(), u32::from(task.rules().seeds));
    if total < 2 * fill {
        let message = format!(
            "{}: expected at least {} seeds: with {total} both can't fill a hole of {fill}",
            *task.position(),
            2 * fill
        );
        return Err(Failure::input(message));
    }
    let (game, most_ends) = (*task, usize::try_from(args.ends).unwrap_or(usize::MAX));
    let found = watched(session, |control| replies(&game, most_ends, control))?;
    if let Ok(replies) = &found {
        confirm(task, replies)?;
    }
    let status = match &found {
        Ok(_) => Status::Done,
        Err(NotLost::Stopped(reason)) => Status::from(*reason),
        Err(NotLost::Unanswered(_) | NotLost::Ends(_)) => Status::Limit,
    };
    session.out.record(&record(args, task, found))?;
    Ok(status)
}

fn record(args: &SetReply, task: &Game, found: Result<Vec<Reply>, NotLost>) -> ReplyRecord {
    let (unanswered, stopped) = match &found {
        Ok(_) => (None, None),
        Err(NotLost::Unanswered(turn)) => (Some(turn.clone()), None),
        Err(NotLost::Ends(_)) => (None, Some("ends")),
        Err(NotLost::Stopped(reason)) => (None, Some(reason.name())),
    };
    ReplyRecord {
        position: *task.position(),
        lost: found.is_ok(),
        ends: found.as_ref().ok().map(Vec::len),
        replies: found.unwrap_or_default(),
        unanswered,
        stopped,
        lines: args.lines,
    }
}

/// Plays every reply by the plain rules before it is shown.
fn confirm(task: &Game, replies: &[Reply]) -> Result<(), Failure> {
    let fill = u32::from(task.rules().seeds);
    let loser = task.position().mover();
    for reply in replies {
        let line: Vec<Move> = reply.turn.iter().chain(&reply.reply).copied().collect();
        let wins = replay_line(task, &line).is_ok_and(|end| {
            let outside = end.total() - end.store(loser.other());
            let over = || task.rules().next_round(&end) == Ok(NextRound::SetOver { loser });
            outside < fill || end.is_over() && over()
        });
        if !wins {
            return Err(Failure::fault(
                task.position(),
                "a reply does not win the set",
            ));
        }
    }
    Ok(())
}

impl Record for ReplyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.position)?;
        match (self.ends, &self.unanswered, self.stopped) {
            (Some(ends), ..) => {
                let ends = match ends {
                    1 => "1 end, and it has".to_owned(),
                    ends => format!("{ends} ends, and each has"),
                };
                writeln!(
                    text,
                    "lost, proven: the turn has {ends} a reply that wins the set"
                )?;
            }
            (None, Some(turn), _) => {
                let line = picture::wrapped("        ", &written(turn));
                writeln!(text, "open: no winning reply was found to\n{line}")?;
            }
            (None, None, Some("ends")) => {
                writeln!(text, "open: the turn has too many ends (--ends)")?;
            }
            (None, None, reason) => {
                writeln!(text, "open; stopped by: {}", reason.unwrap_or("a limit"))?;
            }
        }
        if self.lines {
            for Reply { turn, end, reply } in &self.replies {
                writeln!(text, "\n{}\n  {end}", written(turn))?;
                let reply = if reply.is_empty() {
                    "won already".to_owned()
                } else {
                    written(reply)
                };
                writeln!(text, "{}", picture::wrapped("  ", &reply))?;
            }
        }
        Ok(())
    }
}
