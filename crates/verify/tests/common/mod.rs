//! A program in a directory of its own, checked by the binary.

#![allow(dead_code, unreachable_pub, reason = "no test needs all of it")]

use std::path::PathBuf;
use std::process::{Command, Output};

/// A directory with one source file.
pub struct Case {
    pub directory: tempfile::TempDir,
    pub file: PathBuf,
}

pub fn case(source: &str) -> Case {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("prog.c");
    std::fs::write(&file, source).unwrap();
    Case { directory, file }
}

impl Case {
    pub fn verify(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.current_dir(&self.directory).env_remove("COLUMNS").args(args).output().unwrap()
    }

    /// Runs a script of the shell, in which `$V` is the checker.
    pub fn shell(&self, script: &str) -> Output {
        let mut command = Command::new("sh");
        command.current_dir(&self.directory).env("V", env!("CARGO_BIN_EXE_verify"));
        command.args(["-c", script]).output().unwrap()
    }

    #[track_caller]
    pub fn check(&self, args: &[&str], code: i32, part: &str) {
        let output = self.verify(args);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{all}");
        assert!(all.contains(part), "{args:?}: no `{part}` in\n{all}");
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}
