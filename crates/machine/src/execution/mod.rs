//! What ops do: memory, threads, traps, and which actions others can tell.

/// The objects of the working state: finding, checking, allocating, freeing.
pub(crate) mod memory;

/// What arithmetic does to words that are not plain numbers.
pub(crate) mod arith;

/// Floating-point arithmetic.
pub(crate) mod float;

/// Addresses, as far as a program can tell them.
pub(crate) mod address;

/// What tells threads apart that were presumed to be alike.
mod alike;

/// Threads that wait for each other.
pub(crate) mod circle;
pub(crate) mod gather;

/// What is counted.
pub(crate) mod counters;

/// What is noted of an execution if somebody wants to know.
pub(crate) mod notes;

/// What executions show of how memory is used.
pub(crate) mod profile;

/// Room in a single long execution.
pub(crate) mod collect;

/// Accesses that meet, and which of them race.
pub(crate) mod encounter;

/// The working state, and who watches it.
pub(crate) mod vm;

/// The running thread, and what its ops ask of the op loop.
pub(crate) mod cpu;

/// Whether others can tell of an access.
pub(crate) mod judge;

/// What is written down of that.
pub(crate) mod record;

/// The one seam between threads and memory.
pub(crate) mod seam;

/// The op loop.
pub(crate) mod interp;

/// Ops on words that are not plain numbers, from the op loop.
pub(crate) mod special;

/// Ops on vectors and wide integers.
pub(crate) mod generic;

/// Ops outside the hot path.
pub(crate) mod rare;

/// Calls and returns.
pub(crate) mod calls;

/// Calls through another type than the function has.
pub(crate) mod convention;

/// setjmp, longjmp, landing pads.
pub(crate) mod jump;

/// The functions of <math.h>.
pub(crate) mod math;

/// How objects end.
pub(crate) mod endings;

/// Numbers that are not known yet.
pub(crate) mod unknown;

/// What must be decided about addresses before an op.
pub(crate) mod question;

/// What the runtime asks of the machine.
pub(crate) mod trap;

/// Which numbers threads get.
pub(crate) mod births;

/// Who can reach what in the middle of a transition.
pub(crate) mod within_reach;

/// Who can run, who waits for whom, which accesses collide.
pub(crate) mod schedule;

/// What a thread is about to do, as far as it alone tells.
pub(crate) mod ahead;

/// Executing by number of ops, for audits and replays.
pub(crate) mod meter;

/// Looking at a state without touching it, for traces.
pub(crate) mod inspect;
