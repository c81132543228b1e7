//! The lines of a turn as a page shows them.

use chongkak::ask::Findings;
use chongkak::moves::Game;
use chongkak::turns::{Goal, Line, Reached};

use crate::cli::CliError;
use crate::cli::page::Scene;
use crate::cli::records::turns::{MEASURES, SET, aim, counted, known_of_length, known_of_most};
use crate::cli::words;

/// The title, and a scene for every line that was found, or one of the position alone.
pub fn of(findings: &Findings, task: &Game, goal: Goal) -> Result<(String, Vec<Scene>), CliError> {
    let mover = task.position().mover();
    let mut title = format!("No line of a turn of {mover} was found");
    let mut scenes = Vec::new();
    if let Some(line) = &findings.most {
        let proven = findings.most_proven || findings.complete;
        let how = known_of_most(proven);
        title = format!("A turn of {mover} brings {}, {how}", harvest(line, task));
        scenes.push(scene("Largest harvest", [how, ""], line, task)?);
    }
    let aim = aim(goal, task.position().total());
    let names = [aim.as_str(), SET].map(|aim| MEASURES.map(|measure| (aim, measure)));
    for (found, (aim, measure)) in findings.reached.iter().zip(names.as_flattened()) {
        if let Some(Reached { line, proven }) = found {
            let how = known_of_length(*proven);
            scenes.push(scene(&format!("{aim}, {measure}"), ["", how], line, task)?);
        }
    }
    if scenes.is_empty() {
        scenes.push(Scene::of_line("", task, &[])?);
    }
    Ok((title, scenes))
}

/// The seeds that a line brings into the store.
fn harvest(line: &Line, task: &Game) -> String {
    let position = task.position();
    words::counted(line.store - position.store(position.mover()), "seed")
}

/// A line with its name, and what is known of its harvest and of its length.
fn scene(name: &str, known: [&str; 2], line: &Line, task: &Game) -> Result<Scene, CliError> {
    let length = counted(line.moves.len(), line.laps);
    let harvest = format!("This line brings {}", harvest(line, task));
    let mut scene = Scene::of_line(&format!("{name}: {length}"), task, &line.moves)?;
    let mut parts = [harvest, length];
    for (part, known) in parts.iter_mut().zip(known) {
        if !known.is_empty() {
            *part += &format!(", {known}");
        }
    }
    scene.answer = parts.join("; ");
    Ok(scene)
}
