//! What Rust's own types are to those who use them: a cell is what it holds, a mutex is its lock and its data.

use ir::{DebugField, DebugType, TypeId};

use super::Types;

/// Types with one member that counts, which is what they are to their users, and the name of that member.
const CELLS: &[(&str, &str)] = &[
    ("UnsafeCell", "value"),
    ("SyncUnsafeCell", "value"),
    ("ManuallyDrop", "value"),
    ("NonNull", "pointer"),
    ("NonZero", "__0"),
    ("JoinHandle", "__0"),
    ("ScopedJoinHandle", "__0"),
    ("MaybeDangling", "__0"),
    ("Unique", "pointer"),
];
/// Names that others might use as well: these are meant if they hold one of the above, or each other.
const AROUND_CELLS: &[(&str, &str)] =
    &[("Cell", "value"), ("Condvar", "inner"), ("Condvar", "futex"), ("Mutex", "futex"), ("Flag", "failed")];
const NESTING_MAX: u32 = 8;
/// The word of a mutex that somebody holds, and in it who does, 1 + the machine's number (`runtime/rust.c`).
const HELD: u64 = 0x5b2d_0000;
const HOLDER: u64 = 0xffff;

/// The lock within a mutex or a read-write lock, or the mark that whoever held it has panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    Mutex,
    ReadWrite,
    Poison,
}

/// The machine's number of the thread that holds a mutex with this word, if it says.
pub(crate) fn holder(word: u64) -> Option<u32> {
    let number = (word & HOLDER).checked_sub(1).filter(|_| word & !HOLDER == HELD)?;
    u32::try_from(number).ok()
}

/// A member without contents, which only the compiler needs.
pub(super) fn is_nothing(ty: &DebugType) -> bool {
    let unneeded = |name: &str| name.starts_with("PhantomData<") || name == "Global";
    matches!(ty, DebugType::Struct { bytes: 0, name, .. } if unneeded(name))
}

pub(super) fn is_wrapper(types: Types<'_>, ty: TypeId) -> bool {
    let mut ty = ty;
    for _ in 0..NESTING_MAX {
        let DebugType::Struct { name, fields, .. } = types.resolved(ty) else { return false };
        let [only] = &types.fields(fields)[..] else { return false };
        let class = name.split('<').next().unwrap_or(name);
        let is_in = |list: &[(&str, &str)]| list.contains(&(class, &only.name));
        let number = class.starts_with("NonZero") && class.ends_with("Inner") && only.name == "__0";
        if is_in(CELLS) || number {
            return true;
        }
        if !(is_in(AROUND_CELLS) || class.starts_with("Atomic") && matches!(&*only.name, "v" | "p")) {
            return false;
        }
        ty = only.ty;
    }
    false
}

/// Is it part of a mutex that its users know by what it says?
pub(crate) fn guard(types: Types<'_>, ty: TypeId) -> Option<Guard> {
    let DebugType::Struct { name, fields, .. } = types.resolved(ty) else { return None };
    let has = |member: &str| fields.iter().any(|field| field.name == member);
    match &name[..] {
        "Mutex" if is_wrapper(types, ty) && has("futex") => Some(Guard::Mutex),
        "RwLock" if has("state") && has("writer_notify") => Some(Guard::ReadWrite),
        "Flag" if is_wrapper(types, ty) && has("failed") => Some(Guard::Poison),
        _ => None,
    }
}

/// What is appended to the name of the whole for a member. Members of tuples have numbers; the lock of a mutex is
/// the mutex.
pub(super) fn path(types: Types<'_>, field: &DebugField) -> String {
    let name = &field.name;
    if matches!(&name[..], "inner" | "poison") && guard(types, field.ty).is_some() {
        return String::new();
    }
    let number = name.strip_prefix("__").filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    format!(".{}", number.unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{field, structure};
    use super::*;

    /// A mutex, a class of the same name, and an atomic number.
    fn types() -> Vec<DebugType> {
        vec![
            DebugType::Unknown,
            DebugType::Integer { name: "u32".into(), bits: 32, signed: false },
            structure("UnsafeCell<u32>", 4, vec![field("value", 1, 0, None)]),
            structure("AtomicU32", 4, vec![field("v", 2, 0, None)]),
            structure("Mutex", 4, vec![field("futex", 3, 0, None)]),
            structure("Mutex<u32>", 8, vec![field("inner", 4, 0, None), field("data", 2, 32, None)]),
            structure("Mutex", 4, vec![field("futex", 1, 0, None)]),
        ]
    }

    #[test]
    fn what_wraps_a_cell_is_what_it_holds() {
        let types = types();
        let types = Types::from_slice(&types);
        let wraps = |ty: u32| is_wrapper(types, TypeId(ty));
        assert_eq!([1, 2, 3, 4, 5, 6].map(wraps), [false, true, true, true, false, false]);
        assert_eq!(guard(types, TypeId(4)), Some(Guard::Mutex));
        assert_eq!(guard(types, TypeId(6)), None);
        let paths: Vec<String> = types.parts(TypeId(5)).into_iter().map(|part| part.path).collect();
        assert_eq!(paths, ["", ".data"]);
    }
}
