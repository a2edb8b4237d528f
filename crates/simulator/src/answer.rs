//! What commands answer: data for programs, from which `text` makes lines for people.

use serde::Serialize;
use trace::{Location, Output, Stack, Step, Thread, Variable, Violation};

/// The answer to one line.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    pub command: String,
    /// None if it went well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub position: Position,
    #[serde(flatten)]
    pub answer: Answer,
}

/// Where the execution is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// Transitions that were executed.
    pub step: usize,
    /// Instructions of the next one that were executed.
    pub within: u64,
    /// Of the whole path.
    pub steps: usize,
    /// The thread that is looked at.
    pub thread: u32,
    pub name: String,
    pub location: Option<Location>,
    pub source: Option<String>,
    /// What is wrong here.
    pub problems: Vec<Violation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
pub enum Ended {
    Exit { status: i32 },
    Violation { violation: Box<Violation> },
    Stopped { why: String },
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum Answer {
    Nothing,
    /// The position has changed.
    Moved {
        steps: Vec<Step>,
        threads: Vec<Thread>,
        why: Option<String>,
        displays: Vec<Value>,
    },
    Value {
        value: Value,
    },
    Values {
        values: Vec<Value>,
    },
    Choices {
        choices: Vec<Choice>,
    },
    Threads {
        threads: Vec<ThreadRow>,
    },
    Backtrace {
        stack: Stack,
        frame: usize,
        all: bool,
    },
    Frame {
        number: usize,
        function: String,
        location: Option<Location>,
        source: Option<String>,
    },
    Variables {
        variables: Vec<Variable>,
        of: String,
    },
    Locks {
        locks: Vec<Lock>,
        threads: Vec<String>,
    },
    Heap {
        blocks: Vec<Block>,
    },
    List {
        file: String,
        lines: Vec<Line>,
    },
    Diff {
        from: usize,
        changes: Vec<Change>,
    },
    History {
        transitions: Vec<Transition>,
        threads: Vec<Thread>,
    },
    Output {
        output: Vec<Output>,
    },
    Stops {
        stops: Vec<StopRow>,
    },
    Help {
        text: String,
    },
}

#[derive(Clone, Debug, Serialize)]
pub struct Value {
    pub expression: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub value: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    pub number: usize,
    pub thread: u32,
    pub name: String,
    pub picks: Option<trace::Choice>,
    pub location: Option<Location>,
    pub source: Option<String>,
    /// It is what the path has next.
    pub planned: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct ThreadRow {
    pub thread: u32,
    pub name: String,
    #[serde(flatten)]
    pub status: trace::Status,
    pub location: Option<Location>,
    pub source: Option<String>,
    pub selected: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Lock {
    pub name: String,
    pub what: String,
    pub held_by: Vec<u32>,
    pub waiting: Vec<u32>,
    pub value: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Block {
    pub number: u32,
    pub bytes: u32,
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub ty: Option<String>,
    pub value: Option<String>,
    pub allocated: Option<Location>,
    pub freed: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Line {
    pub number: u32,
    pub text: String,
    /// Threads that stand there.
    pub threads: Vec<u32>,
    pub current: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    pub thread: u32,
    pub name: String,
    pub old: Option<String>,
    pub new: String,
    /// Only the function that runs knows it.
    pub local: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Transition {
    pub number: usize,
    pub steps: Vec<Step>,
    /// The position is within it.
    pub unfinished: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StopRow {
    pub number: usize,
    pub what: String,
}
