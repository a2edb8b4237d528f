//! What an expression stands for: a place in memory or bytes, and a type.

use ir::TypeId;

use crate::cells::{self, Cell, Pointer};

/// A type of the program, or one that an operator makes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    Known(TypeId),
    Pointer(Box<Ty>),
    Integer { bits: u32, signed: bool },
    Float,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum At {
    Memory { object: u32, offset: u32 },
    Nowhere(Vec<Cell>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub ty: Ty,
    pub at: At,
    /// It is a bit-field: so many bits from this one on.
    pub field: Option<(u64, u32)>,
}

/// A value that operators work on.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scalar {
    Integer {
        value: i128,
        bits: u32,
        signed: bool,
    },
    Float(f64),
    /// None: null.
    Pointer {
        to: Ty,
        pointer: Option<Pointer>,
    },
}

impl Value {
    pub(super) fn memory(ty: Ty, object: u32, offset: u32) -> Value {
        Value { ty, at: At::Memory { object, offset }, field: None }
    }

    pub(super) fn bytes(ty: Ty, cells: Vec<Cell>) -> Value {
        Value { ty, at: At::Nowhere(cells), field: None }
    }

    pub(super) fn truth(truth: bool) -> Value {
        Scalar::Integer { value: truth.into(), bits: 32, signed: true }.value()
    }
}

impl Scalar {
    pub(super) fn is_true(&self) -> bool {
        match self {
            Scalar::Integer { value, .. } => *value != 0,
            Scalar::Float(value) => *value != 0.0,
            Scalar::Pointer { pointer, .. } => pointer.is_some(),
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Scalar::Integer { value, bits, signed } => {
                let bytes = value.to_le_bytes();
                let length = usize::try_from(bits.div_ceil(8)).unwrap_or(8).min(bytes.len());
                Value::bytes(Ty::Integer { bits, signed }, plain(&bytes[..length]))
            }
            Scalar::Float(value) => Value::bytes(Ty::Float, plain(&value.to_le_bytes())),
            Scalar::Pointer { to, pointer } => {
                let cells = pointer.map_or_else(|| plain(&[0; 8]), |p| pointer_cells(p.object, p.offset).to_vec());
                Value::bytes(Ty::Pointer(to.into()), cells)
            }
        }
    }
}

fn plain(bytes: &[u8]) -> Vec<Cell> {
    bytes.iter().map(|byte| Cell { byte: *byte, ..Cell::default() }).collect()
}

/// The cells of a pointer.
pub(super) fn pointer_cells(object: u32, offset: u32) -> [Cell; 8] {
    let bits = u64::from(object) << 32 | u64::from(offset);
    let bytes = bits.to_le_bytes();
    std::array::from_fn(|i| match u8::try_from(i) {
        Ok(nth) if nth > 0 => Cell { byte: bytes[i], undef: 0, object, pointer_byte: nth },
        _ => Cell { byte: bytes[i], ..Cell::default() },
    })
}

/// Cuts a number to so many bits.
pub(super) fn wrapped(value: i128, bits: u32, signed: bool) -> i128 {
    let unused = 128 - bits.clamp(1, 128);
    match signed {
        true => value << unused >> unused,
        false => (value.cast_unsigned() << unused >> unused).cast_signed(),
    }
}

/// The number that cells hold; None if it is not all defined.
pub(super) fn integer(cells: &[Cell], bits: u32, signed: bool) -> Option<i128> {
    let defined = !cells::is_undefined(cells);
    defined.then(|| wrapped(cells::number(cells).cast_signed(), bits, signed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cut() {
        assert_eq!(wrapped(255, 8, true), -1);
        assert_eq!(wrapped(-1, 8, false), 255);
        assert_eq!(wrapped(-1, 128, true), -1);
        assert_eq!(wrapped(1 << 40, 32, true), 0);
    }

    #[test]
    fn pointers_are_recognised_again() {
        let found = cells::pointer(&pointer_cells(70_000, 12)).unwrap();
        assert_eq!((found.object, found.offset, found.high), (70_000, 12, 0));
    }
}
