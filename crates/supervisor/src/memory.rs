//! How much memory another process holds.

use std::fs::File;
use std::os::unix::fs::FileExt;

const PAGE_BYTES: u64 = 4096;

/// Looks at one process again and again.
#[derive(Default)]
pub(crate) struct Gauge {
    /// The process, and where the kernel tells about it.
    file: Option<(u32, File)>,
}

impl Gauge {
    /// Bytes that the process holds and that are its own; 0 if it is gone. Pages of files are the system's.
    pub(crate) fn held_bytes(&mut self, process: u32) -> u64 {
        if process == 0 {
            self.file = None;
            return 0;
        }
        if self.file.as_ref().is_none_or(|(known, _)| *known != process) {
            self.file = File::open(format!("/proc/{process}/statm")).ok().map(|file| (process, file));
        }
        let Some((_, file)) = &self.file else { return 0 };
        let mut text = [0; 128];
        file.read_at(&mut text, 0).ok().and_then(|length| own(&text[..length])).unwrap_or(0)
    }
}

/// From what the kernel says: size, resident, of files, all in pages.
fn own(text: &[u8]) -> Option<u64> {
    let mut words = std::str::from_utf8(text).ok()?.split_ascii_whitespace().skip(1);
    let [resident, of_files] = [words.next()?.parse::<u64>().ok()?, words.next()?.parse::<u64>().ok()?];
    Some(resident.saturating_sub(of_files) * PAGE_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_can_be_seen() {
        let mut gauge = Gauge::default();
        let before = gauge.held_bytes(std::process::id());
        let block = vec![1u8; 16 << 20];
        let after = gauge.held_bytes(std::process::id());
        assert!(after >= before + (15 << 20), "{before} {after} {}", block.len());
        assert_eq!(gauge.held_bytes(0), 0);
        assert_eq!(own(b"10 7 3 1 0 2 0\n"), Some(4 * PAGE_BYTES));
        assert_eq!(own(b"10"), None);
    }
}
