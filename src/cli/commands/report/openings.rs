//! `report openings`: what every opening is worth, exactly or within bounds.

use std::time::Instant;

use chongkak::board::{Position, Side};
use chongkak::book;
use chongkak::control::{Control, StopReason};
use chongkak::moves::Game;
use chongkak::search::Solver;

use super::args::ReportOpenings;
use super::{ReportRecord, show};
use crate::cli::page::HTML;
use crate::cli::plot::{Axis, Datum, Figure, Mark, Scaling, Series};
use crate::cli::words::signed;
use crate::cli::{Failure, NewFile, Session, Status, shelf, watched};

/// What is proven of an opening.
struct Opening {
    owned: u32,
    lower: i32,
    upper: i32,
    /// What holds before any search: what lies in a store stays there.
    trivial: [i32; 2],
}

pub fn run(args: &ReportOpenings, session: &mut Session<'_>) -> Result<Status, Failure> {
    let file = NewFile::asked(HTML, args.page.html.as_deref())?;
    let (rules, mover) = (*session.variant.rules(), args.mover.unwrap_or(Side::A));
    let fill = u32::from(rules.seeds);
    let all = fill..=rules.total() - fill;
    let (solver, tables) = (session.solver(), shelf::asked(args.with.tables.as_deref()));
    let (mut openings, mut nodes, mut stopped) = (Vec::new(), 0, None);
    watched(session, |control| {
        let started = Instant::now();
        let count = all.clone().count() as u64;
        control.progress.begin("openings", Some(count));
        for owned in all {
            let position = rules.opening_owning(owned, mover).map_err(|error| {
                Failure::input(error).about(format_args!("A owns {owned} seeds"))
            })?;
            // The time limit is that of all openings.
            let rest = Control {
                nodes: args.nodes,
                time: control.time.saturating_sub(started.elapsed()),
                ..control.quietly()
            };
            let game = Game::new(&rules, &position).map_err(Failure::input)?;
            let field = position.field();
            let endgame = shelf::endgame_of(&tables, &rules, field, session.common.quiet)?;
            let solver = Solver {
                endgame: endgame.as_deref(),
                ..solver
            };
            let found = solver.solve(&game, rest)?;
            nodes += found.nodes;
            stopped = found.stopped.or(stopped);
            openings.push(Opening {
                owned,
                lower: found.bounds.lower,
                upper: found.bounds.upper,
                trivial: trivial(&position),
            });
            control.progress.add(1);
        }
        Ok::<_, Failure>(())
    })??;
    // The book is of the rule sets as they are.
    let known = if session.variant.options_changed().is_empty() {
        book::openings(session.variant.preset().name).unwrap_or_default()
    } else {
        Vec::new()
    };
    let total = i32::try_from(rules.total()).expect("few seeds");
    for entry in &known {
        take_book(&mut openings, entry, mover, total);
    }
    let unproven = openings.iter().any(|one| one.lower != one.upper);
    // What the book proves needs no search.
    let ended = matches!(stopped, Some(StopReason::Interrupted | StopReason::Time));
    let stopped = stopped.filter(|_| unproven || ended);
    let record = ReportRecord {
        figures: vec![figure(&openings, mover, !known.is_empty())],
        nodes: Some(nodes),
        stopped,
        ..ReportRecord::new("openings", title(&openings, mover), session)
    };
    show(&record, file.as_ref(), session)?;
    Ok(Status::after(stopped))
}

/// How much is known, in a few words.
fn title(openings: &[Opening], mover: Side) -> String {
    let values = || openings.iter().filter(|one| one.lower == one.upper);
    let (exact, all) = (values().count(), openings.len());
    let values = values().map(|one| one.lower);
    let range = match (values.clone().min(), values.max()) {
        (Some(least), Some(most)) => format!(", from {} to {}", signed(least), signed(most)),
        _ => String::new(),
    };
    format!("{mover} starts: {exact} of {all} openings are proven{range}")
}

/// A may win all that is not in B's store, or lose all that is not in his own.
fn trivial(position: &Position) -> [i32; 2] {
    let seeds = |number: u32| i32::try_from(number).expect("few seeds");
    let total = seeds(position.total());
    let [a, b] = Side::BOTH.map(|side| seeds(position.store(side)));
    [2 * a - total, total - 2 * b]
}

/// The largest harvest of the book is the starter's to keep.
fn take_book(openings: &mut [Opening], entry: &book::Opening, mover: Side, total: i32) {
    // In the book A starts.
    let owned = match mover {
        Side::A => Some(entry.owned),
        Side::B => u32::try_from(total)
            .ok()
            .and_then(|total| total.checked_sub(entry.owned)),
    };
    let Some(opening) = openings.iter_mut().find(|one| Some(one.owned) == owned) else {
        return;
    };
    let out = book::within_reach(&entry.position)
        .expect("the shipped book")
        .cast_signed();
    let harvest = i32::try_from(entry.harvest.seeds).expect("few seeds");
    // The starter ends with at least what lay in his store and the harvest.
    let least = 2 * (total - out + harvest) - total;
    match mover {
        Side::A => opening.lower = opening.lower.max(least),
        Side::B => opening.upper = opening.upper.min(-least),
    }
}

fn figure(openings: &[Opening], mover: Side, with_book: bool) -> Figure {
    let mut kinds = [
        ("exact value", Mark::Disc),
        ("proven bounds", Mark::Span),
        ("open", Mark::Hollow),
    ]
    .map(|(name, mark)| Series::new(name, mark, Vec::new()));
    for one in openings {
        let (x, low, high) = (one.owned, one.lower.into(), one.upper.into());
        let (kind, datum) = if one.lower == one.upper {
            (0, Datum::At { x, y: low })
        } else if [one.lower, one.upper] == one.trivial {
            (2, Datum::open(x))
        } else {
            (1, Datum::Between { x, low, high })
        };
        kinds[kind].points.push(datum);
    }
    let book = if with_book {
        " Bounds also by the largest harvests of the book."
    } else {
        ""
    };
    let open = match kinds[2].points.is_empty() {
        true => "",
        false => " Open: no more is known than what lies in the stores; drawn at the lower edge.",
    };
    Figure {
        title: format!("Value of the openings that {mover} starts"),
        caption: format!(
            "A's seeds less B's at the end of the round, with best play of both.{open}{book}"
        ),
        x: Axis::new("seeds that A owns at the start", "seeds", Scaling::Linear),
        y: Axis::new(
            "A's lead at the end, in seeds",
            "seeds of A less seeds of B",
            Scaling::Linear,
        ),
        series: kinds.to_vec(),
        joined: false,
    }
}
