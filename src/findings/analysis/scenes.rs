//! The worst turns as scenes of a page.

use super::{AnalysisRecord, better, cost, lost, place_of, short};
use crate::board::{Position, Side};
use crate::findings::{Scenes, page_table};
use crate::language::Language;
use crate::moves::{Game, Move};
use crate::sets::{AnalysedTurn, PositionValue, SetGame};
use crate::show::scene::Scene;
use crate::show::words;
use crate::text::Diagnostic;

/// Maximum number of turns to show.
const WORST: usize = 12;

impl AnalysisRecord {
    /// Describes what each player lost, for the heading of the page.
    pub fn title(&self) -> String {
        Side::BOTH.map(|side| self.sum(side)).join(", ")
    }

    /// Returns the worst turns, each as played and with the better line.
    ///
    /// # Errors
    /// If the page contradicts the rules.
    pub fn scenes(&self, set: &SetGame) -> Scenes {
        let mut rows = Vec::new();
        let mut scenes = Vec::new();
        for turn in self.worst().take(WORST) {
            let place = format!("{}.{}", turn.round, turn.turn);
            let lines = [("played", &turn.line, lost(turn)), ("best", &turn.best, String::new())];
            for (how, line, lost) in lines.into_iter().filter(|(_, line, _)| !line.is_empty()) {
                let name = format!("{place} {how}");
                scenes.push(scene(set, turn, &name, line)?);
                rows.push(row![name, turn.player, lost, short(line)]);
            }
        }
        if scenes.is_empty() {
            return Ok(vec![self.quiet_scene(set)?]);
        }
        let caption = "The costliest turns, by round and turn, and the best turn instead";
        let table = page_table(caption, &["turn", "player", "lost", "line"], rows);
        for scene in &mut scenes {
            self.add_remarks(scene);
            scene.table = Some(table.clone());
        }
        Ok(scenes)
    }

    /// Returns the scene of a page without a costly turn: the first analysed turn, or the opening.
    fn quiet_scene(&self, set: &SetGame) -> Result<Scene, Diagnostic> {
        let mut scene = match self.found.turns.first() {
            Some(turn) => scene(set, turn, &place_of(turn), &turn.line)?,
            None => Scene::of_line("", &at(set, &set.rounds()[0].opening), &[])?,
        };
        self.add_remarks(&mut scene);
        scene.answer = match self.none_shown() {
            Some(none) if self.only_blunders || self.min_loss > 1 => format!("No {none}"),
            _ => "No turn is known to have lost anything".to_owned(),
        };
        Ok(scene)
    }

    /// Adds the tags of the record, such as the names of the players, and the remarks on moves.
    fn add_remarks(&self, scene: &mut Scene) {
        for tag in &self.tags {
            scene.fact(tag.name, &tag.text);
        }
        for one in &self.remarks {
            let place = format!("round {}, {}", one.round, one.place);
            scene.fact(&place, &one.remark.text);
        }
    }
}

fn at(set: &SetGame, position: &Position) -> Game {
    Game::new(set.rules(), position).expect("a position of the set")
}

/// Returns the scene of a line instead of a turn.
fn scene(
    set: &SetGame,
    turn: &AnalysedTurn,
    name: &str,
    line: &[Move],
) -> Result<Scene, Diagnostic> {
    let mut scene = Scene::of_line(name, &at(set, &turn.position), line)?;
    let (place, player) = (place_of(turn), turn.player);
    let quiet = || format!("no loss of {player} is known");
    scene.answer = format!("{place}: {}", cost(turn).unwrap_or_else(quiet));
    if let Some(winner) = turn.decided_for() {
        scene.fact("decides", format!("the round, for {winner}"));
    }
    let value = |of: PositionValue| words::value(of.value, of.bounds, Language::english());
    scene.fact("before", value(turn.before));
    scene.fact("after", value(turn.after));
    scene.fact("best", better(turn));
    Ok(scene)
}
