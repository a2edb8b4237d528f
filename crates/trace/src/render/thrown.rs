//! What C++ programs throw: the type by the runtime's header before the object, the value by that type.

use ir::{DebugType, TypeId, short_name};

use super::{Renderer, Target, text};
use crate::cells::{self, Cell, Pointer};
use crate::types::Types;

/// Between the header of an exception and the object that is thrown (`augur_exception` in the runtime), and where
/// its type is in the header; of a dependent one, where the object is.
const HEADER: u32 = 128;
const TYPE: u32 = 16;
const PRIMARY: u32 = 8;
/// Pointers to pointers that are followed when a type is read.
const STARS_MAX: usize = 4;

/// A thrown object.
pub(crate) struct Thrown {
    /// As a demangler writes it, and as one would in the source.
    pub full_name: String,
    pub type_name: String,
    /// None if nothing is known about the type but its name.
    pub value: Option<String>,
}

impl Renderer<'_> {
    /// A value whose type is known by its name only.
    pub(super) fn typed(self, name: &str, cells: &[Cell], depth: u32) -> String {
        match self.value_called(name, cells, depth) {
            Some(value) => format!("({name}) {value}"),
            None => format!("({name}) …"),
        }
    }

    fn value_called(self, name: &str, cells: &[Cell], depth: u32) -> Option<String> {
        if let Some(ty) = self.types.called(name) {
            return Some(self.at_depth(ty, cells, depth + 1));
        }
        // What no variable of the program is of has no debug information.
        let types = plain_types(name)?;
        Some(Renderer { types: Types::from_slice(&types), ..self }.at_depth(TypeId(1), cells, depth + 1))
    }

    /// An `exception_ptr`.
    pub(super) fn exception(self, cells: &[Cell], depth: u32) -> Option<String> {
        let Some(object) = self.word(cells, 0)? else { return Some("null".into()) };
        let Thrown { type_name, value, .. } = self.thrown(object, depth)?;
        Some(format!("({type_name}) {}", value.as_deref().unwrap_or("…")))
    }

    /// The exception that a pointer to it, or to a part of it, means.
    pub(super) fn pointer_to_thrown(self, pointer: Pointer) -> Option<String> {
        let start = Pointer { offset: HEADER, ..pointer };
        let Thrown { type_name, value, .. } = self.thrown(start, 0).filter(|_| pointer.offset >= HEADER)?;
        let value = value.map_or(String::new(), |value| format!(" {value}"));
        let rest = pointer.offset - HEADER;
        let rest = if rest == 0 { String::new() } else { format!(" + {rest}") };
        Some(format!("the thrown {type_name}{value}{rest}"))
    }

    /// The exception whose header is there.
    pub(crate) fn thrown_by(self, header: Pointer) -> Option<Thrown> {
        let own = Pointer { offset: header.offset.checked_add(HEADER)?, ..header };
        self.thrown(own, 0).or_else(|| self.thrown(self.load(header, PRIMARY)??, 0))
    }

    fn thrown(self, object: Pointer, depth: u32) -> Option<Thrown> {
        let header = Pointer { offset: object.offset.checked_sub(HEADER)?, ..object };
        let info = self.load(header, TYPE)??;
        let full_name = self.variable_name(info)?.strip_prefix("typeinfo for ")?.to_owned();
        let type_name = short_name(&full_name);
        let cells = self.world.cells(object.object, object.offset, u32::MAX);
        let value = self.what(&type_name, &cells).or_else(|| self.value_called(&type_name, &cells, depth));
        let value = value.or_else(|| self.enumerator_of(info, &cells));
        Some(Thrown { full_name, type_name, value })
    }

    fn variable_name(self, pointer: Pointer) -> Option<String> {
        match self.world.target(pointer.object) {
            Target::Variable { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The number of a value of an enumeration of which nothing is known but its name.
    fn enumerator_of(self, info: Pointer, cells: &[Cell]) -> Option<String> {
        let class = self.variable_name(self.load(info, 0)??)?;
        let is_number = class.contains("__enum_type_info") && cells.len() <= 16 && !cells::is_undefined(cells);
        let bits = u32::try_from(cells.len()).ok()? * 8;
        is_number.then(|| self.small(TypeId(0), cells::number(cells), bits))
    }

    /// What the exceptions of the libraries tell of themselves is a string that one member points to.
    fn what(self, type_name: &str, object: &[Cell]) -> Option<String> {
        let ty = self.types.called(type_name)?;
        let known = self.member(ty, "_M_msg").or_else(|| self.member(ty, "__imp_"));
        let at = known.map(|(_, at)| at).or_else(|| self.is_library_exception(ty).then_some(8))?;
        let start = self.word(object, at)??;
        text::string(&self.world.cells(start.object, start.offset, text::STRING_BYTES_MAX), false)
    }

    /// Nothing is known of it, or of what it is derived from, as is often so with the exceptions of the library.
    fn is_library_exception(self, ty: TypeId) -> bool {
        let base = match self.types.resolved(ty) {
            DebugType::Struct { fields, .. } => fields.first().filter(|field| field.name.starts_with('<')),
            _ => None,
        };
        let is_declared = |ty| self.types.resolved(ty).is_only_declared();
        is_declared(ty) || base.is_some_and(|base| is_declared(base.ty))
    }
}

/// A type of the language by its name, as number 1, and the types that it points to.
fn plain_types(name: &str) -> Option<Vec<DebugType>> {
    let mut of = name.trim();
    let mut types = vec![DebugType::Unknown];
    while let Some(to) = of.strip_suffix('*') {
        types.push(DebugType::Pointer { to: TypeId(u32::try_from(types.len()).ok()? + 1) });
        of = to.trim_end().trim_end_matches(" const").trim_end_matches(" volatile");
        if types.len() > STARS_MAX + 1 {
            return None;
        }
    }
    let integer = |bits, signed| DebugType::Integer { name: of.to_owned(), bits, signed };
    let float = |bits| DebugType::Float { name: of.to_owned(), bits };
    types.push(match of {
        "bool" => DebugType::Boolean { bits: 8 },
        "char" | "signed char" => DebugType::Character { bits: 8, signed: true },
        "unsigned char" | "char8_t" => DebugType::Character { bits: 8, signed: false },
        "char16_t" => DebugType::Character { bits: 16, signed: false },
        "char32_t" => DebugType::Character { bits: 32, signed: false },
        "wchar_t" => DebugType::Character { bits: 32, signed: true },
        "short" => integer(16, true),
        "unsigned short" => integer(16, false),
        "int" => integer(32, true),
        "unsigned int" => integer(32, false),
        "long" | "long long" => integer(64, true),
        "unsigned long" | "unsigned long long" => integer(64, false),
        "__int128" => integer(128, true),
        "unsigned __int128" => integer(128, false),
        "float" => float(32),
        "double" => float(64),
        "long double" => float(128),
        // What it points to is of no matter.
        _ if types.len() > 1 => DebugType::Unknown,
        _ => return None,
    });
    Some(types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_by_name() {
        let check = |name: &str, expected: fn(&[DebugType]) -> bool| {
            assert!(plain_types(name).is_some_and(|types| expected(&types[1..])), "{name}");
        };
        check("long", |types| matches!(types, [DebugType::Integer { bits: 64, signed: true, .. }]));
        check("char const*", |types| matches!(types, [DebugType::Pointer { .. }, DebugType::Character { .. }]));
        check("Node*", |types| matches!(types, [DebugType::Pointer { .. }, DebugType::Unknown]));
        assert_eq!(plain_types("Node"), None);
    }
}
