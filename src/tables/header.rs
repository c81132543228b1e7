//! The header of a table file (documented byte by byte in docs/formats/tables.md), and the file's
//! name.

use super::error::TableProblem;
use super::value_places::{Layout, MAX_SEEDS};
use crate::board::{Field, Hole, HoleState, MAX_HOLES, Shape, Side};
use crate::files::checksum;
use crate::rules::{Count, LATER, Preset, ROUND_OPTIONS, Rules, StorePlace};

/// Bytes of a header; the entries follow.
pub(super) const HEADER: usize = 512;

const MAGIC: &[u8; 16] = b"chongkak endgame";
const VERSION: u16 = 2;
const OPTIONS: usize = 19;
const HOLES: usize = 25;
const PARTS: usize = 26;
const STATES: usize = 28;
const ENTRIES: usize = 64;
const CHECKSUMS: usize = 72;
/// The first byte after the space for the levels' checksums, used for options added later.
const LATER_OPTIONS: usize = CHECKSUMS + 4 * (MAX_SEEDS as usize + 1);
const CHECKSUM: usize = HEADER - 4;

/// The options that change values, one byte each: all options of a round except the first, `store`,
/// which is `near` wherever there is a table.
pub const CODED: &[&str] = ROUND_OPTIONS.split_at(1).1;

/// The contents of a table file, as its header describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Only the options that change values are meaningful.
    pub rules: Rules,
    pub field: Field,
    /// The checksum of every level, from level 0 to the highest.
    pub checksums: Vec<u32>,
}

impl Header {
    /// Maximum number of seeds in play.
    pub(super) fn seeds(&self) -> u32 {
        u32::try_from(self.checksums.len()).expect("at most 64 levels") - 1
    }

    /// The layout of the table, if it is valid.
    fn layout(&self) -> Option<Layout> {
        Layout::new(&self.rules, self.field, self.seeds())
    }

    /// The layout, for a header that has been decoded.
    pub(super) fn checked_layout(&self) -> Layout {
        self.layout().expect("checked with the header")
    }

    pub(super) fn encode(&self) -> [u8; HEADER] {
        let layout = self.layout().expect("a table that could be built");
        let mut bytes = [0; HEADER];
        bytes[..16].copy_from_slice(MAGIC);
        bytes[16..18].copy_from_slice(&VERSION.to_le_bytes());
        bytes[18] = small(self.checksums.len());
        for (option, at) in places() {
            bytes[at] = code(&self.rules, option).expect("a value of the option");
        }
        bytes[HOLES] = small(self.field.shape().holes());
        bytes[PARTS] = u8::try_from(layout.parts).expect("at most 4 parts");
        for side in Side::BOTH {
            let from = STATES + side.index() * usize::from(MAX_HOLES);
            let letters = states(self.field, side);
            bytes[from..from + letters.len()].copy_from_slice(letters.as_bytes());
        }
        bytes[ENTRIES..CHECKSUMS].copy_from_slice(&layout.positions().to_le_bytes());
        for (level, checksum) in self.checksums.iter().enumerate() {
            let from = CHECKSUMS + 4 * level;
            bytes[from..from + 4].copy_from_slice(&checksum.to_le_bytes());
        }
        let checksum = checksum(&bytes[..CHECKSUM]);
        bytes[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The checksum at the end of the header. (A checksum over all its bytes would be the same for
    /// every header.)
    pub(super) fn checksum(&self) -> u32 {
        word(&self.encode(), CHECKSUM)
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Header, TableProblem> {
        if bytes.len() < 18 || &bytes[..16] != MAGIC {
            return Err(TableProblem::Foreign);
        }
        let found = u16::from_le_bytes([bytes[16], bytes[17]]);
        if found != VERSION {
            return Err(TableProblem::Version(found, VERSION));
        }
        let bytes: &[u8; HEADER] = bytes.first_chunk().ok_or(TableProblem::Header)?;
        if checksum(&bytes[..CHECKSUM]) != word(bytes, CHECKSUM) {
            return Err(TableProblem::Header);
        }
        let wrong = TableProblem::Meaning;
        let levels = usize::from(bytes[18]);
        if levels == 0 || levels > MAX_SEEDS as usize + 1 {
            return Err(wrong("number of levels"));
        }
        let header = Header {
            rules: rules(bytes).ok_or(wrong("option"))?,
            field: field(bytes).ok_or(wrong("hole state"))?,
            checksums: (0..levels).map(|level| word(bytes, CHECKSUMS + 4 * level)).collect(),
        };
        // All other bytes must follow from these fields.
        match header.layout() {
            Some(_) if header.encode() == *bytes => Ok(header),
            _ => Err(wrong("size or reserved field")),
        }
    }
}

/// The name of the table file for these rules and this field: the values of the options that change
/// values, then the hole states.
#[must_use]
pub fn file_name(rules: &Rules, field: Field) -> String {
    let coded = rules.kept().filter(|(option, _)| CODED.contains(option));
    let values = coded.map(|(_, value)| value);
    let states = Side::BOTH.into_iter().map(|side| states(field, side));
    let parts: Vec<String> = values.chain(states).collect();
    parts.join(".") + ".table"
}

/// The hole states of a row: `o` open, `x` closed, `p` protected.
#[must_use]
pub fn states(field: Field, side: Side) -> String {
    let letter = |cell| match field.state(cell) {
        HoleState::Open => 'o',
        HoleState::Closed => 'x',
        HoleState::Protected => 'p',
    };
    field.shape().holes_of(side).map(letter).collect()
}

fn field(bytes: &[u8; HEADER]) -> Option<Field> {
    let shape = Shape::new(bytes[HOLES])?;
    let mut field = Field::open(shape);
    for side in Side::BOTH {
        for index in 0..shape.holes() {
            let letter = bytes[STATES + side.index() * usize::from(MAX_HOLES) + index];
            let state = match letter {
                b'o' => HoleState::Open,
                b'x' => HoleState::Closed,
                b'p' => HoleState::Protected,
                _ => return None,
            };
            field = field.with(side, Hole::at(index), state)?;
        }
    }
    Some(field)
}

/// The options of [`CODED`], each with the place of its byte.
fn places() -> impl Iterator<Item = (&'static str, usize)> {
    let coded = CODED.iter().copied();
    let old = coded.filter(|option| !LATER.contains(option));
    let later = LATER.into_iter().filter(|option| CODED.contains(option));
    old.zip(OPTIONS..HOLES).chain(later.zip(LATER_OPTIONS..CHECKSUM))
}

/// The index of an option's value among all its values.
fn code(rules: &Rules, option: &str) -> Option<u8> {
    let (all, value) = (Rules::values_of(option)?, rules.value(option)?);
    all.iter().position(|name| *name == value).map(small)
}

fn rules(bytes: &[u8; HEADER]) -> Option<Rules> {
    let mut rules = Rules {
        holes: Count::new(bytes[HOLES])?,
        store: StorePlace::Near,
        ..Preset::all()[0].rules
    };
    for (option, at) in places() {
        let value = Rules::values_of(option)?.get(usize::from(bytes[at]))?;
        rules.set(option, value).ok()?;
    }
    Some(rules)
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("counts of levels, holes and option values are small")
}

fn word(bytes: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new option of a round that is missing in [`LATER`] would have no byte, and two games would
    /// share one table.
    #[test]
    fn every_option_that_changes_values_has_a_byte() {
        let mut coded: Vec<&str> = places().map(|(option, _)| option).collect();
        coded.sort_unstable();
        let mut all = CODED.to_vec();
        all.sort_unstable();
        assert_eq!(coded, all);
    }
}
