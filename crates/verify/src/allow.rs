//! Data races that the user calls harmless: `--allow-race RULE` and `--allow-races FILE`.
//!
//! A rule names a place (`queue.c:41`), a function (`fn:peek`) or a variable as reports call it (`head`,
//! `queue->head`). Whatever is allowed is not reported, and executions go on as if it were harmless.
//!
//! Places, functions and whole global variables are decided while searching, for each pair of accesses that
//! collide. Other names are only known once an execution was replayed, so a search with such a rule collects
//! all races, and they are judged by name afterwards: one decides for all races between the same two
//! instructions.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use ir::Program;
use machine::{Allowed, CodePoint, Encounter};
use report::Outcome;

use crate::files;
use crate::output::usage;

/// Where a rule stands in a line behind a comment sign, it is none.
const COMMENT: char = '#';

#[derive(Debug)]
pub(crate) struct AllowList {
    rules: Vec<Rule>,
    /// What was said of an encounter before.
    known: Mutex<HashMap<Key, bool>>,
}

/// All that an answer depends on.
type Key = ((Option<CodePoint>, Option<CodePoint>), Option<u32>);

#[derive(Debug)]
struct Rule {
    /// As it was written.
    text: String,
    what: What,
    used: AtomicBool,
}

#[derive(Debug, PartialEq, Eq)]
enum What {
    Place { file: String, line: u32 },
    Function(String),
    Variable(String),
}

impl AllowList {
    /// From the command line and from files. None if there are no rules.
    pub(crate) fn read(rules: &[String], files: &[PathBuf]) -> Result<Option<AllowList>, Outcome> {
        let mut texts: Vec<String> = rules.iter().map(|rule| rule.trim().to_owned()).collect();
        for file in files {
            let text = files::read_text(file, "--allow-races")?;
            let lines = text.lines().map(|line| line.split(COMMENT).next().unwrap_or_default().trim());
            texts.extend(lines.filter(|line| !line.is_empty()).map(str::to_owned));
        }
        if let Some(empty) = texts.iter().find(|text| What::of(text).is_none()) {
            let advice = "--allow-race queue.c:41, --allow-race fn:peek or --allow-race head";
            return Err(usage(format!("`{empty}` names no place, function or variable"), "--allow-race", advice));
        }
        let rules = texts
            .into_iter()
            .filter_map(|text| Some(Rule { what: What::of(&text)?, text, used: AtomicBool::new(false) }));
        let rules: Vec<Rule> = rules.collect();
        Ok((!rules.is_empty()).then(|| AllowList { rules, known: Mutex::default() }))
    }

    /// Are there rules that can only be judged by the names in a trace?
    pub(crate) fn has_names(&self, program: &Program) -> bool {
        self.rules.iter().any(|rule| match &rule.what {
            What::Variable(name) => !program.globals.iter().any(|global| !global.library && is_global(global, name)),
            _ => false,
        })
    }

    /// Is a race about this memory allowed?
    pub(crate) fn allows_name(&self, subject: &str) -> bool {
        let rule = self.rules.iter().find(|rule| matches!(&rule.what, What::Variable(name) if names(name, subject)));
        rule.inspect(|rule| rule.used.store(true, Ordering::Relaxed)).is_some()
    }

    /// All rules.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.rules.iter().map(|rule| rule.text.as_str()).collect()
    }

    /// A search that this one goes on with has needed these.
    pub(crate) fn set_used(&self, texts: &[String]) {
        let used = self.rules.iter().filter(|rule| texts.contains(&rule.text));
        used.for_each(|rule| rule.used.store(true, Ordering::Relaxed));
    }

    /// The rules that some race needed, and those that none did.
    pub(crate) fn used(&self) -> (Vec<String>, Vec<String>) {
        let (used, unused): (Vec<&Rule>, Vec<&Rule>) =
            self.rules.iter().partition(|rule| rule.used.load(Ordering::Relaxed));
        let texts = |rules: Vec<&Rule>| rules.iter().map(|rule| rule.text.clone()).collect();
        (texts(used), texts(unused))
    }
}

impl Allowed for AllowList {
    fn allows(&self, program: &Program, encounter: &Encounter) -> bool {
        let key = (encounter.points, encounter.global(program));
        let mut known = self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *known.entry(key).or_insert_with(|| {
            let points = [encounter.points.0, encounter.points.1];
            let places: Vec<Place> = points.into_iter().flatten().flat_map(|point| places(program, point)).collect();
            let global = key.1.and_then(|index| program.globals.get(index as usize));
            let fits = |rule: &&Rule| match &rule.what {
                What::Place { file, line } => places.iter().any(|at| at.line == *line && is_file(at.file, file)),
                What::Function(name) => places.iter().any(|at| is_name(at.function, name)),
                What::Variable(name) => global.is_some_and(|global| is_global(global, name)),
            };
            let rule = self.rules.iter().find(fits);
            rule.inspect(|rule| rule.used.store(true, Ordering::Relaxed)).is_some()
        })
    }
}

impl What {
    /// None if there is nothing to it.
    fn of(text: &str) -> Option<What> {
        if let Some(function) = text.strip_prefix("fn:") {
            return (!function.is_empty()).then(|| What::Function(function.into()));
        }
        let place = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        match place {
            Some((file, line)) if !file.is_empty() => Some(What::Place { file: file.into(), line }),
            _ => (!text.is_empty()).then(|| What::Variable(text.into())),
        }
    }
}

/// A place that an access belongs to: its own, or that of a call it was inlined through.
struct Place<'p> {
    file: &'p str,
    line: u32,
    function: &'p str,
}

/// Calls inlined into each other; deeper ones are not looked at.
const INLINED_MAX: usize = 256;

fn places(program: &Program, point: CodePoint) -> Vec<Place<'_>> {
    let function = program.function(point.func);
    let own = function.locs.get(point.pc.index()).copied().unwrap_or(function.loc);
    let chain = std::iter::successors(program.location(own), |at| program.location(at.inlined_at));
    let named = chain.take(INLINED_MAX).map(|at| Place {
        file: program.files.get(at.file as usize).map_or("", |file| &file.name),
        line: at.line,
        function: program.texts.get(at.function as usize).map_or("", |name| name),
    });
    let whole = Place { file: "", line: 0, function: &function.display_name };
    named.chain([whole]).collect()
}

/// Does a path end in this one?
fn is_file(path: &str, wanted: &str) -> bool {
    path == wanted || path.strip_suffix(wanted).is_some_and(|rest| rest.ends_with('/'))
}

/// Is it this function, perhaps with less of its scope?
fn is_name(name: &str, wanted: &str) -> bool {
    name == wanted || name.strip_suffix(wanted).is_some_and(|rest| rest.ends_with("::"))
}

fn is_global(global: &ir::Global, name: &str) -> bool {
    is_name(&ir::source_name(&global.name), name)
}

/// Does a rule's name mean this memory? Either its whole name, or a variable that it is part of, or the
/// member that it is.
fn names(rule: &str, subject: &str) -> bool {
    let part = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']) || rest.starts_with("->");
    let member = |rest: &str| rest.ends_with(['.', '>', ':']);
    subject.strip_prefix(rule).is_some_and(part) || subject.strip_suffix(rule).is_some_and(member)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules() {
        let place = |file: &str, line| What::Place { file: file.into(), line };
        assert_eq!(What::of("queue.c:41"), Some(place("queue.c", 41)));
        assert_eq!(What::of("src/queue.c:41"), Some(place("src/queue.c", 41)));
        assert_eq!(What::of("fn:peek"), Some(What::Function("peek".into())));
        assert_eq!(What::of("queue::head"), Some(What::Variable("queue::head".into())));
        assert_eq!(What::of("head"), Some(What::Variable("head".into())));
        assert_eq!(What::of(""), None);
        assert_eq!(What::of("fn:"), None);
    }

    #[test]
    fn what_names_mean() {
        for (rule, subject, expected) in [
            ("head", "head", true),
            ("head", "head.next", true),
            ("head", "head[2]", true),
            ("head", "head->next", true),
            ("head", "queue->head", true),
            ("head", "queue.head", true),
            ("head", "header", false),
            ("head", "overhead", false),
            ("queue->head", "queue->head", true),
            ("queue->head", "queue->tail", false),
        ] {
            assert_eq!(names(rule, subject), expected, "{rule} {subject}");
        }
    }

    #[test]
    fn files_and_functions() {
        assert!(is_file("/tmp/src/queue.c", "queue.c") && is_file("queue.c", "queue.c"));
        assert!(is_file("/tmp/src/queue.c", "src/queue.c") && !is_file("myqueue.c", "queue.c"));
        assert!(is_name("Queue::peek", "peek") && is_name("peek", "peek") && !is_name("speak", "peak"));
    }
}
