//! What lowering needs to know about LLVM's types.

use std::cell::RefCell;

use ahash::AHashMap;

use crate::llvm::{Layout, Type, type_kind as kind};
use crate::load::X86_64_LAYOUT;
use crate::program::{Scalar, Shape};

/// An object's offsets have 32 bits; larger types cannot be objects.
const BYTES_MAX: u64 = 1 << 31;

/// Values in registers are small; a larger one is not something a compiler emits.
const WORDS_MAX: u64 = 1 << 13;

const INT_BITS_MAX: u32 = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Void,
    Scalar(Scalar),
    Vector(Shape),
    /// A struct or an array.
    Aggregate,
}

impl Class {
    /// The shape of a scalar or vector.
    pub(crate) fn shape(self) -> Option<Shape> {
        match self {
            Class::Scalar(lane) => Some(Shape { lane, lanes: 1 }),
            Class::Vector(shape) => Some(shape),
            _ => None,
        }
    }
}

pub(crate) struct Types {
    layout: Layout,
    /// Sizes of the aggregates that passed the checks.
    checked: RefCell<AHashMap<Type, Result<u64, String>>>,
}

impl Types {
    pub(crate) fn new() -> Types {
        Types { layout: Layout::new(X86_64_LAYOUT), checked: RefCell::new(AHashMap::new()) }
    }

    /// The class of a type that we can handle, or its name.
    pub(crate) fn class(&self, ty: Type) -> Result<Class, String> {
        let scalar = match ty.kind() {
            kind::VOID => return Ok(Class::Void),
            kind::STRUCT | kind::ARRAY => {
                self.bytes(ty)?;
                return Ok(Class::Aggregate);
            }
            kind::VECTOR => {
                let Class::Scalar(lane) = self.class(ty.element())? else {
                    return Err(unsupported(ty));
                };
                let lanes = ty.vector_length();
                let bits = u64::from(lane.bits()) * u64::from(lanes);
                if bits > WORDS_MAX * 64 {
                    return Err(unsupported(ty));
                }
                return Ok(Class::Vector(Shape { lane, lanes }));
            }
            kind::INTEGER if ty.int_bits() <= INT_BITS_MAX => Scalar::Int(ty.int_bits()),
            kind::POINTER if ty.address_space() == 0 => Scalar::Pointer,
            kind::HALF => Scalar::Half,
            kind::BFLOAT => Scalar::BFloat,
            kind::FLOAT => Scalar::Float,
            kind::DOUBLE => Scalar::Double,
            kind::X86_FP80 => Scalar::X86Fp80,
            kind::FP128 => Scalar::Fp128,
            _ => return Err(unsupported(ty)),
        };
        Ok(Class::Scalar(scalar))
    }

    pub(crate) fn shape(&self, ty: Type) -> Result<Shape, String> {
        self.class(ty)?.shape().ok_or_else(|| unsupported(ty))
    }

    /// The width of an integer or pointer of at most 64 bits.
    pub(crate) fn narrow_int(&self, ty: Type) -> Option<u32> {
        match self.class(ty) {
            Ok(Class::Scalar(Scalar::Int(bits))) if bits <= 64 => Some(bits),
            Ok(Class::Scalar(Scalar::Pointer)) => Some(64),
            _ => None,
        }
    }

    /// The width of a float that the host has.
    pub(crate) fn host_float(&self, ty: Type) -> Option<u32> {
        match self.class(ty) {
            Ok(Class::Scalar(Scalar::Float)) => Some(32),
            Ok(Class::Scalar(Scalar::Double)) => Some(64),
            _ => None,
        }
    }

    /// How many words a value takes.
    pub(crate) fn words(&self, ty: Type) -> Result<u32, String> {
        let words = match self.class(ty)? {
            Class::Void => 0,
            Class::Scalar(scalar) => u64::from(scalar.bits().div_ceil(64)),
            Class::Vector(shape) => u64::from(shape.words()),
            Class::Aggregate => self.layout.alloc_bytes(ty).div_ceil(8),
        };
        if words > WORDS_MAX {
            return Err(unsupported(ty));
        }
        Ok(words as u32)
    }

    /// How many bits of its words a value uses.
    pub(crate) fn value_bits(&self, ty: Type) -> Result<u32, String> {
        Ok(match self.class(ty)? {
            Class::Void => 0,
            Class::Scalar(scalar) => scalar.bits(),
            Class::Vector(shape) => shape.bits(),
            Class::Aggregate => (self.words(ty)? * 64).min(self.layout.alloc_bytes(ty) as u32 * 8),
        })
    }

    /// Size in memory, with the padding at its end.
    pub(crate) fn bytes(&self, ty: Type) -> Result<u64, String> {
        if let Some(known) = self.checked.borrow().get(&ty) {
            return known.clone();
        }
        let size = self.check(ty);
        self.checked.borrow_mut().insert(ty, size.clone());
        size
    }

    /// LLVM computes sizes modulo 2^64 and ends the process on some types, so the parts are
    /// checked before LLVM is asked about the whole.
    fn check(&self, ty: Type) -> Result<u64, String> {
        let bound = match ty.kind() {
            kind::ARRAY => {
                let element = self.bytes(ty.element())?;
                element.checked_mul(ty.array_length())
            }
            kind::STRUCT => {
                if !ty.is_sized() {
                    return Err(unsupported(ty));
                }
                let mut sum = Some(0u64);
                for field in 0..ty.struct_fields() {
                    let bytes = self.bytes(ty.struct_field(field))?;
                    sum = sum.and_then(|s| s.checked_add(bytes));
                }
                sum
            }
            kind::VOID | kind::FUNCTION => return Err(unsupported(ty)),
            _ => {
                self.class(ty)?;
                Some(0)
            }
        };
        match bound {
            Some(bytes) if bytes <= BYTES_MAX => Ok(self.layout.alloc_bytes(ty)),
            _ => Err(format!("objects larger than {BYTES_MAX} bytes")),
        }
    }

    /// How many bytes a store of the type writes.
    pub(crate) fn store_bytes(&self, ty: Type) -> Result<u32, String> {
        self.bytes(ty)?;
        Ok(self.layout.store_bytes(ty) as u32)
    }

    pub(crate) fn align(&self, ty: Type) -> Result<u32, String> {
        self.bytes(ty)?;
        Ok(self.layout.align(ty))
    }

    /// Byte offset and type of a part of a struct or array.
    pub(crate) fn part(&self, ty: Type, index: u64) -> Result<(u64, Type), String> {
        match ty.kind() {
            kind::STRUCT => {
                self.bytes(ty)?;
                let field = u32::try_from(index).ok().filter(|i| *i < ty.struct_fields());
                let field = field.ok_or_else(|| unsupported(ty))?;
                Ok((self.layout.field_offset(ty, field), ty.struct_field(field)))
            }
            kind::ARRAY | kind::VECTOR => {
                let element = ty.element();
                Ok((self.bytes(element)?.wrapping_mul(index), element))
            }
            _ => Err(unsupported(ty)),
        }
    }

    pub(crate) fn is_struct(&self, ty: Type) -> bool {
        ty.kind() == kind::STRUCT
    }

    pub(crate) fn is_array(&self, ty: Type) -> bool {
        ty.kind() == kind::ARRAY
    }

    pub(crate) fn is_vector(&self, ty: Type) -> bool {
        ty.kind() == kind::VECTOR
    }

    /// A text that is equal for equal types, whatever their structs are called.
    pub(crate) fn signature(&self, ty: Type) -> String {
        let mut text = String::new();
        describe(ty, &mut text);
        text
    }
}

impl Types {
    /// The same for a function with these parameters and no others.
    pub(crate) fn signature_of(&self, returns: Type, params: &[Type]) -> String {
        let mut text = String::new();
        describe(returns, &mut text);
        text.push('(');
        for param in params {
            describe(*param, &mut text);
            text.push(',');
        }
        text.push(')');
        text
    }
}

fn describe(ty: Type, out: &mut String) {
    match ty.kind() {
        kind::FUNCTION => {
            describe(ty.returns(), out);
            out.push('(');
            for param in ty.param_types() {
                describe(param, out);
                out.push(',');
            }
            out.push_str(if ty.is_variadic() { "...)" } else { ")" });
        }
        kind::STRUCT => {
            out.push_str(if ty.is_packed() { "<{" } else { "{" });
            for field in 0..ty.struct_fields() {
                describe(ty.struct_field(field), out);
                out.push(',');
            }
            out.push('}');
        }
        kind::ARRAY => {
            out.push_str(&format!("[{}x", ty.array_length()));
            describe(ty.element(), out);
            out.push(']');
        }
        _ => out.push_str(&ty.print()),
    }
}

fn unsupported(ty: Type) -> String {
    format!("type `{}`", ty.print())
}
