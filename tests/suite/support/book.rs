//! The openings of the book.

use chongkak::book;
use chongkak::book::{Goal, Line, Opening, System};
use chongkak::rules::Rules;

use super::{Reference, sized};

/// An opening with everything recorded about it, in any book.
pub struct BookCase {
    pub rules: Rules,
    pub start: Reference,
    pub kind: (String, [u8; 2]),
    pub harvest: Line,
    pub goals: [Goal; 2],
    pub system: Option<System>,
}

impl BookCase {
    pub fn of(name: &str, opening: &Opening) -> BookCase {
        BookCase {
            rules: sized(&opening.rules, opening.holes, opening.seeds),
            start: Reference::read(&opening.position.to_string()),
            kind: (name.to_owned(), opening.filled),
            harvest: opening.harvest.clone(),
            goals: opening.goals.both().map(Goal::clone),
            system: opening.system.clone(),
        }
    }

    /// Returns all recorded lines.
    pub fn lines(&self) -> Vec<&Line> {
        let goals = self.goals.iter();
        let goals = goals.flat_map(|goal| [&goal.shortest, &goal.fewest_laps]);
        let system = self.system.iter();
        let mut lines = vec![&self.harvest];
        lines.extend(goals.flatten());
        for system in system {
            lines.push(&system.harvest);
            lines.extend([&system.round, &system.set].into_iter().flatten());
        }
        lines
    }

    /// Whether a move has reached a goal: the rules of winning for the reference implementation.
    pub fn reached(&self, goal: &Goal, after: &Reference) -> bool {
        let Some(target) = goal.target else {
            let fill = u32::from(self.rules.seeds);
            let rows = |p: usize| after.rows[p].iter().map(|h| h.seeds).sum::<u32>();
            let left = rows(0) + rows(1) + after.stores[1];
            return left < fill || after.mark == "over" && rows(1) + after.stores[1] < fill;
        };
        after.stores[0] >= target
    }

    /// Returns the position, the laps and whether the turn continues after each move of a line.
    pub fn played(&self, line: &str) -> Vec<(Reference, u32, bool)> {
        let mut now = self.start.clone();
        let mut laps = 0;
        let play = |name: &str| {
            assert_eq!(now.mover, 0, "{line}: a turn of A");
            let hole = name.strip_prefix('A').unwrap().parse::<usize>().unwrap() - 1;
            assert!(now.choices(0).contains(&hole), "{line}: {name}");
            let played = now.play(&self.rules, hole);
            laps += played.lands.len() as u32;
            now = played.after;
            (now.clone(), laps, played.outcome == "again")
        };
        let steps: Vec<_> = line.split(' ').map(play).collect();
        let ends = steps.iter().position(|(_, _, goes_on)| !goes_on);
        assert!(ends.is_none_or(|at| at + 1 == steps.len()), "{line}");
        steps
    }
}

pub fn book_cases() -> Vec<BookCase> {
    let mut cases = Vec::new();
    for name in book::names() {
        let openings = book::openings(name).unwrap();
        cases.extend(openings.iter().map(|opening| BookCase::of(name, opening)));
    }
    cases
}
