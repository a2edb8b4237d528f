//! What classes of the C++ libraries hold: libstdc++'s and libc++'s strings, vectors, maps and sets, smart
//! pointers, optionals. They are known by their names, and their parts by those of their members, which
//! both libraries keep for the sake of debuggers and compiled code.

use ir::{DebugType, TypeId};

use super::{ITEMS_MAX, Renderer, text};
use crate::cells::{self, Cell, Pointer};
use crate::types::Types;

/// A container that is in the middle of something.
pub(crate) const UNCLEAR: &str = "{…}";

/// Members within members, when one is looked for.
const NESTING_MAX: u32 = 8;

/// Where the links of a tree's node are, and how many bytes are before its value.
struct Links {
    left: u32,
    right: u32,
    parent: u32,
    head: u32,
}

const LIBSTDCXX: Links = Links { left: 16, right: 24, parent: 8, head: 32 };
const LIBCXX: Links = Links { left: 0, right: 8, parent: 16, head: 25 };

/// Is this a class whose members mean nothing to a user?
pub(crate) fn is_container(types: Types<'_>, ty: TypeId) -> bool {
    let has = |name| member(types, ty, name).is_some();
    match class(types, ty) {
        Some("basic_string") => has("_M_string_length") || has("__rep_"),
        Some("vector") => has("_M_start") || has("__begin_"),
        Some("map" | "set" | "multimap" | "multiset") => has("_M_node_count") || has("__begin_node_"),
        Some("unique_ptr") => pointee(types, ty).is_some(),
        Some("shared_ptr" | "weak_ptr") => has("_M_refcount") || has("__cntrl_"),
        Some("optional") => has("_M_engaged") || has("__engaged_"),
        _ => false,
    }
}

/// What a vector or a smart pointer leads to, and whether that is an array: names can go through it.
pub(crate) fn lead(types: Types<'_>, ty: TypeId, cells: &[Cell]) -> Option<(TypeId, Pointer, bool)> {
    let array = match class(types, ty)? {
        "vector" => true,
        "unique_ptr" | "shared_ptr" => false,
        _ => return None,
    };
    Some((pointee(types, ty)?, cells::pointer(cells.get(..8)?)?, array))
}

/// The name of a class without its template's arguments.
fn class(types: Types<'_>, ty: TypeId) -> Option<&str> {
    match types.resolved(ty) {
        DebugType::Struct { name, .. } => name.split_once('<').map(|(class, _)| class),
        _ => None,
    }
}

/// A member, or a member of one, by name: its type and where it is.
fn member(types: Types<'_>, ty: TypeId, name: &str) -> Option<(TypeId, usize)> {
    find(types, ty, NESTING_MAX, &|field, _| field == name)
}

/// What the first word points to, if it is a pointer.
fn pointee(types: Types<'_>, ty: TypeId) -> Option<TypeId> {
    let is_pointer = |_: &str, ty| matches!(types.resolved(ty), DebugType::Pointer { .. });
    let (found, at) = find(types, ty, NESTING_MAX, &is_pointer)?;
    match types.resolved(found) {
        DebugType::Pointer { to } if at == 0 => Some(*to),
        _ => None,
    }
}

fn find(types: Types<'_>, ty: TypeId, nesting: u32, wanted: &dyn Fn(&str, TypeId) -> bool) -> Option<(TypeId, usize)> {
    let DebugType::Struct { fields, .. } = types.resolved(ty) else { return None };
    let fields = types.fields(fields);
    let place = |at_bit: u64| usize::try_from(at_bit / 8).ok();
    if let Some(field) = fields.iter().find(|field| wanted(&field.name, field.ty)) {
        return Some((field.ty, place(field.at_bit)?));
    }
    let deeper = nesting.checked_sub(1)?;
    fields.iter().find_map(|field| {
        let (found, at) = find(types, field.ty, deeper, wanted)?;
        Some((found, at + place(field.at_bit)?))
    })
}

impl Renderer<'_> {
    /// What a container holds. None if this is none.
    pub(super) fn container(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let class = is_container(self.types, ty).then(|| class(self.types, ty)).flatten()?;
        Some(self.contents(class, ty, cells, depth).unwrap_or_else(|| UNCLEAR.into()))
    }

    fn contents(self, class: &str, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        match class {
            "basic_string" => self.string(ty, cells),
            "vector" => self.vector(ty, cells, depth),
            "unique_ptr" => self.held(pointee(self.types, ty)?, cells, depth),
            "shared_ptr" => self.shared(ty, cells, depth),
            "weak_ptr" => Some(format!("weak {}", self.shared(ty, cells, depth)?)),
            "optional" => self.optional(ty, cells, depth),
            _ => self.tree(ty, cells, depth),
        }
    }

    fn member(self, ty: TypeId, name: &str) -> Option<(TypeId, usize)> {
        member(self.types, ty, name)
    }

    fn number_at(self, cells: &[Cell], at: usize, bytes: usize) -> Option<usize> {
        let cells = cells.get(at..at + bytes).filter(|cells| !cells::is_undefined(cells))?;
        usize::try_from(cells::number(cells)).ok()
    }

    fn pointer_at(self, cells: &[Cell], at: usize) -> Option<Pointer> {
        cells::pointer(cells.get(at..at + 8)?)
    }

    fn string(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let characters = |pointer: Pointer, len: usize| {
            self.world.cells(pointer.object, pointer.offset, u32::try_from(len).ok()?.checked_add(1)?).into()
        };
        let (cells, len): (Option<Vec<Cell>>, usize) = match self.member(ty, "_M_string_length") {
            Some((_, at)) => {
                let len = self.number_at(cells, at, 8)?;
                (characters(self.pointer_at(cells, self.member(ty, "_M_dataplus")?.1)?, len), len)
            }
            // The lowest bit of the first byte says whether there is memory of its own.
            None => match self.number_at(cells, 0, 1)? {
                first if first & 1 == 0 => (cells.get(1..2 + first / 2).map(Into::into), first / 2),
                _ => {
                    let len = self.number_at(cells, 8, 8)?;
                    (characters(self.pointer_at(cells, 16)?, len), len)
                }
            },
        };
        text::string(cells?.get(..len)?, true)
    }

    fn vector(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let names = [("_M_start", "_M_finish"), ("__begin_", "__end_")];
        let (first, last) = names.into_iter().find_map(|(a, b)| Some((self.member(ty, a)?, self.member(ty, b)?)))?;
        let DebugType::Pointer { to } = self.types.resolved(first.0) else { return None };
        if self.number_at(cells, first.1, 8) == Some(0) && self.pointer_at(cells, first.1).is_none() {
            return Some("{}".into());
        }
        let (begin, end) = (self.pointer_at(cells, first.1)?, self.pointer_at(cells, last.1)?);
        let len = end.offset.checked_sub(begin.offset).filter(|_| begin.object == end.object)?;
        let elements = self.world.cells(begin.object, begin.offset, len);
        if elements.len() != len as usize {
            return None;
        }
        let count = u64::from(len).checked_div(self.types.bytes(*to))?;
        Some(self.array(*to, count, &elements, depth))
    }

    /// What a smart pointer points to.
    fn held(self, to: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let Some(pointer) = self.pointer_at(cells, 0) else { return Some("null".into()) };
        let bytes = u32::try_from(self.types.bytes(to)).ok()?;
        let contents = self.world.cells(pointer.object, pointer.offset, bytes);
        match contents.len() == bytes as usize && bytes > 0 {
            true => Some(format!("&{}", self.at_depth(to, &contents, depth + 1))),
            false => Some(self.pointer(to, cells.get(..8)?)),
        }
    }

    fn shared(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let held = self.held(pointee(self.types, ty)?, cells, depth)?;
        let Some(control) = self.pointer_at(cells, 8) else { return Some(held) };
        let counts = self.world.cells(control.object, control.offset + 8, 8);
        // libc++ counts from 0.
        let owners = match self.member(ty, "__cntrl_") {
            Some(_) => self.number_at(&counts, 0, 8)?.wrapping_add(1),
            None => self.number_at(&counts, 0, 4)?,
        };
        Some(format!("{held} ({owners} owner{})", if owners == 1 { "" } else { "s" }))
    }

    fn optional(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let (_, flag) = self.member(ty, "_M_engaged").or_else(|| self.member(ty, "__engaged_"))?;
        if self.number_at(cells, flag, 1)? == 0 {
            return Some("nullopt".into());
        }
        let (value, at) = self.member(ty, "_M_value").or_else(|| self.member(ty, "__val_"))?;
        Some(self.at_depth(value, cells.get(at..)?, depth + 1))
    }

    fn tree(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let of_libstdcxx = self.member(ty, "_M_header");
        let links = if of_libstdcxx.is_some() { LIBSTDCXX } else { LIBCXX };
        let (count, first) = match of_libstdcxx {
            Some((_, header)) => (self.member(ty, "_M_node_count")?.1, header + links.left as usize),
            None => (self.member(ty, "__size_")?.1, self.member(ty, "__begin_node_")?.1),
        };
        let count = self.number_at(cells, count, 8)?;
        if count == 0 {
            return Some("{}".into());
        }
        let Some((value, bytes)) = self.value_of_tree(ty) else { return Some(format!("{{{count} elements}}")) };
        let align = u32::try_from(self.types.align(value)).ok()?;
        let mut node = self.pointer_at(cells, first)?;
        let mut items = Vec::new();
        for _ in 0..count.min(ITEMS_MAX) {
            let contents = self.world.cells(node.object, node.offset + links.head.next_multiple_of(align), bytes);
            items.push(self.element(value, &contents, depth));
            match self.next(node, &links) {
                Some(next) => node = next,
                None => break,
            }
        }
        if items.len() < count {
            items.push("…".into());
        }
        Some(format!("{{{}}}", items.join(", ")))
    }

    /// The element of a map by key and value, that of a set as it is.
    fn element(self, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        let member = |name| {
            let (ty, at) = self.member(ty, name)?;
            Some(self.at_depth(ty, cells.get(at..)?, depth + 1))
        };
        let pair = class(self.types, ty).is_some_and(|class| matches!(class, "pair" | "__value_type"));
        match (pair, member("first"), member("second")) {
            (true, Some(key), Some(value)) => format!("{key}: {value}"),
            _ => self.at_depth(ty, cells, depth + 1),
        }
    }

    /// The node after this one.
    fn next(self, node: Pointer, links: &Links) -> Option<Pointer> {
        let link = |node: Pointer, at: u32| self.pointer_at(&self.world.cells(node.object, node.offset + at, 8), 0);
        let same = |a: Option<Pointer>, b: Pointer| a.is_some_and(|a| (a.object, a.offset) == (b.object, b.offset));
        if let Some(mut next) = link(node, links.right) {
            while let Some(left) = link(next, links.left) {
                next = left;
            }
            return Some(next);
        }
        let (mut node, mut up) = (node, link(node, links.parent)?);
        while same(link(up, links.right), node) {
            (node, up) = (up, link(up, links.parent)?);
        }
        Some(up)
    }

    /// The type of a tree's elements, which only the names of types tell, and its size.
    fn value_of_tree(self, ty: TypeId) -> Option<(TypeId, u32)> {
        let tree = ["_M_t", "__tree_"].into_iter().find_map(|name| self.member(ty, name))?.0;
        let DebugType::Struct { name, .. } = self.types.resolved(tree) else { return None };
        let value = self.types.named(|other| {
            let of = |prefix: &str| other.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>')).map(str::trim);
            let first = of("_Rb_tree_node<").filter(|value| name.contains(&format!(", {value},")));
            let second = of("__tree_node<").and_then(|rest| rest.strip_suffix(", void *"));
            first.or(second.filter(|value| name.starts_with(&format!("__tree<{value},")))).map(str::to_string)
        })?;
        let wanted = unqualified(&value);
        // libc++'s maps have a class of their own for what is a pair in the end.
        let pair = || self.types.named_type(&wanted.replacen("__value_type<", "pair<const ", 1));
        let ty = self.types.named_type(wanted).or_else(pair)?;
        Some((ty, u32::try_from(self.types.bytes(ty)).ok().filter(|bytes| *bytes > 0)?))
    }
}

/// A name without the namespaces before it.
fn unqualified(name: &str) -> &str {
    let end = name.find('<').unwrap_or(name.len());
    let from = name[..end].rfind("::").map_or(0, |at| at + 2);
    &name[from..]
}
