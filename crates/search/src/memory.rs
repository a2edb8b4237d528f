//! How much memory there is, how much is used, and when it is too much.
//!
//! The limit is on what the process itself holds: tables of the store, what workers remember, the
//! states that wait, the checked program's own memory. Pages of files (our own code, LLVM's) are
//! the system's to drop and do not count, and that goes for files that the store spills to. The store refuses to grow beyond what the others leave
//! it, and whoever needs much at once asks first, so that running out is noticed before the system
//! does.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use machine::Stop;
use store::Store;

const PAGE_BYTES: u64 = 4096;
/// Time between two looks of one worker: asking the system takes a while.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// When the machine has less than this left, somebody will be killed soon.
const MACHINE_BYTES_MIN: u64 = 48 << 20;
/// A store that can spill leaves this part of the limit to the others, whatever they need it for later.
const SPARED_SHARE: u64 = 4;
/// Looks between two looks at the machine's memory.
const MACHINE_EVERY: u64 = 8;

/// Bytes that this process holds now and that are its own.
pub fn held_bytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = text.split(' ').skip(1).map_while(|pages| pages.parse::<u64>().ok());
    let (resident, of_files) = (pages.next()?, pages.next()?);
    Some(resident.saturating_sub(of_files) * PAGE_BYTES)
}

/// The most that this process ever had in memory.
pub fn peak_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// A figure of a file of the kernel's that has one per line.
fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// What this process may use: the least of the machine's memory, the limits of its control groups
/// and what is left of its address space.
pub fn available_bytes() -> Option<u64> {
    let total = kilobytes("/proc/meminfo", "MemTotal:");
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let groups = group_files(&groups).into_iter().filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    groups.chain(total).chain(address_space_bytes()).min()
}

/// Where the limits of the control groups stand that a process is in, and of those above them.
fn group_files(groups: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{file}"));
            match path.rfind('/') {
                Some(end) => path = &path[..end],
                None => break,
            }
        }
    }
    files
}

/// What a limit on the address space (`ulimit -v`) leaves: much of it is taken by what is mapped
/// and never touched.
fn address_space_bytes() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let mapped = kilobytes("/proc/self/status", "VmSize:")?;
    Some(limit.saturating_sub(mapped) + held_bytes()?)
}

/// Watches over a limit, together with the other workers.
pub(crate) struct Watch {
    bytes_max: Option<u64>,
    workers: u64,
    /// What the process held besides the store when somebody last looked.
    others_bytes: AtomicU64,
}

impl Watch {
    pub(crate) fn new(bytes_max: Option<u64>, workers: usize) -> Watch {
        Watch { bytes_max, workers: workers.max(1) as u64, others_bytes: AtomicU64::new(0) }
    }

    /// Looks how much is used. Returns by how much the program's own memory may grow in each worker.
    pub(crate) fn look(&self, store: &Store) -> Result<u64, Stop> {
        let Some(max) = self.bytes_max else { return Ok(u64::MAX) };
        let in_use = store.bytes().saturating_sub(store.unused_bytes());
        let others = held_bytes().map_or(0, |held| held.saturating_sub(in_use));
        // A figure by itself; whoever sees an older one looks again soon.
        self.others_bytes.store(others, Ordering::Relaxed);
        let spared = if store.spill().is_some() { max / SPARED_SHARE } else { 0 };
        store.limit(max.saturating_sub(others + spared));
        match max.checked_sub(others + store.bytes()) {
            // What a worker has in objects it has again in what it writes.
            Some(rest) => Ok(rest / (2 * self.workers)),
            None => Err(self.reached()),
        }
    }

    /// May so many bytes be used for something else than the store?
    pub(crate) fn allow(&self, bytes: u64, store: &Store) -> Result<(), Stop> {
        if bytes > self.room(store) { Err(self.reached()) } else { Ok(()) }
    }

    /// How many bytes may be used for something else than the store.
    pub(crate) fn room(&self, store: &Store) -> u64 {
        let used = store.bytes() + self.others_bytes.load(Ordering::Relaxed);
        self.bytes_max.map_or(u64::MAX, |max| max.saturating_sub(used))
    }

    /// What is said when it is too much.
    pub(crate) fn reached(&self) -> Stop {
        let what = match self.bytes_max {
            Some(max) => format!("the memory limit of {} MiB was reached", max >> 20),
            None => "there is no memory left".into(),
        };
        Stop::Limit { what, flag: "--memory" }
    }
}

/// When one worker looked last.
pub(crate) struct Looks {
    last: Instant,
    count: u64,
}

impl Looks {
    pub(crate) fn new() -> Looks {
        Looks { last: Instant::now(), count: 0 }
    }

    /// Looks if it is time. Some(room): by how much the program's own memory may grow now.
    pub(crate) fn look(&mut self, watch: &Watch, store: &Store) -> Result<Option<u64>, Stop> {
        if self.count > 0 && self.last.elapsed() < LOOK_EVERY {
            return Ok(None);
        }
        self.last = Instant::now();
        self.count += 1;
        if self.count.is_multiple_of(MACHINE_EVERY)
            && let Some(left) = kilobytes("/proc/meminfo", "MemAvailable:")
            && left < MACHINE_BYTES_MIN
        {
            let what = format!("this machine has only {} MiB of memory left, whoever uses the rest", left >> 20);
            return Err(Stop::Limit { what, flag: "" });
        }
        watch.look(store).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::StoreOptions;

    #[test]
    fn groups_and_those_above_them() {
        let old = "9:name=systemd:/\n4:memory:/a/b\n0::/\n";
        let files = [
            "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory.max",
        ];
        assert_eq!(group_files(old), files);
        assert_eq!(group_files("0::/x\n"), ["/sys/fs/cgroup/x/memory.max", "/sys/fs/cgroup/memory.max"]);
    }

    #[test]
    fn what_the_others_hold_counts() {
        let store = Store::new(StoreOptions::default());
        let held = held_bytes().expect("a Linux");
        assert!(Watch::new(Some(held / 2), 1).look(&store).is_err());
        let watch = Watch::new(Some(held + (64 << 20)), 1);
        let room = watch.look(&store).expect("there is room");
        // Half of the limit at most; of what is held, other tests may have given something back by now.
        assert!(room <= (held + (64 << 20)) / 2, "{room}");
        assert!(watch.allow(1 << 20, &store).is_ok());
        assert!(watch.allow(1 << 30, &store).is_err());
    }
}
