//! `--algorithm`, `--save` and `verify sim` with temporal properties. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{case, text};

/// What is checked by default is checked by the suite.
const ALGORITHMS: &[&[&str]] = &[
    &["--algorithm", "ndfs", "--workers", "1"],
    &["--algorithm", "cndfs", "--workers", "2"],
    &["--algorithm", "owcty", "--workers", "1"],
    &["--algorithm", "owcty", "--workers", "2"],
];

/// Programs of the suite, and the exit statuses they must have.
const PROGRAMS: &[(&str, i32)] = &[
    ("peterson_ok", 0),
    ("peterson_unfair", 1),
    ("test_and_set", 1),
    ("ticket_ok", 0),
    ("lost_wakeup", 1),
    ("lost_wakeup_ok", 0),
    ("election", 1),
    ("election_ok", 0),
    ("election_undone", 1),
    ("ignored", 1),
    ("ignored_ok", 0),
    ("philosophers_weak", 1),
];

/// The flags that a program of the suite wants.
fn flags(program: &str) -> Vec<String> {
    let line = program.lines().find_map(|line| line.strip_prefix("//@ flags: ")).unwrap();
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(String::from).collect::<Vec<_>>(),
            _ => vec![part.to_string()],
        })
        .collect()
}

#[test]
fn all_algorithms_say_the_same() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/temporal");
    for (name, code) in PROGRAMS {
        let file = directory.join(format!("{name}.c"));
        let flags = flags(&std::fs::read_to_string(&file).unwrap());
        for algorithm in ALGORITHMS {
            let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
            let output = command.arg(&file).args(&flags).args(*algorithm).output().unwrap();
            let all = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(output.status.code(), Some(*code), "{name} {flags:?} {algorithm:?}\n{all}");
            assert!(*code == 0 || all.contains("violation: ltl"), "{name} {algorithm:?}\n{all}");
        }
    }
}

#[test]
fn strong_fairness_is_a_matter_of_components() {
    let case = case("int done; int main(void) { done = 1; return 0; }");
    let ask = ["prog.c", "--ltl", "F done", "--fairness", "strong", "--algorithm"];
    case.check(&[&ask[..], &["ndfs"]].concat(), 2, "does not know strong fairness");
    case.check(&[&ask[..], &["components"]].concat(), 0, "strongly fair");
}

/// What the automaton does not ask for is looked at all the same.
#[test]
fn other_violations_are_found_by_every_algorithm() {
    let case = case("#include <assert.h>\nint x; int main(void) { x = 1; x = 2; assert(x != 2); return 0; }");
    for algorithm in ["components", "ndfs", "cndfs", "owcty"] {
        case.check(&["prog.c", "--ltl", "F x", "--algorithm", algorithm], 1, "violation: assert");
    }
}

const SPIN: &str = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int go, done, other;\n\
                    static void *work(void *arg) {\n    for (;;)\n        other ^= 1;\n    return arg;\n}\n\
                    int main(void) {\n    pthread_t t;\n    pthread_create(&t, NULL, work, NULL);\n\
                    while (!go) {\n    }\n    done = 1;\n    return 0;\n}\n";

#[test]
fn an_execution_that_goes_on_for_ever_is_saved() {
    let case = case(SPIN);
    case.check(&["prog.c", "--ltl", "F done", "--save", "v.json"], 1, "violation: ltl");
    case.check(&["replay", "v.json"], 1, "↻ from here on, for ever");
    // Whoever changes the formula to one that holds has no violation any more.
    let saved = std::fs::read_to_string(case.directory.path().join("v.json")).unwrap();
    for (from, to) in
        [("F done", "F !done"), ("\"ltl\": \"F done\"", "\"ltl\": null"), ("\"cycle\": ", "\"cycle\": 100")]
    {
        assert!(saved.contains(from), "{saved}");
        std::fs::write(case.directory.path().join("w.json"), saved.replacen(from, to, 1)).unwrap();
        case.check(&["replay", "w.json"], 2, "does not lead to the violation");
    }
}

#[test]
fn a_broken_invariant_is_saved() {
    let case = case("int x; int main(void) { x = 1; x = 2; x = 0; return 0; }");
    case.check(&["prog.c", "--invariant", "x < 2", "--save", "v.json"], 1, "violation: invariant");
    case.check(&["replay", "v.json"], 1, "the invariant `x < 2` does not hold");
}

fn simulate(case: &common::Case, args: &[&str], script: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.current_dir(&case.directory).arg("sim").args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    text(&child.wait_with_output().unwrap().stdout)
}

#[test]
fn one_can_go_round_in_the_simulator() {
    let case = case(SPIN);
    case.check(&["prog.c", "--ltl", "F done", "--save", "v.json"], 1, "violation: ltl");
    let told = simulate(&case, &["v.json"], "goto cycle\nprint done\nprint {go == 0}\nrun\nrun\n");
    assert!(told.contains("↻ from here on, for ever"), "{told}");
    assert!(told.contains("round 1 is done") && told.contains("round 2 is done"), "{told}");
    assert!(told.contains("false") && told.contains("true"), "{told}");
}

#[test]
fn the_simulator_stops_where_an_invariant_breaks() {
    let case = case("int x; int main(void) { x = 1; x = 2; x = 0; return 0; }");
    let told = simulate(&case, &["prog.c", "--invariant", "x < 2"], "run\nprint x\nrun\n");
    assert!(told.contains("the invariant `x < 2` does not hold"), "{told}");
    assert!(told.contains("\n2\n"), "{told}");
}
