//! What a linker was told about names, for all that it put into one file.
//!
//! References are renamed before anything looks at a module, as if it had been compiled so. What a module refers to
//! and defines itself keeps its name: `--wrap` does not concern it, and of `--defsym` the linker knows ([`Linker`]).
//!
//! [`Linker`]: crate::link::Linker

use std::collections::{BTreeMap, BTreeSet};

use crate::libcall;
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
        let symbol = self.behind_wrapper(name);
        let meaning = self.definition(&symbol).unwrap_or(symbol);
        (meaning != name).then_some(meaning)
    }

    /// The symbol that a file asks for by this name.
    fn behind_wrapper(&self, name: &str) -> String {
        if self.wrapped.contains(name) {
            return format!("{WRAP}{name}");
        }
        name.strip_prefix(REAL).filter(|real| self.wrapped.contains(*real)).unwrap_or(name).to_owned()
    }

    /// The symbol that has the definition of another, which is none of `--defsym`; none if that is this one, or
    /// there is no end.
    pub(crate) fn definition(&self, symbol: &str) -> Option<String> {
        let mut found = symbol.to_owned();
        for _ in 0..=self.aliases.len() {
            let next = self.aliases.get(&found).map(|next| self.behind_wrapper(next));
            match next.filter(|next| *next != found) {
                Some(next) => found = next,
                None => return (found != symbol).then_some(found),
            }
        }
        None
    }

    /// All symbols of `--defsym`, with those that have their definitions.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (String, String)> {
        self.aliases.keys().filter_map(|name| Some((name.clone(), self.definition(name)?)))
    }

    /// A symbol that is defined by itself.
    pub(crate) fn circular(&self) -> Option<&str> {
        let is_own = |name: &&String, meaning: &String| self.behind_wrapper(meaning) == **name;
        let mut others = self.aliases.iter().filter(|(name, meaning)| !is_own(name, meaning));
        others.find(|(name, _)| self.definition(name).is_none()).map(|(name, _)| name.as_str())
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
        libcall::expose(module, |name| match libcall::defines(module, name) {
            true => self.definition(name),
            false => self.meaning(name),
        });
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

    #[test]
    fn symbols_that_are_defined_by_others() {
        let aliases = [("a", "b"), ("b", "c"), ("own", "own"), ("x", "malloc"), ("left", "right"), ("right", "left")];
        let binding = Binding {
            wrapped: ["malloc".to_owned()].into(),
            aliases: aliases.map(|(name, meaning)| (name.to_owned(), meaning.to_owned())).into(),
            ..Binding::default()
        };
        for (name, meaning) in [
            ("a", Some("c")),
            ("b", Some("c")),
            ("c", None),
            ("own", None),
            ("x", Some("__wrap_malloc")),
            ("left", None),
        ] {
            assert_eq!(binding.meaning(name).as_deref(), meaning, "{name}");
        }
        assert_eq!(binding.circular(), Some("left"));
    }
}
