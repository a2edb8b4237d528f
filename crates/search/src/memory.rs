//! How much memory there is, and how much is used.

use std::fs;

/// Bytes this process has in memory now.
pub fn used_bytes() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
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

/// What this process may use: the least of the machine's memory and the limits of its control
/// groups.
pub fn available_bytes() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let total = kilobytes("/proc/meminfo", "MemTotal:");
    let groups = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    groups.into_iter().filter_map(read).chain(total).min()
}
