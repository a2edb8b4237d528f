//! A program as C, and on which line each statement stands.
//!
//! One statement, one line: a violation is then known by its kind and line.

use super::program::{
    ATOMICS, Binary, CELLS, Expr, HEADS, LOCALS, MUTEXES, NODES, Observed, PLAINS, Place, Program, Rmw, STRUCTS, Stmt,
};
use std::fmt::Write;

/// C source, and the line of each statement by its number in program order.
pub struct Printed {
    pub text: String,
    pub lines: Vec<u32>,
    /// The lines of the bodies of `get`, `put` and `bump`.
    pub helpers: [u32; 3],
}

const HEADER: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct trio { int x, y, z; };
struct node { int v; atomic_int c; struct node *next; };
";

const NEW_NODE: &str = "\
static struct node *new_node(int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    atomic_init(&n->c, 0);
    n->next = NULL;
    return n;
}
";

pub fn print(program: &Program) -> Printed {
    let mut printer = Printer { out: HEADER.to_owned(), lines: Vec::new(), depth: 1, in_main: false };
    let mut bodies = Printer { out: String::new(), lines: Vec::new(), depth: 1, in_main: false };
    for (number, body) in program.threads.iter().enumerate().skip(1) {
        bodies.thread(program, number, body);
    }
    bodies.in_main = true;
    bodies.main(program);
    // Only what is used gets declared: a shrunk program is for people.
    let used = |word: &str| mentions(&bodies.out, word);
    for name in names("p", PLAINS) {
        printer.declare(used(&name), &format!("int {name};"));
    }
    printer.declare(used("cells"), &format!("int cells[{CELLS}];"));
    for name in names("a", ATOMICS) {
        printer.declare(used(&name), &format!("atomic_int {name};"));
    }
    for name in names("s", STRUCTS) {
        printer.declare(used(&name), &format!("struct trio {name};"));
    }
    for name in names("h", HEADS) {
        printer.declare(used(&name), &format!("_Atomic(struct node *) {name};"));
    }
    for name in names("m", MUTEXES) {
        printer.declare(used(&name), &format!("pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"));
    }
    for name in names("c", MUTEXES) {
        printer.declare(used(&name), &format!("pthread_cond_t {name} = PTHREAD_COND_INITIALIZER;"));
    }
    for name in names("out", program.threads.len() as u8) {
        printer.declare(used(&name), &format!("unsigned {name};"));
    }
    printer.out.push('\n');
    let helpers = [
        ("get", "static int get(const int *p) { return *p; }"),
        ("put", "static void put(int *p, int v) { *p = v; }"),
        ("bump", "static void bump(int *p) { *p += 1; }"),
    ];
    let helpers = helpers.map(|(name, text)| {
        printer.declare(used(name), text);
        printer.line() - 1
    });
    if used("new_node") {
        printer.out.push_str(NEW_NODE);
    }
    let before = printer.line() - 1;
    let lines = bodies.lines.iter().map(|line| line + before).collect();
    Printed { text: printer.out + &bodies.out, lines, helpers }
}

/// The integer variables that statements of one thread use.
pub fn integers(body: &[Stmt]) -> Vec<String> {
    mentioned(body, "r", LOCALS)
}

fn mentioned(body: &[Stmt], letter: &'static str, count: u8) -> Vec<String> {
    let mut probe = Printer { out: String::new(), lines: Vec::new(), depth: 0, in_main: false };
    probe.body(body);
    names(letter, count).filter(|name| mentions(&probe.out, name)).collect()
}

fn names(letter: &'static str, count: u8) -> impl Iterator<Item = String> {
    (0..count).map(move |i| format!("{letter}{i}"))
}

/// Whether the text has the name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_none_or(|c| !word(c));
        let after = text[at + name.len()..].chars().next().is_none_or(|c| !word(c));
        before && after
    })
}

struct Printer {
    out: String,
    lines: Vec<u32>,
    depth: usize,
    in_main: bool,
}

impl Printer {
    /// The line that is written next.
    fn line(&self) -> u32 {
        self.out.matches('\n').count() as u32 + 1
    }

    fn declare(&mut self, used: bool, text: &str) {
        if used {
            self.out.push_str(text);
            self.out.push('\n');
        }
    }

    fn put(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 4 * self.depth);
    }

    fn variables(&mut self, body: &[Stmt]) {
        for name in integers(body) {
            self.put(&format!("int {name} = 0;"));
        }
        for name in mentioned(body, "n", NODES) {
            self.put(&format!("struct node *{name} = NULL;"));
        }
    }

    /// Leaves the thread's integers where `main` finds them.
    fn results(&mut self, program: &Program, number: usize, body: &[Stmt]) {
        if !program.observed.contains(&Observed::Thread(number as u8)) {
            return;
        }
        let used = integers(body);
        let mut sum = String::from("0u");
        for name in names("r", LOCALS) {
            let value = if used.contains(&name) { format!("(unsigned){name}") } else { "0u".into() };
            sum = if sum == "0u" { value } else { format!("({sum} * 31u + {value})") };
        }
        self.put(&format!("out{number} = {sum};"));
    }

    fn thread(&mut self, program: &Program, number: usize, body: &[Stmt]) {
        let _ = writeln!(self.out, "\nstatic void *thread{number}(void *arg) {{");
        self.variables(body);
        self.body(body);
        self.results(program, number, body);
        self.put("return arg;");
        self.out.push_str("}\n");
    }

    fn main(&mut self, program: &Program) {
        self.out.push_str("\nint main(void) {\n");
        self.put("int box = 0;");
        let mut all = program.threads[0].clone();
        all.extend(program.finale.iter().cloned());
        self.variables(&all);
        for number in 1..program.threads.len() {
            self.put(&format!("pthread_t t{number};"));
        }
        for number in 1..program.threads.len() {
            self.put(&format!("pthread_create(&t{number}, NULL, thread{number}, &box);"));
        }
        self.body(&program.threads[0]);
        for number in 1..program.threads.len() {
            self.put(&format!("pthread_join(t{number}, NULL);"));
        }
        self.body(&program.finale);
        self.results(program, 0, &all);
        self.put("unsigned status = 0;");
        for observed in &program.observed {
            let value = match *observed {
                Observed::Place(place) => format!("(unsigned){}", self.read(place)),
                Observed::Head(head) => format!("(atomic_load(&h{head}) != NULL)"),
                Observed::Thread(number) => format!("out{number}"),
            };
            self.put(&format!("status = status * 31u + {value};"));
        }
        self.put("return (int)(status & 0x7fffffffu);");
        self.out.push_str("}\n");
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.lines.push(self.line());
        match stmt {
            Stmt::If(condition, then, other) => {
                let condition = self.expr(condition);
                self.put(&format!("if ({condition}) {{"));
                self.nested(then);
                if !other.is_empty() {
                    self.put("} else {");
                    self.nested(other);
                }
                self.put("}");
            }
            Stmt::Repeat(times, body) => {
                let i = ["i", "j", "k"][self.depth % 3];
                self.put(&format!("for (int {i} = 0; {i} < {times}; {i}++) {{"));
                self.nested(body);
                self.put("}");
            }
            simple => {
                let text = self.simple(simple);
                self.put(&text);
            }
        }
    }

    fn nested(&mut self, body: &[Stmt]) {
        self.depth += 1;
        self.body(body);
        self.depth -= 1;
    }

    fn simple(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Assign(place, value) if place.is_atomic() => {
                format!("atomic_store(&{}, {});", self.name(*place), self.expr(value))
            }
            Stmt::Assign(place, value) => format!("{} = {};", self.name(*place), self.expr(value)),
            Stmt::Rmw(r, place, Rmw::Exchange(value)) => {
                format!("r{r} = atomic_exchange(&{}, {value});", self.name(*place))
            }
            Stmt::Rmw(r, place, Rmw::FetchAdd(value)) => {
                format!("r{r} = atomic_fetch_add(&{}, {value});", self.name(*place))
            }
            Stmt::Rmw(r, place, Rmw::Cas(expected, desired)) => {
                let name = self.name(*place);
                format!("{{ int e = {expected}; r{r} = atomic_compare_exchange_strong(&{name}, &e, {desired}); }}")
            }
            Stmt::Spin(condition) => format!("while ({}) ;", self.expr(condition)),
            Stmt::Assert(condition) => format!("assert({});", self.expr(condition)),
            Stmt::Lock(m) => format!("pthread_mutex_lock(&m{m});"),
            Stmt::Unlock(m) => format!("pthread_mutex_unlock(&m{m});"),
            Stmt::Wait(m, condition) => {
                format!("while ({}) pthread_cond_wait(&c{m}, &m{m});", self.expr(condition))
            }
            Stmt::Signal(c) => format!("pthread_cond_signal(&c{c});"),
            Stmt::Broadcast(c) => format!("pthread_cond_broadcast(&c{c});"),
            Stmt::Copy(to, from) => format!("memcpy(&s{to}, &s{from}, sizeof s{to});"),
            Stmt::Snapshot(from) => {
                format!("{{ struct trio l; memcpy(&l, &s{from}, sizeof l); r0 = l.x; r1 = l.z; }}")
            }
            Stmt::Get(r, place) => format!("r{r} = get({});", self.address(*place)),
            Stmt::Put(place, value) => format!("put({}, {});", self.address(*place), self.expr(value)),
            Stmt::Bump(place) => format!("bump({});", self.address(*place)),
            Stmt::New(n, value) => format!("n{n} = new_node({value});"),
            Stmt::Free(n) => format!("free(n{n});"),
            Stmt::Publish(h, n) => format!("atomic_store(&h{h}, n{n});"),
            Stmt::Take(n, h) => format!("n{n} = atomic_exchange(&h{h}, NULL);"),
            Stmt::Peek(n, h) => format!("n{n} = atomic_load(&h{h});"),
            Stmt::Link(n, m) => format!("n{n}->next = n{m};"),
            Stmt::Follow(m, n) => format!("n{m} = n{n}->next;"),
            Stmt::If(..) | Stmt::Repeat(..) => String::new(),
        }
    }

    fn address(&self, place: Place) -> String {
        match place {
            Place::Box if !self.in_main => "arg".into(),
            _ => format!("&{}", self.name(place)),
        }
    }

    fn name(&self, place: Place) -> String {
        match place {
            Place::Plain(i) => format!("p{i}"),
            Place::Atomic(i) => format!("a{i}"),
            Place::Cell(i) => format!("cells[{i}]"),
            Place::Indexed(r) => format!("cells[r{r} & 1]"),
            Place::Field(s, f) => format!("s{s}.{}", ["x", "y", "z"][f as usize]),
            Place::Box if self.in_main => "box".into(),
            Place::Box => "*(int *)arg".into(),
            Place::Own(r) => format!("r{r}"),
            Place::Value(n) => format!("n{n}->v"),
            Place::Count(n) => format!("n{n}->c"),
        }
    }

    fn read(&self, place: Place) -> String {
        match place.is_atomic() {
            true => format!("atomic_load(&{})", self.name(place)),
            false => self.name(place),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Read(place) => self.read(*place),
            Expr::IsNode(n) => format!("n{n} != NULL"),
            Expr::Binary(op, a, b) => format!("{} {} {}", self.operand(a), symbol(*op), self.operand(b)),
        }
    }

    fn operand(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(_) | Expr::Read(_) => self.expr(expr),
            _ => format!("({})", self.expr(expr)),
        }
    }
}

fn symbol(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Xor => "^",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::And => "&&",
        Binary::Or => "||",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_point_at_their_statements() {
        let add = |place| Expr::Binary(Binary::Add, Box::new(Expr::Read(place)), Box::new(Expr::Const(1)));
        let body = vec![
            Stmt::Assign(Place::Plain(0), add(Place::Plain(1))),
            Stmt::If(Expr::Read(Place::Atomic(0)), vec![Stmt::Lock(1)], vec![Stmt::Unlock(1)]),
            Stmt::Bump(Place::Box),
        ];
        let program = Program {
            threads: vec![vec![Stmt::Signal(0)], body],
            finale: vec![Stmt::Assert(Expr::Read(Place::Box))],
            observed: vec![Observed::Place(Place::Plain(0)), Observed::Thread(1)],
        };
        let printed = print(&program);
        let lines: Vec<&str> = printed.text.lines().collect();
        let at: Vec<&str> = printed.lines.iter().map(|line| lines[*line as usize - 1].trim()).collect();
        let expected = [
            "p0 = p1 + 1;",
            "if (atomic_load(&a0)) {",
            "pthread_mutex_lock(&m1);",
            "pthread_mutex_unlock(&m1);",
            "bump(arg);",
            "pthread_cond_signal(&c0);",
            "assert(box);",
        ];
        assert_eq!(at, expected);
        assert!(lines[printed.helpers[2] as usize - 1].starts_with("static void bump"));
        assert!(!printed.text.contains("p2"));
    }
}
