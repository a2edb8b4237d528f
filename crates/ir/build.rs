//! Compiles the runtime and the C library to bitcode and writes a table of the objects.
//!
//! Each source file becomes one object, like a member of an archive: the loader takes it in only
//! when the program needs one of its symbols.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-O1",
    // Frames of the library are folded in traces: their lines matter, their variables do not, and
    // reading the types of a C library at every start would cost more than all the rest.
    "-gline-tables-only",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-Wall",
];

const SOURCES: &[&str] = &["runtime", "libc-stubs"];

fn main() {
    let manifest = env("CARGO_MANIFEST_DIR");
    let out = PathBuf::from(env("OUT_DIR"));
    let root = Path::new(&manifest)
        .join("../..")
        .canonicalize()
        .unwrap_or_else(|e| fail(&format!("cannot find the workspace: {e}")));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", root.join("runtime/include").display());

    let mut table = String::from("pub(crate) static OBJECTS: &[Object] = &[\n");
    for dir in SOURCES {
        println!("cargo:rerun-if-changed={}", root.join(dir).display());
        for source in sources(&root.join(dir)) {
            println!("cargo:rerun-if-changed={}", source.display());
            let name = format!("{dir}/{}", file_name(&source));
            let object = out.join(format!("{}.bc", name.replace('/', "_")));
            compile(&root, &source, &name, &object);
            let defined = symbols(&object);
            let _ = writeln!(
                table,
                "    Object {{ name: {name:?}, bytes: include_bytes!({:?}), defined: &{defined:?} }},",
                object.display().to_string()
            );
        }
    }
    table.push_str("];\n");
    if let Err(e) = std::fs::write(out.join("library.rs"), table) {
        fail(&format!("cannot write the table of library objects: {e}"));
    }
}

/// The C and C++ files of a directory, sorted; none if the directory is missing.
fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c" || e == "cpp"))
        .collect();
    files.sort();
    files
}

fn compile(root: &Path, source: &Path, name: &str, object: &Path) {
    let cpp = source.extension().is_some_and(|e| e == "cpp");
    let mut command = Command::new(tool(if cpp { "clang++" } else { "clang" }));
    command
        .current_dir(root)
        .args(FLAGS)
        .arg(if cpp { "-std=gnu++20" } else { "-std=gnu17" })
        .args(["-I", "runtime/include"])
        // Debug information names our own files `<augur>/…`, whatever machine built them.
        .arg("-fdebug-compilation-dir=<augur>")
        .arg(format!("-ffile-prefix-map={}=<augur>", root.display()))
        .arg(name)
        .arg("-o")
        .arg(object);
    let output =
        command.output().unwrap_or_else(|e| fail(&format!("cannot run clang-22 ({e}); run `cargo xtask setup`")));
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        fail(&format!("clang-22 failed on {name}:\n{messages}"));
    }
    for line in messages.lines() {
        println!("cargo:warning={line}");
    }
}

/// The external symbols an object defines.
fn symbols(object: &Path) -> Vec<String> {
    let output = Command::new(tool("llvm-nm"))
        .args(["--extern-only", "--defined-only", "--format=posix"])
        .arg(object)
        .output()
        .unwrap_or_else(|e| fail(&format!("cannot run llvm-nm ({e}); run `cargo xtask setup`")));
    if !output.status.success() {
        fail(&format!("llvm-nm: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_string)
        .collect()
}

/// A program of LLVM 22: from the configured prefix, or by its Debian name.
fn tool(name: &str) -> PathBuf {
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    if let Ok(prefix) = std::env::var("LLVM_SYS_221_PREFIX") {
        let path = Path::new(&prefix).join("bin").join(name);
        if path.exists() {
            return path;
        }
    }
    PathBuf::from(format!("{name}-22"))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| fail(&format!("{name} is not set; build with cargo")))
}

fn fail(message: &str) -> ! {
    eprintln!("error: {message}");
    std::process::exit(1);
}
