use std::collections::BTreeMap;

use ir::{DebugField, DebugType, DebugVariant, Tag, TypeId, Word};

use crate::cells::Cell;
use crate::cells::tests::of_words;
use crate::render::{Renderer, Target, World};
use crate::types::Types;
use crate::types::tests::{field, structure};

/// Objects of words.
#[derive(Default)]
struct Memory(BTreeMap<u32, Vec<Word>>);

impl World for Memory {
    fn target(&self, object: u32) -> Target {
        Target::Block { number: object, bytes: 64, freed: !self.0.contains_key(&object) }
    }

    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell> {
        let cells = self.0.get(&object).map(|words| of_words(words)).unwrap_or_default();
        cells.into_iter().skip(offset as usize).take(len as usize).collect()
    }
}

fn class(name: &str, bytes: u64, members: &[(&str, u32, u64)], made_for: &[u32]) -> DebugType {
    let fields: Vec<DebugField> = members.iter().map(|(name, ty, at)| field(name, *ty, at * 8, None)).collect();
    let arguments = made_for.iter().map(|ty| TypeId(*ty)).collect();
    DebugType::Struct { name: name.into(), bytes, fields, union: false, arguments }
}

fn variants(name: &str, bytes: u64, tag: Option<(u32, u64)>, of: &[(&str, u32, Tag)]) -> DebugType {
    DebugType::Variants {
        name: name.into(),
        bytes,
        tag: tag.map(|(ty, at)| field("", ty, at * 8, None)),
        variants: of
            .iter()
            .map(|(name, ty, tag)| DebugVariant { name: (*name).into(), ty: TypeId(*ty), tag: *tag })
            .collect(),
        arguments: Vec::new(),
    }
}

const U64: u32 = 1;
const U32: u32 = 2;
const U8: u32 = 3;
const POINTER: u32 = 4;

/// Types by number: see the comments.
fn types() -> Vec<DebugType> {
    let int = |name: &str, bits| DebugType::Integer { name: name.into(), bits, signed: false };
    let alias = |name: &str, of| DebugType::Alias { name: name.into(), of: TypeId(of) };
    vec![
        DebugType::Unknown,
        int("u64", 64),
        int("u32", 32),
        int("u8", 8),
        DebugType::Pointer { to: TypeId(U64) },
        // 5: None, 6: Some, 7: an option with a tag, 8: one with a niche
        class("None", 16, &[], &[]),
        class("Some", 16, &[("__0", U64, 8)], &[]),
        variants("Option<u64>", 16, Some((U64, 0)), &[("None", 5, Tag::Is(0)), ("Some", 6, Tag::Is(1))]),
        variants("Option<Box<u64>>", 8, Some((U64, 0)), &[("None", 9, Tag::Is(0)), ("Some", 10, Tag::Otherwise)]),
        class("None", 8, &[], &[]),
        class("Some", 8, &[("__0", 11, 0)], &[]),
        // 11: a box
        alias("alloc::boxed::Box<u64, alloc::alloc::Global>", POINTER),
        // 12 to 15: an enum of the program's
        class("Circle", 16, &[("r", U32, 4)], &[]),
        class("Rect", 16, &[("__1", U64, 8), ("__0", U32, 4)], &[]),
        class("Empty", 16, &[], &[]),
        variants(
            "Shape",
            16,
            Some((U32, 0)),
            &[("Circle", 12, Tag::Is(0)), ("Rect", 13, Tag::Is(1)), ("Empty", 14, Tag::Is(-1))],
        ),
        // 16: a vector, 17: a string, 18: a slice, 19: a text
        class("Vec<u64, alloc::alloc::Global>", 24, &[("buf", 20, 0), ("len", U64, 16)], &[U64]),
        class("String", 24, &[("vec", 21, 0)], &[]),
        class("&[u64]", 16, &[("data_ptr", POINTER, 0), ("length", U64, 8)], &[]),
        class("&str", 16, &[("data_ptr", POINTER, 0), ("length", U64, 8)], &[]),
        // 20, 21
        class("RawVec<u64>", 16, &[("cap", U64, 0), ("pointer", POINTER, 8)], &[]),
        class("Vec<u8, alloc::alloc::Global>", 24, &[("buf", 20, 0), ("len", U64, 16)], &[U8]),
        // 22: an Arc, 23: what it points to, 24: the pointer
        class("Arc<u64, alloc::alloc::Global>", 8, &[("ptr", 25, 0), ("phantom", 26, 8)], &[U64]),
        class("ArcInner<u64>", 24, &[("strong", U64, 0), ("weak", U64, 8), ("data", U64, 16)], &[]),
        DebugType::Pointer { to: TypeId(23) },
        class("NonNull<ArcInner<u64>>", 8, &[("pointer", 24, 0)], &[]),
        class("PhantomData<u64>", 0, &[], &[]),
        // 27: a tuple struct, 28: a tuple, 29: a struct without members
        class("Wrap", 4, &[("__0", U32, 0)], &[]),
        class("(u64, u32)", 16, &[("__0", U64, 0), ("__1", U32, 8)], &[]),
        class("Unit", 0, &[], &[]),
        // 30
        class("Duration", 16, &[("secs", U64, 0), ("nanos", U32, 8)], &[]),
        DebugType::Array { of: TypeId(U32), count: 4 },
        // 32: with one variant only, 33: with a number that is not known
        variants("Only", 16, None, &[("Some", 6, Tag::Otherwise)]),
        variants("Large", 16, Some((U64, 0)), &[("None", 5, Tag::Unknown), ("Some", 6, Tag::Otherwise)]),
        // 34: a deque
        class("VecDeque<u64>", 32, &[("buf", 20, 0), ("head", U64, 16), ("len", U64, 24)], &[U64]),
        // 35
        DebugType::Enum { name: "Colour".into(), bits: 8, values: vec![("Red".into(), 0), ("Green".into(), 7)] },
        // 36: a class of the program's that is called like one of the library's
        structure("Vec<u64>", 8, vec![field("x", U64, 0, None)]),
    ]
}

#[track_caller]
fn check(memory: &Memory, ty: u32, words: &[Word], expected: &str) {
    let types = types();
    let mut types = Types::from_slice(&types);
    types.rust = true;
    let renderer = Renderer { types, world: memory, elements: false };
    assert_eq!(renderer.value(TypeId(ty), &of_words(words)), expected);
}

fn memory() -> Memory {
    let text = u64::from_le_bytes(*b"hello\0\0\0");
    Memory(BTreeMap::from([(7, vec![Word::int(5), Word::int(6), Word::int(9)]), (8, vec![Word::int(text)])]))
}

fn to(object: u32) -> Word {
    Word::pointer(object, 0)
}

#[test]
fn variants_by_their_tags() {
    let memory = memory();
    let check = |ty, words: &[Word], expected| check(&memory, ty, words, expected);
    check(7, &[Word::int(1), Word::int(3)], "Some(3)");
    check(7, &[Word::int(0), Word::int(3)], "None");
    check(7, &[Word::int(2), Word::int(3)], "?");
    check(8, &[Word::int(0)], "None");
    check(8, &[to(7)], "Some(Box(5))");
    check(15, &[Word::int(2 << 32), Word::int(0)], "Shape::Circle { r: 2 }");
    check(15, &[Word::int(1 << 32 | 1), Word::int(8)], "Shape::Rect(1, 8)");
    check(15, &[Word::int(0xffff_ffff), Word::int(8)], "Shape::Empty");
    check(32, &[Word::int(0), Word::int(4)], "Only::Some(4)");
    // What does not fit into a word may be this one.
    check(33, &[Word::int(0), Word::int(4)], "?");
    check(35, &[Word::int(7)], "Colour::Green");
    check(35, &[Word::int(3)], "3");
}

#[test]
fn rows_and_texts() {
    let memory = memory();
    let check = |ty, words: &[Word], expected| check(&memory, ty, words, expected);
    check(16, &[Word::int(3), to(7), Word::int(2)], "[5, 6]");
    check(16, &[Word::int(0), Word::int(8), Word::int(0)], "[]");
    check(17, &[Word::int(8), to(8), Word::int(5)], "\"hello\"");
    check(17, &[Word::int(0), Word::int(1), Word::int(0)], "\"\"");
    check(18, &[to(7), Word::int(3)], "[5, 6, 9]");
    check(19, &[to(8), Word::int(4)], "\"hell\"");
    check(34, &[Word::int(3), to(7), Word::int(2), Word::int(2)], "[9, 5]");
    check(31, &[Word::int(1 << 32 | 1), Word::int(1 << 32 | 1)], "[1; 4]");
    check(31, &[Word::int(1 << 32 | 1), Word::int(2 << 32 | 1)], "[1, 1, 1, 2]");
}

#[test]
fn pointers_and_structs() {
    let memory = memory();
    let check = |ty, words: &[Word], expected| check(&memory, ty, words, expected);
    check(11, &[to(7)], "Box(5)");
    check(11, &[to(5)], "heap block #5 (64 bytes, freed)");
    check(22, &[to(7)], "Arc(9) (5 owners)");
    check(27, &[Word::int(4)], "Wrap(4)");
    check(28, &[Word::int(4), Word::int(5)], "(4, 5)");
    check(29, &[], "Unit");
    check(30, &[Word::int(1), Word::int(500_000_000)], "1.5s");
    check(36, &[Word::int(4)], "Vec { x: 4 }");
}

#[test]
fn what_does_not_fit_is_told_by_its_members() {
    let memory = memory();
    let half = "{half changed: buf: RawVec { cap: 3, pointer: heap block #7 (64 bytes) }, len: 9}";
    check(&memory, 16, &[Word::int(3), to(7), Word::int(9)], half);
}
