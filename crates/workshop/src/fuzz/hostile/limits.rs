//! How long each run may take.

use std::time::Duration;

/// What the checker may take.
pub(super) const LIMITS: &[&str] = &["--time", "2s", "--memory", "1G"];
/// It keeps to that; this is for when it does not.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);
