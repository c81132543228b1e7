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

/// Who wins, by the number that stands for it in the figure, and the mark.
const RESULTS: [(&str, Mark); 4] = [
    ("open", Mark::Blank),
    ("B wins", Mark::Low),
    ("nobody wins", Mark::Middle),
    ("A wins", Mark::High),
];

/// The winner of a set, if there is one; none if it is open.
type Winner = Option<Option<Side>>;

/// The number of a result.
const fn row(winner: Winner) -> usize {
    match winner {
        None => 0,
        Some(Some(Side::B)) => 1,
        Some(None) => 2,
        Some(Some(Side::A)) => 3,
    }
}

/// The results of the openings that A starts, by the seeds that he owns.
struct Found {
    results: Vec<(u32, Winner)>,
    nodes: Option<u64>,
    stopped: Option<StopReason>,
}

pub fn run(args: &ReportSet, session: &mut Session<'_>) -> Result<Status, Failure> {
    let file = NewFile::asked(HTML, args.page.html.as_deref())?;
    let as_it_is = session.variant.options_changed().is_empty() && args.nodes.is_none();
    let shipped = as_it_is.then(|| table(session.variant.preset().name));
    let (found, source) = match shipped.flatten() {
        Some(entries) => {
            let results = entries.iter().map(|entry| {
                let winner = entry.winner.as_ref().map(|_| entry.winner());
                (entry.owned, winner)
            });
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
    let total = session.variant.rules().total();
    let figures = movers
        .into_iter()
        .map(|mover| figure(&found, mover, total, source));
    let record = ReportRecord {
        figures: figures.collect(),
        nodes: found.nodes,
        stopped: found.stopped,
        ..ReportRecord::new("set", title(&found), session)
    };
    show(&record, file.as_ref(), session)?;
    Ok(Status::after(found.stopped))
}

/// How many openings the starter wins, in a few words.
fn title(found: &Found) -> String {
    let all = found.results.len();
    let count = |winner| {
        found
            .results
            .iter()
            .filter(|(_, one)| *one == winner)
            .count()
    };
    let [starter, other] = Side::BOTH.map(|side| count(Some(Some(side))));
    let (nobody, open) = (count(Some(None)), count(None));
    let more = [(nobody, "nobody"), (open, "open")].into_iter();
    let more = more.filter(|(number, _)| *number > 0);
    let more: String = more
        .map(|(number, name)| format!(", {name} {number}"))
        .collect();
    format!("Who wins the set: the starter {starter} of {all}, the other {other}{more}")
}

fn solved(args: &ReportSet, session: &Session<'_>) -> Result<Found, Failure> {
    let values = set::solved(args.nodes, session)?;
    let winner = |value| match value {
        SetValue::Endless => None,
        SetValue::Won { by, .. } => Some(by),
    };
    let openings = values.openings.iter();
    let results = openings.map(|opening| (opening.owned, opening.value.map(winner)));
    Ok(Found {
        results: results.collect(),
        nodes: Some(values.nodes),
        stopped: values.stopped,
    })
}

fn figure(found: &Found, mover: Side, total: u32, source: &str) -> Figure {
    let mut series = RESULTS.map(|(name, mark)| Series::new(name, mark, Vec::new()));
    for &(owned, winner) in &found.results {
        // What B starts is the same with the players exchanged.
        let (x, winner) = match mover {
            Side::A => (owned, winner),
            Side::B => (total - owned, winner.map(|side| side.map(Side::other))),
        };
        let row = row(winner);
        let y = i128::try_from(row).expect("four results");
        series[row].points.push(Datum::At { x, y });
    }
    series.reverse();
    for one in &mut series {
        one.points.sort_by_key(|datum| datum.x());
    }
    let names = RESULTS.map(|(name, _)| name.to_owned()).to_vec();
    Figure {
        title: format!("Who wins the set when {mover} starts"),
        caption: format!("With best play of both; what has a winner is proven. {source}"),
        x: Axis::new("seeds that A owns at the start", "seeds", Scaling::Linear),
        y: Axis::new("result", "", Scaling::Names { names }),
        series: series.to_vec(),
        joined: false,
    }
}
