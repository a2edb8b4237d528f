//! What tests take, as processor time: wall time says little on a machine that others use, too.
//!
//! The kernel tells it of this process and all children that have ended (`/proc/self/stat`), so a stretch of
//! work is the difference between two readings. Of tests that run side by side the differences would
//! overlap: `cargo xtask test --times` runs one after the other, and tells what each kind of work took.

use crate::pool;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Clock ticks of `/proc`, of which there are a hundred in a second on every machine.
const TICK: Duration = Duration::from_millis(10);

static IS_KEPT: AtomicBool = AtomicBool::new(false);
static LEDGER: Mutex<BTreeMap<String, Spent>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Copy, Default)]
struct Spent {
    count: u32,
    time: Duration,
}

/// From now on it is written down what work takes, and there is one worker.
pub(crate) fn keep() {
    IS_KEPT.store(true, Ordering::SeqCst);
    pool::alone();
}

/// Processor time of this process and of its children that have ended; 0 where the kernel does not tell.
pub(crate) fn cpu() -> Duration {
    std::fs::read_to_string("/proc/self/stat").ok().and_then(|line| ticks(&line)).map_or(Duration::ZERO, |n| TICK * n)
}

/// User and system time, own and that of children: four fields, counted from the name, which may have blanks in it.
fn ticks(line: &str) -> Option<u32> {
    let (_, fields) = line.rsplit_once(')')?;
    let fields: Option<Vec<u32>> = fields.split_whitespace().skip(11).take(4).map(|field| field.parse().ok()).collect();
    fields.filter(|fields| fields.len() == 4).map(|fields| fields.iter().sum())
}

/// Does some work of a kind, and writes down what it took if anybody wants to know.
pub(crate) fn of<R>(kind: impl FnOnce() -> String, work: impl FnOnce() -> R) -> R {
    if !IS_KEPT.load(Ordering::SeqCst) {
        return work();
    }
    let begin = cpu();
    let result = work();
    let time = cpu().saturating_sub(begin);
    if let Ok(mut ledger) = LEDGER.lock() {
        let spent = ledger.entry(kind()).or_default();
        spent.count += 1;
        spent.time += time;
    }
    result
}

/// The kinds, the most expensive first; empty if nothing was written down.
pub(crate) fn table() -> String {
    let Ok(ledger) = LEDGER.lock() else { return String::new() };
    let mut kinds: Vec<(&String, &Spent)> = ledger.iter().collect();
    kinds.sort_by_key(|(_, spent)| std::cmp::Reverse(spent.time));
    let line = |(kind, spent): (&String, &Spent)| {
        let seconds = spent.time.as_secs_f64();
        format!(
            "{kind:<34} {seconds:>8.1} s {:>7} times {:>8.3} s each\n",
            spent.count,
            seconds / f64::from(spent.count)
        )
    };
    kinds.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_fields() {
        let line = "12 (a (b) c) S 1 12 12 0 -1 4194304 100 200 0 0 7 11 13 17 20 0 1 0 100 200 300";
        assert_eq!(ticks(line), Some(48));
        assert_eq!(ticks("12 (a) S 1"), None);
        assert_eq!(ticks("nothing"), None);
    }

    #[test]
    fn a_child_that_has_ended_counts() {
        let begin = cpu();
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"]);
        assert!(shell.status().is_ok_and(|status| status.success()));
        assert!(cpu() > begin);
    }
}
