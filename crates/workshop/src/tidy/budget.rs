//! What is left of things that we would rather not have, by crate: it may become less, not more.
//!
//! The file has a line for each: the kind, the crate, how many there may be, and why they are
//! there. Who removes some lowers the number with `cargo xtask tidy --lower`; who raises it does so
//! by hand and says why.

use super::source::Source;
use std::collections::BTreeMap;

pub(super) const FILE: &str = ".ci/budgets.txt";

/// Places that are named one by one.
const LISTED_MAX: usize = 30;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Casts that may change a value.
    Casts,
    /// Imports from a lower layer to a higher one.
    Upward,
    /// Modules in the largest cycle of imports.
    Cycle,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Casts, Kind::Upward, Kind::Cycle];

    fn name(self) -> &'static str {
        match self {
            Kind::Casts => "casts",
            Kind::Upward => "upward",
            Kind::Cycle => "cycle",
        }
    }
}

/// How many there are in which crate, and something about each.
pub(super) type Counts = BTreeMap<(Kind, String), Vec<String>>;

#[derive(Debug, PartialEq, Eq)]
struct Line {
    kind: Kind,
    krate: String,
    allowed: usize,
    reason: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Judgement {
    /// More than allowed, or a line that nobody understands.
    pub(super) complaints: Vec<String>,
    /// Less than allowed.
    pub(super) remarks: Vec<String>,
}

/// Compares what is there with what is allowed. Kinds that could not be counted are left out.
pub(super) fn judge(text: &str, counts: &Counts, counted: &[Kind]) -> Judgement {
    let mut judgement = Judgement::default();
    let (lines, errors): (Vec<_>, Vec<_>) = text.lines().filter_map(read).partition(Result::is_ok);
    judgement.complaints.extend(errors.into_iter().filter_map(Result::err));
    let lines: Vec<Line> = lines.into_iter().filter_map(Result::ok).collect();
    let allowed = |kind: Kind, krate: &str| {
        lines.iter().find(|line| line.kind == kind && line.krate == krate).map_or(0, |line| line.allowed)
    };
    for ((kind, krate), found) in counts {
        let (count, allowed) = (found.len(), allowed(*kind, krate));
        if count > allowed {
            let what = format!("{} in {krate}: {count}, and {FILE} allows {allowed}", kind.name());
            judgement.complaints.push(format!("{what}; they are\n  {}", listed(found).join("\n  ")));
        }
    }
    for line in lines.iter().filter(|line| counted.contains(&line.kind)) {
        let count = count_of(counts, line);
        if count < line.allowed {
            let what = format!("{} in {}: {count}, and {FILE} allows {}", line.kind.name(), line.krate, line.allowed);
            judgement.remarks.push(format!("{what}; `cargo xtask tidy --lower` lowers it"));
        }
    }
    judgement
}

/// The file with every number as low as it can be. A line for what is gone goes, too.
pub(super) fn lowered(text: &str, counts: &Counts, counted: &[Kind]) -> String {
    let lower = |line: &str| match read(line) {
        Some(Ok(wanted)) if counted.contains(&wanted.kind) => {
            let count = count_of(counts, &wanted).min(wanted.allowed);
            (count > 0).then(|| line.replacen(&format!(" {} ", wanted.allowed), &format!(" {count} "), 1) + "\n")
        }
        _ => Some(format!("{line}\n")),
    };
    text.lines().filter_map(lower).collect()
}

/// What was found; where that is much, by file, since the one that is new is in a file just changed.
fn listed(found: &[String]) -> Vec<String> {
    if found.len() <= LISTED_MAX {
        return found.to_vec();
    }
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for place in found {
        *files.entry(place.split(':').next().unwrap_or_default()).or_default() += 1;
    }
    files.into_iter().map(|(file, count)| format!("{file}: {count}")).collect()
}

fn count_of(counts: &Counts, line: &Line) -> usize {
    counts.get(&(line.kind, line.krate.clone())).map_or(0, Vec::len)
}

/// None for blank lines and comments.
fn read(line: &str) -> Option<Result<Line, String>> {
    if line.trim().is_empty() || line.starts_with('#') {
        return None;
    }
    let mut words = line.split_whitespace();
    let mut parse = || {
        let kind = words.next()?;
        let kind = Kind::ALL.into_iter().find(|known| known.name() == kind)?;
        let (krate, allowed) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        let reason = words.by_ref().collect::<Vec<_>>().join(" ");
        (!reason.is_empty()).then_some(Line { kind, krate, allowed, reason })
    };
    Some(parse().ok_or_else(|| format!("{FILE}: `{line}` is not kind, crate, number and reason")))
}

/// The budgets, or nothing where there are none.
pub(super) fn text(sources: &[Source]) -> &str {
    sources.iter().find(|source| source.path == FILE).map_or("", |source| source.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Why.\ncasts   ir   3  C's integers\ncycle   ir   5  round the table\n";

    fn counts(casts: usize, cycle: usize) -> Counts {
        let some = |count: usize| vec!["x".to_owned(); count];
        [((Kind::Casts, "ir".to_owned()), some(casts)), ((Kind::Cycle, "ir".to_owned()), some(cycle))].into()
    }

    #[test]
    fn more_is_a_complaint_and_less_a_remark() {
        assert_eq!(judge(TEXT, &counts(3, 5), &Kind::ALL), Judgement::default());
        let judgement = judge(TEXT, &counts(4, 4), &Kind::ALL);
        assert!(judgement.complaints[0].starts_with("casts in ir: 4, and .ci/budgets.txt allows 3"));
        assert_eq!((judgement.complaints.len(), judgement.remarks.len()), (1, 1));
        assert_eq!(judge("", &counts(1, 0), &Kind::ALL).complaints.len(), 1);
    }

    #[test]
    fn what_was_not_counted_is_left_alone() {
        let counts: Counts = [((Kind::Cycle, "ir".to_owned()), vec!["x".to_owned(); 5])].into();
        assert_eq!(judge(TEXT, &counts, &[Kind::Cycle]), Judgement::default());
        assert_eq!(lowered(TEXT, &counts, &[Kind::Cycle]), TEXT);
    }

    #[test]
    fn numbers_go_down() {
        let expected = "# Why.\ncasts   ir   2  C's integers\n";
        assert_eq!(lowered(TEXT, &counts(2, 0), &Kind::ALL), expected);
        assert_eq!(lowered(TEXT, &counts(9, 9), &Kind::ALL), TEXT);
    }

    #[test]
    fn a_line_without_a_reason_is_refused() {
        assert!(judge("casts ir 3\n", &Counts::new(), &Kind::ALL).complaints[0].contains("reason"));
        assert!(judge("cats ir 3 because\n", &Counts::new(), &Kind::ALL).complaints[0].contains("cats"));
    }
}
