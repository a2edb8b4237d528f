//! Breakpoints: lines, functions, and expressions whose value changes.

use trace::{Location, Mark, Session};

use crate::answer::StopRow;

pub(crate) enum Stop {
    Line {
        file: String,
        line: u32,
        condition: Option<String>,
    },
    Function {
        name: String,
        condition: Option<String>,
    },
    /// The session's number of a watched expression.
    Watch {
        number: usize,
        expression: String,
    },
}

/// Stops by their numbers, which are never used again.
#[derive(Default)]
pub(crate) struct Stops {
    all: Vec<Option<Stop>>,
}

impl Stops {
    /// Returns its number.
    pub(crate) fn add(&mut self, stop: Stop) -> usize {
        self.all.push(Some(stop));
        self.all.len()
    }

    /// The numbers of those that are in use.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        (1..).zip(&self.all).filter(|(_, stop)| stop.is_some()).map(|(number, _)| number).collect()
    }

    pub(crate) fn remove(&mut self, number: usize) -> Option<Stop> {
        self.all.get_mut(number.checked_sub(1)?)?.take()
    }

    /// The number of the stop that watches this.
    pub(crate) fn watching(&self, watch: usize) -> Option<usize> {
        let is_it = |stop: &Option<Stop>| matches!(stop, Some(Stop::Watch { number, .. }) if *number == watch);
        Some(self.all.iter().position(is_it)? + 1)
    }

    /// The stops for a place that a thread comes to: number and condition.
    pub(crate) fn at(&self, mark: &Mark, location: Option<&Location>) -> Vec<(usize, Option<String>)> {
        let Some(location) = location else { return Vec::new() };
        let hit = |stop: &Option<Stop>| match stop {
            Some(Stop::Line { file, line, condition }) if (file, *line) == (&location.file, location.line) => {
                Some(condition.clone())
            }
            Some(Stop::Function { name, condition }) if mark.entered && is_called(&location.function, name) => {
                Some(condition.clone())
            }
            _ => None,
        };
        let numbered = (1..).zip(&self.all);
        numbered.filter_map(|(number, stop)| Some((number, hit(stop)?))).collect()
    }

    pub(crate) fn rows(&self) -> Vec<StopRow> {
        let numbered = (1..).zip(&self.all);
        numbered.filter_map(|(number, stop)| Some(StopRow { number, what: describe(stop.as_ref()?) })).collect()
    }
}

fn describe(stop: &Stop) -> String {
    let when = |condition: &Option<String>| condition.as_ref().map_or(String::new(), |text| format!(" if {text}"));
    match stop {
        Stop::Line { file, line, condition } => format!("line {file}:{line}{}", when(condition)),
        Stop::Function { name, condition } => format!("function {name}{}", when(condition)),
        Stop::Watch { expression, .. } => format!("watch {expression}"),
    }
}

/// With namespaces and arguments, or without.
fn is_called(function: &str, name: &str) -> bool {
    let bare = function.split('(').next().unwrap_or(function);
    bare == name || bare.strip_suffix(name).is_some_and(|before| before.ends_with("::"))
}

/// A place that somebody has written: `12`, `queue.c:12`, `push`; with a condition behind `if`.
pub(crate) fn place(session: &Session<'_>, text: &str, here: Option<&Location>) -> Result<Stop, String> {
    let (place, condition) = match text.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim().to_string())),
        None => (text.trim(), None),
    };
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) if line.chars().all(|c| c.is_ascii_digit()) && !file.ends_with(':') => (Some(file), line),
        _ => (None, place),
    };
    let Ok(line) = line.parse::<u32>() else {
        let known = session.functions().into_iter().any(|(name, _)| is_called(&name, place));
        return match known {
            true => Ok(Stop::Function { name: place.into(), condition }),
            false => Err(format!("no function of the program is called `{place}`")),
        };
    };
    let file = match file {
        Some(file) => find_file(session, file)?,
        None => default_file(session, here)?,
    };
    let lines = session.lines_with_code(&file);
    // A line without code stands for the next one that has some.
    let line = lines.iter().copied().find(|with_code| *with_code >= line);
    let line = line.ok_or_else(|| format!("{file} has no code from there on"))?;
    Ok(Stop::Line { file, line, condition })
}

pub(crate) fn find_file(session: &Session<'_>, wanted: &str) -> Result<String, String> {
    let files = session.files();
    let is_it = |file: &&String| *file == wanted || file.ends_with(&format!("/{wanted}"));
    let found = files.iter().find(is_it).cloned();
    found.ok_or_else(|| format!("no source file is called `{wanted}`; there is {}", files.join(", ")))
}

/// The file that one is in, or else that of `main`.
pub(crate) fn default_file(session: &Session<'_>, here: Option<&Location>) -> Result<String, String> {
    let main = || session.functions().into_iter().find(|(name, _)| name == "main").and_then(|(_, at)| at);
    let here = here.cloned().or_else(main).map(|location| location.file);
    here.ok_or_else(|| "the program has no debug information (-g)".into())
}
