//! Which parts of a value differ before and after a write, named and rendered.

use std::ops::Range;

use ir::{DebugType, TypeId};

use crate::cells::{self, Cell};
use crate::render::Renderer;
use crate::render::containers::is_container;
use crate::types::Part;

/// If more parts of a struct or array changed, the whole is shown instead.
const PARTS_MAX: usize = 4;

/// Structs and arrays within each other.
const DEPTH_MAX: u32 = 16;

/// A changed part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// To be appended to the name of the whole.
    pub path: String,
    /// None if nothing of it was defined before.
    pub old: Option<String>,
    pub new: String,
    /// If it is a container, whose elements have names of their own: where it starts, and its type.
    pub container: Option<(u64, TypeId)>,
}

/// A value before and after.
#[derive(Clone, Copy)]
pub(crate) struct Diff<'a> {
    pub renderer: Renderer<'a>,
    pub old: &'a [Cell],
    pub new: &'a [Cell],
}

impl Diff<'_> {
    /// The differences of a value of type `ty`, of which `written` bytes were written.
    pub(crate) fn differences(self, ty: TypeId, written: Range<u64>) -> Vec<Difference> {
        let whole = Part { path: String::new(), ty, at_bit: 0, bits: None };
        let mut out = Vec::new();
        self.walk(&whole, &written, 0, &mut out);
        out
    }

    /// The smallest part that was written, as if it had changed.
    pub(crate) fn same(self, ty: TypeId, written: Range<u64>) -> Option<Difference> {
        let types = self.renderer.types;
        let bytes = written.end.checked_sub(written.start)?;
        let mut whole = Part { path: String::new(), ty, at_bit: 0, bits: None };
        for _ in 0..DEPTH_MAX {
            if types.is_opaque(whole.ty) {
                return None;
            }
            if is_container(types, whole.ty) {
                break;
            }
            let at = written.start.checked_sub(whole.at_bit / 8)?;
            let Some(part) = types.part_at(whole.ty, at, bytes) else {
                break;
            };
            whole = Part { path: format!("{}{}", whole.path, part.path), at_bit: whole.at_bit + part.at_bit, ..part };
        }
        Some(self.difference(&whole))
    }

    fn walk(self, part: &Part, written: &Range<u64>, depth: u32, out: &mut Vec<Difference>) {
        let types = self.renderer.types;
        if !self.differs(part) || types.is_opaque(part.ty) {
            return;
        }
        let parts = match depth < DEPTH_MAX && part.bits.is_none() && !is_container(types, part.ty) {
            true => self.parts(part, written),
            false => Vec::new(),
        };
        if parts.is_empty() {
            out.push(self.difference(part));
            return;
        }
        let before = out.len();
        for inner in &parts {
            let inner = Part {
                path: format!("{}{}", part.path, inner.path),
                at_bit: part.at_bit + inner.at_bit,
                ..inner.clone()
            };
            self.walk(&inner, written, depth + 1, out);
        }
        // Too many, or the whole is initialised at once.
        let fresh = self.old.get(self.range(part)).is_some_and(cells::is_wholly_undefined);
        if out.len() - before > PARTS_MAX || fresh && out.len() - before > 1 {
            out.truncate(before);
            out.push(self.difference(part));
        }
    }

    /// The parts to look into; none if the value is best shown as a whole.
    fn parts(self, part: &Part, written: &Range<u64>) -> Vec<Part> {
        let types = self.renderer.types;
        let start = part.at_bit / 8;
        match types.resolved(part.ty) {
            DebugType::Array { of, .. } => {
                let text = matches!(types.resolved(*of), DebugType::Character { bits: 8, .. });
                let size = types.bytes(*of);
                if text || size == 0 {
                    return Vec::new();
                }
                let end = start + types.bytes(part.ty);
                let (from, to) = (written.start.max(start), written.end.min(end));
                let indices = from.saturating_sub(start) / size..to.saturating_sub(start).div_ceil(size);
                let one = |i| types.part_at(part.ty, i * size, size);
                // One more than are shown tells that there are too many.
                indices.filter_map(one).take(WALKED_MAX).collect()
            }
            DebugType::Struct { union: true, .. } => {
                let at = written.start.saturating_sub(start);
                let len = written.end.saturating_sub(written.start.max(start));
                types.part_at(part.ty, at, len).into_iter().collect()
            }
            _ => types.parts(part.ty),
        }
    }

    fn range(self, part: &Part) -> Range<usize> {
        let bits = part.bits.map_or(self.renderer.types.bytes(part.ty) * 8, u64::from);
        let from = usize::try_from(part.at_bit / 8).unwrap_or(usize::MAX);
        let to = usize::try_from((part.at_bit + bits).div_ceil(8)).unwrap_or(usize::MAX);
        // Of an unknown type we know only that it is all there is.
        let to = if bits == 0 { self.new.len() } else { to.min(self.new.len()) };
        from.min(to)..to
    }

    fn differs(self, part: &Part) -> bool {
        let range = self.range(part);
        match part.bits {
            Some(bits) => cells::bits(self.old, part.at_bit, bits) != cells::bits(self.new, part.at_bit, bits),
            None => self.old.get(range.clone()) != self.new.get(range),
        }
    }

    fn difference(self, part: &Part) -> Difference {
        let range = self.range(part);
        let text = |all: &[Cell]| match part.bits {
            Some(bits) => self.renderer.bit_field(part.ty, all, part.at_bit, bits),
            None => self.renderer.value(part.ty, all.get(range.clone()).unwrap_or(&[])),
        };
        let old = text(self.old);
        let container = is_container(self.renderer.types, part.ty).then_some((part.at_bit / 8, part.ty));
        Difference { path: part.path.clone(), old: (old != "?").then_some(old), new: text(self.new), container }
    }
}

/// Elements of an array that are looked at after one write.
const WALKED_MAX: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Target, World};
    use crate::types::Types;
    use crate::types::tests::{field, structure};

    struct Nothing;

    impl World for Nothing {
        fn target(&self, _: u32) -> Target {
            Target::Nameless("constant")
        }
        fn cells(&self, _: u32, _: u32, _: u32) -> Vec<Cell> {
            Vec::new()
        }
    }

    /// 1 int, 2 struct { int a; int b : 3; int c : 5; int d[8]; }, 3 int[8], 4 char[8], 5 char
    fn types() -> Vec<DebugType> {
        let fields = vec![
            field("a", 1, 0, None),
            field("b", 1, 32, Some(3)),
            field("c", 1, 35, Some(5)),
            field("d", 3, 64, None),
        ];
        let array = |of| DebugType::Array { of: TypeId(of), count: 8 };
        vec![
            DebugType::Unknown,
            DebugType::Integer { name: "int".into(), bits: 32, signed: true },
            structure("s", 40, fields),
            array(1),
            array(5),
            DebugType::Character { bits: 8, signed: true },
        ]
    }

    /// `writes` are (offset, byte) over zeros.
    #[track_caller]
    fn check(ty: u32, writes: &[(usize, u8)], expected: &[&str]) {
        let types = types();
        let types = Types::from_slice(&types);
        let old = vec![Cell::int(0); types.bytes(TypeId(ty)).max(4) as usize];
        let mut new = old.clone();
        for (at, byte) in writes {
            new[*at] = Cell::int(*byte);
        }
        let diff = Diff { renderer: Renderer { types, world: &Nothing, elements: false }, old: &old, new: &new };
        let all = 0..old.len() as u64;
        let found: Vec<_> = diff
            .differences(TypeId(ty), all)
            .into_iter()
            .map(|d| format!("{}: {} -> {}", d.path, d.old.unwrap_or_default(), d.new))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn changed_parts_are_named() {
        check(1, &[(0, 7)], &[": 0 -> 7"]);
        check(1, &[], &[]);
        check(2, &[(0, 1)], &[".a: 0 -> 1"]);
        check(2, &[(4, 0b0000_1000)], &[".c: 0 -> 1"]);
        check(2, &[(4, 0b0001_0001)], &[".b: 0 -> 1", ".c: 0 -> 2"]);
        check(2, &[(12, 5)], &[".d[1]: 0 -> 5"]);
        check(3, &[(4, 1), (28, 2)], &["[1]: 0 -> 1", "[7]: 0 -> 2"]);
        check(4, &[(0, b'h'), (1, b'i')], &[": \"\" -> \"hi\""]);
        check(0, &[(0, 3)], &[": 0 -> 3"]);
    }

    #[test]
    fn many_changes_are_shown_as_one() {
        let writes: Vec<_> = (0..5).map(|i| (i * 4, 1)).collect();
        check(3, &writes, &[": {0 × 8} -> {1 × 5, 0, 0, 0}"]);
    }

    #[test]
    fn an_initialisation_is_shown_as_one() {
        let types = types();
        let renderer = Renderer { types: Types::from_slice(&types), world: &Nothing, elements: false };
        let mut new = [Cell::UNDEF; 32];
        new[..8].fill(Cell::int(0));
        let diff = Diff { renderer, old: &[Cell::UNDEF; 32], new: &new };
        let found = diff.differences(TypeId(3), 0..8);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.as_str(), found[0].new.as_str()), ("", "{0, 0, ? × 6}"));
    }

    #[test]
    fn what_was_undefined_has_no_old_value() {
        let types = types();
        let diff = Diff {
            renderer: Renderer { types: Types::from_slice(&types), world: &Nothing, elements: false },
            old: &[Cell::UNDEF; 4],
            new: &[Cell::int(0); 4],
        };
        let found = diff.differences(TypeId(1), 0..4);
        assert_eq!(found[0].old, None);
        assert_eq!(found[0].new, "0");
    }
}
