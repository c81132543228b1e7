//! Endgame tables: entries, files, installed tables.

mod damaged;
mod durable;
mod entries;
mod files;
mod installed;
mod sizes;
