//! A program as C, and on which line each statement stands.
//!
//! One statement, one line: a violation is then known by its kind and line.

use super::program::{
    BOX, Binary, Expr, MUTEX, NODES, Object, Place, Program, RECURSIVE, Rmw, SEMAPHORE, SHARED, Stmt, Sync,
};
use std::fmt::Write;

/// C source, and the line of each statement by its number in program order.
pub(super) struct Printed {
    pub text: String,
    pub lines: Vec<u32>,
    /// The lines of the bodies of `get`, `put`, `bump`, `init` and `destroy`.
    pub helpers: [u32; HELPERS],
}

pub(super) const HELPERS: usize = 5;

const HEADER: &str = "\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
";

/// What is declared where the program mentions it; at most one of these on a line.
const DECLARATIONS: [(&str, &str); 34] = [
    ("slot", "void *_Atomic slot;"),
    ("__VERIFIER_atomic_begin", "void __VERIFIER_atomic_begin(void);"),
    ("__VERIFIER_atomic_begin", "void __VERIFIER_atomic_end(void);"),
    ("__VERIFIER_assume", "void __VERIFIER_assume(int);"),
    ("__VERIFIER_nondet_bool", "_Bool __VERIFIER_nondet_bool(void);"),
    ("trio", "struct trio { int x, y, z; };"),
    ("p0", "int p0;"),
    ("p1", "int p1;"),
    ("p2", "int p2;"),
    ("cells", "int cells[4];"),
    ("a0", "atomic_int a0;"),
    ("a1", "atomic_int a1;"),
    ("a2", "atomic_int a2;"),
    ("s0", "struct trio s0;"),
    ("s1", "struct trio s1;"),
    ("b", "struct { signed char w, x, y, z; } b;"),
    ("tl", "_Thread_local int tl;"),
    ("h0", "_Atomic(struct node *) h0;"),
    ("h1", "_Atomic(struct node *) h1;"),
    ("ptr", "_Atomic(int *) ptr;"),
    ("m0", "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;"),
    ("m1", "pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;"),
    ("m2", "pthread_mutex_t m2 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;"),
    ("c0", "pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;"),
    ("c1", "pthread_cond_t c1 = PTHREAD_COND_INITIALIZER;"),
    ("rw", "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;"),
    ("sem", "sem_t sem;"),
    ("bar", "pthread_barrier_t bar;"),
    ("once", "pthread_once_t once = PTHREAD_ONCE_INIT;"),
    ("key", "pthread_key_t key;"),
    ("tm", "pthread_t tm;"),
    ("late", "const struct timespec late = {1, 0};"),
    ("__augur_exit", "_Noreturn void __augur_exit(int status);"),
    ("result", "unsigned result(unsigned s, int x, int y, int z) { return ((s * 31 + x) * 31 + y) * 31 + z; }"),
];

/// Variables that can lie in a large object, far apart.
const WIDE: [&str; 7] = ["p0", "p1", "p2", "cells", "a0", "a1", "a2"];
const WIDE_DECLARATION: &str = "struct { int p0_; char g0[600]; int p1_; char g1[2000]; int p2_, cells_[4]; \
    char g2[500]; atomic_int a0_, a1_; char g3[40000]; atomic_int a2_; } wide;\n";

const HELPER_TEXTS: [(&str, &str); HELPERS] = [
    ("get", "static int get(const int *p) { return *p; }"),
    ("put", "static void put(int *p, int v) { *p = v; }"),
    ("bump", "static void bump(int *p) { *p += 1; }"),
    ("once", "static void init(void) { p2 += 1; }"),
    ("key", "static void destroy(void *v) { atomic_fetch_add(&a2, (int)(long)v); }"),
];

pub(super) fn print(program: &Program) -> Printed {
    let mut bodies = Printer { program, out: String::new(), lines: Vec::new(), depth: 1, loops: 0, in_main: false };
    let mut ranges: Vec<std::ops::Range<usize>> = vec![std::ops::Range::default()];
    for (number, body) in program.threads.iter().enumerate().skip(1) {
        let start = bodies.lines.len();
        match program.model_of(number) {
            model if model < number => bodies.lines.extend_from_within(ranges[model].clone()),
            _ => bodies.thread(number, body),
        }
        ranges.push(start..bodies.lines.len());
    }
    bodies.main(&program.threads[0]);
    // Only what is used gets declared: a shrunk program is for people.
    let mut out = HEADER.to_owned();
    let implied =
        |word: &str| word == "p2" && mentions(&bodies.out, "once") || word == "a2" && mentions(&bodies.out, "key");
    let used = |word: &str| mentions(&bodies.out, word) || implied(word);
    if used("node") {
        let lock = if used("m") { " pthread_mutex_t m;" } else { "" };
        // Long objects are kept in parts.
        let pad = if bodies.out.len() % 4 == 1 { " char pad[300];" } else { "" };
        let _ = writeln!(out, "struct node {{ int v;{pad} atomic_int c; struct node *next;{lock} }};");
    }
    // Whether variables have memory of their own or lie in a large object makes no difference, except
    // to how states are kept. Any rule will do that is the same for the same program.
    let wide = bodies.out.len().is_multiple_of(3) && WIDE.iter().any(|name| used(name));
    if wide {
        out.push_str(WIDE_DECLARATION);
    }
    for (name, text) in DECLARATIONS {
        if wide && used(name) && WIDE.contains(&name) {
            let _ = writeln!(out, "#define {name} wide.{name}_");
        } else if used(name) || name == "trio" && (used("s0") || used("s1")) {
            let _ = writeln!(out, "{text}");
        }
    }
    for thread in (1..4).filter(|t| program.shares_handle(*t)) {
        let _ = writeln!(out, "pthread_t t{thread};");
    }
    for number in 1..program.threads.len() {
        let (use_of, definition) = (format!("NULL, thread{number},"), format!("void *thread{number}("));
        if bodies.out.find(&use_of) < bodies.out.find(&definition) && bodies.out.contains(&use_of) {
            let _ = writeln!(out, "{definition}void *arg);");
        }
    }
    out.push('\n');
    let helpers = HELPER_TEXTS.map(|(name, text)| {
        if used(name) {
            let _ = writeln!(out, "{text}");
        }
        out.lines().count() as u32
    });
    if used("new_node") {
        let lock = if used("m") { "    pthread_mutex_init(&n->m, NULL);\n" } else { "" };
        let _ = writeln!(
            out,
            "static struct node *new_node(int v) {{\n    struct node *n = malloc(sizeof *n);\n    n->v = v;\n    \
             atomic_init(&n->c, 0);\n    n->next = NULL;\n{lock}    return n;\n}}"
        );
    }
    let before = out.lines().count() as u32;
    let lines = bodies.lines.iter().map(|line| line + before).collect();
    Printed { text: out + &bodies.out, lines, helpers }
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

struct Printer<'a> {
    program: &'a Program,
    out: String,
    lines: Vec<u32>,
    depth: usize,
    loops: usize,
    in_main: bool,
}

impl Printer<'_> {
    fn line(&self) -> u32 {
        self.out.matches('\n').count() as u32 + 1
    }

    fn put(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * self.depth);
    }

    /// The variables of a thread and what it does.
    fn function(&mut self, body: &[Stmt]) {
        let mut inner = Printer { out: String::new(), lines: Vec::new(), ..*self };
        inner.body(body);
        self.put("unsigned status = 0;");
        self.put("int r0 = 0, r1 = 0, r2 = 0;");
        for name in (0..NODES).map(|n| format!("n{n}")).filter(|name| mentions(&inner.out, name)) {
            self.put(&format!("struct node *{name} = NULL;"));
        }
        let blocks = mentions(&inner.out, "mine");
        if blocks {
            self.put("void *mine = NULL, *old = NULL;");
        }
        if mentions(&inner.out, "q") {
            self.put("int *q = NULL;");
        }
        let own = (1..4).filter(|t| !self.program.shares_handle(*t)).map(|t| format!("t{t}"));
        for name in own.filter(|name| mentions(&inner.out, name)) {
            self.put(&format!("pthread_t {name};"));
        }
        self.body(body);
        if blocks {
            self.put("free(mine);");
        }
    }

    fn thread(&mut self, number: usize, body: &[Stmt]) {
        let _ = writeln!(self.out, "\nvoid *thread{number}(void *arg) {{");
        self.function(body);
        self.put("return (void *)(unsigned long)result(status, r0, r1, r2);");
        self.out.push_str("}\n");
    }

    fn main(&mut self, body: &[Stmt]) {
        self.out.push_str("\nint main(void) {\n");
        self.in_main = true;
        self.put("int box = 0;");
        let any = |wanted: &dyn Fn(&Stmt) -> bool| self.program.statements().into_iter().any(wanted);
        let preparations = [
            (any(&|s| matches!(s, Stmt::Sync(_, Object::Shared(SEMAPHORE)))), "sem_init(&sem, 0, 1);"),
            (any(&|s| matches!(s, Stmt::Sync(Sync::Meet, _))), "pthread_barrier_init(&bar, NULL, 2);"),
            (any(&|s| matches!(s, Stmt::SetKey(_) | Stmt::GetKey(_))), "pthread_key_create(&key, destroy);"),
            (any(&|s| matches!(s, Stmt::Join(0))), "tm = pthread_self();"),
        ];
        for (_, text) in preparations.into_iter().filter(|(needed, _)| *needed) {
            self.put(text);
        }
        self.function(body);
        // Not `return`: whoever still runs may look at `box`. Not `exit` either, which keeps eight bits.
        self.put("__augur_exit((int)(result(status, r0, r1, r2) & 0x7fffffff));");
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
                self.put(&format!("if ({}) {{", self.expr(condition)));
                self.nested(then);
                if !other.is_empty() {
                    self.put("} else {");
                    self.nested(other);
                }
                self.put("}");
            }
            Stmt::Repeat(times, body) => {
                let i = ["i", "j"][self.loops % 2];
                self.put(&format!("for (int {i} = 0; {i} < {times}; {i}++) {{"));
                self.loops += 1;
                self.nested(body);
                self.loops -= 1;
                self.put("}");
            }
            Stmt::Section(body) => {
                self.put("__VERIFIER_atomic_begin();");
                self.nested(body);
                self.put("__VERIFIER_atomic_end();");
            }
            Stmt::Scope(body) => {
                self.put("{ int v = 0; atomic_store(&ptr, &v);");
                self.nested(body);
                self.put("}");
            }
            simple => self.put(&self.simple(simple)),
        }
    }

    fn nested(&mut self, body: &[Stmt]) {
        self.depth += 1;
        self.body(body);
        self.depth -= 1;
    }

    fn simple(&self, stmt: &Stmt) -> String {
        let shared = |number: &u8| SHARED[*number as usize];
        let structure = |number: &u8| shared(number).trim_end_matches(".x");
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
            Stmt::Round(r) if self.loops == 0 => format!("r{r} = 0;"),
            Stmt::Round(r) => format!("r{r} = {};", ["i", "j"][(self.loops - 1) % 2]),
            Stmt::Spin(condition) => format!("while ({}) ;", self.expr(condition)),
            Stmt::Assert(condition) => format!("assert({});", self.expr(condition)),
            Stmt::Observe(value) => format!("status = status * 31 + (unsigned)({});", self.expr(value)),
            Stmt::Sync(sync, object) => sync_call(*sync, *object),
            Stmt::Wait(m, condition) => {
                format!("while ({}) pthread_cond_wait(&{}, &{});", self.expr(condition), condition_of(*m), shared(m))
            }
            Stmt::Create(t) => {
                let argument = match self.program.arguments[*t as usize] {
                    BOX if !self.in_main => "arg".to_owned(),
                    number => format!("&{}", SHARED[number as usize]),
                };
                let function = self.program.model_of(*t as usize);
                format!("pthread_create(&t{t}, NULL, thread{function}, {argument});")
            }
            Stmt::Join(t) => {
                let t = if *t == 0 { "m".to_owned() } else { t.to_string() };
                format!("{{ void *v; pthread_join(t{t}, &v); status = status * 31 + (unsigned)(unsigned long)v; }}")
            }
            Stmt::Detach(t) => format!("pthread_detach(t{t});"),
            Stmt::Copy(to, from) => {
                let (to, from) = (structure(to), structure(from));
                format!("memcpy(&{to}, &{from}, sizeof {to});")
            }
            Stmt::Snapshot(from) => {
                let from = structure(from);
                format!("{{ struct trio l; memcpy(&l, &{from}, sizeof l); r0 = l.x; r1 = l.z; }}")
            }
            Stmt::Get(r, place) => format!("r{r} = get({});", self.address(*place)),
            Stmt::Put(place, value) => format!("put({}, {});", self.address(*place), self.expr(value)),
            Stmt::Bump(place) => format!("bump({});", self.address(*place)),
            Stmt::New(n, value) => format!("n{n} = new_node({value});"),
            Stmt::Free(n) => format!("free(n{n});"),
            Stmt::Publish(h, n) => format!("atomic_store(&{}, n{n});", shared(h)),
            Stmt::Take(n, h) => format!("n{n} = atomic_exchange(&{}, NULL);", shared(h)),
            Stmt::Peek(n, h) => format!("n{n} = atomic_load(&{});", shared(h)),
            Stmt::Link(n, m) => format!("n{n}->next = n{m};"),
            Stmt::Follow(m, n) => format!("n{m} = n{n}->next;"),
            Stmt::Point(place) => format!("atomic_store(&ptr, {});", self.address(*place)),
            Stmt::Aim => "q = atomic_load(&ptr);".into(),
            Stmt::Drop(n) => format!("n{n} = NULL;"),
            Stmt::Choose(r) => format!("r{r} = __VERIFIER_nondet_bool();"),
            Stmt::Assume(e) => format!("__VERIFIER_assume({});", self.expr(e)),
            Stmt::Exit(status) => format!("__augur_exit({status});"),
            Stmt::Leave => "pthread_exit((void *)(unsigned long)result(status, r0, r1, r2));".into(),
            Stmt::SetKey(value) => format!("pthread_setspecific(key, (void *){value}L);"),
            Stmt::GetKey(r) => format!("r{r} = (int)(long)pthread_getspecific(key);"),
            Stmt::DetachSelf => "pthread_detach(pthread_self());".into(),
            Stmt::Cancel(t) => format!("pthread_cancel(t{t});"),
            Stmt::TestCancel => "pthread_testcancel();".into(),
            Stmt::Make => "if (!mine) mine = malloc(8);".into(),
            Stmt::Swap => "old = mine; mine = atomic_exchange(&slot, mine);".into(),
            Stmt::Release => "old = mine; free(mine); mine = NULL;".into(),
            Stmt::Same(r) => format!("r{r} = old && (old == mine || old == atomic_load(&slot));"),
            Stmt::If(..) | Stmt::Repeat(..) | Stmt::Section(_) | Stmt::Scope(_) => String::new(),
        }
    }

    fn address(&self, place: Place) -> String {
        let name = self.name(place);
        if place == Place::Shared(0) {
            return name;
        }
        match name.strip_prefix("*(int *)").or(name.strip_prefix('*')) {
            Some(pointer) => pointer.to_owned(),
            None => format!("&{name}"),
        }
    }

    fn name(&self, place: Place) -> String {
        match place {
            Place::Shared(BOX) if !self.in_main => "*(int *)arg".into(),
            Place::Shared(number) => SHARED[number as usize].into(),
            Place::Indexed(r) => format!("cells[r{r} & 3]"),
            Place::ThreadLocal => "tl".into(),
            Place::Own(r) => format!("r{r}"),
            Place::Value(n) => format!("n{n}->v"),
            Place::Count(n) => format!("n{n}->c"),
            Place::Deref => "*q".into(),
            Place::Block => "v".into(),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Read(place) if place.is_atomic() => format!("atomic_load(&{})", self.name(*place)),
            Expr::Read(place) => self.name(*place),
            Expr::IsNode(n) => format!("n{n} != NULL"),
            Expr::IsPointer => "q != NULL".into(),
            Expr::IsHead(h) => format!("atomic_load(&{}) != NULL", SHARED[*h as usize]),
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

fn condition_of(mutex: u8) -> String {
    format!("c{}", mutex.min(RECURSIVE) - MUTEX)
}

fn sync_call(sync: Sync, object: Object) -> String {
    let (name, condition) = match object {
        Object::Shared(number) => (SHARED[number as usize].to_owned(), condition_of(number)),
        Object::Node(n) => (format!("n{n}->m"), String::new()),
    };
    match sync {
        Sync::Lock => format!("pthread_mutex_lock(&{name});"),
        Sync::TryLock(r) => format!("r{r} = pthread_mutex_trylock(&{name});"),
        Sync::Unlock => format!("pthread_mutex_unlock(&{name});"),
        Sync::TimedWait(r) => format!("r{r} = pthread_cond_timedwait(&{condition}, &{name}, &late);"),
        Sync::Signal => format!("pthread_cond_signal(&{condition});"),
        Sync::Broadcast => format!("pthread_cond_broadcast(&{condition});"),
        Sync::ReadLock => format!("pthread_rwlock_rdlock(&{name});"),
        Sync::WriteLock => format!("pthread_rwlock_wrlock(&{name});"),
        Sync::RwUnlock => format!("pthread_rwlock_unlock(&{name});"),
        Sync::Down => format!("sem_wait(&{name});"),
        Sync::Up => format!("sem_post(&{name});"),
        Sync::Wait => format!("pthread_cond_wait(&{condition}, &{name});"),
        Sync::Meet => format!("pthread_barrier_wait(&{name});"),
        Sync::Once => format!("pthread_once(&{name}, init);"),
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
    use super::super::program::{ATOMIC, PLAIN};
    use super::*;

    #[test]
    fn lines_point_at_their_statements() {
        let add = |place| Expr::Binary(Binary::Add, Box::new(Expr::Read(place)), Box::new(Expr::Const(1)));
        let mutex = |sync| Stmt::Sync(sync, Object::Shared(MUTEX));
        let body = vec![
            Stmt::Assign(Place::Shared(PLAIN), add(Place::Shared(PLAIN + 1))),
            Stmt::If(Expr::Read(Place::Shared(ATOMIC)), vec![mutex(Sync::Lock)], vec![mutex(Sync::Unlock)]),
            Stmt::Bump(Place::Shared(BOX)),
        ];
        let main = vec![mutex(Sync::Signal), Stmt::Assert(Expr::Read(Place::Shared(BOX)))];
        let printed = print(&Program { threads: vec![main, body], arguments: vec![BOX; 2] });
        let lines: Vec<&str> = printed.text.lines().collect();
        let at: Vec<&str> = printed.lines.iter().map(|line| lines[*line as usize - 1].trim()).collect();
        let expected = [
            "p0 = p1 + 1;",
            "if (atomic_load(&a0)) {",
            "pthread_mutex_lock(&m0);",
            "pthread_mutex_unlock(&m0);",
            "bump(arg);",
            "pthread_cond_signal(&c0);",
            "assert(box);",
        ];
        assert_eq!(at, expected);
        assert!(lines[printed.helpers[2] as usize - 1].starts_with("static void bump"));
        assert!(!mentions(&printed.text, "p2"));
    }
}
