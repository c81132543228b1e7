//! Campaigns.

mod command;
mod jobs;
mod proof;
