//! The engine inside a process of Python: `chongkak._native`.
//!
//! [`service`] answers requests of the line protocol as the program does over pipes, so the package
//! parses both in the same way. [`board`] plays moves and parses positions without requests, and
//! [`arrays`] does so for many positions at once. These two report no details of errors; on
//! failure, the caller asks [`service`], which does. [`store`] stores answers in files of `batch`,
//! [`campaign`] works with the folders of campaigns, [`tables`] builds endgame tables, and
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
