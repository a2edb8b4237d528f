//! The binary as a user meets it: exit codes, what is said where, replay. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{case, json, text};

const SAFE: &str = "int main(void) { return 0; }";

const LOST_UPDATE: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *arg) {
    int seen = n;
    n = seen + 1;
    return arg;
}
int main(int argc, char **argv) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    if (argc > 1)
        add(argv);
    pthread_join(t, NULL);
    assert(n == argc);
}
"#;

/// Few states if what the lock protects is presumed to be used under it, else many.
const LOCKED: &str = r#"
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *add(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        n++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, add, NULL);
    pthread_create(&t, NULL, add, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return n;
}
"#;

const ENDLESS: &str = "\
#include <stdatomic.h>
atomic_ulong n;
int main(void) { for (;;) n++; }
";

const ENDLESS_TWICE: &str = "\
#include <pthread.h>
#include <stdatomic.h>
atomic_ulong n, m;
void *count(void *a) { for (;;) m++, n++; }
int main(void) { pthread_t t; pthread_create(&t, 0, count, 0); for (;;) n++, m++; }
";

/// Nothing takes many values, but there are many orders.
const MANY_IN_TURNS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int left, right;
static void *work(void *arg) {
    int number = (int)(long)arg;
    left = number & 1;
    right = !left;
    left = !right;
    right = number & 1;
    return arg;
}
int main(void) {
    pthread_t a, b, c, d, e;
    pthread_create(&a, 0, work, (void *)1);
    pthread_create(&b, 0, work, (void *)2);
    pthread_create(&c, 0, work, (void *)3);
    pthread_create(&d, 0, work, (void *)4);
    pthread_create(&e, 0, work, (void *)5);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    pthread_join(d, 0);
    pthread_join(e, 0);
}
";

/// A counter that makes every state new.
const COUNTING: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint tickets;
static void *take(void *arg) { for (;;) atomic_fetch_add(&tickets, 1); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, take, 0); take(0); }
";

const HISTOGRAM: &str = "\
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared[8];
static void count(unsigned at) {
    pthread_mutex_lock(&lock);
    shared[at % 8]++;
    pthread_mutex_unlock(&lock);
}
static void *work(void *arg) {
    int own[4] = { 0 };
    for (unsigned at = 0;; at++) { own[at % 4]++; count(at * 3 % 8 + own[0]); }
    return arg;
}
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); work(0); }
";

const SERVING: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong served;
static atomic_int idle;
static void *serve(void *arg) {
    for (;;) {
        served++;
        idle = !idle;
    }
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, serve, 0);
    pthread_create(&t, 0, serve, 0);
    pthread_join(s, 0);
}
";

const GREEDY: &str = "\
#include <stdlib.h>
struct node { struct node *next; char more[4000]; };
int main(void) { struct node *all = 0; for (;;) { struct node *n = calloc(1, sizeof *n); n->next = all; all = n; } }
";

const NOT_MODELLED: &str = "\
int no_such_function(int);
int main(void) { return no_such_function(1); }
";

#[test]
fn every_outcome_has_its_exit_code() {
    case(SAFE).check(&["prog.c"], 0, "safe under sequential consistency");
    let wrong = case(LOST_UPDATE);
    wrong.check(&["prog.c", "--", "x"], 1, "violation: assert");
    wrong.check(&["prog.c"], 0, "safe");
    wrong.check(&["absent.c"], 2, "there is no such file");
    wrong.check(&["prog.c", "--no-such-flag"], 2, "unexpected argument");
    case("int main(void) { return x; }").check(&["prog.c"], 2, "undeclared identifier");
    case("int f(void) { return 0; }").check(&["prog.c"], 2, "no `main`");
    case(NOT_MODELLED).check(&["prog.c"], 3, "not a bug in your program");
    let endless = case(ENDLESS);
    endless.check(&["prog.c", "--time", "200ms"], 4, "try: a higher --time");
    endless.check(&["prog.c", "--depth", "30"], 4, "try: a higher --depth");
    endless.check(&["prog.c", "--states", "30"], 4, "try: a higher --states");
    let endless = case(ENDLESS_TWICE);
    endless.check(&["prog.c", "--memory", "24M"], 4, "limit: the memory");
    endless.check(&["prog.c", "--memory", "2M"], 4, "try: a higher --memory");
    let greedy = case(GREEDY);
    greedy.check(&["prog.c", "--memory", "100M"], 4, "limit: the program's own memory does not fit any more");
    greedy.check(&["run", "--memory", "100M", "prog.c"], 4, "limit: the program's own memory does not fit any more");
}

/// C that is called by C++, and calls it back: an exception passes.
#[test]
fn files_of_c_and_cpp_are_one_program() {
    let mixed = case("int call(int (*f)(int), int n) { return f(n) + 1; }");
    let whole = |caught: &str| {
        let text = format!(
            "extern \"C\" int call(int (*)(int), int);
            static int fails(int n) {{ throw n; }}
            int main() {{ try {{ return call(fails, 3); }} catch ({caught} n) {{ return n - 3; }} }}"
        );
        std::fs::write(mixed.directory.path().join("whole.cpp"), text).unwrap();
    };
    whole("int");
    let report = json(&mixed.verify(&["prog.c", "whole.cpp", "--format", "json"]));
    assert_eq!((&report["outcome"], &report["exit_statuses"]), (&"safe".into(), &serde_json::json!([0])));
    whole("long");
    mixed.check(&["whole.cpp", "prog.c"], 1, "violation: uncaught");
}

#[test]
fn other_ways_to_search() {
    let safe = case(SAFE);
    safe.check(&["prog.c", "--lossy"], 4, "no error found, but not safe either: 56 bits were kept of each state");
    safe.check(&["prog.c", "--order", "dfs"], 0, "safe");
    safe.check(&["prog.c", "--order", "dfs", "-w", "3", "--stats"], 0, "workers       3");
    safe.check(&["prog.c", "--order", "dfs", "--lossy"], 4, "no error found, but not safe either");
    let report = json(&safe.verify(&["--format", "json", "prog.c", "--lossy"]));
    assert_eq!((&report["outcome"], &report["lossy"]["bits_per_state"]), (&"limit".into(), &56.into()));
    assert!(report["lossy"]["missed_probability_max"].as_f64().is_some_and(|p| p < 1e-9));
    let exact = json(&safe.verify(&["--format", "json", "prog.c"]));
    assert_eq!(report["statistics"]["states"], exact["statistics"]["states"]);
    let wrong = case(LOST_UPDATE);
    wrong.check(&["prog.c", "--lossy", "--", "x"], 1, "violation: assert");
    wrong.check(&["prog.c", "--order", "dfs", "--", "x"], 1, "there may be a shorter way there");
    wrong.check(&["prog.c", "--order", "dfs", "--keep-going", "--", "x"], 1, "violation: assert");
    let endless = case(ENDLESS_TWICE);
    endless.check(&["prog.c", "--order", "dfs", "--states", "300"], 4, "try: a higher --states");
    endless.check(&["prog.c", "--order", "dfs", "--memory", "24M"], 4, "try: a higher --memory");
    endless.check(&["prog.c", "--order", "dfs", "--depth", "20"], 4, "there are ways of more than 20 transitions");
    endless.check(&["prog.c", "--lossy", "--memory", "20M"], 4, "try: a higher --memory");
}

#[test]
fn scouts_go_ahead_of_the_search() {
    let deep = case(include_str!("../../../tests/programs/search/scout.c"));
    let ahead = "found by a scout ahead of the search: there may be a shorter way there (--shortest)";
    deep.check(&["prog.c"], 1, ahead);
    deep.check(&["prog.c", "--lossy"], 1, ahead);
    deep.check(&["prog.c", "--shortest", "--states", "4000"], 4, "limit: the limit of 4000 states was reached");
    deep.check(&["prog.c", "--order", "dfs"], 1, "found with --order dfs");
    // All violations are looked for, so the search goes on; what a scout has found is not lost if it has to stop.
    deep.check(&["prog.c", "--keep-going", "--states", "4000"], 1, "the search was not finished");
    let figures = |workers| {
        let report = json(&deep.verify(&["--format", "json", "prog.c", "--workers", workers]));
        let figure = |name: &str| report["statistics"][name].as_u64();
        (figure("states"), figure("transitions"), figure("scout_work"), report["trace"].to_string())
    };
    assert_eq!(figures("1"), figures("3"));
    deep.check(&["prog.c", "--save", "saved.json"], 1, ahead);
    deep.check(&["replay", "saved.json"], 1, "violation: assert");
}

#[test]
fn a_limit_says_what_grew() {
    let endless = case(SERVING);
    endless.check(&["prog.c", "--states", "3000"], 4, "served at prog.c:7 takes a new value every time (");
    endless.check(&["prog.c", "--states", "3000"], 4, "waited to be visited, ");
    endless.check(&["prog.c", "--states", "3000"], 4, "--order dfs");
    endless.check(
        &["prog.c", "--states", "3000", "--order", "dfs"],
        4,
        "served at prog.c:7 takes a new value every time (",
    );
    let report = json(&endless.verify(&["--format", "json", "prog.c", "--states", "3000"]));
    let growth = &report["growth"];
    assert!(growth["waiting"].as_u64() > Some(0) && growth["layers"].as_array().is_some_and(|sizes| sizes.len() == 4));
    assert_eq!(growth["grew"][0]["always_new"], true);
    assert!(growth["grew"][0]["location"]["line"].is_u64());
    // What each thread has for itself, and sets once, has not grown.
    let many = case(MANY_IN_TURNS);
    many.check(&["prog.c", "--states", "3000"], 4, "6 threads can be in many places");
    many.check(&["prog.c", "--states", "3000"], 4, "fewer threads (5 run work)");
    // Many rounds on one line are told apart, and elements of an array are one thing.
    case(COUNTING).check(&["prog.c", "--states", "3000"], 4, "tickets at prog.c:4 takes a new value every time (1 … ");
    let histogram = case(HISTOGRAM);
    histogram.check(&["prog.c", "--states", "3000"], 4, "shared[…] at prog.c:6 takes a new value every time (1 … ");
    histogram.check(&["prog.c", "--states", "3000"], 4, "own[…] at prog.c:11 takes a new value every time (1 … ");
    // What is finished has not grown.
    assert!(json(&case(SAFE).verify(&["--format", "json", "prog.c"]))["growth"].is_null());
}

#[test]
fn json_goes_to_standard_output_whatever_happens() {
    let outcomes = [
        (SAFE, vec!["prog.c"], "safe"),
        (LOST_UPDATE, vec!["prog.c", "--", "x"], "violation"),
        (SAFE, vec!["absent.c"], "usage"),
        (SAFE, vec!["prog.c", "--no-such-flag"], "usage"),
        ("int main(void) { return x; }", vec!["prog.c"], "usage"),
        (NOT_MODELLED, vec!["prog.c"], "unsupported"),
        (ENDLESS, vec!["prog.c", "--states", "30"], "limit"),
    ];
    for (source, args, outcome) in outcomes {
        let mut all = vec!["--format", "json"];
        all.extend(args);
        let report = json(&case(source).verify(&all));
        assert_eq!(report["outcome"], outcome);
        assert_eq!(report["version"], 1);
        assert!(report["statistics"]["states"].is_u64());
    }
}

#[test]
fn damaged_inputs_are_refused() {
    let case = case(SAFE);
    let write = |name: &str, bytes: &[u8]| std::fs::write(case.directory.path().join(name), bytes).unwrap();
    case.check(&["cc", "-c", "prog.c", "-o", "prog.bc"], 0, "");
    let bitcode = std::fs::read(case.directory.path().join("prog.bc")).unwrap();
    write("half.bc", &bitcode[..bitcode.len() / 2]);
    write("empty.bc", b"");
    write("noise.bc", b"\x00\x01\x02 nonsense");
    write("prose.ll", b"This is no assembly.");
    write("renamed.c", &bitcode);
    case.check(&["prog.bc"], 0, "safe");
    case.check(&["renamed.c"], 0, "safe");
    for name in ["half.bc", "empty.bc", "noise.bc", "prose.ll", "."] {
        case.check(&[name], 2, "error: ");
    }
}

#[test]
fn a_saved_violation_can_be_replayed() {
    let case = case(LOST_UPDATE);
    let found = case.verify(&["prog.c", "--save", "found.json", "--workers", "1", "--", "x"]);
    assert_eq!(found.status.code(), Some(1));
    let replayed = case.verify(&["replay", "found.json"]);
    assert_eq!(replayed.status.code(), Some(1));
    let without_figures = |output: &Output| {
        let text = text(&output.stdout);
        let kept = text.lines().filter(|line| !line.contains(" states, ") && !line.contains(" replayed, "));
        kept.collect::<Vec<_>>().join("\n").trim_end().to_owned()
    };
    assert_eq!(without_figures(&found), without_figures(&replayed));
    std::fs::write(&case.file, LOST_UPDATE.replace("return arg;", "return arg; /* changed */")).unwrap();
    case.check(&["replay", "found.json"], 1, "has changed since it was saved, and still fails");
    std::fs::write(&case.file, SAFE).unwrap();
    case.check(&["replay", "found.json"], 2, "does not lead to the violation any more");
}

/// What is presumed of memory is saved along, and tells apart what has the same name in two files.
#[test]
fn namesakes_are_told_apart_in_a_saved_violation() {
    let case = case(
        "#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *work(void *), look(void);
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&lock), n++, pthread_mutex_unlock(&lock);
    look();
}",
    );
    let other = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int m;
static void count(void) { n++, pthread_mutex_lock(&lock), m++, pthread_mutex_unlock(&lock); }
void *work(void *a) { return count(), n++, a; }
void look(void) { count(), assert(n < 5 || m != 3); }";
    std::fs::write(case.directory.path().join("other.c"), other).unwrap();
    for order in [["prog.c", "other.c"], ["other.c", "prog.c"]] {
        case.check(&[order[0], order[1], "--save", "found.json"], 1, "assert");
        case.check(&["replay", "found.json"], 1, "assert");
    }
}

#[test]
fn several_inputs_are_linked() {
    let case = case("int twice(int); int main(void) { return twice(0); }");
    std::fs::write(case.directory.path().join("twice.c"), "int twice(int n) { return 2 * n; }").unwrap();
    case.check(&["prog.c", "twice.c"], 0, "safe");
    case.check(&["prog.c"], 3, "twice");
    case.check(&["run", "prog.c", "twice.c"], 0, "");
    case.check(&["run", "prog.c", "--", "twice.c"], 3, "twice");
    case.check(&["externals", "prog.c"], 0, "not modelled");
    case.check(&["externals", "prog.c", "twice.c"], 0, "nothing from outside");
}

#[test]
fn lines_are_as_long_as_there_is_room() {
    let case = case("#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 2 && argv[1][0] == 'x'); }");
    for columns in ["60", "90"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_verify"));
        command.current_dir(&case.directory).env("COLUMNS", columns).arg("prog.c");
        let report = text(&command.output().unwrap().stdout);
        let longest = report.lines().map(|line| line.chars().count()).max().unwrap();
        let room: usize = columns.parse().unwrap();
        assert!(longest <= room && longest > room - 20, "{longest} of {room}\n{report}");
    }
}

#[test]
fn races_may_be_warnings() {
    let case = case(&LOST_UPDATE.replace("atomic_int n", "int n").replace("assert(n == argc)", "(void)argc"));
    case.check(&["prog.c", "--", "x"], 1, "violation: data-race");
    case.check(&["prog.c", "--races", "warn", "--", "x"], 0, "of 1 variable");
    case.check(&["prog.c", "--allow-race", "n", "--", "x"], 0, "--allow-race allows");
    case.check(&["prog.c", "--allow-race", "m", "--", "x"], 1, "no race needed --allow-race so far: `m`");
    std::fs::write(case.directory.path().join("rules.txt"), "# Old code.\nfn:add # counts\nm\n").unwrap();
    case.check(&["prog.c", "--allow-races", "rules.txt", "--", "x"], 0, "no race needed --allow-race: `m`");
    case.check(&["prog.c", "--allow-races", "none.txt", "--", "x"], 2, "there is no such file");
    case.check(&["prog.c", "--allow-race", "fn:", "--", "x"], 2, "names no place, function or variable");
    case.check(&["prog.c", "--races", "off", "--", "x"], 0, "data races (--races off)");
}

/// Does something that is not modelled beside threads of which the first may fail.
const NOT_MODELLED_BESIDE: &str = r"
    #include <assert.h>
    #include <pthread.h>
    #include <unistd.h>
    static void *worker(void *which) { assert(which != 0); return which; }
    int main(int argc, char **argv) {
        for (long i = argc - 1; i <= argc; i++) { pthread_t t; pthread_create(&t, 0, worker, (void *)i); }
        return fork();
    }";

#[test]
fn what_is_not_modelled_hides_no_violation() {
    let case = case(NOT_MODELLED_BESIDE);
    case.check(&["prog.c"], 1, "which != 0");
    case.check(&["prog.c", "--order", "dfs"], 1, "which != 0");
    case.check(&["prog.c", "--", "x"], 3, "fork");
}

#[test]
fn random_numbers_that_were_not_drawn_are_named() {
    let case = case("#include <stdlib.h>\nint main(void) { return rand() == 5; }");
    case.check(&["prog.c"], 0, "other than those of one seed");
    case.check(&["prog.c", "--random", "explore"], 0, "other than 32 in each call");
}

#[test]
fn tools_show_what_is_inside() {
    let case = case(LOST_UPDATE);
    case.check(&["dump", "prog.c", "-f", "add"], 0, "load ");
    case.check(&["dump", "prog.c", "--function", "nobody"], 2, "no function nobody");
    case.check(&["draw", "prog.c", "--", "x"], 0, "assertion");
    case.check(&["draw", "prog.c", "--states", "2", "--", "x"], 0, "only the first 2 states");
    case.check(&["doctor"], 0, "self-test");
}

#[test]
fn a_closed_pipe_is_no_defect() {
    let case = case(LOST_UPDATE);
    let verify = Path::new(env!("CARGO_BIN_EXE_verify"));
    let script = format!("'{}' prog.c -- x | true; echo ${{PIPESTATUS[0]}}", verify.display());
    let output = Command::new("bash").current_dir(&case.directory).args(["-c", &script]).output().unwrap();
    assert_eq!(text(&output.stdout).trim(), "1");
}

#[test]
fn a_run_passes_on_what_the_program_does() {
    let case = case(
        r#"
        #include <stdio.h>
        int main(int argc, char **argv) {
            char line[16];
            fprintf(stderr, "%d arguments\n", argc - 1);
            while (fgets(line, sizeof line, stdin))
                printf("%s: %s", argv[1], line);
            return 40 + argc;
        }"#,
    );
    std::fs::write(case.directory.path().join("input"), "one\ntwo\n").unwrap();
    let output = case.verify(&["run", "--stdin", "input", "prog.c", "-x", "y"]);
    assert_eq!(output.status.code(), Some(43));
    assert_eq!(text(&output.stdout), "-x: one\n-x: two\n");
    assert_eq!(text(&output.stderr), "2 arguments\n");
}

#[test]
fn a_run_reports_to_standard_error() {
    let wrong = case("#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }");
    let output = wrong.verify(&["run", "prog.c"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    assert!(text(&output.stderr).contains("use-after-free"), "{}", text(&output.stderr));
    assert_eq!(case(NOT_MODELLED).verify(&["run", "prog.c"]).status.code(), Some(3));
    assert_eq!(case(ENDLESS).verify(&["run", "--time", "1s", "prog.c"]).status.code(), Some(4));
}

#[test]
fn a_random_schedule_is_the_same_for_the_same_seed() {
    let case = case(LOST_UPDATE);
    let status = |seed: u64| {
        let schedule = format!("random:{seed}");
        case.verify(&["run", "--schedule", &schedule, "prog.c", "x"]).status.code()
    };
    let statuses: Vec<_> = (0..40).map(status).collect();
    assert!(statuses.contains(&Some(0)) && statuses.contains(&Some(1)), "{statuses:?}");
    assert_eq!(statuses[..5], (0..5).map(status).collect::<Vec<_>>());
}

#[test]
fn an_audit_says_what_it_compared() {
    let case = case(LOST_UPDATE);
    let safe = text(&case.verify(&["--audit", "--states", "200000", "prog.c"]).stdout);
    let squeezed = safe.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed.contains("audited: a search at --reduction none ("), "{safe}");
    assert!(squeezed.contains("found the same outcome, 0 violations, 1 exit status, 0 prints"), "{safe}");
    let violation = case.verify(&["--audit", "--format", "json", "prog.c", "--", "x"]);
    let json: serde_json::Value = serde_json::from_slice(&violation.stdout).unwrap();
    let audit = &json["checks"]["audit"];
    assert_eq!((violation.status.code(), &json["kind"]), (Some(1), &"assert".into()));
    assert_eq!((&audit["level"], &audit["compared"][1]), (&"none".into(), &"1 violation".into()));
    assert!(audit["pairs"].as_u64().unwrap() > 0);
    // Not even the coarsest fits.
    let case = self::case(LOCKED);
    let small = case.verify(&["--audit", "--states", "20", "--format", "json", "prog.c"]);
    let json: serde_json::Value = serde_json::from_slice(&small.stdout).unwrap();
    assert_eq!((&json["outcome"], &json["checks"]["audit"]["level"]), (&"safe".into(), &serde_json::Value::Null));
    let text = text(&case.verify(&["--audit", "--states", "20", "prog.c"]).stdout);
    assert!(text.contains("not audited"), "{text}");
}

#[test]
fn what_is_left_out_of_time_is_said() {
    let case = case("#include <time.h>\nint main(void) { time_t t = time(0); while (time(0) < t + 2) {} return 0; }");
    case.check(&["prog.c"], 0, "leaps of the clock");
    assert!(!text(&self::case(SAFE).verify(&["prog.c"]).stdout).contains("clock"));
}

/// Ctrl-C ends a search with what it has.
#[test]
fn an_interrupted_search_tells_its_figures() {
    for signal in ["-INT", "-TERM"] {
        let case = case(ENDLESS_TWICE);
        // A test in the background of a script was told to ignore some signals, and hands that on.
        let mut command = Command::new("env");
        command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_verify")]);
        command.current_dir(&case.directory).args(["prog.c", "--format", "json"]);
        let child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        // Long enough for it to be searching; it would go on until memory is full.
        std::thread::sleep(std::time::Duration::from_secs(3));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", text(&output.stdout));
        let report = json(&output);
        assert_eq!(report["outcome"], "limit");
        assert_eq!(report["message"], "the search was interrupted");
        assert!(report["statistics"]["states"].as_u64().unwrap() > 1);
    }
}

const PRINTS_ITS_USAGE: &str = r#"
#include <stdio.h>
static int work(int n) {
    if (n > 2)
        return 1;
    return 0;
}
int main(int argc, char **argv) {
    if (argc > 1)
        return work(argc);
    fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 1;
}
"#;

/// A program that did nothing is safe, but the reader is told.
#[test]
fn what_was_never_reached_is_told() {
    let case = case(PRINTS_ITS_USAGE);
    case.check(&["prog.c"], 0, "every execution exits with status 1; one of them prints\n  usage: prog FILE\n");
    case.check(&["prog.c"], 0, "never entered: 1 of 2 functions\n  work\n");
    case.check(&["prog.c", "--coverage", "--", "x"], 0, "never reached: 5, 11–12");
    case.check(&["prog.c", "--coverage-lcov", "cov.info", "--", "x"], 0, "safe");
    let lcov = std::fs::read_to_string(case.directory.path().join("cov.info")).unwrap();
    assert!(lcov.contains("SF:prog.c\n") && lcov.contains("FNDA:1,work\n"), "{lcov}");
    assert!(lcov.contains("DA:5,0\n") && lcov.contains("DA:6,1\n"), "{lcov}");
    let report = json(&case.verify(&["prog.c", "--format", "json"]));
    assert_eq!(report["failing"][0]["status"], 1);
}
