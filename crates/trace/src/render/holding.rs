//! Containers of the C++ libraries, written by what they hold.

use ir::{DebugType, TypeId};

use super::containers::{Contents, Element, Place, Style, class};
use super::{DEPTH_MAX, HALF_CHANGED, Renderer, text};
use crate::cells::Cell;

/// What is said of an object that nobody owns any more.
const EXPIRED: &str = "(0 owners)";

impl Renderer<'_> {
    /// What a container holds, or a value of a class that is as good as built in. None if this is neither.
    pub(super) fn container(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        if class(self.types, ty) == Some("pair") {
            return self.pair(ty, cells, depth);
        }
        let text = match self.word_of(ty) {
            Some(word) => self.spoken(word, ty, cells, depth),
            None if !self.has_shape(ty) => return None,
            None => self.contents(ty, cells).and_then(|contents| match depth < DEPTH_MAX || contents.count == 0 {
                true => self.holding(ty, cells, &contents, depth),
                false => Some("{…}".into()),
            }),
        };
        let half = || match depth < DEPTH_MAX {
            true => format!("{{{HALF_CHANGED}{}}}", self.members(ty, cells, depth)),
            false => "{…}".into(),
        };
        Some(text.unwrap_or_else(half))
    }

    fn pair(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let parts = self.types.parts(ty);
        let [first, second] = &parts[..] else { return None };
        if (&*first.path, &*second.path) != (".first", ".second") || depth >= DEPTH_MAX {
            return None;
        }
        let text = |part: &crate::types::Part| {
            let from = usize::try_from(part.at_bit / 8).unwrap_or(usize::MAX);
            self.at_depth(part.ty, cells.get(from..).unwrap_or(&[]), depth + 1)
        };
        Some(format!("({}, {})", text(first), text(second)))
    }

    fn holding(self, ty: TypeId, cells: &[Cell], contents: &Contents, depth: u32) -> Option<String> {
        let only = || contents.elements.first().map(|element| self.element(cells, element, depth));
        match contents.style {
            Style::Sequence | Style::Set | Style::Map => Some(self.elements(cells, contents, depth)),
            Style::Tuple => {
                let texts: Vec<_> = contents.elements.iter().map(|e| self.element(cells, e, depth)).collect();
                Some(format!("({})", texts.join(", ")))
            }
            Style::Optional => Some(only().unwrap_or_else(|| "nullopt".into())),
            Style::Expected => {
                // An `expected<void, E>` has nothing to show.
                let text = only().unwrap_or_else(|| "{}".into());
                Some(if contents.alternative == Some(0) { text } else { format!("unexpected({text})") })
            }
            Style::Variant => Some(match contents.alternative.zip(only()) {
                Some((index, text)) => format!("({}) {text}", self.argument_name(ty, index)),
                None => "valueless".into(),
            }),
            Style::Choice => only(),
            Style::Pointer => Some(self.behind_pointer(cells, contents, depth)),
            Style::Shared => self.shared(ty, cells, contents, depth),
            Style::Weak => Some(match self.shared(ty, cells, contents, depth)? {
                expired if expired.ends_with(EXPIRED) => "weak, expired".into(),
                held => format!("weak {held}"),
            }),
        }
    }

    fn element(self, whole: &[Cell], element: &Element, depth: u32) -> String {
        self.held(whole, element.ty, element.place, depth)
    }

    /// What is held at a place.
    pub(crate) fn held(self, whole: &[Cell], ty: TypeId, place: Place, depth: u32) -> String {
        let cells = self.cells_at(whole, place, ty);
        // A class without members has a byte that nobody writes.
        if matches!(self.types.resolved(ty), DebugType::Struct { fields, .. } if fields.is_empty()) {
            return "{}".into();
        }
        match (place, cells.first()) {
            (Place::Bit(_, bit), Some(cell)) if cell.undef >> bit & 1 == 0 => (cell.byte >> bit & 1 == 1).to_string(),
            (Place::Bit(..), _) => "?".into(),
            _ => self.at_depth(ty, &cells, depth + 1),
        }
    }

    fn elements(self, cells: &[Cell], contents: &Contents, depth: u32) -> String {
        if contents.elements.is_empty() && contents.count > 0 {
            return format!("{{{} element{}}}", contents.count, if contents.count == 1 { "" } else { "s" });
        }
        let character = |ty| matches!(self.types.resolved(ty), DebugType::Character { bits: 8, .. });
        if let Some(first) = contents.elements.first().filter(|first| character(first.ty)) {
            let all: Vec<Cell> =
                contents.elements.iter().flat_map(|element| self.cells_at(cells, element.place, first.ty)).collect();
            if let Some(text) = text::string(&all, true) {
                return text;
            }
        }
        let texts = contents.elements.iter().map(|element| {
            let value = self.element(cells, element, depth);
            match element.key {
                Some((ty, place)) => format!("{}: {value}", self.held(cells, ty, place, depth)),
                None => value,
            }
        });
        self.list(texts, contents.count, depth, String::clone)
    }

    /// What a smart pointer points to.
    fn behind_pointer(self, cells: &[Cell], contents: &Contents, depth: u32) -> String {
        let Some(element) = contents.elements.first() else { return "null".into() };
        let held = self.cells_at(cells, element.place, element.ty);
        match held.is_empty() || self.types.is_opaque(element.ty) {
            false => format!("&{}", self.at_depth(element.ty, &held, depth + 1)),
            true => self.pointer(element.ty, cells.get(..8).unwrap_or(&[])),
        }
    }

    fn shared(self, ty: TypeId, cells: &[Cell], contents: &Contents, depth: u32) -> Option<String> {
        let held = self.behind_pointer(cells, contents, depth);
        let Some(mut control) = self.word(cells, 8)? else { return Some(held) };
        // An atomic one keeps a lock in the lowest bit.
        control.offset &= !1;
        let counts = self.world.cells(control.object, control.offset.checked_add(8)?, 8);
        // libc++ counts from 0.
        let owners = match self.member(ty, "__cntrl_") {
            Some(_) => self.number(&counts, 0, 8)?.wrapping_add(1),
            None => self.number(&counts, 0, 4)?,
        };
        Some(format!("{held} ({owners} owner{})", if owners == 1 { "" } else { "s" }))
    }
}
