//! The part of the C library that comes from musl's source, which `cargo xtask setup` fetches into
//! a cache outside the tree. Without it the build goes on, and what musl would have given is
//! `unsupported`.
//!
//! `libc-stubs/musl/sources.txt` names the files; the headers beside it replace some of musl's.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use super::tools::{fail, modified, tool};
use super::{Job, changed, files};

/// As in `xtask`, which unpacks it there.
const DIRECTORY: &str = "musl-1.2.3";

const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-O1",
    "-std=c99",
    "-nostdinc",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-stack-protector",
    "-D_XOPEN_SOURCE=700",
    // musl reads strings by words if it sees this, beyond their ends.
    "-U__GNUC__",
    "-w",
];

pub(crate) struct Musl {
    pub jobs: Vec<Job>,
    /// What is missing because the source is.
    pub absent: Vec<String>,
}

/// One line of the list.
struct Entry {
    file: String,
    /// The functions it gives, under their new names.
    functions: Vec<String>,
    renames: Vec<String>,
}

pub(crate) fn jobs(root: &Path, out: &Path, common: SystemTime) -> Musl {
    let overlay = root.join("libc-stubs/musl");
    println!("cargo:rerun-if-changed={}", overlay.display());
    println!("cargo:rerun-if-env-changed=AUGUR_SOURCES");
    println!("cargo:rerun-if-env-changed=XDG_CACHE_HOME");
    let list = overlay.join("sources.txt");
    let text = std::fs::read_to_string(&list).unwrap_or_else(|e| fail(&format!("{}: {e}", list.display())));
    let entries: Vec<Entry> = text.lines().filter_map(parse).collect();
    let Some(source) = recipe::cache().map(|cache| cache.join(DIRECTORY)) else {
        return absent(&entries);
    };
    println!("cargo:rerun-if-changed={}", source.display());
    if !source.join("src").is_dir() {
        return absent(&entries);
    }
    let generated = out.join("musl-include");
    generate_types(&source, &generated);
    let mut headers = files(&overlay, &["h", "txt"]);
    headers.push(source.join("VERSION"));
    let common = common.max(changed(&headers));
    let includes = [
        overlay,
        generated,
        source.join("arch/x86_64"),
        source.join("arch/generic"),
        source.join("src/include"),
        source.join("src/internal"),
        source.join("include"),
    ];
    let job = |entry: &Entry| {
        let object = out.join(format!("musl_{}.bc", entry.file.replace('/', "_")));
        let file = source.join("src").join(&entry.file);
        let mut command = Command::new(tool("clang"));
        command.args(FLAGS).args(includes.iter().map(|dir| format!("-I{}", dir.display())));
        command.args(entry.renames.iter().map(|rename| format!("-D{rename}")));
        // The same bitcode, whatever machine built it and wherever the sources are kept.
        command.arg("-fdebug-compilation-dir=<augur>/musl");
        command.arg(format!("-ffile-prefix-map={}=<augur>/musl", source.display()));
        command.arg(format!("-ffile-prefix-map={}=<augur>", crate::workspace().display()));
        command.arg(format!("-ffile-prefix-map={}=<augur>/musl", out.display()));
        // The name of the file is part of the bitcode as it is given.
        command.current_dir(&source).arg(Path::new("src").join(&entry.file)).arg("-o").arg(&object);
        Job {
            name: format!("musl/{}", entry.file),
            object,
            command,
            changed: common.max(modified(&file)),
            exports: entry.functions.clone(),
        }
    };
    Musl { jobs: entries.iter().map(job).collect(), absent: Vec::new() }
}

/// `file function… old=new…`; nothing for blank lines and comments.
fn parse(line: &str) -> Option<Entry> {
    let mut words = line.split('#').next()?.split_whitespace();
    let mut entry = Entry { file: words.next()?.to_string(), functions: Vec::new(), renames: Vec::new() };
    for word in words {
        match word.split_once('=') {
            Some((_, new)) => {
                entry.renames.push(word.to_string());
                entry.functions.push(new.to_string());
            }
            None => entry.functions.push(word.to_string()),
        }
    }
    Some(entry)
}

fn absent(entries: &[Entry]) -> Musl {
    println!("cargo:warning=the source of musl is not there: wide characters, <search.h>, <regex.h> and the like");
    println!("cargo:warning=will be unsupported; `cargo xtask setup` fetches it");
    let absent = entries.iter().flat_map(|entry| entry.functions.iter().cloned()).collect();
    Musl { jobs: Vec::new(), absent }
}

/// musl makes one of its headers from a template, in a language of three words.
fn generate_types(source: &Path, generated: &Path) {
    let script = source.join("tools/mkalltypes.sed");
    let templates = [source.join("arch/x86_64/bits/alltypes.h.in"), source.join("include/alltypes.h.in")];
    let output = Command::new("sed").arg("-f").arg(script).args(templates).output();
    let text = match output {
        Ok(output) if output.status.success() => output.stdout,
        Ok(output) => fail(&format!("sed: {}", String::from_utf8_lossy(&output.stderr))),
        Err(e) => fail(&format!("cannot run sed: {e}")),
    };
    let bits = generated.join("bits");
    let written = std::fs::create_dir_all(&bits).and_then(|()| std::fs::write(bits.join("alltypes.h"), text));
    if let Err(e) = written {
        fail(&format!("cannot write {}: {e}", bits.display()));
    }
}
