//! Whoever ends `cargo augur` ends the `verify` that it has started. Needs cargo and rustc.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Says who it is and does not end.
const VERIFY: &str =
    "#!/bin/sh\necho $$ > \"$PLACE/started.new\"\nmv \"$PLACE/started.new\" \"$PLACE/started\"\nexec sleep 1000\n";

const MANIFEST: &str = "[package]\nname = \"sleeper\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";

/// Ends as a process that was not waited for: its directory in /proc is gone, or it is a zombie.
fn is_gone(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat"));
    status.map_or(true, |status| status.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")))
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("waited in vain: {what}");
}

/// `cargo augur`, with a `verify` beside it that does not end, once that has started.
fn started(place: &Path) -> (Child, String) {
    fs::create_dir(place.join("src")).unwrap();
    fs::write(place.join("Cargo.toml"), MANIFEST).unwrap();
    fs::write(place.join("src/lib.rs"), "#[test]\nfn sleeps() {}\n").unwrap();
    fs::copy(env!("CARGO_BIN_EXE_cargo-augur"), place.join("cargo-augur")).unwrap();
    fs::write(place.join("verify"), VERIFY).unwrap();
    fs::set_permissions(place.join("verify"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(place.join("tmp")).unwrap();
    // Whoever runs the tests may have them ignore signals.
    let mut command = Command::new("env");
    command.arg("--default-signal=TERM,INT").arg(place.join("cargo-augur")).args(["augur", "test"]);
    command.current_dir(place).env("PLACE", place).env("TMPDIR", place.join("tmp"));
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("verify starts", || place.join("started").exists());
    let process = fs::read_to_string(place.join("started")).unwrap();
    (child, process.trim().to_owned())
}

#[test]
fn verify_ends_with_it() {
    for (signal, number) in [("-TERM", 15), ("-INT", 2), ("-KILL", 9)] {
        let place = tempfile::tempdir().unwrap();
        let (mut child, verify) = started(place.path());
        assert!(!is_gone(&verify));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().signal(), Some(number), "{signal}");
        until("verify ends", || is_gone(&verify));
        until("nothing is left", || fs::read_dir(place.path().join("tmp")).unwrap().next().is_none());
    }
}
