//! What a trace consists of: plain data, ready to be rendered or serialised.
//!
//! All texts are final: values, names and source lines are rendered here once, so that every output
//! format shows the same. Threads are named by their index in [`Trace::threads`], because the
//! program's own thread numbers are used again after a thread has ended.

use serde::{Deserialize, Serialize};

/// One execution from the start of the program, as a person reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// What went wrong at the end. A trace of a mere run has none.
    pub violation: Option<Violation>,
    /// In order of creation; the first is the main thread.
    pub threads: Vec<Thread>,
    pub steps: Vec<Step>,
    /// Where every thread stands at the end, by index.
    pub stacks: Vec<Stack>,
    /// The user's global variables that were changed on the way, with their last values.
    pub globals: Vec<Variable>,
    /// Everything the program printed.
    pub output: Vec<Output>,
    /// Every single change since there were several threads, if it was asked for.
    #[serde(skip)]
    pub each: Vec<EachChange>,
}

/// A change as it happened; those on one line become one in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EachChange {
    pub thread: u32,
    pub location: Option<Location>,
    pub change: Change,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The stable name: `assert`, `data-race`, …
    pub kind: String,
    pub message: String,
    /// Index of the thread that goes wrong.
    pub thread: u32,
    /// The innermost place in the user's code.
    pub location: Option<Location>,
    /// The text of that line.
    pub source: Option<String>,
    /// The other party of a data race, the other members of a deadlock.
    pub others: Vec<Party>,
    /// The memory that it is about, as one would write it: `counter`, `queue->head`.
    #[serde(default)]
    pub subject: Option<String>,
    /// Why it happened, in a sentence, where that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Further places that matter: where a block was allocated, where a variable was declared.
    #[serde(default)]
    pub related: Vec<Related>,
}

/// A place that helps to understand a violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// What happened there, to be followed by the place: `allocated`, `declared`.
    pub what: String,
    pub location: Location,
    pub source: Option<String>,
}

/// Another thread that has a part in a violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    pub thread: u32,
    pub location: Option<Location>,
    pub source: Option<String>,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// What the program calls it; numbers are used again.
    pub number: u32,
    /// The start routine.
    pub name: String,
    /// The thread that created it, and where; none for the main thread.
    pub creator: Option<u32>,
    pub created: Option<Location>,
    /// Index of the step in which it was created (0 for the main thread).
    pub created_in: u32,
}

/// One transition: a thread runs alone for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub thread: u32,
    /// Whether the thread before it could have gone on.
    pub preempts: bool,
    /// The value that was picked, if there was more than one to pick.
    pub choice: Option<Choice>,
    /// It is part of what goes round for ever.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cycle: bool,
    /// What happened, in order. Empty if the thread did nothing a user would see.
    pub events: Vec<Event>,
}

/// A value that the checker picked (not a thread).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub value: u32,
    /// Out of `0..count`; 0 if unknown.
    pub count: u32,
    /// What it means to the program: `malloc fails`, `the wait ends without a signal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// Something happened on one line of the user's code. What a library function does stands at the
/// line that called it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub action: Action,
    /// None if the code has no debug information.
    pub location: Option<Location>,
    /// The text of that line, without the white space around it.
    pub source: Option<String>,
    /// How many calls of user functions lead here, for indenting: 0 in `main` and in start routines.
    pub depth: u32,
    /// Variables that got another value on this line.
    pub changes: Vec<Change>,
    /// What was read on this line of memory that another thread writes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<Read>,
    /// What was printed on this line.
    pub output: Vec<Output>,
    /// Other things worth saying.
    pub notes: Vec<Note>,
    /// What memory looks like afterwards, if [`crate::ReplayOptions::pictures`] asks for it; as after
    /// the event before if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Box<Picture>>,
}

/// What memory looks like at some moment, as a person would draw it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub boxes: Vec<Drawn>,
}

/// Memory that belongs together: the globals, the variables of a call, a heap block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drawn {
    /// The same in all pictures of a trace, and no other's.
    pub id: String,
    pub title: String,
    pub place: Place,
    pub fields: Vec<Field>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "place")]
pub enum Place {
    Globals,
    /// A call that the thread with this index is in.
    Frame {
        thread: u32,
    },
    Heap {
        freed: bool,
    },
}

/// A variable or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    pub value: String,
    /// The box that it points to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "action")]
pub enum Action {
    /// The line was executed, or a part of it.
    Line,
    /// A user function was called; the location is its first line.
    Enter { function: String, arguments: Vec<Variable> },
    /// A user function returned; the location is that of the return.
    Leave { function: String },
}

/// A variable, or a part of one, got another value. What other threads can see is also told if the
/// value is the same as before: the write may undo what another thread did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// As one would write it in the source: `counter`, `node->next`, `a[2]`.
    pub name: String,
    /// None if the variable comes into being here.
    pub old: Option<String>,
    pub new: String,
    pub scope: Scope,
}

/// A value that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    pub name: String,
    pub value: String,
}

/// Whose variable it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    Global,
    /// Of the function that is running.
    Local,
    /// A local variable of another function, or of another thread.
    Foreign,
    Heap,
}

/// A variable and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub value: String,
}

/// Bytes that were printed, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// 1 or 2.
    pub fd: i32,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "note")]
pub enum Note {
    /// The thread with this index was created.
    ThreadStarted {
        thread: u32,
    },
    /// The running thread ended.
    ThreadEnded,
    /// The thread cannot go on until something happens.
    Waits {
        on: Wait,
    },
    /// The checker picked a value.
    Chosen {
        choice: Choice,
    },
    /// A heap block came into being or was freed.
    Allocated {
        block: String,
    },
    Freed {
        block: String,
    },
    /// The thread has a lock now, or has it no longer; only said where the source does not say which.
    Takes {
        object: String,
    },
    Gives {
        object: String,
    },
    /// A condition variable was signalled, and these threads go on; none if nobody waited.
    Wakes {
        threads: Vec<u32>,
    },
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// `mutex`, `condition variable`, `thread`, …
    pub what: String,
    /// The thing, as one would write it: `&lock`.
    pub object: Option<String>,
    /// The thread that must act first.
    pub owner: Option<u32>,
}

impl Wait {
    /// What it waits for, if nobody knows which: `a mutex`, `an event counter`, `descriptors`.
    pub fn some(&self) -> String {
        let what = &self.what;
        match what.starts_with(['a', 'e', 'i', 'o']) {
            _ if what.ends_with('s') => what.clone(),
            true => format!("an {what}"),
            false => format!("a {what}"),
        }
    }
}

/// Where a thread stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    pub thread: u32,
    pub status: Status,
    /// Innermost first.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
pub enum Status {
    Runnable,
    Waiting { on: Wait },
    Ended,
}

/// A function that was called and has not returned. Inlined functions have frames, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub location: Option<Location>,
    pub source: Option<String>,
    /// Part of the runtime, the C library or the C++ library: to be folded.
    pub library: bool,
    pub variables: Vec<Variable>,
}
