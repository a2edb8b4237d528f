//! Every call of the library that touches the program's memory can race, and does not where a lock
//! protects it: `library/races.c` has them one by one. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::path::Path;
use std::process::{Command, Output};

/// What the standard input and /in hold.
const INPUT: &str = "12 words here\nsecond line\n";

struct Calls {
    directory: tempfile::TempDir,
}

impl Calls {
    fn new() -> Calls {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("in"), INPUT).unwrap();
        Calls { directory }
    }

    fn source() -> String {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/races.c").display().to_string()
    }

    fn verify(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.current_dir(&self.directory).args(args).output().unwrap()
    }

    /// The names that the file itself prints.
    fn names(&self) -> Vec<String> {
        let out = self.verify(&["run", "-DNAMES", &Calls::source()]);
        String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    fn check(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let surroundings = ["--stdin", "in", "--file", "in=/in", "--no-leaks", "--workers", "1", "--"];
        let args: Vec<&str> = ["prog.bc"].iter().chain(&surroundings).chain(arguments).copied().collect();
        let out = self.verify(&args);
        (out.status.code(), String::from_utf8_lossy(&out.stdout).into_owned())
    }
}

#[test]
fn calls_of_the_library_race_one_by_one() {
    let calls = Calls::new();
    let compiled = calls.verify(&["cc", "-c", &Calls::source(), "-w", "-o", "prog.bc"]);
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let names = calls.names();
    assert!(names.len() > 100, "{names:?}");
    let (code, text) = calls.check(&["any", "locked"]);
    assert_eq!(code, Some(0), "{text}");
    let wrong_with = |name: &String| {
        let (code, text) = calls.check(&[name]);
        let raced = code == Some(1) && text.contains("data-race");
        (!raced).then(|| format!("{name}: no race, but {}", text.lines().next().unwrap_or_default()))
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let wrong_with = &wrong_with;
        let parts: Vec<_> = names
            .chunks(names.len().div_ceil(workers))
            .map(|part| scope.spawn(move || part.iter().flat_map(wrong_with).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} of {} calls:\n{}", wrong.len(), names.len(), wrong.join("\n"));
}
