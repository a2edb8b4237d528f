//! C in, trace out: compiled, searched, replayed, and told in short.

use std::process::Command;

use machine::{Config, Image};
use search::Verdict;

use crate::{Action, Change, Ending, Event, Note, ReplayOptions, Trace, replay};

/// The program, and the directory where its source lies.
fn image(source: &str, flags: &[&str]) -> (Image, tempfile::TempDir) {
    let directory = tempfile::tempdir().expect("a directory");
    let name = if flags.contains(&"-xc++") { "t.cpp" } else { "t.c" };
    std::fs::write(directory.path().join(name), source).expect("written");
    let clang = Command::new("clang-22")
        .current_dir(directory.path())
        .args(["-g", "-c", "-emit-llvm", "-o", "t.bc"])
        .args(flags)
        .arg(name)
        .status()
        .expect("clang-22 runs");
    assert!(clang.success(), "clang accepts the test");
    let bytes = std::fs::read(directory.path().join("t.bc")).expect("read");
    let input = ir::Input::whole(name, &bytes);
    let library = ir::Library::new(runtime::OBJECTS, runtime::ABSENT, Vec::new());
    let program = ir::load(&[input], &ir::LoadOptions::default(), &library);
    let program = program.unwrap_or_else(|error| panic!("it loads: {error:?}"));
    (Image::new(program, Config::default()), directory)
}

fn trace_of(source: &str, flags: &[&str]) -> Trace {
    let (image, directory) = image(source, flags);
    let outcome = search::check(&image, &search::Options::default(), &|_| {});
    let (path, ending) = match outcome.verdict {
        Verdict::Violation { problem, path } => (path, Ending::Violation(problem)),
        Verdict::Unsupported { what, path } => (path, Ending::Unsupported(what)),
        other => panic!("a violation, not {other:?}"),
    };
    let options = ReplayOptions { source_roots: vec![directory.path().into()], ..ReplayOptions::default() };
    let trace = replay(&image, &outcome.presumptions, &path, &ending, &options).expect("the replay agrees");
    assert_eq!(
        replay(&image, &outcome.presumptions, &path, &ending, &options),
        Ok(trace.clone()),
        "traces are deterministic"
    );
    trace
}

fn told_change(change: &Change) -> String {
    match &change.old {
        Some(old) => format!("{}: {old} > {}", change.name, change.new),
        None => format!("{} = {}", change.name, change.new),
    }
}

fn told_note(note: &Note) -> String {
    match note {
        Note::ThreadStarted { thread } => format!("starts {thread}"),
        Note::ThreadEnded => "ends".into(),
        Note::Waits { on } => format!("waits for {} {}", on.what, on.object.as_deref().unwrap_or("?")),
        Note::Chosen { choice } => format!("picks {}", choice.value),
        Note::Allocated { block } => format!("allocates {block}"),
        Note::Freed { block } => format!("frees {block}"),
        Note::Takes { object } => format!("takes {object}"),
        Note::Gives { object } => format!("gives {object}"),
        Note::Wakes { threads } => format!("wakes {threads:?}"),
    }
}

/// `line: what happened`, indented by depth.
fn told(event: &Event) -> String {
    let mut parts: Vec<String> = event.changes.iter().map(told_change).collect();
    parts.extend(event.notes.iter().map(told_note));
    parts.extend(event.output.iter().map(|o| format!("prints {:?}", o.text)));
    let line = event.location.as_ref().map_or(0, |l| l.line);
    let action = match &event.action {
        Action::Line => String::new(),
        Action::Enter { function, arguments } => {
            let arguments: Vec<_> = arguments.iter().map(|a| format!("{} = {}", a.name, a.value)).collect();
            format!(" > {function}({})", arguments.join(", "))
        }
        Action::Leave { function } => format!(" < {function}"),
    };
    let indent = "  ".repeat(event.depth as usize);
    let parts = parts.iter().map(|p| format!(" [{p}]"));
    format!("{indent}{line}:{action}{}", parts.collect::<String>())
}

/// One line for each event, headed by its thread where that changes.
fn story(trace: &Trace) -> Vec<String> {
    let mut lines = Vec::new();
    for step in &trace.steps {
        let choice = step.choice.as_ref().map(|c| format!(" picks {} of {}", c.value, c.count));
        lines.push(format!("thread {}{}", step.thread, choice.unwrap_or_default()));
        lines.extend(step.events.iter().map(told));
    }
    lines
}

#[track_caller]
fn check(source: &str, flags: &[&str], expected: &str) {
    let trace = trace_of(source, flags);
    let expected: Vec<&str> = expected.trim().lines().map(|l| l.trim_end()).collect();
    let found = story(&trace);
    assert_eq!(found, expected, "\n{}\n", found.join("\n"));
}

const LOST_UPDATE: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int counter;
static void *increment(void *arg) {
    int seen = counter;
    counter = seen + 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, increment, 0);
    increment(0);
    pthread_join(t, 0);
    assert(counter == 2);
}";

#[test]
fn threads_take_turns() {
    check(
        LOST_UPDATE,
        &["-O0"],
        "
thread 0
10: > main()
12: [starts 1]
13:
  5: > increment(arg = null)
  6: [seen = 0]
thread 1
5: > increment(arg = null)
6: [seen = 0]
thread 0
  7: [counter: 0 > 1]
  8:
  8: < increment
14: [waits for thread ?]
thread 1
7: [counter: 1 > 1]
8: [ends]
thread 0
14:
15:",
    );
}

#[test]
fn threads_are_introduced() {
    let trace = trace_of(LOST_UPDATE, &["-O2"]);
    let names: Vec<_> = trace.threads.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["main", "increment"]);
    assert_eq!(trace.threads[1].creator, Some(0));
    assert_eq!(trace.threads[1].created.as_ref().map(|l| l.line), Some(12));
    assert_eq!(trace.globals[0].name, "counter");
    assert_eq!(trace.globals[0].value, "1");
    let source = trace.violation.and_then(|violation| violation.source);
    assert_eq!(source.as_deref(), Some("assert(counter == 2);"));
}

#[test]
fn memory_has_the_names_of_the_source() {
    check(
        "#include <assert.h>
#include <stdlib.h>
enum color { RED, GREEN };
struct node { int value; enum color color; struct node *next; char name[8]; };
struct node *head;
static void fill(struct node *n, int value) {
    n->value = value;
    n->color = GREEN;
    n->name[0] = 'x';
}
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = &a[1];
    head = calloc(1, sizeof *head);
    head->next = malloc(sizeof *head);
    head->next->value = 5;
    *p = 7;
    p = a;
    fill(head, *p);
    assert(head->value == 2);
}",
        &["-O0"],
        "
thread 0
11: > main()
12: [a = {1, 2, 3}]
13: [p = &a[1]]
14: [head: null > heap block #1 (24 bytes)] [allocates heap block #1 (24 bytes)]
15: [head->next: null > heap block #2 (24 bytes)] [allocates heap block #2 (24 bytes)]
16: [head->next->value = 5]
17: [a[1]: 2 > 7]
18: [p: &a[1] > &a[0]]
19:
  6: > fill(n = heap block #1 (24 bytes), value = 1)
  7: [n->value: 0 > 1]
  8: [n->color: RED > GREEN]
  9: [n->name: \"\" > \"x\"]
  10: < fill
20:
",
    );
}

#[test]
fn choices_and_output() {
    check(
        "#include <assert.h>
#include <stdio.h>
int __divine_choice(int);
int main(void) {
    int n = __divine_choice(3);
    printf(\"n is %d\\n\", n);
    assert(n != 2);
}",
        &["-O0"],
        "
thread 0
4: > main()
thread 0 picks 2 of 3
5: [n = 2]
6: [prints \"n is 2\\n\"]
7:
",
    );
}

#[test]
fn a_deadlock_says_who_waits() {
    let trace = trace_of(
        "#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
}",
        &["-O0"],
    );
    assert_eq!(story(&trace), ["thread 0", "3: > main()", "4:", "5: [waits for mutex &a]"]);
    let crate::Status::Waiting { on } = &trace.stacks[0].status else {
        panic!("main waits");
    };
    assert_eq!((on.what.as_str(), on.owner), ("mutex", Some(0)));
    let violation = trace.violation.expect("a violation");
    assert_eq!(violation.kind, "deadlock");
    assert_eq!(violation.location.map(|l| l.line), Some(5));
}

#[test]
fn a_race_names_the_memory_and_both_threads() {
    let source = "#include <pthread.h>
struct { int x, y; } shared;
static void *f(void *arg) {
    shared.y = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    shared.y = 2;
    pthread_join(t, 0);
}";
    for flags in ["-O0", "-O2"] {
        let violation = trace_of(source, &[flags]).violation.expect("a violation");
        assert!(violation.message.ends_with("(shared.y)"), "{}", violation.message);
        let mut lines = vec![violation.location.map(|l| l.line), violation.others[0].location.as_ref().map(|l| l.line)];
        lines.sort();
        assert_eq!(lines, [Some(4), Some(10)]);
    }
}

#[test]
fn library_code_is_folded_and_callbacks_are_not() {
    check(
        "#include <assert.h>
#include <stdlib.h>
static int order(const void *a, const void *b) {
    return *(int *)a - *(int *)b;
}
int v[2] = {2, 1};
int main(void) {
    qsort(v, 2, sizeof v[0], order);
    assert(v[0] == 2);
}",
        &["-O0"],
        "
thread 0
7: > main()
8:
  3: > order(a = &v[0], b = &v[1])
  4:
  4: < order
8: [v[0]: 2 > 1] [v[1]: 1 > 2]
9:
",
    );
}

#[test]
fn stacks_show_variables_of_every_frame() {
    let trace = trace_of(
        "#include <assert.h>
struct point { int x; double y; _Bool z; unsigned flag : 3; };
static int depth(int n, const char *name) {
    struct point p = {n, 0.5, 1, 5};
    assert(n < 2);
    return depth(n + 1, name) + (int)p.y + p.x + p.z + p.flag + name[0];
}
int main(int argc, char **argv) { return depth(1, \"abc\"); }",
        &["-O0"],
    );
    let frames = trace.stacks[0].frames.iter().filter(|f| !f.library);
    let told = frames.map(|f| {
        let variables: Vec<_> = f.variables.iter().map(|v| format!("{} = {}", v.name, v.value)).collect();
        let line = f.location.as_ref().map_or(0, |l| l.line);
        format!("{}:{line} {}", f.function, variables.join(", "))
    });
    let p = |x: u32| format!("p = {{x = {x}, y = 0.5, z = true, flag = 5}}");
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            format!("depth:5 n = 2, name = \"abc\", {}", p(2)),
            format!("depth:6 n = 1, name = \"abc\", {}", p(1)),
            "main:8 ".into(),
        ]
    );
}

#[test]
fn inlined_functions_have_frames() {
    let trace = trace_of(
        "#include <stdlib.h>
static inline __attribute__((always_inline)) int half(int n) {
    if (n % 2)
        abort();
    return n / 2;
}
int main(int argc, char **argv) { return half(argc); }",
        &["-O2"],
    );
    let frames = trace.stacks[0].frames.iter().filter(|f| !f.library);
    let told = frames.map(|f| format!("{}:{}", f.function, f.location.as_ref().map_or(0, |l| l.line)));
    assert_eq!(told.collect::<Vec<_>>(), ["half:4", "main:7"]);
}

#[test]
fn without_debug_information_there_is_still_a_story() {
    let trace = trace_of(LOST_UPDATE, &["-O0", "-g0"]);
    let violation = trace.violation.expect("a violation");
    assert_eq!(violation.location.map(|at| (at.line, at.function)), Some((0, "main".into())));
    assert_eq!(trace.threads[1].name, "increment");
    let changes = trace.steps.iter().flat_map(|s| &s.events).flat_map(|e| &e.changes);
    let told: Vec<_> = changes.map(told_change).collect();
    assert_eq!(told, ["counter: 0 > 1", "counter: 1 > 1"]);
}

#[test]
fn a_replay_that_ends_otherwise_is_our_defect() {
    let (image, _directory) = image(LOST_UPDATE, &["-O0"]);
    let outcome = search::check(&image, &search::Options::default(), &|_| {});
    let Verdict::Violation { mut problem, path } = outcome.verdict else {
        panic!("a violation");
    };
    let options = ReplayOptions::default();
    let end = |ending| replay(&image, &outcome.presumptions, &path, &ending, &options).map(|_| ());
    assert_eq!(end(Ending::Violation(problem.clone())), Ok(()));
    assert!(end(Ending::Open).is_err());
    problem.message.push('!');
    assert!(end(Ending::Violation(problem)).is_err());
    assert!(end(Ending::Unsupported("x".into())).is_err());
    let shorter = path[..path.len() - 1].to_vec();
    assert!(replay(&image, &outcome.presumptions, &shorter, &Ending::Open, &options).is_ok());
}

#[test]
fn traces_can_be_serialised() {
    let trace = trace_of(LOST_UPDATE, &["-O0"]);
    let text = serde_json::to_string(&trace).expect("serialised");
    assert_eq!(serde_json::from_str::<Trace>(&text).expect("read again"), trace);
}

/// The trace of a program that goes wrong, with pictures of memory.
fn pictured(source: &str) -> Trace {
    let (image, _directory) = image(source, &[]);
    let outcome = search::check(&image, &search::Options::default(), &|_| {});
    let Verdict::Violation { problem, path } = outcome.verdict else { panic!("a violation") };
    let options = ReplayOptions { pictures: true, ..ReplayOptions::default() };
    replay(&image, &outcome.presumptions, &path, &Ending::Violation(problem), &options).expect("it agrees")
}

#[test]
fn memory_is_drawn_after_each_event() {
    let source = r#"
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct { struct node *head; int length; } list;
static void push(struct node *n) {
    n->next = list.head;
    list.head = n;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        push(n);
    }
    struct node *p = list.head;
    free(p);
    assert(list.length == 2);
}
"#;
    let trace = pictured(source);
    let events: Vec<&Event> = trace.steps.iter().flat_map(|step| &step.events).collect();
    let told = |line: u32| {
        let of_line =
            events.iter().rev().find(|e| e.action == Action::Line && e.location.as_ref().map(|l| l.line) == Some(line));
        let picture = of_line.and_then(|event| event.picture.as_ref()).expect("a picture");
        let field = |f: &crate::Field| format!("{}={}>{}", f.name, f.value, f.to.as_deref().unwrap_or("-"));
        let told = picture.boxes.iter().map(|b| {
            let fields: Vec<String> = b.fields.iter().map(field).collect();
            format!("{} {}: {}", b.id.trim_start_matches('f').trim_matches(char::is_numeric), b.title, fields.join(" "))
        });
        told.collect::<Vec<_>>().join("\n")
    };
    let pushed = told(8);
    assert!(pushed.contains("list.head=heap block #2 (16 bytes)>h2"), "{pushed}");
    assert!(pushed.contains("#2 (node, 16 bytes): next=heap block #1 (16 bytes)>h1 value=1>-"), "{pushed}");
    assert!(pushed.contains("push(): n=heap block #2 (16 bytes)>h2"), "{pushed}");
    let freed = told(17);
    assert!(freed.contains("#2 (node, 16 bytes, freed)") && freed.contains("main(): "), "{freed}");
}

#[test]
fn a_long_trace_has_a_picture_of_its_end() {
    let source =
        "#include <assert.h>\nint n;\nint main(void) {\nfor (int i = 0; i < 2500; i++)\nn = i;\nassert(!n); }\n";
    let trace = pictured(source);
    let pictures = trace.steps.iter().flat_map(|step| &step.events).filter_map(|event| event.picture.as_ref());
    let pictures: Vec<_> = pictures.collect();
    assert!(pictures.iter().any(|picture| picture.boxes.is_empty()), "there is a limit");
    let last = pictures.last().expect("a picture");
    assert_eq!((last.boxes[0].fields[0].name.as_str(), last.boxes[0].fields[0].value.as_str()), ("n", "2499"));
}
