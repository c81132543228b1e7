//! The engine inside a process of Python: `chongkak._native`.
//!
//! [`service`] answers requests of the line protocol, as the program does over pipes, so that the
//! package reads the answers of both in one way. [`board`] plays and reads positions without a
//! request, and [`arrays`] does so with many at once. What is wrong is no matter of these two: whoever
//! gets nothing from them asks the first, which says what and where. [`store`] keeps answers in the
//! files of `batch`, [`campaign`] has the folders of campaigns, [`tables`] builds endgame tables, and
//! [`proof`] checks proofs.

mod arrays;
mod board;
mod campaign;
mod proof;
mod service;
mod store;
mod tables;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::arrays::{array_estimates, array_moves, array_rows};
    #[pymodule_export]
    use super::board::{Board, Rules, named_rules, position};
    #[pymodule_export]
    use super::campaign::Campaign;
    #[pymodule_export]
    use super::proof::check_proof;
    #[pymodule_export]
    use super::service::{Search, Service};
    #[pymodule_export]
    use super::store::{Store, stored};
    #[pymodule_export]
    use super::tables::TableBuild;
}
