//! Finds out which definition each symbol means.
//!
//! The modules are not merged: a module keeps its own declarations, and [`Linker::resolve`] leads
//! from a declaration to the definition, wherever that is. So nothing is copied, and library
//! objects can stay unread until something refers to one of their symbols, like members of an
//! archive. What the user defines wins over the library.

use ahash::AHashMap;

use crate::LoadError;
use crate::library::Object;
use crate::llvm::{Context, Kind, Layout, Linkage, Module, Value};
use crate::load::X86_64_LAYOUT;
use crate::outside::Outside;

/// A module, and where it is from.
struct LinkedModule {
    module: Module,
    name: String,
    library: bool,
}

pub(crate) struct Linker {
    linked: Vec<LinkedModule>,
    index_of: AHashMap<Module, usize>,
    symbols: AHashMap<String, Value>,
    /// Which library object defines a symbol.
    archive: AHashMap<&'static str, usize>,
    objects: &'static [Object],
    taken: Vec<bool>,
    /// What the inputs' assembly outside of functions does.
    pub outside: Outside,
    /// Resolved references, by declaration.
    resolved: AHashMap<Value, Definition>,
    pub context: Context,
}

/// What a global symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Definition {
    /// A function, variable, alias or ifunc with a definition.
    Found(Value),
    /// A weak reference to nothing: null.
    Null,
    Missing,
}

impl Linker {
    pub(crate) fn new(context: Context, objects: &'static [Object]) -> Linker {
        let mut archive = AHashMap::new();
        for (i, object) in objects.iter().enumerate() {
            for name in object.defined {
                archive.entry(*name).or_insert(i);
            }
        }
        Linker {
            linked: Vec::new(),
            index_of: AHashMap::new(),
            symbols: AHashMap::new(),
            archive,
            objects,
            taken: vec![false; objects.len()],
            outside: Outside::default(),
            resolved: AHashMap::new(),
            context,
        }
    }

    /// Adds an input of the user.
    pub(crate) fn add(&mut self, module: Module, name: &str) -> Result<(), LoadError> {
        self.add_module(module, name, false);
        self.outside.add(&module.assembly());
        for value in definitions(module) {
            let symbol = value.name();
            let Some(&other) = self.symbols.get(&symbol) else {
                self.symbols.insert(symbol, value);
                continue;
            };
            if rank(value) == STRONG && rank(other) == STRONG {
                let first = &self.linked[self.index_of[&other.module()]].name;
                return Err(LoadError::new(
                    format!("`{symbol}` is defined in both {first} and {name}"),
                    name,
                    "make one of them static, or leave out one of the inputs",
                ));
            }
            if self.overrides(value, other) {
                self.symbols.insert(symbol, value);
            }
        }
        Ok(())
    }

    fn add_module(&mut self, module: Module, name: &str, library: bool) {
        self.index_of.insert(module, self.linked.len());
        self.linked.push(LinkedModule { module, name: name.to_string(), library });
    }

    /// Common symbols of different sizes: the largest wins.
    fn overrides(&self, new: Value, old: Value) -> bool {
        let both_common = [new, old].iter().all(|v| v.linkage() == Linkage::Common);
        if both_common {
            let layout = Layout::new(X86_64_LAYOUT);
            return layout.alloc_bytes(new.value_type()) > layout.alloc_bytes(old.value_type());
        }
        rank(new) > rank(old)
    }

    /// From now on `main` means the user's function of this name.
    pub(crate) fn start_with(&mut self, function: &str) {
        match self.symbols.get(function).copied() {
            Some(value) => self.symbols.insert("main".into(), value),
            None => self.symbols.remove("main"),
        };
        self.resolved.clear();
    }

    /// The definition that a global value of any module stands for.
    pub(crate) fn resolve(&mut self, value: Value) -> Result<Definition, LoadError> {
        if value.linkage() == Linkage::Local {
            return Ok(Definition::Found(value));
        }
        if let Some(&definition) = self.resolved.get(&value) {
            return Ok(definition);
        }
        let name = value.name();
        // The library asks by a weak reference whether the program uses something.
        let asks = value.linkage() == Linkage::ExternWeak && self.is_library(value) && !self.user_mentions(&name);
        let definition = match if asks { None } else { self.find(&name)? } {
            _ if self.is_outside(&name) => Definition::Missing,
            Some(found) => Definition::Found(found),
            None if !is_undefined(value) => Definition::Found(value),
            None if value.linkage() == Linkage::ExternWeak => Definition::Null,
            None => Definition::Missing,
        };
        self.resolved.insert(value, definition);
        Ok(definition)
    }

    /// Is this what assembly outside of functions defines, and no input? It comes before the library.
    pub(crate) fn is_outside(&self, symbol: &str) -> bool {
        let defined = || self.symbols.get(symbol).is_some_and(|value| !self.is_library(*value));
        !self.outside.symbols.is_empty() && self.outside.symbols.contains(symbol) && !defined()
    }

    /// What to say of a symbol without definition.
    pub(crate) fn missing(&self, kind: &str, symbol: &str) -> String {
        match self.is_outside(symbol) {
            true => format!("`{symbol}`, which module-level assembly defines"),
            false if kind == "function" => crate::library::missing(symbol),
            false => format!("external {kind} `{symbol}`"),
        }
    }

    /// The definition of a symbol; takes in the library object that has it.
    pub(crate) fn find(&mut self, symbol: &str) -> Result<Option<Value>, LoadError> {
        if let Some(&value) = self.symbols.get(symbol) {
            return Ok(Some(value));
        }
        let Some(&object) = self.archive.get(symbol) else {
            return Ok(None);
        };
        if self.taken[object] {
            return Ok(None);
        }
        self.take(object)?;
        Ok(self.symbols.get(symbol).copied())
    }

    fn take(&mut self, index: usize) -> Result<(), LoadError> {
        self.taken[index] = true;
        let object = &self.objects[index];
        let module = self.context.parse_lazily(object.bytes).map_err(|message| {
            LoadError::new(format!("the built-in library is unreadable: {message}"), object.name, "rebuild the tool")
        })?;
        self.add_module(module, object.name, true);
        for value in definitions(module) {
            self.symbols.entry(value.name()).or_insert(value);
        }
        Ok(())
    }

    /// Before any library object is taken in: does an input define this symbol?
    pub(crate) fn is_defined_by_user(&self, symbol: &str) -> bool {
        self.symbols.contains_key(symbol)
    }

    /// Is there a function of this name, defined or not, in an input?
    pub(crate) fn user_mentions(&self, symbol: &str) -> bool {
        self.user_modules().any(|module| module.functions().any(|function| function.name() == symbol))
    }

    pub(crate) fn is_library(&self, global: Value) -> bool {
        self.linked_module(global).is_some_and(|p| p.library)
    }

    /// Is it from `runtime/`, which has the threads and what they synchronise with?
    pub(crate) fn is_runtime(&self, global: Value) -> bool {
        self.linked_module(global).is_some_and(|p| p.library && p.name.starts_with("runtime/"))
    }

    fn linked_module(&self, global: Value) -> Option<&LinkedModule> {
        self.index_of.get(&global.module()).map(|index| &self.linked[*index])
    }

    pub(crate) fn modules(&self) -> impl Iterator<Item = Module> {
        self.linked.iter().map(|linked| linked.module)
    }

    pub(crate) fn user_modules(&self) -> impl Iterator<Item = Module> {
        self.linked.iter().filter(|p| !p.library).map(|p| p.module)
    }
}

/// The definitions of a module that other modules can see.
fn definitions(module: Module) -> Vec<Value> {
    module
        .functions()
        .chain(module.variables())
        .chain(module.aliases())
        .filter(|v| !is_undefined(*v))
        .filter(|v| !matches!(v.linkage(), Linkage::Local | Linkage::Appending))
        .collect()
}

fn is_undefined(value: Value) -> bool {
    matches!(value.kind(), Kind::Function | Kind::Variable) && value.is_declaration()
}

const STRONG: u32 = 3;

fn rank(value: Value) -> u32 {
    match value.linkage() {
        Linkage::Strong => STRONG,
        Linkage::Common => 2,
        Linkage::Weak => 1,
        _ => 0,
    }
}
