//! What a linker was told about names, for all that it put into one file.
//!
//! References are renamed before anything looks at a module, as if it had been compiled so.

use std::collections::{BTreeMap, BTreeSet};

use crate::llvm::{Kind, Module, Value};

/// How `--wrap` calls what takes the place of a function, and the function itself.
const WRAP: &str = "__wrap_";
const REAL: &str = "__real_";

/// A name that no program has, for what is about to get another.
const BETWEEN: &str = "augur.renamed";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// References to these mean `__wrap_…`, and those to `__real_…` mean them (`--wrap`).
    pub wrapped: BTreeSet<String>,
    /// Other names of symbols (`--defsym`).
    pub aliases: BTreeMap<String, String>,
    pub symbolic: Symbolic,
    /// Of two definitions the first counts (`-z muldefs`).
    pub first_counts: bool,
}

/// What a shared library has for itself although it exports it (`-Bsymbolic`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbolic {
    #[default]
    Nothing,
    Functions,
    All,
}

impl Binding {
    /// What a reference to this name means; none if it means what it says.
    fn meaning(&self, name: &str) -> Option<String> {
        if self.wrapped.contains(name) {
            return Some(format!("{WRAP}{name}"));
        }
        let real = name.strip_prefix(REAL).filter(|real| self.wrapped.contains(*real));
        real.map(str::to_owned).or_else(|| self.aliases.get(name).cloned())
    }

    /// Has a shared library this for itself, whoever else defines it?
    pub(crate) fn is_kept(&self, value: Value) -> bool {
        match self.symbolic {
            Symbolic::Nothing => false,
            Symbolic::Functions => value.kind() == Kind::Function,
            Symbolic::All => true,
        }
    }

    /// Renames what a module refers to and does not define.
    pub(crate) fn rename(&self, module: Module) {
        if self.wrapped.is_empty() && self.aliases.is_empty() {
            return;
        }
        let undefined = module.functions().chain(module.variables()).filter(|value| value.is_declaration());
        let renamed: Vec<(Value, String)> =
            undefined.filter_map(|value| Some((value, self.meaning(&value.name())?))).collect();
        // One may get the name that another gives up.
        renamed.iter().for_each(|(value, _)| value.rename(BETWEEN));
        for (value, name) in renamed {
            match module.global(&name) {
                Some(other) => value.give_way_to(other),
                None => value.rename(&name),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_by_their_meaning() {
        let binding = Binding {
            wrapped: ["malloc".to_owned()].into(),
            aliases: [("other".to_owned(), "real".to_owned())].into(),
            ..Binding::default()
        };
        for (name, meaning) in [
            ("malloc", Some("__wrap_malloc")),
            ("__real_malloc", Some("malloc")),
            ("__wrap_malloc", None),
            ("__real_free", None),
            ("other", Some("real")),
        ] {
            assert_eq!(binding.meaning(name).as_deref(), meaning, "{name}");
        }
    }
}
