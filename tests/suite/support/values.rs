//! Values known from elsewhere.

/// Round values, A starting, by (holes, seeds); from an independent, slow implementation.
pub const VALUES: [(&str, u8, u8, i32); 18] = [
    ("overbeck", 2, 1, 4),
    ("overbeck", 2, 2, 8),
    ("overbeck", 3, 1, 6),
    ("overbeck", 3, 2, 6),
    ("overbeck", 3, 3, 8),
    ("overbeck", 4, 1, 6),
    ("overbeck", 4, 2, 6),
    ("conglak", 3, 3, 16),
    ("dakon", 3, 3, 10),
    ("congklak", 2, 2, 6),
    ("congklak-bank", 2, 2, 4),
    ("congklak-bank", 4, 2, 4),
    ("kalah", 2, 1, 2),
    ("kalah", 2, 2, -2),
    ("kalah", 3, 1, 0),
    ("kalah", 3, 2, 4),
    ("kalah", 3, 3, 2),
    ("kalah", 4, 2, 6),
];

/// Values of Kalah, the first player's seeds minus the second's, from the published table (Irving,
/// Donkers, Uiterwijk 2000) with empty capture.
pub const EMPTY_CAPTURE: [(u8, u8, i32); 6] =
    [(4, 1, 2), (4, 2, 6), (4, 3, 8), (4, 4, 2), (5, 1, 0), (5, 2, 0)];
