//! Pointers by what they point to: `&counter`, `&a[3]`, `"text"`, `heap block #2 (24 bytes) + 8`.

use ir::{DebugType, TypeId};

use super::containers::{Word, is_container};
use super::text::{self, STRING_BYTES_MAX};
use super::{CONSTANT, LIBRARY, LOCAL, Renderer, Target, is_half_changed};
use crate::cells::{self, Cell, Pointer};
use crate::types::Part;

/// Texts that are told of a row of them.
const STRINGS_MAX: u32 = 8;
/// Parts within parts, when a pointer into a variable is named.
const PATH_MAX: u32 = 16;

impl Renderer<'_> {
    /// A pointer to a `to` (unknown: to anything).
    pub(crate) fn pointer(self, to: TypeId, cells: &[Cell]) -> String {
        if cells::is_undefined(cells) {
            return "?".into();
        }
        let Some(pointer) = cells::pointer(cells) else {
            return match cells::number(&cells[..cells.len().min(8)]) {
                _ if cells.iter().any(|cell| cell.object != 0) => "part of a pointer".into(),
                0 => "null".into(),
                number => format!("{number:#x}"),
            };
        };
        // What lies below the alignment of the target is the program's own mark.
        let align = u32::try_from(self.types.align(to)).unwrap_or(1);
        let target = self.world.target(pointer.object);
        let low = match target {
            Target::Function(_) => 0,
            _ => pointer.offset % align,
        };
        let plain = Pointer { offset: pointer.offset - low, ..pointer };
        let mut text = self.plain_pointer(to, plain, target);
        if low != 0 {
            text = format!("{text} | {low}");
        }
        match pointer.high {
            0 => text,
            high => format!("{text} | {high:#x} << 48"),
        }
    }

    fn plain_pointer(self, to: TypeId, pointer: Pointer, target: Target) -> String {
        if let DebugType::Character { bits: 8, .. } = self.types.resolved(to) {
            let len = STRING_BYTES_MAX;
            let cells = self.world.cells(pointer.object, pointer.offset, len);
            let string = (!cells.is_empty()).then(|| text::string(&cells, false));
            if let Some(string) = string.flatten() {
                return string;
            }
        }
        let offset = i64::from(pointer.offset as i32);
        match target {
            Target::Function(name) => plus(name, offset),
            Target::Nameless(LIBRARY) => {
                let strings = self.strings(to, pointer);
                let thrown = || self.pointer_to_thrown(pointer);
                let known = strings.or_else(thrown).or_else(|| self.lent(to));
                known.unwrap_or_else(|| plus(LIBRARY.into(), offset))
            }
            Target::Nameless(what) => {
                let constant = self.types.rust && what == CONSTANT;
                let passed = (what == LOCAL || constant).then(|| self.passed(to, pointer)).flatten();
                passed.unwrap_or_else(|| plus(what.into(), offset))
            }
            Target::Block { number, bytes, freed } => {
                let element = || self.world.element(pointer.object, pointer.offset);
                if let Some(element) = (self.elements && !freed).then(element).flatten() {
                    return element;
                }
                let state = if freed { ", freed" } else { "" };
                plus(format!("heap block #{number} ({bytes} bytes{state})"), offset)
            }
            Target::Variable { name, ty, gone } => {
                let path = self.path_to(ty, offset, to);
                let place = match path {
                    Some(path) => format!("&{name}{path}"),
                    None => plus(format!("&{name}"), offset),
                };
                if gone { format!("{place} (gone)") } else { place }
            }
        }
    }

    /// What a reference to a temporary refers to, if it is a number or a string.
    fn passed(self, to: TypeId, pointer: Pointer) -> Option<String> {
        let plain = match self.types.resolved(to) {
            DebugType::Unknown | DebugType::Pointer { .. } | DebugType::Array { .. } | DebugType::Function => false,
            DebugType::Struct { .. } => matches!(self.word_of(to), Some(Word::String | Word::StringView)),
            _ => true,
        };
        let bytes = u32::try_from(self.types.bytes(to)).ok().filter(|bytes| plain && *bytes > 0)?;
        let cells = self.world.cells(pointer.object, pointer.offset, bytes);
        let value = (u32::try_from(cells.len()) == Ok(bytes)).then(|| self.value(to, &cells))?;
        (value != "?" && !is_half_changed(&value)).then(|| format!("&{value}"))
    }

    /// What the library lets the program use, by its type: `a FILE`.
    fn lent(self, to: TypeId) -> Option<String> {
        let named = matches!(self.types.resolved(to), DebugType::Struct { .. });
        let spelt = self.types.spelt(to);
        let spelt = spelt.strip_prefix("struct ").unwrap_or(&spelt);
        (named && !spelt.is_empty()).then(|| {
            let article = if spelt.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
            format!("{article} {spelt}")
        })
    }

    /// Arguments and environment: texts in a row, and a null.
    fn strings(self, to: TypeId, pointer: Pointer) -> Option<String> {
        let DebugType::Pointer { to: character } = self.types.resolved(to) else { return None };
        let DebugType::Character { bits: 8, .. } = self.types.resolved(*character) else { return None };
        let cells = self.world.cells(pointer.object, pointer.offset, STRINGS_MAX * 8);
        let mut texts: Vec<String> = cells.chunks_exact(8).map(|word| self.pointer(*character, word)).collect();
        match texts.iter().position(|text| text == "null") {
            Some(end) => texts.truncate(end),
            None if texts.is_empty() => return None,
            None => texts.push("…".into()),
        }
        Some(format!("{{{}}}", texts.join(", ")))
    }

    /// A part of a value, unless what it consists of means nothing to a user.
    fn part_at(self, ty: TypeId, offset: u64, bytes: u64) -> Option<Part> {
        (!is_container(self.types, ty)).then(|| self.types.part_at(ty, offset, bytes)).flatten()
    }

    /// The smallest part of a `ty` that holds `bytes` bytes at `offset`.
    pub(crate) fn path(self, ty: TypeId, offset: u32, bytes: u32) -> String {
        let (mut path, mut ty, mut offset) = (String::new(), ty, u64::from(offset));
        for _ in 0..PATH_MAX {
            let Some(part) = self.part_at(ty, offset, bytes.into()) else {
                break;
            };
            path.push_str(&part.path);
            offset -= part.at_bit / 8;
            ty = part.ty;
        }
        path
    }

    /// The part of a `ty` that starts at `offset` and is a `to`, or else the outermost that starts
    /// there.
    pub(crate) fn path_to(self, ty: TypeId, offset: i64, to: TypeId) -> Option<String> {
        let mut offset = u64::try_from(offset).ok()?;
        let wanted = self.types.resolve(to);
        let (mut path, mut ty) = (String::new(), ty);
        let mut outermost = (offset == 0).then(String::new);
        for _ in 0..PATH_MAX {
            let array = matches!(self.types.resolved(ty), DebugType::Array { .. });
            // A pointer to anything at the start of an array is one to its first element.
            let found = self.types.resolve(ty) == wanted || wanted == TypeId(0) && !array;
            if offset == 0 && found {
                return Some(path);
            }
            let Some(part) = self.part_at(ty, offset, 1) else {
                // What a variant or a cell of Rust's holds has no name but that of the whole.
                let within = self.types.rust && is_container(self.types, ty);
                outermost = outermost.or(within.then_some(path));
                break;
            };
            path.push_str(&part.path);
            offset -= part.at_bit / 8;
            ty = part.ty;
            if offset == 0 && outermost.is_none() {
                outermost = Some(path.clone());
            }
        }
        outermost
    }
}

fn plus(text: String, offset: i64) -> String {
    match offset {
        0 => text,
        1.. => format!("{text} + {offset}"),
        _ => format!("{text} - {}", offset.unsigned_abs()),
    }
}
