//! `verify doctor`: is everything installed that a check needs? Each line says what to do if not.

use std::path::{Path, PathBuf};
use std::process::Command;

use report::Outcome;

use crate::args::CheckArgs;
use crate::check;
use crate::compile::find_clang;
use crate::library::{self, SETUP};

/// With less it is hardly worth starting.
const MEMORY_BYTES_MIN: u64 = 1 << 30;

const LIBCXX: &str = "/usr/lib/llvm-22/include/c++/v1";

/// A program that needs threads, a lock, the heap and output to be modelled.
const PROBE: &str = r#"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *n) { pthread_mutex_lock(&lock); ++*(int *)n; pthread_mutex_unlock(&lock); return NULL; }
int main(void) {
    int *n = calloc(1, sizeof *n);
    pthread_t t;
    pthread_create(&t, NULL, run, n);
    run(n);
    pthread_join(t, NULL);
    printf("%d\n", *n);
    int wrong = *n != 2;
    free(n);
    return wrong;
}
"#;

struct Finding {
    well: bool,
    /// Without it much still works.
    optional: bool,
    subject: &'static str,
    text: String,
}

/// The findings as text, and whether all is well.
pub(crate) fn run() -> (String, bool) {
    let clang = find_clang();
    let mut findings = vec![compiler(clang.as_deref()), cpp_headers()];
    findings.extend(cpp_libraries());
    if clang.is_some() {
        findings.push(probe());
    }
    findings.extend([memory(), cores()]);
    let line = |f: &Finding| {
        let mark = match (f.well, f.optional) {
            (true, _) => "ok     ",
            (false, true) => "note   ",
            (false, false) => "MISSING",
        };
        format!("{mark}  {:<14}{}\n", f.subject, f.text)
    };
    let well = findings.iter().all(|f| f.well || f.optional);
    (findings.iter().map(line).collect(), well)
}

fn compiler(clang: Option<&Path>) -> Finding {
    let version = clang.and_then(|path| {
        let run = Command::new(path).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        text.lines().next().map(|line| format!("{} ({line})", path.display()))
    });
    let well = version.is_some();
    let advice = "no clang-22 on PATH: `cargo xtask setup`, or `apt install clang-22`; bitcode can be checked without";
    Finding { well, optional: false, subject: "compiler", text: version.unwrap_or_else(|| advice.into()) }
}

fn cpp_headers() -> Finding {
    let well = Path::new(LIBCXX).is_dir();
    let text = match well {
        true => LIBCXX.to_string(),
        false => "no libc++ headers, which C++ needs: `apt install libc++-22-dev`".into(),
    };
    Finding { well, optional: true, subject: "C++ headers", text }
}

/// The C++ libraries, which set-up compiles when they are asked for.
fn cpp_libraries() -> Vec<Finding> {
    let finding = |(name, index): (&'static str, PathBuf)| {
        let well = index.is_file();
        let text = match well {
            true => format!("compiled, {}", index.display()),
            false => format!("not compiled yet; C++ programs that use it need it: `{SETUP}`"),
        };
        Finding { well, optional: true, subject: name, text }
    };
    library::indices().into_iter().map(finding).collect()
}

/// Compiles and checks a small program: loader, runtime and search in one go.
fn probe() -> Finding {
    let outcome = probed();
    let (well, text) = match outcome {
        Ok(Outcome::Safe) => (true, "a small program compiles and is found safe".to_string()),
        Ok(other) => (false, format!("a small program that is safe was called `{}`: please report this", other.name())),
        Err(error) => (false, format!("cannot write to the temporary directory: {error}; set TMPDIR")),
    };
    Finding { well, optional: false, subject: "self-test", text }
}

fn probed() -> std::io::Result<Outcome> {
    let directory = tempfile::tempdir()?;
    let file: PathBuf = directory.path().join("probe.c");
    std::fs::write(&file, PROBE)?;
    let mut args = CheckArgs { inputs: vec![file], ..CheckArgs::default() };
    args.compile.level = "0".into();
    args.run.stack_depth = 1000;
    Ok(check::run(&args, false).outcome)
}

fn memory() -> Finding {
    let bytes = search::memory::available_bytes();
    let well = bytes.is_some_and(|b| b >= MEMORY_BYTES_MIN);
    let text = match bytes {
        Some(bytes) => format!("{}; a check stops at three quarters of it (--memory)", report::bytes(bytes)),
        None => "unknown; give --memory".into(),
    };
    Finding { well, optional: true, subject: "memory", text }
}

fn cores() -> Finding {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    Finding { well: true, optional: true, subject: "cores", text: format!("{cores}; all are used (--workers)") }
}
