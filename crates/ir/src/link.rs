//! Finds out which definition each symbol means.
//!
//! The modules are not merged: a module keeps its own declarations, and [`Linker::resolve`] leads
//! from a declaration to the definition, wherever that is. So nothing is copied, and library
//! objects can stay unread until something refers to one of their symbols, like members of an
//! archive. What the user defines wins over the library, but not within the C library: there
//! only those functions are the user's that the C library of the platform leaves to him, too.

use std::sync::Arc;

use ahash::{AHashMap, AHashSet};

use crate::LoadError;
use crate::libcall;
use crate::library::{Index, Library, is_cpp, is_std};
use crate::llvm::{Context, Kind, Layout, Linkage, Module, Value};
use crate::load::{Input, Role, X86_64_LAYOUT, Yields};
use crate::outside::Outside;
use crate::replaceable::REPLACEABLE;
use crate::rust::{self, reached};
use crate::system_call;

/// What the library puts before the name of a function to have the program's own definition of it,
/// or null.
const DEFINED: &str = "augur_defined_";

/// How the names begin that a library shows which the program opens: what `verify` says of it.
const OPENED: &str = "augur_opened";

/// A module, and where it is from.
struct LinkedModule {
    module: Module,
    name: String,
    library: bool,
    /// The shared library that it is in, by number; 0 is the program itself.
    image: u32,
    /// That library is opened while the program runs.
    opened: bool,
    /// It takes the place of what others define.
    replaces: bool,
}

/// A shelf that the program needs.
struct OpenShelf {
    /// Its number in the library.
    number: usize,
    /// None if it was never built.
    index: Option<Index>,
    taken: Vec<bool>,
}

pub(crate) struct Linker {
    linked: Vec<LinkedModule>,
    index_of: AHashMap<Module, usize>,
    symbols: AHashMap<String, Value>,
    /// What shared libraries have for themselves.
    private: AHashMap<(u32, String), Value>,
    /// What takes the place of everything else of its name.
    replacements: AHashMap<String, Value>,
    /// What the linker was told to define by other symbols (`--defsym`), each as what is defined otherwise.
    aliases: AHashMap<String, String>,
    /// The same within shared libraries, and whether others see it.
    private_aliases: AHashMap<(u32, String), (String, bool)>,
    /// What is defined by machine code alone, and where.
    machine_code: AHashMap<String, String>,
    /// What the C library has under names that the user has, too.
    hidden: AHashMap<String, Value>,
    /// Which library object defines a symbol.
    archive: AHashMap<&'static str, usize>,
    library: Arc<Library>,
    taken: Vec<bool>,
    /// The C++ libraries that the inputs need; none until one is asked for something.
    shelves: Option<Vec<OpenShelf>>,
    /// What the inputs mention, and what they have the C++ library mention.
    mentioned: Option<AHashSet<String>>,
    /// Whether the program can reach it or not.
    all_mentioned: bool,
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
    pub(crate) fn new(context: Context, library: &Arc<Library>) -> Linker {
        let mut archive = AHashMap::new();
        for (i, object) in library.objects.iter().enumerate() {
            for name in object.defined {
                archive.entry(*name).or_insert(i);
            }
        }
        Linker {
            linked: Vec::new(),
            index_of: AHashMap::new(),
            symbols: AHashMap::new(),
            private: AHashMap::new(),
            replacements: AHashMap::new(),
            aliases: AHashMap::new(),
            private_aliases: AHashMap::new(),
            machine_code: AHashMap::new(),
            hidden: AHashMap::new(),
            archive,
            library: library.clone(),
            taken: vec![false; library.objects.len()],
            shelves: None,
            mentioned: None,
            all_mentioned: false,
            outside: Outside::default(),
            resolved: AHashMap::new(),
            context,
        }
    }

    /// Adds an input of the user.
    pub(crate) fn add(&mut self, module: Module, input: &Input<'_>) -> Result<(), LoadError> {
        let (name, role) = (input.name, &input.role);
        let image = if let Role::Shared { image, .. } | Role::Opened { image, .. } = role { *image } else { 0 };
        let replaces = *role == Role::Replacement;
        self.add_module(module, name, false);
        if let Some(linked) = self.linked.last_mut() {
            (linked.image, linked.replaces) = (image, replaces);
            linked.opened = matches!(role, Role::Opened { .. });
        }
        self.outside.add(&module.assembly());
        for value in definitions(module) {
            self.define(value, input)?;
        }
        for (name, meaning) in input.binding.iter().filter(|_| !replaces).flat_map(|binding| binding.definitions()) {
            match role {
                Role::Shared { exports, .. } => {
                    let exported = exports.contains(&name);
                    self.private_aliases.insert((image, name), (meaning, exported));
                }
                Role::Opened { .. } => _ = self.private_aliases.insert((image, name), (meaning, false)),
                _ => _ = self.aliases.insert(name, meaning),
            }
        }
        Ok(())
    }

    /// Once all inputs are there: gives the symbols of `--defsym` their definitions. What the library defines
    /// joins later, and is found by then.
    pub(crate) fn define_aliases(&mut self) {
        for (name, meaning) in &self.aliases {
            let found = self.symbols.get(meaning).filter(|_| !self.replacements.contains_key(name));
            if let Some(&value) = found {
                self.symbols.insert(name.clone(), value);
            }
        }
        for ((image, name), (meaning, exported)) in &self.private_aliases {
            let own = self.private.get(&(*image, meaning.clone())).or_else(|| self.symbols.get(meaning));
            let Some(&value) = own else { continue };
            if *exported {
                self.symbols.entry(name.clone()).or_insert(value);
            }
            self.private.insert((*image, name.clone()), value);
        }
    }

    fn define(&mut self, value: Value, input: &Input<'_>) -> Result<(), LoadError> {
        let (name, role) = (input.name, &input.role);
        let binding = input.binding.as_deref();
        let symbol = value.name();
        if *role == Role::Replacement {
            self.replacements.insert(symbol.clone(), value);
            self.symbols.insert(symbol, value);
            return Ok(());
        }
        if binding.is_some_and(|binding| binding.definition(&symbol).is_some()) {
            return Ok(());
        }
        let kept = binding.is_some_and(|binding| binding.is_kept(value));
        let (image, exported) = match role {
            Role::Shared { image, exports } => (*image, exports.contains(&symbol)),
            Role::Opened { image, yields } if !symbol.starts_with(OPENED) => {
                if self.yields(&symbol, yields) && !kept {
                    return Ok(());
                }
                (*image, false)
            }
            _ => (0, true),
        };
        let rival = match exported {
            true => self.symbols.get(&symbol).copied(),
            false => self.private.get(&(image, symbol.clone())).copied(),
        };
        if exported && kept {
            let own = self.private.entry((image, symbol.clone())).or_insert(value);
            *own = if rank(value) > rank(*own) { value } else { *own };
        }
        let wins = match rival {
            None => true,
            // A shared library gives way to whoever was there before.
            Some(rival) if self.image_of(rival) != image => false,
            Some(rival) if self.replacements.get(&symbol) == Some(&rival) => false,
            Some(rival) if rank(value) == STRONG && rank(rival) == STRONG => {
                if binding.is_some_and(|binding| binding.first_counts) {
                    return Ok(());
                }
                let first = &self.linked[self.index_of[&rival.module()]].name;
                return Err(LoadError::new(
                    format!("`{symbol}` is defined in both {first} and {name}"),
                    name,
                    "make one of them static, or leave out one of the inputs",
                ));
            }
            Some(rival) => self.overrides(value, rival),
        };
        if wins && exported {
            self.symbols.insert(symbol, value);
        } else if wins {
            self.private.insert((image, symbol), value);
        }
        Ok(())
    }

    /// Does the program's symbol come before that of a library that it opens?
    fn yields(&self, symbol: &str, yields: &Yields) -> bool {
        let by = match yields {
            Yields::To(names) => names.contains(symbol),
            Yields::Exported(exports) => exports.contains(symbol),
        };
        by && self.symbols.get(symbol).is_some_and(|found| !self.is_library(*found))
    }

    /// The library of this function, if the program opens it while it runs; else 0.
    pub(crate) fn opened_image(&self, value: Value) -> u32 {
        self.linked_module(value).filter(|linked| linked.opened).map_or(0, |linked| linked.image)
    }

    fn image_of(&self, value: Value) -> u32 {
        self.linked_module(value).map_or(0, |linked| linked.image)
    }

    /// Symbols that an object without bitcode defines.
    pub(crate) fn add_machine_code(&mut self, symbols: &[String], name: &str) {
        for symbol in symbols {
            self.machine_code.entry(symbol.clone()).or_insert_with(|| name.to_owned());
        }
    }

    /// Symbols that a shared library of the project defines.
    pub(crate) fn add_shared_code(&mut self, symbols: &[String], name: &str) {
        for symbol in symbols.iter().filter(|symbol| !self.archive.contains_key(symbol.as_str()) && !is_cpp(symbol)) {
            self.machine_code.entry(symbol.clone()).or_insert_with(|| name.to_owned());
        }
    }

    /// The functions and variables of replacements that others define or use. One that replaces nothing is
    /// a mistake in a name.
    pub(crate) fn replaced(&self) -> Result<Vec<String>, LoadError> {
        let others = self.linked.iter().filter(|linked| !linked.library && !linked.replaces);
        let globals = others.flat_map(|linked| linked.module.functions().chain(linked.module.variables()));
        let known: AHashSet<String> = globals.map(|value| value.name()).collect();
        let replaces = |linked: &LinkedModule| definitions(linked.module).iter().any(|v| known.contains(&v.name()));
        if let Some(idle) = self.linked.iter().find(|linked| linked.replaces && !replaces(linked)) {
            let names: Vec<String> = definitions(idle.module).iter().map(|value| value.name()).collect();
            let what = format!("this replaces nothing of the program: it defines {}", names.join(", "));
            return Err(LoadError::new(what, idle.name.clone(), "verify externals lists what a program needs"));
        }
        let mut replaced: Vec<String> = self
            .replacements
            .keys()
            .filter(|name| known.contains(*name))
            .map(|name| crate::source_name(name))
            .collect();
        replaced.sort_unstable();
        Ok(replaced)
    }

    fn add_module(&mut self, module: Module, name: &str, library: bool) {
        self.index_of.insert(module, self.linked.len());
        self.linked.push(LinkedModule {
            module,
            name: name.to_string(),
            library,
            image: 0,
            opened: false,
            replaces: false,
        });
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
        self.aliases.remove("main");
        match self.symbols.get(function).copied() {
            Some(value) => self.symbols.insert("main".into(), value),
            None => self.symbols.remove("main"),
        };
        self.resolved.clear();
    }

    /// From now on `main` means this function.
    pub(crate) fn start_at(&mut self, function: Value) {
        self.aliases.remove("main");
        self.symbols.insert("main".into(), function);
        self.resolved.clear();
    }

    /// From now on others find this function by its name, unless they find another.
    pub(crate) fn publish(&mut self, function: Value) {
        self.symbols.entry(function.name()).or_insert(function);
    }

    /// The definition that a global value of any module stands for.
    pub(crate) fn resolve(&mut self, value: Value) -> Result<Definition, LoadError> {
        if value.linkage() == Linkage::Local {
            return Ok(Definition::Found(self.replacement(value).unwrap_or(value)));
        }
        if let Some(&definition) = self.resolved.get(&value) {
            return Ok(definition);
        }
        let name = value.name();
        let image = self.image_of(value);
        if image != 0
            && !self.replacements.contains_key(&name)
            && let Some(&own) = self.private.get(&(image, name.clone()))
        {
            return Ok(Definition::Found(own));
        }
        // The library asks by a weak reference whether the program defines something, or uses it.
        if let Some(asked) = name.strip_prefix(DEFINED).filter(|_| self.is_library(value)) {
            let own = self.symbols.get(asked).copied().filter(|found| !self.is_library(*found));
            return Ok(own.map_or(Definition::Null, Definition::Found));
        }
        // What the user has replaced the program does not use.
        let asks = value.linkage() == Linkage::ExternWeak
            && self.is_library(value)
            && (self.replacements.contains_key(&name) || !self.user_mentions(&name)?);
        let hidden = if asks { None } else { self.find_hidden(value, &name)? };
        if let Some(found) = hidden {
            self.resolved.insert(value, Definition::Found(found));
            return Ok(Definition::Found(found));
        }
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

    /// What stands for a function or variable that only its file knows.
    fn replacement(&self, value: Value) -> Option<Value> {
        if self.replacements.is_empty() {
            return None;
        }
        let linked = self.linked_module(value)?;
        let found = self.replacements.get(&value.name()).copied();
        found.filter(|_| !linked.library && !linked.replaces)
    }

    /// The C library's own function of that name, if the C library asks and the user has one, too.
    fn find_hidden(&mut self, value: Value, symbol: &str) -> Result<Option<Value>, LoadError> {
        let is_users = |this: &Linker| {
            let defined = || this.symbols.get(symbol).is_some_and(|found| !this.is_library(*found));
            this.aliases.contains_key(symbol) || defined()
        };
        if !self.is_c_library(value) || symbol == "main" || REPLACEABLE.contains(&symbol) || !is_users(self) {
            return Ok(None);
        }
        let Some(&object) = self.archive.get(symbol) else { return Ok(None) };
        if !self.taken[object] {
            self.take(object)?;
        }
        let is_ours = |found: &&Value| self.is_library(**found);
        let hidden = self.hidden.get(symbol).or_else(|| self.symbols.get(symbol).filter(is_ours)).copied();
        Ok(hidden.filter(|found| matches!(found.kind(), Kind::Function | Kind::Alias)))
    }

    /// What comes after the program's own definition of a symbol.
    pub(crate) fn find_next(&mut self, symbol: &str) -> Result<Option<Value>, LoadError> {
        let found = self.find(symbol)?;
        let Some(own) = found.filter(|found| !self.is_library(*found)) else { return Ok(found) };
        let Some(&object) = self.archive.get(symbol).filter(|_| self.image_of(own) == 0) else { return Ok(None) };
        if !self.taken[object] {
            self.take(object)?;
        }
        let hidden = self.hidden.get(symbol).copied();
        // Who asks for it means it, whatever the program has under that name.
        self.resolved.extend(hidden.map(|hidden| (hidden, Definition::Found(hidden))));
        Ok(hidden)
    }

    /// Is this what assembly outside of functions defines, and no input? It comes before the library.
    pub(crate) fn is_outside(&self, symbol: &str) -> bool {
        let defined = || self.symbols.get(symbol).is_some_and(|value| !self.is_library(*value));
        (self.outside.symbols.contains(symbol) || self.machine_code.contains_key(symbol)) && !defined()
    }

    /// What to say of a symbol without definition.
    pub(crate) fn missing(&self, kind: &str, symbol: &str) -> String {
        let name = crate::source_name(symbol);
        if let Some(own) = symbol.strip_prefix(libcall::PERHAPS) {
            return format!(
                "what compilers do by a call of the program's `{own}` or in place, as they like \
                 (with -fno-builtin the calls in the source are calls)"
            );
        }
        if symbol.starts_with("__start_") || symbol.starts_with("__stop_") {
            return format!("`{name}`, an end of a section: what lies in one section is not in one piece here");
        }
        match self.is_outside(symbol) {
            true => match self.machine_code.get(symbol) {
                Some(place) => format!("`{name}`, which is machine code without bitcode in {place}"),
                None => format!("`{name}`, which module-level assembly defines"),
            },
            false => format!("external {kind} `{name}`{}", self.reason(symbol)),
        }
    }

    /// Why a symbol is missing, if there is something to be done about it.
    fn reason(&self, symbol: &str) -> String {
        if self.library.absent.contains(&symbol) {
            return " (this build lacks musl's source; run `cargo xtask build`)".into();
        }
        let absent = self.shelves.iter().flatten().find(|shelf| shelf.index.is_none());
        match absent.filter(|_| is_std(symbol)).map(|shelf| &self.library.shelves[shelf.number]) {
            Some(shelf) => format!(" ({} is not there; {})", shelf.name, shelf.advice),
            None => String::new(),
        }
    }

    /// The definition of a symbol; takes in the library object that has it.
    pub(crate) fn find(&mut self, symbol: &str) -> Result<Option<Value>, LoadError> {
        let meaning = self.aliases.get(symbol).cloned();
        let symbol = meaning.as_deref().unwrap_or(symbol);
        if let Some(&value) = self.symbols.get(symbol) {
            return Ok(Some(value));
        }
        let Some(&object) = self.archive.get(symbol) else {
            return self.find_on_shelves(symbol);
        };
        if self.taken[object] {
            return Ok(None);
        }
        self.take(object)?;
        Ok(self.symbols.get(symbol).copied())
    }

    fn take(&mut self, index: usize) -> Result<(), LoadError> {
        self.taken[index] = true;
        let object = self.library.objects[index];
        let module = self.context.parse_lazily(object.bytes);
        self.add_library(module, object.name, "rebuild the tool")
    }

    /// Ours come first: what the embedded library has is never taken from a shelf.
    fn add_library(&mut self, module: Result<Module, String>, name: &str, advice: &str) -> Result<(), LoadError> {
        let module =
            module.map_err(|message| LoadError::new(format!("the library is unreadable: {message}"), name, advice))?;
        let is_ours = |symbol: &str| self.archive.get(symbol).is_some_and(|i| self.library.objects[*i].name != name);
        for value in definitions(module) {
            let symbol = value.name();
            if is_ours(&symbol) {
                continue;
            }
            if self.symbols.contains_key(&symbol) {
                self.hidden.insert(symbol, value);
            } else {
                self.symbols.insert(symbol, value);
            }
        }
        self.add_module(module, name, true);
        Ok(())
    }

    /// Looks for a symbol in the C++ libraries that the inputs need.
    fn find_on_shelves(&mut self, symbol: &str) -> Result<Option<Value>, LoadError> {
        if self.library.shelves.is_empty() || !is_cpp(symbol) {
            return Ok(None);
        }
        self.open_shelves()?;
        let taken = self.shelves.iter_mut().flatten().find_map(|shelf| {
            let index = shelf.index.as_ref()?;
            let object = *index.symbols.get(symbol)?;
            let was_taken = std::mem::replace(&mut shelf.taken[object], true);
            Some((index.files[object].clone(), shelf.number, was_taken))
        });
        if let Some((file, number, false)) = taken {
            let shelf = &self.library.shelves[number];
            let name = format!("{}/{}", shelf.name, file.file_stem().unwrap_or_default().to_string_lossy());
            let advice = shelf.advice.clone();
            let bytes = std::fs::read(&file).map_err(|error| error.to_string());
            let module = bytes.and_then(|bytes| self.context.parse_lazily_copied(&bytes));
            self.add_library(module, &name, &advice)?;
        }
        Ok(self.symbols.get(symbol).copied())
    }

    /// Reads the lists of the C++ libraries that the names in the inputs tell of, unless that is done.
    fn open_shelves(&mut self) -> Result<(), LoadError> {
        if self.shelves.is_some() {
            return Ok(());
        }
        let globals = self.user_modules().flat_map(|module| module.functions().chain(module.variables()));
        let names: Vec<String> = globals.map(|value| value.name()).collect();
        let shelves = &self.library.shelves;
        let is_marked = |number: &usize| {
            let marks = shelves[*number].marks;
            names.iter().any(|name| marks.iter().any(|mark| name.contains(mark)))
        };
        let mut needed: Vec<usize> = (0..shelves.len()).filter(is_marked).collect();
        if needed.is_empty() {
            needed = (0..shelves.len()).filter(|number| shelves[*number].is_default).collect();
        }
        let open = |number: usize| {
            let index = shelves[number].read()?;
            let taken = vec![false; index.as_ref().map_or(0, |index| index.files.len())];
            Ok(OpenShelf { number, index, taken })
        };
        self.shelves = Some(needed.into_iter().map(open).collect::<Result<_, LoadError>>()?);
        Ok(())
    }

    /// Before any library object is taken in: does an input define this symbol?
    pub(crate) fn is_defined_by_user(&self, symbol: &str) -> bool {
        self.symbols.contains_key(symbol)
    }

    /// Is there a function of this name, defined or not, in an input, where the program may come to it? What a part of the C++ library
    /// uses counts as if it stood in the input that calls it: `std::chrono` is a way to read the clock.
    pub(crate) fn user_mentions(&mut self, symbol: &str) -> Result<bool, LoadError> {
        if let Some(mentioned) = &self.mentioned {
            return Ok(mentioned.contains(symbol));
        }
        let reached = self.reached();
        let is_meant = |function: &Value| match &reached {
            Some(reached) => reached.contains(function),
            None => !function.is_declaration() || function.has_uses(),
        };
        let mut mentioned: AHashSet<String> =
            self.user_modules().flat_map(|m| m.functions()).filter(is_meant).map(|f| f.name()).collect();
        mentioned.extend(self.user_modules().flat_map(system_call::functions));
        mentioned
            .extend(self.aliases.values().chain(self.private_aliases.values().map(|(meaning, _)| meaning)).cloned());
        let is_lacking = |name: &&String| is_cpp(name) && !self.archive.contains_key(name.as_str());
        let lacking: Vec<String> = mentioned.iter().filter(is_lacking).cloned().collect();
        if !lacking.is_empty() {
            self.open_shelves()?;
        }
        for index in self.shelves.iter().flatten().filter_map(|shelf| shelf.index.as_ref()) {
            let files: AHashSet<usize> = lacking.iter().filter_map(|name| index.symbols.get(name)).copied().collect();
            mentioned.extend(files.into_iter().flat_map(|file| index.used[file].iter().cloned()));
        }
        Ok(self.mentioned.insert(mentioned).contains(symbol))
    }

    /// What `main` leads to; none where that cannot be told, or is not to be looked at: a function may be asked for
    /// by its name, or C++ has parts of its library call it.
    fn reached(&self) -> Option<AHashSet<Value>> {
        let is_rust = self.is_rust();
        let by_name = |name: &str| is_cpp(name) || matches!(name, "dlsym" | "dlvsym" | "dlopen");
        let is_told = |module: Module| {
            module.assembly().is_empty() && !module.functions().any(|function| by_name(&function.name()))
        };
        if !is_rust && (self.all_mentioned || !self.user_modules().all(is_told)) {
            return None;
        }
        let named = self.named();
        let mut roots: Vec<Value> = self.roots().into_iter().collect();
        if is_rust {
            // Beside Rust all that other languages have counts.
            let others = self.user_modules().filter(|module| !rust::has_std(*module));
            roots.extend(others.flat_map(Module::functions));
        } else {
            // The library calls what the program has in the place of its own functions; starting and ending, what
            // stands in certain sections.
            let own = named.iter().filter(|(name, _)| self.archive.contains_key(name.as_str()));
            roots.extend(own.flat_map(|(_, values)| values));
            roots.extend(
                self.user_modules().flat_map(Module::variables).filter(|variable| variable.section().is_some()),
            );
        }
        Some(reached(roots, |value| named_by(&named, value)))
    }

    /// The definitions of the program that a name may mean in one of its files.
    fn named(&self) -> AHashMap<String, Vec<Value>> {
        let mut named: AHashMap<String, Vec<Value>> = AHashMap::new();
        for value in self.user_modules().flat_map(definitions) {
            named.entry(value.name()).or_default().push(value);
        }
        let inner = self.private_aliases.iter().map(|((_, name), (meaning, _))| (name, meaning));
        for (name, meaning) in self.aliases.iter().chain(inner) {
            let meant = named.get(meaning).cloned().unwrap_or_default();
            named.entry(name.clone()).or_default().extend(meant);
        }
        named
    }

    /// The program's own definition that a name means in this module.
    pub(crate) fn own(&self, module: Module, name: &str) -> Option<Value> {
        let image = self.index_of.get(&module).map_or(0, |index| self.linked[*index].image);
        let private = || self.private.get(&(image, name.to_owned()));
        private().or_else(|| self.symbols.get(name)).copied().filter(|found| !self.is_library(*found))
    }

    /// Does a function nothing but its work on what it is given? Then nobody can tell whether it was called, or the
    /// same was done without it.
    pub(crate) fn is_pure(&self, function: Value) -> bool {
        let named = self.named();
        let reached = reached([function], |value| named_by(&named, value));
        let is_known = |name: &str| named.contains_key(name) || libcall::is_known(name);
        reached.into_iter().all(|value| match value.kind() {
            Kind::Function => value.intrinsic_id() != 0 || !value.is_declaration() || is_known(&value.name()),
            Kind::Variable => value.is_global_constant(),
            _ => true,
        })
    }

    /// From now on what the program has counts as mentioned, or only what it can reach.
    pub(crate) fn mention_all(&mut self, all: bool) {
        (self.all_mentioned, self.mentioned) = (all, None);
    }

    /// Has an input Rust's standard library with it?
    pub(crate) fn is_rust(&self) -> bool {
        self.is_defined_by_user(rust::MARK)
    }

    /// Where the inputs begin.
    fn roots(&self) -> Vec<Value> {
        let listed =
            self.user_modules().flat_map(|module| rust::ROOTS.iter().filter_map(move |name| module.variable(name)));
        self.symbols.get("main").copied().into_iter().chain(listed).collect()
    }

    pub(crate) fn is_library(&self, global: Value) -> bool {
        self.linked_module(global).is_some_and(|p| p.library)
    }

    /// Is it from the C library that is built in?
    fn is_c_library(&self, global: Value) -> bool {
        self.linked_module(global).is_some_and(|p| p.library && p.name.ends_with(".c"))
    }

    /// Is it from `runtime/`, which has the threads and what they synchronise with?
    pub(crate) fn is_runtime(&self, global: Value) -> bool {
        self.linked_module(global).is_some_and(|p| p.library && p.name.starts_with("runtime/"))
    }

    fn linked_module(&self, global: Value) -> Option<&LinkedModule> {
        self.index_of.get(&global.module()).map(|index| &self.linked[*index])
    }

    /// How many modules there are; library objects join while a program is lowered.
    pub(crate) fn module_count(&self) -> usize {
        self.linked.len()
    }

    /// Those that start and end together: the program with what it is linked to (0), or a library that it opens.
    pub(crate) fn modules_of(&self, opened: u32) -> impl Iterator<Item = Module> {
        let is_meant = move |linked: &&LinkedModule| if linked.opened { linked.image == opened } else { opened == 0 };
        self.linked.iter().filter(is_meant).map(|linked| linked.module)
    }

    pub(crate) fn user_modules(&self) -> impl Iterator<Item = Module> {
        self.linked.iter().filter(|p| !p.library).map(|p| p.module)
    }
}

/// What a global value may mean, by its name.
fn named_by(named: &AHashMap<String, Vec<Value>>, value: Value) -> &[Value] {
    let is_global = matches!(value.kind(), Kind::Function | Kind::Variable | Kind::Alias | Kind::IFunc);
    is_global.then(|| named.get(&value.name())).flatten().map_or(&[], Vec::as_slice)
}

/// The definitions of a module that other modules can see.
pub(crate) fn definitions(module: Module) -> Vec<Value> {
    module
        .functions()
        .chain(module.variables())
        .chain(module.aliases())
        .chain(module.ifuncs())
        .filter(|v| !is_undefined(*v))
        .filter(|v| !matches!(v.linkage(), Linkage::Local | Linkage::Appending))
        .collect()
}

pub(crate) fn is_undefined(value: Value) -> bool {
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
