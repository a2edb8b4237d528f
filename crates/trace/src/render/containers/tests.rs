use std::collections::BTreeMap;

use ir::{DebugType, TypeId, Word};

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
        Target::Block { number: object, bytes: 64, freed: false }
    }

    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell> {
        let cells = self.0.get(&object).map(|words| of_words(words)).unwrap_or_default();
        cells.into_iter().skip(offset as usize).take(len as usize).collect()
    }
}

/// A class made for these types.
fn class(name: &str, bytes: u64, members: &[(&str, u32, u64)], made_for: &[u32]) -> DebugType {
    let fields = members.iter().map(|(name, ty, at)| field(name, *ty, at * 8, None)).collect();
    match structure(name, bytes, fields) {
        DebugType::Struct { name, bytes, fields, union, .. } => {
            let arguments = made_for.iter().map(|ty| TypeId(*ty)).collect();
            DebugType::Struct { name, bytes, fields, union, arguments }
        }
        other => other,
    }
}

const LONG: u32 = 1;
const POINTER: u32 = 2;
const FIRST: u32 = 4;

/// 0 unknown, 1 long, 2 long *, 3 an iterator of a deque, and from 4 on classes of the libraries.
fn types() -> Vec<DebugType> {
    let pointers = |names: [&'static str; 3]| [(names[0], POINTER, 0), (names[1], POINTER, 8), (names[2], POINTER, 16)];
    let hash = [("_M_before_begin", POINTER, 0), ("_M_element_count", LONG, 8)];
    vec![
        DebugType::Unknown,
        DebugType::Integer { name: "long".into(), bits: 64, signed: true },
        DebugType::Pointer { to: TypeId(LONG) },
        class("it", 32, &[("_M_cur", POINTER, 0), ("_M_node", POINTER, 24)], &[]),
        // 4
        class("list<long>", 24, &[("_M_next", POINTER, 0), ("_M_prev", POINTER, 8), ("_M_size", LONG, 16)], &[LONG]),
        class("forward_list<long>", 8, &[("_M_head", POINTER, 0)], &[LONG]),
        class("vector<long>", 24, &pointers(["_M_start", "_M_finish", "_M_end_of_storage"]), &[LONG]),
        class("deque<long>", 80, &[("_M_map", POINTER, 0), ("_M_start", 3, 16), ("_M_finish", 3, 48)], &[LONG]),
        // 8
        class("unordered_map<long, long>", 16, &hash, &[LONG, LONG]),
        class("map<long, long>", 48, &[("_M_header", POINTER, 8), ("_M_node_count", LONG, 40)], &[LONG, LONG]),
        class("shared_ptr<long>", 16, &[("_M_ptr", POINTER, 0), ("_M_refcount", POINTER, 8)], &[LONG]),
        class("optional<long>", 16, &[("_M_value", LONG, 0), ("_M_engaged", LONG, 8)], &[LONG]),
        // 12
        class("variant<long, long>", 16, &[("_M_u", LONG, 0), ("_M_index", LONG, 8)], &[LONG, LONG]),
        class("duration<long, std::ratio<1L, 1000L> >", 8, &[("__r", LONG, 0)], &[LONG]),
        class("duration<long, std::ratio<1L, 30L> >", 8, &[("__r", LONG, 0)], &[LONG]),
        class("basic_string_view<long>", 16, &[("_M_len", LONG, 0), ("_M_str", POINTER, 8)], &[LONG]),
        // 16
        class("error_code", 16, &[("_M_value", LONG, 0), ("_M_cat", POINTER, 8)], &[]),
        class("exception_ptr", 8, &[("_M_exception_object", POINTER, 0)], &[]),
        class("thread", 8, &[("_M_id", LONG, 0)], &[]),
        class("any", 16, &[("_M_manager", POINTER, 0), ("_M_storage", LONG, 8)], &[]),
        // 20
        class("deque<long>", 48, &[("__map_", 21, 0), ("__start_", LONG, 32), ("__size_", LONG, 40)], &[LONG]),
        class("buffer", 32, &[("__front_cap_", POINTER, 0), ("__begin_", POINTER, 8)], &[]),
        class("set<long>", 24, &[("__begin_node_", POINTER, 0), ("__size_", LONG, 16)], &[LONG]),
        class(
            "function<void ()>",
            32,
            &[("_M_functor", LONG, 0), ("_M_manager", POINTER, 16), ("_M_invoker", POINTER, 24)],
            &[],
        ),
        // 24
        class("vector<bool>", 24, &[("__begin_", POINTER, 0), ("__size_", LONG, 8)], &[]),
        class("bitset<12UL>", 8, &[("_M_w", LONG, 0)], &[]),
    ]
}

#[track_caller]
fn check(ty: u32, words: &[Word], memory: &[(u32, &[Word])], expected: &str) {
    let world = Memory(memory.iter().map(|(object, words)| (*object, words.to_vec())).collect());
    let types = types();
    let renderer = Renderer { types: Types::from_slice(&types), world: &world, elements: false };
    assert_eq!(renderer.value(TypeId(ty), &of_words(words)), expected);
}

fn int(value: u64) -> Word {
    Word::int(value)
}

fn to(object: u32, offset: u32) -> Word {
    Word::pointer(object, offset)
}

#[test]
fn chains() {
    // The list itself is object 9; nodes are next, previous, value.
    let nodes: [(u32, &[Word]); 2] = [(1, &[to(2, 0), to(9, 0), int(10)]), (2, &[to(9, 0), to(1, 0), int(20)])];
    check(4, &[to(1, 0), to(2, 0), int(2)], &nodes, "{10, 20}");
    check(4, &[to(9, 0), to(9, 0), int(0)], &[], "{}");
    let half = "{half changed: _M_next = heap block #1 (64 bytes), _M_prev = heap block #2 (64 bytes), _M_size = 1}";
    check(4, &[to(1, 0), to(2, 0), int(1)], &nodes, half);
    // One that leads to itself.
    check(5, &[to(1, 0)], &[(1, &[to(1, 0), int(1)])], "{half changed: _M_head = heap block #1 (64 bytes)}");
    check(5, &[to(1, 0)], &[(1, &[to(2, 0), int(1)]), (2, &[int(0), int(2)])], "{1, 2}");
    let pairs: [(u32, &[Word]); 2] = [(1, &[to(2, 0), int(1), int(10)]), (2, &[int(0), int(2), int(20)])];
    check(8, &[to(1, 0), int(2)], &pairs, "{1: 10, 2: 20}");
}

#[test]
fn trees() {
    // Colour, parent, left, right, key, value; the header is at 8 of object 9.
    let nodes: [(u32, &[Word]); 3] = [
        (1, &[int(0), to(2, 0), int(0), int(0), int(1), int(10)]),
        (2, &[int(0), to(9, 8), to(1, 0), to(3, 0), int(2), int(20)]),
        (3, &[int(0), to(2, 0), int(0), int(0), int(3), int(30)]),
    ];
    let header = |count| [int(0), int(0), to(2, 0), to(1, 0), to(3, 0), int(count)];
    check(9, &header(3), &nodes, "{1: 10, 2: 20, 3: 30}");
    check(9, &header(0), &[], "{}");
    for wrong in [2, 4] {
        let world: Vec<(u32, &[Word])> = nodes.to_vec();
        let types = types();
        let memory = Memory(world.iter().map(|(object, words)| (*object, words.to_vec())).collect());
        let renderer = Renderer { types: Types::from_slice(&types), world: &memory, elements: false };
        assert!(renderer.contents(TypeId(9), &of_words(&header(wrong))).is_none(), "{wrong} of 3 nodes");
    }
}

#[test]
fn rows() {
    let memory: [(u32, &[Word]); 1] = [(1, &[int(1), int(2), int(3)])];
    check(6, &[to(1, 0), to(1, 16), to(1, 24)], &memory, "{1, 2}");
    check(6, &[int(0), int(0), int(0)], &[], "{}");
    let gone = "{half changed: _M_start = heap block #1 (64 bytes), _M_finish = heap block #1 (64 bytes) + 16, \
                _M_end_of_storage = heap block #1 (64 bytes) + 24}";
    check(6, &[to(1, 0), to(1, 16), to(1, 24)], &[], gone);
    // Two blocks of two; the first element is the second of the first block.
    let blocks: [(u32, &[Word]); 3] = [(1, &[to(2, 0), to(3, 0)]), (2, &[int(1), int(2)]), (3, &[int(3), int(4)])];
    let start = [to(2, 8), to(2, 0), to(2, 16), to(1, 0)];
    let finish = [to(3, 8), to(3, 0), to(3, 16), to(1, 8)];
    let deque: Vec<Word> = [to(1, 0), int(2)].into_iter().chain(start).chain(finish).collect();
    check(7, &deque, &blocks, "{2, 3}");
    check(24, &[to(1, 0), int(3), int(64)], &[(1, &[int(5)])], "{true, false, true}");
}

#[test]
fn single_values() {
    check(10, &[int(0), int(0)], &[], "null");
    check(10, &[to(1, 0), to(2, 0)], &[(1, &[int(7)]), (2, &[int(0), int(2)])], "&7 (2 owners)");
    check(11, &[int(7), int(1)], &[], "7");
    check(11, &[int(7), int(0)], &[], "nullopt");
    check(12, &[int(7), int(1)], &[], "(long) 7");
    check(12, &[int(7), int(u64::MAX)], &[], "valueless");
    check(13, &[int(5)], &[], "5ms");
    check(14, &[int(5)], &[], "5 × 1/30 s");
    check(18, &[int(0)], &[], "no thread");
    check(19, &[int(0), int(0)], &[], "empty any");
    check(23, &[int(0), int(0), int(0), int(0)], &[], "empty function");
    check(25, &[int(5)], &[], "000000000101");
}

/// Whatever lies in memory, looking at it ends, and without a crash.
#[test]
fn any_memory_is_looked_at() {
    const ROUNDS: u32 = 3000;
    const OBJECTS: u64 = 6;
    const WORDS: usize = 10;
    let mut state = 1u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let types = types();
    for _ in 0..ROUNDS {
        let mut word = || match random(8) {
            0 => int(0),
            1 => int(random(5)),
            2 => Word::UNDEF,
            3 => int(u64::MAX - random(3)),
            _ => to(random(OBJECTS) as u32 + 1, random(WORDS as u64) as u32 * 8),
        };
        let objects = (1..=OBJECTS as u32).map(|object| (object, (0..WORDS).map(|_| word()).collect()));
        let world = Memory(objects.collect());
        let renderer = Renderer { types: Types::from_slice(&types), world: &world, elements: false };
        let cells = renderer.world.cells(1, 0, u32::MAX);
        for ty in FIRST..types.len() as u32 {
            let text = renderer.value(TypeId(ty), &cells);
            assert!(text.chars().count() <= 241, "{text}");
        }
    }
}
