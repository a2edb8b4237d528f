//! Replays a path and turns it into a [`Trace`] that a person reads.

#![forbid(unsafe_code)]

mod model;

pub use model::{
    Action, Change, Choice, Event, Frame, Location, Note, Output, Party, Scope, Stack, Status,
    Step, Thread, Trace, Variable, Violation, Wait,
};
