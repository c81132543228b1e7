//! The likely lines of a joint turn as a page shows them.

use chongkak::start::{Lockstep, play_joint_line};

use super::record::{StartRecord, percent};
use crate::cli::Failure;
use crate::cli::page::Scene;

/// A scene for every line of the record, or one of the position alone.
pub fn of(record: &StartRecord, model: &Lockstep) -> Result<Vec<Scene>, Failure> {
    let mut scenes = Vec::new();
    for line in &record.lines {
        let played = play_joint_line(model, &line.line);
        let (ticks, _) = played.map_err(|error| Failure::fault(&record.position, error))?;
        let likely = percent(line.probability);
        let name = format!("{likely}: {}", line.line);
        let mut scene = Scene::of_joint_line(&name, model, &ticks)?;
        scene.answer = format!("This line: {likely} likely, worth {}", record.worth(line));
        scenes.push(scene);
    }
    if scenes.is_empty() {
        let none = Scene::of_joint_line("", model, &[])?;
        scenes.push(none);
    }
    for scene in &mut scenes {
        for (name, mix) in ["A chooses", "B chooses"].iter().zip(record.mixes()) {
            scene.fact(name, mix);
        }
        scene.fact("ties", record.tie_in_words());
        scene.table = Some(record.matrix_columns());
    }
    Ok(scenes)
}
