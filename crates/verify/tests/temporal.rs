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

/// Every algorithm with every fairness that it knows.
const WAYS: &[[&str; 4]] = &[
    ["--algorithm", "components", "--fairness", "none"],
    ["--algorithm", "components", "--fairness", "weak"],
    ["--algorithm", "components", "--fairness", "strong"],
    ["--algorithm", "ndfs", "--fairness", "none"],
    ["--algorithm", "ndfs", "--fairness", "weak"],
    ["--algorithm", "cndfs", "--fairness", "weak"],
    ["--algorithm", "owcty", "--fairness", "none"],
    ["--algorithm", "owcty", "--fairness", "weak"],
];

/// A thread that sets `done`, and how the program ends.
fn ending(how: &str) -> common::Case {
    case(&format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         atomic_int done, bye;\nstatic void last(void) {{ bye = 1; }}\n\
         static void *work(void *arg) {{ done = 1; {how} return arg; }}\n\
         int main(void) {{ atexit(last); pthread_t t; pthread_create(&t, NULL, work, NULL); \
         pthread_join(t, NULL); return 0; }}\n"
    ))
}

/// What has ended stays as it is, for ever.
#[test]
fn executions_end_alike_for_every_algorithm() {
    // By return, by exit in a thread, and without the functions that `exit` calls.
    for (how, bye) in [("", "bye"), ("exit(0);", "bye"), ("_exit(0);", "!bye")] {
        let case = ending(how);
        case.check(&["cc", "-c", "prog.c", "-o", "prog.bc"], 0, "");
        let holds = format!("F G(done && ended && {bye}) && G(ended -> done)");
        for way in WAYS {
            for (formula, code) in [(&*holds, 0), ("G F !done", 1)] {
                case.check(&[&["prog.bc", "--ltl", formula], &way[..]].concat(), code, "");
            }
        }
    }
}

#[test]
fn other_ways_to_end_are_violations_for_every_algorithm() {
    let programs = [
        ("abort();", "violation: abort"),
        (
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; \
                      pthread_mutex_lock(&m); pthread_mutex_lock(&m);",
            "violation: deadlock",
        ),
    ];
    for (how, violation) in programs {
        let case = ending(how);
        for way in WAYS.iter().filter(|way| way[3] == "weak") {
            case.check(&[&["prog.c", "--ltl", "F ended"], &way[..]].concat(), 1, violation);
        }
    }
}

/// Threads that wait cannot run, and those that are born late have their rights from then on.
#[test]
fn fairness_is_for_those_who_can_run() {
    let late = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int done, x;\n\
                static void *second(void *arg) { done = 1; return arg; }\n\
                static void *first(void *arg) { pthread_t t; pthread_create(&t, 0, second, 0); \
                pthread_detach(t); return arg; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); pthread_detach(t); \
                while (!done) x ^= 1; return 0; }\n";
    // Nobody ever signals; only the deadline wakes it, and a thread whose time has come can run.
    let timed = "#include <pthread.h>\n#include <time.h>\n#include <stdatomic.h>\natomic_int done, x;\n\
                 pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
                 static void *work(void *arg) { while (!done) x ^= 1; return arg; }\n\
                 int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); struct timespec s = {1, 0}; \
                 pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &s); pthread_mutex_unlock(&m); \
                 done = 1; pthread_join(t, 0); return 0; }\n";
    // A wait that nobody ends: the one who goes round is all there is.
    let forgotten = &timed.replace("pthread_cond_timedwait(&c, &m, &s)", "(void)s; pthread_cond_wait(&c, &m)");
    for (program, fair) in [(late, 0), (timed, 0), (forgotten, 1)] {
        let case = case(program);
        case.check(&["cc", "-c", "prog.c", "-o", "prog.bc"], 0, "");
        for way in WAYS {
            let code = if way[3] == "none" { 1 } else { fair };
            case.check(&[&["prog.bc", "--ltl", "F done"], &way[..]].concat(), code, "");
        }
    }
}

/// A variable has its value, whoever uses it, and a mark where nobody comes does not hold.
#[test]
fn what_nobody_uses_is_known() {
    let case = case(
        "#include <augur.h>\nint unused = 3; struct { int a; } none = {1}; int x;\n\
                     void nobody(void) { AUGUR_AP(there); x = 2; }\nint main(void) { x = 1; return 0; }\n",
    );
    let formula = "G {unused == 3 && none.a == 1} && G !there && F x";
    case.check(&["prog.c", "--ltl", formula], 0, "holds: `G {unused == 3");
    case.check(&["prog.c", "--invariant", "unused < 3", "--save", "v.json"], 1, "violation: invariant");
    case.check(&["replay", "v.json"], 1, "the invariant `unused < 3` does not hold");
    case.check(&["prog.c", "--ltl", "F unusd"], 2, "there is `unused`");
}

#[test]
fn what_cannot_be_asked_together_is_refused() {
    let case = case("int done; _Thread_local int own; int main(void) { done = own + 1; return 0; }");
    let write = |name: &str, text: &str| std::fs::write(case.directory.path().join(name), text).unwrap();
    write("one.prop", "ltl: F done\n");
    case.check(&["prog.c", "--property", "one.prop", "--ltl", "G !done"], 2, "a formula in --property already");
    case.check(&["prog.c", "--property", "one.prop", "--liveness"], 2, "one at a time");
    for algorithm in ["ndfs", "cndfs"] {
        case.check(&["prog.c", "--ltl", "F done", "--algorithm", algorithm, "--depth", "9"], 2, "knows no --depth");
    }
    case.check(&["prog.c", "--ltl", "F own"], 2, "every thread has one of its own");
    // `done` in the second state: how long the first one stays matters.
    let body = "--BODY--\nState: 0\n[t] 1\nState: 1\n[0] 2\nState: 2 {0}\n[t] 2\n--END--\n";
    let head = "HOA: v1\nStates: 3\nStart: 0\nAP: 1 \"done\"\nAcceptance: 1 Inf(0)\n";
    write("next.hoa", &format!("{head}{body}"));
    case.check(&["prog.c", "--hoa", "next.hoa"], 2, "how long a state stays");
    case.check(&["prog.c", "--hoa", "next.hoa", "--reduction", "none"], 0, "safe");
    // It never comes.
    write("never.hoa", &format!("{head}--BODY--\nState: 0\n[!0] 0 {{0}}\nState: 1\nState: 2\n--END--\n"));
    case.check(&["prog.c", "--hoa", "never.hoa"], 0, "safe");
}

/// What is presumed of an environment may be long.
#[test]
fn much_may_be_presumed() {
    let names: Vec<String> = (0..12).map(|i| format!("p{i}")).collect();
    let sets: String = names.iter().map(|name| format!("{name} ^= 1; ")).collect();
    let case = case(&format!("int {}, q; int main(void) {{ for (;;) {{ {sets} q ^= 1; }} }}", names.join(", ")));
    let again = names.iter().map(|name| format!("G F {name}")).collect::<Vec<_>>();
    case.check(&["prog.c", "--ltl", &format!("({}) -> G F q", again.join(" && "))], 0, "safe");
    case.check(&["prog.c", "--ltl", &format!("({}) -> F G q", again.join(" && "))], 1, "violation: ltl");
    case.check(&["prog.c", "--ltl", &again.join(" || ")], 0, "safe");
}
