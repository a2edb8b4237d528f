//! Types of Rust's `std` that are something to their users other than their members: known by name and members, as
//! rustc 1.95 has them. A type of the program's that is called the same has other members.

use ir::{DebugType, TypeId};

use super::Types;

/// What such a type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Std {
    /// An `enum` whose variants have members.
    Choice,
    /// `String`, and pointers to `str`.
    Text,
    /// `Vec`, and pointers to slices.
    Row,
    Deque,
    HashMap,
    HashSet,
    Box,
    /// `Arc` and `Rc`: the name, and the member of what they point to that they hold.
    Shared(&'static str, &'static str),
    Weak,
    RefCell,
    /// `MutexGuard` and the like: the member that points to what is guarded.
    Guard(&'static str),
    /// `Once`, and what is made once with its help.
    Once,
    /// `OnceLock` and `LazyLock`: the name, and the member with what is made.
    OnceLock(&'static str, &'static str),
    Duration,
    AtomicBool,
    MaybeUninit,
    /// A pointer to something that has a table of functions.
    Dyn,
    /// A `BTreeMap` or `BTreeSet`, of which the number of elements is known.
    Tree,
    /// Something whose members mean nothing to its users.
    Opaque,
}

/// What the name of a pointer that is a `Box` begins with.
const BOX: &str = "alloc::boxed::Box<";

/// Names, the members they must have, and what they are.
const KNOWN: &[(&str, &[&str], Std)] = &[
    ("String", &["vec"], Std::Text),
    ("Vec", &["buf", "len"], Std::Row),
    ("VecDeque", &["head", "len", "buf"], Std::Deque),
    ("HashMap", &["base"], Std::HashMap),
    ("HashMap", &["hash_builder", "table"], Std::HashMap),
    ("HashSet", &["base"], Std::HashSet),
    ("HashSet", &["map"], Std::HashSet),
    ("Arc", &["ptr", "phantom"], Std::Shared("Arc", "data")),
    ("Rc", &["ptr", "phantom"], Std::Shared("Rc", "value")),
    ("Weak", &["ptr", "alloc"], Std::Weak),
    ("RefCell", &["borrow", "value"], Std::RefCell),
    ("MutexGuard", &["lock", "poison"], Std::Guard("lock")),
    ("RwLockWriteGuard", &["lock", "poison"], Std::Guard("lock")),
    ("RwLockReadGuard", &["data", "inner_lock"], Std::Guard("data")),
    ("Ref", &["value", "borrow"], Std::Guard("value")),
    ("RefMut", &["value", "borrow"], Std::Guard("value")),
    ("Once", &["inner"], Std::Once),
    ("Once", &["state_and_queued"], Std::Once),
    ("OnceLock", &["once", "value"], Std::OnceLock("OnceLock", "value")),
    ("LazyLock", &["once", "data"], Std::OnceLock("LazyLock", "data")),
    ("Condvar", &["inner"], Std::Opaque),
    ("Condvar", &["futex"], Std::Opaque),
    ("Thread", &["inner"], Std::Opaque),
    ("Sender", &["inner"], Std::Opaque),
    ("SyncSender", &["inner"], Std::Opaque),
    ("Receiver", &["inner"], Std::Opaque),
    ("BTreeMap", &["root", "length"], Std::Tree),
    ("BTreeSet", &["map"], Std::Tree),
    ("Duration", &["secs", "nanos"], Std::Duration),
    ("AtomicBool", &["v"], Std::AtomicBool),
    ("MaybeUninit", &["uninit", "value"], Std::MaybeUninit),
];

pub(crate) fn known(types: Types<'_>, ty: TypeId) -> Option<Std> {
    if !types.rust {
        return None;
    }
    let (name, fields) = match (types.get(ty), types.resolved(ty)) {
        (DebugType::Alias { name, .. }, DebugType::Pointer { .. }) if name.starts_with(BOX) => return Some(Std::Box),
        (_, DebugType::Variants { .. }) => return Some(Std::Choice),
        (_, DebugType::Struct { name, fields, .. }) => (name, fields),
        _ => return None,
    };
    let has = |member: &str| fields.iter().any(|field| field.name == member);
    if has("data_ptr") && has("length") {
        let text = name.ends_with("str") || name.contains("<str>") || name.contains("<str,");
        return Some(if text { Std::Text } else { Std::Row });
    }
    if has("pointer") && has("vtable") {
        return Some(Std::Dyn);
    }
    let class = name.split('<').next().unwrap_or(name);
    let fits = |(name, members, _): &&(&str, &[&str], Std)| *name == class && members.iter().all(|member| has(member));
    KNOWN.iter().find(fits).map(|(.., known)| *known)
}

/// What a thread waits for whose futex is at this place in a value.
pub(crate) fn waited_for(types: Types<'_>, ty: TypeId, offset: u64) -> Option<&'static str> {
    const NESTING_MAX: u32 = 16;
    let (mut ty, mut offset) = (ty, offset);
    for _ in 0..NESTING_MAX {
        let DebugType::Struct { name, .. } = types.resolved(ty) else { return None };
        match name.split('<').next()? {
            "Condvar" => return Some("condvar"),
            "RwLock" => return Some("read-write lock"),
            "Once" | "OnceLock" | "LazyLock" => return Some("initialisation of"),
            _ => {}
        }
        let part = types.part_at(ty, offset, 1)?;
        offset = offset.checked_sub(part.at_bit / 8)?;
        ty = part.ty;
    }
    None
}

/// The name of what a thread waits for, without the member of it that is its futex.
pub(crate) fn without_futex(name: &str) -> &str {
    const MEMBERS: [&str; 5] = [".state_and_queued", ".inner", ".once", ".writer_notify", ".state"];
    MEMBERS.iter().fold(name, |name, member| name.strip_suffix(member).unwrap_or(name))
}

/// The name of a function with short names for the types it was made for.
pub(crate) fn short_arguments(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let (mut depth, mut from) = (0u32, 0);
    for (at, c) in name.char_indices() {
        match c {
            '<' => {
                depth += 1;
                if depth == 1 {
                    out.push_str(&name[from..at]);
                    from = at;
                }
            }
            '>' if depth > 0 && !name[..at].ends_with('-') => {
                depth -= 1;
                if depth == 0 {
                    out.push_str(&short(&name[from..=at]));
                    from = at + 1;
                }
            }
            _ => {}
        }
    }
    out.push_str(&name[from..]);
    out
}

/// The name of a type without what everybody knows: where the types it was made for come from, and those that are
/// there by default.
pub(crate) fn short(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut word = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            ':' if rest.starts_with(':') && !word.is_empty() => {
                rest = &rest[1..];
                word.clear();
            }
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            c => {
                out.push_str(&word);
                word.clear();
                out.push(c);
            }
        }
    }
    out.push_str(&word);
    [", Global", ", RandomState"].iter().fold(out, |out, default| out.replace(default, ""))
}

#[cfg(test)]
mod tests {
    use super::{short, short_arguments, without_futex};

    #[test]
    fn functions_and_futexes() {
        let name = "std::map::{impl#10}::index<&str, std::random::RandomState, fn(a::B) -> c::D>";
        assert_eq!(short_arguments(name), "std::map::{impl#10}::index<&str, fn(B) -> D>");
        assert_eq!(short_arguments("std::sync::Mutex<a::B>::lock<a::B>"), "std::sync::Mutex<B>::lock<B>");
        assert_eq!(short_arguments("a::b<"), "a::b<");
        assert_eq!(without_futex("&a::B.once.inner.state_and_queued"), "&a::B");
        assert_eq!(without_futex("&LOCK.writer_notify"), "&LOCK");
    }

    #[test]
    fn names() {
        let check = |name, expected| assert_eq!(short(name), expected);
        check("Wrap", "Wrap");
        check("Option<alloc::vec::Vec<alloc::string::String, alloc::alloc::Global>>", "Option<Vec<String>>");
        check("HashMap<&str, i32, std::hash::random::RandomState, alloc::alloc::Global>", "HashMap<&str, i32>");
        check("alloc::boxed::Box<dyn core::ops::function::Fn<(i32), Output=i32>>", "Box<dyn Fn<(i32), Output=i32>>");
        check("{closure_env#0}<program::A>", "{closure_env#0}<A>");
        check("a::b::", "");
    }
}
