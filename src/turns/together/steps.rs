//! The way back to the start of a line, over the positions of all workers.

use serde::{Deserialize, Serialize};

use super::messaging::{garbled, read, written};
use crate::cluster::Member;
use crate::turns::TurnsError;
use crate::turns::backtrack::Step;
use crate::turns::key_codec::Key;

/// A step back as it is sent and kept: key, hole and length. Large numbers are texts, as JSON
/// readers like them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sent(Option<(String, u8, u16)>);

impl Sent {
    pub(super) fn of<K: Key>(step: &Option<Step<K>>) -> Sent {
        let sent = |step: &Step<K>| (step.from.number().to_string(), step.hole, step.length);
        Sent(step.as_ref().map(sent))
    }

    pub(super) fn step<K: Key>(self) -> Result<Option<Step<K>>, TurnsError> {
        let Some((from, hole, length)) = self.0 else {
            return Ok(None);
        };
        let from = from.parse().ok().and_then(K::of).ok_or_else(garbled)?;
        Ok(Some(Step { from, hole, length }))
    }
}

/// Returns what all workers have found for each search: the first step by position and hole.
pub(super) fn shared<K: Key>(
    member: &mut Member,
    steps: &[Option<Step<K>>],
) -> Result<Vec<Option<Step<K>>>, TurnsError> {
    let mine: Vec<Sent> = steps.iter().map(Sent::of).collect();
    let mut first: Vec<Option<Step<K>>> = vec![None; steps.len()];
    for text in member.all(&written(&mine))? {
        let theirs: Vec<Sent> = read(&text)?;
        for (first, step) in first.iter_mut().zip(theirs) {
            if let Some(step) = step.step()? {
                *first = Some(first.map_or(step, |known| known.min(step)));
            }
        }
    }
    Ok(first)
}
