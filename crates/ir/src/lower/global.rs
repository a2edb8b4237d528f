//! Global variables and their initial contents.

use ahash::AHashSet;

use crate::LoadError;
use crate::link::Definition;
use crate::llvm::{Kind, Value};
use crate::program::Global;
use crate::rust;

use super::constant::{Image, Trouble};
use super::{ALIAS_DEPTH_MAX, Lowering};

/// An entry of `llvm.global_ctors` or `llvm.global_dtors`.
struct Hook {
    /// As with shared libraries: the constructors of the library run before all of the user's.
    of_user: bool,
    priority: u64,
    function: Value,
}

impl Lowering {
    /// A variable of the program. With one whose contents we cannot tell it cannot be started.
    pub(super) fn global(&mut self, variable: Value) -> Result<Global, LoadError> {
        let (ty, loc) = self.debug.global(variable);
        let value_type = variable.value_type();
        let size = self.types.bytes(value_type).unwrap_or_else(|why| {
            if variable.initializer().is_some() {
                self.unstartable.get_or_insert(format!("{why}, in `{}`", variable.name()));
            }
            0
        }) as u32;
        let align = match variable.alignment() {
            0 => self.types.align(value_type).unwrap_or(1),
            align => align,
        };
        let mut global = Global {
            name: variable.name(),
            size,
            align,
            constant: variable.is_global_constant(),
            bytes: Vec::new(),
            pointers: Vec::new(),
            undefined: Vec::new(),
            library: self.link.is_library(variable),
            ty,
            loc,
        };
        let Some(initializer) = variable.initializer() else {
            return Ok(global);
        };
        if initializer.kind() == Kind::Zero {
            return Ok(global);
        }
        self.missing = None;
        let image = self.image(initializer);
        if let Some(missing) = self.missing.take() {
            // Nobody could tell when what is not there is accessed.
            self.unstartable.get_or_insert(format!("{missing} (`{}` refers to it)", global.name));
        }
        match image {
            Ok(image) => set_contents(&mut global, image),
            Err(Trouble::Unsupported(what)) => {
                self.unstartable.get_or_insert(format!("{what}, in the initial value of `{}`", global.name));
            }
            Err(Trouble::Load(error)) => return Err(error),
        }
        Ok(global)
    }

    /// The functions that run before or after main, in the order in which they run.
    /// `opened` is the library whose they are, if the program opens it; else 0.
    pub(super) fn hooks(&mut self, constructors: bool, opened: u32) -> Result<Vec<Value>, Trouble> {
        let name = match constructors {
            true => c"llvm.global_ctors",
            false => c"llvm.global_dtors",
        };
        let mut hooks = Vec::new();
        let modules: Vec<_> = self.link.modules_of(opened).collect();
        self.hooked_at = Some(self.link.module_count());
        for module in modules {
            let list = module.variable(name).and_then(Value::initializer);
            let Some(list) = list.filter(|l| l.kind() == Kind::Aggregate) else {
                continue;
            };
            for entry in (0..list.operands()).map(|i| list.operand(i)) {
                let priority = entry.element(0).and_then(Value::as_int);
                let function = entry.element(1).filter(|f| f.kind() != Kind::Null);
                let Some((priority, function)) = priority.zip(function) else {
                    continue;
                };
                let function = self.function_behind(function)?;
                let function = function.ok_or("a constructor that is no function".to_string())?;
                hooks.push(Hook { of_user: !self.link.is_library(function), priority, function });
            }
        }
        self.placed_hooks(constructors, opened, &mut hooks)?;
        hooks.sort_by_key(|h| (h.of_user, h.priority));
        if !constructors {
            hooks.reverse();
        }
        Ok(hooks.into_iter().map(|h| h.function).collect())
    }

    /// Functions whose addresses the user's variables put among those that the start and the end of a program
    /// call, by the section that they are in.
    fn placed_hooks(&mut self, constructors: bool, opened: u32, hooks: &mut Vec<Hook>) -> Result<(), Trouble> {
        let users: AHashSet<_> = self.link.user_modules().collect();
        let modules: Vec<_> = self.link.modules_of(opened).filter(|module| users.contains(module)).collect();
        if constructors && self.options.shortcuts && self.link.is_rust() && self.link.user_mentions("pthread_create")? {
            let functions = modules.iter().flat_map(|module| module.functions());
            let prepares = |function: &Value| rust::prepares_threads(&function.name()) && !function.is_declaration();
            hooks.extend(functions.filter(prepares).map(|function| Hook { of_user: true, priority: 0, function }));
        }
        for variable in modules.into_iter().flat_map(|module| module.variables()) {
            let Some(priority) = variable.section().and_then(|section| placed_priority(&section, constructors)) else {
                continue;
            };
            let priority = priority?;
            let Some(initializer) = variable.initializer() else { continue };
            let entries: Vec<Value> = match initializer.kind() {
                Kind::Aggregate => (0..initializer.operands()).map(|i| initializer.operand(i)).collect(),
                _ => vec![initializer],
            };
            for entry in entries.into_iter().filter(|entry| !matches!(entry.kind(), Kind::Null | Kind::Zero)) {
                let function = self.function_behind(entry)?;
                let function =
                    function.ok_or_else(|| format!("`{}`, which is no list of functions", variable.name()))?;
                hooks.push(Hook { of_user: true, priority, function });
            }
        }
        Ok(())
    }

    /// The function that a constant refers to, through aliases.
    pub(super) fn function_behind(&mut self, value: Value) -> Result<Option<Value>, LoadError> {
        let mut value = value;
        for _ in 0..ALIAS_DEPTH_MAX {
            match value.kind() {
                Kind::Function | Kind::Alias => {}
                _ => return Ok(None),
            }
            match self.link.resolve(value)? {
                Definition::Found(found) if found.kind() == Kind::Function => {
                    return Ok(Some(found));
                }
                Definition::Found(found) if found.kind() == Kind::Alias => {
                    value = found.aliasee();
                }
                Definition::Missing if value.kind() == Kind::Function => return Ok(Some(value)),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// What comes without a priority comes last, as the linker has it.
const PRIORITY_LAST: u64 = 65535;

/// When functions in a section run, if they run at all at this end of the program.
fn placed_priority(section: &str, constructors: bool) -> Option<Result<u64, String>> {
    let (array, old) = if constructors { (".init_array", ".ctors") } else { (".fini_array", ".dtors") };
    if constructors && section == ".preinit_array" {
        return Some(Ok(0));
    }
    if section.starts_with(old) {
        return Some(Err(format!("functions in the section `{section}`")));
    }
    match section.strip_prefix(array)? {
        "" => Some(Ok(PRIORITY_LAST)),
        priority => priority.strip_prefix('.')?.parse().ok().map(Ok),
    }
}

fn set_contents(global: &mut Global, image: Image) {
    let mut bytes = image.bytes;
    let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
    bytes.truncate(used);
    bytes.shrink_to_fit();
    global.bytes = bytes;
    global.pointers = image.pointers;
    global.undefined = image
        .undefined
        .iter()
        .map(|r| r.start.div_ceil(8) as u32..(r.end / 8) as u32)
        .filter(|r| r.start < r.end)
        .collect();
}
