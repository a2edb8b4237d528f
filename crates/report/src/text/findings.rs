//! What was found besides the first violation: further ones, each with its trace, and data races by
//! variable.

use std::collections::BTreeMap;

use trace::{Stack, Trace, Violation};

use super::ending::{self, DATA_RACE};
use super::verdict::why;
use super::{names, stacks, trace_section};
use crate::figures::counted;
use crate::layout::{plain, wrap};
use crate::model::Report;
use crate::paint::Ink;
use crate::style::Style;

/// Memory without a name.
const NAMELESS: &str = "memory without a name";

fn is_race(trace: &&Trace) -> bool {
    trace.violation.as_ref().is_some_and(|violation| violation.kind == DATA_RACE)
}

/// A list of everything that was found, if that is more than one thing.
pub(super) fn overview(report: &Report, style: &Style<'_>) -> Vec<String> {
    let all: Vec<&Violation> = report.more.iter().filter_map(|trace| trace.violation.as_ref()).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("  and {}:", counted(all.len() as u64, "more violation"))];
    for violation in all {
        let place = violation.location.as_ref().map(|at| format!(" at {}:{}", at.file, at.line)).unwrap_or_default();
        let what = format!("{}{place}: {}", violation.kind, plain(&violation.message));
        lines.extend(wrap(&what, style.width.saturating_sub(4), 4).iter().map(|line| format!("    {line}")));
    }
    lines
}

/// Everything but the first violation.
pub(super) fn further(report: &Report, style: &Style<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let (races, others): (Vec<&Trace>, Vec<&Trace>) = report.more.iter().partition(is_race);
    for trace in others {
        let Some(violation) = &trace.violation else { continue };
        lines.push(String::new());
        lines.push(style.paint().apply(Ink::Faint, &"─".repeat(style.width.min(80))));
        let headline = format!("{} — {}", violation.kind, plain(&violation.message));
        ending::open(&wrap(&headline, style.width, 2).join("\n"), style, &mut lines);
        lines.extend(violation.location.iter().map(|at| format!("  at {}", names::full(at))));
        lines.extend(why(violation, style));
        lines.extend(trace_section(trace, style));
        lines.push(String::new());
        lines.extend(ending::ending(trace, violation, style));
    }
    by_variable("more data race", &races, style, &mut lines);
    let warned: Vec<&Trace> = report.races.iter().collect();
    by_variable("data race", &warned, style, &mut lines);
    lines
}

/// Races with both stacks, grouped by what they are about.
fn by_variable(what: &str, races: &[&Trace], style: &Style<'_>, lines: &mut Vec<String>) {
    if races.is_empty() {
        return;
    }
    let mut groups: BTreeMap<&str, Vec<(&Trace, &Violation)>> = BTreeMap::new();
    for trace in races {
        let Some(violation) = &trace.violation else { continue };
        groups.entry(violation.subject.as_deref().unwrap_or(NAMELESS)).or_default().push((trace, violation));
    }
    let heading = format!("{} of {}", counted(races.len() as u64, what), counted(groups.len() as u64, "variable"));
    ending::open(&heading, style, lines);
    for (subject, races) in groups {
        lines.push(String::new());
        lines.push(format!("  {}", style.paint().apply(Ink::Bold, &plain(subject))));
        for (trace, violation) in races {
            let text = without_subject(violation);
            lines
                .extend(wrap(&plain(&text), style.width.saturating_sub(4), 2).iter().map(|line| format!("    {line}")));
            let others = violation.others.iter().map(|party| party.thread);
            for thread in [violation.thread].into_iter().chain(others) {
                lines.extend(stacks::title(trace, thread, style).iter().map(|line| format!("    {line}")));
                let bare = trace.stacks.iter().find(|stack| stack.thread == thread).map(without_variables);
                lines.extend(
                    bare.iter().flat_map(|stack| stacks::frames(stack, style)).map(|line| format!("    {line}")),
                );
            }
        }
    }
}

/// The message; the heading says already what it is about.
fn without_subject(violation: &Violation) -> String {
    let subject = violation.subject.as_ref().map(|subject| format!(" ({subject})"));
    subject.map_or(violation.message.clone(), |subject| violation.message.replacen(&subject, "", 1))
}

fn without_variables(stack: &Stack) -> Stack {
    let mut stack = stack.clone();
    stack.frames.iter_mut().for_each(|frame| frame.variables.clear());
    stack
}
