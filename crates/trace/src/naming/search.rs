//! Names for heap blocks through the pointers that lead to them.

use std::collections::{BTreeSet, VecDeque};

use ir::{DebugType, Program, TypeId};

use super::{Base, INTERNAL, Named, View};
use crate::cells::{self, Cell, Pointer};
use crate::execution_view::Storage;
use crate::memory::VarState;
use crate::model::Scope;
use crate::render::World;
use crate::render::containers::{Contents, Element, Place, Style, is_container};
use crate::types::Types;

/// Values that are searched for pointers, and pointers that are taken from one value.
const SEARCH_MAX: usize = 256;
/// Of a larger value only the beginning is searched for pointers.
const LEAD_BYTES_MAX: u32 = 1 << 14;
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
    kind: Kind,
}

/// What the name of a pointer stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A pointer, to one thing or to several in a row.
    Pointer,
    /// A pointer to one thing.
    Owner,
    /// The things in a row that it points to.
    Array,
    /// What it points to, with so many bytes of a node before it.
    Element { node: u32 },
    /// A container that has the memory for itself.
    Memory,
    /// A container that has so many truth values there.
    Bits { count: u32 },
}

impl<'v> View<'v> {
    /// A name through pointers: breadth first from the viewer's variables, then those of its
    /// callers, then the globals.
    pub(super) fn heap_name(&self, object: u32, offset: u32, len: u32) -> Option<Named> {
        let frame = self.viewer.and_then(|(thread, frame)| self.known.stack(thread).get(frame));
        let uid = frame.map_or(0, |info| info.uid);
        if self.known.misses.contains(object, uid) {
            return None;
        }
        let found = self.name_by(object, offset, |found| self.behind(found, offset, len));
        if found.is_none() {
            self.known.misses.add(object, uid);
        }
        found
    }

    /// A pointer to an element of a container, or to the memory that the container has for it.
    pub(super) fn element_at(&self, object: u32, offset: u32) -> Option<String> {
        let is_element = |found: &Found| matches!(found.kind, Kind::Element { .. }) && found.pointer.offset == offset;
        let named = |found: &Found| Some(Named { name: Base::direct(&*found.name), ..heap(found.to, offset) });
        let named = self.name_by(object, offset, |found| is_element(found).then(|| named(found)).flatten())?;
        Some(format!("{}{}", if named.name.is_internal() { "" } else { "&" }, named.name.with("")))
    }

    /// The first name that is found for something in an object, or else that of what it belongs to.
    fn name_by(&self, object: u32, offset: u32, named: impl Fn(&Found) -> Option<Named>) -> Option<Named> {
        let mut leads = self.leads();
        let mut queue = VecDeque::new();
        let mut visited = BTreeSet::new();
        let (mut guess, mut internal) = (None, None);
        for _ in 0..SEARCH_MAX {
            // Variables come first; they are only looked at when their turn comes.
            let Some(lead) = leads.next().or_else(|| queue.pop_front()) else { break };
            let mut found = Vec::new();
            let arrows = lead.arrows + 1;
            self.pointers(&lead.base, String::new(), lead.ty, &lead.cells, 0, &mut found);
            for found in found {
                if found.pointer.object == object {
                    match named(&found) {
                        Some(named) if self.is_row(&found, &named) => return Some(named),
                        named => guess = guess.or(named),
                    }
                    internal = internal.or_else(|| internal_name(&found, offset));
                }
                let place = (found.pointer.object, found.pointer.offset);
                if arrows < ARROWS_MAX && visited.insert(place) {
                    queue.extend(self.follow(found, arrows));
                }
            }
        }
        guess.or(internal)
    }

    /// Is it what the pointer points to, or one of several of its kind that fill the block? What lies further on in
    /// a block that holds something else besides may have a better name.
    fn is_row(&self, found: &Found, named: &Named) -> bool {
        let bytes = self.types().bytes(found.to);
        let from = found.pointer.offset;
        let rest = self.object(found.pointer.object).map_or(0, |facts| facts.bytes.saturating_sub(from));
        found.kind != Kind::Pointer || named.at == from || u64::from(rest).checked_rem(bytes) == Some(0)
    }

    fn follow(&self, found: Found, arrows: u32) -> Option<Lead> {
        let facts = self.object(found.pointer.object)?;
        let bytes = u32::try_from(self.types().bytes(found.to)).ok()?;
        let Pointer { object, offset, .. } = found.pointer;
        let leads_on = bytes != 0 && self.source_map.leads_on(found.to);
        (facts.alive && facts.storage == Storage::Heap && leads_on).then(|| Lead {
            base: match found.kind {
                Kind::Pointer | Kind::Owner => self.base_behind(&found.name),
                Kind::Array => Base::direct(found.name + "[0]"),
                _ => Base::direct(found.name),
            },
            ty: found.to,
            cells: match self.types().is_open_ended(found.to) {
                true => self.cells(object, offset, LEAD_BYTES_MAX),
                false => self.cells(object, offset, bytes.min(LEAD_BYTES_MAX)),
            },
            arrows,
        })
    }

    /// The bytes at `offset` of the object, named through a pointer into it.
    fn behind(&self, found: &Found, offset: u32, len: u32) -> Option<Named> {
        let from = offset.checked_sub(found.pointer.offset)?;
        if let Kind::Bits { count } = found.kind {
            let named = Named { name: Base::direct(&*found.name), ..heap(TypeId(0), offset) };
            return (from < count.div_ceil(8)).then_some(Named { bits: Some((from * 8, count)), ..named });
        }
        let bytes = u32::try_from(self.types().bytes(found.to)).ok()?;
        if from >= bytes && self.types().is_open_ended(found.to) && found.kind != Kind::Array {
            let name = match found.kind {
                Kind::Pointer | Kind::Owner => self.base_behind(&found.name),
                _ => Base::direct(&*found.name),
            };
            return Some(Named { name, ..heap(found.to, found.pointer.offset) });
        }
        let index = from.checked_div(bytes)?;
        if (from % bytes).checked_add(len)? > bytes {
            return None;
        }
        Some(Named {
            name: match found.kind {
                Kind::Pointer | Kind::Owner if index == 0 => self.base_behind(&found.name),
                Kind::Pointer | Kind::Array => Base::direct(format!("{}[{index}]", found.name)),
                Kind::Element { .. } if index == 0 => Base::direct(&*found.name),
                _ => return None,
            },
            ..heap(found.to, found.pointer.offset + index * bytes)
        })
    }

    /// Variables that may hold pointers: those of the viewer, then those of its callers, then the globals.
    fn leads(&self) -> impl Iterator<Item = Lead> + '_ {
        let lead = |name: String, ty, cells| Lead { base: Base::direct(name), ty, cells, arrows: 0 };
        let (thread, frame) = self.viewer.unwrap_or((u32::MAX, 0));
        let stack = self.known.stack(thread).iter().enumerate().take(frame + 1).rev();
        let locals = stack.flat_map(move |(i, info)| {
            let function = self.program().function(info.func);
            let variables = info.vars.iter().zip(&function.variables);
            variables.filter_map(move |(state, variable)| {
                if variable.name.is_empty() || !self.source_map.leads_on(variable.ty) || self.is_hidden(variable) {
                    return None;
                }
                let name = match i == frame {
                    true => variable.name.clone(),
                    false => format!("{}::{}", function.display_name, variable.name),
                };
                Some(lead(name, variable.ty, self.first_cells(state, variable.ty)))
            })
        });
        let globals = self.program().globals.iter().enumerate().filter_map(move |(i, global)| {
            if global.library || global.constant || !self.source_map.leads_on(global.ty) {
                return None;
            }
            let bytes = u32::try_from(self.types().bytes(global.ty)).unwrap_or(0).min(LEAD_BYTES_MAX);
            let cells = self.cells(Program::FIRST_GLOBAL + i as u32, 0, bytes);
            (bytes != 0).then(|| lead(self.source_map.source_name(&global.name), global.ty, cells))
        });
        locals.chain(globals)
    }

    /// The value of a variable, or the beginning of a large one.
    fn first_cells(&self, state: &VarState, ty: TypeId) -> Vec<Cell> {
        match state {
            VarState::Memory { object, offset } => {
                let bytes = u32::try_from(self.types().bytes(ty)).unwrap_or(u32::MAX).clamp(1, LEAD_BYTES_MAX);
                self.cells(*object, *offset, bytes)
            }
            state => self.variable_cells(state, ty),
        }
    }

    /// The pointers within a value.
    fn pointers(&self, base: &Base, path: String, ty: TypeId, all: &[Cell], depth: u32, out: &mut Vec<Found>) {
        let types = self.types();
        if let DebugType::Pointer { to } = types.resolved(ty) {
            let found = |pointer| Found { name: base.with(&path), to: *to, pointer, kind: Kind::Pointer };
            out.extend(cells::pointer(all).map(found));
            return;
        }
        if is_container(types, ty) {
            let contents = self.plain_renderer().contents(ty, all);
            if let Some(contents) = contents.filter(|_| depth < DEPTH_MAX) {
                let name = base.with(&path);
                let name = if name.starts_with('*') { format!("({name})") } else { name };
                self.elements(&name, &contents, all, depth, out);
            }
            return;
        }
        if depth >= DEPTH_MAX || types.is_opaque(ty) {
            return;
        }
        for part in types.parts_within(ty, all.len() as u64).into_iter().take(SEARCH_MAX) {
            if part.bits.is_none() && out.len() < SEARCH_MAX {
                let from = usize::try_from(part.at_bit / 8).unwrap_or(usize::MAX);
                let rest = all.get(from..).unwrap_or(&[]);
                let path = format!("{path}{}", part.path);
                self.pointers(base, path, part.ty, rest, depth + 1, out);
            }
        }
    }

    /// The pointers to what a container holds, and within it.
    fn elements(&self, name: &str, contents: &Contents, all: &[Cell], depth: u32, out: &mut Vec<Found>) {
        for (i, element) in contents.elements.iter().enumerate().take(SEARCH_MAX) {
            match element.place {
                Place::Inside(at) => {
                    let base = match contents.style {
                        Style::Optional | Style::Expected => Base::behind(name),
                        Style::Choice => Base::direct(name),
                        Style::Variant => {
                            Base::direct(format!("std::get<{}>({name})", contents.alternative.unwrap_or_default()))
                        }
                        _ => Base::direct(format!("std::get<{i}>({name})")),
                    };
                    let rest = all.get(at..).unwrap_or(&[]);
                    self.pointers(&base, String::new(), element.ty, rest, depth + 1, out);
                }
                Place::At(pointer) => {
                    let (name, kind) = match contents.style {
                        Style::Pointer | Style::Shared | Style::Weak => (name.into(), Kind::Owner),
                        _ => (self.element_name(name, i, element, all), Kind::Element { node: element.node }),
                    };
                    out.push(Found { name, to: element.ty, pointer, kind });
                }
                Place::Bit(pointer, 0) if i == 0 => {
                    let count = u32::try_from(contents.count).unwrap_or(u32::MAX);
                    out.push(Found { name: name.into(), to: TypeId(0), pointer, kind: Kind::Bits { count } });
                }
                Place::Bit(..) => {}
            }
        }
        // What a vector has room for besides its elements is about to be one of them.
        let first = contents.elements.first().map(|first| (first.ty, first.place, first.node));
        if let (Style::Sequence, Some((to, Place::At(pointer), 0))) = (contents.style, first)
            && contents.memory.is_empty()
        {
            out.push(Found { name: name.into(), to, pointer, kind: Kind::Array });
        }
        let memory =
            |pointer: &Pointer| Found { name: name.into(), to: TypeId(0), pointer: *pointer, kind: Kind::Memory };
        out.extend(contents.memory.iter().map(memory));
    }

    /// An element as the program reaches it: by its key, or else by its place.
    fn element_name(&self, name: &str, index: usize, element: &Element, all: &[Cell]) -> String {
        match element.key {
            Some((ty, place)) => format!("{name}[{}]", self.plain_renderer().held(all, ty, place, 1)),
            None => format!("{name}[{index}]"),
        }
    }

    /// What a pointer points to, as the language writes it.
    fn base_behind(&self, pointer: &str) -> Base {
        match self.types().rust {
            true => Base::dereferenced(pointer),
            false => Base::behind(pointer),
        }
    }

    fn types(&self) -> Types<'v> {
        Types::new(self.program())
    }
}

/// A name for what a container has besides the element, in its node or elsewhere.
fn internal_name(found: &Found, offset: u32) -> Option<Named> {
    let at = found.pointer.offset;
    let node = match found.kind {
        Kind::Element { node } if (at.saturating_sub(node)..at).contains(&offset) => at.saturating_sub(node),
        Kind::Memory => at,
        _ => return None,
    };
    Some(Named { name: Base::direct(format!("{INTERNAL}{}", found.name)), ..heap(TypeId(0), node.min(offset)) })
}

/// Something on the heap that has no name yet.
fn heap(ty: TypeId, at: u32) -> Named {
    Named { name: Base::direct(""), ty, at, scope: Scope::Heap, owner: None, bits: None }
}
