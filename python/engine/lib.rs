//! The engine inside a process of Python: `chongkak._native`.
//!
//! Two parts. [`service`] answers requests of the line protocol, as the program does over pipes, so
//! that the package reads the answers of both in one way. [`board`] plays and reads positions
//! without a request. What is wrong is no matter of the second: whoever gets nothing from it asks
//! the first, which says what and where.

mod board;
mod service;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::board::{Board, Rules, named_rules, position};
    #[pymodule_export]
    use super::service::{Search, Service};
}
