//! The parts of `cargo xtask test`: each is timed, and what it took is told at the end.

use crate::results::Tally;
use std::time::{Duration, Instant};

/// How the parts went.
#[derive(Default)]
pub(crate) struct Parts(Vec<(&'static str, Tally, Duration)>);

impl Parts {
    /// A part that cannot be run has failed, and the others have their turn.
    pub(crate) fn run(&mut self, name: &'static str, part: impl FnOnce() -> Result<Tally, String>) {
        let begin = Instant::now();
        let tally = part().unwrap_or_else(|message| {
            println!("FAILED {name}: {message}\n");
            Tally { passed: 0, failed: 1 }
        });
        self.note(name, tally, begin.elapsed());
    }

    pub(crate) fn note(&mut self, name: &'static str, tally: Tally, time: Duration) {
        self.0.push((name, tally, time));
    }

    /// Prints what each part took, and the sums.
    pub(crate) fn close(&self) -> Tally {
        println!("{}", self.table());
        let mut sum = Tally::default();
        self.0.iter().for_each(|(_, tally, _)| sum.add(*tally));
        println!("{} passed, {} failed", sum.passed, sum.failed);
        sum
    }

    fn table(&self) -> String {
        let line = |(name, tally, time): &(&str, Tally, Duration)| {
            format!("{name:<18} {:>6.0} s {:>7} passed {:>4} failed", time.as_secs_f64(), tally.passed, tally.failed)
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
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
