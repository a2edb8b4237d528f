//! Classes of the C++ libraries that are a single value to their users: strings, functions, durations, errors.

use ir::{DebugType, TypeId, contract, short_name, template_arguments};

use super::containers::{UNITS, Word, pointee, word};
use super::{Renderer, Target, text};
use crate::cells::{Cell, Pointer};
use crate::types::rust::{Guard, holder};

/// Bits that are written out one by one; of more, the numbers of those that are set are.
const BITS_MAX: u64 = 64;
/// Entries of a table of virtual functions that are looked at.
const VIRTUAL_MAX: u32 = 16;
/// Where the runtime keeps the number of a thread, 1 + the machine's: while it runs, and until it is joined.
const THREAD_NUMBERS: [u32; 2] = [8 * contract::BLOCK_NUMBER, 8 * contract::BLOCK_JOINS_AS + 4];
/// In the word of a read-write lock of Rust's, how many readers there are; all bits if somebody writes.
const READERS: u64 = (1 << 30) - 1;

impl Renderer<'_> {
    pub(super) fn word_of(self, ty: TypeId) -> Option<Word> {
        word(self.types, ty)
    }

    /// A value of such a class; None if it is in the middle of a change.
    pub(super) fn spoken(self, word: Word, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        match word {
            Word::String => self.string(ty, cells),
            Word::StringView => self.string_view(ty, cells),
            Word::Function => self.function(ty, cells),
            Word::Any => self.any(cells, depth),
            Word::ErrorCode => self.error_code(cells),
            Word::ExceptionPtr => self.exception(cells, depth),
            Word::Duration => self.duration(ty, cells, depth),
            Word::Thread => self.thread(cells),
            Word::Lock => self.lock(ty, cells),
            Word::BitSet => self.bit_set(ty, cells),
            Word::Future => self.future(ty, cells),
            Word::Guard(guard) => self.guard(guard, ty, cells),
            Word::JoinHandle => self.join_handle(ty, cells),
        }
    }

    /// The name of one of a template's arguments.
    pub(super) fn argument_name(self, ty: TypeId, index: u64) -> String {
        let DebugType::Struct { name, .. } = self.types.resolved(ty) else { return String::new() };
        let arguments = template_arguments(name);
        let argument = usize::try_from(index).ok().and_then(|index| arguments.get(index));
        argument.map_or_else(|| index.to_string(), |name| short_name(name))
    }

    /// The size of a string's characters.
    fn width(self, ty: TypeId) -> Option<usize> {
        let first = self.types.arguments(ty).first()?;
        usize::try_from(self.types.bytes(*first)).ok().filter(|width| matches!(width, 1 | 2 | 4))
    }

    fn characters(self, at: Option<Pointer>, count: u64, width: usize) -> Option<String> {
        // More than are shown need not be fetched.
        let count = count.min(u64::from(text::STRING_BYTES_MAX) + 1);
        let bytes = u32::try_from(count).ok()?.checked_mul(u32::try_from(width).ok()?)?;
        let cells = match at {
            Some(at) => self.world.cells(at.object, at.offset, bytes),
            None => Vec::new(),
        };
        (cells.len() == bytes as usize).then(|| text::counted(&cells, width)).flatten()
    }

    fn string(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let width = self.width(ty)?;
        if let Some((_, at)) = self.member(ty, "_M_string_length") {
            let data = self.word(cells, self.member(ty, "_M_dataplus")?.1)?;
            return self.characters(Some(data?), self.number(cells, at, 8)?, width);
        }
        // The lowest bit of the first byte says whether there is memory of its own.
        match self.number(cells, 0, 1)? {
            first if first & 1 == 0 => {
                let bytes = usize::try_from(first / 2).ok()?.checked_mul(width)?;
                text::counted(cells.get(width..width + bytes)?, width)
            }
            _ => self.characters(Some(self.word(cells, 16)??), self.number(cells, 8, 8)?, width),
        }
    }

    fn string_view(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let count = self.member(ty, "_M_len").or_else(|| self.member(ty, "__size_"))?.1;
        let data = self.member(ty, "_M_str").or_else(|| self.member(ty, "__data_"))?.1;
        self.characters(self.word(cells, data)?, self.number(cells, count, 8)?, self.width(ty)?)
    }

    /// The lambda, function or object that a `std::function` calls.
    fn function(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        const EMPTY: &str = "empty function";
        // What it calls is named by a function that was made for it, and begins at `start`.
        let (maker, argument, start) = match self.member(ty, "_M_invoker") {
            Some((_, at)) => {
                if self.word(cells, self.member(ty, "_M_manager")?.1)?.is_none() {
                    return Some(EMPTY.into());
                }
                (self.function_name(self.word(cells, at)??)?, 1, cells.to_vec())
            }
            None => {
                let (inner, at) = self.member(ty, "__f_")?;
                let at = at + self.member(inner, "__f_").map_or(0, |(_, at)| at);
                let Some(object) = self.word(cells, at)? else { return Some(EMPTY.into()) };
                let table = self.load(object, 0)??;
                let entries = (0..VIRTUAL_MAX).filter_map(|i| self.load(table, i * 8)??.into());
                let mut names = entries.filter_map(|entry| self.function_name(entry));
                let name = names.find(|name| name.contains("__func<"))?;
                (name, 0, self.world.cells(object.object, object.offset.checked_add(8)?, 8))
            }
        };
        let scope = maker.rsplit_once(">::").map_or(&*maker, |(scope, _)| scope);
        let scope = format!("{scope}>");
        let called = template_arguments(&scope).get(argument).map(|name| name.trim().to_string())?;
        // What does not fit into the object is behind a pointer.
        let first = self.word(&start, 0).flatten();
        let function =
            first.and_then(|first| self.function_name(first).or_else(|| self.function_name(self.load(first, 0)??)));
        let bind = called.starts_with("std::_Bind") || called.starts_with("std::__bind");
        Some(match function {
            Some(function) if bind => format!("std::bind of {function}"),
            Some(function) if called.contains("(*)") => function,
            _ if bind => "std::bind".into(),
            _ => called,
        })
    }

    fn function_name(self, pointer: Pointer) -> Option<String> {
        match self.world.target(pointer.object) {
            Target::Function(name) => Some(name),
            _ => None,
        }
    }

    /// The type of what an `any` holds is known to the function that manages it.
    fn any(self, cells: &[Cell], depth: u32) -> Option<String> {
        let Some(manager) = self.word(cells, 0)? else { return Some("empty any".into()) };
        let name = self.function_name(manager)?;
        let (class, inside) = [("_Manager_internal<", true), ("_Manager_external<", false)]
            .into_iter()
            .chain([("_SmallHandler<", true), ("_LargeHandler<", false)])
            .find_map(|(class, inside)| Some((name.find(class)?, inside)))?;
        let scope = name[class..].rsplit_once(">::").map(|(scope, _)| format!("{scope}>"))?;
        let ty = template_arguments(&scope).first()?.to_string();
        let storage = cells.get(8..)?;
        match inside {
            true => Some(self.typed(&ty, storage, depth)),
            false => {
                let at = self.word(storage, 0)??;
                Some(self.typed(&ty, &self.world.cells(at.object, at.offset, u32::MAX), depth))
            }
        }
    }

    fn error_code(self, cells: &[Cell]) -> Option<String> {
        let number = self.number(cells, 0, 4)?;
        let category = self.word(cells, 8)??;
        if number == 0 {
            return Some("no error".into());
        }
        let family = ["generic", "system", "iostream", "future"];
        let table = self.load(category, 0)?.map(|table| self.world.target(table.object));
        let name = match table {
            Some(Target::Variable { name, .. }) => name,
            _ => String::new(),
        };
        let family = family.into_iter().find(|family| name.contains(family));
        let known =
            matches!(family, Some("generic" | "system")).then(|| self.types.enumerator("errc", number)).flatten();
        let number = u32::try_from(number).ok()?.cast_signed();
        Some(match (known, family) {
            (Some(known), _) => format!("{known} ({number})"),
            (None, Some(family)) => format!("{family} error {number}"),
            (None, None) => format!("error {number}"),
        })
    }

    fn duration(self, ty: TypeId, cells: &[Cell], depth: u32) -> Option<String> {
        let (of, at) = self.member(ty, "__r").or_else(|| self.member(ty, "__rep_"))?;
        let ticks = self.at_depth(of, cells.get(at..)?, depth + 1);
        let DebugType::Struct { name, .. } = self.types.resolved(ty) else { return None };
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u64>().ok();
        let arguments = template_arguments(name);
        let ratio = arguments.get(1).map_or_else(Vec::new, |ratio| template_arguments(ratio));
        let part = |n: usize| ratio.get(n).map_or(Some(1), |text| digits(text));
        let ratio = (part(0)?, part(1)?);
        Some(match UNITS.iter().find(|(unit, _)| *unit == ratio) {
            Some((_, unit)) => format!("{ticks}{unit}"),
            None => format!("{ticks} × {}/{} s", ratio.0, ratio.1),
        })
    }

    /// The thread that a `std::thread` stands for.
    fn thread(self, cells: &[Cell]) -> Option<String> {
        let Some(control) = self.word(cells, 0)? else { return Some("no thread".into()) };
        let mut numbers = THREAD_NUMBERS.into_iter().filter_map(|at| {
            let cells = self.world.cells(control.object, control.offset.checked_add(at)?, 4);
            u32::try_from(self.number(&cells, 0, 4)?.checked_sub(1)?).ok()
        });
        Some(match numbers.next().and_then(|number| self.world.thread(number)) {
            Some(index) => format!("thread {index}"),
            None => "a thread".into(),
        })
    }

    fn join_handle(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let (native, at) = self.member(ty, "native")?;
        let (_, id) = self.member(native, "id")?;
        self.thread(cells.get(at + id..)?)
    }

    /// The lock of a mutex, or whether somebody has panicked in it.
    fn guard(self, guard: Guard, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let at = self.member(ty, "state").map_or(0, |(_, at)| at);
        let word = match guard {
            Guard::Poison => self.number(cells, 0, 1)?,
            Guard::Mutex | Guard::ReadWrite => self.number(cells, at, 4)?,
        };
        Some(match (guard, word) {
            (Guard::Poison, 0) => "not poisoned".into(),
            (Guard::Poison, _) => "poisoned".into(),
            (Guard::Mutex, 0) => "free".into(),
            (Guard::Mutex, word) => match holder(word).and_then(|number| self.world.thread(number)) {
                Some(0) => "held by main".into(),
                Some(index) => format!("held by thread {index}"),
                None => "held".into(),
            },
            (Guard::ReadWrite, word) => match word & READERS {
                0 => "free".into(),
                READERS => "held for writing".into(),
                1 => "held by a reader".into(),
                readers => format!("held by {readers} readers"),
            },
        })
    }

    fn lock(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let (flag, at) = self.member(ty, "_M_owns").or_else(|| self.member(ty, "__owns_"))?;
        let bytes = usize::try_from(self.types.bytes(flag)).ok()?;
        let held = if self.number(cells, at, bytes)? == 0 { "not locked" } else { "locked" };
        Some(match self.word(cells, 0)? {
            Some(_) => format!("{} ({held})", self.pointer(TypeId(0), cells.get(..8)?)),
            None => "no mutex".into(),
        })
    }

    /// Whether there is a result, of a future or of the promise of it.
    fn future(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let Some(state) = self.word(cells, 0)? else { return Some("no state".into()) };
        let of = pointee(self.types, ty)?;
        // libstdc++ has a bit for it, as has libc++.
        let (at, ready) = match self.member(of, "_M_status") {
            Some((_, at)) => (at, 1),
            None => (self.member(of, "__state_")?.1, 4),
        };
        let cells = self.world.cells(state.object, state.offset.checked_add(u32::try_from(at).ok()?)?, 4);
        Some(if self.number(&cells, 0, 4)? & ready == 0 { "not ready" } else { "ready" }.into())
    }

    fn bit_set(self, ty: TypeId, cells: &[Cell]) -> Option<String> {
        let DebugType::Struct { name, .. } = self.types.resolved(ty) else { return None };
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let count = digits.parse::<u64>().ok()?;
        let bit = |i: u64| {
            let cell = cells.get(usize::try_from(i / 8).ok()?)?;
            (cell.undef >> (i % 8) & 1 == 0).then_some(cell.byte >> (i % 8) & 1)
        };
        if count <= BITS_MAX {
            let digit = |i| Some(if bit(i)? == 1 { '1' } else { '0' });
            return (0..count).rev().map(digit).collect();
        }
        let set: Vec<u64> = (0..count).filter(|i| bit(*i) == Some(1)).collect();
        Some(format!("bits {}", self.list(set.iter(), set.len() as u64, 0, ToString::to_string)))
    }
}
