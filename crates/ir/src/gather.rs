//! Which inputs are a part of the program: those named, and of archives what somebody refers to,
//! as with a linker.

use ahash::{AHashMap, AHashSet};

use crate::LoadError;
use crate::changes::is_called;
use crate::fatal;
use crate::libcall;
use crate::link::{Linker, definitions, is_undefined};
use crate::llvm::{Context, Linkage, Module, Value};
use crate::load::{Input, Role, parse, parse_headers};

/// A module that is taken in when somebody needs it.
struct Member<'a> {
    input: &'a Input<'a>,
    taken: bool,
}

/// Members by what they define.
#[derive(Default)]
struct Members<'a> {
    all: Vec<Member<'a>>,
    defining: AHashMap<String, Vec<usize>>,
    /// What the program starts with, which may be a function that only its file can see.
    root: &'a str,
}

/// Parses what is needed, hands it to the linker, and takes in what `root` and all others refer to.
pub(crate) fn gather<'a>(linker: &mut Linker, inputs: &'a [Input<'a>], root: &'a str) -> Result<(), LoadError> {
    let mut members = Members { root, ..Members::default() };
    let mut wanted = vec![root.to_owned()];
    for input in inputs {
        match &input.role {
            Role::MachineCode { symbols } => linker.add_machine_code(symbols, input.name),
            Role::SharedCode { symbols } => linker.add_shared_code(symbols, input.name),
            Role::Member | Role::Candidate { .. } => members.add(&mut linker.context, input)?,
            _ => {
                let module = parse(&mut linker.context, input)?;
                wanted.extend(needed(module, input));
                linker.add(module, input)?;
            }
        }
    }
    let mut seen = AHashSet::new();
    while let Some(symbol) = wanted.pop() {
        if linker.is_defined_by_user(&symbol) || !seen.insert(symbol.clone()) {
            continue;
        }
        let Some(input) = members.take(&symbol)? else { continue };
        let module = parse(&mut linker.context, input)?;
        wanted.extend(needed(module, input));
        linker.add(module, input)?;
    }
    Ok(())
}

impl<'a> Members<'a> {
    fn add(&mut self, context: &mut Context, input: &'a Input<'a>) -> Result<(), LoadError> {
        let module = parse_headers(context, input)?;
        for value in definitions(module).into_iter().filter(|value| value.linkage() != Linkage::AvailableExternally) {
            // What every file has that uses it is no reason to complain.
            let rivals = self.defining.entry(value.name()).or_default();
            if rivals.is_empty() || value.linkage() == Linkage::Strong {
                rivals.push(self.all.len());
            }
        }
        if !self.defining.contains_key(self.root) && module.functions().any(|function| is_start(function, self.root)) {
            self.defining.insert(self.root.to_owned(), vec![self.all.len()]);
        }
        module.dispose();
        self.all.push(Member { input, taken: false });
        Ok(())
    }

    /// The member that has this symbol. In an archive it is the first, as for a linker; among the files of a
    /// project, which may belong to different programs, there must be only one, though it may be compiled in several
    /// ways (for a static and a shared library).
    fn take(&mut self, symbol: &str) -> Result<Option<&'a Input<'a>>, LoadError> {
        let Some(&[first, ref others @ ..]) = self.defining.get(symbol).map(Vec::as_slice) else { return Ok(None) };
        let input = self.all[first].input;
        let is_rival =
            |other: &&usize| matches!(input.role, Role::Candidate { .. }) && self.all[**other].input.role != input.role;
        if let Some(&other) = others.iter().find(is_rival) {
            let names = [input.name, self.all[other].input.name];
            return Err(LoadError::new(
                format!("`{symbol}` is in both {} and {}", names[0], names[1]),
                "",
                "name the files that belong to the program",
            ));
        }
        let member = &mut self.all[first];
        Ok((!std::mem::replace(&mut member.taken, true)).then_some(member.input))
    }
}

/// Is this the function of that name in the source?
fn is_start(function: Value, root: &str) -> bool {
    !is_undefined(function) && is_called(function, root)
}

/// What a file defines for others, and what it needs from them.
pub fn symbols(input: &Input<'_>) -> Result<(Vec<String>, Vec<String>), LoadError> {
    fatal::install();
    let mut context = Context::new();
    let module = parse(&mut context, input)?;
    let defined = definitions(module).into_iter().map(|value| value.name()).collect();
    let undefined = undefined(module);
    module.dispose();
    Ok((defined, undefined))
}

/// What a module has a linker look for.
fn needed(module: Module, input: &Input<'_>) -> Vec<String> {
    let mut needed = undefined(module);
    let named = |name: &String| name.strip_prefix(libcall::PERHAPS).map(str::to_owned);
    let perhaps: Vec<String> = needed.iter().filter_map(named).collect();
    let aliases = input.binding.iter().flat_map(|binding| binding.definitions().map(|(_, meaning)| meaning));
    needed.extend(perhaps.into_iter().chain(libcall::called(module)).chain(aliases));
    needed
}

/// What a module uses and does not define. A weak reference fetches nothing.
fn undefined(module: Module) -> Vec<String> {
    let all = module.functions().chain(module.variables());
    let needed = all.filter(|value| {
        let named = is_undefined(*value) || value.linkage() == Linkage::AvailableExternally;
        named && value.linkage() != Linkage::ExternWeak && value.has_uses()
    });
    needed.map(|value| value.name()).collect()
}
