//! No code of the program runs inside an atomic section of the library.
//!
//! In a section nobody else acts. Code of the program in there (a signal handler, a callback, its own
//! `malloc`) would be one action with the rest, and its bugs would not be found. So a function that
//! opens a section (`__divine_interrupt_mask`), and whatever it calls, must not call
//!
//! - by pointer, unless it is listed below,
//! - what a program may define for itself (`REPLACEABLE`, C++'s operators new and delete), nor
//! - anything that is neither a trap nor part of the library.
//!
//! All calls of the function count, before it opens its section, and after it has closed it: what is
//! to happen outside is done by its caller.

use crate::contract::Contract;
use crate::replaceable::REPLACEABLE;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const OPENS: &str = "__divine_interrupt_mask";

/// A call by pointer, in a summary.
const POINTER: &str = "*";

/// Calls by pointer that never lead to the program, with the reason.
const KNOWN_POINTERS: [(&str, &str, &str); 2] = [
    ("libc-stubs/scanf.c", "augur_scan_get", "the two functions that ever stand there read a stream"),
    ("runtime/clock.c", "augur_timers_come", "the one function that ever stands there is in signal_timer.c"),
];

/// Functions that call the program first and open their section then, with the reason why that is not
/// left to their caller. What they call by name is looked at by itself.
const CALL_FIRST: [(&str, &str, &str); 1] =
    [("libc-stubs/signal_send.c", "interrupted", "whoever has handled signals goes back in its own frame")];

/// What each function of a module calls: a line for each, with the names apart by spaces. A `!` marks
/// the names that other modules see, and a line `= name other` says that they are the same.
pub(crate) fn summary(module: &str) -> String {
    let mut summary = String::new();
    for line in module.lines() {
        if let Some(definition) = line.strip_prefix("define ") {
            let is_local = ["internal ", "private "].iter().any(|linkage| definition.starts_with(linkage));
            let _ = write!(summary, "\n{}{}", if is_local { "" } else { "!" }, first_name(definition));
        } else if line.starts_with('@') && line.contains(" alias ") {
            let target = line.rsplit('@').next().map_or("", name_at_start);
            let _ = write!(summary, "\n= {} {target}", first_name(line));
        } else if let Some(callee) = callee(line) {
            let _ = write!(summary, " {callee}");
        }
    }
    summary
}

/// The name behind the first `@`.
fn first_name(text: &str) -> &str {
    text.split_once('@').map_or("", |(_, rest)| name_at_start(rest))
}

fn name_at_start(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// Whom an instruction calls: the first name that a parenthesis follows.
fn callee(line: &str) -> Option<&str> {
    let instruction = line.strip_prefix("  ")?;
    let words = ["call ", "invoke "];
    let at = words.iter().filter_map(|word| instruction.find(word).map(|at| at + word.len())).min()?;
    let rest = &instruction[at..];
    let is_assembly = rest.contains(" asm ");
    rest.match_indices(['@', '%'])
        .find(|(i, _)| rest[i + 1 + name_at_start(&rest[i + 1..]).len()..].starts_with('('))
        .map(|(i, sign)| if sign == "%" { POINTER } else { name_at_start(&rest[i + 1..]) })
        .filter(|_| !is_assembly)
}

/// A function: its module and its name.
type Function<'a> = (&'a str, &'a str);

#[derive(Default)]
struct Calls<'a> {
    of: BTreeMap<Function<'a>, Vec<&'a str>>,
    exported: BTreeMap<&'a str, Function<'a>>,
}

impl<'a> Calls<'a> {
    fn read(&mut self, module: &'a str, summary: &'a str) {
        for line in summary.lines().filter(|line| !line.is_empty()) {
            let mut words = line.split(' ');
            let first = words.next().unwrap_or("");
            if first == "=" {
                let (name, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                self.exported.entry(name).or_insert((module, target));
                continue;
            }
            let name = first.strip_prefix('!').unwrap_or(first);
            if first != name {
                self.exported.entry(name).or_insert((module, name));
            }
            self.of.insert((module, name), words.collect());
        }
    }

    fn find(&self, module: &'a str, name: &'a str) -> Option<Function<'a>> {
        let local = (module, name);
        if self.of.contains_key(&local) { Some(local) } else { self.exported.get(name).copied() }
    }
}

/// What is wrong with the modules, given by their names and summaries.
pub(crate) fn complaints(contract: &Contract, modules: &[(String, String)]) -> Vec<String> {
    let mut calls = Calls::default();
    for (name, summary) in modules {
        calls.read(name, summary);
    }
    let mut complaints = BTreeSet::new();
    for (&section, callees) in &calls.of {
        let calls_first = CALL_FIRST.iter().any(|(module, name, _)| (*module, *name) == section);
        if callees.contains(&OPENS) && !calls_first {
            check_section(contract, &calls, section, &mut complaints);
        }
    }
    complaints.into_iter().collect()
}

fn check_section<'a>(contract: &Contract, calls: &Calls<'a>, section: Function<'a>, complaints: &mut BTreeSet<String>) {
    let (mut seen, mut open) = (BTreeSet::from([section]), vec![section]);
    while let Some(function @ (module, name)) = open.pop() {
        for &callee in calls.of.get(&function).into_iter().flatten() {
            let is_known = KNOWN_POINTERS.iter().any(|(m, n, _)| (*m, *n) == function);
            let what = match calls.find(module, callee) {
                _ if callee == POINTER && is_known => continue,
                _ if callee == POINTER => "calls a function by pointer".to_string(),
                _ if is_replaceable(callee) => format!("calls `{callee}`, which a program may define"),
                Some(found) => {
                    if seen.insert(found) {
                        open.push(found);
                    }
                    continue;
                }
                None if is_inside(contract, callee) => continue,
                None => format!("calls `{callee}`, which is not part of the library"),
            };
            complaints
                .insert(format!("{module}: `{name}` {what}, inside the section of `{}` ({})", section.1, section.0));
        }
    }
}

fn is_replaceable(name: &str) -> bool {
    REPLACEABLE.contains(&name) || ["_Zn", "_Zd"].iter().any(|operator| name.starts_with(operator))
}

fn is_inside(contract: &Contract, name: &str) -> bool {
    name.starts_with("llvm.") || contract.traps.iter().any(|trap| trap.name == name)
}
