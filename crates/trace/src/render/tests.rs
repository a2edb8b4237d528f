use super::*;
use crate::cells::tests::of_words;
use crate::types::tests::{field, structure};
use ir::Word;

/// Object 1: variable `pair`; 2: array `a`; 3: heap block; 4: function; 5: the text "hi".
struct TestWorld;

impl World for TestWorld {
    fn target(&self, object: u32) -> Target {
        let variable = |name: &str, ty, gone| Target::Variable { name: name.into(), ty: TypeId(ty), gone };
        match object {
            1 => variable("pair", 2, false),
            2 => variable("a", 3, true),
            3 => Target::Block { number: 2, bytes: 24, freed: false },
            4 => Target::Function("worker".into()),
            _ => Target::Nameless("constant"),
        }
    }

    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell> {
        let text: &[u8] = if object == 5 { b"hi\0" } else { &[] };
        let text = text.iter().skip(offset as usize).take(len as usize);
        text.map(|b| Cell::int(*b)).collect()
    }
}

/// Types by number: see the comments.
fn types() -> Vec<DebugType> {
    let int = |name: &str, bits, signed| DebugType::Integer { name: name.into(), bits, signed };
    let pointer = |to| DebugType::Pointer { to: TypeId(to) };
    let array = |of, count| DebugType::Array { of: TypeId(of), count };
    let values = [("RED", 0), ("ONE", 1), ("TWO", 2), ("NEG", -1)];
    vec![
        DebugType::Unknown,
        int("int", 32, true),
        // 2
        structure("pair", 8, vec![field("x", 1, 0, None), field("y", 1, 32, None)]),
        array(1, 4),
        // 4: int *, 5: char, 6: char *, 7: char[4]
        pointer(1),
        DebugType::Character { bits: 8, signed: true },
        pointer(5),
        array(5, 4),
        // 8
        DebugType::Enum { name: "e".into(), bits: 32, values: values.map(|(n, v)| (n.into(), v)).into() },
        // 9
        structure("bits", 4, vec![field("a", 1, 0, Some(3)), field("b", 12, 3, Some(4))]),
        // 10: struct node { struct node *next; }, 11: its pointer
        structure("node", 8, vec![field("next", 11, 0, None)]),
        pointer(10),
        int("unsigned", 32, false),
        DebugType::Boolean { bits: 8 },
        // 14
        DebugType::Function,
        pointer(14),
        // 16: std::atomic<int>
        structure("atomic", 4, vec![field("__value", 1, 0, None)]),
        // 17
        array(1, 100),
        DebugType::Alias { name: "pthread_mutex_t".into(), of: TypeId(2) },
    ]
}

#[track_caller]
fn check_cells(ty: u32, cells: &[Cell], expected: &str) {
    let types = types();
    let renderer = Renderer { types: Types::from_slice(&types), world: &TestWorld, elements: false };
    assert_eq!(renderer.value(TypeId(ty), cells), expected);
}

#[track_caller]
fn check(ty: u32, words: &[Word], expected: &str) {
    check_cells(ty, &of_words(words), expected);
}

#[test]
fn numbers() {
    check(1, &[Word::int(0xffff_ffff)], "-1");
    check(12, &[Word::int(0xffff_ffff)], "4294967295");
    check(1, &[Word::UNDEF], "?");
    check(5, &[Word::int(97)], "'a'");
    check(5, &[Word::int(0xff)], "'ÿ'");
    check(13, &[Word::int(1)], "true");
    check(13, &[Word::int(7)], "7");
    check(0, &[Word::int(7)], "7");
    check(16, &[Word::int(7)], "7");
}

#[test]
fn enumerators() {
    check(8, &[Word::int(0)], "RED");
    check(8, &[Word::int(0xffff_ffff)], "NEG");
    check(8, &[Word::int(3)], "ONE | TWO");
    check(8, &[Word::int(9)], "9");
}

#[test]
fn pointers() {
    check(4, &[Word::int(0)], "null");
    check(4, &[Word::int(1)], "0x1");
    check(4, &[Word::UNDEF], "?");
    check(4, &[Word::pointer(1, 0)], "&pair.x");
    check(4, &[Word::pointer(1, 4)], "&pair.y");
    check(0, &[Word::pointer(1, 0)], "&pair");
    check(4, &[Word::pointer(1, 8)], "&pair + 8");
    check(4, &[Word::pointer(1, (-4i32) as u32)], "&pair - 4");
    check(4, &[Word::pointer(2, 8)], "&a[2] (gone)");
    check(4, &[Word::pointer(3, 0)], "heap block #2 (24 bytes)");
    check(4, &[Word::pointer(3, 8)], "heap block #2 (24 bytes) + 8");
    check(15, &[Word::pointer(4, 0)], "worker");
    check(4, &[Word::pointer(1, 5)], "&pair.y | 1");
    check(6, &[Word::pointer(5, 1)], "\"i\"");
    check(6, &[Word::pointer(3, 1)], "heap block #2 (24 bytes) + 1");
    check(1, &[Word::pointer(1, 0)], "part of a pointer");
}

#[test]
fn pointers_in_numbers() {
    let types = [DebugType::Unknown, DebugType::Integer { name: "uintptr_t".into(), bits: 64, signed: false }];
    let renderer = Renderer { types: Types::from_slice(&types), world: &TestWorld, elements: false };
    let cells = of_words(&[Word::pointer(1, 4)]);
    assert_eq!(renderer.value(TypeId(1), &cells), "&pair + 4");
}

#[test]
fn compounds() {
    check(2, &[Word::int(2 << 32 | 1)], "{x = 1, y = 2}");
    check(2, &[Word::UNDEF], "?");
    check(3, &[Word::int(2 << 32 | 1), Word::UNDEF], "{1, 2, ?, ?}");
    check(3, &[Word::int(0), Word::int(0)], "{0 × 4}");
    check(9, &[Word::int(0b0010_1110)], "{a = -2, b = 5}");
    check(10, &[Word::pointer(3, 0)], "{next = heap block #2 (24 bytes)}");
    check(17, &[Word::int(1); 50], "{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, … 84 more}");
    check(18, &[Word::int(0)], "{…}");
    check(2, &[], "?");
}

#[test]
fn strings_in_arrays() {
    let cells: Vec<_> = b"abcd".iter().map(|b| Cell::int(*b)).collect();
    check_cells(7, &cells, "\"abcd\"");
    let cells: Vec<_> = b"a\0zz".iter().map(|b| Cell::int(*b)).collect();
    check_cells(7, &cells, "\"a\"");
    let cells: Vec<_> = b"\x01\x02\x00\x00".iter().map(|b| Cell::int(*b)).collect();
    check_cells(7, &cells, "{1, 2, '\\0', '\\0'}");
}
