//! Searches that outlive their process: killed, interrupted, out of room, and gone on with. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Case, case, json, text};
use serde_json::Value;
use splitmix::SplitMix;

/// Some ten thousand states, in a search that takes a moment.
const PROGRAM: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, c;
static void *f(void *arg) {
    for (int i = 0; i < 2; i++) { a = a * 3 + 1; b = a; }\n    c = b;
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    f(0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#ifdef CHECKED
    assert(c != 13);
#endif
    return 0;
}
";

/// What a report says but for figures of time and memory.
fn told(report: &[u8]) -> Value {
    let mut report: Value = serde_json::from_slice(report).unwrap();
    let statistics = report["statistics"].as_object_mut().unwrap();
    for figure in
        ["seconds", "memory_bytes", "store_bytes", "tables", "workers", "states_per_second", "bytes_per_state"]
    {
        statistics.remove(figure);
    }
    report
}

fn start(case: &Case, args: &[&str]) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.current_dir(&case.directory).args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Begins, or goes on if there is something to go on with.
fn line<'a>(case: &Case, flags: &[&'a str]) -> Vec<&'a str> {
    let first = ["prog.c", "--checkpoint", "kept", "--checkpoint-every", "0s", "--format", "json", "-w", "1"];
    match case.directory.path().join("kept/checkpoint").exists() {
        true => vec!["resume", "kept", "--format", "json"],
        false => [&first, flags].concat(),
    }
}

/// Kills a search at so many moments, and goes on each time. How often, all in all: `AUGUR_KILLS`.
#[test]
fn killed_at_any_moment() {
    let ways = [&[][..], &["--liveness"], &["--lossy"]];
    let kills = std::env::var("AUGUR_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(9);
    let mut random = SplitMix::new(21);
    for (number, flags) in ways.into_iter().enumerate() {
        let case = case(PROGRAM);
        let whole = case.verify(&[&["prog.c", "--format", "json", "-w", "1"], flags].concat());
        let (whole, code) = (told(&whole.stdout), whole.status.code());
        let (mut killed, mut resumed, mut finished, mut longest) = (0, 0, 0, 900);
        while killed < (kills + number) / ways.len() {
            let line = line(&case, flags);
            resumed += usize::from(line[0] == "resume");
            let mut search = start(&case, &line);
            std::thread::sleep(Duration::from_millis(random.next_u64() % longest));
            if search.try_wait().unwrap().is_none() {
                search.kill().unwrap();
                killed += 1;
            }
            let output = search.wait_with_output().unwrap();
            // It may have come to its end at that very moment.
            if output.status.code().is_some() {
                assert_eq!(output.status.code(), code, "{}", text(&output.stdout));
                assert_eq!(told(&output.stdout), whole, "{flags:?}");
                finished += 1;
            }
            // On a slow machine it should come to the search, too.
            longest += 50;
        }
        let last = case.verify(&line(&case, flags));
        assert_eq!(told(&last.stdout), whole, "{flags:?} after {killed} kills");
        assert!(!case.directory.path().join("kept/checkpoint").exists());
        println!("{flags:?}: {killed} kills, {resumed} times gone on, {finished} ends");
    }
}

/// Whatever a search is asked, it goes on to the same answer.
#[test]
fn other_questions_and_other_inputs() {
    let racy = PROGRAM.replace("static atomic_int a, b, c;", "static atomic_int a, b; static int c;");
    let ways: [(&str, &[&str]); 7] = [
        (PROGRAM, &["--lossy"]),
        (PROGRAM, &["--liveness"]),
        (PROGRAM, &["--ltl", "F G {b == 13}"]),
        (PROGRAM, &["--invariant", "{a < 60}"]),
        (&racy, &["--allow-race", "c", "--allow-race", "prog.c:1"]),
        (&racy, &["--allow-race", "fn:f", "--allow-race", "a"]),
        (&racy, &["--allow-race", "nobody"]),
    ];
    for (source, flags) in ways {
        let case = case(source);
        let line = |more: &[&'static str]| [&["prog.c", "--format", "json", "-w", "1"], flags, more].concat();
        let whole = case.verify(&line(&[]));
        let first = case.verify(&line(&["--checkpoint", "kept", "--states", "900"]));
        if first.status.code() == Some(4) {
            assert!(case.directory.path().join("kept/checkpoint").exists(), "{flags:?}");
            let last = case.verify(&["resume", "kept", "--format", "json", "--states", "99999999"]);
            assert_eq!(last.status.code(), whole.status.code(), "{flags:?} {}", text(&last.stderr));
            assert_eq!(told(&last.stdout), told(&whole.stdout), "{flags:?}");
        } else {
            assert_eq!(told(&first.stdout), told(&whole.stdout), "{flags:?}");
        }
    }
    let case = case(PROGRAM);
    let verify = env!("CARGO_BIN_EXE_verify");
    let script = format!(
        "{verify} - --checkpoint kept --states 900 < prog.c > first; {verify} - --format json < prog.c > whole
         {verify} resume kept --states 99999999 --format json < /dev/null > last"
    );
    Command::new("sh").args(["-c", &script]).current_dir(&case.directory).status().unwrap();
    let read = |name: &str| std::fs::read(case.directory.path().join(name)).unwrap();
    assert!(text(&read("first")).contains("verify resume kept"), "{}", text(&read("first")));
    let told = |name: &str| {
        let mut report = told(&read(name));
        // Its file is a temporary one.
        report.as_object_mut().unwrap().remove("coverage").unwrap();
        report
    };
    assert_eq!(told("last"), told("whole"));
}

/// Rules about races are part of the question.
#[test]
fn other_rules_are_another_question() {
    let case = case(&PROGRAM.replace("static atomic_int a, b, c;", "static atomic_int a, b; static int c;"));
    let rules = case.directory.path().join("rules");
    std::fs::write(&rules, "c\n").unwrap();
    case.check(&["prog.c", "--checkpoint", "kept", "--states", "900", "--allow-races", "rules"], 4, "resume kept");
    std::fs::write(&rules, "c\nfn:f\n").unwrap();
    case.check(&["resume", "kept"], 2, "of another program");
}

#[test]
fn a_limit_leaves_a_checkpoint() {
    let case = case(PROGRAM);
    for flags in [&["-w", "1"][..], &["-w", "1", "-DCHECKED", "--shortest"], &["-w", "1", "-DCHECKED", "--keep-going"]]
    {
        let line = |more: &[&'static str]| [&["prog.c", "--format", "json"], flags, more].concat();
        let whole = case.verify(&line(&[]));
        let first = case.verify(&line(&["--checkpoint", "kept", "--states", "900"]));
        assert_eq!(first.status.code(), Some(4), "{}", text(&first.stdout));
        assert!(text(&first.stdout).contains("verify resume kept"), "{}", text(&first.stdout));
        case.check(&["prog.c", "--checkpoint", "kept"], 2, "there is a checkpoint already");
        let last = case.verify(&["resume", "kept", "--format", "json", "--states", "99999999"]);
        assert_eq!(last.status.code(), whole.status.code());
        assert_eq!(told(&last.stdout), told(&whole.stdout), "{flags:?}");
        case.check(&["resume", "kept"], 2, "there is no checkpoint");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let case = case(PROGRAM);
    case.check(&["prog.c", "--checkpoint", "kept", "--states", "900"], 4, "verify resume kept");
    let file = case.directory.path().join("kept/checkpoint");
    let whole = std::fs::read(&file).unwrap();
    for place in [0, 9, 20, 40, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 16;
        std::fs::write(&file, &damaged).unwrap();
        case.check(&["resume", "kept"], 2, "checkpoint");
    }
    std::fs::write(&file, &whole[..whole.len() - 100]).unwrap();
    case.check(&["resume", "kept"], 2, "ends too early");
    std::fs::write(&file, &whole).unwrap();
    std::fs::write(&case.file, PROGRAM.replace("a * 3", "a * 5")).unwrap();
    case.check(&["resume", "kept"], 2, "of another program");
    std::fs::write(&case.file, PROGRAM).unwrap();
    case.check(&["resume", "kept", "--states", "99999999"], 0, "safe");
    let ndfs = ["--liveness", "--algorithm", "ndfs", "--fairness", "none"];
    for flags in [&["--order", "dfs"][..], &["--store", "plain"], &["--audit"], &ndfs] {
        case.check(&[&["prog.c", "--checkpoint", "other"], flags].concat(), 2, "does not go with");
    }
    case.check(&["prog.c", "--checkpoint-every", "1s"], 2, "--checkpoint DIR");
    case.check(&["prog.c", "--checkpoint", "prog.c"], 2, "no checkpoint can be written");
}

/// The old one is kept if there is no room for a new one.
#[test]
fn no_room() {
    let case = case(PROGRAM);
    case.check(&["prog.c", "--checkpoint", "kept", "--states", "900"], 4, "verify resume kept");
    let before = std::fs::read(case.directory.path().join("kept/checkpoint")).unwrap();
    let verify = env!("CARGO_BIN_EXE_verify");
    let script = format!("ulimit -f 64; exec {verify} resume kept --states 5000");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&case.directory).output().unwrap();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{all}");
    assert!(all.contains("could not be written"), "{all}");
    let names = |directory: &Path| std::fs::read_dir(directory).unwrap().count();
    assert_eq!(names(&case.directory.path().join("kept")), 1);
    assert!(std::fs::read(case.directory.path().join("kept/checkpoint")).unwrap() == before);
    case.check(&["resume", "kept", "--states", "99999999", "-w", "2"], 0, "safe");
}

#[test]
fn control_c_leaves_a_checkpoint() {
    let case = case(&PROGRAM.replace("i < 2; i++) {", "i < 99; i++) {"));
    let search = start(&case, &["prog.c", "--checkpoint", "kept", "--format", "json"]);
    std::thread::sleep(Duration::from_millis(1500));
    let interrupt = format!("kill -INT {}", search.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
    let output = search.wait_with_output().unwrap();
    assert_eq!((output.status.code(), json(&output)["outcome"].as_str()), (Some(4), Some("limit")));
    case.check(&["resume", "kept", "--states", "10"], 4, "the limit of 10 states was reached");
}

/// Who watches a search that the system has killed names the checkpoint that it has left.
#[test]
fn the_watch_knows_the_checkpoint() {
    let case = case(&PROGRAM.replace("i < 2; i++) {", "i < 99; i++) {"));
    let first = ["prog.c", "--checkpoint", "kept", "--checkpoint-every", "0s", "-w", "1", "--format", "json"];
    let search = start(&case, &first);
    while !case.directory.path().join("kept/checkpoint").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let watch = search.id();
    let children = std::fs::read_to_string(format!("/proc/{watch}/task/{watch}/children")).unwrap();
    let kill = format!("kill -KILL {children}");
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = search.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("verify resume kept"), "{}", text(&output.stdout));
}

/// Somebody else may have written it: it makes nobody write files or call the compiler in ways of its own.
#[test]
fn a_checkpoint_chooses_no_flags_of_the_compiler() {
    let case = case(PROGRAM);
    let place = case.directory.path();
    let list = format!(r#"[{{"directory": "{}", "file": "prog.c", "command": "cc -MMD -c prog.c"}}]"#, place.display());
    std::fs::write(place.join("compile_commands.json"), list).unwrap();
    for flags in [&["--project", "."][..], &["prog.c", "--cc-arg=-MMD"], &["prog.c", "--save", "v.json"]] {
        case.check(&[flags, &["--checkpoint", "kept", "--states", "900"]].concat(), 4, "verify resume kept");
        case.check(&["resume", "kept", "--states", "1000"], 2, "--trust");
        case.check(&["resume", "kept", "--trust", "--states", "1000"], 4, "the limit of 1000 states");
        std::fs::remove_dir_all(place.join("kept")).unwrap();
    }
}
