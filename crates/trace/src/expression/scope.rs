//! What a name stands for, seen from a frame.

use ir::{DebugType, Program, TypeId, source_name};

use super::evaluate::Evaluator;
use super::parser::TypeName;
use super::value::{Scalar, Ty, Value, pointer_cells};
use crate::cells::Cell;
use crate::memory::{FrameInfo, VarState};

impl Evaluator<'_> {
    /// A variable of the frame, one of the thread, a global one, a member of `*this`, an enumerator, a function.
    pub(super) fn name(&self, name: &str) -> Result<Value, String> {
        if let Some(found) = self.local(name) {
            return found;
        }
        let others = [Self::outer_local, Self::function_static, Self::thread_local, Self::global];
        if let Some(value) = others.iter().find_map(|look| look(self, name)) {
            return Ok(value);
        }
        if let Some(Ok(this)) = self.local("this")
            && let Ok(member) = self.arrow(this, name)
        {
            return Ok(member);
        }
        let constant = || self.constant(name);
        let unknown = || format!("nothing is called `{name}` here");
        self.enumerator(name).or_else(constant).or_else(|| self.function(name)).ok_or_else(unknown)
    }

    fn frame(&self) -> Option<&FrameInfo> {
        let (thread, frame) = self.view.viewer?;
        self.view.known.stack(thread).get(frame)
    }

    fn local(&self, name: &str) -> Option<Result<Value, String>> {
        let info = self.frame()?;
        let program = self.view.program();
        let copy = |loc| program.location(loc).map(|l| (l.function, l.inlined_at));
        let is_ours = |variable: &ir::Variable| copy(variable.loc) == copy(self.loc);
        let mut found: Option<(bool, bool, Value)> = None;
        let mut seen = false;
        for (state, variable) in info.vars.iter().zip(&program.function(info.func).variables) {
            if variable.name != name {
                continue;
            }
            seen = true;
            let Some(value) = held(state, variable.ty) else { continue };
            let ours = is_ours(variable);
            // Of variables that hide each other the one declared last counts.
            if found.as_ref().is_none_or(|(other, ..)| ours >= *other) {
                found = Some((ours, true, value));
            }
        }
        match found {
            Some((.., value)) => Some(Ok(value)),
            None if seen => Some(Err(format!("`{name}` has no value here: it is not in use, or optimised away"))),
            None => None,
        }
    }

    /// `function::variable`, as traces call variables of other frames.
    fn outer_local(&self, name: &str) -> Option<Value> {
        let (function, variable) = name.rsplit_once("::")?;
        let program = self.view.program();
        let (viewer, _) = self.view.viewer.unwrap_or((u32::MAX, 0));
        let own = self.view.known.stacks.get_key_value(&viewer);
        let stacks = own.into_iter().chain(self.view.known.stacks.iter());
        let frames = stacks.flat_map(|(_, stack)| stack.iter().rev());
        frames.filter(|info| program.function(info.func).display_name == function).find_map(|info| {
            let variables = info.vars.iter().zip(&program.function(info.func).variables);
            let named = variables.filter(|(_, described)| described.name == variable);
            named.filter_map(|(state, described)| held(state, described.ty)).next_back()
        })
    }

    /// A static variable of the function: the compiler puts the function's name before it.
    fn function_static(&self, name: &str) -> Option<Value> {
        let program = self.view.program();
        let function = self.frame().map(|info| program.function(info.func))?;
        let suffix = format!(".{name}");
        let is_it = |global: &&ir::Global| {
            global.name.strip_suffix(&suffix).is_some_and(|f| f == function.name || f == function.display_name)
        };
        let index = program.globals.iter().position(|global| is_it(&global))?;
        self.global_at(index)
    }

    fn thread_local(&self, name: &str) -> Option<Value> {
        let (thread, _) = self.view.viewer?;
        let program = self.view.program();
        let own = self.view.execution.thread_locals(thread).into_iter().find_map(|(index, object)| {
            let variable = program.thread_locals.get(usize::try_from(index).ok()?)?;
            is_called(&variable.name, name).then(|| Value::memory(Ty::Known(variable.ty), object, 0))
        });
        // A thread gets its copy when it first uses it.
        own.or_else(|| {
            let initial = program.thread_locals.iter().find(|variable| is_called(&variable.name, name))?;
            let size = usize::try_from(initial.size).ok()?;
            Some(Value::bytes(Ty::Known(initial.ty), initial_cells(initial, size)?))
        })
    }

    fn global(&self, name: &str) -> Option<Value> {
        let globals = &self.view.program().globals;
        let users = globals.iter().position(|global| !global.library && is_called(&global.name, name));
        let any = || globals.iter().position(|global| is_called(&global.name, name));
        self.global_at(users.or_else(any)?)
    }

    fn global_at(&self, index: usize) -> Option<Value> {
        let global = self.view.program().globals.get(index)?;
        let object = Program::FIRST_GLOBAL.checked_add(u32::try_from(index).ok()?)?;
        Some(Value::memory(Ty::Known(global.ty), object, 0))
    }

    fn enumerator(&self, name: &str) -> Option<Value> {
        let last = name.rsplit("::").next().unwrap_or(name);
        let types = &self.view.program().debug_types;
        let found = types.iter().find_map(|ty| match ty {
            DebugType::Enum { values, bits, .. } => values.iter().find(|(n, _)| n == last).map(|(_, v)| (*v, *bits)),
            _ => None,
        });
        found.map(|(value, bits)| Scalar::Integer { value: value.into(), bits: bits.max(32), signed: true }.value())
    }

    fn constant(&self, name: &str) -> Option<Value> {
        match name {
            "true" => Some(Value::truth(true)),
            "false" => Some(Value::truth(false)),
            "NULL" | "nullptr" => Some(Scalar::Pointer { to: Ty::Known(TypeId(0)), pointer: None }.value()),
            _ => None,
        }
    }

    fn function(&self, name: &str) -> Option<Value> {
        let program = self.view.program();
        let is_it = |f: &ir::Function| f.display_name == name || f.name == name;
        let index = u32::try_from(program.functions.iter().position(is_it)?).ok()?;
        let cells = pointer_cells(program.first_code().checked_add(index)?, 0);
        Some(Value::bytes(Ty::Pointer(Ty::Known(TypeId(0)).into()), cells.to_vec()))
    }

    /// The type that is written so.
    pub(super) fn type_called(&self, written: &TypeName) -> Result<Ty, String> {
        let plain = self.plain_type(&written.name).ok_or_else(|| format!("no type is called `{}`", written.name))?;
        Ok((0..written.stars).fold(plain, |ty, _| Ty::Pointer(ty.into())))
    }

    fn plain_type(&self, name: &str) -> Option<Ty> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let is_all = |allowed: &[&str]| !words.is_empty() && words.iter().all(|word| allowed.contains(word));
        let has = |word| words.contains(&word);
        let integer = |bits| Some(Ty::Integer { bits, signed: !has("unsigned") });
        match &words[..] {
            ["void"] => return Some(Ty::Known(TypeId(0))),
            ["float" | "double"] if self.named_type(name).is_none() => return Some(Ty::Float),
            ["bool" | "_Bool"] => return self.named_type("bool").map(Ty::Known).or(integer(8)),
            _ => {}
        }
        if is_all(&["unsigned", "signed", "int", "char", "short", "long"]) {
            return match () {
                () if has("char") => self.named_type(name).map(Ty::Known).or(integer(8)),
                () if has("short") => integer(16),
                () if has("long") => integer(64),
                () => integer(32),
            };
        }
        self.named_type(name).map(Ty::Known)
    }

    /// A struct, class, enumeration or alias of the program.
    pub(super) fn named_type(&self, wanted: &str) -> Option<TypeId> {
        let types = &self.view.program().debug_types;
        let is_called = |ty: &DebugType| match ty {
            DebugType::Struct { name, .. } if !ty.is_only_declared() => name == wanted,
            DebugType::Enum { name, .. } | DebugType::Alias { name, .. } => name == wanted,
            _ => false,
        };
        let index = types.iter().position(is_called).and_then(|index| u32::try_from(index).ok());
        index.map(TypeId).or_else(|| self.types().called(wanted))
    }
}

/// What a variable holds at the start, unless that is a pointer.
fn initial_cells(variable: &ir::Global, size: usize) -> Option<Vec<Cell>> {
    let bytes = variable.bytes.iter().copied().chain(std::iter::repeat(0)).take(size);
    let cells = bytes.map(|byte| Cell { byte, ..Cell::default() }).collect();
    (variable.pointers.is_empty() && variable.undefined.is_empty()).then_some(cells)
}

/// What a variable holds, if that is known.
fn held(state: &VarState, ty: TypeId) -> Option<Value> {
    match state {
        VarState::Unknown => None,
        VarState::Value(cells) => Some(Value::bytes(Ty::Known(ty), cells.clone())),
        VarState::Memory { object, offset } => Some(Value::memory(Ty::Known(ty), *object, *offset)),
    }
}

/// Is `name` the variable's name in the source, with its namespaces or without?
fn is_called(symbol: &str, name: &str) -> bool {
    if symbol == name {
        return true;
    }
    let full = source_name(symbol);
    full == name || full.strip_suffix(name).is_some_and(|before| before.ends_with("::"))
}
