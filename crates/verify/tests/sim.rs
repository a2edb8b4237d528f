//! `verify sim` with scripts. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use splitmix::SplitMix;

/// A list, a lock, an array, bit-fields, a union, floats, a thread-local and a static variable.
const PROGRAM: &str = r#"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
enum colour { RED, GREEN = 5 };
struct node { int value; struct node *next; enum colour colour; unsigned low : 3; int high : 5; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t many = PTHREAD_RWLOCK_INITIALIZER;
static sem_t slots;
int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
double ratio = 1.5;
union { int whole; unsigned char bytes[4]; } mixed = {0x01020304};
static _Thread_local int mine = 3;
static int counter;
static int count(int by) {
    static int calls = 40;
    calls++;
    return calls + by;
}
static void push(int value) {
    struct node *n = calloc(1, sizeof *n);
    n->value = value;
    n->colour = GREEN;
    n->low = 6;
    n->high = -2;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    counter = count(value);
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg) {
    mine = 7;
    push(11);
    return arg;
}
int main(int argc, char **argv) {
    sem_init(&slots, 0, 2);
    pthread_rwlock_rdlock(&many);
    pthread_rwlock_unlock(&many);
    if (table[argc][2] + (int)ratio == mixed.whole)
        return 3;
    pthread_t t;
    pthread_create(&t, NULL, worker, argv);
    push(22);
    pthread_join(t, NULL);
    free(head->next);
    free(head);
    return argc - 1;
}
"#;

struct Case {
    directory: tempfile::TempDir,
    file: PathBuf,
}

fn case(source: &str, name: &str) -> Case {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(name);
    std::fs::write(&file, source).unwrap();
    Case { directory, file }
}

impl Case {
    fn run(&self, args: &[&str], script: &str) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.current_dir(&self.directory).args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let script = script.to_string();
        let writer = std::thread::spawn(move || drop(stdin.write_all(script.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap_or(-1), text)
    }

    fn sim(&self, script: &str) -> String {
        let (code, text) = self.run(&["sim", self.file.to_str().unwrap()], script);
        assert_eq!(code, 0, "{text}");
        text
    }

    /// What `print` says to each expression after some commands.
    #[track_caller]
    fn prints(&self, before: &str, expected: &[(&str, &str)]) {
        let script: String = expected.iter().map(|(expression, _)| format!("print {expression}\n")).collect();
        let text = self.sim(&format!("{before}\n{script}"));
        for (expression, value) in expected {
            let answer = text.split_once(&format!("print {expression}\n")).unwrap().1.lines().next().unwrap();
            assert_eq!(answer, *value, "{expression}");
        }
    }
}

#[test]
fn expressions_of_c() {
    let case = case(PROGRAM, "prog.c");
    case.prints(
        "break count\nrun @0\nup",
        &[
            ("head", "heap block #1 (24 bytes)"),
            ("head->value", "22"),
            ("*head", "{value = 22, next = null, colour = GREEN, low = 6, high = -2}"),
            ("head->next == NULL", "1"),
            ("head->colour == GREEN && !head->next", "1"),
            ("n->low + n->high", "4"),
            ("&n->colour", "heap block #1 (24 bytes) + 16"),
            ("*&n->value", "22"),
            ("#1.value", "22"),
            ("table[1][2] * 2 - 1", "11"),
            ("table", "{{1, 2, 3}, {4, 5, 6}}"),
            ("*(table[1] + 1)", "5"),
            ("&table[1][1] - &table[1][0]", "1"),
            ("ratio * 2", "3"),
            ("mixed.bytes[3]", "1"),
            ("mixed.whole >> 8 & 0xff", "3"),
            ("(unsigned char)-1", "255"),
            ("(struct node *)(void *)head == n", "1"),
            ("sizeof(struct node) + sizeof table", "48"),
            ("value > 20 ? 1 : 2", "1"),
            ("mine", "3"),
            ("push::value", "22"),
            ("main::argc", "1"),
            ("main::argv[0]", "\"prog\""),
            ("worker", "worker"),
            ("-7 / 2", "-3"),
            ("1u - 2 > 0", "1"),
            ("'a' + 1", "98"),
        ],
    );
}

#[test]
fn what_cannot_be_printed_says_why() {
    let case = case(PROGRAM, "prog.c");
    case.prints(
        "break count\nrun @0\nup",
        &[
            ("nothing", "nothing is called `nothing` here"),
            ("head->wrong", "struct node has no member `wrong`; it has value, next, colour, low, high"),
            ("head->next->value", "the pointer is null"),
            ("table[2]", "the array has 2 elements"),
            ("head[1].value", "heap block #1 (24 bytes) + 24 is outside of it (24 bytes)"),
            ("value / 0", "division by zero"),
            ("1 << 40", "`<<` by 40 has no meaning"),
            ("*value", "int is no pointer"),
            ("count(1)", "functions cannot be called here"),
            ("value = 1", "`=`: nothing can be changed here; `==` compares"),
            ("&n->low", "it has no address: it lives in a register, or is a bit-field or a result"),
            ("(", "the expression ends too early"),
        ],
    );
}

#[test]
fn members_of_classes() {
    let source = r#"
        namespace bank { struct base { int id = 4; }; }
        struct account : bank::base {
            int balance = 1;
            account *next = nullptr;
            void add(int by) { balance += by; }
        };
        namespace bank { static account first; }
        int main() {
            account &it = bank::first;
            it.add(5);
            return it.balance - 6;
        }
    "#;
    let case = case(source, "prog.cpp");
    case.prints(
        "run to add",
        &[
            ("balance", "1"),
            ("this->balance + by", "6"),
            ("id", "4"),
            ("bank::first.id", "4"),
            ("main::it.balance", "1"),
            ("next", "null"),
        ],
    );
}

#[test]
fn locks_heap_and_threads() {
    let text = case(PROGRAM, "prog.c")
        .sim("break count\nrun @0\nlocks\nheap\nthreads\nbt\nup\nlocals\nstep @1 9\nlocks\nstep @1\n");
    assert!(text.contains("lock (mutex)  held by main\n"), "{text}");
    assert!(text.contains("many (read-write lock)  free\n"), "{text}");
    assert!(text.contains("slots (semaphore)  value 2\n"), "{text}");
    assert!(text.contains("#1  24 bytes  struct node  *push::n = {value = 22,"), "{text}");
    assert!(text.contains(">  0  main at prog.c:"), "{text}");
    assert!(text.contains(">  0  count() at prog.c:18"), "{text}");
    assert!(text.contains("   2  main() at prog.c:"), "{text}");
    assert!(text.contains("lock (mutex)  held by main  wanted by thread 1: worker\n"), "{text}");
    assert!(text.contains("thread 1: worker cannot go on: it waits for mutex &lock, held by main\n"), "{text}");
}

#[test]
fn backwards_is_where_forwards_was() {
    let case = case(PROGRAM, "prog.c");
    let forwards: String = (0..30).map(|_| "line\nprint head\nprint counter\n".to_string()).collect();
    let backwards: String = (0..30).map(|_| "print head\nprint counter\nback line\n".to_string()).collect();
    let text = case.sim(&format!("goto 0\n{forwards}{backwards}"));
    let values: Vec<&str> = text.split("print ").skip(1).map(|part| part.lines().nth(1).unwrap_or_default()).collect();
    let (forth, back) = values.split_at(60);
    let mut seen: Vec<&[&str]> = forth.chunks(2).collect();
    seen.reverse();
    seen.dedup();
    let mut again: Vec<&[&str]> = back.chunks(2).collect();
    again.dedup();
    assert_eq!(seen, again, "{text}");
    assert!(seen.len() > 1, "nothing has changed");
}

#[test]
fn breakpoints_and_watches() {
    let script = "break 19\nbreak push if value == 11\nwatch counter\nbreak\nrun\nrun\nrun\nrun\nrun\nrun back\ndelete 2\ndelete\nrun\n";
    let text = case(PROGRAM, "prog.c").sim(script);
    for part in [
        "  1  line prog.c:19\n  2  function push if value == 11\n  3  watch counter\n",
        "breakpoint 1, ",
        "breakpoint 2, thread 1: worker",
        "breakpoint 3: counter: 0 → ",
        "there are no breakpoints",
        "the program exits with 0",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn violations_are_reached() {
    let race = "#include <pthread.h>\nint n;\nvoid *f(void *a) { n++; return a; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); n++; pthread_join(t, 0); }\n";
    let leak = "#include <stdlib.h>\nint main(void) { char *p = malloc(3); p = 0; return p != 0; }\n";
    let free = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }\n";
    for (source, kind) in [(race, "data-race"), (leak, "leak"), (free, "use-after-free")] {
        let case = case(source, "prog.c");
        let (code, text) = case.run(&["prog.c", "--save", "v.json"], "");
        assert_eq!(code, 1, "{text}");
        for command in ["run", "goto violation", "step 1000"] {
            let (code, text) = case.run(&["sim", "v.json"], &format!("{command}\nback\nwhere\nrun\n"));
            assert_eq!(code, 0, "{text}");
            assert_eq!(text.matches(&format!("✗ {kind}: ")).count(), 2, "{text}");
        }
    }
}

#[test]
fn json_has_a_line_for_each_command() {
    let case = case(PROGRAM, "prog.c");
    let script =
        "# nothing\n\nstep\nthreads\nprint head\nprint nobody\nchoices\nlocks\nheap\nhistory\ndiff\nlist\nbt\n";
    let (code, text) = case.run(&["sim", "prog.c", "--format", "json"], script);
    assert_eq!(code, 0, "{text}");
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 11, "{text}");
    assert_eq!(lines[0]["position"]["step"], 1);
    assert_eq!(lines[1]["threads"][0]["name"], "main");
    assert_eq!(lines[2]["value"]["type"], "struct node *");
    assert_eq!(lines[3]["error"], "nothing is called `nobody` here");
}

#[test]
fn bad_files_are_refused() {
    let case = case(PROGRAM, "prog.c");
    std::fs::write(case.directory.path().join("x.json"), "{}").unwrap();
    assert_eq!(case.run(&["sim", "prog.c", "x.json"], "").0, 2);
    assert_eq!(case.run(&["sim", "none.c"], "").0, 2);
    assert_eq!(case.run(&["sim", "prog.c", "--script", "none"], "").0, 2);
}

/// What commands are made of in the test below.
const WORDS: &str = "step | line | next | finish | back | back line | run | run back | goto | choices | break | watch | delete \
    | print | print/x | whatis | display | thread | threads | bt | up | down | frame | locals | globals | \
    locks | heap | list | diff | history | output | where | help | @0 | @1 | @9=3 | 0 | 1 | 2 | 7 | \
    99999999999999999999 | head | -> | next | value | ( | ) | [ | * | & | n | table | lock | if | to | push | \
    random | end | start | violation | line | 18 | prog.c:20 | #1 | == | off | ä | struct node | sizeof | ' | \
    \" | -";

/// Whatever is typed, there is an answer, and the same commands give the same answers.
#[test]
fn any_commands_are_answered() {
    let words: Vec<&str> = WORDS.split(" | ").collect();
    let case = case(PROGRAM, "prog.c");
    let mut chance = SplitMix::new(7);
    let mut script = String::new();
    for _ in 0..1500 {
        for _ in 0..=chance.below(4) {
            script += words[chance.below(words.len())];
            script += " ";
        }
        script += "\n";
    }
    let first = case.sim(&script);
    assert_eq!(first, case.sim(&script));
    assert!(!first.contains("a bug in Augur"), "{first}");
}
