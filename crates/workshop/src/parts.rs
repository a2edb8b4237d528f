//! The parts of `cargo xtask test`: each is timed, and what it took is told at the end.

use crate::results::Tally;
use crate::times;
use std::time::{Duration, Instant};

/// How the parts went.
#[derive(Default)]
pub(crate) struct Parts {
    done: Vec<(&'static str, Tally, Taken)>,
    /// If others are left out.
    only: Option<String>,
}

/// What a part took.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    time: Duration,
    cpu: Duration,
}

/// When a part began.
pub(crate) struct Begin(Instant, Duration);

impl Begin {
    pub(crate) fn now() -> Begin {
        Begin(Instant::now(), times::cpu())
    }

    fn taken(&self) -> Taken {
        Taken { time: self.0.elapsed(), cpu: times::cpu().saturating_sub(self.1) }
    }
}

impl Parts {
    /// This one, or all.
    pub(crate) fn only(only: Option<String>) -> Parts {
        Parts { only, ..Parts::default() }
    }

    /// A part that cannot be run has failed, and the others have their turn.
    pub(crate) fn run(&mut self, name: &'static str, part: impl FnOnce() -> Result<Tally, String>) {
        if self.only.as_ref().is_some_and(|only| only != name) {
            return;
        }
        let begin = Begin::now();
        let tally = part().unwrap_or_else(|message| {
            println!("FAILED {name}: {message}\n");
            Tally { passed: 0, failed: 1 }
        });
        self.note(name, tally, &begin);
    }

    pub(crate) fn note(&mut self, name: &'static str, tally: Tally, begin: &Begin) {
        self.done.push((name, tally, begin.taken()));
    }

    /// Prints what each part took, and the sums.
    pub(crate) fn close(&self) -> Tally {
        print!("{}", times::table());
        println!("{}", self.table());
        let mut sum = Tally::default();
        self.done.iter().for_each(|(_, tally, _)| sum.add(*tally));
        println!("{} passed, {} failed", sum.passed, sum.failed);
        sum
    }

    fn table(&self) -> String {
        let line = |(name, tally, taken): &(&str, Tally, Taken)| {
            let (time, cpu) = (taken.time.as_secs_f64(), taken.cpu.as_secs_f64());
            let Tally { passed, failed } = tally;
            format!("{name:<18} {time:>6.0} s {cpu:>6.0} s of CPU time {passed:>7} passed {failed:>4} failed")
        };
        self.done.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_cannot_run_has_failed() {
        let mut parts = Parts::default();
        parts.run("one", || Ok(Tally { passed: 3, failed: 0 }));
        parts.run("two", || Err("no such thing".to_owned()));
        assert_eq!(parts.close(), Tally { passed: 3, failed: 1 });
        assert!(parts.table().starts_with("one ") && parts.table().lines().count() == 2);
    }
}
