//! Whether the program did anything: statuses other than 0 with what was printed, and code never reached.

use super::ending;
use crate::figures::counted;
use crate::layout::{plain, wrap};
use crate::model::{Coverage, CoveredFile, Outcome, Report};
use crate::style::Style;

/// Lines of what such an execution prints.
const OUTPUT_LINES_MAX: usize = 8;
/// Functions are told of without being asked if a part of them this large was never entered.
const PART_UNREACHED: usize = 3;
/// Names of functions in one line.
const NAMES_MAX: usize = 12;

pub(super) fn reached(report: &Report, style: &Style<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if matches!(report.outcome, Outcome::Safe | Outcome::Limit { .. } | Outcome::Unproved { .. }) {
        statuses(report, style, &mut lines);
    }
    if let Some(coverage) = &report.coverage {
        functions(coverage, matches!(report.outcome, Outcome::Safe), style, &mut lines);
        coverage.files.iter().for_each(|file| unreached_lines(file, style, &mut lines));
    }
    lines
}

fn statuses(report: &Report, style: &Style<'_>, lines: &mut Vec<String>) {
    let fails = |failing: &crate::model::Failing| match report.exit_statuses.contains(&0) {
        true => format!("some executions exit with status {}", failing.status),
        false if report.exit_statuses.len() == 1 => format!("every execution exits with status {}", failing.status),
        false => format!("no execution exits with status 0; some exit with {}", failing.status),
    };
    for failing in &report.failing {
        let text: String = failing.output.iter().map(|output| output.text.as_str()).collect();
        let prints = if text.is_empty() { ", and prints nothing" } else { "; one of them prints" };
        ending::open(&format!("{}{prints}", fails(failing)), style, lines);
        let shown = text.lines().take(OUTPUT_LINES_MAX).map(|line| format!("  {}", plain(line)));
        lines.extend(shown.map(|line| line.trim_end().to_owned()));
        if text.lines().count() > OUTPUT_LINES_MAX {
            lines.push("  …".into());
        }
    }
}

fn functions(coverage: &Coverage, safe: bool, style: &Style<'_>, lines: &mut Vec<String>) {
    let unreached: Vec<&str> = coverage.functions.iter().filter(|f| !f.entered).map(|f| f.name.as_str()).collect();
    let asked = !coverage.files.is_empty();
    let many = unreached.len() * PART_UNREACHED >= coverage.functions.len();
    if unreached.is_empty() || !(asked || safe && many) {
        return;
    }
    let all = counted(coverage.functions.len() as u64, "function");
    ending::open(&format!("never entered: {} of {all}", unreached.len()), style, lines);
    let shown = if asked { unreached.len() } else { NAMES_MAX };
    let mut text = unreached.iter().take(shown).copied().collect::<Vec<_>>().join(", ");
    if unreached.len() > shown {
        text += ", … (--coverage)";
    }
    lines.extend(wrap(&plain(&text), style.width.saturating_sub(2), 0).iter().map(|line| format!("  {line}")));
}

fn unreached_lines(file: &CoveredFile, style: &Style<'_>, lines: &mut Vec<String>) {
    let reached = file.lines.iter().filter(|(_, reached)| *reached).count();
    ending::open(&format!("{}: {reached} of {} lines reached", file.file, file.lines.len()), style, lines);
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut open = false;
    for (line, reached) in &file.lines {
        match (reached, runs.last_mut()) {
            (true, _) => {}
            (false, Some(last)) if open => last.1 = *line,
            (false, _) => runs.push((*line, *line)),
        }
        open = !reached;
    }
    if runs.is_empty() {
        return;
    }
    let spelt = runs.iter().map(|(from, to)| if from == to { from.to_string() } else { format!("{from}–{to}") });
    let text = format!("never reached: {}", spelt.collect::<Vec<_>>().join(", "));
    lines.extend(wrap(&text, style.width.saturating_sub(2), 0).iter().map(|line| format!("  {line}")));
}
