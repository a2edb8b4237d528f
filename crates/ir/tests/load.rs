//! Loading through the public interface: what C becomes, and what is refused how.

// Helpers of tests are tests, too.
#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use ir::{Input, LoadError, LoadOptions, Op, Program, disassemble};

/// Compiles C to bitcode.
fn compile(source: &str, flags: &[&str]) -> Vec<u8> {
    let mut child = Command::new("clang-22")
        .args(["-x", "c", "-c", "-emit-llvm", "-w", "-o", "-"])
        .args(flags)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(source.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "clang refuses:\n{source}");
    output.stdout
}

fn library() -> Arc<ir::Library> {
    ir::Library::new(runtime::OBJECTS, runtime::ABSENT, Vec::new())
}

fn load(bytes: &[u8]) -> Result<Program, LoadError> {
    let name = "input";
    ir::load(&[Input::whole(name, bytes)], &LoadOptions::default(), &library())
}

fn load_c(source: &str, flags: &[&str]) -> Program {
    load(&compile(source, flags)).unwrap()
}

fn id(program: &Program, name: &str) -> ir::FuncId {
    let is = |f: &ir::Function| f.name == name;
    let index = program.functions.iter().position(is);
    ir::FuncId(index.unwrap_or_else(|| panic!("no function {name}")) as u32)
}

/// The ops of a function, one a line, without comments.
fn ops(program: &Program, name: &str) -> String {
    disassemble::function(program, id(program, name))
        .lines()
        .skip(1)
        .filter(|line| !line.trim_start().starts_with(';'))
        .map(|line| line[7..].split(" ; ").next().unwrap_or("").trim_end())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Compares the ops of `f` with what is expected; `f` is called from main.
#[track_caller]
fn check(source: &str, flags: &[&str], expected: &str) {
    let program = load_c(source, flags);
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    let expected = expected.join("\n");
    assert_eq!(ops(&program, "f"), expected.trim(), "{source}");
}

fn texts(program: &Program) -> Vec<&str> {
    let mut texts = Vec::new();
    for function in program.functions.iter().filter(|f| !f.library) {
        for op in &function.ops {
            if let Op::Unsupported { text } = op {
                texts.push(program.texts[*text as usize].as_str());
            }
        }
    }
    texts
}

#[test]
fn a_loop_at_o0_keeps_its_variables_in_registers() {
    check(
        "int f(int n) { int s = 0; while (n) { s += n; n--; } return s; }
         int main(void) { return f(3); }",
        &["-O0"],
        "mov dst=%1 a=0
         branch.eq a=%0 b=0 bits=32 then=@5 other=@2
         add dst=%1 a=%1 b=%0 bits=32 wrap=nsw
         add dst=%0 a=%0 b=4294967295 bits=32 wrap=nsw
         branch.eq a=%0 b=0 bits=32 then=@5 other=@2
         return a=%1 words=1",
    );
}

#[test]
fn a_read_of_an_uninitialised_variable_stays_one() {
    check(
        "int f(int c) { int x; if (c) x = 3; return x; } int main(void) { return f(0); }",
        &["-O0"],
        "mov dst=%1 a=undef
         branch.eq a=%0 b=0 bits=32 then=@3 other=@2
         mov dst=%1 a=3
         return a=%1 words=1",
    );
}

#[test]
fn promotion_can_be_switched_off() {
    let bytes = compile("int main(void) { int x = 1; return x; }", &["-O0"]);
    let input = Input::whole("input", &bytes);
    let kept = ir::load(&[input], &LoadOptions { promote: false, ..LoadOptions::default() }, &library()).unwrap();
    assert!(ops(&kept, "main").contains("alloca"));
    assert!(!ops(&load(&bytes).unwrap(), "main").contains("alloca"));
}

#[test]
fn a_struct_that_stays_at_home_is_in_registers() {
    check(
        "struct s { int a; short b[2]; };
         int f(void) { struct s x, y; x.a = 1; x.b[1] = 2; y = x; return y.a; } int main(void) { return f(); }",
        &["-O0"],
        "return a=1 words=1",
    );
    check(
        "struct s { int a, b; } g; int f(void) { struct s x = g; return x.b; } int main(void) { return f(); }",
        &["-O0"],
        "alloca dst=%0 size=8 align=4 dynamic=false
         lifetime.start dst=%0 a=%0
         memcopy to=%0 from=&g len=8 overlap=false
         load.index dst=%1 base=%0 index=4 scale=1 index_bits=64 bits=32 access=plain
         lifetime.end a=%0
         return a=%1 words=1",
    );
}

#[test]
fn what_nobody_uses_is_computed_if_it_must_be() {
    let text = "int f(int x) { int n = x * 3; n = n << 2; return 0; } int main(void) { return f(1); }";
    check(text, &["-O0"], "return a=0 words=1");
    // Only debug information says that the code is not optimised.
    let bytes = compile(text, &["-O0", "-g"]);
    let options = [
        LoadOptions { keep_dead: true, ..LoadOptions::default() },
        LoadOptions { overflow: true, ..LoadOptions::default() },
    ];
    for options in options {
        let kept = ir::load(&[Input::whole("input", &bytes)], &options, &library()).unwrap();
        let names: Vec<&str> = ["mul", "shl"].into_iter().filter(|name| ops(&kept, "f").contains(name)).collect();
        assert_eq!(names, ["mul", "shl"]);
    }
}

#[test]
fn phi_nodes_that_swap_go_through_a_temporary() {
    let text = "
        define i32 @f(i32 %n, i32 %a, i32 %b) {
        entry:
          br label %loop
        loop:
          %x = phi i32 [ %a, %entry ], [ %y, %loop ]
          %y = phi i32 [ %b, %entry ], [ %x, %loop ]
          %i = phi i32 [ 0, %entry ], [ %j, %loop ]
          %j = add i32 %i, 1
          %c = icmp eq i32 %j, %n
          br i1 %c, label %done, label %loop
        done:
          ret i32 %x
        }
        define i32 @main() {
          %r = call i32 @f(i32 3, i32 4, i32 5)
          ret i32 %r
        }";
    let program = load(text.as_bytes()).unwrap();
    let expected = "mov dst=%3 a=0
        add dst=%3 a=%3 b=1 bits=32 wrap=wrap
        branch.eq a=%3 b=%0 bits=32 then=@3 other=@4
        return a=%1 words=1
        mov dst=%4 a=%1
        mov dst=%1 a=%2
        mov dst=%2 a=%4
        jump to=@1";
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(ops(&program, "f"), expected.join("\n"));
}

#[test]
fn addresses_fold_their_constant_parts() {
    check(
        "struct S { long a; int b[8]; }; int f(struct S *s, int i) { return s[2].b[i + 1]; }
         int main(void) { struct S s[3]; return f(s, 1); }",
        &["-O2", "-fno-inline"],
        "ptrindex dst=%0 a=%0 index=%1 bits=32 scale=4
         load.index dst=%1 base=%0 index=92 scale=1 index_bits=64 bits=32 access=plain
         return a=%1 words=1",
    );
}

#[test]
fn live_sets_hold_what_is_needed_and_no_more() {
    let program = load_c(
        "int g(int); int g(int x) { return x; }
         int f(int a, int b) { int c = g(a); return c + b; } int main(void) { return f(1, 2); }",
        &["-O0"],
    );
    let function = program.function(id(&program, "f"));
    let call = function.ops.iter().position(|op| matches!(op, Op::Call { .. })).unwrap();
    let before = &function.live_sets[function.live_in[call] as usize];
    let across = &function.live_sets[function.live_across[call] as usize];
    assert_eq!(**before, [0, 1]);
    assert_eq!(**across, [1]);
}

#[test]
fn initialisers_hold_pointers_and_differences() {
    let program = load_c(
        "int a[4] = {1, 2, 3, 4}; int *p = &a[2]; int (*q)(void);
         int main(void) { q = main; return *p; }",
        &["-O0"],
    );
    let find = |name: &str| program.globals.iter().position(|g| g.name == name).unwrap();
    let (a, p) = (find("a"), find("p"));
    assert_eq!(program.globals[a].bytes, [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4]);
    let expected = ir::Word::pointer(Program::FIRST_GLOBAL + a as u32, 8);
    assert_eq!(program.globals[p].pointers, [(0, expected)]);
    let main = ir::Word::pointer(program.first_code() + id(&program, "main").0, 0);
    assert!(program.constants.contains(&main));
}

#[test]
fn constructors_run_by_priority_and_main_gets_its_arguments() {
    let program = load_c(
        "__attribute__((constructor(200))) void late(void) {}
         __attribute__((constructor(101))) void early(void) {}
         int main(int argc, char **argv) { return argc; }",
        &["-O0"],
    );
    let listing = disassemble::program(&program);
    let at = |text: &str| listing.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("; early()") < at("; late()"));
    assert!(at("; late()") < at("; main("));
}

#[test]
fn what_is_not_modelled_is_named_and_does_not_stop_the_rest() {
    let program = load_c(
        "int elsewhere(int); extern int variable;
         int main(int c, char **v) {
           if (c == 2) return elsewhere(1);
           if (c == 3) __asm__(\"hlt\");
           if (c == 4) return variable;
           return 0;
         }",
        &["-O0"],
    );
    let expected = ["external function `elsewhere`", "inline assembly `hlt`", "external variable `variable`"];
    assert_eq!(texts(&program), expected);
}

#[test]
fn several_inputs_are_linked_and_the_users_definitions_win() {
    let one = compile(
        "int g(void); void *malloc(unsigned long n) { return 0; } int main(void) { return g() + (malloc(1) != 0); }",
        &["-O0"],
    );
    let two = compile("int g(void) { return 7; }", &["-O0"]);
    let inputs = |second| [Input::whole("one", &one), Input::whole("two", second)];
    let program = ir::load(&inputs(&two), &LoadOptions::default(), &library()).unwrap();
    assert!(!program.function(id(&program, "malloc")).library);
    let clash = compile("int main(void) { return 1; }", &["-O0"]);
    let error = ir::load(&inputs(&clash), &LoadOptions::default(), &library()).err().unwrap();
    assert!(error.what.contains("`main` is defined in both one and two"));
}

#[test]
fn calls_without_prototype_reach_their_function() {
    let program = load_c(
        "int g(); int f(void) { return g(3); } int g(int x) { return x; }
         int main(void) { return f(); }",
        &["-O0", "-std=gnu89"],
    );
    let callee = id(&program, "g").0;
    let call = &program.function(id(&program, "f")).ops[0];
    assert!(matches!(call, Op::Call { callee: c, .. } if *c == callee));
}

#[test]
fn weaker_atomics_are_noticed_in_the_program_only() {
    let source = |order: &str| format!("_Atomic int x; int main(void) {{ return __c11_atomic_load(&x, {order}); }}");
    assert!(load_c(&source("__ATOMIC_RELAXED"), &["-O0"]).weak_atomics);
    assert!(!load_c(&source("__ATOMIC_SEQ_CST"), &["-O0"]).weak_atomics);
}

#[test]
fn what_only_other_programs_need_is_not_read() {
    let source = |call: &str| {
        format!("#include <pthread.h>\n#include <unistd.h>\nint main(void) {{ {call} return (int)sleep(1); }}")
    };
    let can_cancel = |call| load_c(&source(call), &["-O0"]).functions.iter().any(|f| f.name == "augur_cancel_now");
    assert!(can_cancel("pthread_cancel(pthread_self());"));
    assert!(!can_cancel(""));
}

#[test]
fn weak_exchanges_are_noticed() {
    let source = |weak: &str| {
        format!(
            "int value, expected; int main(void) {{ return __atomic_compare_exchange_n(&value, &expected, 1, {weak}, \
             __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }}"
        )
    };
    for level in ["-O0", "-O2"] {
        assert!(load_c(&source("1"), &[level]).weak_exchanges);
        assert!(!load_c(&source("0"), &[level]).weak_exchanges);
    }
}

#[test]
fn externals_tell_who_needs_what() {
    let bytes = compile(
        "int elsewhere(void); int puts(const char *); int g(void) { return elsewhere(); }
         int main(void) { puts(\"x\"); return g(); }",
        &["-O0"],
    );
    let input = Input::whole("input", &bytes);
    let list = ir::externals(&[input], &library()).unwrap();
    let names: Vec<_> = list.iter().map(|e| (e.name.as_str(), e.modelled)).collect();
    assert_eq!(names, [("elsewhere", false), ("puts", true)]);
    assert_eq!(list[0].callers, ["g"]);
}

#[track_caller]
fn refused(bytes: &[u8], what: &str) {
    let error = load(bytes).err().expect("it must be refused");
    assert!(error.what.contains(what), "{error}");
    assert!(!error.advice.is_empty(), "{error}");
}

#[test]
fn bad_inputs_are_refused_with_advice() {
    let good = compile("int main(void) { return 0; }", &["-O0"]);
    refused(b"", "empty");
    refused(b"\x7fELF\x02\x01\x01\x00\x00", "machine code");
    refused(b"\x00\x01\x02\x03", "not LLVM bitcode");
    refused(b"int main(void) { return 0; }", "LLVM cannot read it");
    refused(&good[..good.len() / 2], "LLVM cannot read it");
    refused(&good[..8], "LLVM cannot read it");
    refused(&compile("int helper(void) { return 0; }", &["-O0"]), "no `main`");
    let arm = compile("int main(void) { return 0; }", &["--target=aarch64-linux-gnu"]);
    refused(&arm, "aarch64");
    refused(b"define i32 @main() { %a = add i32 %b, 1  %b = add i32 %a, 1  ret i32 %a }", "malformed");
}
