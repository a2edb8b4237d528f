//! Names for memory, as the user would write them: `counter`, `a[2]`, `node->next`.

mod search;

use ir::{Program, TypeId};

use crate::cells::Cell;
use crate::execution_view::{ExecutionView, ObjectFacts, Storage};
use crate::memory::{FrameInfo, Known, VarState};
use crate::model::Scope;
use crate::render::{CONSTANT, LIBRARY, LOCAL, Renderer, Target, World};
use crate::source_map::SourceMap;
use crate::types::Types;

/// A state seen from a function of the user's.
#[derive(Clone, Copy)]
pub(crate) struct View<'v> {
    pub execution: &'v dyn ExecutionView,
    pub source_map: &'v SourceMap<'v>,
    pub known: &'v Known,
    /// Thread and frame (oldest is 0) from where one looks.
    pub viewer: Option<(u32, usize)>,
}

/// A piece of memory that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub name: Base,
    pub ty: TypeId,
    /// Where it starts in its object.
    pub at: u32,
    pub scope: Scope,
    /// Thread, frame and variable, if it is a local variable.
    pub owner: Option<(u32, usize, usize)>,
    /// It is the truth values of a container, a bit for each: the number of the first, and how many there are.
    pub bits: Option<(u32, u32)>,
}

/// What the name of a heap block begins with that no variable leads to.
const BLOCK: &str = "heap block #";
/// Parts within parts.
const PARTS_MAX: u32 = 16;
/// The streams that every program has, as it calls them.
fn stream_name(global: &str) -> Option<&'static str> {
    Some(match global {
        "augur_stream_out" => "stdout",
        "augur_stream_error" => "stderr",
        "stream_in" => "stdin",
        _ => return None,
    })
}

/// A name that the compiler has for a constant of the source.
fn is_nameless(global: &str) -> bool {
    const DIGITS: usize = 32;
    let hash = global.strip_prefix("alloc_").unwrap_or("").bytes();
    let of_rust = hash.len() == DIGITS && hash.into_iter().all(|b| b.is_ascii_hexdigit());
    global.starts_with('.') || global.starts_with("vtable.") || of_rust
}

/// A name of our library's, which nobody but us knows.
fn is_ours(global: &str) -> bool {
    global.starts_with("augur_") || global.starts_with("__augur_")
}

/// What the name of memory begins with that a container has besides its elements.
const INTERNAL: &str = "memory of ";

/// An expression for a piece of memory, to which the path to a part can be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    text: String,
    reached: Reached,
}

/// How an expression leads to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    /// It is the memory.
    Directly,
    /// It is a pointer to it.
    ByArrow,
    /// It is a pointer to it in Rust, which looks through pointers by itself.
    ByDot,
}

impl Base {
    pub(crate) fn direct(text: impl Into<String>) -> Base {
        Base { text: text.into(), reached: Reached::Directly }
    }

    pub(crate) fn behind(pointer: impl Into<String>) -> Base {
        Base { text: pointer.into(), reached: Reached::ByArrow }
    }

    pub(crate) fn dereferenced(pointer: impl Into<String>) -> Base {
        Base { text: pointer.into(), reached: Reached::ByDot }
    }

    /// Is it a heap block that no variable leads to, or that a container has for itself?
    pub(crate) fn is_internal(&self) -> bool {
        self.text.starts_with(BLOCK) || self.text.starts_with(INTERNAL)
    }

    /// The memory `bytes` further on, of which no more is known.
    pub(crate) fn plus(&self, bytes: u32) -> Base {
        match (bytes, self.reached) {
            (0, _) => self.clone(),
            (_, Reached::ByArrow | Reached::ByDot) => Base::direct(format!("*({} + {bytes} bytes)", self.text)),
            (_, Reached::Directly) => Base::direct(format!("{} + {bytes} bytes", self.text)),
        }
    }

    /// The expression for the part at `path`: empty, `.member…` or `[index]…`.
    pub(crate) fn with(&self, path: &str) -> String {
        let text = &self.text;
        match (self.reached, path.strip_prefix('.')) {
            (Reached::Directly, _) => format!("{text}{path}"),
            (_, None) if path.is_empty() => format!("*{text}"),
            (Reached::ByDot, _) => format!("{text}{path}"),
            (Reached::ByArrow, Some(member)) => format!("{text}->{member}"),
            (Reached::ByArrow, None) => format!("(*{text}){path}"),
        }
    }
}

impl<'v> View<'v> {
    pub(crate) fn program(&self) -> &'v Program {
        self.source_map.program()
    }

    pub(crate) fn renderer(&'v self) -> Renderer<'v> {
        Renderer { types: Types::new(self.program()), world: self, elements: true }
    }

    /// One that does not name elements of containers, for whoever looks for such names.
    fn plain_renderer(&'v self) -> Renderer<'v> {
        Renderer { elements: false, ..self.renderer() }
    }

    /// The name of the variable or block that holds `len` bytes at `offset`. None: nothing that a
    /// user would know.
    pub(crate) fn named(&self, object: u32, offset: u32, len: u32) -> Option<Named> {
        match self.object(object)?.storage {
            Storage::Static => self.static_name(object),
            Storage::Stack => self.local_name(object, offset),
            Storage::Heap => self.thread_local_name(object).or_else(|| {
                let found = self.heap_name(object, offset, len);
                found.or_else(|| self.block_name(object))
            }),
            Storage::Code | Storage::Internal => self.thread_local_name(object),
        }
    }

    fn global(&self, object: u32) -> Option<&'v ir::Global> {
        let index = object.checked_sub(Program::FIRST_GLOBAL)?;
        self.program().globals.get(index as usize)
    }

    pub(crate) fn object(&self, object: u32) -> Option<ObjectFacts> {
        match self.known.lost(object) {
            Some(lost) => Some(lost.facts),
            None => self.execution.object(object),
        }
    }

    /// The address of something the library knows how to use, such as a lock: `&chan->lock`. None: it has no name.
    pub(crate) fn address_name(&self, object: u32, offset: u32) -> Option<String> {
        let named = self.named(object, offset, 1)?;
        if named.name.is_internal() {
            return None;
        }
        let types = Types::new(self.program());
        let (mut path, mut ty, mut rest) = (String::new(), named.ty, u64::from(offset.checked_sub(named.at)?));
        // Down to what is opaque, or to the smallest part that begins there.
        for _ in 0..PARTS_MAX {
            let goes_on = rest != 0 || types.is_array(ty) || !types.is_opaque(ty);
            let Some(part) = types.part_at(ty, rest, 1).filter(|_| goes_on) else { break };
            path.push_str(&part.path);
            rest -= part.at_bit / 8;
            ty = part.ty;
        }
        let text = named.name.with(&path);
        let text = match text.strip_prefix('*') {
            Some(pointer) if !pointer.starts_with('(') => pointer.to_owned(),
            _ => format!("&{text}"),
        };
        Some(if rest == 0 { text } else { format!("{text} + {rest}") })
    }

    /// Is it a variable that only the library knows?
    pub(crate) fn is_librarys(&self, object: u32) -> bool {
        self.global(object).is_some_and(|global| global.library)
    }

    /// `stdout`, if it is that or its stream.
    pub(crate) fn stream(&self, object: u32) -> Option<String> {
        let global = self.global(object).filter(|global| global.library)?;
        let own = ["stdin", "stdout", "stderr"].into_iter().find(|name| *name == global.name);
        own.or_else(|| stream_name(&global.name)).map(str::to_owned)
    }

    /// What to call memory that has no name.
    pub(crate) fn nameless(&self, object: u32) -> &'static str {
        match self.object(object).map(|o| o.storage) {
            Some(Storage::Stack) => LOCAL,
            Some(Storage::Heap) => "heap memory",
            Some(Storage::Internal) => LIBRARY,
            _ => CONSTANT,
        }
    }

    /// Is it a variable that the user has given a name?
    pub(crate) fn is_users_global(&self, object: u32) -> bool {
        self.global(object).is_some_and(|global| !global.library && !is_nameless(&global.name))
    }

    fn static_name(&self, object: u32) -> Option<Named> {
        let global = self.global(object)?;
        let nameless = is_nameless(&global.name);
        (!global.library && !nameless && !ir::is_rust_library(&global.name)).then(|| Named {
            name: Base::direct(self.source_map.source_name(&global.name)),
            ty: global.ty,
            at: 0,
            scope: Scope::Global,
            owner: None,
            bits: None,
        })
    }

    fn thread_local_name(&self, object: u32) -> Option<Named> {
        let found = self.execution.threads().into_iter().find_map(|thread| {
            let locals = self.execution.thread_locals(thread);
            let local = locals.into_iter().find(|(_, o)| *o == object)?;
            Some((thread, local.0))
        });
        let (thread, index) = found?;
        let global = self.program().thread_locals.get(index as usize)?;
        let own = self.viewer.is_some_and(|(viewer, _)| viewer == thread);
        (!global.library).then(|| Named {
            name: Base::direct(self.source_map.source_name(&global.name)),
            ty: global.ty,
            at: 0,
            scope: if own { Scope::Global } else { Scope::Foreign },
            owner: None,
            bits: None,
        })
    }

    fn local_name(&self, object: u32, offset: u32) -> Option<Named> {
        let own = self.viewer.and_then(|(thread, frame)| {
            let info = self.known.stack(thread).get(frame)?;
            self.variable_at(thread, frame, info, object, offset)
        });
        own.or_else(|| {
            let mut stacks = self.known.stacks.iter();
            stacks.find_map(|(thread, stack)| {
                let mut frames = stack.iter().enumerate().rev();
                frames.find_map(|(i, info)| self.variable_at(*thread, i, info, object, offset))
            })
        })
    }

    fn variable_at(&self, thread: u32, frame: usize, info: &FrameInfo, object: u32, offset: u32) -> Option<Named> {
        let function = self.program().function(info.func);
        let types = Types::new(self.program());
        for (i, (state, variable)) in info.vars.iter().zip(&function.variables).enumerate() {
            let VarState::Memory { object: o, offset: at } = state else {
                continue;
            };
            let bytes = types.bytes(variable.ty).max(1);
            let inside = offset >= *at && u64::from(offset - *at) < bytes;
            if *o != object || !inside || variable.name.is_empty() || self.is_hidden(variable) {
                continue;
            }
            let own = self.viewer == Some((thread, frame));
            return Some(Named {
                name: Base::direct(match own {
                    true => variable.name.clone(),
                    false => format!("{}::{}", function.display_name, variable.name),
                }),
                ty: variable.ty,
                at: *at,
                scope: if own { Scope::Local } else { Scope::Foreign },
                owner: Some((thread, frame, i)),
                bits: None,
            });
        }
        None
    }

    /// A variable of library code, or one that the compiler has for a loop over a container.
    pub(crate) fn is_hidden(&self, variable: &ir::Variable) -> bool {
        let number = ["__range", "__begin", "__end"].iter().find_map(|prefix| variable.name.strip_prefix(prefix));
        if number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())) {
            return true;
        }
        // What AUGUR_AP and pthread_cleanup_push put into a function.
        if variable.name.starts_with("augur_at_ap_") || variable.name == "augur_cleanup" {
            return true;
        }
        let location = self.program().location(variable.loc);
        location.is_some_and(|l| self.source_map.is_folded(l))
    }

    fn block_name(&self, object: u32) -> Option<Named> {
        let block = self.known.blocks.get(&object)?;
        Some(Named {
            name: Base::direct(format!("{BLOCK}{}", block.number)),
            ty: block.ty,
            at: 0,
            scope: Scope::Heap,
            owner: None,
            bits: None,
        })
    }

    /// The current value of a variable.
    pub(crate) fn variable_cells(&self, state: &VarState, ty: TypeId) -> Vec<Cell> {
        match state {
            VarState::Unknown => Vec::new(),
            VarState::Value(cells) => cells.clone(),
            VarState::Memory { object, offset } => {
                let bytes = Types::new(self.program()).bytes(ty);
                let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).max(1);
                self.cells(*object, *offset, bytes)
            }
        }
    }
}

impl World for View<'_> {
    fn target(&self, object: u32) -> Target {
        if let Some(func) = self.program().function_of_object(object) {
            return Target::Function(self.program().function(func).display_name.clone());
        }
        let alive = self.object(object).is_some_and(|o| o.alive);
        if let Some(block) = self.known.blocks.get(&object) {
            return Target::Block { number: block.number, bytes: block.bytes, freed: !alive };
        }
        let variable = |name, ty| Target::Variable { name, ty, gone: !alive };
        if let Some(global) = self.global(object) {
            return match stream_name(&global.name).filter(|_| global.library) {
                Some(name) => Target::Nameless(name),
                None if is_nameless(&global.name) => Target::Nameless(CONSTANT),
                None if global.library && is_ours(&global.name) => Target::Nameless(LIBRARY),
                None => variable(self.source_map.source_name(&global.name), global.ty),
            };
        }
        let local = || self.local_name(object, 0);
        if let Some(named) = self.thread_local_name(object).or_else(local) {
            return variable(named.name.with(""), named.ty);
        }
        match self.known.graves.get(&object) {
            Some(grave) => variable(grave.name.clone(), grave.ty),
            None => Target::Nameless(self.nameless(object)),
        }
    }

    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell> {
        let Some(lost) = self.known.lost(object) else {
            return self.execution.cells(object, offset, len);
        };
        let cells = lost.cells.iter().skip(offset as usize).take(len as usize);
        cells.copied().collect()
    }

    fn thread(&self, number: u32) -> Option<u32> {
        self.known.threads.get(&number).copied().or((number == 0).then_some(0))
    }

    fn address(&self, object: u32, offset: u32) -> Option<String> {
        self.address_name(object, offset)
    }

    fn element(&self, object: u32, offset: u32) -> Option<String> {
        self.source_map.has_templates().then(|| self.element_at(object, offset)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: Base, path: &str, expected: &str) {
        assert_eq!(base.with(path), expected);
    }

    #[test]
    fn expressions() {
        check(Base::direct("s"), "", "s");
        check(Base::direct("s"), ".a[2]", "s.a[2]");
        check(Base::behind("p"), "", "*p");
        check(Base::behind("p"), ".next", "p->next");
        check(Base::behind("p"), "[2]", "(*p)[2]");
        check(Base::dereferenced("p"), "", "*p");
        check(Base::dereferenced("p"), ".next", "p.next");
        check(Base::dereferenced("p"), "[2]", "p[2]");
    }
}
