//! Ways of choosing a move: by the size of a pile, by its place, by what it brings, by search, at
//! random; and strengths that people can meet.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::board::{Cell, Hole, Side};
use crate::control::{Clock, Control, ResourceError, time_span, whole_number};
use crate::math::Random;
use crate::moves::{Game, Move, trace};
use crate::search::{Evaluation, Evaluator};
use crate::tables::Endgame;
use crate::text::{Diagnostic, ErrorKind};

/// Mebibytes of one search: a match has many short ones, and clearing large tables would take longer
/// than they do. There are 4 for the tables of the search, and 4 for an endgame table.
const MEMORY: usize = 9;

/// One way of choosing among the legal moves. What it leaves equal is chosen at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Any legal move, all equally likely.
    Random,
    /// The pile with most seeds.
    Biggest,
    /// The pile with fewest seeds.
    Smallest,
    /// The pile nearest to the own store.
    Nearest,
    /// The pile farthest from the own store.
    Farthest,
    /// The move that adds most seeds to the own store.
    Greedy,
    /// The best move by a search of so many positions; the rest of the turn as it saw it. Always
    /// the same in the same position, with the same endgame table.
    Search(u64),
    /// The best move by a search of so much time. Not the same every time.
    Timed(Duration),
    /// A gentle opponent, who sees what one move brings: greedy, but one time in [`ERRS`] random.
    Beginner,
    /// One who looks a little ahead: before each move a search of [`PLAYER`] positions without an
    /// endgame table, and then any move that seems at most [`NEAR`] seeds worse than the best.
    Player,
    /// The best move by a search of [`STRONG`] positions; the rest of the turn as it saw it.
    Strong,
    /// The same with [`BEST`] positions; without a limit where at most [`MOST_FOR_BEST`] seeds are
    /// in play, so that rounds on small boards are played without a mistake.
    Best,
}

/// A beginner's moves are random one time in so many.
pub const ERRS: usize = 4;

/// Positions that [`Choice::Player`] looks at before each move.
pub const PLAYER: u64 = 100;

/// Seeds that a move may seem worse than the best and still be taken by [`Choice::Player`].
pub const NEAR: i32 = 2;

/// Positions that [`Choice::Strong`] looks at before each turn.
pub const STRONG: u64 = 500;

/// Positions that [`Choice::Best`] looks at before each turn: a second or two.
pub const BEST: u64 = 1_000_000;

/// Most seeds in play that [`Choice::Best`] searches to the end, however long it takes: with so
/// many most rounds take a second, with more hardly one.
pub const MOST_FOR_BEST: u32 = 32;

/// Their names; a search has its number of positions, or its time, behind a colon.
const NAMES: [(&str, Choice); 10] = [
    ("random", Choice::Random),
    ("biggest", Choice::Biggest),
    ("smallest", Choice::Smallest),
    ("nearest", Choice::Nearest),
    ("farthest", Choice::Farthest),
    ("greedy", Choice::Greedy),
    ("beginner", Choice::Beginner),
    ("player", Choice::Player),
    ("strong", Choice::Strong),
    ("best", Choice::Best),
];

/// A way of playing: how the first move of a turn is chosen and how those after it.
///
/// As text a choice alone, which is for all moves, or two: `biggest/random` begins every turn with
/// the biggest pile and goes on at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// The first move of a turn.
    pub begin: Choice,
    /// Every other move.
    pub go_on: Choice,
}

/// The texts that name a policy.
const EXPECTED: &str = "random, biggest, smallest, nearest, farthest, greedy, one of the strengths \
    beginner, player, strong and best, or search:LIMIT, a number of positions or a time, such as \
    search:20k or search:0.5s; or two of them, for the first move of a turn and for the others, \
    such as biggest/random";

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMES.iter().find(|(_, choice)| choice == self)) {
            (_, Some((name, _))) => f.write_str(name),
            (Choice::Search(nodes), None) => write!(f, "search:{nodes}"),
            (Choice::Timed(time), None) => write!(f, "search:{}s", time.as_secs_f64()),
            (_, None) => unreachable!("all others have a name"),
        }
    }
}

impl FromStr for Choice {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Choice, Diagnostic> {
        let named = NAMES.iter().find(|(name, _)| *name == text);
        // A time needs a unit here.
        let searched = || {
            let limit = text.strip_prefix("search:")?;
            match whole_number(limit) {
                Some(nodes) => (nodes > 0).then_some(Choice::Search(nodes)),
                None if limit.ends_with(['s', 'm', 'h']) => time_span(limit).map(Choice::Timed),
                None => None,
            }
        };
        let choice = named.map(|(_, choice)| *choice).or_else(searched);
        choice.ok_or_else(|| {
            let found = format_args!("found {text:?}");
            Diagnostic::at(0..text.len(), found, EXPECTED).of_kind(ErrorKind::Syntax)
        })
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.begin == self.go_on {
            write!(f, "{}", self.begin)
        } else {
            write!(f, "{}/{}", self.begin, self.go_on)
        }
    }
}

impl FromStr for Policy {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Policy, Diagnostic> {
        let (begin, go_on) = text.split_once('/').unwrap_or((text, text));
        Ok(Policy {
            begin: begin.parse()?,
            go_on: go_on.parse().map_err(|error: Diagnostic| {
                let start = text.len() - go_on.len();
                error.within(start..text.len())
            })?,
        })
    }
}

/// A player who follows a policy in one round.
pub struct Player<'a> {
    policy: Policy,
    clock: Clock<'a>,
    endgame: Option<&'a Endgame>,
    /// The rest of the turn as a search has seen it, the next move last.
    plan: Vec<Hole>,
}

impl<'a> Player<'a> {
    /// A player at the beginning of a round. Where its time is up or it is stopped his searches end
    /// at once, with whatever move they have. They use the endgame table where it fits.
    pub fn new(policy: Policy, endgame: Option<&'a Endgame>, control: Control<'a>) -> Player<'a> {
        Player { policy, clock: Clock::new(control.quietly()), endgame, plan: Vec::new() }
    }

    /// Chooses a move, none in a finished round; `begins` says whether it is the first of the turn.
    ///
    /// # Errors
    /// If the machine doesn't give what a search needs.
    pub fn choose(
        &mut self,
        game: &Game,
        begins: bool,
        random: &mut Random,
    ) -> Result<Option<Hole>, ResourceError> {
        self.choose_telling(game, begins, random, &mut |_| {})
    }

    /// Chooses, and tells the rest of the turn that a search would choose if it ended now, as often
    /// as that may have changed; perhaps on another thread.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub fn choose_telling(
        &mut self,
        game: &Game,
        begins: bool,
        random: &mut Random,
        tell: &mut (dyn FnMut(Vec<Hole>) + Send),
    ) -> Result<Option<Hole>, ResourceError> {
        let choice = if begins {
            self.plan.clear();
            self.policy.begin
        } else {
            self.policy.go_on
        };
        let in_play = || Side::BOTH.map(|side| game.position().in_play(side)).iter().sum::<u32>();
        let (nodes, time) = match choice {
            Choice::Search(nodes) => (nodes, Duration::MAX),
            Choice::Timed(time) => (u64::MAX, time),
            Choice::Player => return self.near_the_best(game, random),
            Choice::Strong => (STRONG, Duration::MAX),
            Choice::Best if in_play() <= MOST_FOR_BEST => (u64::MAX, Duration::MAX),
            Choice::Best => (BEST, Duration::MAX),
            _ => return Ok(by_rank(choice, game, random)),
        };
        if self.plan.is_empty() {
            let mut tell = |found: &Evaluation| tell(turn_of(game, found));
            let control = self.within(nodes, time);
            let found = search(game, self.endgame, control, &mut tell)?;
            self.plan = turn_of(game, &found);
            self.plan.reverse();
        }
        Ok(self.plan.pop())
    }

    /// Returns the limits that a search may use, of what is left.
    fn within(&self, nodes: u64, time: Duration) -> Control<'a> {
        let rest = self.clock.rest();
        Control { nodes, time: time.min(rest.time), ..rest }
    }

    /// Any move that seems hardly worse than the best.
    fn near_the_best(
        &self,
        game: &Game,
        random: &mut Random,
    ) -> Result<Option<Hole>, ResourceError> {
        let control = self.within(PLAYER, Duration::MAX);
        let found = search(game, None, control, &mut |_| {})?;
        let sign = game.position().mover().sign();
        let values = found.moves.iter().map(|one| (one.played.hole, sign * one.value.seeds()));
        let mut values: Vec<(Hole, i32)> = values.collect();
        // The search has an order of its own.
        values.sort_unstable_by_key(|(hole, _)| *hole);
        let best = values.iter().map(|(_, value)| *value).max();
        let near = values.iter().filter(|(_, value)| Some(*value + NEAR) >= best);
        Ok(any(&near.map(|(hole, _)| *hole).collect::<Vec<_>>(), random))
    }
}

/// One of several holes, all equally likely.
fn any(holes: &[Hole], random: &mut Random) -> Option<Hole> {
    holes.get(random.below(holes.len())).copied()
}

/// The best legal move by a choice that looks no further than the move.
fn by_rank(choice: Choice, game: &Game, random: &mut Random) -> Option<Hole> {
    let choice = match choice {
        Choice::Beginner if random.below(ERRS) == 0 => Choice::Random,
        Choice::Beginner => Choice::Greedy,
        choice => choice,
    };
    let position = game.position();
    let rank = |hole: Hole| {
        let number = i64::from(hole.number());
        let pile = i64::from(position.seeds(Cell::Hole(position.mover(), hole)));
        match choice {
            Choice::Biggest => pile,
            Choice::Smallest => -pile,
            Choice::Nearest => number,
            Choice::Farthest => -number,
            Choice::Greedy => {
                trace(game.rules(), position, hole).map_or(0, |played| played.gain.into())
            }
            _ => 0,
        }
    };
    let ranks: Vec<(Hole, i64)> = position.legal().map(|hole| (hole, rank(hole))).collect();
    let best = ranks.iter().map(|(_, rank)| *rank).max();
    let equal = ranks.iter().filter(|(_, rank)| Some(*rank) == best);
    any(&equal.map(|(hole, _)| *hole).collect::<Vec<_>>(), random)
}

/// A search on one thread, with small tables.
fn search(
    game: &Game,
    endgame: Option<&Endgame>,
    control: Control<'_>,
    tell: &mut (dyn FnMut(&Evaluation) + Send),
) -> Result<Evaluation, ResourceError> {
    let evaluator = Evaluator { memory: MEMORY, endgame, ..Evaluator::new() };
    evaluator.evaluate_telling(game, control, tell)
}

/// The moves of the turn on the principal line of a search.
fn turn_of(game: &Game, found: &Evaluation) -> Vec<Hole> {
    let mover = game.position().mover();
    let own = |played: &&Move| played.side == mover;
    let turn = found.line.iter().take_while(own);
    turn.map(|played| played.hole).collect()
}
