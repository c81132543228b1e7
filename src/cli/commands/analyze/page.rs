//! The page of `analyze`: the worst turns on the board, and the curve of the values.

use chongkak::board::Side;
use chongkak::moves::{Game, Move};
use chongkak::search::Value;
use chongkak::sets::{AnalysedTurn, PositionValue, SetGame};

use super::record::{AnalysisRecord, better, lost, short};
use super::{cost, place_of};
use crate::cli::page::{self, Below, Columns, Scene, Title};
use crate::cli::plot::{self, Curve, Mark, Series};
use crate::cli::{Failure, Session, words};

/// Turns that are shown.
const WORST: usize = 12;

impl AnalysisRecord {
    /// The whole page.
    pub fn page(&self, game: &SetGame, session: &Session<'_>) -> Result<String, Failure> {
        let title = Title {
            result: Side::BOTH.map(|side| self.sum(side)).join(", "),
            rules: page::rules(session.variant.preset(), game.rules()),
            position: game.rounds().first().map(|round| round.opening.to_string()),
        };
        let curve = (!self.found.turns.is_empty()).then(|| self.curve().html());
        let below = Below {
            style: plot::STYLE,
            html: curve.unwrap_or_default(),
        };
        Ok(page::html_with(&title, self.scenes(game)?, &below))
    }

    /// The worst turns, each as it was played and as it should have been.
    fn scenes(&self, set: &SetGame) -> Result<Vec<Scene>, Failure> {
        let worst = self.found.worst(self.min_loss);
        let mut rows = Vec::new();
        let mut scenes = Vec::new();
        for turn in worst.iter().take(WORST) {
            let place = format!("{}.{}", turn.round, turn.turn);
            let lost = lost(turn);
            scenes.push(scene(set, turn, &format!("{place} played"), &turn.line)?);
            rows.push(row![
                format!("{place} played"),
                turn.player,
                lost,
                short(&turn.line)
            ]);
            if !turn.best.is_empty() {
                scenes.push(scene(set, turn, &format!("{place} best"), &turn.best)?);
                rows.push(row![
                    format!("{place} best"),
                    turn.player,
                    "",
                    short(&turn.best)
                ]);
            }
        }
        if scenes.is_empty() {
            return Ok(vec![self.quiet_scene(set)?]);
        }
        let table = Columns {
            caption: "The turns that lost most, by round and turn, and the best turn instead"
                .to_owned(),
            heads: ["turn", "player", "lost", "line"]
                .map(str::to_owned)
                .to_vec(),
            plays: (0..rows.len()).collect(),
            rows,
        };
        for scene in &mut scenes {
            scene.table = Some(table.clone());
        }
        Ok(scenes)
    }

    /// Where no turn is to be shown: the first one that was analysed, or the opening.
    fn quiet_scene(&self, set: &SetGame) -> Result<Scene, Failure> {
        let mut scene = match self.found.turns.first() {
            Some(turn) => scene(set, turn, &place_of(turn), &turn.line)?,
            None => Scene::of_line("", &at(set, &set.rounds()[0].opening), &[])?,
        };
        scene.answer = match self.min_loss {
            0 | 1 => "No turn is known to have lost anything".to_owned(),
            least => format!("No turn is known to have lost {least} or more"),
        };
        Ok(scene)
    }

    /// The values over the turns.
    fn curve(&self) -> Curve {
        let mut points: [Vec<[i32; 2]>; 3] = Default::default();
        let mut rounds = Vec::new();
        let mut x = 0;
        for (index, turn) in self.found.turns.iter().enumerate() {
            x += 1;
            points[kind(turn.before.value)].push([x, turn.before.value.seeds()]);
            if turn.turn == 1 || index == 0 {
                rounds.push(format!("round {} from {x}", turn.round));
            }
            let next = self.found.turns.get(index + 1);
            if next.is_none_or(|next| next.round != turn.round) {
                x += 1;
                let kind = if turn.end.is_over() {
                    2
                } else {
                    kind(turn.after.value)
                };
                points[kind].push([x, turn.after.value.seeds()]);
            }
        }
        let [proven, estimated, results] = points;
        let series = |name, mark, points| Series { name, mark, points };
        Curve {
            title: "What the position was worth, turn by turn",
            caption: format!(
                "A's seeds less B's at the end of the round, with best play from there{}.",
                match rounds.len() {
                    1 => String::new(),
                    _ => format!(": {}", rounds.join(", ")),
                }
            ),
            x: "position, from turn to turn",
            y: "A's seeds less B's",
            series: vec![
                series("result of a round", Mark::Bar, results),
                series("proven", Mark::Disc, proven),
                series("estimated", Mark::Hollow, estimated),
            ],
        }
    }
}

/// The series of a value.
const fn kind(value: Value) -> usize {
    match value {
        Value::Exact(_) => 0,
        Value::Estimate(_) => 1,
    }
}

fn at(set: &SetGame, position: &chongkak::board::Position) -> Game {
    Game::new(set.rules(), position).expect("a position of the set")
}

/// A line in the place of a turn.
fn scene(set: &SetGame, turn: &AnalysedTurn, name: &str, line: &[Move]) -> Result<Scene, Failure> {
    let mut scene = Scene::of_line(name, &at(set, &turn.position), line)?;
    let (place, player) = (place_of(turn), turn.player);
    let quiet = || format!("nothing that {player} lost is known");
    scene.answer = format!("{place}: {}", cost(turn).unwrap_or_else(quiet));
    if let Some(winner) = turn.decided_for() {
        scene.fact("decides", format!("the round, for {winner}"));
    }
    let value = |of: PositionValue| words::value(of.value, of.bounds);
    scene.fact("before", value(turn.before));
    scene.fact("after", value(turn.after));
    scene.fact("best", better(turn));
    Ok(scene)
}
