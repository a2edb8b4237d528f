//! Compiles the runtime and the C library to bitcode and writes a table of the objects.
//!
//! Each source file becomes one object, like a member of an archive: the loader takes it in only
//! when the program needs one of its symbols. Files are compiled in parallel, and only when they or
//! a header have changed.

#[path = "../ir/build/contract.rs"]
#[allow(dead_code, reason = "ir makes more of it")]
mod contract;
#[path = "build/musl.rs"]
mod musl;
#[path = "../ir/src/replaceable.rs"]
mod replaceable;
#[path = "build/roles.rs"]
mod roles;
#[path = "build/sections.rs"]
mod sections;
#[path = "../ir/build/tools.rs"]
mod tools;

use contract::{CONTRACT, Contract};
use rayon::prelude::*;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use tools::{NEVER, env, fail, modified, run, tool, workspace, write};

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
    // What glibc's headers promise about null pointers is what some functions have to check.
    "-fno-delete-null-pointer-checks",
    "-U_FORTIFY_SOURCE",
    "-Wall",
];

const SOURCES: &[&str] = &["runtime", "libc-stubs"];

/// One file to compile.
struct Job {
    /// How the object is called in messages and in the table.
    name: String,
    object: PathBuf,
    command: Command,
    /// An object older than the youngest of its sources is made anew.
    changed: SystemTime,
    /// The symbols programs get; all it defines if this is empty.
    exports: Vec<String>,
}

fn main() {
    let manifest = env("CARGO_MANIFEST_DIR");
    let out = PathBuf::from(env("OUT_DIR"));
    let root = workspace();
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=../ir/build");
    println!("cargo:rerun-if-changed=../ir/src/replaceable.rs");
    // A change of the flags, or of a header, changes every object.
    let here = Path::new(&manifest);
    let mut common = changed(&[here.join("build.rs")]).max(changed(&files(&here.join("build"), &["rs"])));
    for dir in ["runtime/include", "runtime/include/augur", "runtime/include/posix", "libc-stubs", "runtime"] {
        println!("cargo:rerun-if-changed={}", root.join(dir).display());
        common = common.max(changed(&files(&root.join(dir), &["h"])));
    }

    let contract = Contract::of(&root).unwrap_or_else(|e| fail(&e));

    let mut jobs = Vec::new();
    for dir in SOURCES {
        for source in files(&root.join(dir), &["c", "cpp"]) {
            println!("cargo:rerun-if-changed={}", source.display());
            jobs.push(own(&root, dir, &source, &out, common));
        }
    }
    let musl = musl::jobs(&root, &out, common);
    jobs.extend(musl.jobs);
    let defined = compile_all(&jobs, &contract);
    refuse_user_code(&jobs, &contract);
    refuse_duplicates(&jobs, &defined);
    refuse_absent(&contract, &defined);
    write_table(&root, &out, &jobs, &defined, &musl.absent);
}

/// A file of our own.
fn own(root: &Path, dir: &str, source: &Path, out: &Path, common: SystemTime) -> Job {
    let name = format!("{dir}/{}", file_name(source));
    let object = out.join(format!("{}.bc", name.replace('/', "_")));
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
        .arg(&name)
        .arg("-o")
        .arg(&object);
    Job { name, object, command, changed: common.max(changed(&[source.to_path_buf()])), exports: Vec::new() }
}

/// Compiles what has changed, on all cores, and returns the symbols each object defines.
fn compile_all(jobs: &[Job], contract: &Contract) -> Vec<Vec<String>> {
    jobs.par_iter().with_max_len(1).map(|job| compile(job, contract)).collect()
}

/// What the functions of an object call; see [`sections`].
fn summary_of(job: &Job) -> PathBuf {
    job.object.with_extension("calls")
}

fn compile(job: &Job, contract: &Contract) -> Vec<String> {
    let listing = job.object.with_extension("symbols");
    if [&job.object, &listing, &summary_of(job)].iter().all(|file| modified(file) > job.changed)
        && let Ok(text) = std::fs::read_to_string(&listing)
    {
        return text.lines().map(str::to_string).collect();
    }
    let mut command = Command::new(job.command.get_program());
    command.args(job.command.get_args());
    if let Some(directory) = job.command.get_current_dir() {
        command.current_dir(directory);
    }
    let output =
        command.output().unwrap_or_else(|e| fail(&format!("cannot run clang-22 ({e}); run `cargo xtask setup`")));
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        fail(&format!("clang-22 failed on {}:\n{messages}", job.name));
    }
    for line in messages.lines() {
        println!("cargo:warning={line}");
    }
    let mut defined = symbols(&job.object);
    if let Some(absent) = job.exports.iter().find(|name| !defined.contains(name)) {
        fail(&format!("{} does not define `{absent}`", job.name));
    }
    defined.sort();
    let module = run(tool("llvm-dis"), &["-o".as_ref(), "-".as_ref(), job.object.as_os_str()]);
    if SOURCES.iter().any(|dir| job.name.starts_with(dir)) {
        refuse(&roles::complaints(contract, &job.name, &module));
    }
    write(&summary_of(job), &sections::summary(&module));
    write(&listing, &defined.join("\n"));
    defined
}

fn refuse(complaints: &[String]) {
    if !complaints.is_empty() {
        fail(&complaints.join("\n"));
    }
}

/// Inside an atomic section the library is among itself.
fn refuse_user_code(jobs: &[Job], contract: &Contract) {
    let read = |job: &Job| {
        let text = std::fs::read_to_string(summary_of(job));
        (job.name.clone(), text.unwrap_or_else(|e| fail(&format!("{}: {e}", summary_of(job).display()))))
    };
    let modules: Vec<(String, String)> = jobs.iter().map(read).collect();
    refuse(&sections::complaints(contract, &modules));
}

/// The compiler puts it wherever something must not throw; each is as good as the other.
const MADE_BY_COMPILER: &str = "__clang_call_terminate";

/// Whichever of two definitions came first would win, and nobody would know.
fn refuse_duplicates(jobs: &[Job], defined: &[Vec<String>]) {
    let mut first = std::collections::BTreeMap::new();
    for (job, symbols) in jobs.iter().zip(defined) {
        for symbol in symbols.iter().filter(|symbol| *symbol != MADE_BY_COMPILER) {
            if let Some(other) = first.insert(symbol, &job.name) {
                fail(&format!("`{symbol}` is defined in both {other} and {}", job.name));
            }
        }
    }
}

/// The checker would look in vain for what the headers declare and no file defines.
fn refuse_absent(contract: &Contract, defined: &[Vec<String>]) {
    let is_defined = |name: &String| defined.iter().any(|symbols| symbols.contains(name));
    if let Some(name) = contract.defined.iter().find(|name| !is_defined(name)) {
        fail(&format!("`{name}` is declared in {} without TRAP or LOADER, and defined nowhere", CONTRACT.join(" or ")));
    }
}

/// The C++ libraries, each with the key of its recipe.
fn keys(root: &Path) -> Vec<(&'static str, String)> {
    let directory = root.join("libc-stubs/cxx");
    println!("cargo:rerun-if-changed={}", directory.display());
    let key = |name| recipe::key(&directory, name).unwrap_or_else(|e| fail(&format!("{name}.txt: {e}")));
    ["libc++", "libstdc++"].map(|name| (name, key(name))).to_vec()
}

fn write_table(root: &Path, out: &Path, jobs: &[Job], defined: &[Vec<String>], absent: &[String]) {
    let mut table = String::from("pub static OBJECTS: &[(&str, &[u8], &[&str])] = &[\n");
    for (job, symbols) in jobs.iter().zip(defined) {
        let _ = writeln!(
            table,
            "    ({:?}, include_bytes!({:?}), &{symbols:?}),",
            job.name,
            job.object.display().to_string()
        );
    }
    table.push_str("];\n\n");
    let _ = writeln!(table, "pub static ABSENT: &[&str] = &{absent:?};");
    let _ = writeln!(table, "pub static CXX: &[(&str, &str)] = &{:?};", keys(root));
    write(&out.join("library.rs"), &table);
}

/// The files of a directory with one of these extensions, sorted; none if the directory is missing.
fn files(dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let wanted = |path: &PathBuf| path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x));
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(wanted).collect();
    files.sort();
    files
}

/// When the youngest of some files was changed.
fn changed(files: &[PathBuf]) -> SystemTime {
    files.iter().map(|file| modified(file)).max().unwrap_or(NEVER)
}

/// The external symbols an object defines.
fn symbols(object: &Path) -> Vec<String> {
    let options = ["--extern-only", "--defined-only", "--format=posix"].map(OsStr::new);
    let arguments: Vec<&OsStr> = options.into_iter().chain([object.as_os_str()]).collect();
    run(tool("llvm-nm"), &arguments)
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_string)
        .collect()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
