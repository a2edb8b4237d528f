//! Replays a path and turns it into a [`Trace`] that a person reads.
//!
//! Reading order: [`model`](Trace) is what comes out; `execution_view` what is needed of an
//! execution; `cells`, `types`, `render`, `diff` turn bytes into values; `source_map`, `source`,
//! `memory`, `naming` know the user's names for things; `tracker`, `recorder`, `stacks` tell the
//! story, and `picture` draws it; `watch` and `replay` drive the machine. `session` lets somebody else do
//! so, and `expression` answers what they ask about a state.

#![forbid(unsafe_code)]

mod cells;
mod describe;
mod diff;
mod execution_view;
mod expression;
mod meaning;
mod memory;
mod model;
mod naming;
mod native;
mod picture;
mod recorder;
mod render;
mod replay;
mod session;
mod source;
mod source_map;
mod stacks;
#[cfg(test)]
mod tests;
mod tracker;
mod types;
mod vanish;
mod watch;
mod why;

pub use expression::Printed;
pub use model::{
    Action, Change, Choice, Drawn, EachChange, Event, Field, Frame, Location, Note, Output, Party, Picture, Place,
    Read, Related, Scope, Stack, Status, Step, Thread, Trace, Variable, Violation, Wait,
};
pub use native::{AccessKind, Hook, Turn, Until, turns};
pub use replay::{Defect, Ending, LIBRARY_THREAD, ReplayOptions, UNSUPPORTED, replay, snapshot};
pub use session::inspect::{Block, FrameAt};
pub use session::locks::Lock;
pub use session::probe::Mark;
pub use session::{Halt, Over, Session, SessionOptions, Successor, Told, Wanted, session};
pub use source::source_text;
