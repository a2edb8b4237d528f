//! What classes of the C++ libraries hold, element by element, for whoever writes it down or names it.
//!
//! Memory is taken as it is, which may be in the middle of a change by some thread: every walk is bounded,
//! and whatever does not fit together makes it end with nothing, never with a guess.

mod shapes;

use std::collections::BTreeSet;

use ir::{DebugType, TypeId};

use super::Renderer;
use crate::cells::{self, Cell, Pointer};
use crate::types::{Types, library, rust};
pub(super) use shapes::UNITS;
use shapes::{Links, Row, SHAPES, Shape, WORDS};
pub(crate) use shapes::{Style, Word};

/// Elements that are looked at.
const ELEMENTS_MAX: u64 = 1024;
/// Members within members, when one is looked for.
const NESTING_MAX: u32 = 16;
/// The depth of a tree.
const TREE_DEPTH_MAX: u32 = 128;

/// What a container holds.
pub(crate) struct Contents {
    pub style: Style,
    /// The first of them; none if it is not known what they are.
    pub elements: Vec<Element>,
    pub count: u64,
    /// Memory of the container that holds no elements.
    pub memory: Vec<Pointer>,
    /// It holds the alternative of this number, which may be nothing.
    pub alternative: Option<u64>,
}

/// One thing that a container holds.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub ty: TypeId,
    pub place: Place,
    /// What it is found by, in a map.
    pub key: Option<(TypeId, Place)>,
    /// Bytes of its node that stand before it.
    pub node: u32,
}

#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// So many bytes from the start of the container.
    Inside(usize),
    At(Pointer),
    /// A truth value in a word: where the word is, and the bit.
    Bit(Pointer, u32),
}

/// Is this a class whose members mean nothing to a user?
pub(crate) fn is_container(types: Types<'_>, ty: TypeId) -> bool {
    library::known(types, ty).is_some() || row(types, ty).is_some() || word(types, ty).is_some()
}

/// The name of a class without its template's arguments.
pub(super) fn class(types: Types<'_>, ty: TypeId) -> Option<&str> {
    match types.resolved(ty) {
        DebugType::Struct { name, .. } => name.split('<').next(),
        _ => None,
    }
}

/// A member, or a member of one, by name: its type and where it is.
pub(super) fn member(types: Types<'_>, ty: TypeId, name: &str) -> Option<(TypeId, usize)> {
    find(types, ty, NESTING_MAX, &|field, _| field == name)
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

/// What the first word points to, if it is a pointer.
pub(super) fn pointee(types: Types<'_>, ty: TypeId) -> Option<TypeId> {
    let is_pointer = |_: &str, ty| matches!(types.resolved(ty), DebugType::Pointer { .. });
    let (found, at) = find(types, ty, NESTING_MAX, &is_pointer)?;
    match types.resolved(found) {
        DebugType::Pointer { to } if at == 0 => Some(*to),
        _ => None,
    }
}

fn row(types: Types<'_>, ty: TypeId) -> Option<&'static Row> {
    let class = class(types, ty)?;
    SHAPES.iter().find(|(classes, _, shape)| classes.contains(&class) && fits(types, ty, shape))
}

/// What a class is that is a single value to its users.
pub(super) fn word(types: Types<'_>, ty: TypeId) -> Option<Word> {
    if let Some(guard) = rust::guard(types, ty) {
        return Some(Word::Guard(guard));
    }
    let class = class(types, ty)?;
    let (_, word, members) = WORDS.iter().find(|(classes, ..)| classes.contains(&class))?;
    members.iter().any(|name| member(types, ty, name).is_some()).then_some(*word)
}

/// Are the members there that a shape speaks of?
fn fits(types: Types<'_>, ty: TypeId, shape: &Shape) -> bool {
    let has = |name: &str| member(types, ty, name).is_some();
    match shape {
        Shape::Range { begin, end: other } | Shape::Counted { begin, count: other } => has(begin) && has(other),
        Shape::BitCount { begin, count } => has(begin) && has(count),
        Shape::Fixed { begin } => has(begin),
        Shape::Iterators { start, finish } => has(start) && has(finish),
        Shape::Blocks { map, start, count } => has(map) && has(start) && has(count),
        Shape::Chain { head, count, .. } => has(head) && count.is_none_or(has),
        Shape::Tree { first, count, .. } => has(first) && has(count),
        Shape::BitRange { start, finish } => {
            has(finish)
                && member(types, ty, start).is_some_and(|(start, _)| member(types, start, "_M_offset").is_some())
        }
        Shape::Pointee { mark } => has(mark) && pointee(types, ty).is_some(),
        Shape::Maybe { flag, .. } => has(flag),
        Shape::Alternative { index } => has(index),
        Shape::Each { value, .. } => has(value),
    }
}

/// Where things are in a node of a chain.
#[derive(Clone, Copy)]
struct Node {
    next: u32,
    back: Option<u32>,
    value: u32,
}

/// A value in memory while it is looked at.
#[derive(Clone, Copy)]
struct Value<'c> {
    ty: TypeId,
    cells: &'c [Cell],
}

impl Renderer<'_> {
    /// What a container holds. None if this is none, or if it is in the middle of a change.
    pub(crate) fn contents(self, ty: TypeId, cells: &[Cell]) -> Option<Contents> {
        if let Some(known) = library::known(self.types, ty) {
            return self.rust_contents(known, ty, cells);
        }
        let (_, style, shape) = row(self.types, ty)?;
        let empty = Contents { style: *style, elements: Vec::new(), count: 0, memory: Vec::new(), alternative: None };
        self.walk(Value { ty, cells }, *shape, empty)
    }

    /// Is this a class of a shape that is known, whether it is in order or not?
    pub(super) fn has_shape(self, ty: TypeId) -> bool {
        row(self.types, ty).is_some()
    }

    fn walk(self, value: Value<'_>, shape: Shape, contents: Contents) -> Option<Contents> {
        match shape {
            Shape::Range { begin, end } => {
                let (of, from) = self.begin(value, begin)?;
                let to = self.named_word(value, end)?;
                let Some(from) = from else { return to.is_none().then_some(contents) };
                let bytes = to.filter(|to| to.object == from.object)?.offset.checked_sub(from.offset)?;
                self.in_a_row(contents, of, Some(from), u64::from(bytes))
            }
            Shape::Counted { begin, count } => {
                let (of, from) = self.begin(value, begin)?;
                let bytes = self.named_number(value, count)?.checked_mul(self.types.bytes(of))?;
                self.in_a_row(contents, of, from, bytes)
            }
            Shape::Fixed { begin } => {
                let (of, from) = self.begin(value, begin)?;
                let DebugType::Struct { name, .. } = self.types.resolved(value.ty) else { return None };
                let digits: String = name.rsplit(", ").next()?.chars().take_while(char::is_ascii_digit).collect();
                let bytes = digits.parse::<u64>().ok()?.checked_mul(self.types.bytes(of))?;
                self.in_a_row(contents, of, from, bytes)
            }
            Shape::Iterators { start, finish } => self.iterators(value, start, finish, contents),
            Shape::Blocks { map, start, count } => self.blocks(value, [map, start, count], contents),
            Shape::Chain { head, next, back, value: at, count } => {
                let first = self.named_word(value, head)?;
                let count = match count {
                    Some(count) => Some(self.named_number(value, count)?),
                    None => None,
                };
                self.chain(value.ty, first, Node { next, back, value: at }, count, contents)
            }
            Shape::Tree { first, first_at, count, links } => {
                let first = self.member(value.ty, first)?.1 + first_at as usize;
                let count = self.named_number(value, count)?;
                self.tree(value.ty, self.word(value.cells, first)?, &links, count, contents)
            }
            Shape::BitRange { start, finish } => {
                let (start, finish) = (self.member(value.ty, start)?.1, self.member(value.ty, finish)?.1);
                let Some(from) = self.word(value.cells, start)? else { return Some(contents) };
                let to = self.word(value.cells, finish)?.filter(|to| to.object == from.object)?;
                let words = u64::from(to.offset.checked_sub(from.offset)?) * 8;
                let bits = words + self.number(value.cells, finish + 8, 4)?;
                self.bits(contents, from, bits)
            }
            Shape::BitCount { begin, count } => {
                let count = self.named_number(value, count)?;
                match self.named_word(value, begin)? {
                    Some(from) => self.bits(contents, from, count),
                    None => (count == 0).then_some(contents),
                }
            }
            Shape::Pointee { .. } => self.behind(value, contents),
            Shape::Maybe { flag, value: member, otherwise } => {
                let there = self.number(value.cells, self.member(value.ty, flag)?.1, 1)?;
                let name = if there == 1 { Some(member) } else { otherwise };
                let found = name.and_then(|name| self.member(value.ty, name));
                let element = found.map(|(ty, at)| Element { ty, place: Place::Inside(at), key: None, node: 0 });
                let alternative = Some(1 - there.min(1));
                let count = u64::from(name.is_some());
                Some(Contents { elements: element.into_iter().collect(), count, alternative, ..contents })
            }
            Shape::Alternative { index } => self.alternative(value, index, contents),
            Shape::Each { within, value: member } => self.each(value, within, member, contents),
        }
    }

    pub(super) fn member(self, ty: TypeId, name: &str) -> Option<(TypeId, usize)> {
        member(self.types, ty, name)
    }

    pub(super) fn number(self, cells: &[Cell], at: usize, bytes: usize) -> Option<u64> {
        let cells = cells.get(at..at.checked_add(bytes)?)?;
        let plain = !cells::is_undefined(cells) && cells.iter().all(|cell| cell.object == 0);
        plain.then(|| u64::try_from(cells::number(cells)).ok()).flatten()
    }

    /// A pointer; the inner None is null. None if it is neither.
    pub(super) fn word(self, cells: &[Cell], at: usize) -> Option<Option<Pointer>> {
        match cells::pointer(cells.get(at..at.checked_add(8)?)?) {
            Some(pointer) => Some(Some(pointer)),
            None => (self.number(cells, at, 8)? == 0).then_some(None),
        }
    }

    /// The pointer at a place in memory.
    pub(super) fn load(self, place: Pointer, at: u32) -> Option<Option<Pointer>> {
        self.word(&self.world.cells(place.object, place.offset.checked_add(at)?, 8), 0)
    }

    fn named_number(self, value: Value<'_>, name: &str) -> Option<u64> {
        let (ty, at) = self.member(value.ty, name)?;
        self.number(value.cells, at, usize::try_from(self.types.bytes(ty)).ok()?)
    }

    fn named_word(self, value: Value<'_>, name: &str) -> Option<Option<Pointer>> {
        self.word(value.cells, self.member(value.ty, name)?.1)
    }

    /// A pointer to the first element, and what it points to.
    fn begin(self, value: Value<'_>, name: &str) -> Option<(TypeId, Option<Pointer>)> {
        let (ty, at) = self.member(value.ty, name)?;
        match self.types.resolved(ty) {
            DebugType::Pointer { to } => Some((*to, self.word(value.cells, at)?)),
            _ => None,
        }
    }

    /// Elements in a row, all of which must be there if they are said to be.
    pub(super) fn in_a_row(
        self,
        contents: Contents,
        of: TypeId,
        from: Option<Pointer>,
        bytes: u64,
    ) -> Option<Contents> {
        let size = self.types.bytes(of);
        let count = bytes.checked_div(size)?;
        let Some(from) = from.filter(|_| count > 0) else { return (bytes == 0).then_some(contents) };
        let bytes = u32::try_from(bytes).ok()?;
        let is_there = self.is_there(from, bytes.into());
        let size = u32::try_from(size).ok().filter(|size| is_there && bytes % size == 0)?;
        let element = |i: u64| {
            let offset = from.offset.checked_add(u32::try_from(i).ok()?.checked_mul(size)?)?;
            Some(element(of, Pointer { offset, ..from }))
        };
        let elements = (0..count.min(ELEMENTS_MAX)).map_while(element).collect();
        Some(Contents { elements, count, ..contents })
    }

    fn bits(self, contents: Contents, from: Pointer, count: u64) -> Option<Contents> {
        let bytes = u32::try_from(count.div_ceil(8)).ok()?;
        if self.world.cells(from.object, from.offset, bytes).len() != bytes as usize {
            return None;
        }
        let element = |i: u64| {
            let i = u32::try_from(i).ok()?;
            let place = Place::Bit(Pointer { offset: from.offset.checked_add(i / 8)?, ..from }, i % 8);
            Some(Element { ty: TypeId(0), place, key: None, node: 0 })
        };
        let elements = (0..count.min(ELEMENTS_MAX)).map_while(element).collect();
        Some(Contents { elements, count, ..contents })
    }

    /// A deque of libstdc++: each of its iterators has the element, first and last of the block, and the
    /// pointer to the block.
    fn iterators(self, value: Value<'_>, start: &str, finish: &str, contents: Contents) -> Option<Contents> {
        let (start, finish) = (self.member(value.ty, start)?.1, self.member(value.ty, finish)?.1);
        let pointer = |at: usize| self.word(value.cells, at);
        let Some(map) = pointer(start + 24)? else { return Some(contents) };
        let (first, last) = (pointer(start + 8)??, pointer(start + 16)??);
        let distance = |from: Pointer, to: Pointer| {
            to.offset.checked_sub(from.offset).filter(|_| from.object == to.object).map(u64::from)
        };
        let of = *self.types.arguments(value.ty).first()?;
        let block = distance(first, last)?;
        let size = self.types.bytes(of);
        let skipped = distance(first, pointer(start)??)?;
        let blocks = distance(map, pointer(finish + 24)??)? / 8;
        let end = blocks.checked_mul(block)? + distance(pointer(finish + 8)??, pointer(finish)??)?;
        let count = end.checked_sub(skipped)?.checked_div(size)?;
        self.in_blocks(contents, of, map, block / size, skipped / size, count)
    }

    fn blocks(self, value: Value<'_>, [map, start, count]: [&str; 3], contents: Contents) -> Option<Contents> {
        let (ty, at) = self.member(value.ty, map)?;
        let map = self.named_word(Value { ty, cells: value.cells.get(at..)? }, "__begin_")?;
        let of = *self.types.arguments(value.ty).first()?;
        let count = self.named_number(value, count)?;
        let Some(map) = map else { return (count == 0).then_some(contents) };
        // libc++ has blocks of 4096 bytes, and more for what is large.
        let block = match self.types.bytes(of) {
            size @ 1..256 => 4096 / size,
            _ => 16,
        };
        self.in_blocks(contents, of, map, block, self.named_number(value, start)?, count)
    }

    fn in_blocks(
        self,
        contents: Contents,
        of: TypeId,
        map: Pointer,
        block: u64,
        first: u64,
        count: u64,
    ) -> Option<Contents> {
        let size = self.types.bytes(of);
        let place = |i: u64| {
            let i = first.checked_add(i)?;
            let start = self.load(map, u32::try_from(i.checked_div(block)?.checked_mul(8)?).ok()?)??;
            let offset = start.offset.checked_add(u32::try_from((i % block).checked_mul(size)?).ok()?)?;
            self.is_there(Pointer { offset, ..start }, size).then(|| element(of, Pointer { offset, ..start }))
        };
        let elements: Option<Vec<Element>> = (0..count.min(ELEMENTS_MAX)).map(place).collect();
        Some(Contents { elements: elements?, count, memory: vec![map], ..contents })
    }

    fn is_there(self, at: Pointer, bytes: u64) -> bool {
        u32::try_from(bytes).is_ok_and(|bytes| self.world.cells(at.object, at.offset, bytes).len() == bytes as usize)
    }

    /// The type of the elements of a container with nodes, that of the keys, how far behind the key the
    /// element is, and the alignment of both.
    fn node_types(self, style: Style, ty: TypeId) -> Option<(TypeId, Option<TypeId>, u32, u32)> {
        let arguments = self.types.arguments(ty);
        let known = |n: usize| arguments.get(n).copied().filter(|ty| self.types.bytes(*ty) > 0);
        let align = |ty: TypeId| u32::try_from(self.types.align(ty)).ok();
        let first = known(0)?;
        if style != Style::Map {
            return Some((first, None, 0, align(first)?));
        }
        let mapped = known(1)?;
        let behind = u32::try_from(self.types.bytes(first)).ok()?.next_multiple_of(align(mapped)?);
        Some((mapped, Some(first), behind, align(first)?.max(align(mapped)?)))
    }

    /// The element in a node whose contents begin at `value`.
    fn in_node(self, types: (TypeId, Option<TypeId>, u32, u32), node: Pointer, value: u32) -> Option<Element> {
        let (ty, key, behind, align) = types;
        let head = value.checked_next_multiple_of(align)?;
        let at = |bytes: u32| Some(Pointer { offset: node.offset.checked_add(bytes)?, ..node });
        let (first, element) = (at(head)?, at(head.checked_add(behind)?)?);
        let key = key.map(|ty| (ty, Place::At(first)));
        self.is_there(element, self.types.bytes(ty)).then_some(Element {
            ty,
            place: Place::At(element),
            key,
            node: head.checked_add(behind)?,
        })
    }

    fn chain(
        self,
        ty: TypeId,
        first: Option<Pointer>,
        layout: Node,
        count: Option<u64>,
        contents: Contents,
    ) -> Option<Contents> {
        if count == Some(0) {
            return Some(contents);
        }
        let Some(types) = self.node_types(contents.style, ty) else {
            return Some(Contents { count: count?, ..contents });
        };
        let mut elements = Vec::new();
        let mut seen = BTreeSet::new();
        let mut node = first;
        let mut found = 0;
        while let Some(at) = node.filter(|_| count != Some(found)) {
            if !seen.insert((at.object, at.offset)) {
                return None;
            }
            if found == ELEMENTS_MAX {
                return Some(Contents { elements, count: count.unwrap_or(found + 1), ..contents });
            }
            elements.push(self.in_node(types, at, layout.value)?);
            node = self.load(at, layout.next)?;
            found += 1;
        }
        // A chain that goes on leads back to where it began, which the first node knows, too.
        let whole = match (node, layout.back) {
            (None, None) => count.is_none_or(|count| count == found),
            (Some(end), Some(back)) => self.load(first?, back)?? == end,
            _ => false,
        };
        whole.then_some(Contents { elements, count: found, ..contents })
    }

    fn tree(
        self,
        ty: TypeId,
        first: Option<Pointer>,
        links: &Links,
        count: u64,
        contents: Contents,
    ) -> Option<Contents> {
        if count == 0 {
            return Some(contents);
        }
        let Some(types) = self.node_types(contents.style, ty) else { return Some(Contents { count, ..contents }) };
        let mut elements = vec![self.in_node(types, first?, links.value)?];
        let mut seen = BTreeSet::new();
        let mut node = first?;
        while elements.len() as u64 != count.min(ELEMENTS_MAX) {
            if !seen.insert((node.object, node.offset)) {
                return None;
            }
            node = self.next(node, links)?;
            elements.push(self.in_node(types, node, links.value)?);
        }
        // The last one has nothing to its right.
        let whole = count > ELEMENTS_MAX || self.load(node, links.right)?.is_none();
        whole.then_some(Contents { elements, count, ..contents })
    }

    /// The node after this one.
    fn next(self, node: Pointer, links: &Links) -> Option<Pointer> {
        let mut node = node;
        if let Some(mut next) = self.load(node, links.right)? {
            for _ in 0..TREE_DEPTH_MAX {
                match self.load(next, links.left)? {
                    Some(left) => next = left,
                    None => return Some(next),
                }
            }
            return None;
        }
        for _ in 0..TREE_DEPTH_MAX {
            let up = self.load(node, links.parent)??;
            if self.load(up, links.right)? != Some(node) {
                return Some(up);
            }
            node = up;
        }
        None
    }

    /// What a smart pointer points to; an array goes on to the end of its memory.
    fn behind(self, value: Value<'_>, contents: Contents) -> Option<Contents> {
        let Some(to) = self.word(value.cells, 0)? else { return Some(contents) };
        let of = pointee(self.types, value.ty)?;
        let DebugType::Struct { name, .. } = self.types.resolved(value.ty) else { return None };
        let array = name.split([',', '>']).next().is_some_and(|first| first.trim_end().ends_with("[]"));
        match array {
            true => {
                let rest = self.world.cells(to.object, to.offset, u32::MAX).len() as u64;
                let size = self.types.bytes(of).max(1);
                self.in_a_row(Contents { style: Style::Sequence, ..contents }, of, Some(to), rest / size * size)
            }
            false => Some(Contents { elements: vec![element(of, to)], count: 1, ..contents }),
        }
    }

    fn alternative(self, value: Value<'_>, index: &str, contents: Contents) -> Option<Contents> {
        let (ty, at) = self.member(value.ty, index)?;
        let bytes = usize::try_from(self.types.bytes(ty)).ok()?;
        let index = self.number(value.cells, at, bytes)?;
        let nothing = 1u64.checked_shl(u32::try_from(bytes).ok()? * 8).map_or(u64::MAX, |end| end - 1);
        if index == nothing {
            return Some(contents);
        }
        let ty = *self.types.arguments(value.ty).get(usize::try_from(index).ok()?)?;
        let held = Element { ty, place: Place::Inside(0), key: None, node: 0 };
        Some(Contents { elements: vec![held], count: 1, alternative: Some(index), ..contents })
    }

    /// The elements of a tuple, each in a class that has its number.
    fn each(self, value: Value<'_>, within: &str, name: &str, contents: Contents) -> Option<Contents> {
        let mut found = Vec::new();
        self.leaves(value.ty, 0, within, NESTING_MAX, &mut found);
        found.sort_by_key(|(number, ..)| *number);
        let elements: Option<Vec<Element>> = found
            .into_iter()
            .map(|(_, ty, at)| {
                // An empty class has no member, or is the class itself.
                let (ty, inner) = self.member(ty, name).unwrap_or((ty, 0));
                Some(Element { ty, place: Place::Inside(at.checked_add(inner)?), key: None, node: 0 })
            })
            .collect();
        let elements = elements?;
        Some(Contents { count: elements.len() as u64, elements, ..contents })
    }

    fn leaves(self, ty: TypeId, at: usize, within: &str, nesting: u32, out: &mut Vec<(u64, TypeId, usize)>) {
        let DebugType::Struct { fields, name, .. } = self.types.resolved(ty) else { return };
        let digits = || -> String {
            let number = name.split_once('<').map_or("", |(_, rest)| rest);
            number.chars().take_while(char::is_ascii_digit).collect()
        };
        if class(self.types, ty) == Some(within) {
            out.extend(digits().parse::<u64>().ok().map(|number| (number, ty, at)));
            return;
        }
        for field in fields.iter().filter(|_| nesting > 0) {
            let inner = usize::try_from(field.at_bit / 8).ok().and_then(|inner| at.checked_add(inner));
            if let Some(inner) = inner {
                self.leaves(field.ty, inner, within, nesting - 1, out);
            }
        }
    }

    /// The bytes of something that is held.
    pub(crate) fn cells_at(self, whole: &[Cell], place: Place, ty: TypeId) -> Vec<Cell> {
        let bytes = self.types.bytes(ty);
        match place {
            Place::Inside(at) => whole.get(at..).unwrap_or(&[]).to_vec(),
            Place::At(at) => self.world.cells(at.object, at.offset, u32::try_from(bytes).unwrap_or(0)),
            Place::Bit(at, _) => self.world.cells(at.object, at.offset, 1),
        }
    }
}

fn element(ty: TypeId, at: Pointer) -> Element {
    Element { ty, place: Place::At(at), key: None, node: 0 }
}

#[cfg(test)]
mod tests;
