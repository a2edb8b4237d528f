//! Questions about source types: size, layout, what lies at an offset.

pub(crate) mod library;
pub(crate) mod rust;

use ir::{DebugField, DebugType, Program, TypeId, short_name};

/// Aliases and base classes nest at most this deep; further in, a type is unknown.
const NESTING_MAX: u32 = 64;

/// The types of a program.
#[derive(Clone, Copy)]
pub(crate) struct Types<'a> {
    types: &'a [DebugType],
    /// They are those of Rust.
    pub rust: bool,
}

/// A part of a value: a member, an element, or the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// To be appended to the name of the whole: `.next`, `[2]`.
    pub path: String,
    pub ty: TypeId,
    pub at_bit: u64,
    /// The width of a bit-field.
    pub bits: Option<u32>,
}

impl<'a> Types<'a> {
    pub(crate) fn new(program: &'a Program) -> Types<'a> {
        Types { types: &program.debug_types, rust: program.rust }
    }

    pub(crate) fn from_slice(types: &'a [DebugType]) -> Types<'a> {
        Types { types, rust: false }
    }

    /// The type itself, aliases not looked through.
    pub(crate) fn get(self, ty: TypeId) -> &'a DebugType {
        self.types.get(ty.0 as usize).unwrap_or(&DebugType::Unknown)
    }

    /// The type behind `typedef`, `const`, `volatile`, `_Atomic`.
    pub(crate) fn resolve(self, ty: TypeId) -> TypeId {
        let mut ty = ty;
        for _ in 0..NESTING_MAX {
            match self.get(ty) {
                DebugType::Alias { of, .. } => ty = *of,
                _ => return ty,
            }
        }
        TypeId(0)
    }

    pub(crate) fn resolved(self, ty: TypeId) -> &'a DebugType {
        self.get(self.resolve(ty))
    }

    /// The first type that has a size and this name, with namespaces and without what is there by default.
    /// Types know no namespaces of their own; the last part of the name decides.
    pub(crate) fn called(self, wanted: &str) -> Option<TypeId> {
        let last = unqualified(wanted);
        let is_wanted = |ty: &DebugType| match ty {
            DebugType::Struct { name, bytes, .. } => {
                *bytes > 0 && (short_name(name) == last || short_name(&format!("std::{name}")) == wanted)
            }
            DebugType::Integer { name, .. } | DebugType::Enum { name, .. } | DebugType::Float { name, .. } => {
                name == wanted
            }
            DebugType::Boolean { .. } => wanted == "bool",
            DebugType::Character { bits: 8, signed: true } => wanted == "char",
            _ => false,
        };
        (0..).map(TypeId).zip(self.types).find(|(_, ty)| is_wanted(ty)).map(|(id, _)| id)
    }

    /// The name of a value of the enumeration `wanted`.
    pub(crate) fn enumerator(self, wanted: &str, number: u64) -> Option<&'a str> {
        self.types.iter().find_map(|ty| match ty {
            DebugType::Enum { name, values, .. } if name == wanted => {
                let is_it = |(_, value): &&(String, i64)| u64::try_from(*value) == Ok(number);
                values.iter().find(is_it).map(|(name, _)| &**name)
            }
            _ => None,
        })
    }

    /// The type as one would write it.
    pub(crate) fn spelt(self, ty: TypeId) -> String {
        self.spelt_within(ty, SPELLING_MAX)
    }

    fn spelt_within(self, ty: TypeId, nesting: u32) -> String {
        if nesting == 0 {
            return "…".into();
        }
        if self.rust {
            return self.spelt_in_rust(ty, nesting);
        }
        match self.get(ty) {
            DebugType::Unknown => "void".into(),
            DebugType::Function => "function".into(),
            DebugType::Integer { name, .. } | DebugType::Float { name, .. } => name.clone(),
            DebugType::Boolean { .. } => "bool".into(),
            DebugType::Character { bits: 8, signed: true } => "char".into(),
            DebugType::Character { bits: 8, signed: false } => "unsigned char".into(),
            DebugType::Character { bits, .. } => format!("char{bits}_t"),
            DebugType::Enum { name, .. } | DebugType::Variants { name, .. } => format!("enum {name}"),
            DebugType::Struct { name, union: true, .. } => format!("union {name}"),
            DebugType::Struct { name, .. } => match name.contains(['<', ':']) {
                true => short_name(name),
                false => format!("struct {name}"),
            },
            DebugType::Alias { name, of } if name.is_empty() => self.spelt_within(*of, nesting - 1),
            DebugType::Alias { name, .. } => name.clone(),
            DebugType::Array { of, count } => format!("{}[{count}]", self.spelt_within(*of, nesting - 1)),
            DebugType::Pointer { to } => {
                let to = self.spelt_within(*to, nesting - 1);
                if to.ends_with('*') { format!("{to}*") } else { format!("{to} *") }
            }
        }
    }

    fn spelt_in_rust(self, ty: TypeId, nesting: u32) -> String {
        match self.get(ty) {
            DebugType::Unknown => "()".into(),
            DebugType::Function => "fn".into(),
            DebugType::Boolean { .. } => "bool".into(),
            DebugType::Character { .. } => "char".into(),
            DebugType::Integer { name, .. } | DebugType::Float { name, .. } => name.clone(),
            DebugType::Alias { name, of } if name.is_empty() => self.spelt_within(*of, nesting - 1),
            DebugType::Enum { name, .. }
            | DebugType::Variants { name, .. }
            | DebugType::Struct { name, .. }
            | DebugType::Alias { name, .. } => library::short(name),
            DebugType::Array { of, count } => format!("[{}; {count}]", self.spelt_within(*of, nesting - 1)),
            DebugType::Pointer { to } => format!("*{}", self.spelt_within(*to, nesting - 1)),
        }
    }

    /// What a class template was made for.
    pub(crate) fn arguments(self, ty: TypeId) -> &'a [TypeId] {
        match self.resolved(ty) {
            DebugType::Struct { arguments, .. } | DebugType::Variants { arguments, .. } => arguments,
            _ => &[],
        }
    }

    /// Size in bytes; 0 if unknown.
    pub(crate) fn bytes(self, ty: TypeId) -> u64 {
        self.bytes_within(ty, NESTING_MAX)
    }

    fn bytes_within(self, ty: TypeId, nesting: u32) -> u64 {
        match self.resolved(ty) {
            DebugType::Unknown | DebugType::Function | DebugType::Alias { .. } => 0,
            DebugType::Integer { bits, .. }
            | DebugType::Boolean { bits }
            | DebugType::Character { bits, .. }
            | DebugType::Float { bits, .. }
            | DebugType::Enum { bits, .. } => u64::from(bits.div_ceil(8)),
            DebugType::Pointer { .. } => 8,
            DebugType::Array { of, count } => match nesting {
                0 => 0,
                _ => self.bytes_within(*of, nesting - 1).checked_mul(*count).unwrap_or(0),
            },
            DebugType::Struct { bytes, .. } | DebugType::Variants { bytes, .. } => *bytes,
        }
    }

    /// Can a value of this type hold pointers?
    pub(crate) fn holds_pointers(self, ty: TypeId) -> bool {
        self.holds_pointers_within(ty, NESTING_MAX)
    }

    fn holds_pointers_within(self, ty: TypeId, nesting: u32) -> bool {
        match self.resolved(ty) {
            // What is nested so deeply is not known, nor what has no type.
            _ if nesting == 0 => true,
            DebugType::Pointer { .. } | DebugType::Unknown => true,
            DebugType::Array { of, .. } => self.holds_pointers_within(*of, nesting - 1),
            DebugType::Struct { fields, .. } => fields.iter().any(|f| self.holds_pointers_within(f.ty, nesting - 1)),
            DebugType::Variants { variants, .. } => {
                variants.iter().any(|variant| self.holds_pointers_within(variant.ty, nesting - 1))
            }
            _ => false,
        }
    }

    /// Natural alignment in bytes, at least 1.
    pub(crate) fn align(self, ty: TypeId) -> u64 {
        self.align_within(ty, NESTING_MAX)
    }

    fn align_within(self, ty: TypeId, nesting: u32) -> u64 {
        match self.resolved(ty) {
            _ if nesting == 0 => 1,
            DebugType::Array { of, .. } => self.align_within(*of, nesting - 1),
            DebugType::Struct { fields, .. } => {
                let aligns = fields.iter().map(|f| self.align_within(f.ty, nesting - 1));
                aligns.max().unwrap_or(1)
            }
            DebugType::Variants { tag, variants, .. } => {
                let types = variants.iter().map(|variant| variant.ty).chain(tag.as_ref().map(|tag| tag.ty));
                types.map(|ty| self.align_within(ty, nesting - 1)).max().unwrap_or(1)
            }
            _ => match self.bytes(ty) {
                bytes if bytes.is_power_of_two() => bytes.min(16),
                _ => 1,
            },
        }
    }

    /// Types of the C library whose members mean nothing to a user, and arrays of them.
    pub(crate) fn is_opaque(self, ty: TypeId) -> bool {
        const OPAQUE: &[&str] = &[
            "sem_t",
            "mtx_t",
            "cnd_t",
            "once_flag",
            "FILE",
            "va_list",
            "__va_list_tag",
            "__builtin_va_list",
            "jmp_buf",
            "sigjmp_buf",
        ];
        let opaque = |name: &str| name.starts_with("pthread_") || OPAQUE.contains(&name);
        let mut ty = ty;
        for _ in 0..NESTING_MAX {
            match self.get(ty) {
                DebugType::Alias { name, .. } if opaque(name) => return true,
                DebugType::Alias { of, .. } | DebugType::Array { of, .. } => ty = *of,
                DebugType::Struct { name, .. } if opaque(name) || name == "_IO_FILE" => return true,
                // Nothing is known of what is only declared.
                declared if declared.is_only_declared() => return true,
                // What merely wraps one of them, as `std::mutex` does; a thread is known by its number.
                DebugType::Struct { name, .. } => match self.wrapped(ty).filter(|_| name != "thread") {
                    Some(only) => ty = only.ty,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    pub(crate) fn is_array(self, ty: TypeId) -> bool {
        matches!(self.resolved(ty), DebugType::Array { .. })
    }

    /// Does a value of this type end with an array that goes on for as long as there is memory?
    pub(crate) fn is_open_ended(self, ty: TypeId) -> bool {
        let mut ty = ty;
        for _ in 0..NESTING_MAX {
            match self.resolved(ty) {
                DebugType::Array { count: 0, .. } => return true,
                DebugType::Struct { fields, union: false, .. } => match self.fields(fields).last() {
                    Some(last) => ty = last.ty,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// The members of a struct as a user thinks of them: those of base classes are its own, and
    /// tables of virtual functions are not there.
    pub(crate) fn fields(self, fields: &[DebugField]) -> Vec<DebugField> {
        let mut out = Vec::new();
        self.push_fields(fields, 0, NESTING_MAX, &mut out);
        out
    }

    fn push_fields(self, fields: &[DebugField], at: u64, nesting: u32, out: &mut Vec<DebugField>) {
        for field in fields {
            let inherited = field.name.starts_with('<') || field.name.is_empty();
            match self.resolved(field.ty) {
                _ if field.name.starts_with("_vptr$") => {}
                nothing if rust::is_nothing(nothing) => {}
                DebugType::Struct { fields, .. } if inherited && nesting > 0 => {
                    self.push_fields(fields, at + field.at_bit, nesting - 1, out);
                }
                _ => out.push(DebugField { at_bit: at + field.at_bit, ..field.clone() }),
            }
        }
    }

    /// The one member that a struct merely wraps, as `std::atomic<int>` wraps an `int` and `std::queue<int>` a
    /// container.
    pub(crate) fn wrapped(self, ty: TypeId) -> Option<DebugField> {
        let DebugType::Struct { fields, name, .. } = self.resolved(ty) else {
            return None;
        };
        let adaptor = ["queue<", "stack<", "priority_queue<"].iter().any(|class| name.starts_with(class));
        match &self.fields(fields)[..] {
            [only, ..] if adaptor && only.name == "c" => Some(only.clone()),
            [only]
                if !self.rust
                    && (only.name.starts_with("__") || only.name.starts_with("_M_"))
                    && only.bits.is_none() =>
            {
                Some(only.clone())
            }
            [only] if rust::is_wrapper(self, ty) => Some(only.clone()),
            _ => None,
        }
    }

    /// The direct parts of a value; empty if it has none.
    pub(crate) fn parts(self, ty: TypeId) -> Vec<Part> {
        self.parts_within(ty, 0)
    }

    /// The same; an array without a length is as long as `bytes` bytes allow.
    pub(crate) fn parts_within(self, ty: TypeId, bytes: u64) -> Vec<Part> {
        let part = |path, ty, at_bit, bits| Part { path, ty, at_bit, bits };
        if let Some(only) = self.wrapped(ty) {
            return vec![part(String::new(), only.ty, only.at_bit, None)];
        }
        match self.resolved(ty) {
            DebugType::Struct { fields, .. } => {
                let fields = self.fields(fields).into_iter();
                let parts = fields.map(|f| part(rust::path(self, &f), f.ty, f.at_bit, f.bits));
                parts.collect()
            }
            DebugType::Array { of, count } => {
                let bits = self.bytes(*of) * 8;
                let count = match bits {
                    0 => 0,
                    _ if *count == 0 => bytes * 8 / bits,
                    _ => *count,
                };
                let element = |i| part(format!("[{i}]"), *of, i * bits, None);
                (0..count.min(ELEMENTS_MAX)).map(element).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The type of the smallest part that holds `bytes` bytes at `offset`, and how far they are within it.
    pub(crate) fn at(self, ty: TypeId, offset: u64, bytes: u64) -> (TypeId, u64) {
        let (mut ty, mut offset) = (ty, offset);
        for _ in 0..NESTING_MAX {
            let Some(part) = self.part_at(ty, offset, bytes) else { break };
            offset -= part.at_bit / 8;
            ty = part.ty;
        }
        (ty, offset)
    }

    /// The path to the lock, or to something else whose members mean nothing to a user, that lies at `offset`.
    pub(crate) fn opaque_at(self, ty: TypeId, offset: u64) -> Option<String> {
        let (mut path, mut ty, mut offset) = (String::new(), ty, offset);
        for _ in 0..NESTING_MAX {
            if self.is_opaque(ty) && !self.is_array(ty) {
                return Some(path);
            }
            let part = self.part_at(ty, offset, 1)?;
            path.push_str(&part.path);
            offset -= part.at_bit / 8;
            ty = part.ty;
        }
        None
    }

    /// The direct part of a value that holds `bytes` bytes at `offset`, if one part holds them all.
    pub(crate) fn part_at(self, ty: TypeId, offset: u64, bytes: u64) -> Option<Part> {
        if let DebugType::Array { of, count } = self.resolved(ty) {
            let size = self.bytes(*of);
            let index = offset.checked_div(size)?;
            let inside = offset - index * size + bytes <= size && (index < *count || *count == 0);
            return inside.then(|| Part { path: format!("[{index}]"), ty: *of, at_bit: index * size * 8, bits: None });
        }
        let mut parts = self.parts(ty);
        let last = parts.len().saturating_sub(1);
        let holds = |(at, part): (usize, &Part)| {
            let size = part.bits.map_or(self.bytes(part.ty) * 8, u64::from);
            let open = at == last && part.bits.is_none() && self.is_open_ended(part.ty);
            let end = if open { u64::MAX } else { part.at_bit + size };
            part.at_bit <= offset * 8 && (offset + bytes) * 8 <= end && part.bits.is_none()
        };
        // Of a union's members, one of the right size is the best guess.
        let exact = |(at, part): (usize, &Part)| holds((at, part)) && self.bytes(part.ty) == bytes;
        let found = parts.iter().enumerate().position(exact);
        let found = found.or_else(|| parts.iter().enumerate().position(holds))?;
        Some(parts.swap_remove(found))
    }
}

/// A name without the namespaces before it.
fn unqualified(name: &str) -> &str {
    let end = name.find('<').unwrap_or(name.len());
    let from = name[..end].rfind("::").map_or(0, |at| at + 2);
    &name[from..]
}

/// Pointers and arrays in the spelling of a type.
const SPELLING_MAX: u32 = 8;

/// Elements of an array that are looked at one by one.
const ELEMENTS_MAX: u64 = 4096;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn field(name: &str, ty: u32, at_bit: u64, bits: Option<u32>) -> DebugField {
        DebugField { name: name.into(), ty: TypeId(ty), at_bit, bits }
    }

    pub(crate) fn structure(name: &str, bytes: u64, fields: Vec<DebugField>) -> DebugType {
        DebugType::Struct { name: name.into(), bytes, fields, union: false, arguments: Vec::new() }
    }

    fn int() -> DebugType {
        DebugType::Integer { name: "int".into(), bits: 32, signed: true }
    }

    /// 0 unknown, 1 int, 2 pair, 3 int[4], 4 typedef of 2, 5 derived from 2, 6 an atomic int.
    fn types() -> Vec<DebugType> {
        vec![
            DebugType::Unknown,
            int(),
            structure("pair", 8, vec![field("a", 1, 0, None), field("b", 1, 32, None)]),
            DebugType::Array { of: TypeId(1), count: 4 },
            DebugType::Alias { name: "pair_t".into(), of: TypeId(2) },
            structure("d", 16, vec![field("<pair>", 2, 0, None), field("c", 1, 64, None)]),
            structure("atomic<int>", 4, vec![field("__v", 1, 0, None)]),
        ]
    }

    #[track_caller]
    fn check(ty: u32, offset: u64, bytes: u64, expected: Option<&str>) {
        let types = types();
        let types = Types::from_slice(&types);
        let part = types.part_at(TypeId(ty), offset, bytes);
        assert_eq!(part.map(|p| p.path).as_deref(), expected);
    }

    #[test]
    fn parts_are_found_by_offset() {
        check(2, 4, 4, Some(".b"));
        check(2, 5, 2, Some(".b"));
        check(2, 2, 4, None);
        check(3, 8, 4, Some("[2]"));
        check(3, 16, 4, None);
        check(4, 0, 4, Some(".a"));
        check(5, 4, 4, Some(".b"));
        check(5, 8, 4, Some(".c"));
        check(6, 0, 4, Some(""));
        check(1, 0, 4, None);
        check(0, 0, 4, None);
    }

    #[test]
    fn sizes_and_alignments() {
        let types = types();
        let types = Types::from_slice(&types);
        let sizes: Vec<_> = (0..7).map(|i| types.bytes(TypeId(i))).collect();
        assert_eq!(sizes, [0, 4, 8, 16, 8, 16, 4]);
        let aligns: Vec<_> = (0..7).map(|i| types.align(TypeId(i))).collect();
        assert_eq!(aligns, [1, 4, 4, 4, 4, 4, 4]);
    }

    #[test]
    fn endless_types_end() {
        let types = [
            DebugType::Unknown,
            DebugType::Alias { name: String::new(), of: TypeId(1) },
            DebugType::Array { of: TypeId(2), count: 2 },
            structure("s", 8, vec![field("", 3, 0, None)]),
        ];
        let types = Types::from_slice(&types);
        for ty in 1..4 {
            types.bytes(TypeId(ty));
            types.align(TypeId(ty));
            types.parts(TypeId(ty));
            types.part_at(TypeId(ty), 0, 1);
            types.is_opaque(TypeId(ty));
        }
    }
}
