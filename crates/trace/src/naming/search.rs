//! Names for heap blocks through the pointers that lead to them.

use ir::{DebugType, Program, TypeId, source_name};

use super::{Base, Named, View};
use crate::cells::{self, Cell, Pointer};
use crate::execution_view::Storage;
use crate::model::Scope;
use crate::render::World;
use crate::render::containers::{is_container, lead};
use crate::types::Types;

/// Values that are searched for pointers, and pointers that are taken from one value.
const SEARCH_MAX: usize = 256;
/// How many pointers a name may follow.
const ARROWS_MAX: u32 = 4;
/// Structs and arrays within each other.
const DEPTH_MAX: u32 = 4;

/// A value whose pointers a name can go through.
struct Lead {
    base: Base,
    ty: TypeId,
    cells: Vec<Cell>,
    arrows: u32,
}

/// A pointer that was found in a value.
struct Found {
    name: String,
    to: TypeId,
    pointer: Pointer,
    /// The name stands for the array that it points to.
    array: bool,
}

impl<'v> View<'v> {
    /// A name through pointers: breadth first from the viewer's variables, then those of its
    /// callers, then the globals.
    pub(super) fn heap_name(&self, object: u32, offset: u32, len: u32) -> Option<Named> {
        let mut queue = self.leads();
        let mut visited = Vec::new();
        let mut next = 0;
        while next < queue.len() && next < SEARCH_MAX {
            let mut found = Vec::new();
            let lead = &queue[next];
            let arrows = lead.arrows + 1;
            self.pointers(&lead.base, String::new(), lead.ty, &lead.cells, 0, &mut found);
            for found in found {
                if found.pointer.object == object {
                    let named = self.behind(&found, offset, len);
                    if named.is_some() {
                        return named;
                    }
                }
                if arrows < ARROWS_MAX && !visited.contains(&found.pointer.object) {
                    visited.push(found.pointer.object);
                    queue.extend(self.follow(found, arrows));
                }
            }
            next += 1;
        }
        None
    }

    fn follow(&self, found: Found, arrows: u32) -> Option<Lead> {
        let facts = self.object(found.pointer.object)?;
        let bytes = u32::try_from(self.types().bytes(found.to)).ok()?;
        let Pointer { object, offset, .. } = found.pointer;
        (facts.alive && facts.storage == Storage::Heap && bytes != 0).then(|| Lead {
            base: if found.array { Base::direct(found.name + "[0]") } else { Base::behind(found.name) },
            ty: found.to,
            cells: self.cells(object, offset, bytes),
            arrows,
        })
    }

    /// The bytes at `offset` of the object, named through a pointer into it.
    fn behind(&self, found: &Found, offset: u32, len: u32) -> Option<Named> {
        let bytes = u32::try_from(self.types().bytes(found.to)).ok()?;
        let from = offset.checked_sub(found.pointer.offset)?;
        let index = from.checked_div(bytes)?;
        if from % bytes + len > bytes {
            return None;
        }
        Some(Named {
            name: match index {
                0 if !found.array => Base::behind(&*found.name),
                _ => Base::direct(format!("{}[{index}]", found.name)),
            },
            ty: found.to,
            at: found.pointer.offset + index * bytes,
            scope: Scope::Heap,
            owner: None,
        })
    }

    fn leads(&self) -> Vec<Lead> {
        let lead = |name: String, ty, cells| Lead { base: Base::direct(name), ty, cells, arrows: 0 };
        let mut leads = Vec::new();
        let (thread, frame) = self.viewer.unwrap_or((u32::MAX, 0));
        let stack = self.known.stack(thread).iter().enumerate();
        for (i, info) in stack.take(frame + 1).rev() {
            let function = self.program().function(info.func);
            for (state, variable) in info.vars.iter().zip(&function.variables) {
                if self.is_hidden(variable) || variable.name.is_empty() {
                    continue;
                }
                let name = match i == frame {
                    true => variable.name.clone(),
                    false => format!("{}::{}", function.display_name, variable.name),
                };
                let cells = self.variable_cells(state, variable.ty);
                leads.push(lead(name, variable.ty, cells));
            }
        }
        for (i, global) in self.program().globals.iter().enumerate() {
            let bytes = u32::try_from(self.types().bytes(global.ty)).unwrap_or(0);
            if !global.library && !global.constant && bytes != 0 {
                let object = Program::FIRST_GLOBAL + i as u32;
                let cells = self.cells(object, 0, bytes);
                leads.push(lead(source_name(&global.name), global.ty, cells));
            }
        }
        leads
    }

    /// The pointers within a value.
    fn pointers(&self, base: &Base, path: String, ty: TypeId, all: &[Cell], depth: u32, out: &mut Vec<Found>) {
        let types = self.types();
        if let DebugType::Pointer { to } = types.resolved(ty) {
            let found = |pointer| Found { name: base.with(&path), to: *to, pointer, array: false };
            out.extend(cells::pointer(all).map(found));
            return;
        }
        if is_container(types, ty) {
            let found = |(to, pointer, array)| Found { name: base.with(&path), to, pointer, array };
            out.extend(lead(types, ty, all).map(found));
            return;
        }
        if depth >= DEPTH_MAX || types.is_opaque(ty) {
            return;
        }
        for part in types.parts(ty).into_iter().take(SEARCH_MAX) {
            if part.bits.is_none() && out.len() < SEARCH_MAX {
                let from = usize::try_from(part.at_bit / 8).unwrap_or(usize::MAX);
                let rest = all.get(from..).unwrap_or(&[]);
                let path = format!("{path}{}", part.path);
                self.pointers(base, path, part.ty, rest, depth + 1, out);
            }
        }
    }

    fn types(&self) -> Types<'v> {
        Types::new(self.program())
    }
}
