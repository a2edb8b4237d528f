//! What a checked program may include. Kept in the binary, so that it needs no installation.

use std::path::{Path, PathBuf};

/// The name of each, and its text.
pub const HEADERS: &[(&str, &str)] = &[
    ("augur.h", include_str!("../../../runtime/include/augur.h")),
    ("augur/traps.h", include_str!("../../../runtime/include/augur/traps.h")),
    ("pthread.h", include_str!("../../../runtime/include/posix/pthread.h")),
];

/// The system's header is the right one for what also runs natively.
const CHECKER_ONLY: &str = "pthread.h";

/// A directory with the headers, which stays: compiler caches want the same names each time. None if
/// there is no place for one; programs that include none of them do not mind.
pub(crate) fn directory(for_checker: bool) -> Option<PathBuf> {
    let kept: Vec<_> = HEADERS.iter().filter(|(name, _)| for_checker || *name != CHECKER_ONLY).collect();
    let sum = kept
        .iter()
        .flat_map(|(name, text)| name.bytes().chain(text.bytes()))
        .fold(BASE, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME));
    let place = recipe::cache()?.join(format!("headers-{sum:016x}"));
    if place.is_dir() {
        return Some(place);
    }
    let own = place.with_extension(std::process::id().to_string());
    for (name, text) in kept {
        let file = own.join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("."))).ok()?;
        std::fs::write(file, text).ok()?;
    }
    // Another compiler of the same build may have been faster.
    if std::fs::rename(&own, &place).is_err() {
        let _ = std::fs::remove_dir_all(&own);
    }
    place.is_dir().then_some(place)
}

/// FNV-1a, which tells versions of the headers apart.
const BASE: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;
