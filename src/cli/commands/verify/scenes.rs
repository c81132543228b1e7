//! The cases of claims as a page shows them.

use std::collections::BTreeMap;

use chongkak::claims::{CaseShown, Claim, ClaimFile, MOST_SHOWN, Verdict};

use crate::cli::CliError;
use crate::cli::page::{Note, Scene};
use crate::cli::records::case_told;
use chongkak::language::Language;

/// The cases of a claim that are shown; the one that refutes it is always among them.
pub struct Shown<'a> {
    file: &'a ClaimFile,
    claim: &'a Claim,
    cases: Vec<(BTreeMap<String, i64>, Result<Scene, CliError>)>,
    all: usize,
}

impl<'a> Shown<'a> {
    pub const fn new(file: &'a ClaimFile, claim: &'a Claim) -> Shown<'a> {
        Shown { file, claim, cases: Vec::new(), all: 0 }
    }

    /// Adds a case.
    pub fn add(&mut self, case: CaseShown<'_>) {
        self.all += 1;
        // The last one stays: it may be the one that is refuted.
        self.cases.truncate(MOST_SHOWN - 1);
        self.cases.push((case.parameters.clone(), self.scene(case)));
    }

    /// The cases with what became of the claim.
    pub fn scenes(self, verdict: &Verdict) -> impl Iterator<Item = Result<Scene, CliError>> {
        let left_out = self.all - self.cases.len();
        let id = &self.claim.id;
        let cases = self.cases.into_iter();
        cases.map(move |(parameters, scene)| {
            let mut scene = scene?;
            match verdict {
                Verdict::Holds(_) => scene.answer = format!("{id}: holds"),
                Verdict::Refuted(evidence) if evidence.case == parameters => {
                    scene.name = format!("refuted: {}", scene.name);
                    scene.answer = format!("{id}: refuted");
                    let claimed = format_args!("{}: {}", evidence.what, evidence.expected);
                    scene.fact("claimed", claimed);
                    scene.fact("happened", &evidence.found);
                }
                Verdict::Refuted(_) => scene.answer = format!("{id}: refuted by another case"),
                Verdict::Open(evidence) => {
                    scene.answer = format!("{id}: open, {}", evidence.reason);
                }
            }
            if left_out > 0 {
                scene.fact("cases", format_args!("{left_out} more are not shown"));
            }
            Ok(scene)
        })
    }

    fn scene(&self, case: CaseShown<'_>) -> Result<Scene, CliError> {
        let Shown { file, claim, .. } = self;
        let name = format!("{}{}", case_told(case.parameters), claim.id);
        let mut scene = Scene::new(
            &name,
            case.start.rules(),
            case.start.position(),
            case.line,
            Language::english(),
        )?;
        for (quote, text) in [(true, &claim.quote), (false, &claim.note)] {
            if !text.is_empty() {
                let text = text.clone();
                scene.notes.push(Note { quote, text });
            }
        }
        scene.fact("source", &file.source);
        if !claim.section.is_empty() {
            scene.fact("place", &claim.section);
        }
        scene.fact("rules", claim.rules_name());
        Ok(scene)
    }
}
