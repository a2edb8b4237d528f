//! Which functions a program needs from outside, and whether we model them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::LoadError;
use crate::libcall;
use crate::library::Library;
use crate::llvm::{Kind, Value};
use crate::load::{Input, link};
use crate::lower::is_builtin;

/// A function that no input defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct External {
    pub name: String,
    /// The runtime or the C library has it, or the machine knows it.
    pub modelled: bool,
    /// The functions that refer to it, by name.
    pub callers: Vec<String>,
}

/// The functions that the inputs use and do not define, by name.
pub fn externals(inputs: &[Input<'_>], library: &Arc<Library>) -> Result<Vec<External>, LoadError> {
    let mut linker = link(inputs, library, "main")?;
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let modules: Vec<_> = linker.user_modules().collect();
    for module in modules {
        for function in module.functions() {
            let undefined = function.is_declaration() && function.intrinsic_id() == 0;
            let name = function.name();
            if undefined && function.has_uses() && !linker.is_defined_by_user(&name) {
                let callers = found.entry(name).or_default();
                callers.extend(function.users().filter_map(enclosing_function));
            }
        }
    }
    let mut list = Vec::new();
    for (name, callers) in found {
        let modelled = is_builtin(&name) || linker.find(&name)?.is_some();
        let name = match name.strip_prefix(libcall::PERHAPS) {
            Some(own) => format!("{own} (or in place)"),
            None => name,
        };
        list.push(External { name, modelled, callers: callers.into_iter().collect() });
    }
    Ok(list)
}

/// The functions that the inputs define, by their names in the source.
pub fn functions(inputs: &[Input<'_>], library: &Arc<Library>) -> Result<Vec<String>, LoadError> {
    let linker = link(inputs, library, "main")?;
    let defined = linker.user_modules().flat_map(|module| module.functions()).filter(|f| !f.is_declaration());
    let names: BTreeSet<String> = defined.map(|function| crate::source_name(&function.name())).collect();
    Ok(names.into_iter().collect())
}

fn enclosing_function(user: Value) -> Option<String> {
    let function = match user.kind() {
        Kind::Instruction => user.block().function(),
        _ => return None,
    };
    Some(function.name())
}
