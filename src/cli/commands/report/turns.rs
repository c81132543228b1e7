//! `report turns`: what all turns from a position bring, and how the positions grow on the way.

use chongkak::ask::FindTurns;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::turns::{Enumeration, Goal, LayersBy, Turns};

use super::args::ReportTurns;
use super::{ReportRecord, show};
use crate::cli::page::HTML;
use crate::cli::plot::{Axis, Datum, Figure, Mark, Scaling, Series};
use crate::cli::words::counted;
use crate::cli::{Failure, NewFile, Session, Status, input, watched};

/// The greatest count that is drawn on a linear axis.
const LINEAR: i128 = 1000;

pub fn run(args: &ReportTurns, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_one(&args.place, HTML, args.page.html.as_deref(), "a page")?;
    let file = NewFile::asked(HTML, args.page.html.as_deref())?;
    input::each(&args.place, session, |task, session| {
        input::expect_under_way(task)?;
        let found = enumerated(args, task, session)?;
        let record = ReportRecord {
            holes: task.rules().holes.get(),
            played: *task.rules(),
            position: Some(task.position().to_string()),
            figures: figures(task, &found),
            nodes: Some(found.positions + found.stranded),
            stopped: found.stopped,
            ..ReportRecord::new("turns", title(task, &found), session)
        };
        show(&record, file.as_ref(), session)?;
        Ok(Status::after(found.stopped))
    })
}

fn enumerated(args: &ReportTurns, task: &Game, session: &Session<'_>) -> Result<Turns, Failure> {
    let enumeration = Enumeration {
        memory: session.memory_or(FindTurns::MEMORY),
        threads: session.threads(),
        layers: LayersBy::Store,
        goal: Goal::most_of(task.position().total()),
        counting: true,
        hurry: false,
        spill: None,
    };
    let (game, nodes) = (*task, args.nodes.unwrap_or(u64::MAX));
    let found = watched(session, |control| {
        enumeration.run(&game, Control { nodes, ..control })
    })?;
    Ok(found?)
}

/// The most that a turn brings, in a few words.
fn title(task: &Game, found: &Turns) -> String {
    let mover = task.position().mover();
    let brings = found.turns.iter().flatten().filter(|(_, count)| *count > 0);
    let most = brings.map(|(seeds, _)| *seeds).max();
    match (most, found.stopped) {
        (Some(most), None) => format!(
            "All turns of {mover}: the best brings {}",
            counted(most, "seed")
        ),
        _ => format!("Turns of {mover}, as far as they were found"),
    }
}

fn figures(task: &Game, found: &Turns) -> Vec<Figure> {
    let position = task.position();
    let mover = position.mover();
    let whole = match found.stopped {
        None => String::new(),
        Some(limit) => format!(" Not all: ended by a limit ({}).", limit.name()),
    };
    let positions = found.layers.iter();
    let positions = positions.map(|&(seeds, count)| (seeds, i128::from(count)));
    let growth = histogram(
        &format!("Positions of a turn of {mover}"),
        format!(
            "From {position}: positions in which {mover} chooses again, each once, by the \
             seeds that his store has gained.{whole}"
        ),
        ["seeds gained so far", "positions"],
        positions.collect(),
    );
    let Some(turns) = &found.turns else {
        return vec![growth];
    };
    let turns = turns.iter();
    let turns = turns.map(|&(seeds, count)| (seeds, i128::try_from(count).unwrap_or(i128::MAX)));
    let harvest = histogram(
        &format!("What a turn of {mover} brings"),
        format!(
            "From {position}: whole turns, different in a move, by the seeds that they bring into \
             the store.{whole}"
        ),
        ["seeds gained in the turn", "turns"],
        turns.collect(),
    );
    vec![harvest, growth]
}

/// Counts by seeds, those above 0.
fn histogram(title: &str, caption: String, [x, y]: [&str; 2], counts: Vec<(u32, i128)>) -> Figure {
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    let points: Vec<Datum> = counts.map(|(x, y)| Datum::At { x, y }).collect();
    let is_large = |datum: &Datum| matches!(datum, Datum::At { y, .. } if *y > LINEAR);
    let scale = if points.iter().any(is_large) {
        Scaling::Log
    } else {
        Scaling::Linear
    };
    let log = match scale {
        Scaling::Log => " The axis of the counts is logarithmic.",
        _ => "",
    };
    Figure {
        title: title.to_owned(),
        caption: caption + log,
        x: Axis::new(x, "seeds", Scaling::Linear),
        y: Axis::new(&format!("number of {y}"), "", scale),
        series: vec![Series::new(y, Mark::Bar, points)],
        joined: false,
    }
}
