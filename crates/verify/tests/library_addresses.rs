//! No call of the library looks at where memory lies, but those that are to show it: `library/addresses.c`
//! has them one by one. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::path::Path;
use std::process::{Command, Output};

fn verify(options: &[&str], arguments: &[&str]) -> Output {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/addresses.c");
    Command::new(env!("CARGO_BIN_EXE_verify")).args(options).arg(source).args(arguments).output().unwrap()
}

#[test]
fn calls_of_the_library_do_not_look_at_addresses() {
    let names = String::from_utf8(verify(&["run", "-DNAMES", "--cc-arg=-w"], &[]).stdout).unwrap();
    assert!(names.lines().count() > 70, "{names}");
    let options = ["check", "--cc-arg=-w", "--no-leaks", "--races", "off", "--format", "json"];
    for beside in [&[][..], &["--", "beside"]] {
        let out = verify(&options, beside);
        let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        let statuses = report["exit_statuses"].as_array().unwrap();
        let missing = names.lines().zip(1..).filter(|(_, status)| !statuses.contains(&serde_json::json!(*status)));
        let missing: Vec<&str> = missing.map(|(name, _)| name).collect();
        assert_eq!(report["outcome"], "safe");
        assert!(missing.is_empty(), "{beside:?}: {missing:?} look at addresses");
    }
}
