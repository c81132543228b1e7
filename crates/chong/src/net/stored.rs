//! The storage format of nets, and the built-in nets.
//!
//! ```text
//! "CHNN" version columns hidden features    one byte each after the first
//! checksum                                  8 bytes: FNV-1a of all that follows and of the above
//! output, constant                          4 bytes each, floating point
//! bias                                      4 bytes each, whole, in parts of UNIT
//! inputs                                    a row for each input, a byte each, whole
//! ```
//! Numbers are little-endian. Every hidden unit has its own scale, which is contained in its output
//! weight: a rectifier works alike at any scale.

use super::{HIDDEN, Hidden, Inputs, NetWeights, UNIT};
use crate::{MAX_COLUMNS, MIN_COLUMNS};

const MAGIC: [u8; 4] = *b"CHNN";
const VERSION: u8 = 1;
const CHECKSUM: usize = 8;
const HEAD: usize = 16;
/// Bytes of the output and the biases.
const NUMBERS: usize = 4 * (2 * HIDDEN + 1);

/// The greatest bias of a hidden unit: all sums remain whole numbers below 2^24.
const MOST: i32 = 1 << 22;

const HEADING: &str = "not a stored net of this version";
const LENGTH: &str = "the net's length doesn't match its columns";

/// Checks that bytes are a complete stored net. Also runs at compile time.
///
/// # Errors
/// Says what is wrong with the bytes.
pub const fn check_net(bytes: &[u8]) -> Result<(), &'static str> {
    if bytes.len() < HEAD {
        return Err(LENGTH);
    }
    let expected = [
        MAGIC[0],
        MAGIC[1],
        MAGIC[2],
        MAGIC[3],
        VERSION,
        bytes[5],
        HIDDEN as u8,
        super::FEATURES as u8,
    ];
    let mut at = 0;
    while at < CHECKSUM {
        if bytes[at] != expected[at] {
            return Err(HEADING);
        }
        at += 1;
    }
    if bytes[5] < MIN_COLUMNS || bytes[5] > MAX_COLUMNS {
        return Err(HEADING);
    }
    if bytes.len() != HEAD + NUMBERS + HIDDEN * Inputs::new(bytes[5]).count() {
        return Err(LENGTH);
    }
    let checksum = checksum(bytes).to_le_bytes();
    while at < HEAD {
        if bytes[at] != checksum[at - CHECKSUM] {
            return Err("the net's checksum doesn't match");
        }
        at += 1;
    }
    Ok(())
}

/// FNV-1a over all bytes except the checksum, so any single changed byte is detected.
const fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        if at < CHECKSUM || at >= HEAD {
            hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01B3);
        }
        at += 1;
    }
    hash
}

impl NetWeights {
    /// Reads a stored net.
    ///
    /// # Errors
    /// If the bytes are not a stored net.
    pub fn read(bytes: &[u8]) -> Result<NetWeights, &'static str> {
        check_net(bytes)?;
        let (numbers, rows) = bytes[HEAD..].split_at(NUMBERS);
        let mut words = numbers.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        let mut word = || words.next().expect("as many as the length says");
        let output = [(); HIDDEN].map(|()| f32::from_le_bytes(word()));
        let constant = f32::from_le_bytes(word());
        let bias = [(); HIDDEN].map(|()| i32::from_le_bytes(word()).clamp(-MOST, MOST) as f32);
        let columns = bytes[5];
        let first_feature = Inputs::new(columns).first_feature();
        let row = |(number, row): (usize, &[u8])| -> Hidden {
            // A binary input that is set counts as a feature of probability 1.
            let unit = if number < first_feature { UNIT as f32 } else { 1.0 };
            std::array::from_fn(|at| unit * f32::from(row[at].cast_signed()))
        };
        Ok(NetWeights {
            columns,
            inputs: rows.chunks_exact(HIDDEN).enumerate().map(row).collect(),
            bias,
            output,
            constant,
        })
    }

    /// Returns the bytes of a net whose input weights are whole and fit in a byte each, as
    /// [`read`](Self::read) returns them.
    #[must_use]
    pub fn stored(&self) -> Vec<u8> {
        let features = super::FEATURES as u8;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.columns, HIDDEN as u8, features]);
        bytes.extend([0; HEAD - CHECKSUM]);
        for number in self.output.iter().chain([&self.constant]) {
            bytes.extend(number.to_le_bytes());
        }
        for number in self.bias {
            bytes.extend((number as i32).to_le_bytes());
        }
        let first_feature = Inputs::new(self.columns).first_feature();
        for (number, row) in self.inputs.iter().enumerate() {
            let unit = if number < first_feature { UNIT as f32 } else { 1.0 };
            bytes.extend(row.map(|weight| ((weight / unit) as i8).cast_unsigned()));
        }
        let checksum = checksum(&bytes).to_le_bytes();
        bytes[CHECKSUM..HEAD].copy_from_slice(&checksum);
        bytes
    }

    /// Adapts the net to another number of columns.
    #[must_use]
    pub fn stretched(&self, columns: u8) -> NetWeights {
        if columns == self.columns {
            return self.clone();
        }
        let like = Inputs::new(columns).like(Inputs::new(self.columns));
        NetWeights {
            columns,
            inputs: like.into_iter().map(|input| self.inputs[input]).collect(),
            ..*self
        }
    }

    /// Returns the built-in net for a board with this many columns: its own, or the nearest one
    /// stretched; of two equally near, the larger one.
    #[must_use]
    pub fn built_in(columns: u8) -> NetWeights {
        let far = |net: &&&[u8]| (net[5].abs_diff(columns), u8::MAX - net[5]);
        let nearest = NETS.iter().min_by_key(far).expect("there are nets");
        let net = NetWeights::read(nearest).expect("it was checked when it was built in");
        net.stretched(columns)
    }
}

macro_rules! nets {
    ($($columns:literal)*) => {
        /// The numbers of columns that have a built-in net.
        pub const NET_COLUMNS: &[u8] = &[$($columns),*];

        /// The built-in nets. A damaged net fails the build.
        const NETS: &[&[u8]] = &[$({
            const NET: &[u8] = include_bytes!(concat!("../nets/", $columns, ".bin"));
            const { assert!(check_net(NET).is_ok(), "a stored net is damaged") };
            assert!(NET[5] == $columns, "a stored net is for another board");
            NET
        }),*];
    };
}

nets!(3 4 5 12 16 20 24);
