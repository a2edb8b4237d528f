//! From the user's files to a program.

use std::collections::BTreeSet;
use std::ffi::CStr;
use std::sync::Arc;

use crate::binding::Binding;
use crate::changes::Changes;
use crate::contract::names;
use crate::debug::DebugReader;
use crate::gather::gather;
use crate::libcall;
use crate::library::Library;
use crate::link::Linker;
use crate::llvm::{Context, Kind, Module};
use crate::program::Program;
use crate::{LoadError, fatal, lower, poll, rust};

/// The one target there is.
pub(crate) const X86_64_LAYOUT: &CStr =
    c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

const ADVICE: &str = "compile with `clang-22 -c -emit-llvm -g` for x86-64 Linux";

const BUILD_ADVICE: &str =
    "build it with `verify cc` (augur-cc) as the compiler, which keeps the bitcode beside the code";

/// How to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// Keep local variables whose address is never taken in registers.
    pub promote: bool,
    /// Compute also what nobody uses, and keep it as long as a plain look at the code says that somebody
    /// might.
    pub keep_dead: bool,
    /// Volatile accesses are as good as atomic ones.
    pub volatile_atomic: bool,
    /// Look whether what is stored has overflowed, where the arithmetic itself may be the optimiser's.
    pub overflow: bool,
    /// Weak compare-exchanges may fail for no reason.
    pub weak_exchanges: bool,
    /// Leave out what standard libraries do in the program for speed alone (`poll`, `rust`).
    pub shortcuts: bool,
    /// What the user changes about the program.
    pub changes: Changes,
    /// Words of what is asked about the program: variables that are called so are there, whoever uses them.
    pub spoken_of: Vec<String>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions {
            promote: true,
            keep_dead: false,
            volatile_atomic: false,
            overflow: false,
            weak_exchanges: false,
            shortcuts: true,
            changes: Changes::default(),
            spoken_of: Vec::new(),
        }
    }
}

/// One input: bitcode or LLVM assembly, recognised by its content.
#[derive(Clone)]
pub struct Input<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
    pub role: Role,
    /// What its linker was told about names.
    pub binding: Option<Arc<Binding>>,
}

impl<'a> Input<'a> {
    /// An input that is a part of the program as it is.
    pub fn whole(name: &'a str, bytes: &'a [u8]) -> Input<'a> {
        Input { name, bytes, role: Role::Whole, binding: None }
    }
}

/// What an input is for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Whole,
    /// Of an archive: a part of the program if somebody needs what it defines.
    Member,
    /// The same for a file of a project, where no other source may define that. A source that is compiled in several
    /// ways is there several times, under one number.
    Candidate {
        source: usize,
    },
    /// Of a shared library, by its number. What this does not export is its own; what it does export and
    /// somebody before it defines is theirs.
    Shared {
        image: u32,
        exports: Arc<BTreeSet<String>>,
    },
    /// Of a shared library that the program opens while it runs: nobody else sees what it defines.
    Opened {
        image: u32,
        yields: Yields,
    },
    /// What it defines takes the place of all else of that name.
    Replacement,
    /// No bitcode: what it defines is not known, and comes before the library.
    MachineCode {
        symbols: Vec<String>,
    },
    /// What a shared library defines, with bitcode or without. What we model comes before that.
    SharedCode {
        symbols: Vec<String>,
    },
}

/// Where a library that is opened leaves its own definitions for those of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yields {
    /// For these, which the program and its libraries export and this one does, too.
    To(Arc<BTreeSet<String>>),
    /// Wherever it exports them, as if all of the program were linked with -rdynamic.
    Exported(Arc<BTreeSet<String>>),
}

/// Reads the inputs, links them with the library and lowers what `main` can reach.
pub fn load(inputs: &[Input<'_>], options: &LoadOptions, library: &Arc<Library>) -> Result<Program, LoadError> {
    let mut linker = link(inputs, library, options.changes.root())?;
    linker.user_modules().for_each(rust::explain_aborts);
    if options.shortcuts {
        linker.user_modules().for_each(poll::shorten);
    }
    let notes = options.changes.apply(&mut linker)?;
    let replaced = linker.replaced()?;
    let program = from_main(linker, names(inputs), options)?.0;
    Ok(Program { notes, replaced, ..program })
}

/// Inputs that hold many programs, each with a function of its own in the place of `main`. They are
/// read once, and so is the library.
pub struct Programs {
    /// None after an error.
    linker: Option<Linker>,
    names: String,
    /// Loops that poll were shortened, for all programs.
    shortened: bool,
}

impl Programs {
    pub fn read(inputs: &[Input<'_>], library: &Arc<Library>) -> Result<Programs, LoadError> {
        let linker = link(inputs, library, "main")?;
        linker.user_modules().for_each(rust::explain_aborts);
        Ok(Programs { linker: Some(linker), names: names(inputs), shortened: false })
    }

    /// The program that starts with the function `main`.
    pub fn load(&mut self, main: &str, options: &LoadOptions) -> Result<Program, LoadError> {
        let broken = || LoadError::new("an earlier program could not be loaded", self.names.clone(), "load it alone");
        if self.shortened && !options.shortcuts {
            let what = "an earlier program was loaded with shortcuts";
            return Err(LoadError::new(what, self.names.clone(), "read those without by themselves"));
        }
        let mut linker = self.linker.take().ok_or_else(broken)?;
        if options.shortcuts && !std::mem::replace(&mut self.shortened, true) {
            linker.user_modules().for_each(poll::shorten);
        }
        linker.start_with(main);
        let (program, linker) = from_main(linker, self.names.clone(), options)?;
        self.linker = Some(linker);
        Ok(program)
    }
}

fn from_main(mut linker: Linker, names: String, options: &LoadOptions) -> Result<(Program, Linker), LoadError> {
    let main = linker.find("main")?;
    if main.is_none_or(|m| !matches!(m.kind(), Kind::Function | Kind::Alias)) {
        let (what, advice) = match linker.is_outside("main") {
            true => (linker.missing("function", "main"), BUILD_ADVICE),
            false => (
                "the program has no `main`".into(),
                "give all files of the program, the one with `main` among them, or --entry FUNCTION",
            ),
        };
        return Err(LoadError::new(what, names, advice));
    }
    let Some(entry) = linker.find(names::START)? else {
        return Err(LoadError::new(
            format!("the built-in runtime has no `{}`", names::START),
            "",
            "rebuild the tool with its `runtime` directory in place",
        ));
    };
    linker.mention_all(!options.shortcuts);
    lower::program(linker, DebugReader::new(), options, entry)
}

/// Parses, checks and joins the inputs, as far as `root` needs them.
pub(crate) fn link(inputs: &[Input<'_>], library: &Arc<Library>, root: &str) -> Result<Linker, LoadError> {
    fatal::install();
    let mut linker = Linker::new(Context::new(), library);
    gather(&mut linker, inputs, root)?;
    linker.define_aliases();
    expose_libcalls(&linker);
    Ok(linker)
}

/// Has the functions called that only machine code calls, where the program has them itself.
fn expose_libcalls(linker: &Linker) {
    for module in linker.user_modules() {
        let local = |name: &str| module.global(name).filter(|_| libcall::defines(module, name));
        let own = |name: &str| local(name).or_else(|| linker.own(module, name));
        libcall::expose(module, |name| own(name).map(|_| name.to_owned()));
        for (function, name) in libcall::undecided(module) {
            if own(&name).is_some_and(|own| own.value_type() == function.value_type() && linker.is_pure(own)) {
                match module.global(&name) {
                    Some(own) => function.give_way_to(own),
                    None => function.rename(&name),
                }
            }
        }
    }
}

pub(crate) fn parse(context: &mut Context, input: &Input<'_>) -> Result<Module, LoadError> {
    let fail = |what: String, advice: &str| Err(LoadError::new(what, input.name, advice));
    let parsed = match content(input.bytes) {
        Content::Bitcode => read(context, input.bytes),
        Content::Text => context.parse_text(input.bytes),
        Content::Empty => return fail("the file is empty".into(), ADVICE),
        Content::MachineCode => {
            return fail("this is machine code without bitcode".into(), BUILD_ADVICE);
        }
        Content::Unknown => return fail("this is not LLVM bitcode".into(), ADVICE),
    };
    let module = match parsed {
        Ok(module) => module,
        Err(message) => {
            let what = format!("LLVM cannot read it: {}", one_line(&message));
            return fail(what, ADVICE);
        }
    };
    check_target(module, input.name)?;
    if let Err(message) = module.verify() {
        return fail(
            format!("the module is malformed: {}", one_line(&message)),
            "compile the source again; if LLVM assembly was written by hand, run `opt-22 -passes=verify`",
        );
    }
    if let Some(binding) = &input.binding {
        if let Some(name) = binding.circular() {
            return fail(format!("`{name}` is defined by itself"), "give --defsym a name that the program has");
        }
        binding.rename(module);
    }
    Ok(module)
}

/// Of a Rust program, which has the whole of `std` with it, only what it needs.
fn read(context: &mut Context, bytes: &[u8]) -> Result<Module, String> {
    if rust::is_likely(bytes) {
        let module = context.parse_lazily_copied(bytes)?;
        if rust::read_needed(module) {
            return Ok(module);
        }
        module.dispose();
    }
    context.parse_bitcode(bytes)
}

fn check_target(module: Module, name: &str) -> Result<(), LoadError> {
    let triple = module.triple();
    let known = triple.is_empty() || (triple.starts_with("x86_64") && triple.contains("linux"));
    if !known {
        return Err(LoadError::new(
            format!("it is compiled for `{triple}`; only x86-64 Linux is modelled"),
            name,
            "compile with `--target=x86_64-linux-gnu`",
        ));
    }
    let layout = module.data_layout();
    if layout.is_empty() {
        module.set_data_layout(X86_64_LAYOUT);
    } else if layout.as_bytes() != X86_64_LAYOUT.to_bytes() {
        return Err(LoadError::new(format!("its data layout `{layout}` is not that of x86-64 Linux"), name, ADVICE));
    }
    Ok(())
}

enum Content {
    Bitcode,
    Text,
    MachineCode,
    Empty,
    Unknown,
}

/// Of a member of an archive, what it declares and defines.
pub(crate) fn parse_headers(context: &mut Context, input: &Input<'_>) -> Result<Module, LoadError> {
    match content(input.bytes) {
        Content::Bitcode => context.parse_lazily_copied(input.bytes).map_err(|message| {
            LoadError::new(format!("LLVM cannot read it: {}", one_line(&message)), input.name, ADVICE)
        }),
        _ => parse(context, input),
    }
}

fn content(bytes: &[u8]) -> Content {
    match bytes {
        [] => Content::Empty,
        [b'B', b'C', 0xC0, 0xDE, ..] | [0xDE, 0xC0, 0x17, 0x0B, ..] => Content::Bitcode,
        [0x7F, b'E', b'L', b'F', ..] => Content::MachineCode,
        _ if bytes.contains(&0) || std::str::from_utf8(bytes).is_err() => Content::Unknown,
        _ => Content::Text,
    }
}

fn names(inputs: &[Input<'_>]) -> String {
    let mut names: Vec<&str> = inputs.iter().map(|i| i.name).collect();
    names.dedup();
    names.join(", ")
}

/// LLVM's messages may be long and may have several lines.
fn one_line(message: &str) -> String {
    const CHARS_MAX: usize = 400;
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.is_empty() => "malformed input".to_string(),
        None => line,
    }
}
