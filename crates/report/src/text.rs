//! The report that a person reads: verdict first, then how it got there, then figures.

pub(crate) mod columns;
mod ending;
mod excerpt;
mod findings;
pub(crate) mod names;
mod reached;
mod rounds;
pub(crate) mod rows;
mod stacks;
mod verdict;

pub use names::{title, waits};
pub use rows::{told_change, told_note, told_read};

use trace::Trace;

use crate::figures::{bytes, count, counted, duration, rate};
use crate::model::{Outcome, Report, Statistics, Table};
use crate::paint::Ink;
use crate::style::Style;

/// A narrower terminal has to break lines itself.
const WIDTH_MIN: usize = 40;

/// The whole report, ending in a newline.
pub fn text(report: &Report, style: &Style<'_>) -> String {
    let style = &Style { width: style.width.max(WIDTH_MIN), ..*style };
    let mut lines = verdict::headline(report, style);
    lines.extend(findings::overview(report, style));
    if let Outcome::Violation(trace) = &report.outcome {
        lines.extend(trace_section(trace, style));
        if let Some(violation) = &trace.violation {
            lines.push(String::new());
            lines.extend(ending::ending(trace, violation, style));
        }
    }
    lines.extend(findings::further(report, style));
    lines.extend(reached::reached(report, style));
    if report.checks.is_some() && report.statistics.states > 0 {
        lines.push(String::new());
        lines.extend(match style.statistics {
            true => table(&report.statistics),
            false => vec![summary(&report.statistics, style)],
        });
    }
    // An execution that was only repeated has no states to count.
    if report.checks.is_some() && report.statistics.states == 0 && report.statistics.transitions > 0 {
        lines.extend([String::new(), replayed(&report.statistics, style)]);
    }
    lines.join("\n") + "\n"
}

fn trace_section(trace: &Trace, style: &Style<'_>) -> Vec<String> {
    let items = rows::items(trace, !style.full);
    if items.is_empty() {
        return Vec::new();
    }
    let heading = match rows::switches(trace) {
        0 => "how it got there".to_string(),
        n => format!("how it got there, with {}", switches(n)),
    };
    let mut lines = Vec::new();
    ending::open(&heading, style, &mut lines);
    lines.push(String::new());
    lines.extend(columns::lay_out(trace, &items, style));
    lines
}

fn switches(n: u64) -> String {
    match n {
        1 => "1 context switch".to_string(),
        n => format!("{} context switches", count(n)),
    }
}

fn summary(s: &Statistics, style: &Style<'_>) -> String {
    let parts = [
        counted(s.states, "state"),
        counted(s.transitions, "transition"),
        duration(s.seconds),
        bytes(s.memory_bytes),
        counted(s.workers as u64, "worker"),
    ];
    style.paint().apply(Ink::Faint, &parts.join(", "))
}

fn replayed(s: &Statistics, style: &Style<'_>) -> String {
    let parts = [counted(s.transitions, "transition") + " replayed", duration(s.seconds), bytes(s.memory_bytes)];
    style.paint().apply(Ink::Faint, &parts.join(", "))
}

/// One of the tables that states are kept in.
fn kept_in(part: &Table, states: u64) -> String {
    let mut line = format!("{:<9}{:>11}", part.name, bytes(part.bytes));
    if part.entries > 0 {
        let each = part.bytes as f64 / part.entries as f64;
        line += &format!("  {} of {each:.1} bytes", count(part.entries));
    }
    if part.load > 0.0 {
        line += &format!(", {:.0} % of slots in use", part.load * 100.0);
    }
    if part.entries > 0 && states >= 2 * part.entries {
        line += &format!(", one for {} states", count(states / part.entries));
    }
    line
}

fn table(s: &Statistics) -> Vec<String> {
    let rows = [
        ("states", count(s.states)),
        ("transitions", count(s.transitions)),
        ("instructions", count(s.instructions)),
        ("depth", count(s.depth)),
        ("time", duration(s.seconds)),
        ("speed", format!("{} states/s", rate(s.states_per_second()))),
        ("", format!("{} instructions/s", rate(s.instructions_per_second()))),
        ("memory", bytes(s.memory_bytes)),
        ("store", bytes(s.store_bytes)),
        ("", format!("{:.1} bytes/state", s.bytes_per_state())),
    ];
    let row = |(name, value): (&str, String)| format!("{name:<14}{value}");
    let mut lines: Vec<String> = rows.into_iter().map(row).collect();
    lines.extend(s.tables.iter().filter(|table| table.bytes > 0).map(|part| row(("", kept_in(part, s.states)))));
    if s.spilled_bytes > 0 {
        lines.push(row(("", format!("{} in files", bytes(s.spilled_bytes)))));
    }
    lines.push(row(("workers", s.workers.to_string())));
    let spared = s.spared.all().map(|(_, what, times)| (what, times));
    let own = s.instructions.saturating_sub(s.transitions + spared.iter().map(|(_, times)| times).sum::<u64>());
    let reasons = [("instructions that only concern their thread", own)].into_iter().chain(spared);
    for (i, (what, times)) in reasons.filter(|(_, times)| *times > 0).enumerate() {
        lines.push(format!("{:<14}{} {what}", if i == 0 { "not a state" } else { "" }, count(times)));
    }
    if s.scout_work > 0 {
        lines.push(format!("{:<14}{} transitions", "scouts", count(s.scout_work)));
    }
    if s.partly > 0 {
        lines.push(row((
            "for later",
            format!("{} states in which some threads could not meet the others", count(s.partly)),
        )));
    }
    if s.slept > 0 {
        lines.push(row(("asleep", format!("{} transitions to states that others lead to", count(s.slept)))));
    }
    if s.rounds > 1 {
        lines.push(format!("{:<14}{} (what was presumed at first did not hold)", "searches", s.rounds));
    }
    lines
}
