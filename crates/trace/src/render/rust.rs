//! Values of Rust's types as Rust writes them: `Some(3)`, `"text"`, `[1, 2, 3]`, `Shape::Circle { r: 2 }`.
//!
//! Memory is taken as it is, which may be in the middle of a change: what does not fit together is written member by
//! member.

use std::time::Duration;

use ir::{DebugField, DebugType, DebugVariant, Tag, TypeId};

use super::containers::{Contents, Element, Place, Style};
use super::{DEPTH_MAX, HALF_CHANGED, ITEMS_MAX, Renderer, text};
use crate::cells::{self, Cell, Pointer};
use crate::types::library::{Std, known};
use crate::types::rust::{Guard, guard};

/// Cells within each other.
const WRAPPED_MAX: u32 = 16;
/// Buckets of a hash table that are looked at.
const BUCKETS_MAX: u64 = 4096;
/// What lies before the data of an `Arc` or `Rc`.
const COUNTS_BYTES: u32 = 16;
/// Variants that the program need not name by their type.
const PRELUDE: [&str; 2] = ["Option", "Result"];

/// A value of a type of `std`, or of an `enum`.
#[derive(Clone, Copy)]
struct Value<'c> {
    ty: TypeId,
    cells: &'c [Cell],
}

impl<'a> Renderer<'a> {
    /// What it holds that lies elsewhere, or that is there only sometimes.
    pub(super) fn rust_contents(self, known: Std, ty: TypeId, cells: &[Cell]) -> Option<Contents> {
        let value = Value { ty, cells };
        let empty = |style| Contents { style, elements: Vec::new(), count: 0, memory: Vec::new(), alternative: None };
        match known {
            Std::Choice => {
                let (variant, _) = self.variant(ty, cells)?;
                let (ty, at) = self.only_member(variant.ty).unwrap_or((variant.ty, 0));
                let held = Element { ty, place: Place::Inside(at), key: None, node: 0 };
                Some(Contents { elements: vec![held], count: 1, ..empty(Style::Choice) })
            }
            Std::Text => {
                let (data, _) = self.extent(value)?;
                Some(Contents { memory: data.into_iter().collect(), ..empty(Style::Sequence) })
            }
            Std::Row => {
                let (data, count) = self.extent(value)?;
                let of = self.row_of(ty)?;
                match (data, self.types.bytes(of)) {
                    (_, 0) => Some(Contents { count, ..empty(Style::Sequence) }),
                    (data, size) => self.in_a_row(empty(Style::Sequence), of, data, count.checked_mul(size)?),
                }
            }
            Std::Deque => self.deque(value, empty(Style::Sequence)),
            Std::HashMap => self.table(value, empty(Style::Map)),
            Std::HashSet => self.table(value, empty(Style::Set)),
            Std::Box => {
                let DebugType::Pointer { to } = self.types.resolved(ty) else { return None };
                let pointer = cells::pointer(cells)?;
                Some(Contents { elements: vec![at(*to, pointer)], count: 1, ..empty(Style::Pointer) })
            }
            Std::Shared(_, member) => {
                let (to, pointer) = self.first_pointer(value)?;
                let (held, offset) = self.member(to, member)?;
                let place = Pointer { offset: pointer.offset.checked_add(u32::try_from(offset).ok()?)?, ..pointer };
                let mut held = at(held, place);
                held.node = u32::try_from(offset).ok()?;
                Some(Contents { elements: vec![held], count: 1, ..empty(Style::Shared) })
            }
            Std::MaybeUninit => {
                let (ty, at) = self.member(ty, "value")?;
                let held = Element { ty, place: Place::Inside(at), key: None, node: 0 };
                Some(Contents { elements: vec![held], count: 1, ..empty(Style::Choice) })
            }
            _ => None,
        }
    }

    /// A value of a type of Rust's; None if this is none that is written in a way of its own.
    pub(super) fn rust_value(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let known = known(self.types, ty)?;
        let deeper = depth < DEPTH_MAX;
        let text = match known {
            _ if !deeper && !matches!(known, Std::Text | Std::AtomicBool | Std::Duration) => Some("…".into()),
            Std::Choice => Some(self.choice(ty, cells, depth).unwrap_or_else(|| "?".into())),
            Std::Text => self.text(Value { ty, cells }),
            Std::Row | Std::Deque | Std::HashMap | Std::HashSet => {
                self.rust_contents(known, ty, cells).map(|contents| self.rust_elements(cells, &contents, depth))
            }
            Std::Box => self.boxed(ty, cells, depth),
            Std::Shared(name, _) => self.counted(name, ty, cells, depth),
            Std::Weak => Some("Weak".into()),
            Std::Opaque => Some(self.rust_nothing(ty)),
            Std::Tree => self.number(cells, self.member(ty, "length")?.1, 8).map(|count| match count {
                0 => "{}".into(),
                count => format!("{{… {count} element{}}}", if count == 1 { "" } else { "s" }),
            }),
            Std::RefCell => self.ref_cell(ty, cells, depth),
            Std::Guard(member) => self.guarding(ty, member, cells, depth),
            Std::Once => self.once(cells).map(String::from),
            Std::OnceLock(name, member) => self.once_lock(name, member, Value { ty, cells }, depth),
            Std::Duration => self.span(ty, cells),
            Std::AtomicBool => Some(match self.number(cells, 0, 1) {
                Some(number) => (number != 0).to_string(),
                None => "?".into(),
            }),
            Std::MaybeUninit => {
                let (ty, at) = self.unwrapped(ty)?;
                Some(self.at_depth(ty, cells.get(at..)?, depth))
            }
            Std::Dyn => Some(match cells::pointer(cells) {
                Some(_) => self.pointer(TypeId(0), cells.get(..8)?),
                None => self.types.spelt(ty),
            }),
        };
        Some(text.unwrap_or_else(|| format!("{{{HALF_CHANGED}{}}}", self.rust_members(ty, cells, depth, true))))
    }

    /// A struct, tuple or closure, member by member.
    pub(super) fn rust_structure(self, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        let DebugType::Struct { name, .. } = self.types.resolved(ty) else { return "?".into() };
        self.rust_named(type_name(name), ty, cells, depth)
    }

    /// What lies within cells that merely wrap each other, and where. None if there is no end to it.
    pub(super) fn unwrapped(self, ty: TypeId) -> Option<(TypeId, usize)> {
        let (mut ty, mut at) = (ty, 0usize);
        for _ in 0..WRAPPED_MAX {
            let (inner, by) = match known(self.types, ty) {
                Some(Std::MaybeUninit) => self.member(ty, "value")?,
                _ => match self.types.wrapped(ty) {
                    Some(only) => (only.ty, usize::try_from(only.at_bit / 8).ok()?),
                    None => return Some((ty, at)),
                },
            };
            (ty, at) = (inner, at.checked_add(by)?);
        }
        None
    }

    /// Something without contents: a struct without members, or `()`.
    pub(super) fn rust_nothing(self, ty: TypeId) -> String {
        match self.types.resolved(ty) {
            DebugType::Struct { name, .. } => type_name(name).into(),
            DebugType::Array { .. } => "[]".into(),
            _ => "()".into(),
        }
    }

    fn rust_named(self, name: &str, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        let DebugType::Struct { fields, .. } = self.types.resolved(ty) else { return name.into() };
        if fields.is_empty() {
            return name.into();
        }
        let tuple = fields.iter().all(is_numbered);
        let members = match depth < DEPTH_MAX {
            true => self.rust_members(ty, cells, depth, !tuple),
            false => "…".into(),
        };
        match (tuple, name) {
            (true, _) => format!("{name}({members})"),
            (false, "") => format!("{{ {members} }}"),
            (false, _) => format!("{name} {{ {members} }}"),
        }
    }

    fn rust_members(self, ty: TypeId, cells: &[Cell], depth: u32, named: bool) -> String {
        let DebugType::Struct { fields, .. } = self.types.resolved(ty) else { return String::new() };
        let mut fields = fields.iter().filter(|field| !self.is_left_out(field, cells)).cloned().collect::<Vec<_>>();
        // Members lie in memory in an order of the compiler's choice, and are told in theirs.
        if !named {
            fields.sort_by_key(|field| field.name.trim_start_matches('_').parse::<u32>().unwrap_or(u32::MAX));
        }
        let mut texts: Vec<String> = fields
            .iter()
            .take(ITEMS_MAX)
            .map(|field| {
                let from = usize::try_from(field.at_bit / 8).unwrap_or(usize::MAX);
                let value = self.within(field.ty, cells.get(from..).unwrap_or(&[]), depth + 1);
                match named && guard(self.types, field.ty).is_none() {
                    true => format!("{}: {value}", captured(&field.name)),
                    false => value,
                }
            })
            .collect();
        if fields.len() > ITEMS_MAX {
            texts.push("…".into());
        }
        texts.join(", ")
    }

    /// Members that nobody would write: marks of the compiler, and that a lock is in order.
    fn is_left_out(self, field: &DebugField, cells: &[Cell]) -> bool {
        if guard(self.types, field.ty) == Some(Guard::Poison) {
            let from = usize::try_from(field.at_bit / 8).unwrap_or(usize::MAX);
            return self.number(cells, from, 1) == Some(0);
        }
        match self.types.resolved(field.ty) {
            DebugType::Struct { bytes: 0, name, .. } => name.starts_with("PhantomData<") || name == "Global",
            _ => false,
        }
    }

    /// A value of a known type, or `()`, of which nothing is known.
    fn within(self, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        match self.types.bytes(ty) {
            0 => self.rust_nothing(ty),
            _ => self.at_depth(ty, cells, depth),
        }
    }

    /// The variant that an `enum` is of, and the name of the `enum`.
    fn variant(self, ty: TypeId, cells: &[Cell]) -> Option<(&'a DebugVariant, &'a str)> {
        let DebugType::Variants { name, tag, variants, .. } = self.types.resolved(ty) else { return None };
        let Some(tag) = tag else { return variants.first().map(|only| (only, &**name)) };
        let from = usize::try_from(tag.at_bit / 8).ok()?;
        let bytes = usize::try_from(self.types.bytes(tag.ty)).ok()?.clamp(1, 16);
        let cells = cells.get(from..from.checked_add(bytes)?)?;
        let found = match cells.iter().any(|cell| cell.object != 0) {
            // A pointer is none of the numbers that stand for other variants.
            true => None,
            false if cells::is_undefined(cells) => return None,
            false => {
                let mask = u128::MAX >> (128 - bytes * 8);
                let number = cells::number(cells) & mask;
                let is_it = |variant: &&DebugVariant| match variant.tag {
                    Tag::Is(value) => i128::from(value).cast_unsigned() & mask == number,
                    Tag::Otherwise | Tag::Unknown => false,
                };
                variants.iter().find(is_it)
            }
        };
        let known = variants.iter().all(|variant| variant.tag != Tag::Unknown);
        let otherwise = || variants.iter().find(|variant| variant.tag == Tag::Otherwise).filter(|_| known);
        found.or_else(otherwise).map(|variant| (variant, &**name))
    }

    fn choice(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let (variant, name) = self.variant(ty, cells)?;
        let name = type_name(name);
        let text = self.rust_named(&variant.name, variant.ty, cells, depth);
        Some(if PRELUDE.contains(&name) || name.is_empty() { text } else { format!("{name}::{text}") })
    }

    /// The member of a variant like `Some`, which is all there is to it.
    fn only_member(self, ty: TypeId) -> Option<(TypeId, usize)> {
        match self.types.resolved(ty) {
            DebugType::Struct { fields, .. } => match &fields[..] {
                [only] if is_numbered(only) => Some((only.ty, usize::try_from(only.at_bit / 8).ok()?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where a string, vector or slice begins, and how many elements it has. What is empty begins nowhere.
    fn extent(self, value: Value<'_>) -> Option<(Option<Pointer>, u64)> {
        let word = |name: &str| self.member(value.ty, name).map(|(_, at)| at);
        let (data, count) = match word("data_ptr") {
            Some(data) => (data, word("length")?),
            None => (word("pointer")?, word("len")?),
        };
        let count = self.number(value.cells, count, 8)?;
        let data = cells::pointer(value.cells.get(data..data.checked_add(8)?)?);
        (data.is_some() || count == 0).then_some((data, count))
    }

    /// The type of the elements of a vector or slice.
    fn row_of(self, ty: TypeId) -> Option<TypeId> {
        let data = self.member(ty, "data_ptr").map(|(data, _)| self.types.resolved(data));
        match data {
            Some(DebugType::Pointer { to }) => Some(*to),
            Some(_) => None,
            None => self.types.arguments(ty).first().copied(),
        }
    }

    fn text(self, value: Value<'_>) -> Option<String> {
        let (data, count) = self.extent(value)?;
        let shown = u32::try_from(count.min(u64::from(text::STRING_BYTES_MAX))).ok()?;
        let cells = match data.filter(|_| shown > 0) {
            Some(data) => self.world.cells(data.object, data.offset, shown),
            None => Vec::new(),
        };
        (cells.len() == shown as usize).then(|| text::counted(&cells, 1)).flatten()
    }

    fn deque(self, value: Value<'_>, contents: Contents) -> Option<Contents> {
        let of = *self.types.arguments(value.ty).first()?;
        let number = |name: &str| self.number(value.cells, self.member(value.ty, name)?.1, 8);
        let (head, count, room) = (number("head")?, number("len")?, number("cap")?);
        let size = self.types.bytes(of);
        if count == 0 || size == 0 {
            return Some(Contents { count, ..contents });
        }
        let (_, data) = self.member(value.ty, "pointer")?;
        let data = cells::pointer(value.cells.get(data..data.checked_add(8)?)?)?;
        let element = |i: u64| {
            let index = head.checked_add(i)?.checked_rem(room)?;
            let offset = data.offset.checked_add(u32::try_from(index.checked_mul(size)?).ok()?)?;
            Some(at(of, Pointer { offset, ..data }))
        };
        let elements: Option<Vec<Element>> = (0..count.min(BUCKETS_MAX)).map(element).collect();
        Some(Contents { elements: elements?, count, memory: vec![data], ..contents })
    }

    /// A table that has a byte for each bucket, with the buckets before these bytes, the first one last.
    fn table(self, value: Value<'_>, contents: Contents) -> Option<Contents> {
        let number = |name: &str| self.number(value.cells, self.member(value.ty, name)?.1, 8);
        let (count, mask) = (number("items")?, number("bucket_mask")?);
        if count == 0 {
            return Some(contents);
        }
        let (table, _) = self.raw_table(value.ty)?;
        let pair = *self.types.arguments(table).first()?;
        let size = u32::try_from(self.types.bytes(pair)).ok()?;
        let (_, ctrl) = self.member(value.ty, "ctrl")?;
        let ctrl = cells::pointer(value.cells.get(ctrl..ctrl.checked_add(8)?)?)?;
        let buckets = u32::try_from(mask.checked_add(1)?.min(BUCKETS_MAX)).ok()?;
        let bytes = self.world.cells(ctrl.object, ctrl.offset, buckets);
        let (key, value_of) = (self.member(pair, "__0")?, self.member(pair, "__1"));
        let mut elements = Vec::new();
        for (i, cell) in (1..).zip(&bytes) {
            if cell.undef != 0 || cell.byte & 0x80 != 0 {
                continue;
            }
            let place = |at: usize| {
                let offset = ctrl.offset.checked_sub(size.checked_mul(i)?)?.checked_add(u32::try_from(at).ok()?)?;
                Some(Pointer { offset, ..ctrl })
            };
            let map = contents.style == Style::Map;
            elements.push(match value_of.filter(|_| map) {
                Some((ty, behind)) => {
                    Element { key: Some((key.0, Place::At(place(key.1)?))), ..at(ty, place(behind)?) }
                }
                None => at(key.0, place(key.1)?),
            });
        }
        let start = Pointer { offset: 0, ..ctrl };
        Some(Contents { elements, count, memory: vec![start], ..contents })
    }

    fn raw_table(self, ty: TypeId) -> Option<(TypeId, usize)> {
        self.member(ty, "table").filter(|(table, _)| self.member(*table, "ctrl").is_some())
    }

    fn rust_elements(self, cells: &[Cell], contents: &Contents, depth: u32) -> String {
        let texts = contents.elements.iter().map(|element| {
            let held = |ty: TypeId, place: Place| match self.types.bytes(ty) {
                0 => self.rust_nothing(ty),
                _ => self.at_depth(ty, &self.cells_at(cells, place, ty), depth + 1),
            };
            let value = held(element.ty, element.place);
            match element.key {
                Some((ty, place)) => format!("{}: {value}", held(ty, place)),
                None => value,
            }
        });
        let brackets = match contents.style {
            Style::Map | Style::Set => ["{", "}"],
            _ => ["[", "]"],
        };
        self.bracketed(texts, contents.count, depth, brackets, String::clone)
    }

    fn boxed(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let DebugType::Pointer { to } = self.types.resolved(ty) else { return None };
        let Some(place) = cells::pointer(cells) else { return Some(self.pointer(*to, cells)) };
        let held = self.cells_at(&[], Place::At(place), *to);
        Some(match held.is_empty() {
            false => format!("Box({})", self.at_depth(*to, &held, depth + 1)),
            // What was freed is told by where it was.
            true => self.pointer(*to, cells),
        })
    }

    /// An `Arc` or `Rc`, and how many there are of it if there are several.
    fn counted(self, name: &str, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let Some((to, pointer)) = self.first_pointer(Value { ty, cells }) else {
            return Some(match self.shared_text(ty, cells) {
                Some(text) => format!("{name}({text})"),
                None => format!("{name}(…)"),
            });
        };
        let (_, strong) = self.member(to, "strong")?;
        let count = self.world.cells(pointer.object, pointer.offset.checked_add(u32::try_from(strong).ok()?)?, 8);
        let Some(count) = self.number(&count, 0, 8) else { return Some(self.pointer(to, cells.get(..8)?)) };
        let contents = self.rust_contents(known(self.types, ty)?, ty, cells)?;
        let held = contents.elements.first()?;
        let bytes = self.cells_at(cells, held.place, held.ty);
        let value = match self.types.bytes(held.ty) {
            0 => "…".into(),
            _ => self.at_depth(held.ty, &bytes, depth + 1),
        };
        Some(match count {
            1 => format!("{name}({value})"),
            count => format!("{name}({value}) ({count} owners)"),
        })
    }

    /// What an `Arc<str>` holds, which lies behind two counts.
    fn shared_text(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let DebugType::Struct { name, .. } = self.types.resolved(ty) else { return None };
        let (data, count) = self.extent(Value { ty, cells }).filter(|_| name.contains("<str"))?;
        let data = data?;
        let count = u32::try_from(count.min(u64::from(text::STRING_BYTES_MAX))).ok()?;
        let cells = self.world.cells(data.object, data.offset.checked_add(COUNTS_BYTES)?, count);
        (cells.len() == count as usize).then(|| text::counted(&cells, 1)).flatten()
    }

    /// The pointer that is the first word, and the type it points to.
    fn first_pointer(self, value: Value<'_>) -> Option<(TypeId, Pointer)> {
        let (ty, at) = self.member(value.ty, "pointer")?;
        let (ty, at) = match self.types.resolved(ty) {
            DebugType::Pointer { .. } => (ty, at),
            _ => return None,
        };
        let DebugType::Pointer { to } = self.types.resolved(ty) else { return None };
        Some((*to, cells::pointer(value.cells.get(at..at.checked_add(8)?)?)?))
    }

    fn ref_cell(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let (_, borrow) = self.member(ty, "borrow")?;
        let DebugType::Struct { fields, .. } = self.types.resolved(ty) else { return None };
        let value = fields.iter().find(|field| field.name == "value")?;
        let at = usize::try_from(value.at_bit / 8).ok()?;
        let text = self.within(value.ty, cells.get(at..)?, depth + 1);
        Some(match self.number(cells, borrow, 8)?.cast_signed() {
            0 => format!("RefCell({text})"),
            count @ 1.. => {
                format!("RefCell({text}) (borrowed{})", if count == 1 { "".into() } else { format!(" {count} times") })
            }
            _ => format!("RefCell({text}) (borrowed mutably)"),
        })
    }

    fn guarding(self, ty: TypeId, member: &str, cells: &[Cell], depth: u32) -> Option<String> {
        let DebugType::Struct { name, fields, .. } = self.types.resolved(ty) else { return None };
        let field = fields.iter().find(|field| field.name == member)?;
        let at = usize::try_from(field.at_bit / 8).ok()?;
        let cells = cells.get(at..)?;
        // What is on the heap is told by the way to it, unless somebody looks for such ways.
        let place = cells::pointer(cells).filter(|_| self.elements);
        let address = place.and_then(|place| self.world.address(place.object, place.offset));
        let address = address.unwrap_or_else(|| self.at_depth(field.ty, cells, depth));
        Some(format!("{}({address})", type_name(name)))
    }

    /// How far an initialisation is, by the word of std's `Once`.
    fn once(self, cells: &[Cell]) -> Option<&'static str> {
        Some(match self.number(cells, 0, 4)? & 3 {
            0 => "done",
            1 => "running",
            2 => "poisoned",
            _ => "not begun",
        })
    }

    fn once_lock(self, name: &str, member: &str, value: Value<'_>, depth: u32) -> Option<String> {
        let (_, once) = self.member(value.ty, "once")?;
        let state = self.once(value.cells.get(once..)?)?;
        let DebugType::Struct { fields, .. } = self.types.resolved(value.ty) else { return None };
        let field = fields.iter().find(|field| field.name == member)?;
        let at = usize::try_from(field.at_bit / 8).ok()?;
        if state != "done" {
            return Some(format!("{name}({state})"));
        }
        let (ty, by) = self.unwrapped(field.ty)?;
        // What is made at first use shares its place with the function that makes it.
        let (ty, within) = match self.types.resolved(ty) {
            DebugType::Struct { union: true, .. } => self.member(ty, "value")?,
            _ => (ty, 0),
        };
        Some(format!("{name}({})", self.within(ty, value.cells.get(at + by + within..)?, depth + 1)))
    }

    fn span(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let seconds = self.number(cells, self.member(ty, "secs")?.1, 8)?;
        let nanos = self.number(cells, self.member(ty, "nanos")?.1, 4)?;
        let nanos = u32::try_from(nanos).ok().filter(|nanos| *nanos < 1_000_000_000)?;
        Some(format!("{:?}", Duration::new(seconds, nanos)))
    }
}

fn at(ty: TypeId, place: Pointer) -> Element {
    Element { ty, place: Place::At(place), key: None, node: 0 }
}

/// The member of a tuple.
fn is_numbered(field: &DebugField) -> bool {
    field.name.strip_prefix("__").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// What stands before the members of a struct: nothing for a tuple.
fn type_name(name: &str) -> &str {
    match name.split('<').next().unwrap_or(name) {
        tuple if tuple.starts_with('(') => "",
        closure if closure.starts_with("{closure") => "closure",
        name => name,
    }
}

/// A variable that a closure has by reference.
fn captured(name: &str) -> &str {
    name.strip_prefix("_ref__").unwrap_or(name)
}

#[cfg(test)]
mod tests;
