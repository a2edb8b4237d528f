//! Files that somebody made to do harm, or that the system does not let us write. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::fs::File;
use std::process::Command;

use common::{case, text};

const FAILS: &str = "#include <assert.h>\nint main(void) { assert(0); }\n";

#[test]
fn a_saved_violation_chooses_no_flags_of_the_compiler() {
    let case = case(FAILS);
    assert_eq!(case.verify(&["prog.c", "--save", "v.json"]).status.code(), Some(1));
    let saved = std::fs::read_to_string(case.directory.path().join("v.json")).unwrap();
    let with = |flag: &str| saved.replace("\"cc_arg\": []", &format!("\"cc_arg\": [\"{flag}\"]"));
    std::fs::write(case.directory.path().join("v.json"), with("-MMD")).unwrap();
    case.check(&["replay", "v.json"], 2, "`-MMD` for the compiler");
    assert_eq!(case.verify(&["replay", "v.json", "--trust"]).status.code(), Some(1));
    std::fs::write(case.directory.path().join("v.json"), with("-Wall")).unwrap();
    assert_eq!(case.verify(&["replay", "v.json"]).status.code(), Some(1));
    // Another kind than it was: that is the file's fault, not ours.
    std::fs::write(case.directory.path().join("v.json"), saved.replace("\"assert\"", "\"leak\"")).unwrap();
    assert_eq!(case.verify(&["replay", "v.json"]).status.code(), Some(2));
}

#[test]
fn a_saved_violation_names_files_and_no_lists_of_flags() {
    let case = case(FAILS);
    let file = |name: &str| case.directory.path().join(name);
    assert_eq!(case.verify(&["prog.c", "--save", "v.json"]).status.code(), Some(1));
    let saved = std::fs::read_to_string(file("v.json")).unwrap();
    // Compilers take `@flags.c` for what stands in `flags.c`, also where it follows `-D` or is the last part of a path.
    std::fs::create_dir(file("sub")).unwrap();
    std::fs::write(file("@flags.c"), FAILS).unwrap();
    std::fs::write(file("sub/@flags.c"), FAILS).unwrap();
    std::fs::write(file("flags.c"), "X -dependency-file stolen -MT x").unwrap();
    for (from, to) in [
        ("\"prog.c\"", "\"@flags.c\""),
        ("\"prog.c\"", "\"sub/@flags.c\""),
        ("\"define\": []", "\"define\": [\"@flags.c\"]"),
        ("\"cc_arg\": []", "\"cc_arg\": [\"-D@flags.c\"]"),
    ] {
        std::fs::write(file("v.json"), saved.replace(from, to)).unwrap();
        assert_eq!(case.verify(&["replay", "v.json"]).status.code(), Some(2), "{to}");
    }
    std::fs::write(file("v.json"), saved.replace("\"include\": []", "\"include\": [\"@flags.c\"]")).unwrap();
    assert_eq!(case.verify(&["replay", "v.json"]).status.code(), Some(1));
    assert!(!file("stolen").exists());
    std::fs::write(file("v.json"), saved.replace("\"level\": \"0\"", "\"level\": \"bjC\"")).unwrap();
    case.check(&["replay", "v.json"], 2, "`-ObjC` for the compiler");
}

#[test]
fn debug_information_chooses_no_files_to_print() {
    let stolen = "#line 1 \"/etc/passwd\"\nint main(void) { __builtin_trap(); }\n";
    let case = case(stolen);
    let out = case.verify(&["prog.c"]);
    assert_eq!(out.status.code(), Some(1));
    let secret = std::fs::read_to_string("/etc/passwd").unwrap();
    assert!(!text(&out.stdout).contains(secret.lines().next().unwrap()), "{}", text(&out.stdout));
    let out = case.verify(&["prog.c", "--source", "/etc"]);
    assert!(text(&out.stdout).contains(secret.lines().next().unwrap()), "{}", text(&out.stdout));
}

#[test]
fn files_without_end_are_refused() {
    let case = case(FAILS);
    for args in [
        &["/dev/zero"][..],
        &["prog.c", "--stdin", "/dev/zero"],
        &["prog.c", "--file", "/dev/zero=/in"],
        &["prog.c", "--allow-races", "/dev/zero"],
        &["prog.c", "--property", "/dev/zero"],
        &["prog.c", "--hoa", "/dev/zero"],
        &["prog.c", "--replace", "/dev/zero"],
        &["replay", "/dev/zero"],
    ] {
        case.check(args, 2, "not a regular file");
    }
    // Nobody reads a gigabyte to learn that it is one.
    let sparse = File::create(case.directory.path().join("sparse.c")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    case.check(&["sparse.c"], 2, "more than 1024 MiB");
    case.check(&["prog.c", "--stdin", "sparse.c"], 2, "more than 1024 MiB");
}

#[test]
fn a_verdict_that_nobody_could_see_is_none() {
    let case = case("int puts(const char *); int main(void) { puts(\"x\"); return 0; }");
    for args in [&["prog.c"][..], &["run", "prog.c"], &["--help"], &["--version"], &["man"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        let out = command.current_dir(&case.directory).args(args).stdout(full).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(text(&out.stderr).contains("standard output cannot be written"), "{args:?} {}", text(&out.stderr));
    }
}

#[test]
fn what_cannot_be_saved_is_still_told() {
    let case = case(FAILS);
    case.check(&["prog.c", "--save", "no/such/directory.json"], 1, "was not saved");
    case.check(&["prog.c", "--native", "no/such/directory.c"], 1, "was not saved");
    case.check(&["prog.c", "--coverage-lcov", "/dev/full"], 1, "was not saved");
}

#[test]
fn what_cannot_be_in_memory_is_not_modelled() {
    let huge = "@g = global [5000000000 x i8] zeroinitializer\n\
        define i32 @main() {\n  %v = load i8, ptr @g\n  ret i32 0\n}\n";
    let strange = "declare void @f()\n@g = global ptr dso_local_equivalent @f\n\
        define i32 @main() {\n  %v = load ptr, ptr @g\n  ret i32 0\n}\n";
    let case = case("");
    let signed = strange.replace("dso_local_equivalent @f", "ptrauth (ptr @f, i32 0)");
    for (text, what) in
        [(huge, ", in `g`"), (strange, "in the initial value of `g`"), (&signed, "in the initial value of `g`")]
    {
        std::fs::write(case.directory.path().join("prog.ll"), text).unwrap();
        case.check(&["prog.ll"], 3, what);
    }
}

#[test]
fn pipes_are_refused_and_output_that_may_not_grow_is_an_error() {
    let case = case(FAILS);
    let shell = |script: &str| case.shell(script);
    assert!(shell("mkfifo pipe.c").status.success());
    case.check(&["pipe.c"], 2, "not a regular file");
    case.check(&["prog.c", "--property", "pipe.c"], 2, "not a regular file");
    case.check(&["prog.c", "--save", "pipe.c"], 1, "was not saved: nobody reads from this pipe");
    case.check(&["prog.c", "--output", "pipe.c"], 2, "nobody reads from this pipe");
    let closed = shell("\"$V\" prog.c >&-");
    assert_eq!(closed.status.code(), Some(2));
    assert!(text(&closed.stderr).contains("standard output is closed"), "{}", text(&closed.stderr));
    // The compiler's own file comes first, so it must be there already.
    assert!(shell("\"$V\" cc -emit-llvm -c prog.c -o prog.bc").status.success());
    let small = shell("ulimit -f 0; \"$V\" prog.bc > out.txt");
    assert_eq!(small.status.code(), Some(2), "{}", text(&small.stderr));
    let unsaved = shell("ulimit -f 0; \"$V\" prog.bc --save v.json | cat > /dev/null; ls -A");
    assert!(!text(&unsaved.stdout).contains("v.json"), "{}", text(&unsaved.stdout));
}

#[test]
fn a_small_stack_is_enough() {
    let case = case(FAILS);
    let out = case.shell("ulimit -s 128; \"$V\" prog.c");
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
}

/// A program whose every name has bytes that steer terminals.
const ESCAPES: &str = include_str!("hostile/escapes.ll");

#[test]
fn names_do_not_steer_terminals() {
    let case = case("");
    let name = "x\u{1b}[31m\n.ll";
    std::fs::write(case.directory.path().join(name), ESCAPES).unwrap();
    let raw = |bytes: &[u8]| bytes.iter().any(|byte| byte.is_ascii_control() && !b"\n\t".contains(byte));
    for format in ["text", "json", "sarif", "junit", "html", "dot", "svg"] {
        let out = case.verify(&[name, "--format", format]);
        assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
        assert!(!raw(&out.stdout) && !raw(&out.stderr), "{format}: {}", text(&out.stdout));
    }
    case.check(&[name, "--coverage-lcov", "lcov"], 1, "");
    let lcov = std::fs::read(case.directory.path().join("lcov")).unwrap();
    assert!(!raw(&lcov), "{}", text(&lcov));
    for command in ["run", "dump", "externals", "draw"] {
        let out = case.verify(&[command, name]);
        assert!(!raw(&out.stdout) && !raw(&out.stderr), "{command}: {}", text(&out.stdout));
    }
    let out = case.verify(&["no\u{1b}[31m.c"]);
    assert!(out.status.code() == Some(2) && !raw(&out.stderr), "{}", text(&out.stderr));
}

#[test]
fn a_schedule_for_a_native_run_does_not_steer_terminals() {
    let case = case(
        "void __assert_fail(const char *, const char *, unsigned, const char *);\n\
         int main(void) { __assert_fail(\"\\x1b[2J*/\", \"a.c\", 1, \"f\"); }\n",
    );
    case.check(&["prog.c", "--native", "native.c"], 1, "assert");
    let native = std::fs::read(case.directory.path().join("native.c")).unwrap();
    assert!(!native.contains(&0x1b), "{}", text(&native));
}
