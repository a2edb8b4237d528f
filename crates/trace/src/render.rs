//! Values as a C programmer would write them, by source type; those of Rust as Rust does.
//!
//! Integers, characters, booleans, enumerators by name, floats; pointers by what they point to;
//! strings in quotes; structs `{x = 1, y = 2}`. Undefined is `?`. Everything is bounded: depth,
//! number of elements, length of the text.

pub(crate) mod containers;
mod float;
mod holding;
mod pointer;
mod rust;
mod text;
mod thrown;
mod vocabulary;

use ir::{DebugType, TypeId};

use crate::cells::{self, Cell};
use crate::types::Types;

/// Structs and arrays within each other.
const DEPTH_MAX: u32 = 4;
/// Elements of an array, members of a struct.
const ITEMS_MAX: usize = 16;
/// Elements of what is deep inside others.
const ITEMS_MIN: usize = 4;
/// Equal elements in a row are written once if there are at least this many.
const REPEATS_MIN: usize = 4;
/// What memory is called that nobody but the library has names for.
pub(crate) const LIBRARY: &str = "memory of the library";

/// What memory is called that the compiler has made for a constant.
pub(crate) const CONSTANT: &str = "constant";

/// What local memory is called that no variable has.
pub(crate) const LOCAL: &str = "local memory";

/// Characters of a rendered value.
const VALUE_CHARS_MAX: usize = 240;

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Function(String),
    Variable {
        name: String,
        ty: TypeId,
        /// Its function has returned.
        gone: bool,
    },
    /// A heap block, by the number of its allocation.
    Block {
        number: u32,
        bytes: u32,
        freed: bool,
    },
    /// Memory without a name, such as a string literal; the text says what kind.
    Nameless(&'static str),
}

/// What rendering needs to see of a state.
pub(crate) trait World {
    fn target(&self, object: u32) -> Target;
    /// The contents of a live object from `offset` on, at most `len` bytes.
    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell>;
    /// What the trace calls the thread that the machine has this number for.
    fn thread(&self, _number: u32) -> Option<u32> {
        None
    }
    /// The address of a place on the heap, as the program would write it.
    fn address(&self, _object: u32, _offset: u32) -> Option<String> {
        None
    }
    /// A pointer to a place on the heap, if a container has it for an element.
    fn element(&self, _object: u32, _offset: u32) -> Option<String> {
        None
    }
}

/// What stands before the members of a container that is in the middle of a change.
const HALF_CHANGED: &str = "half changed: ";

/// Is this the text of something that was in the middle of a change?
pub(crate) fn is_half_changed(text: &str) -> bool {
    text.contains(HALF_CHANGED)
}

/// Renders values of one program in one state.
#[derive(Clone, Copy)]
pub(crate) struct Renderer<'a> {
    pub types: Types<'a>,
    pub world: &'a dyn World,
    /// Pointers to elements of containers are shown by the names of these, not as heap blocks.
    pub elements: bool,
}

impl Renderer<'_> {
    /// A value of type `ty`. `cells` may be longer (a register has eight) than the type says.
    pub(crate) fn value(self, ty: TypeId, cells: &[Cell]) -> String {
        let text = self.at_depth(ty, cells, 0);
        match text.char_indices().nth(VALUE_CHARS_MAX) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// A bit-field within `cells`.
    pub(crate) fn bit_field(self, ty: TypeId, cells: &[Cell], at_bit: u64, bits: u32) -> String {
        match cells::bits(cells, at_bit, bits) {
            Some(number) => self.small(ty, number, bits),
            None => "?".into(),
        }
    }

    fn at_depth(self, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        let bytes = usize::try_from(self.types.bytes(ty)).unwrap_or(usize::MAX);
        let cells = match self.types.resolved(ty) {
            DebugType::Unknown | DebugType::Function => cells,
            _ if bytes == 0 && self.types.rust => return self.rust_nothing(ty),
            _ if bytes == 0 => return "{}".into(),
            _ if bytes > cells.len() => return "?".into(),
            _ => &cells[..bytes],
        };
        if cells.is_empty() || cells::is_wholly_undefined(cells) {
            return "?".into();
        }
        if let Some(text) = self.rust_value(ty, cells, depth) {
            return text;
        }
        if self.types.is_opaque(ty) {
            return "{…}".into();
        }
        match self.types.resolved(ty) {
            DebugType::Struct { .. } => self.structure(ty, cells, depth),
            DebugType::Array { of, count } => self.array(*of, *count, cells, depth),
            DebugType::Pointer { to } => self.pointer(*to, cells),
            DebugType::Float { bits, name } => float::text(cells, *bits, name),
            DebugType::Unknown | DebugType::Function => self.unknown(cells),
            _ if cells.iter().any(|cell| cell.object != 0) => self.pointer(TypeId(0), cells),
            _ if cells::is_undefined(cells) => "?".into(),
            _ => self.small(ty, cells::number(cells), bytes as u32 * 8),
        }
    }

    /// Integers, booleans, characters, enumerators of `bits` bits.
    fn small(self, ty: TypeId, number: u128, bits: u32) -> String {
        let bits = bits.clamp(1, 128);
        let signed_value = (number << (128 - bits)) as i128 >> (128 - bits);
        match self.types.resolved(ty) {
            DebugType::Integer { signed: true, .. } => signed_value.to_string(),
            DebugType::Boolean { .. } if number <= 1 => (number == 1).to_string(),
            // `unsigned char` is more often a small number than a character.
            DebugType::Character { bits: 8, signed: false } => number.to_string(),
            DebugType::Character { signed, .. } => {
                let text = u32::try_from(number).ok().and_then(text::character);
                text.unwrap_or(match signed {
                    true => signed_value.to_string(),
                    false => number.to_string(),
                })
            }
            DebugType::Enum { name, values, .. } => match enumerator(values, number, signed_value) {
                text if self.types.rust && text.starts_with(char::is_alphabetic) => format!("{name}::{text}"),
                text => text,
            },
            _ => number.to_string(),
        }
    }

    fn unknown(self, cells: &[Cell]) -> String {
        if cells.len() > 8 {
            return format!("{{{} bytes}}", cells.len());
        }
        if cells.iter().any(|cell| cell.object != 0) {
            return self.pointer(TypeId(0), cells);
        }
        match cells::is_undefined(cells) {
            true => "?".into(),
            false => cells::number(cells).to_string(),
        }
    }

    fn structure(self, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        if let Some(contents) = self.container(ty, cells, depth) {
            return contents;
        }
        if let Some(only) = self.types.wrapped(ty) {
            if let Some((ty, at)) = self.unwrapped(ty).filter(|_| self.types.rust) {
                return self.at_depth(ty, cells.get(at..).unwrap_or(&[]), depth);
            }
            let from = usize::try_from(only.at_bit / 8).unwrap_or(usize::MAX);
            // A type that wraps itself would have no end.
            return match depth < DEPTH_MAX {
                true => self.at_depth(only.ty, cells.get(from..).unwrap_or(&[]), depth + 1),
                false => "{…}".into(),
            };
        }
        match depth < DEPTH_MAX {
            _ if self.types.rust => self.rust_structure(ty, cells, depth),
            true => format!("{{{}}}", self.members(ty, cells, depth)),
            false => "{…}".into(),
        }
    }

    /// The members of a struct, whatever it is.
    fn members(self, ty: TypeId, cells: &[Cell], depth: u32) -> String {
        if let Some(only) = self.types.wrapped(ty).filter(|_| depth < DEPTH_MAX) {
            let from = usize::try_from(only.at_bit / 8).unwrap_or(usize::MAX);
            let cells = cells.get(from..).unwrap_or(&[]);
            return match self.types.resolved(only.ty) {
                DebugType::Struct { .. } => self.members(only.ty, cells, depth + 1),
                _ => format!("{} = {}", only.name, self.at_depth(only.ty, cells, depth + 1)),
            };
        }
        let parts = self.types.parts(ty);
        let mut texts: Vec<String> = parts
            .iter()
            .take(ITEMS_MAX)
            .map(|part| {
                let from = usize::try_from(part.at_bit / 8).unwrap_or(usize::MAX);
                let value = match part.bits {
                    Some(bits) => self.bit_field(part.ty, cells, part.at_bit, bits),
                    None => self.at_depth(part.ty, cells.get(from..).unwrap_or(&[]), depth + 1),
                };
                match part.path.trim_start_matches('.') {
                    "" => value,
                    name => format!("{name} = {value}"),
                }
            })
            .collect();
        if parts.len() > ITEMS_MAX {
            texts.push("…".into());
        }
        texts.join(", ")
    }

    fn array(self, of: TypeId, count: u64, cells: &[Cell], depth: u32) -> String {
        if let DebugType::Character { bits: 8, .. } = self.types.resolved(of)
            && let Some(text) = text::string(cells, true)
        {
            return text;
        }
        if depth >= DEPTH_MAX {
            return "{…}".into();
        }
        let size = usize::try_from(self.types.bytes(of)).unwrap_or(0).max(1);
        self.list(cells.chunks_exact(size), count, depth, |element| self.at_depth(of, element, depth + 1))
    }

    /// Things in a row, of which there are `count`. Equal ones are written once; the more there are around it,
    /// the fewer are shown.
    fn list<T: PartialEq>(
        self,
        elements: impl Iterator<Item = T>,
        count: u64,
        depth: u32,
        text: impl Fn(&T) -> String,
    ) -> String {
        let brackets = if self.types.rust { ["[", "]"] } else { ["{", "}"] };
        self.bracketed(elements, count, depth, brackets, text)
    }

    fn bracketed<T: PartialEq>(
        self,
        elements: impl Iterator<Item = T>,
        count: u64,
        depth: u32,
        [open, close]: [&str; 2],
        text: impl Fn(&T) -> String,
    ) -> String {
        let items_max = (ITEMS_MAX >> depth.saturating_sub(1)).max(ITEMS_MIN);
        let mut texts: Vec<(T, String, usize)> = Vec::new();
        let mut shown = 0u64;
        for element in elements {
            let full = texts.len() == items_max;
            match texts.last_mut() {
                Some((last, _, repeats)) if *last == element => *repeats += 1,
                _ if full => break,
                _ => {
                    let text = text(&element);
                    texts.push((element, text, 1));
                }
            }
            shown += 1;
        }
        // As Rust writes an array of equal elements.
        if let ([(_, text, _)], true) = (&texts[..], self.types.rust && shown == count && count >= REPEATS_MIN as u64) {
            return format!("{open}{text}; {count}{close}");
        }
        let mut items: Vec<String> = Vec::new();
        for (_, text, repeats) in texts {
            match repeats >= REPEATS_MIN {
                true => items.push(format!("{text} × {repeats}")),
                false => items.extend(std::iter::repeat_n(text, repeats)),
            }
        }
        if shown < count {
            items.push(format!("… {} more", count - shown));
        }
        format!("{open}{}{close}", items.join(", "))
    }
}

/// The name of a value, or the names of its bits, or the number.
fn enumerator(values: &[(String, i64)], number: u128, signed: i128) -> String {
    let same = |value: i64| i128::from(value) == signed || value as u64 as u128 == number;
    if let Some((name, _)) = values.iter().find(|(_, value)| same(*value)) {
        return name.clone();
    }
    let mut left = number;
    let mut names = Vec::new();
    for (name, value) in values {
        let bit = *value as u64 as u128;
        if bit.is_power_of_two() && left & bit != 0 {
            left &= !bit;
            names.push(name.as_str());
        }
    }
    match left == 0 && !names.is_empty() {
        true => names.join(" | "),
        false => signed.to_string(),
    }
}

#[cfg(test)]
mod tests;
