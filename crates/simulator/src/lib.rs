//! Commands that steer an execution and ask about it, and what they answer.
//!
//! A [`Simulator`] is a [`trace::Session`] with what a person keeps in mind: a selected thread and frame,
//! breakpoints, and where they came from. It takes lines of text and gives back [`Reply`]s, which can be printed or
//! written as JSON; it knows no terminal and no files.

#![forbid(unsafe_code)]

mod answer;
mod command;
mod complete;
mod moves;
mod questions;
mod simulator;
mod stops;
mod text;

pub use answer::{Answer, Position, Reply};
pub use command::COMMANDS;
pub use simulator::{Goal, Simulator};
