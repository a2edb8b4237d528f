//! Traces as the replay would make them.

use crate::model::Table;
use trace::{
    Action, Change, Event, Frame, Location, Note, Output, Party, Scope, Stack, Status, Step, Thread, Trace, Variable,
    Violation, Wait,
};

pub(super) fn tables() -> [Table; 6] {
    let mut tables = [Table::default(); 6];
    tables[0] = Table { name: "states", entries: 1234, bytes: 20_000, load: 0.9 };
    tables[1] = Table { name: "vectors", entries: 56, bytes: 9_000, load: 0.25 };
    tables[2] = Table { name: "waiting", bytes: 10_488, ..Table::default() };
    tables
}

pub(super) const FILE: &str = "lost_update.c";

pub(super) const SOURCE: &str = "\
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *arg)
{
    (void)arg;
    int seen = counter;
    counter = seen + 1;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
}
";

pub(super) fn line(number: u32) -> String {
    let line = SOURCE.lines().nth(number as usize - 1);
    line.unwrap_or_default().trim().to_string()
}

pub(super) fn at(line: u32, column: u32, function: &str) -> Location {
    Location { file: FILE.into(), line, column, function: function.into() }
}

fn event(number: u32, function: &str) -> Event {
    Event {
        action: Action::Line,
        location: Some(at(number, 5, function)),
        source: Some(line(number)),
        depth: 0,
        changes: Vec::new(),
        reads: Vec::new(),
        output: Vec::new(),
        notes: Vec::new(),
        picture: None,
    }
}

fn changed(mut event: Event, name: &str, old: Option<&str>, new: &str) -> Event {
    event.changes.push(Change { name: name.into(), old: old.map(String::from), new: new.into(), scope: Scope::Global });
    event
}

fn noted(mut event: Event, note: Note) -> Event {
    event.notes.push(note);
    event
}

fn step(thread: u32, preempts: bool, events: Vec<Event>) -> Step {
    Step { thread, preempts, choice: None, cycle: false, events }
}

fn threads() -> Vec<Thread> {
    let main = Thread { number: 0, name: "main".into(), creator: None, created: None, created_in: 0 };
    let worker = |number, line| Thread {
        number,
        name: "increment".into(),
        creator: Some(0),
        created: Some(at(line, 5, "main")),
        created_in: 0,
    };
    vec![main, worker(1, 17), worker(2, 18)]
}

fn frame(function: &str, number: u32, library: bool) -> Frame {
    Frame {
        function: function.into(),
        location: Some(at(number, 5, function)),
        source: (!library).then(|| line(number)),
        library,
        variables: Vec::new(),
    }
}

fn stack(thread: u32, status: Status, frames: Vec<Frame>) -> Stack {
    Stack { thread, status, frames }
}

fn starts() -> Vec<Event> {
    vec![
        noted(event(17, "main"), Note::ThreadStarted { thread: 1 }),
        noted(event(18, "main"), Note::ThreadStarted { thread: 2 }),
    ]
}

pub(super) fn lost_update() -> Trace {
    let mut main = frame("main", 21, false);
    main.variables = vec![Variable { name: "a".into(), value: "1".into() }];
    let library = [frame("__augur_problem", 3, true), frame("__assert_fail", 9, true)];
    let frames = library.into_iter().chain([main]).collect();
    let wait = Wait { what: "thread".into(), object: None, owner: Some(1) };
    Trace {
        violation: Some(Violation {
            kind: "assert".into(),
            message: "assertion `counter == 2` failed".into(),
            thread: 0,
            location: Some(at(21, 5, "main")),
            source: Some(line(21)),
            others: Vec::new(),
            subject: None,
            why: None,
            related: Vec::new(),
        }),
        threads: threads(),
        steps: vec![
            step(0, false, starts()),
            step(0, false, vec![noted(event(19, "main"), Note::Waits { on: wait })]),
            step(1, false, vec![changed(event(9, "increment"), "seen", None, "0")]),
            step(2, true, vec![changed(event(9, "increment"), "seen", None, "0")]),
            step(
                2,
                false,
                vec![
                    changed(event(10, "increment"), "counter", Some("0"), "1"),
                    noted(event(11, "increment"), Note::ThreadEnded),
                ],
            ),
            step(1, false, vec![changed(event(10, "increment"), "counter", Some("1"), "1")]),
            step(1, false, vec![noted(event(11, "increment"), Note::ThreadEnded)]),
            step(0, false, vec![event(19, "main"), event(20, "main"), event(21, "main")]),
        ],
        stacks: vec![
            stack(0, Status::Runnable, frames),
            stack(1, Status::Ended, Vec::new()),
            stack(2, Status::Ended, Vec::new()),
        ],
        globals: vec![Variable { name: "counter".into(), value: "1".into() }],
        output: vec![Output { fd: 1, text: "hello\n\x1b[1mbold\nwithout end".into() }],
        each: Vec::new(),
    }
}

pub(super) fn race() -> Trace {
    let mut trace = lost_update();
    trace.violation = Some(Violation {
        kind: "data-race".into(),
        message: "thread 1 writes 4 bytes of `counter`, which thread 2 reads at the same time".into(),
        thread: 1,
        location: Some(at(10, 13, "increment")),
        source: Some(line(10)),
        others: vec![Party { thread: 2, location: Some(at(9, 16, "increment")), source: Some(line(9)) }],
        subject: None,
        why: Some("nothing keeps them apart: thread 1 has locked nothing, thread 2 has locked `lock`".into()),
        related: Vec::new(),
    });
    trace.steps.truncate(3);
    trace.stacks = vec![
        stack(
            0,
            Status::Waiting { on: Wait { what: "thread".into(), object: None, owner: Some(1) } },
            vec![frame("pthread_join", 9, true), frame("main", 19, false)],
        ),
        stack(1, Status::Runnable, vec![frame("increment", 10, false)]),
        stack(2, Status::Runnable, vec![frame("increment", 9, false)]),
    ];
    trace.output.clear();
    trace
}

pub(super) fn deadlock() -> Trace {
    let mut trace = race();
    let waiting = |object: &str, owner| Status::Waiting {
        on: Wait { what: "mutex".into(), object: Some(object.into()), owner: Some(owner) },
    };
    trace.stacks[1].status = waiting("&forks[1]", 2);
    trace.stacks[2].status = waiting("&forks[0]", 1);
    if let Some(violation) = &mut trace.violation {
        violation.kind = "deadlock".into();
        violation.message = "2 threads wait for each other".into();
        violation.why = Some(
            "thread 1 has `forks[0]` and waits for `forks[1]`, which thread 2 has; and the other way round".into(),
        );
    }
    trace
}

pub(super) fn single() -> Trace {
    let mut enter = event(6, "increment");
    enter.action = Action::Enter {
        function: "increment".into(),
        arguments: vec![Variable { name: "arg".into(), value: "NULL".into() }],
    };
    let mut inner = changed(event(9, "increment"), "seen", None, "0");
    inner.depth = 1;
    inner.output = vec![Output { fd: 1, text: "hi\n".into() }];
    let mut leave = event(11, "increment");
    leave.action = Action::Leave { function: "increment".into() };
    Trace {
        violation: Some(Violation {
            kind: "null-deref".into(),
            message: "reads 4 bytes at NULL".into(),
            thread: 0,
            location: Some(at(21, 12, "main")),
            source: Some(line(21)),
            others: Vec::new(),
            subject: None,
            why: None,
            related: Vec::new(),
        }),
        threads: threads().into_iter().take(1).collect(),
        steps: vec![step(0, false, vec![enter, inner, leave, event(21, "main")])],
        stacks: vec![stack(0, Status::Runnable, vec![frame("main", 21, false)])],
        ..Trace::default()
    }
}
