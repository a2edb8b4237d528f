//! How classes of the C++ libraries keep what they hold: libstdc++ 12 and libc++ 22, which both keep the names
//! of members for the sake of debuggers, and the layout of nodes for the sake of compiled code.
//!
//! A class is of a shape if it has the name and all members that the shape names. Names with reserved
//! underscores tell it from a class of the user's that is called the same.

use crate::types::rust::Guard;

/// How elements are kept. Texts are the names of members, numbers are bytes from the start of a node.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// From one pointer up to another.
    Range { begin: &'static str, end: &'static str },
    /// So many from a pointer on.
    Counted { begin: &'static str, count: &'static str },
    /// A pointer to as many as the template's second argument says.
    Fixed { begin: &'static str },
    /// In blocks of equally many, behind an array of pointers to the blocks: iterators of libstdc++.
    Iterators { start: &'static str, finish: &'static str },
    /// The same in libc++: the array, the index of the first element, and their number.
    Blocks { map: &'static str, start: &'static str, count: &'static str },
    /// In nodes, each of which leads to the next. The last one leads nowhere, or back to where the first one
    /// came from.
    Chain { head: &'static str, next: u32, back: Option<u32>, value: u32, count: Option<&'static str> },
    /// In the nodes of a sorted tree.
    Tree { first: &'static str, first_at: u32, count: &'static str, links: Links },
    /// Truth values, from one place up to another, in libstdc++.
    BitRange { start: &'static str, finish: &'static str },
    /// Truth values, so many from a pointer on, in libc++.
    BitCount { begin: &'static str, count: &'static str },
    /// One, behind the pointer that is the first word.
    Pointee { mark: &'static str },
    /// One that is there if a flag says so, and maybe another one that is there if not.
    Maybe { flag: &'static str, value: &'static str, otherwise: Option<&'static str> },
    /// One of the template's arguments, by number.
    Alternative { index: &'static str },
    /// All of the template's arguments, each in a class of this name.
    Each { within: &'static str, value: &'static str },
}

/// Where the links of a tree's node are, and how many bytes are before its value.
#[derive(Clone, Copy)]
pub(super) struct Links {
    pub left: u32,
    pub right: u32,
    pub parent: u32,
    pub value: u32,
}

/// How what is held is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// `{1, 2}`, each by its index.
    Sequence,
    /// `{1, 2}`, and nothing can be reached by an index.
    Set,
    /// `{"one": 1}`, each by its key.
    Map,
    /// `(1, "one")`.
    Tuple,
    /// `1`, or nothing.
    Optional,
    /// `1`, or what went wrong.
    Expected,
    /// `(int) 1`.
    Variant,
    /// `Some(1)`: the members of one of several structs.
    Choice,
    /// `&1`.
    Pointer,
    /// `&1 (2 owners)`.
    Shared,
    /// The same, of one that does not own it.
    Weak,
}

/// The names of the classes, how they are written, and how they keep their elements.
pub(super) type Row = (&'static [&'static str], Style, Shape);

const GNU: Links = Links { left: 16, right: 24, parent: 8, value: 32 };
const LLVM: Links = Links { left: 0, right: 8, parent: 16, value: 25 };

const MAPS: &[&str] = &["map", "multimap"];
const SETS: &[&str] = &["set", "multiset"];
const HASH_MAPS: &[&str] = &["unordered_map", "unordered_multimap"];
const HASH_SETS: &[&str] = &["unordered_set", "unordered_multiset"];

const GNU_TREE: Shape = Shape::Tree { first: "_M_header", first_at: GNU.left, count: "_M_node_count", links: GNU };
const LLVM_TREE: Shape = Shape::Tree { first: "__begin_node_", first_at: 0, count: "__size_", links: LLVM };
const GNU_HASH: Shape =
    Shape::Chain { head: "_M_before_begin", next: 0, back: None, value: 8, count: Some("_M_element_count") };
const LLVM_HASH: Shape = Shape::Chain { head: "__first_node_", next: 0, back: None, value: 16, count: Some("__size_") };

pub(super) const SHAPES: &[Row] = &[
    (&["vector"], Style::Sequence, Shape::BitRange { start: "_M_start", finish: "_M_finish" }),
    (&["vector"], Style::Sequence, Shape::Range { begin: "_M_start", end: "_M_finish" }),
    (&["vector"], Style::Sequence, Shape::Range { begin: "__begin_", end: "__end_" }),
    (&["vector"], Style::Sequence, Shape::BitCount { begin: "__begin_", count: "__size_" }),
    (&["initializer_list"], Style::Sequence, Shape::Counted { begin: "_M_array", count: "_M_len" }),
    (&["initializer_list"], Style::Sequence, Shape::Counted { begin: "__begin_", count: "__size_" }),
    (&["span"], Style::Sequence, Shape::Counted { begin: "_M_ptr", count: "_M_extent_value" }),
    (&["span"], Style::Sequence, Shape::Fixed { begin: "_M_ptr" }),
    (&["span"], Style::Sequence, Shape::Counted { begin: "__data_", count: "__size_" }),
    (&["span"], Style::Sequence, Shape::Fixed { begin: "__data_" }),
    (&["deque"], Style::Sequence, Shape::Iterators { start: "_M_start", finish: "_M_finish" }),
    (&["deque"], Style::Sequence, Shape::Blocks { map: "__map_", start: "__start_", count: "__size_" }),
    (
        &["list"],
        Style::Sequence,
        Shape::Chain { head: "_M_next", next: 0, back: Some(8), value: 16, count: Some("_M_size") },
    ),
    (
        &["list"],
        Style::Sequence,
        Shape::Chain { head: "__next_", next: 8, back: Some(0), value: 16, count: Some("__size_") },
    ),
    (&["forward_list"], Style::Sequence, Shape::Chain { head: "_M_head", next: 0, back: None, value: 8, count: None }),
    (
        &["forward_list"],
        Style::Sequence,
        Shape::Chain { head: "__before_begin_", next: 0, back: None, value: 8, count: None },
    ),
    (MAPS, Style::Map, GNU_TREE),
    (MAPS, Style::Map, LLVM_TREE),
    (SETS, Style::Set, GNU_TREE),
    (SETS, Style::Set, LLVM_TREE),
    (HASH_MAPS, Style::Map, GNU_HASH),
    (HASH_MAPS, Style::Map, LLVM_HASH),
    (HASH_SETS, Style::Set, GNU_HASH),
    (HASH_SETS, Style::Set, LLVM_HASH),
    (&["optional"], Style::Optional, Shape::Maybe { flag: "_M_engaged", value: "_M_value", otherwise: None }),
    (&["optional"], Style::Optional, Shape::Maybe { flag: "__engaged_", value: "__val_", otherwise: None }),
    (
        &["expected"],
        Style::Expected,
        Shape::Maybe { flag: "_M_has_value", value: "_M_val", otherwise: Some("_M_unex") },
    ),
    (&["expected"], Style::Expected, Shape::Maybe { flag: "__has_val_", value: "__val_", otherwise: Some("__unex_") }),
    (&["variant"], Style::Variant, Shape::Alternative { index: "_M_index" }),
    (&["variant"], Style::Variant, Shape::Alternative { index: "__index" }),
    (&["tuple"], Style::Tuple, Shape::Each { within: "_Head_base", value: "_M_head_impl" }),
    (&["tuple"], Style::Tuple, Shape::Each { within: "__tuple_leaf", value: "__value_" }),
    (&["unique_ptr"], Style::Pointer, Shape::Pointee { mark: "_M_head_impl" }),
    (&["unique_ptr"], Style::Pointer, Shape::Pointee { mark: "__ptr_" }),
    (&["shared_ptr"], Style::Shared, Shape::Pointee { mark: "_M_refcount" }),
    (&["shared_ptr"], Style::Shared, Shape::Pointee { mark: "__cntrl_" }),
    // What a `std::atomic<std::shared_ptr<T>>` is in libstdc++.
    (&["_Sp_atomic"], Style::Shared, Shape::Pointee { mark: "_M_refcount" }),
    (&["weak_ptr"], Style::Weak, Shape::Pointee { mark: "_M_refcount" }),
    (&["weak_ptr"], Style::Weak, Shape::Pointee { mark: "__cntrl_" }),
];

/// Classes that are a single value to their users.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    String,
    StringView,
    /// A `std::function`: where its invoker is, or the object that does the work.
    Function,
    Any,
    ErrorCode,
    ExceptionPtr,
    Duration,
    Thread,
    /// A lock that may or may not be held.
    Lock,
    BitSet,
    /// A future or the promise of one.
    Future,
    /// A part of a mutex of Rust's.
    Guard(Guard),
    /// What a `JoinHandle` of Rust's has inside.
    JoinHandle,
}

/// The names of the classes, what they are, and members that they have in one of the libraries.
pub(super) const WORDS: &[(&[&str], Word, &[&str])] = &[
    (&["basic_string"], Word::String, &["_M_string_length", "__rep_"]),
    (&["basic_string_view"], Word::StringView, &["_M_len", "__size_"]),
    (&["function"], Word::Function, &["_M_invoker", "__f_"]),
    (&["any"], Word::Any, &["_M_manager", "__h_"]),
    (&["error_code", "error_condition"], Word::ErrorCode, &["_M_cat", "__cat_"]),
    (&["exception_ptr"], Word::ExceptionPtr, &["_M_exception_object", "__ptr_"]),
    (&["duration"], Word::Duration, &["__r", "__rep_"]),
    (&["thread"], Word::Thread, &["_M_id", "__t_"]),
    (&["unique_lock", "shared_lock"], Word::Lock, &["_M_owns", "__owns_"]),
    (&["future", "shared_future", "promise"], Word::Future, &["_M_state", "_M_future", "__state_"]),
    (&["JoinInner"], Word::JoinHandle, &["native"]),
    (&["bitset"], Word::BitSet, &["_M_w", "__first_"]),
];

/// Units of time: a tick in seconds, and how C++ writes it behind a number.
pub(crate) const UNITS: &[((u64, u64), &str)] = &[
    ((1, 1_000_000_000), "ns"),
    ((1, 1_000_000), "us"),
    ((1, 1000), "ms"),
    ((1, 1), "s"),
    ((60, 1), "min"),
    ((3600, 1), "h"),
    ((86400, 1), "d"),
];
