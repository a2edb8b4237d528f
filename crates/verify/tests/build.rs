//! What a build makes with our compiler runs natively and can be checked.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

const LIBRARY: &str = "int helper(int x) { return x + 1; }\nint api(int x) { return helper(x); }\n";

/// Its own `helper` comes before that of a shared library, and beside that of a hidden one.
const PROGRAM: &str = "#include <assert.h>
int api(int);
int outside(int);
int helper(int x) { return x - 1; }
int limit = 7;
static void check(int wanted) { assert(limit == wanted); }
void (*checks[])(int) = { check };
int main(int argc, char **argv) { (void)argv; assert(api(1) == EXPECTED); return argc > 1 ? outside(3) : 0; }
";

const ASSEMBLY: &str = ".globl outside\noutside: mov %edi, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n";

fn run(directory: &Path, program: &str, line: &str) -> Output {
    let ran = Command::new(program).args(line.split_whitespace()).current_dir(directory).output();
    ran.unwrap()
}

fn compile(directory: &Path, line: &str) {
    let output = run(directory, env!("CARGO_BIN_EXE_augur-cc"), line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The exit code, and what was printed.
fn verify(directory: &Path, line: &str) -> (Option<i32>, String) {
    let output = run(directory, env!("CARGO_BIN_EXE_verify"), line);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

fn sources() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in [("lib.c", LIBRARY), ("main.c", PROGRAM), ("out.S", ASSEMBLY)] {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

#[test]
fn programs_with_shared_libraries() {
    let sources = sources();
    let at = sources.path();
    for (visibility, expected) in [("", 0), ("-Wl,--version-script=own.map", 2)] {
        std::fs::write(at.join("own.map"), "{ global: api; local: *; };\n").unwrap();
        compile(at, &format!("-fPIC -shared {visibility} lib.c -o libl.so"));
        compile(at, &format!("-O2 -DEXPECTED={expected} main.c out.S -L. -Wl,-rpath,$ORIGIN -ll -o prog"));
        assert!(run(at, &at.join("prog").display().to_string(), "").status.success(), "{visibility}");
        assert_eq!(verify(at, "./prog").0, Some(0), "{visibility}");
    }
    let (code, text) = verify(at, "./prog -- x");
    assert_eq!(code, Some(3));
    assert!(text.contains("`outside`, which is machine code without bitcode in ./prog"), "{text}");
    std::fs::remove_file(at.join("libl.so")).unwrap();
    let (code, text) = verify(at, "./prog");
    assert_eq!(code, Some(3));
    assert!(text.contains("./prog needs libl.so, which is not found"), "{text}");
    assert_eq!(verify(at, "main.c lib.c out.S -D EXPECTED=2").0, Some(2));
}

#[test]
fn archives_are_read_as_linkers_do() {
    let sources = sources();
    let at = sources.path();
    compile(at, "-c lib.c out.S");
    compile(at, "-DEXPECTED=2 -Dhelper=mine -c main.c");
    assert!(run(at, "ar", "rcs libx.a lib.o out.o").status.success());
    compile(at, "main.o libx.a -o prog");
    assert!(run(at, &at.join("prog").display().to_string(), "").status.success());
    for line in ["./prog", "main.o libx.a", "-Wall -std=c11 main.o -L. -lx -lm"] {
        assert_eq!(verify(at, line).0, Some(0), "{line}");
    }
    assert_eq!(verify(at, "main.o libx.a -- x").0, Some(3));
}

#[test]
fn changes_are_told_and_misspelt_ones_refused() {
    let sources = sources();
    let at = sources.path();
    compile(at, "-DEXPECTED=2 -Dhelper=mine -c main.c");
    compile(at, "main.o lib.c out.S -o prog");
    assert_eq!(verify(at, "./prog --entry check(3)").0, Some(1));
    let (code, text) = verify(at, "./prog --entry check(3) --set limit=3 --stub outside=5");
    assert_eq!(code, Some(0));
    for told in ["starts with `check(3)`", "`limit` is 3", "`outside` does nothing but return 5"] {
        assert!(text.contains(told), "{text}");
    }
    assert_eq!(verify(at, "./prog --stub outside=0 -- x").0, Some(0));
    for wrong in ["--set limt=3", "--stub outsid=0", "--entry chek", "--stub outside", "--set limit=x"] {
        assert_eq!(verify(at, &format!("./prog {wrong}")).0, Some(2), "{wrong}");
    }
}

/// What decides at the link which definition a name means: the flags, the library, the program; how it ends.
const LINKED: &[(&str, &str, &str)] = &[
    // References to a function, and to the one that it replaces.
    (
        "-Wl,--wrap=helper",
        "int helper(int x) { return x + 1; }",
        "int __real_helper(int); int helper(int); int __wrap_helper(int x) { return __real_helper(x) + 10; }
         int main(void) { return helper(1) - 12; }",
    ),
    // Also where the C library has it, which does not notice.
    (
        "-Xlinker --wrap -Xlinker malloc",
        "",
        "#include <stdlib.h>
         #include <string.h>
         static int calls;
         void *__real_malloc(size_t); void *__wrap_malloc(size_t size) { calls++; return __real_malloc(size); }
         int main(void) { free(malloc(1)); free(strdup(\"x\")); return calls - 1; }",
    ),
    (
        "-Wl,--defsym=other=helper",
        "int helper(int x) { return x + 1; }",
        "int other(int); int main(void) { return other(1) - 2; }",
    ),
    // In the place of what the program defines, by way of another one.
    (
        "-Wl,--defsym=helper=between,--defsym=between=other",
        "int helper(int x) { return x + 1; }",
        "int helper(int); int other(int x) { return x + 2; } int main(void) { return helper(1) - 3; }",
    ),
    // For the C library, too.
    (
        "-Wl,--defsym=malloc=take,--defsym=free=give",
        "char room[64]; int taken; void *take(unsigned long n) { taken++; return n < 64 ? room : 0; } void give(void *p) {}",
        "#include <stdlib.h>
         #include <string.h>
         extern int taken;
         int main(void) { char *copy = strdup(\"x\"); if (!copy) return 1; free(copy); return taken - 1; }",
    ),
    // What is no call in the bitcode.
    (
        "-Wl,--wrap=memcpy,--wrap=floor -lm",
        "int calls; void *__real_memcpy(void *, void *, unsigned long);
         void *__wrap_memcpy(void *to, void *from, unsigned long n) { calls++; return __real_memcpy(to, from, n); }
         double __real_floor(double); double __wrap_floor(double x) { calls++; return __real_floor(x); }",
        "#include <math.h>
         #include <string.h>
         extern int calls; volatile double x = 1.5; char to[300], from[300];
         int main(int argc, char **argv) { memcpy(to, from, 250 + argc); return (int)floor(x) + 1 - calls; }",
    ),
    (
        "-Wl,-z,muldefs",
        "int helper(int x) { return x + 1; }",
        "int helper(int x) { return x; } int main(void) { return helper(1) - 1; }",
    ),
];

#[test]
fn names_mean_what_the_linker_was_told() {
    for (flags, library, program) in LINKED {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path();
        std::fs::write(at.join("main.c"), program).unwrap();
        std::fs::write(at.join("lib.c"), library).unwrap();
        compile(at, &format!("{flags} main.c lib.c -o prog"));
        assert!(run(at, "./prog", "").status.success(), "{flags}");
        let (code, text) = verify(at, "./prog --exit-zero");
        assert_eq!(code, Some(0), "{flags}: {text}");
        // Linked from objects, and by us.
        compile(at, "-c main.c lib.c");
        compile(at, &format!("main.o lib.o {flags} -o prog"));
        assert_eq!(verify(at, "./prog --exit-zero").0, Some(0), "{flags}");
        let (code, text) = verify(at, &format!("main.o lib.o {flags} --exit-zero"));
        assert_eq!(code, Some(0), "{flags}: {text}");
        assert_ne!(verify(at, "main.o lib.o --exit-zero").0, Some(0), "{flags}");
    }
}

#[test]
fn resolvers_in_other_files() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let program = "int chosen(int); int main(void) { return chosen(1) - 3; }";
    let resolver = "static int best(int x) { return x + 2; } static int (*resolve(void))(int) { return best; }
                    int chosen(int) __attribute__((ifunc(\"resolve\")));";
    std::fs::write(at.join("main.c"), program).unwrap();
    std::fs::write(at.join("lib.c"), resolver).unwrap();
    compile(at, "main.c lib.c -o prog");
    assert!(run(at, "./prog", "").status.success());
    for files in ["./prog", "main.c lib.c"] {
        let (code, text) = verify(at, &format!("{files} --exit-zero"));
        assert_eq!(code, Some(0), "{files}: {text}");
    }
    // It counts as reached what a resolver leads to.
    let waiter = "#include <pthread.h>
        #include <unistd.h>
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; void stop(pthread_t);
        static void *wait(void *x) { pthread_mutex_lock(&mutex); sleep(1); pthread_mutex_unlock(&mutex); return x; }
        int main(void) { pthread_t t; pthread_create(&t, 0, wait, 0); stop(t); pthread_join(t, 0);
                         return pthread_mutex_lock(&mutex); }";
    let stop = "#include <pthread.h>
        static void now(pthread_t t) { pthread_cancel(t); } static void (*resolve(void))(pthread_t) { return now; }
        void stop(pthread_t) __attribute__((ifunc(\"resolve\")));";
    std::fs::write(at.join("main.c"), waiter).unwrap();
    std::fs::write(at.join("lib.c"), stop).unwrap();
    let (code, text) = verify(at, "main.c lib.c");
    assert!(code == Some(1) && text.contains("deadlock"), "{text}");
}

#[test]
fn libraries_with_symbols_that_others_define() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let library = "int api(int x) { return x; } int other(int x) { return x + 2; } int inner(int x) { return api(x); }";
    let program = "int api(int); int inner(int); int main(void) { return api(1) + inner(1) - 6; }";
    std::fs::write(at.join("main.c"), program).unwrap();
    std::fs::write(at.join("lib.c"), library).unwrap();
    compile(at, "-fPIC -shared -Wl,--defsym=api=other lib.c -o libl.so");
    compile(at, "main.c ./libl.so -o prog");
    assert!(run(at, "./prog", "").status.success());
    let (code, text) = verify(at, "./prog --exit-zero");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn archives_have_what_machine_code_calls() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let copy = "int copies; void *memcpy(void *to, void *from, unsigned long n) {
                copies++; while (n-- > 0) ((volatile char *)to)[n] = ((char *)from)[n]; return to; }";
    let program = "#include <string.h>
        extern int copies __attribute__((weak)); char to[300], from[300];
        int main(int argc, char **argv) { memcpy(to, from, 250 + argc); return &copies ? copies - 1 : 2; }";
    std::fs::write(at.join("main.c"), program).unwrap();
    std::fs::write(at.join("lib.c"), copy).unwrap();
    compile(at, "-c lib.c main.c");
    assert!(run(at, "ar", "rcs libx.a lib.o").status.success());
    compile(at, "main.o libx.a -o prog");
    assert!(run(at, "./prog", "").status.success());
    for files in ["./prog", "main.o libx.a"] {
        let (code, text) = verify(at, &format!("{files} --exit-zero"));
        assert_eq!(code, Some(0), "{files}: {text}");
    }
}

#[test]
fn libraries_that_have_their_own_definitions_for_themselves() {
    let sources = sources();
    let at = sources.path();
    for (flags, expected) in [("", 0), ("-Wl,-Bsymbolic", 2), ("-Wl,-Bsymbolic-functions", 2)] {
        compile(at, &format!("-fPIC -shared {flags} lib.c -o libl.so"));
        compile(at, &format!("-DEXPECTED={expected} main.c out.S ./libl.so -o prog"));
        assert!(run(at, "./prog", "").status.success(), "{flags}");
        let (code, text) = verify(at, "./prog");
        assert_eq!(code, Some(0), "{flags}: {text}");
    }
    // What the library has from assembler is told apart from what nobody has.
    compile(at, "-fPIC -shared lib.c out.S -o libl.so");
    compile(at, "-DEXPECTED=0 main.c ./libl.so -o prog");
    let (code, text) = verify(at, "./prog -- x");
    assert!(
        code == Some(3) && text.contains("`outside`, which is machine code without bitcode in ./libl.so"),
        "{text}"
    );
}

#[test]
fn what_was_linked_in_two_steps_with_other_names_is_refused() {
    let sources = sources();
    let at = sources.path();
    let program = "int helper(int); int __real_helper(int); int __wrap_helper(int x) { return __real_helper(x) + 1; }
                   int main(void) { return helper(1) - 3; }";
    std::fs::write(at.join("main.c"), program).unwrap();
    compile(at, "-r -Wl,--wrap=helper main.c lib.c -o part.o");
    compile(at, "part.o -o prog");
    let (code, text) = verify(at, "./prog");
    assert!(code == Some(2) && text.contains("linked by itself"), "{text}");
}

#[test]
fn flags_that_keep_files_or_count_lines_do_no_harm() {
    let sources = sources();
    let at = sources.path();
    for flags in [
        "-save-temps",
        "-save-temps=obj -O2",
        "-static-pie -fPIE",
        "-fprofile-instr-generate -fcoverage-mapping",
        "--coverage",
        "-flto=thin",
        "-fsanitize=address,undefined",
    ] {
        compile(at, &format!("{flags} -DEXPECTED=2 -Dhelper=mine -c main.c"));
        compile(at, &format!("{flags} lib.c -c"));
        compile(at, &format!("{flags} main.o lib.o out.S -o prog"));
        let (code, text) = verify(at, "./prog");
        assert_eq!(code, Some(0), "{flags}: {text}");
        let (code, text) = verify(at, &format!("{flags} main.o lib.c"));
        assert_eq!(code, Some(0), "{flags}: {text}");
    }
}

#[test]
fn what_a_sanitizer_of_the_build_finds_is_a_violation() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let program =
        "int main(int argc, char **argv) { (void)argv; int most = 0x7ffffffe + argc; return (most += argc) == 3; }";
    std::fs::write(at.join("main.c"), program).unwrap();
    for level in ["-O0", "-O2"] {
        compile(at, &format!("{level} -fsanitize=undefined main.c -o prog"));
        let (code, text) = verify(at, "./prog");
        assert!(code == Some(1) && text.contains("has found an addition that overflows"), "{level}: {text}");
        assert_eq!(verify(at, &format!("{level} -fsanitize=undefined main.c")).0, Some(1), "{level}");
    }
}

/// Two files, and a list of commands as bear writes it: the source by its whole path, the command by its name.
fn project(at: &Path) {
    let place = at.display();
    let list = |name: &str, flag: &str| {
        let arguments = format!(r#"["/usr/bin/gcc", "-DEXPECTED=3", "{flag}", "-c", "{name}"]"#);
        format!(r#"{{"directory": "{place}", "file": "{place}/{name}", "arguments": {arguments}}}"#)
    };
    std::fs::create_dir(at.join("build")).unwrap();
    let text = format!("[{}, {}]", list("main.c", "-Dhelper=mine"), list("lib.c", "-O2"));
    std::fs::write(at.join("build/compile_commands.json"), text).unwrap();
}

#[test]
fn projects_by_their_list_of_commands() {
    let sources = sources();
    let at = sources.path();
    project(at);
    assert_eq!(verify(at, "--project build --entry check(7)").0, Some(0));
    assert_eq!(verify(at, "--project build --entry check(3) --save found.json").0, Some(1));
    let (code, text) = verify(at, "--project build --native steer.c");
    assert!(code == Some(2) && text.contains("name its sources"), "{text}");
    let (code, text) = verify(at, "replay found.json");
    assert_eq!(code, Some(2));
    assert!(text.contains("--trust"), "{text}");
    let (code, text) = verify(at, "replay --trust found.json");
    assert_eq!(code, Some(1));
    assert!(text.contains("`limit == wanted` failed"), "{text}");
    assert_eq!(verify(at, "--project build --entry nobody").0, Some(2));
    // A file that is named is compiled as the project compiles it, but for what the user sets.
    assert_eq!(verify(at, "--project build main.c").0, Some(1));
    assert_eq!(verify(at, "--project build main.c --set EXPECTED=2").0, Some(0));
    assert_eq!(verify(at, "--project build main.c --entry main()").0, Some(1));
    assert_eq!(verify(at, "--project build main.c --entry main(2)").0, Some(2));
    assert_eq!(verify(at, "--project nowhere --entry check(7)").0, Some(2));
}

/// A list as bear writes it for a build in a directory of its own: `file` is absolute, the arguments are not.
fn outside_list(at: &Path, sources: &[(&str, &str)]) {
    let place = at.display();
    let entry = |(name, flag): &(&str, &str)| {
        let arguments = format!(r#"["gcc", {flag}, "-c", "../{name}", "-o", "x.o"]"#);
        format!(r#"{{"directory": "{place}/build", "file": "{place}/{name}", "arguments": {arguments}}}"#)
    };
    std::fs::create_dir_all(at.join("build")).unwrap();
    let text = sources.iter().map(entry).collect::<Vec<_>>().join(",");
    std::fs::write(at.join("build/compile_commands.json"), format!("[{text}]")).unwrap();
}

#[test]
fn a_source_that_is_compiled_twice_is_one_source() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    std::fs::write(
        at.join("q.c"),
        "#ifdef EXTRA\nint extra(void) { return 1; }\n#endif\nint api(void) { return N; }\n",
    )
    .unwrap();
    std::fs::write(at.join("r.c"), "int api(void) { return 3; }\n").unwrap();
    std::fs::write(at.join("t.c"), "#include <assert.h>\nint api(void);\nint main(void) { assert(api() == N); }\n")
        .unwrap();
    for (flag, expected) in [("-DN=1", Some(0)), ("-DN=2", Some(1))] {
        outside_list(at, &[("q.c", r#""-DN=1""#), ("q.c", r#""-DN=2", "-DEXTRA""#)]);
        assert_eq!(verify(at, &format!("--project build t.c {flag}")).0, expected, "{flag}");
    }
    let (code, text) = verify(at, "--project build --entry extra");
    assert_eq!(code, Some(0), "{text}");
    outside_list(at, &[("q.c", r#""-DN=1""#), ("r.c", r#""-DN=2""#)]);
    let (code, text) = verify(at, "--project build t.c -DN=1");
    assert!(code == Some(2) && text.contains("`api` is in both"), "{text}");
    // The same of objects that were made already.
    for (name, number) in [("one.o", 1), ("two.o", 2)] {
        compile(at, &format!("-DN={number} -c q.c -o build/{name}"));
    }
    let (list, entry) = (at.join("build/compile_commands.json"), |name: &str| {
        format!(
            r#"{{"directory": "{0}/build", "file": "../q.c", "command": "cc -o {name} -c ../q.c -DX={name}"}}"#,
            at.display()
        )
    });
    std::fs::write(list, format!("[{}, {}]", entry("two.o"), entry("one.o"))).unwrap();
    assert_eq!(verify(at, "--project build t.c -DN=2").0, Some(0));
}

#[test]
fn flags_of_another_compiler_are_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    std::fs::write(at.join("q.c"), "int main(void) { return N; }\n").unwrap();
    outside_list(at, &[("q.c", r#""-fipa-pta", "-DN=0", "-mindirect-branch=thunk", "-fanalyzer""#)]);
    let (code, text) = verify(at, "--project build q.c -v");
    assert!(code == Some(0) && text.contains("left out: clang does not know"), "{text}");
    // Not those that the user types, nor what changes the meaning.
    assert_eq!(verify(at, "--project build q.c -fipa-pta").0, Some(2));
    outside_list(at, &[("q.c", r#""-fsso-struct=big-endian", "-DN=0""#)]);
    assert_eq!(verify(at, "--project build q.c").0, Some(2));
}

#[test]
fn pasted_lines_of_gcc() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    std::fs::write(at.join("q.c"), "#include <string.h>\nint main(void) { return N; }\n").unwrap();
    let line = "gcc -O2 -Wall -Werror -D_FORTIFY_SOURCE=2 -DN=0 -z now -u foo -T x -P --param=a=1 -specs=s -xc q.c";
    let (code, text) = verify(at, line);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = verify(at, "-w q.c");
    assert!(code == Some(2) && text.contains("--cc-arg=-w"), "{text}");
    let (code, text) = verify(at, "-xc -DN=0 q.c --entry main(\"hi\")");
    assert!(code == Some(2) && text.contains("numbers and NULL"), "{text}");
}

#[test]
fn what_the_optimiser_has_removed_cannot_be_set() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    std::fs::write(at.join("q.c"), "static int rounds = 3;\nint main(void) { return rounds == 3; }\n").unwrap();
    assert_eq!(verify(at, "q.c --set rounds=2 --exit-zero").0, Some(0));
    let (code, text) = verify(at, "-O2 q.c --set rounds=2");
    assert!(code == Some(2) && text.contains("-O0"), "{text}");
}

#[test]
fn violations_of_programs_with_bitcode_are_replayed() {
    let sources = sources();
    let at = sources.path();
    compile(at, "-DEXPECTED=9 -Dhelper=mine -c main.c");
    compile(at, "main.o lib.c out.S -o prog");
    assert_eq!(verify(at, "./prog --save found.json").0, Some(1));
    let (code, text) = verify(at, "replay found.json");
    assert_eq!(code, Some(1));
    assert!(text.contains("`api(1) == EXPECTED` failed"), "{text}");
}

/// A linker that begins to write and never ends.
const ENDLESS_LINKER: &str = "#!/bin/sh\necho half > prog\necho $$ > linker.pid\nexec sleep 300\n";

fn await_true(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{what}");
}

#[test]
fn a_compiler_that_is_ended_leaves_nothing_behind() {
    let sources = sources();
    let at = sources.path();
    std::fs::write(at.join("linker"), ENDLESS_LINKER).unwrap();
    assert!(run(at, "chmod", "+x linker").status.success());
    std::fs::create_dir(at.join("tmp")).unwrap();
    for (name, signal, source) in
        [("augur-cc", 15, "main.c"), ("verify", 1, "main.c"), ("verify", 9, "main.c"), ("verify", 15, "-xc -")]
    {
        let (compiler, first) = match name {
            "verify" => (env!("CARGO_BIN_EXE_verify"), "cc"),
            _ => (env!("CARGO_BIN_EXE_augur-cc"), "-w"),
        };
        let mut command = Command::new("env");
        command.args(["--default-signal=INT,TERM,HUP", compiler, first, "-DEXPECTED=2", "lib.c", "-o", "prog"]);
        command.args(source.split(' ')).stdin(std::fs::File::open(at.join("main.c")).unwrap());
        command.arg(format!("--ld-path={}", at.join("linker").display())).current_dir(at).env("TMPDIR", at.join("tmp"));
        let mut compiler = command.spawn().unwrap();
        await_true("no linker", || std::fs::read_to_string(at.join("linker.pid")).is_ok_and(|pid| pid.ends_with('\n')));
        let linker = std::fs::read_to_string(at.join("linker.pid")).unwrap();
        assert!(run(at, "kill", &format!("-{signal} {}", compiler.id())).status.success());
        let status = compiler.wait().unwrap();
        assert_eq!(status.signal(), Some(signal), "{status}");
        let process = format!("/proc/{}/stat", linker.trim());
        await_true("the linker lives", || !std::fs::read_to_string(&process).is_ok_and(|stat| !stat.contains(") Z ")));
        await_true("half a program is left", || !at.join("prog").exists());
        let left = || std::fs::read_dir(at.join("tmp")).unwrap().count();
        await_true("temporary files are left", || left() == 0);
        std::fs::remove_file(at.join("linker.pid")).unwrap();
    }
}
