//! `serve`: the line protocol, through pipes and over WebSocket.

mod analysis;
mod analyze;
mod batches;
mod chong;
mod chong_asked;
mod choose;
mod claims;
mod elsewhere;
mod envelope;
mod kept;
mod languages;
mod lesson;
mod listen;
mod listen_access;
mod listen_deaf;
mod listen_limits;
mod long_texts;
mod page;
mod parallel;
mod params;
mod prove;
mod puzzles;
mod record;
mod requests;
mod scene;
mod searches;
