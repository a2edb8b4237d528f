//! The first lines: what the outcome is and what it means.

use std::cmp::Ordering;

use super::excerpt::excerpt;
use super::{names, stacks};
use crate::figures::{count, counted};
use crate::layout::{plain, wrap};
use crate::model::{Audit, Growth, MEMORY_MODEL, Outcome, Report, Unsupported, Usage};
use crate::paint::Ink;
use crate::style::Style;
use trace::Violation;

/// What is always looked for.
const ALWAYS: [&str; 6] = [
    "failed assertions",
    "memory errors",
    "uninitialised data",
    "undefined behaviour",
    "deadlocks",
    "misuse of locks and threads",
];

pub(super) fn headline(report: &Report, style: &Style<'_>) -> Vec<String> {
    let checks = report.checks.as_ref();
    let mut lines = match &report.outcome {
        Outcome::Safe => safe(report, style),
        Outcome::Violation(trace) => match &trace.violation {
            Some(violation) => {
                let what = format!("{} — {}", violation.kind, plain(&violation.message));
                let at = violation.location.as_ref().map(names::full);
                let mut lines = first("violation", Ink::Bad, &what, style);
                lines.extend(at.map(|at| format!("  at {at}")));
                lines.extend(why(violation, style));
                lines
            }
            None => first("violation", Ink::Bad, "without a cause", style),
        },
        Outcome::Usage(usage) => wrong_use(usage, style),
        Outcome::Unsupported(unsupported) => not_modelled(unsupported, style),
        Outcome::Limit { what, flag } => {
            let mut lines = limit(what, style);
            if let Some(growth) = &report.growth {
                grown(growth, style, &mut lines);
            }
            advise(flag, report.growth.as_ref(), style, &mut lines);
            lines
        }
        Outcome::Unproved { bits, missed_max } => unproved(*bits, *missed_max, style),
        Outcome::Defect { what } => defect(what, style),
    };
    if let Some(audit) = checks.and_then(|checks| checks.audit.as_ref()) {
        audited(audit, style, &mut lines);
    }
    if checks.is_some_and(|c| c.weak_atomics) {
        note(
            "note",
            "the program has atomic accesses that are weaker than sequentially consistent; \
             what only such weaker orders allow was not explored",
            style,
            &mut lines,
        );
    }
    if checks.is_some_and(|c| c.rust) && matches!(report.outcome, Outcome::Safe) {
        note("note", "the aliasing rules of Rust's references were not checked; Miri does that", style, &mut lines);
    }
    for change in report.checks.iter().flat_map(|checks| &checks.changes) {
        note("changed", change, style, &mut lines);
    }
    for warning in &report.warnings {
        note("warning", warning, style, &mut lines);
    }
    lines
}

/// Why it happened, in a sentence.
pub(super) fn why(violation: &Violation, style: &Style<'_>) -> Vec<String> {
    let text = violation.why.iter().map(|why| format!("why: {}", plain(why)));
    let wrapped = text.flat_map(|text| wrap(&text, style.width.saturating_sub(2), 2));
    wrapped.map(|line| format!("  {line}")).collect()
}

fn first(name: &str, ink: Ink, what: &str, style: &Style<'_>) -> Vec<String> {
    let mut lines = wrap(&format!("{name}: {what}"), style.width, 2);
    if let Some(line) = lines.first_mut()
        && let Some(rest) = line.strip_prefix(name)
    {
        *line = format!("{}{rest}", style.paint().apply(ink, name));
    }
    lines
}

fn note(name: &str, text: &str, style: &Style<'_>, lines: &mut Vec<String>) {
    let noted = first(name, Ink::Caution, &plain(text), style);
    lines.extend(noted.into_iter().map(|line| format!("  {line}")));
}

fn paragraph(text: &str, style: &Style<'_>, lines: &mut Vec<String>) {
    let wrapped = wrap(text, style.width.saturating_sub(2), 0);
    lines.extend(wrapped.into_iter().map(|line| format!("  {line}")));
}

fn safe(report: &Report, style: &Style<'_>) -> Vec<String> {
    let checks = report.checks.as_ref();
    let name = format!("safe under {MEMORY_MODEL}");
    let what = match report.races.len() {
        0 => "every interleaving was explored, nothing was skipped".to_owned(),
        races => format!(
            "every interleaving was explored, nothing was skipped; but for {} (--races warn)",
            counted(races as u64, "data race"),
        ),
    };
    let what = what.as_str();
    let mut lines = first(&name, Ink::Good, what, style);
    let Some(checks) = checks else {
        return lines;
    };
    let mut looked_for = ALWAYS.to_vec();
    let mut left_out = Vec::new();
    let mut put = |on, what, unless: String| match on {
        true => looked_for.push(what),
        false => left_out.push(unless),
    };
    put(checks.leaks, "leaks", "leaks (--no-leaks)".into());
    put(checks.races, "data races", "data races (--races off)".into());
    let overflow = "signed overflow as such (--overflow)".into();
    put(checks.overflow, "signed overflow", overflow);
    if checks.strict_calls {
        looked_for.push("calls through another type");
    }
    if let Some(property) = &checks.property {
        paragraph(&format!("holds: {property}"), style, &mut lines);
    }
    paragraph(&format!("looked for: {}", looked_for.join(", ")), style, &mut lines);
    match checks.faults.is_empty() {
        true => left_out.push("failing malloc and other faults (--faults)".into()),
        false => {
            let faults = format!("with faults: {}", checks.faults.join(", "));
            paragraph(&faults, style, &mut lines);
            left_out.push("other faults".into());
        }
    }
    if !checks.allowed_races.is_empty() {
        let rules: Vec<String> = checks.allowed_races.iter().map(|rule| format!("`{rule}`")).collect();
        left_out.push(format!("data races that --allow-race allows ({})", rules.join(", ")));
    }
    left_out.extend(checks.never_spurious.iter().cloned());
    if checks.clock {
        left_out.push("timings other than a few sleeps and leaps of the clock".into());
    }
    if checks.addresses {
        left_out.push(
            "orders and distances of addresses other than one, addresses that come back in more than three ways, \
             and those of local and thread-local variables, which never do"
                .into(),
        );
    }
    match checks.random.as_str() {
        "fixed" => left_out.push("random numbers other than those of one seed (--random explore)".into()),
        "explore" => left_out.push("random numbers other than 32 in each call".into()),
        _ => {}
    }
    if !left_out.is_empty() {
        paragraph(&format!("left out: {}", left_out.join(", ")), style, &mut lines);
    }
    lines
}

/// How the verdict was checked once more.
fn audited(audit: &Audit, style: &Style<'_>, lines: &mut Vec<String>) {
    let pairs = format!("{} pairs of actions were executed in both orders, to the same effect", count(audit.pairs));
    let text = match &audit.level {
        Some(level) => format!(
            "audited: a search at --reduction {level} ({} states) found the same {}; {pairs}",
            count(audit.states),
            audit.compared.join(", "),
        ),
        None => format!("not audited: no search with less reduction could be finished; {pairs}"),
    };
    paragraph(&text, style, lines);
    for left_out in &audit.left_out {
        note("note", &format!("audit: {left_out}"), style, lines);
    }
}

fn wrong_use(usage: &Usage, style: &Style<'_>) -> Vec<String> {
    let paint = style.paint();
    let place = match usage.place.is_empty() {
        true => String::new(),
        false => format!("{}: ", plain(&usage.place)),
    };
    // Not wrapped: it may be a compiler's message, which is laid out already.
    let mut lines = vec![format!("{}: {place}{}", paint.apply(Ink::Bad, "error"), usage.what)];
    if !usage.advice.is_empty() {
        paragraph(&format!("try: {}", usage.advice), style, &mut lines);
    }
    lines
}

fn not_modelled(unsupported: &Unsupported, style: &Style<'_>) -> Vec<String> {
    let what = plain(&unsupported.what);
    let mut lines = first("unsupported", Ink::Caution, &what, style);
    if let Some(location) = &unsupported.location {
        lines.push(format!("  at {}", names::full(location)));
        let source = unsupported.source.as_deref();
        lines.extend(excerpt(location, source, style));
    }
    paragraph(
        "This is not a bug in your program. The program reached something that Augur does not \
         model, so it can be called neither safe nor wrong.",
        style,
        &mut lines,
    );
    // Some messages say themselves which flag helps.
    if !unsupported.what.contains(" --") {
        paragraph(&format!("try: {}", advice(&unsupported.what)), style, &mut lines);
    }
    if let Some(stack) = unsupported.stack.as_ref().filter(|s| s.frames.len() > 1) {
        lines.push(format!("  reached by {}", names::thread(stack.thread)));
        lines.extend(stacks::frames(stack, style));
    }
    lines
}

/// What to try, by what the message speaks of.
fn advice(what: &str) -> &'static str {
    let speaks_of = |words: &[&str]| words.iter().any(|word| what.contains(word));
    if speaks_of(&["augur/traps.h"]) {
        "#include <augur/traps.h> instead of a declaration of your own"
    } else if speaks_of(&["nondet", "choice", "augur_range"]) {
        "augur_range(low, high) with bounds as close as the program allows"
    } else if speaks_of(&["machine code"]) {
        "to build that, too, with `verify cc` as the compiler, or --replace FILE.c with a definition in C"
    } else if speaks_of(&["inline assembly", "module-level assembly"]) {
        "a build without the inline assembly (often a macro switches to plain C)"
    } else if speaks_of(&["threads"]) {
        "fewer threads at a time"
    } else if speaks_of(&["function", "call", "extern", "defin"]) {
        "a definition of the function, even a simplified one, in a further input: \
         verify prog.c stub.c, or --stub NAME=VALUE"
    } else {
        "to keep the program from reaching it, or another optimisation level (-O0, -O2)"
    }
}

fn limit(what: &str, style: &Style<'_>) -> Vec<String> {
    let mut lines = first("limit", Ink::Caution, &plain(what), style);
    // Killed between the end of the search and its report.
    let text = match what.contains("replaying what was found") {
        true => "What the search has found was not told in time; that may be a violation.",
        false => "The search is not complete: nothing wrong was found up to here, but that says little about the rest.",
    };
    paragraph(text, style, &mut lines);
    lines
}

/// What made the states so many.
fn grown(growth: &Growth, style: &Style<'_>, lines: &mut Vec<String>) {
    if growth.waiting > 0 {
        let mut text = format!("{} waited to be visited", counted(growth.waiting, "state"));
        if let [.., before, last] = &growth.layers[..] {
            let trend = match last.cmp(before) {
                Ordering::Greater => "still more with every step away from the start",
                Ordering::Equal => "as many with every step away from the start",
                Ordering::Less => "fewer with every step away from the start",
            };
            let sizes: Vec<String> = growth.layers.iter().map(|size| count(*size)).collect();
            text += &format!(", {trend} ({})", sizes.join(", "));
        }
        paragraph(&text, style, lines);
    }
    let examined = counted(growth.examined as u64, "state");
    let threads: usize = growth.threads.iter().map(|(_, count)| count).sum();
    if growth.grew.is_empty() && growth.blocks == 0 {
        if growth.examined > 0 && threads > 2 {
            let what = format!("nothing grew on the way to {examined} at the edge ({} transitions)", growth.depth);
            let why = format!("the states are many because each of {threads} threads can be in many places");
            paragraph(&format!("{what}: {why}"), style, lines);
        }
        return;
    }
    let what = format!("what grew on the way to {examined} at the edge ({} transitions):", growth.depth);
    paragraph(&what, style, lines);
    for grew in &growth.grew {
        let at = grew.location.as_ref().map(|at| format!(" at {}:{}", at.file, at.line)).unwrap_or_default();
        let how = match grew.always_new {
            true => format!("takes a new value every time ({} … {})", grew.first, grew.last),
            false => format!("took {} values ({} … {})", grew.values, grew.first, grew.last),
        };
        paragraph(&plain(&format!("  {}{at} {how}", grew.name)), style, lines);
    }
    if growth.blocks > 0 {
        paragraph(&format!("  {} not freed", counted(growth.blocks as u64, "heap block")), style, lines);
    }
}

/// What to try.
fn advise(flag: &str, growth: Option<&Growth>, style: &Style<'_>, lines: &mut Vec<String>) {
    let mut advice = match flag {
        "" => Vec::new(),
        "--memory" => vec![
            "a higher --memory; or --lossy, which keeps less of each state (and never says safe), or --order dfs, which \
             may meet an error sooner"
                .to_owned(),
        ],
        flag => vec![format!("a higher {flag}")],
    };
    let said = |more: &&String| flag == "--memory" && more.starts_with("--order");
    advice.extend(growth.iter().flat_map(|growth| growth.advice.iter().filter(|more| !said(more)).cloned()));
    if !advice.is_empty() {
        paragraph(&format!("try: {}", plain(&advice.join("; "))), style, lines);
    }
}

fn unproved(bits: u32, missed_max: f64, style: &Style<'_>) -> Vec<String> {
    let what = format!("{bits} bits were kept of each state; probability of a missed state ≤ {missed_max:.1e}");
    let mut lines = first("no error found, but not safe either", Ink::Caution, &what, style);
    paragraph(
        "Two states with the same bits would be taken for one (--lossy), and what only the second leads to would not be \
         looked at.",
        style,
        &mut lines,
    );
    paragraph("try: without --lossy, with a higher --memory", style, &mut lines);
    lines
}

fn defect(what: &str, style: &Style<'_>) -> Vec<String> {
    let mut lines = first("defect", Ink::Bad, &plain(what), style);
    paragraph(
        "This is a bug in Augur, not in your program; no verdict can be given. Please report it, \
         with the input and the command line.",
        style,
        &mut lines,
    );
    lines
}
