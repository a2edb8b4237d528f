//! What ops do: memory, threads, traps, and which actions others can tell.

/// The objects of the working state: finding, checking, allocating, freeing.
pub mod memory;

/// What arithmetic does to words that are not plain numbers.
pub mod arith;

/// Floating-point arithmetic.
pub mod float;

/// Addresses, as far as a program can tell them.
pub mod address;

/// Threads that wait for each other.
pub mod circle;

/// What is counted.
pub mod counters;

/// What is noted of an execution if somebody wants to know.
pub mod notes;

/// What executions show of how memory is used.
pub mod profile;

/// Room in a single long execution.
pub mod collect;

/// The working state, and who watches it.
pub mod vm;

/// The running thread, and what its ops ask of the op loop.
pub mod cpu;

/// Whether others can tell of an access.
pub mod judge;

/// What is written down of that.
pub mod record;

/// The one seam between threads and memory.
pub mod seam;

/// The op loop.
pub mod interp;

/// Ops on words that are not plain numbers, from the op loop.
pub mod special;

/// Ops on vectors and wide integers.
pub mod generic;

/// Ops outside the hot path.
pub mod rare;

/// Calls and returns.
pub mod calls;

/// Calls through another type than the function has.
pub mod convention;

/// setjmp, longjmp, landing pads.
pub mod jump;

/// The functions of <math.h>.
pub mod math;

/// How objects end.
pub mod endings;

/// What must be decided about addresses before an op.
pub mod question;

/// What the runtime asks of the machine.
pub mod trap;

/// Who can run, who waits for whom, which accesses collide.
pub mod schedule;

/// What a thread is about to do, as far as it alone tells.
pub mod ahead;

/// Executing by number of ops, for audits and replays.
pub mod meter;

/// Looking at a state without touching it, for traces.
pub mod inspect;
