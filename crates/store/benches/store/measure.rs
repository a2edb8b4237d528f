//! Time, memory and the table that is printed.

use std::time::Instant;

/// One line of the table. Rates are operations per second.
pub(crate) struct Row {
    pub insert: f64,
    pub read: Option<f64>,
    pub revisit: f64,
    pub states: u64,
    pub bytes: u64,
    pub detail: String,
}

/// Operations between two looks at the clock.
const SLICE: usize = 4096;
/// Slices that are judged together.
const SECTION: usize = 24;

/// Measures many operations, slice by slice.
///
/// Other programs on the machine take caches away even when only our own CPU
/// time is counted. So within every 24 neighbouring slices the slower half is
/// taken to have cost as much as the median; growth, which happens in all
/// slices alike, is measured in full.
pub(crate) struct Timer {
    wall: Option<Instant>,
    start_ns: u64,
    operations: usize,
    slices: Vec<u64>,
}

impl Timer {
    /// CPU time of the process.
    pub(crate) fn start() -> Timer {
        Timer { wall: None, start_ns: cpu_ns(), operations: 0, slices: Vec::new() }
    }

    pub(crate) fn start_wall() -> Timer {
        Timer { wall: Some(Instant::now()), ..Timer::start() }
    }

    /// To be called after every operation.
    #[inline]
    pub(crate) fn tick(&mut self) {
        self.operations += 1;
        if self.operations.is_multiple_of(SLICE) {
            let now = cpu_ns();
            self.slices.push(now - self.start_ns);
            self.start_ns = now;
        }
    }

    /// Operations per second.
    pub(crate) fn rate(mut self, operations: usize) -> f64 {
        if let Some(start) = self.wall {
            return operations as f64 / start.elapsed().as_secs_f64();
        }
        assert_eq!(self.operations, operations, "every operation ticks");
        let mut ns = 0;
        for section in self.slices.chunks_mut(SECTION) {
            section.sort_unstable();
            let median = section[section.len() / 2];
            ns += section.iter().map(|&slice| slice.min(median)).sum::<u64>();
        }
        let whole = self.slices.len() * SLICE;
        if whole == 0 {
            return operations as f64 * 1e9 / (cpu_ns() - self.start_ns) as f64;
        }
        whole as f64 * 1e9 / ns as f64
    }
}

fn cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the CPU clock is readable");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

pub(crate) fn print_header() {
    println!(
        "{:<18} {:>8} {:>6}  {:>8} {:>8} {:>6}  {:>8} {:>6}  {:>9}",
        "", "insert/s", "ratio", "read/s", "revisit/s", "ratio", "bytes/st", "ratio", "states"
    );
}

pub(crate) fn print_row(name: &str, row: &Row, baseline: &Row) {
    let million = |rate: f64| format!("{:.2}M", rate / 1e6);
    let bytes = |row: &Row| row.bytes as f64 / row.states as f64;
    println!(
        "{:<18} {:>8} {:>5.2}x  {:>8} {:>8} {:>5.2}x  {:>8.2} {:>6.4}  {:>9}  {}",
        name,
        million(row.insert),
        row.insert / baseline.insert,
        row.read.map_or("-".to_owned(), million),
        million(row.revisit),
        row.revisit / baseline.revisit,
        bytes(row),
        bytes(row) / bytes(baseline),
        row.states,
        row.detail,
    );
}
