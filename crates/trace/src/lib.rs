//! Replays a path and turns it into a [`Trace`] that a person reads.

#![forbid(unsafe_code)]
#![allow(dead_code)] // Until the replay uses all of it.

mod cells;
mod model;
mod render;
mod source;
mod types;

pub use model::{
    Action, Change, Choice, Event, Frame, Location, Note, Output, Party, Scope, Stack, Status,
    Step, Thread, Trace, Variable, Violation, Wait,
};
