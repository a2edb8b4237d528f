//! The types of generated programs.

use super::choices::Choices;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Int {
    pub bits: u32,
    pub signed: bool,
    /// `_BitInt(bits)` rather than a standard type.
    pub exact: bool,
}

pub(super) const BOOL: Int = Int { bits: 1, signed: false, exact: false };
pub(super) const I32: Int = Int { bits: 32, signed: true, exact: false };
pub(super) const U32: Int = Int { bits: 32, signed: false, exact: false };
pub(super) const U64: Int = Int { bits: 64, signed: false, exact: false };

const STANDARD: &[u32] = &[32, 8, 16, 64, 128];
const EXACT: &[u32] = &[3, 7, 13, 24, 33, 48, 65, 100, 130, 200];

impl Int {
    pub(super) fn any(choices: &mut Choices) -> Int {
        match choices.below(20) {
            0..15 => Int { bits: *choices.pick(STANDARD), signed: choices.below(2) == 0, exact: false },
            15 => BOOL,
            _ => Int { bits: *choices.pick(EXACT), signed: choices.below(2) == 1, exact: true },
        }
    }

    pub(super) fn name(self) -> String {
        match (self.exact, self.signed, self.bits) {
            (true, true, bits) => format!("signed _BitInt({bits})"),
            (true, false, bits) => format!("unsigned _BitInt({bits})"),
            (false, _, 1) => "_Bool".to_owned(),
            (false, true, bits) => format!("i{bits}"),
            (false, false, bits) => format!("u{bits}"),
        }
    }

    /// The unsigned type in which arithmetic on this one wraps.
    pub(super) fn wrapping(self) -> Int {
        match self.exact {
            true => Int { signed: false, ..self },
            false => Int { bits: self.bits.max(32), signed: false, exact: false },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Float {
    Double,
    Single,
    Long,
    Half,
    Quad,
}

impl Float {
    pub(super) fn any(choices: &mut Choices) -> Float {
        match choices.below(12) {
            0..5 => Float::Double,
            5..9 => Float::Single,
            9 => Float::Long,
            10 => Float::Half,
            _ => Float::Quad,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Float::Double => "double",
            Float::Single => "float",
            Float::Long => "long double",
            Float::Half => "_Float16",
            Float::Quad => "__float128",
        }
    }
}

/// A vector of integers or of float or double.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vector {
    pub name: &'static str,
    pub lanes: usize,
    pub lane: Lane,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    Int(Int),
    Float(Float),
}

const fn lane(bits: u32, signed: bool) -> Lane {
    Lane::Int(Int { bits, signed, exact: false })
}

pub(super) const VECTORS: &[Vector] = &[
    Vector { name: "v4u32", lanes: 4, lane: lane(32, false) },
    Vector { name: "v4i32", lanes: 4, lane: lane(32, true) },
    Vector { name: "v8i16", lanes: 8, lane: lane(16, true) },
    Vector { name: "v16u8", lanes: 16, lane: lane(8, false) },
    Vector { name: "v2u64", lanes: 2, lane: lane(64, false) },
    Vector { name: "v4f32", lanes: 4, lane: Lane::Float(Float::Single) },
    Vector { name: "v4f64", lanes: 4, lane: Lane::Float(Float::Double) },
    Vector { name: "v8u32", lanes: 8, lane: lane(32, false) },
];

impl Vector {
    /// The lane's C type.
    pub(super) fn element(self) -> String {
        match self.lane {
            Lane::Int(int) => int.name(),
            Lane::Float(float) => float.name().to_owned(),
        }
    }

    pub(super) fn lane_bytes(self) -> usize {
        match self.lane {
            Lane::Int(int) => int.bits as usize / 8,
            Lane::Float(Float::Single) => 4,
            Lane::Float(_) => 8,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Int(Int),
    Float(Float),
    Vector(Vector),
    /// The number of a struct.
    Struct(usize),
}

impl Ty {
    pub(super) fn scalar(choices: &mut Choices) -> Ty {
        match choices.percent(15) {
            false => Ty::Int(Int::any(choices)),
            true => Ty::Float(Float::any(choices)),
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Ty::Int(int) => int.name(),
            Ty::Float(float) => float.name().to_owned(),
            Ty::Vector(vector) => vector.name.to_owned(),
            Ty::Struct(number) => format!("struct s{number}"),
        }
    }
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub name: String,
    pub ty: Ty,
    /// Width of a bit-field.
    pub field: Option<u32>,
    /// Length of an array, a power of two.
    pub array: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Struct {
    pub members: Vec<Member>,
}

/// Something that can be read and, unless constant, written. In its text `@N` stands for an index
/// below N, a power of two.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub text: String,
    pub ty: Ty,
    pub constant: bool,
}
