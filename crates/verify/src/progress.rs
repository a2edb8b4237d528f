//! What is being done and where the search stands: a line that changes on a terminal, a line a minute elsewhere.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::{bytes, count, duration, rate};
use search::Progress;

use crate::budget;
use crate::launch;

const SPIN_EVERY: Duration = Duration::from_millis(250);
const TERMINAL_EVERY: Duration = Duration::from_secs(1);
const OTHERWISE_EVERY: Duration = Duration::from_secs(60);

pub(crate) struct Line {
    /// None without a terminal.
    bar: Option<ProgressBar>,
    last: Mutex<Instant>,
}

impl Line {
    /// A line that says what is being done until there is more to say.
    pub(crate) fn new(what: impl Into<String>) -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        if !bar.is_hidden() {
            bar.set_message(what.into());
            bar.enable_steady_tick(SPIN_EVERY);
        }
        Line { bar: (!bar.is_hidden()).then_some(bar), last: Mutex::new(Instant::now()) }
    }

    /// Shows it if it is time.
    pub(crate) fn show(&self, progress: &Progress) {
        budget::note(progress);
        if !launch::tells() {
            return;
        }
        let every = if self.bar.is_some() { TERMINAL_EVERY } else { OTHERWISE_EVERY };
        // If another worker is just about to show it, there is nothing new to say.
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.elapsed() < every {
            return;
        }
        *last = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_message(text(progress));
            }
            None => crate::output::stderr(&format!("{}\n", text(progress))),
        }
    }
}

/// The line vanishes when that is done.
impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn text(progress: &Progress) -> String {
    let speed = progress.states as f64 / progress.seconds.max(1e-9);
    let each = progress.memory_bytes as f64 / progress.states.max(1) as f64;
    [
        duration(progress.seconds),
        format!("{} states", count(progress.states)),
        format!("{} states/s", rate(speed)),
        format!("queue {}", count(progress.queue)),
        format!("depth {}", count(progress.depth)),
        format!("{each:.0} bytes/state"),
        bytes(progress.memory_bytes),
    ]
    .join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_says_it_all() {
        let progress = Progress { states: 12_345, queue: 678, depth: 90, seconds: 61.0, memory_bytes: 1 << 20 };
        assert_eq!(
            text(&progress),
            "1 min 1 s · 12,345 states · 202 states/s · queue 678 · depth 90 · 85 bytes/state · 1.0 MiB"
        );
    }
}
