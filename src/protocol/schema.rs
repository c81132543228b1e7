//! What `serve` answers, for its schema.

use schemars::JsonSchema;

use crate::book::Opening;

use super::chong::{methods as chong, search};
use super::{choose, claims, methods, record, scene};
use crate::chong::findings::rules::ChongRulesRecord;
use crate::findings::RulesRecord;

/// What `chongkak serve` answers, by the methods: but for those that answer as a command does.
#[expect(dead_code, reason = "only its schema is of use")]
#[derive(JsonSchema)]
pub struct Results {
    /// The program.
    info: methods::Info,
    /// A rule set with all its options.
    rules: RulesRecord,
    /// The position after the line.
    position: methods::PositionRecord,
    /// The same, drawn.
    show: methods::Drawn,
    /// The line, as a page shows it.
    scene: scene::Shown,
    /// The entry of the book; null if the position is no opening in it.
    book: Option<Opening>,
    /// The files that ship with the program, or a file that was asked for.
    claims: Claims,
    /// A set, written or read.
    record: record::RecordTold<'static>,
    /// The turn of a policy.
    choose: choose::Chosen,
    /// The rules of chong.
    chong_rules: ChongRulesRecord,
    /// A position of chong with the ends of a turn.
    chong_position: chong::PositionRecord,
    /// Turns of chong, played.
    chong_play: chong::Played,
    /// The turn of a policy in chong.
    chong_choose: search::ChoiceRecord,
}

/// All files of claims, or one.
#[expect(dead_code, reason = "only its schema is of use")]
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Claims {
    Files(claims::Listed),
    File(claims::FileTold),
}
