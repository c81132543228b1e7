//! Sets that are lost before the other has moved.

use std::fmt::Write;

use serde::Serialize;

use super::{Record, written};
use crate::board::Position;
use crate::moves::Move;
use crate::sets::{NotLost, Reply};
use crate::show::picture;

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
    /// Whether the text has the replies.
    #[serde(skip)]
    lines: bool,
}

impl ReplyRecord {
    /// What was found of a position; the text has the replies if they are asked for.
    pub fn new(
        position: &Position,
        found: Result<Vec<Reply>, NotLost>,
        lines: bool,
    ) -> ReplyRecord {
        let (unanswered, stopped) = match &found {
            Ok(_) => (None, None),
            Err(NotLost::Unanswered(turn)) => (Some(turn.clone()), None),
            Err(NotLost::Ends(_)) => (None, Some("ends")),
            Err(NotLost::Stopped(reason)) => (None, Some(reason.name())),
        };
        ReplyRecord {
            position: *position,
            lost: found.is_ok(),
            ends: found.as_ref().ok().map(Vec::len),
            replies: found.unwrap_or_default(),
            unanswered,
            stopped,
            lines,
        }
    }
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
