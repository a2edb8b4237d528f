//! `--audit`: what a second search and actions in both orders say about a verdict, in words.

use std::collections::BTreeMap;

use machine::Why;
use report::{Audit, Outcome};
use search::Audited;

/// Pairs of actions that are executed in both orders.
pub(crate) const PAIRS_MAX: u64 = 100_000;

/// What to report, or the defect that the two do not agree.
pub(crate) fn report(audited: Audited) -> Result<Audit, Outcome> {
    if let Some(what) = audited.defect {
        return Err(Outcome::Defect { what: format!("the audit does not confirm the verdict: {what}") });
    }
    let mut compared = vec!["outcome".into(), counted(audited.findings, "violation")];
    compared.push(counted(audited.exits, "exit status"));
    let mut left_out = audited.unfinished;
    match audited.prints_skipped {
        Some(why) => left_out.push(format!("output was not compared: {why}")),
        None => compared.push(counted(audited.prints, "print")),
    }
    if audited.level.is_none() {
        compared.clear();
    }
    let pairs_left_out: BTreeMap<_, _> =
        audited.commuted.excluded.iter().map(|(why, count)| (name(*why), *count)).collect();
    Ok(Audit {
        level: audited.level.map(|level| level.name().into()),
        states: audited.states,
        compared,
        left_out,
        pairs: audited.commuted.pairs,
        pairs_left_out,
    })
}

fn counted(count: usize, what: &str) -> String {
    let plural = match what.strip_suffix('s') {
        _ if count == 1 => "",
        Some(_) => "es",
        None => "s",
    };
    format!("{count} {what}{plural}")
}

/// Why nothing is claimed of a pair.
fn name(why: Why) -> &'static str {
    match why {
        Why::Section => "inside-a-section",
        Why::Break => "not-as-presumed",
        Why::Numbers => "thread-numbers",
        Why::Layout => "addresses",
        Why::Incomparable => "both-end",
    }
}
