//! Time, memory and the table that is printed.

use std::time::Instant;

/// One line of the table. Rates are operations per second.
pub struct Row {
    pub insert: f64,
    pub read: Option<f64>,
    pub revisit: f64,
    pub states: u64,
    pub bytes: u64,
    pub detail: String,
}

pub enum Timer {
    /// Nanoseconds of CPU time at the start.
    Cpu(u64),
    Wall(Instant),
}

impl Timer {
    /// CPU time of the process: what other programs do does not count.
    pub fn start() -> Timer {
        Timer::Cpu(cpu_ns())
    }

    pub fn start_wall() -> Timer {
        Timer::Wall(Instant::now())
    }

    pub fn rate(&self, operations: usize) -> f64 {
        let seconds = match self {
            Timer::Cpu(start) => (cpu_ns() - start) as f64 / 1e9,
            Timer::Wall(start) => start.elapsed().as_secs_f64(),
        };
        operations as f64 / seconds
    }
}

fn cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the CPU clock is readable");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

pub fn print_header() {
    println!(
        "{:<18} {:>8} {:>6}  {:>8} {:>8} {:>6}  {:>8} {:>6}  {:>9}",
        "", "insert/s", "ratio", "read/s", "revisit/s", "ratio", "bytes/st", "ratio", "states"
    );
}

pub fn print_row(name: &str, row: &Row, baseline: &Row) {
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
