//! Time, memory and signals hold for everything, whatever the worker is busy with. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::fmt::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{Case, case, json, text};

/// A search that takes hours.
const LONG: &str = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
    void *f(void *a) { for (int i = 0; i < 999; i++) x = x * 7 + (int)(long)a; return 0; }\n\
    int main(void) { pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(t + i, 0, f, (void *)(i + 1)); }\n";

/// Each token of it costs the compiler more than the one before.
fn bomb() -> String {
    let mut text = String::from("#define A0 1,\n");
    (1..16).for_each(|i| writeln!(text, "#define A{i} A{p} A{p} A{p} A{p}", p = i - 1).unwrap());
    text + "int a[] = {A15 0};\nint main(void) { return 0; }\n"
}

/// LLVM's reader needs time that grows with the square of this.
fn nested(depth: usize) -> String {
    let mut text = String::from("%s0 = type { i32 }\n");
    (1..=depth).for_each(|i| writeln!(text, "%s{i} = type {{ i32, %s{} }}", i - 1).unwrap());
    write!(text, "@g = global %s{depth} zeroinitializer\ndefine i32 @main() {{\n ret i32 0\n}}\n").unwrap();
    text
}

fn start(case: &Case, args: &[&str]) -> Child {
    // A test in the background of a script was told to ignore some signals, and hands that on.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP,QUIT,USR1", env!("CARGO_BIN_EXE_verify")]);
    command.current_dir(&case.directory).args(args).env("TMPDIR", case.directory.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The process that does the work.
fn worker(watch: &Child) -> String {
    let file = format!("/proc/{0}/task/{0}/children", watch.id());
    loop {
        let children = std::fs::read_to_string(&file).unwrap();
        if let Some(worker) = children.split_whitespace().next() {
            return worker.to_owned();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(signal: &str, process: &str) {
    assert!(Command::new("sh").args(["-c", &format!("kill -{signal} {process}")]).status().unwrap().success());
}

/// Lets it work for a while, sends a signal, and waits for the end. On a machine that is busy it may not have come
/// so far that the end says this; then it is given more time.
fn interrupted(case: &Case, args: &[&str], (signal, to_worker): (&str, bool), part: &str) -> Output {
    let mut pause = Duration::from_millis(1500);
    loop {
        let watch = start(case, args);
        let process = if to_worker { worker(&watch) } else { watch.id().to_string() };
        std::thread::sleep(pause);
        send(signal, &process);
        let output = watch.wait_with_output().unwrap();
        let all = text(&output.stdout) + &text(&output.stderr);
        if all.contains(part) || pause > PAUSE_MAX {
            return output;
        }
        pause *= 3;
    }
}

/// No machine is so busy.
const PAUSE_MAX: Duration = Duration::from_secs(30);

#[track_caller]
fn told(output: &Output, code: i32, part: &str) {
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{all}");
    assert!(all.contains(part), "no `{part}` in\n{all}");
}

/// Nothing of ours is left in the directory for temporary files.
#[track_caller]
fn nothing_is_left(case: &Case) {
    let names = std::fs::read_dir(&case.directory).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with("augur-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn time_holds_while_others_work() {
    let case = case(&bomb());
    let output = start(&case, &["prog.c", "--time", "3s"]).wait_with_output().unwrap();
    told(&output, 4, "the time limit of 3 s was reached while compiling");
    nothing_is_left(&case);
    std::fs::write(case.directory.path().join("nested.ll"), nested(40_000)).unwrap();
    let output = case.verify(&["nested.ll", "--time", "1s", "--format", "json"]);
    assert_eq!((output.status.code(), json(&output)["outcome"].as_str()), (Some(4), Some("limit")));
    told(&output, 4, "while reading the input");
    told(&case.verify(&["dump", "nested.ll", "--time", "1s"]), 4, "while reading the input");
}

/// What takes long within one action of the program, or goes on for ever without any.
const SLOW_INSIDE: &[&str] = &[
    "#include <stdlib.h>\n#include <string.h>\n\
     int main(void) { char *p = malloc(1u << 28); for (unsigned i = 0;; i++) memset(p, i & 1, 1u << 28); }\n",
    "#include <stdlib.h>\nint a[3000000];\nint c(const void *a, const void *b) { return *(int *)a - *(int *)b; }\n\
     int main(void) { for (int i = 0; i < 3000000; i++) a[i] = i * 7919 % 3000017; qsort(a, 3000000, 4, c); }\n",
    "#include <stdio.h>\nint main(void) { for (;;) printf(\"%2000000000d\", 1); }\n",
    "int f(int n) { return n ? f(n - 1) + f(n - 1) : 1; }\nint main(void) { return f(60); }\n",
];

#[test]
fn time_holds_within_one_action() {
    for program in SLOW_INSIDE {
        let case = case(program);
        let begin = Instant::now();
        told(&case.verify(&["prog.c", "--time", "2s"]), 4, "the time limit of 2 s was reached");
        // A busy machine may need more than the second of grace, but not this.
        assert!(begin.elapsed() < Duration::from_secs(15), "{:?}: {program}", begin.elapsed());
    }
}

#[test]
fn a_long_way_to_a_violation_is_told_soon() {
    let case = case(
        "#include <assert.h>\n\
         int main(void) { int x = 0; for (int i = 0; i < 1000000; i++) x += i % 7; assert(x == 1); }\n",
    );
    told(&case.verify(&["prog.c", "--time", "60s"]), 1, "`x == 1` failed");
}

#[test]
fn memory_holds_while_llvm_reads() {
    let case = case("");
    let mut large = String::from("@g = global i32 0\ndefine i32 @main() {\n");
    (0..200_000).for_each(|i| writeln!(large, " %a{i} = load i32, ptr @g\n store i32 %a{i}, ptr @g").unwrap());
    std::fs::write(case.directory.path().join("large.ll"), large + " ret i32 0\n}\n").unwrap();
    let limit = "the memory limit of 32 MiB was reached while reading the input";
    told(&case.verify(&["large.ll", "--memory", "32M"]), 4, limit);
}

#[test]
fn loading_takes_time_in_proportion() {
    let case = case("");
    let mut blocks = String::from("define i32 @main() {\n br label %b0\n");
    (0..100_000).for_each(|i| writeln!(blocks, "b{i}:\n br label %b{}", i + 1).unwrap());
    std::fs::write(case.directory.path().join("blocks.ll"), blocks + "b100000:\n ret i32 0\n}\n").unwrap();
    told(&case.verify(&["blocks.ll", "--time", "20s"]), 0, "safe");
    let mut args = vec!["main.ll".to_owned()];
    std::fs::write(case.directory.path().join("main.ll"), "define i32 @main() {\n ret i32 0\n}\n").unwrap();
    for i in 0..2000 {
        args.push(format!("f{i}.ll"));
        let function = format!("define i32 @f{i}() {{\n ret i32 {i}\n}}\n");
        std::fs::write(case.directory.path().join(&args[i + 1]), function).unwrap();
    }
    args.extend(["--time".into(), "20s".into()]);
    told(&case.verify(&args.iter().map(String::as_str).collect::<Vec<_>>()), 0, "safe");
}

#[test]
fn looking_at_addresses_does_not_look_at_everything() {
    let case = case(
        "#include <stdint.h>\n#include <stdlib.h>\nvolatile uintptr_t s;\n\
        int main(void) { for (int i = 0; i < 5000; i++) { char *p = malloc(10); s = (uintptr_t)p >> 33; free(p); } }\n",
    );
    told(&case.verify(&["prog.c", "--time", "30s"]), 0, "safe");
}

#[test]
fn signals_end_with_what_there_is() {
    let case = case(LONG);
    for signal in ["TERM", "HUP"] {
        let output = interrupted(&case, &["prog.c", "--format", "json"], (signal, false), "the search was interrupted");
        let report = json(&output);
        assert_eq!((output.status.code(), report["outcome"].as_str()), (Some(4), Some("limit")));
        assert!(report["statistics"]["states"].as_u64().unwrap() > 1, "{report}");
        nothing_is_left(&case);
    }
    std::fs::write(case.directory.path().join("prog.c"), bomb()).unwrap();
    let compiling = "interrupted while compiling";
    for signal in ["TERM", "QUIT", "USR1"] {
        told(&interrupted(&case, &["prog.c"], (signal, false), compiling), 4, compiling);
        nothing_is_left(&case);
    }
    // The checks of a suite are processes of their own, and end with it.
    told(&interrupted(&case, &["suite", "prog.c"], ("TERM", false), "interrupted"), 4, "interrupted");
    nothing_is_left(&case);
}

#[test]
fn a_crash_is_told_for_what_it_is() {
    let case = case(LONG);
    std::fs::write(case.directory.path().join("nested.ll"), nested(40_000)).unwrap();
    let damaged = "LLVM crashed while reading nested.ll: the file is damaged";
    let reading = interrupted(&case, &["nested.ll", "--format", "json"], ("ILL", true), damaged);
    assert_eq!(json(&reading)["outcome"], "usage");
    told(&reading, 2, damaged);
    let searching = "killed by signal 4 while searching";
    told(&interrupted(&case, &["prog.c"], ("ILL", true), searching), 5, searching);
    told(&interrupted(&case, &["prog.c"], ("KILL", true), "want of memory"), 4, "want of memory");
    nothing_is_left(&case);
    // Who is killed without a word takes the worker along.
    let mut watch = start(&case, &["prog.c"]);
    let process = worker(&watch);
    watch.kill().unwrap();
    watch.wait().unwrap();
    while std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z ")) {
        std::thread::sleep(Duration::from_millis(5));
    }
}
