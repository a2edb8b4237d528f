//! Where the search stands: a line that changes on a terminal, a line a minute elsewhere.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::{bytes, count, duration, rate};
use search::Progress;

const TERMINAL_EVERY: Duration = Duration::from_secs(1);
const OTHERWISE_EVERY: Duration = Duration::from_secs(60);

pub(crate) struct Line {
    /// None without a terminal.
    bar: Option<ProgressBar>,
    last: Mutex<Instant>,
}

impl Line {
    pub(crate) fn new() -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        Line { bar: (!bar.is_hidden()).then_some(bar), last: Mutex::new(Instant::now()) }
    }

    /// Shows it if it is time.
    pub(crate) fn show(&self, progress: &Progress) {
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
                bar.tick();
            }
            None => crate::output::stderr(&format!("{}\n", text(progress))),
        }
    }

    pub(crate) fn finish(&self) {
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
