//! Checks an answer again by what does not share its argument: a search with less reduction, with
//! the plain store and without recalling, that finds the same outcome, violations, exit statuses
//! and output. And see [`crate::commute`].
//!
//! Levels of reduction meet violations in different orders, and one may hide another: a thread that
//! fails right after it has set a flag keeps others from ever seeing the flag, unless they are let
//! in between. So where there are violations both searches go on past them (`keep_going`).

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ir::Program;
use machine::{CodePoint, Image, Kind, Print, Reduction};

use crate::commute::{Commuted, place};
use crate::outcome::{Options, Outcome, Verdict};
use crate::rounds::check;
use crate::search::Show;
use crate::strategy::Order;
use crate::visited::Keep;

/// Finest first.
const LEVELS: [Reduction; 4] = [Reduction::None, Reduction::Tau, Reduction::TauPlus, Reduction::Full];

/// Time for a level where there is no limit: so many times what the search took, at least this much.
const TIMES: u32 = 20;
const TIME_MIN: Duration = Duration::from_secs(10);

/// Differences that are listed one by one.
const LISTED_MAX: usize = 5;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Audited {
    /// The finest level at which the search could be done.
    pub level: Option<Reduction>,
    pub states: u64,
    pub seconds: f64,
    /// Different violations, exit statuses and prints that were found by both.
    pub findings: usize,
    pub exits: usize,
    pub prints: usize,
    /// Why what is printed was not compared.
    pub prints_skipped: Option<&'static str>,
    pub commuted: Commuted,
    /// Why it was not audited, or not at a finer level.
    pub unfinished: Vec<String>,
    /// The two do not agree: a bug in us, in words.
    pub defect: Option<String>,
}

/// What is wrong, and where.
type Finding = (Kind, Option<String>);

/// Audits what a search with these options has found; it was asked for prints and pairs.
pub fn audit(image: &Image, options: &Options, found: &Outcome, show: Show<'_>) -> Audited {
    let started = Instant::now();
    let mut audited = Audited { commuted: found.commuted.clone(), ..Audited::default() };
    audited.defect = found.commuted.defect.clone();
    let spent = Duration::try_from_secs_f64(found.statistics.seconds).unwrap_or_default();
    let budget = Budget { started, spent, time_max: options.time_max.map(|max| max.saturating_sub(options.spent)) };
    let wrong = found.is_violation();
    if audited.defect.is_none() && (found.complete || wrong) {
        let again = wrong.then(|| all_findings(image, options, &budget, show));
        match again.as_ref().unwrap_or(found) {
            coarse if coarse.complete => compare_levels(image, options, (found, coarse), &budget, &mut audited, show),
            coarse => audited.unfinished.push(format!("not all violations could be found: {}", why_unfinished(coarse))),
        }
    } else if audited.defect.is_none() {
        audited.unfinished.push("the search itself did not finish".into());
    }
    audited.seconds = started.elapsed().as_secs_f64();
    audited
}

/// Everything that the level of the answer finds.
fn all_findings(image: &Image, options: &Options, budget: &Budget, show: Show<'_>) -> Outcome {
    let options =
        Options { keep_going: true, paths: false, pairs_max: 0, time_max: Some(budget.next()), ..plain(options) };
    check(image, &Options { compressed: true, recall: true, ..options }, show)
}

fn plain(options: &Options) -> Options {
    Options {
        compressed: false,
        recall: false,
        scouts: false,
        order: Order::BreadthFirst,
        keep: Keep::States,
        prints: true,
        depth_max: None,
        spent: Duration::ZERO,
        ..options.clone()
    }
}

fn compare_levels(
    image: &Image,
    options: &Options,
    (found, coarse): (&Outcome, &Outcome),
    budget: &Budget,
    audited: &mut Audited,
    show: Show<'_>,
) {
    let wrong = found.is_violation();
    for level in LEVELS {
        if level > Reduction::None && level >= image.config.reduction {
            break;
        }
        let options =
            Options { keep_going: wrong, paths: false, pairs_max: 0, time_max: Some(budget.next()), ..plain(options) };
        let fine = check(&image.at(level), &options, show);
        // A violation where there should be none is an answer.
        if !fine.complete && (wrong || !fine.is_violation()) {
            audited.unfinished.push(format!("at {}: {}", level.name(), why_unfinished(&fine)));
            continue;
        }
        audited.level = Some(level);
        audited.states = fine.statistics.states;
        let names = (image.config.reduction.name(), level.name());
        audited.defect = Comparison { program: &image.program, names }.differs(found, coarse, &fine, audited);
        return;
    }
}

/// How much time there is, for all searches together.
struct Budget {
    started: Instant,
    spent: Duration,
    time_max: Option<Duration>,
}

impl Budget {
    /// For the next search: half of what is left, so that there is some for the one after it.
    fn next(&self) -> Duration {
        match self.time_max {
            Some(max) => max.saturating_sub(self.spent + self.started.elapsed()) / 2,
            None => (self.spent * TIMES).max(TIME_MIN),
        }
    }
}

struct Comparison<'p> {
    program: &'p Program,
    names: (&'static str, &'static str),
}

impl Comparison<'_> {
    /// What they do not agree on.
    fn differs(&self, found: &Outcome, coarse: &Outcome, fine: &Outcome, audited: &mut Audited) -> Option<String> {
        let [first, here, there] = [found, coarse, fine].map(|outcome| self.findings(&outcome.sightings));
        let mut differences = self.unlike("violations", &here, &there, finding);
        if differences.is_empty() {
            // What was shown need not be all there is, but must be among it.
            let all: BTreeSet<Finding> = there.union(&first).cloned().collect();
            differences = self.unlike("violations", &all, &there, finding);
        }
        audited.findings = there.len();
        if differences.is_empty() {
            differences = self.unlike("exit statuses", &coarse.exits, &fine.exits, i32::to_string);
            audited.exits = fine.exits.len();
        }
        match (&coarse.prints, &fine.prints) {
            _ if coarse.observed || fine.observed => {
                audited.prints_skipped = Some("the program looks at addresses");
            }
            (Some(here), Some(there)) if differences.is_empty() => {
                differences = self.unlike("output", here, there, |print| self.print(print));
                audited.prints = there.len();
            }
            (Some(_), Some(_)) => {}
            _ => audited.prints_skipped = Some("there is too much of it"),
        }
        let (coarsely, finely) = self.names;
        (!differences.is_empty())
            .then(|| format!("the searches at {coarsely} and at {finely} do not agree on {differences}"))
    }

    fn findings(&self, sightings: &[(Kind, Option<CodePoint>)]) -> BTreeSet<Finding> {
        let place = |kind: Kind, point: &Option<CodePoint>| match kind {
            // Noticed when a state is named, which is not everywhere; and who waits besides those that
            // wait for each other depends on where the others are by then. A race in the middle of a
            // section is reported when the section is over.
            Kind::Leak | Kind::Deadlock | Kind::Livelock | Kind::DataRace => None,
            _ => point.map(|point| place(self.program, point)),
        };
        sightings.iter().map(|(kind, point)| (*kind, place(*kind, point))).collect()
    }

    /// What only one of two sets has; empty if they are the same.
    fn unlike<T: Ord>(
        &self,
        what: &str,
        here: &BTreeSet<T>,
        there: &BTreeSet<T>,
        describe: impl Fn(&T) -> String,
    ) -> String {
        let (coarsely, finely) = self.names;
        let only = |level: &str, set: &BTreeSet<T>, other: &BTreeSet<T>| {
            let items: Vec<&T> = set.difference(other).collect();
            let listed: Vec<String> = items.iter().take(LISTED_MAX).map(|item| describe(item)).collect();
            let more = if items.len() > LISTED_MAX { " and more" } else { "" };
            (!items.is_empty()).then(|| format!("only at {level}: {}{more}", listed.join(", ")))
        };
        match [only(coarsely, here, there), only(finely, there, here)] {
            [None, None] => String::new(),
            differences => format!("{what}; {}", differences.into_iter().flatten().collect::<Vec<_>>().join("; ")),
        }
    }

    fn print(&self, (fd, bytes, point): &Print) -> String {
        let point = point.map(|(func, pc)| CodePoint { func: ir::FuncId(func), pc: ir::Pc(pc) });
        let at = point.map_or(String::new(), |point| format!(" at {}", place(self.program, point)));
        format!("{:?} to {fd}{at}", String::from_utf8_lossy(bytes))
    }
}

fn finding((kind, place): &Finding) -> String {
    match place {
        Some(place) => format!("{kind} at {place}"),
        None => kind.to_string(),
    }
}

fn why_unfinished(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Limit { what, .. } | Verdict::Unsupported { what, .. } | Verdict::Defect(what) => what.clone(),
        _ => outcome.warnings.first().cloned().unwrap_or_else(|| "it did not finish".into()),
    }
}
