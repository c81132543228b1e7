//! The cases of claims as a page shows them.

use chongkak::claims::{CaseShown, CheckError, Claim, ClaimFile, Verdict, check_showing};
use chongkak::control::Control;
use chongkak::search::Evaluator;

use crate::cli::Failure;
use crate::cli::page::{Note, Scene};

/// The most cases of a claim that are shown; the one that refutes it is always among them.
const MOST_CASES: usize = 100;

/// Checks a claim and adds its cases to the scenes.
pub fn check_into(
    scenes: &mut Vec<Scene>,
    file: &ClaimFile,
    claim: &Claim,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
) -> Result<Result<Verdict, CheckError>, Failure> {
    let mut cases = Vec::new();
    let mut all = 0;
    let verdict = check_showing(claim, evaluator, control, |case| {
        all += 1;
        // The last one stays: it may be the one that is refuted.
        if cases.len() == MOST_CASES {
            cases.pop();
        }
        cases.push((case.parameters.clone(), scene(file, claim, case)));
    });
    let Ok(verdict) = verdict else {
        return Ok(verdict);
    };
    let left_out = all - cases.len();
    for (parameters, scene) in cases {
        let mut scene = scene?;
        match &verdict {
            Verdict::Holds(_) => scene.answer = format!("{}: holds", claim.id),
            Verdict::Refuted(evidence) if evidence.case == parameters => {
                scene.name = format!("refuted: {}", scene.name);
                scene.answer = format!("{}: refuted", claim.id);
                let claimed = format_args!("{}: {}", evidence.what, evidence.expected);
                scene.fact("claimed", claimed);
                scene.fact("happened", &evidence.found);
            }
            Verdict::Refuted(_) => scene.answer = format!("{}: refuted by another case", claim.id),
            Verdict::Open(evidence) => {
                scene.answer = format!("{}: open, {}", claim.id, evidence.reason);
            }
        }
        if left_out > 0 {
            scene.fact("cases", format_args!("{left_out} more are not shown"));
        }
        scenes.push(scene);
    }
    Ok(Ok(verdict))
}

fn scene(file: &ClaimFile, claim: &Claim, case: CaseShown<'_>) -> Result<Scene, Failure> {
    let name = format!("{}{}", super::case(case.parameters), claim.id);
    let mut scene = Scene::new(&name, case.start.rules(), case.start.position(), case.line)?;
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
