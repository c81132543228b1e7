//! `report set`: who wins the set, by the seeds that A owns.

use chongkak::board::Side;
use chongkak::control::StopReason;
use chongkak::sets::{SetValue, table};

use super::args::ReportSet;
use super::{ReportRecord, show};
use crate::cli::commands::set;
use crate::cli::page::HTML;
use crate::cli::plot::{Axis, Datum, Figure, Mark, Scaling, Series};
use crate::cli::{Failure, NewFile, Session, Status};

/// Who wins, from the lowest row of the plot on, and the mark.
const RESULTS: [(&str, Mark); 4] = [
    ("open", Mark::Diamond),
    ("B wins", Mark::Square),
    ("nobody wins", Mark::Cross),
    ("A wins", Mark::Disc),
];
const OPEN: usize = 0;
const NOBODY: usize = 2;

/// The result in which a side wins.
const fn won_by(side: Side) -> usize {
    match side {
        Side::A => 3,
        Side::B => 1,
    }
}

/// The results of the openings that A starts, by the seeds that he owns.
struct Found {
    results: Vec<(u32, usize)>,
    nodes: Option<u64>,
    stopped: Option<StopReason>,
}

pub fn run(args: &ReportSet, session: &mut Session<'_>) -> Result<Status, Failure> {
    let file = NewFile::asked(HTML, args.page.html.as_deref())?;
    let as_it_is = session.changed.is_empty() && args.nodes.is_none();
    let shipped = as_it_is.then(|| table(session.preset.name));
    let (found, source) = match shipped.flatten() {
        Some(entries) => {
            let result = |entry: &chongkak::sets::TableEntry| match entry.winner() {
                Some(side) => won_by(side),
                None if entry.winner.is_some() => NOBODY,
                None => OPEN,
            };
            let results = entries.iter().map(|entry| (entry.owned, result(entry)));
            let found = Found {
                results: results.collect(),
                nodes: None,
                stopped: None,
            };
            (found, "From the tables of the program (set table).")
        }
        None => (solved(args, session)?, "Solved (set solve)."),
    };
    let movers = args.mover.map_or(Side::BOTH.to_vec(), |mover| vec![mover]);
    let total = session.rules.total();
    let figures = movers
        .into_iter()
        .map(|mover| figure(&found, mover, total, source));
    let record = ReportRecord {
        figures: figures.collect(),
        nodes: found.nodes,
        stopped: found.stopped,
        ..ReportRecord::new("set", "Who wins the set", session)
    };
    show(&record, file.as_ref(), session)?;
    Ok(Status::after(found.stopped))
}

fn solved(args: &ReportSet, session: &Session<'_>) -> Result<Found, Failure> {
    let values = set::solved(args.nodes, session)?;
    let result = |value| match value {
        None => OPEN,
        Some(SetValue::Endless) => NOBODY,
        Some(SetValue::Won { by, .. }) => won_by(by),
    };
    let openings = values.openings.iter();
    let results = openings.map(|opening| (opening.owned, result(opening.value)));
    Ok(Found {
        results: results.collect(),
        nodes: Some(values.nodes),
        stopped: values.stopped,
    })
}

fn figure(found: &Found, mover: Side, total: u32, source: &str) -> Figure {
    let mut series = RESULTS.map(|(name, mark)| Series::new(name, mark, Vec::new()));
    for &(owned, result) in &found.results {
        // What B starts is the same with the players exchanged.
        let (x, result) = match mover {
            Side::A => (owned, result),
            Side::B => (total - owned, mirrored(result)),
        };
        let y = i128::try_from(result).expect("four results");
        series[result].points.push(Datum::At { x, y });
    }
    series.reverse();
    for one in &mut series {
        one.points.sort_by_key(|datum| datum.x());
    }
    let names = RESULTS.map(|(name, _)| name.to_owned()).to_vec();
    Figure {
        title: format!("Who wins the set when {mover} starts"),
        caption: format!("With best play of both; what has a winner is proven. {source}"),
        x: Axis::new("owned by A", "seeds", Scaling::Linear),
        y: Axis::new("result", "", Scaling::Names { names }),
        series: series.to_vec(),
    }
}

const fn mirrored(result: usize) -> usize {
    match result {
        1 => 3,
        3 => 1,
        other => other,
    }
}
