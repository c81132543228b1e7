//! Evidence: cases from claims and recorded sets. Each has a start and statements about its play.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Mark;
use crate::claims::{self, Claim, ClaimCase, Start, nothing_to_check};
use crate::rules::{Rules, StoreLast};
use crate::sets::{Statement as Recorded, WrittenSet};
use crate::text::Diagnostic;

/// The evidence about a game: claims and recorded sets.
#[derive(Debug, Default)]
pub struct Evidence {
    pub(super) cases: Vec<Case>,
    /// Number of values of positions left out, because they need a search.
    pub values: u64,
}

/// One line of play.
#[derive(Debug)]
pub(super) struct Case {
    file: String,
    /// The claim; empty for a recorded set, which names rounds instead.
    claim: String,
    parameters: BTreeMap<String, i64>,
    /// The rules whose options are varied.
    pub rules: Rules,
    pub start: Start,
    pub items: Vec<Item>,
}

/// A statement of a case.
#[derive(Debug)]
pub(super) struct Item {
    /// The round of a recorded set, from 1.
    round: usize,
    played: Option<(u64, String)>,
    pub act: Act,
}

/// The statement that the start is marked `final`.
const FINAL: Item = Item { round: 1, played: None, act: Act::Final };

#[derive(Debug)]
pub(super) enum Act {
    /// The start is marked `final`.
    Final,
    Says(claims::Statement),
    Recorded(Recorded, String),
}

/// A statement of the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Statement {
    /// The claim; for a recorded set the round, such as `round 2`.
    pub claim: String,
    /// The number of the move it is about, in the line of the claim or in the round.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub move_number: Option<u64>,
    /// The move as it is written.
    pub played: Option<String>,
    /// The subject of the statement.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = [
            "legality", "lands", "outcome", "gain", "captured", "after", "opening", "legal",
            "laps", "next_round", "position", "start", "result", "round", "set"
        ]))
    )]
    pub what: &'static str,
    /// The stated value.
    pub expected: String,
    /// The values of the parameters.
    pub case: BTreeMap<String, i64>,
    /// The file.
    pub file: String,
}

impl Evidence {
    /// Adds the statements of a claim. A value needs a search and is left out.
    ///
    /// # Errors
    /// If the claim is malformed.
    pub fn add_claim(&mut self, file: &str, claim: &Claim) -> Result<(), Diagnostic> {
        let rules = claim.rules()?;
        let (mut cases, mut is_empty) = (Vec::new(), claim.value.is_none());
        for parameters in claim.cases()? {
            let words = ClaimCase { claim, parameters };
            let start = words.start()?;
            let rules = *words.game(start, &rules)?.rules();
            let mut items = Vec::new();
            if matches!(start, Start::Position(at) if at.mark() == Mark::Final) {
                items.push(FINAL);
            }
            let mut last = None;
            words.read(&mut |_, says, of_move| {
                if let claims::Statement::Played(written) | claims::Statement::Illegal(written) =
                    &says
                {
                    let number = last.as_ref().map_or(1, |(number, _)| number + 1);
                    last = Some((number, written.to_string()));
                }
                let played = last.clone().filter(|_| of_move);
                items.push(Item { round: 0, played, act: Act::Says(says) });
                is_empty = false;
                Ok::<(), Diagnostic>(())
            })?;
            let (file, claim, parameters) = (file.to_owned(), claim.id.clone(), words.parameters);
            cases.push(Case { file, claim, parameters, rules, start, items });
        }
        if is_empty {
            return Err(nothing_to_check(claim));
        }
        self.values += if claim.value.is_some() { cases.len() as u64 } else { 0 };
        self.cases.extend(cases);
        Ok(())
    }

    /// Adds the statements of a record: its moves are legal and its statements hold.
    pub fn add_record(&mut self, file: &str, record: &WrittenSet) {
        let first = *record.first.position();
        let rules = *record.first.rules();
        let mut items = Vec::new();
        if first.mark() == Mark::Final {
            items.push(FINAL);
        }
        let (mut round, mut moves) = (1, 0);
        for line in &record.lines {
            match &line.says {
                Recorded::Moves(written) => {
                    for played in written {
                        moves += 1;
                        items.push(Item {
                            round,
                            played: Some((moves, played.to_string())),
                            act: Act::Says(claims::Statement::Played(played.clone())),
                        });
                    }
                    continue;
                }
                Recorded::Remark(_) => continue,
                Recorded::Round { .. } => (round, moves) = (round + 1, 0),
                _ => {}
            }
            items.push(Item {
                round,
                played: None,
                act: Act::Recorded(line.says.clone(), line.words().to_owned()),
            });
        }
        self.cases.push(Case {
            file: file.to_owned(),
            claim: String::new(),
            parameters: BTreeMap::new(),
            rules,
            start: Start::Position(first),
            items,
        });
    }

    /// Whether a player stops after a move although he may move again, or could by the rules that
    /// are stated.
    pub(super) fn may_stop(&self) -> bool {
        let stops = |item: &Item| matches!(&item.act, Act::Says(claims::Statement::Played(written)) if written.stops);
        let may =
            |case: &Case| case.rules.store_last == StoreLast::May || case.items.iter().any(stops);
        self.cases.iter().any(may)
    }

    /// The number of statements, including the moves.
    pub fn statements(&self) -> usize {
        self.cases.iter().map(|case| case.items.len()).sum()
    }
}

impl Case {
    /// Describes a statement of the case.
    pub fn statement(&self, item: usize) -> Statement {
        let item = &self.items[item];
        let (what, expected) = match &item.act {
            Act::Final => ("position", "final".to_owned()),
            Act::Says(says) => says.in_words(),
            Act::Recorded(recorded, words) => (kind(recorded), words.clone()),
        };
        let (move_number, played) = item.played.clone().unzip();
        let claim = match self.claim.as_str() {
            "" => format!("round {}", item.round.max(1)),
            claim => claim.to_owned(),
        };
        Statement {
            claim,
            move_number,
            played,
            what,
            expected,
            case: self.parameters.clone(),
            file: self.file.clone(),
        }
    }
}

const fn kind(recorded: &Recorded) -> &'static str {
    match recorded {
        Recorded::Round { .. } => "round",
        Recorded::Start(_) => "start",
        Recorded::Moves(_) => "legality",
        Recorded::Position(_) => "position",
        Recorded::Result(_) => "result",
        Recorded::Set(_) => "set",
        Recorded::Remark(_) => "remark",
    }
}
