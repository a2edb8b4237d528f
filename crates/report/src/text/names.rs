//! How things are called in prose.

use trace::{Location, Status, Thread, Trace, Wait};

/// `thread 2`; the first thread is `main`.
pub(crate) fn thread(index: u32) -> String {
    match index {
        0 => "main".to_string(),
        n => format!("thread {n}"),
    }
}

/// `thread 2: consumer`
pub fn title(trace: &Trace, index: u32) -> String {
    let start = trace.threads.get(index as usize).map(|t| t.name.as_str());
    match start {
        Some(name) if index != 0 && !name.is_empty() && name != thread(index) => format!("{}: {name}", thread(index)),
        _ => thread(index),
    }
}

/// `created by main at a.c:12`; nothing for the main thread.
pub(crate) fn origin(of: &Thread) -> Option<String> {
    let creator = thread(of.creator?);
    Some(match &of.created {
        Some(location) => format!("created by {creator} at {}", short(location)),
        None => format!("created by {creator}"),
    })
}

/// `a.c:12`
pub(crate) fn short(location: &Location) -> String {
    match location.line {
        0 => location.file.clone(),
        line => format!("{}:{line}", location.file),
    }
}

/// `a.c:12:5 in main`
pub(crate) fn full(location: &Location) -> String {
    let mut text = short(location);
    if location.line != 0 && location.column != 0 {
        text += &format!(":{}", location.column);
    }
    if !location.function.is_empty() {
        text += &format!(" in {}", location.function);
    }
    text
}

/// `waits for mutex &lock, held by thread 2`
pub fn waits(on: &Wait) -> String {
    let mut text = format!("waits for {}", wanted(on));
    if let Some(owner) = on.owner.filter(|_| on.what != "thread") {
        text += &format!(", held by {}", thread(owner));
    }
    text
}

fn wanted(on: &Wait) -> String {
    match (&on.object, on.owner) {
        (_, Some(owner)) if on.what == "thread" => format!("{} to end", thread(owner)),
        (Some(object), _) => format!("{} {object}", on.what),
        (None, _) => on.some(),
    }
}

pub(crate) fn status(status: &Status) -> Option<String> {
    match status {
        Status::Runnable => None,
        Status::Waiting { on } => Some(waits(on)),
        Status::Ended => Some("has ended".to_string()),
    }
}

/// The last part of a path.
pub(crate) fn base(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
