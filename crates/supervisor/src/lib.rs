//! Two processes: one does the work, the other sees to it that the work keeps to its time and memory, and says
//! so when it does not.
//!
//! Whatever reads foreign bytes (LLVM above all) may hang, crash or take all memory, and nothing inside the
//! same process can be relied upon to stop it. So the process [`split`]s when it starts. The *worker* goes on
//! as if nothing had happened; the *watch* waits for it, kills it when a limit is passed, and knows from a
//! [`Shared`] page how far it had come. Nothing is executed a second time, so the split costs a millisecond.
//!
//! - A worker that ends by itself [`conclude`]s first. One that does not was ended by a library.
//! - Signals that ask for an end reach the watch; the worker learns of them from the page.
//! - If either dies, so does the other, and so does a [`helper`] of the worker's.
//! - A program that does the work of this process ([`attend`]), as a compiler in a build does, ends with it, and so
//!   does what that has started.
//! - A [`copy`] of a process that has loaded everything does a few tasks of many, for tests by the thousand.
//! - Memory that the system refuses ([`Allocator`]) is noted on the page, for a worker cannot say much then.
//! - Reading a command line takes more stack than some systems give; [`with_room`] has enough.
//!
//! This crate knows processes and nothing about what they do. Linux only.

mod allocator;
mod attend;
mod copy;
mod helper;
mod memory;
mod page;
mod process;
mod split;
mod stack;
mod stdio;
mod watch;

pub use allocator::Allocator;
pub use attend::{Attended, attend};
pub use copy::{Copied, Streams, Task, begin, copy};
pub use helper::{follower, helper};
pub use page::{Phase, Shared, Stay, conclude, enter, exhausted, shared};
pub use split::{Side, split, temporary_prefix};
pub use stack::with_room;
pub use stdio::output_was_closed;
pub use watch::{End, Limits, Reason, Watch};
