//! Positions as text.
//!
//! `SSK|..k|sSs A opened:A`: the cells of A's path (home row, middle row, B's row), the player to
//! throw, and who has thrown their first Chong. A's pieces are `S`, `K`, and `Q` for a king that
//! has turned; B's are `s`, `k`, `q`. Two pieces in one hole are in brackets, A's first: `(Sk)`,
//! which may also be written as `&`. `chong:B`: B's previous throw had a Chong (only with
//! `king_back = two_turns`).

use std::fmt;
use std::str::FromStr;

use crate::position::arrived;
use crate::{
    Army, ChongPosition, ChongRules, Columns, KingBack, KingCell, MAX_COLUMNS, MIN_COLUMNS, Player,
};
use chongkak_base::language::Sentence;
use chongkak_base::text::Diagnostic;
use chongkak_base::{diagnostic, sentence};

/// A position on a board, with named players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct PlacedPosition {
    /// Columns of the board.
    pub columns: u8,
    /// The position, seen by the player to throw.
    pub position: ChongPosition,
    /// The player to throw.
    pub player: Player,
}

/// A's and B's piece in a hole, as capitals, with the hole's part of the text.
type Located<'a> = ([Option<char>; 2], &'a str);

impl PlacedPosition {
    /// Returns the start of a game, A to throw.
    #[must_use]
    pub const fn start(rules: &ChongRules) -> PlacedPosition {
        PlacedPosition {
            columns: rules.columns.get(),
            position: ChongPosition::start(rules),
            player: Player::A,
        }
    }

    /// Returns the board after a turn that led to this position.
    #[must_use]
    pub const fn after(&self, position: ChongPosition) -> PlacedPosition {
        PlacedPosition { position, player: self.player.other(), ..*self }
    }

    /// Returns the result if the game is over: a win, or a draw if neither player can ever move
    /// again.
    #[must_use]
    pub fn result(&self, rules: &ChongRules) -> Option<Option<Player>> {
        Some(match self.position.outcome(rules)? {
            value if value > 0.0 => Some(self.player),
            value if value < 0.0 => Some(self.player.other()),
            _ => None,
        })
    }

    /// Returns the armies of A and B.
    #[must_use]
    pub const fn armies(&self) -> [Army; 2] {
        let ChongPosition { mover, other } = self.position;
        match self.player {
            Player::A => [mover, other],
            Player::B => [other, mover],
        }
    }

    /// Returns the pieces in a hole as text, by its number on A's path.
    #[must_use]
    pub fn hole(&self, cell: u8) -> String {
        let armies = self.armies();
        let length = self.columns.saturating_mul(3);
        let cells = [cell, length.wrapping_sub(1).wrapping_sub(cell)];
        let letter = |side: usize| {
            let (army, cell) = (armies[side], cells[side]);
            let letter = if army.king_on(cell) && army.turned() {
                'Q'
            } else if army.king_on(cell) {
                'K'
            } else if army.soldier_on(cell) {
                'S'
            } else {
                return None;
            };
            Some([letter, letter.to_ascii_lowercase()][side])
        };
        match (letter(0), letter(1)) {
            (None, None) => ".".to_owned(),
            (Some(one), None) | (None, Some(one)) => one.to_string(),
            (Some(one), Some(other)) => format!("({one}{other})"),
        }
    }

    /// Parses a position for these rules; the text gives the number of columns.
    ///
    /// # Errors
    /// The error with its place.
    pub fn parse(text: &str, rules: &ChongRules) -> Result<PlacedPosition, Diagnostic> {
        PlacedPosition::read(text, Some(rules))
    }

    /// Parses a position, and checks it if rules are given.
    fn read(text: &str, rules: Option<&ChongRules>) -> Result<PlacedPosition, Diagnostic> {
        let mut words = text.split_whitespace();
        let missing = |expected| {
            fault_at(text, &text[text.len()..], (sentence!("faults.chong.too-few"), expected))
        };
        let board = words.next().ok_or_else(|| missing(sentence!("faults.chong.a-position")))?;
        let (columns, holes) = board_of(text, board)?;
        let player = words.next().ok_or_else(|| missing(sentence!("faults.chong.a-player")))?;
        let player: Player = player.parse().map_err(|_| {
            let found = sentence!("faults.chong.player", found = Sentence::quoted(player));
            fault_at(text, player, (found, sentence!("faults.a-side")))
        })?;
        let rules = rules.map(|rules| ChongRules { columns, ..*rules });
        let columns = columns.get();
        let mut armies = armies_of(text, board, columns, &holes)?;
        set_marks(text, words, &mut armies, rules.as_ref())?;
        if let Some(rules) = &rules {
            check(armies, rules).map_err(|fault| fault_at(text, board, fault))?;
        }
        let [a, b] = armies;
        let position = ChongPosition { mover: a, other: b };
        Ok(PlacedPosition {
            columns,
            position: match player {
                Player::A => position,
                Player::B => position.swapped(),
            },
            player,
        })
    }
}

impl FromStr for PlacedPosition {
    type Err = Diagnostic;

    /// Parses a position without checking it; [`parse`](Self::parse) also checks that some rules
    /// allow it.
    fn from_str(text: &str) -> Result<PlacedPosition, Diagnostic> {
        PlacedPosition::read(text, None)
    }
}

/// Parses the holes of a board, in the order of A's path.
fn board_of<'a>(text: &str, board: &'a str) -> Result<(Columns, Vec<Located<'a>>), Diagnostic> {
    let rows: Vec<&str> = board.split('|').collect();
    if rows.len() != 3 {
        let found = sentence!("faults.chong.rows"; rows.len());
        return Err(fault_at(text, board, (found, sentence!("faults.chong.three-rows"))));
    }
    let mut holes = Vec::new();
    let mut first = None;
    for row in rows {
        let of_row = row_of(text, row)?;
        let (found, expected) = (of_row.len(), *first.get_or_insert(of_row.len()));
        if found != expected {
            let found = sentence!("faults.chong.row"; found);
            let expected = sentence!("faults.chong.as-first", holes = expected.to_string());
            return Err(fault_at(text, row, (found, expected)));
        }
        holes.extend(of_row);
    }
    let found = first.unwrap_or(0);
    let columns = u8::try_from(found).ok().and_then(Columns::new);
    let columns = columns.ok_or_else(|| {
        let found = sentence!("faults.chong.rows-of"; found);
        let (least, most) = (MIN_COLUMNS.to_string(), MAX_COLUMNS.to_string());
        let expected = sentence!("faults.range", least = least, most = most);
        fault_at(text, board, (found, expected))
    })?;
    Ok((columns, holes))
}

fn row_of<'a>(text: &str, row: &'a str) -> Result<Vec<Located<'a>>, Diagnostic> {
    let mut holes = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' => rest.find(')').map_or(rest.len(), |close| close + 1),
            one => one.len_utf8(),
        };
        let (hole, after) = rest.split_at(length);
        let pieces = hole_of(hole).map_err(|fault| fault_at(text, hole, fault))?;
        holes.push((pieces, hole));
        rest = after;
    }
    Ok(holes)
}

fn hole_of(text: &str) -> Result<[Option<char>; 2], Fault> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let chars: Vec<char> = inner.unwrap_or(text).chars().collect();
    match (inner.is_some(), &chars[..]) {
        (false, ['.']) => Ok([None, None]),
        (false, ['&']) => Ok([Some('S'), Some('K')]),
        (false, [one @ ('S' | 'K' | 'Q')]) => Ok([Some(*one), None]),
        (false, [one @ ('s' | 'k' | 'q')]) => Ok([None, Some(one.to_ascii_uppercase())]),
        (true, ['S', 's']) => {
            Err((sentence!("faults.chong.two-soldiers"), sentence!("faults.chong.beside-a-king")))
        }
        (true, [a @ ('S' | 'K' | 'Q'), b @ ('s' | 'k' | 'q')]) => {
            Ok([Some(*a), Some(b.to_ascii_uppercase())])
        }
        (in_brackets, _) => {
            let expected = match in_brackets {
                true => sentence!("faults.chong.two-pieces"),
                false => sentence!("faults.chong.a-piece"),
            };
            Err((sentence!("faults.chong.found", found = Sentence::quoted(text)), expected))
        }
    }
}

/// Builds the armies from the board, without marks.
fn armies_of(
    text: &str,
    board: &str,
    columns: u8,
    holes: &[Located<'_>],
) -> Result<[Army; 2], Diagnostic> {
    let mut armies = [Army::new(0, None); 2];
    for (side, army) in armies.iter_mut().enumerate() {
        let name = ["A", "B"][side];
        let (mut soldiers, mut king) = (0_u128, None);
        for (cell, (hole, part)) in (0..).zip(holes) {
            let cell = [cell, 3 * columns - 1 - cell][side];
            match hole[side] {
                None => {}
                Some('S') => soldiers |= 1 << cell,
                Some(_) if king.is_some() => {
                    let found = sentence!("faults.chong.second-king", side = name);
                    return Err(fault_at(text, part, (found, one_at_most())));
                }
                Some(letter) => king = Some((cell, letter)),
            }
        }
        if soldiers.count_ones() > u32::from(columns) {
            let found = sentence!("faults.chong.soldiers"; soldiers.count_ones(), side = name);
            let expected = sentence!("faults.at-most", most = columns.to_string());
            return Err(fault_at(text, board, (found, expected)));
        }
        *army = Army::new(soldiers, king.map(|(cell, _)| cell));
        if king.is_some_and(|(_, letter)| letter == 'Q') {
            *army = army.with_turned();
        }
    }
    Ok(armies)
}

impl fmt::Display for PlacedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..3 * self.columns {
            if cell > 0 && cell % self.columns == 0 {
                f.write_str("|")?;
            }
            f.write_str(&self.hole(cell))?;
        }
        write!(f, " {}", self.player)?;
        let armies = self.armies();
        let marks = [("opened", armies.map(Army::opened)), ("chong", armies.map(Army::primed))];
        for (name, has) in marks {
            let players = match has {
                [false, false] => continue,
                [true, false] => "A",
                [false, true] => "B",
                [true, true] => "AB",
            };
            write!(f, " {name}:{players}")?;
        }
        Ok(())
    }
}

/// The key of the word "mark".
const MARK: &str = "faults.chong.mark";

/// Applies the marks after the board to the armies.
///
/// # Errors
/// The first invalid mark.
fn set_marks<'a>(
    text: &str,
    marks: impl Iterator<Item = &'a str>,
    armies: &mut [Army; 2],
    rules: Option<&ChongRules>,
) -> Result<(), Diagnostic> {
    let mut seen = Vec::new();
    for word in marks {
        let mark = |key| sentence!(key, mark = Sentence::quoted(word));
        let wrong = |key, expected| Err(fault_at(text, word, (mark(key), expected)));
        let (name, of) = word.split_once(':').unwrap_or((word, ""));
        let sides: &[usize] = match of {
            "A" => &[0],
            "B" => &[1],
            "AB" | "BA" => &[0, 1],
            _ => return wrong(MARK, sentence!("faults.chong.opened-by")),
        };
        if seen.contains(&name) {
            return wrong("faults.chong.second-mark", one_at_most());
        }
        seen.push(name);
        for &side in sides {
            let army = &mut armies[side];
            *army = match name {
                "opened" => army.with_opened(),
                "chong" if rules.is_some_and(|rules| rules.king_back != KingBack::TwoTurns) => {
                    return wrong(MARK, sentence!("faults.chong.only-two-turns"));
                }
                "chong" if army.king().is_none() => {
                    let found = ["faults.chong.no-king-of-a", "faults.chong.no-king-of-b"][side];
                    return wrong(found, sentence!("faults.chong.with-a-king"));
                }
                "chong" => army.with_primed(true),
                _ => return wrong(MARK, Sentence::one_of(&["opened", "chong"])),
            };
        }
    }
    Ok(())
}

/// Checks that play can lead to a position.
fn check(armies: [Army; 2], rules: &ChongRules) -> Result<(), Fault> {
    let columns = rules.columns.get();
    for (army, name) in armies.into_iter().zip(["A", "B"]) {
        let at_home = army.soldiers() >> columns == 0;
        let king_waits = army.king().is_none_or(|king| king == columns);
        if !army.opened() && (army.turned() || army.primed() || !at_home || !king_waits) {
            return Err((
                sentence!("faults.chong.too-early", side = name),
                sentence!("faults.chong.not-yet", side = name, cell = columns.to_string()),
            ));
        }
    }
    let [a, b] = armies;
    if a.is_gone() && b.is_gone() {
        return Err((sentence!("faults.chong.no-piece"), sentence!("faults.chong.one-at-least")));
    }
    let shared = (0..3 * columns).find(|cell| a.on(*cell) && b.on(3 * columns - 1 - cell));
    if rules.king_cell == KingCell::Blocked && shared.is_some() {
        return Err((sentence!("faults.chong.shared"), sentence!("faults.chong.only-one")));
    }
    let won = |army, other: Army| arrived(army, rules) || other.is_gone();
    if won(a, b) && won(b, a) {
        return Err((sentence!("faults.chong.both-won"), one_at_most()));
    }
    Ok(())
}

/// What was found, and what was expected.
type Fault = (Sentence, Sentence);

/// The text "at most one".
fn one_at_most() -> Sentence {
    sentence!("faults.chong.one-at-most")
}

/// Creates the error of a part of the text of a position.
fn fault_at(text: &str, part: &str, (found, expected): Fault) -> Diagnostic {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    diagnostic!(BadPosition, "faults.chong.position", found = found => expected)
        .within(start..start + part.len())
}
