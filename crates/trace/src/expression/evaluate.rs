//! The value of an expression in a state.

use ir::{DebugType, LocId, TypeId};

use super::parser::Expression;
use super::value::{At, Scalar, Ty, Value, integer, wrapped};
use crate::cells::{self, Cell, Pointer};
use crate::naming::View;
use crate::render::World;
use crate::render::containers::{Place, Style};
use crate::types::Types;

/// More of a value is not looked at.
const VALUE_BYTES_MAX: u64 = 1 << 20;
/// Structs that merely wrap another value, within each other.
const WRAPPERS_MAX: u32 = 16;

/// Evaluates expressions in one state, as seen from a place in the code.
pub(crate) struct Evaluator<'v> {
    pub view: View<'v>,
    /// Which of the copies of functions that a frame holds.
    pub loc: LocId,
}

/// The value of an expression, to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    pub ty: String,
    pub value: String,
    /// In hexadecimal, if it is an integer.
    pub hexadecimal: Option<String>,
    /// It is not zero, if that can be said.
    pub truth: Option<bool>,
}

impl<'v> Evaluator<'v> {
    pub(super) fn types(&self) -> Types<'v> {
        Types::new(self.view.program())
    }

    pub(crate) fn is_type(&self, name: &str) -> bool {
        self.named_type(name).is_some() && self.name(name).is_err()
    }

    pub(crate) fn show(&self, expression: &Expression) -> Result<Printed, String> {
        let value = self.value(expression)?;
        let scalar = self.scalar(&value).ok();
        let hexadecimal = match &scalar {
            Some(Scalar::Integer { value, bits, .. }) => Some(format!("{:#x}", wrapped(*value, *bits, false))),
            _ => None,
        };
        let truth = scalar.map(|scalar| scalar.is_true());
        Ok(Printed { ty: self.type_name(&value.ty), value: self.text(&value)?, hexadecimal, truth })
    }

    /// The names of the members that a value has, or what it points to.
    pub(crate) fn members(&self, expression: &Expression, arrow: bool) -> Result<Vec<String>, String> {
        let value = self.value(expression)?;
        let value = if arrow { self.follow(value)? } else { value };
        let Ty::Known(ty) = value.ty else { return Ok(Vec::new()) };
        let DebugType::Struct { fields, .. } = self.types().resolved(ty) else { return Ok(Vec::new()) };
        Ok(self.types().fields(fields).into_iter().map(|field| field.name).collect())
    }

    fn value(&self, expression: &Expression) -> Result<Value, String> {
        match expression {
            Expression::Integer(value, bits, signed) => {
                Ok(Scalar::Integer { value: (*value).into(), bits: *bits, signed: *signed }.value())
            }
            Expression::Float(value) => Ok(Scalar::Float(*value).value()),
            Expression::Name(name) => self.name(name),
            Expression::Block(number) => self.block(*number),
            Expression::Member(of, name) => self.member(self.value(of)?, name),
            Expression::Arrow(of, name) => self.arrow(self.value(of)?, name),
            Expression::Index(of, index) => self.index(self.value(of)?, self.value(index)?),
            Expression::Unary(sign, of) => self.unary(sign, self.value(of)?),
            Expression::Binary("&&", a, b) => Ok(Value::truth(self.truth(a)? && self.truth(b)?)),
            Expression::Binary("||", a, b) => Ok(Value::truth(self.truth(a)? || self.truth(b)?)),
            Expression::Binary(sign, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.binary(sign, self.scalar(&a)?, self.scalar(&b)?)
            }
            Expression::Conditional(condition, yes, no) => match self.truth(condition)? {
                true => self.value(yes),
                false => self.value(no),
            },
            Expression::Cast(ty, of) => self.cast(self.type_called(ty)?, self.value(of)?),
            Expression::SizeOfType(ty) => Ok(size(self.bytes_of(&self.type_called(ty)?))),
            Expression::SizeOf(of) => Ok(size(self.bytes_of(&self.value(of)?.ty))),
        }
    }

    fn truth(&self, expression: &Expression) -> Result<bool, String> {
        Ok(self.scalar(&self.value(expression)?)?.is_true())
    }

    pub(super) fn bytes_of(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Known(ty) => self.types().bytes(*ty),
            Ty::Pointer(_) | Ty::Float => 8,
            Ty::Integer { bits, .. } => u64::from(bits.div_ceil(8)),
        }
    }

    fn cells(&self, value: &Value) -> Result<Vec<Cell>, String> {
        let (object, offset) = match &value.at {
            At::Nowhere(cells) => return Ok(cells.clone()),
            At::Memory { object, offset } => (*object, *offset),
        };
        let bytes = self.bytes_of(&value.ty);
        if bytes > VALUE_BYTES_MAX {
            return Err(format!("the value has {bytes} bytes, which is too much to show; a part of it can be"));
        }
        let bytes = u32::try_from(bytes.max(1)).unwrap_or(u32::MAX);
        let facts = self.view.object(object).ok_or("nothing is there")?;
        if !facts.alive {
            return Err(format!("{} does not exist any more", self.place(object, offset)));
        }
        let cells = self.view.cells(object, offset, bytes);
        match cells.len() < bytes as usize {
            true => Err(format!("{} is outside of it ({} bytes)", self.place(object, offset), facts.bytes)),
            false => Ok(cells),
        }
    }

    fn place(&self, object: u32, offset: u32) -> String {
        let cells = super::value::pointer_cells(object, offset);
        let text = self.view.renderer().pointer(TypeId(0), &cells);
        text.strip_prefix('&').unwrap_or(&text).to_string()
    }

    fn block(&self, number: u32) -> Result<Value, String> {
        let blocks = &self.view.known.blocks;
        let found = blocks.iter().find(|(_, block)| block.number == number);
        let (object, block) = found.ok_or_else(|| format!("there is no heap block #{number}"))?;
        match block.ty {
            TypeId(0) => {
                let pointer = Pointer { object: *object, offset: 0, high: 0 };
                Ok(Scalar::Pointer { to: Ty::Known(TypeId(0)), pointer: Some(pointer) }.value())
            }
            ty => Ok(Value::memory(Ty::Known(ty), *object, 0)),
        }
    }

    /// What a struct merely wraps, as `std::atomic<int>` does.
    fn unwrapped(&self, mut value: Value) -> Value {
        for _ in 0..WRAPPERS_MAX {
            let Ty::Known(ty) = value.ty else { break };
            let Some(only) = self.types().wrapped(ty) else { break };
            match self.part(&value, only.ty, only.at_bit, None) {
                Ok(inner) => value = inner,
                Err(_) => break,
            }
        }
        value
    }

    /// A value that operators can work on.
    fn scalar(&self, value: &Value) -> Result<Scalar, String> {
        let value = &self.unwrapped(value.clone());
        if let Some((at_bit, bits)) = value.field {
            let found = cells::bits(&self.cells(value)?, at_bit, bits).ok_or(UNDEFINED)?;
            let signed = self.is_signed(&value.ty);
            return Ok(Scalar::Integer { value: wrapped(found.cast_signed(), bits, signed), bits: 32, signed: true });
        }
        if let Ty::Known(ty) = value.ty
            && let DebugType::Array { of, .. } = self.types().resolved(ty)
        {
            return match value.at {
                At::Memory { object, offset } => {
                    Ok(Scalar::Pointer { to: Ty::Known(*of), pointer: Some(Pointer { object, offset, high: 0 }) })
                }
                At::Nowhere(_) => Err("an array without an address cannot be used so".into()),
            };
        }
        let cells = self.cells(value)?;
        let to = match &value.ty {
            Ty::Pointer(to) => Some((**to).clone()),
            Ty::Known(ty) => match self.types().resolved(*ty) {
                DebugType::Pointer { to } => Some(Ty::Known(*to)),
                _ => None,
            },
            _ => None,
        };
        if cells::is_undefined(&cells) {
            return Err(UNDEFINED.into());
        }
        if let Some(pointer) = cells::pointer(&cells) {
            return Ok(Scalar::Pointer { to: to.unwrap_or(Ty::Known(TypeId(0))), pointer: Some(pointer) });
        }
        match to {
            Some(to) if cells::number(&cells) == 0 => return Ok(Scalar::Pointer { to, pointer: None }),
            Some(_) => return whole(&cells, 64, false),
            None => {}
        }
        match &value.ty {
            Ty::Float => float(&cells, 64),
            Ty::Integer { bits, signed } => whole(&cells, *bits, *signed),
            Ty::Pointer(_) => whole(&cells, 64, false),
            Ty::Known(ty) => match self.types().resolved(*ty) {
                DebugType::Float { bits, .. } => float(&cells, *bits),
                DebugType::Integer { bits, signed, .. } | DebugType::Character { bits, signed } => {
                    whole(&cells, *bits, *signed)
                }
                DebugType::Boolean { bits } => whole(&cells, *bits, false),
                DebugType::Enum { bits, .. } => whole(&cells, *bits, true),
                _ => Err(format!("{} is no number and no pointer", self.type_name(&value.ty))),
            },
        }
    }

    fn is_signed(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Integer { signed, .. } => *signed,
            Ty::Known(ty) => match self.types().resolved(*ty) {
                DebugType::Integer { signed, .. } | DebugType::Character { signed, .. } => *signed,
                _ => false,
            },
            _ => true,
        }
    }

    fn unary(&self, sign: &str, of: Value) -> Result<Value, String> {
        if sign == "&" {
            return match (of.at, of.field) {
                (At::Memory { object, offset }, None) => {
                    Ok(Scalar::Pointer { to: of.ty, pointer: Some(Pointer { object, offset, high: 0 }) }.value())
                }
                _ => Err("it has no address: it lives in a register, or is a bit-field or a result".into()),
            };
        }
        if sign == "*" {
            return self.follow(of);
        }
        Ok(match (sign, self.scalar(&of)?) {
            ("!", scalar) => Value::truth(!scalar.is_true()),
            ("-", Scalar::Float(value)) => Scalar::Float(-value).value(),
            ("+", Scalar::Float(value)) => Scalar::Float(value).value(),
            (sign, Scalar::Integer { value, bits, signed }) => {
                let (bits, signed) = promoted(bits, signed);
                let value = match sign {
                    "-" => value.wrapping_neg(),
                    "~" => !value,
                    _ => value,
                };
                Scalar::Integer { value: wrapped(value, bits, signed), bits, signed }.value()
            }
            (sign, _) => return Err(format!("`{sign}` needs a number")),
        })
    }

    /// What a pointer points to; also one that owns something.
    fn follow(&self, value: Value) -> Result<Value, String> {
        if let Ty::Known(ty) = value.ty
            && let Some(held) = self.owned(&value, ty)?
        {
            return Ok(held);
        }
        match self.scalar(&value)? {
            Scalar::Pointer { pointer: None, .. } => Err("the pointer is null".into()),
            Scalar::Pointer { to, pointer: Some(Pointer { object, offset, .. }) } => {
                let to = match (&to, self.view.known.blocks.get(&object)) {
                    // A block may be known better than the pointer to it.
                    (Ty::Known(ty), Some(block)) if self.bytes_of(&to) == 0 && *ty != block.ty && offset == 0 => {
                        Ty::Known(block.ty)
                    }
                    _ => to,
                };
                match self.bytes_of(&to) {
                    0 => Err("nothing is known about what is there; cast the pointer first".into()),
                    _ => Ok(Value::memory(to, object, offset)),
                }
            }
            _ => Err(format!("{} is no pointer", self.type_name(&value.ty))),
        }
    }

    /// What a `std::unique_ptr`, `std::shared_ptr` or `std::optional` holds.
    fn owned(&self, value: &Value, ty: TypeId) -> Result<Option<Value>, String> {
        let view = &self.view;
        if !crate::render::containers::is_container(self.types(), ty) {
            return Ok(None);
        }
        let cells = self.cells(value)?;
        let contents = view.renderer().contents(ty, &cells);
        let owns = |style| matches!(style, Style::Pointer | Style::Shared | Style::Weak | Style::Optional);
        let Some(contents) = contents.filter(|contents| owns(contents.style)) else { return Ok(None) };
        match contents.elements.first() {
            Some(element) => self.element(value, element.ty, element.place).map(Some),
            None => Err("it holds nothing".into()),
        }
    }

    fn element(&self, whole: &Value, ty: TypeId, place: Place) -> Result<Value, String> {
        match place {
            Place::Inside(at) => self.part(whole, ty, at as u64 * 8, None),
            Place::At(pointer) => Ok(Value::memory(Ty::Known(ty), pointer.object, pointer.offset)),
            Place::Bit(..) => {
                let cells = self.view.renderer().cells_at(&self.cells(whole)?, place, ty);
                Ok(Value::bytes(Ty::Known(ty), cells))
            }
        }
    }

    pub(super) fn arrow(&self, value: Value, name: &str) -> Result<Value, String> {
        self.member(self.follow(value)?, name)
    }

    fn member(&self, value: Value, name: &str) -> Result<Value, String> {
        let Ty::Known(ty) = value.ty else { return Err(format!("{} has no members", self.type_name(&value.ty))) };
        match self.types().resolved(ty) {
            DebugType::Struct { fields, .. } => {
                let fields = self.types().fields(fields);
                let field = fields.iter().find(|field| field.name == name);
                let field = field.ok_or_else(|| {
                    let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
                    format!("{} has no member `{name}`; it has {}", self.type_name(&value.ty), names.join(", "))
                })?;
                self.part(&value, field.ty, field.at_bit, field.bits)
            }
            // A reference, or somebody who takes an arrow for a dot.
            DebugType::Pointer { .. } => self.member(self.follow(value)?, name),
            _ => Err(format!("{} has no members", self.type_name(&value.ty))),
        }
    }

    /// A part of a value.
    fn part(&self, whole: &Value, ty: TypeId, at_bit: u64, bits: Option<u32>) -> Result<Value, String> {
        let from = at_bit / 8;
        let field = bits.map(|bits| (at_bit % 8, bits));
        let at = match &whole.at {
            At::Memory { object, offset } => {
                let from = u32::try_from(from).ok().and_then(|from| offset.checked_add(from));
                At::Memory { object: *object, offset: from.ok_or("it is too far away")? }
            }
            At::Nowhere(cells) => {
                let from = usize::try_from(from).unwrap_or(usize::MAX);
                At::Nowhere(cells.get(from..).unwrap_or(&[]).to_vec())
            }
        };
        Ok(Value { ty: Ty::Known(ty), at, field })
    }

    fn index(&self, of: Value, index: Value) -> Result<Value, String> {
        if let Ty::Known(ty) = of.ty {
            if let DebugType::Array { of: element, count } = self.types().resolved(ty) {
                let (element, count) = (*element, *count);
                let Scalar::Integer { value: nth, .. } = self.scalar(&index)? else {
                    return Err("an index is a number".into());
                };
                let nth = u64::try_from(nth).ok().filter(|nth| *nth < count || count == 0);
                let nth = nth.ok_or_else(|| format!("the array has {count} elements"))?;
                let at_bit = self.types().bytes(element).checked_mul(nth).and_then(|bytes| bytes.checked_mul(8));
                return self.part(&of, element, at_bit.ok_or("it is too far away")?, None);
            }
            if let Some(element) = self.in_container(&of, ty, &index)? {
                return Ok(element);
            }
        }
        let (of, index) = (self.scalar(&of)?, self.scalar(&index)?);
        self.follow(self.binary("+", of, index)?)
    }

    /// An element of a container, by its key or else by its place.
    fn in_container(&self, of: &Value, ty: TypeId, index: &Value) -> Result<Option<Value>, String> {
        let renderer = self.view.renderer();
        if !crate::render::containers::is_container(self.types(), ty) {
            return Ok(None);
        }
        let cells = self.cells(of)?;
        let Some(contents) = renderer.contents(ty, &cells) else { return Ok(None) };
        if contents.elements.iter().any(|element| element.key.is_some()) {
            let wanted = self.text(index)?;
            let key = |(ty, place)| renderer.held(&cells, ty, place, 1);
            let found = contents.elements.iter().find(|element| element.key.map(key).as_ref() == Some(&wanted));
            let found = found.ok_or_else(|| format!("it has nothing under {wanted}"))?;
            return self.element(of, found.ty, found.place).map(Some);
        }
        let Scalar::Integer { value: nth, .. } = self.scalar(index)? else { return Err("an index is a number".into()) };
        let element = usize::try_from(nth).ok().and_then(|nth| contents.elements.get(nth));
        let element = element.ok_or_else(|| format!("it has {} elements", contents.count))?;
        self.element(of, element.ty, element.place).map(Some)
    }

    fn cast(&self, ty: Ty, of: Value) -> Result<Value, String> {
        let plain = match &ty {
            Ty::Known(known) => match self.types().resolved(*known) {
                DebugType::Integer { bits, signed, .. } | DebugType::Character { bits, signed } => {
                    Some(Ty::Integer { bits: *bits, signed: *signed })
                }
                DebugType::Enum { bits, .. } => Some(Ty::Integer { bits: *bits, signed: true }),
                DebugType::Float { .. } => Some(Ty::Float),
                DebugType::Pointer { to } => Some(Ty::Pointer(Ty::Known(*to).into())),
                DebugType::Boolean { .. } => return Ok(Value::truth(self.scalar(&of)?.is_true())),
                _ => None,
            },
            other => Some(other.clone()),
        };
        let mut value = match (plain, self.scalar(&of)?) {
            (Some(Ty::Integer { bits, signed }), Scalar::Integer { value, .. }) => {
                Scalar::Integer { value: wrapped(value, bits, signed), bits, signed }.value()
            }
            #[expect(clippy::cast_possible_truncation, reason = "that is what the cast means")]
            (Some(Ty::Integer { bits, signed }), Scalar::Float(value)) => {
                Scalar::Integer { value: wrapped(value as i128, bits, signed), bits, signed }.value()
            }
            (Some(Ty::Integer { bits: 64, .. }), Scalar::Pointer { to, pointer }) => {
                Scalar::Pointer { to, pointer }.value()
            }
            (Some(Ty::Float), scalar) => Scalar::Float(number(&scalar).ok_or("a pointer is no number")?).value(),
            (Some(Ty::Pointer(to)), Scalar::Pointer { pointer, .. }) => Scalar::Pointer { to: *to, pointer }.value(),
            (Some(Ty::Pointer(to)), Scalar::Integer { value, .. }) => match value {
                0 => Scalar::Pointer { to: *to, pointer: None }.value(),
                _ => Scalar::Integer { value: wrapped(value, 64, false), bits: 64, signed: false }.value(),
            },
            _ => return Err(format!("it cannot be taken for {}", self.type_name(&ty))),
        };
        value.ty = ty;
        Ok(value)
    }

    fn binary(&self, sign: &'static str, a: Scalar, b: Scalar) -> Result<Value, String> {
        match (a, b) {
            (Scalar::Integer { value: a, bits: m, signed: s }, Scalar::Integer { value: b, bits: n, signed: t }) => {
                integers(sign, (a, m, s), (b, n, t))
            }
            (Scalar::Pointer { to, pointer }, Scalar::Integer { value, .. }) => match (sign, value) {
                ("==" | "!=", 0) => Ok(Value::truth(pointer.is_none() == (sign == "=="))),
                ("+" | "-", by) => self.moved(to, pointer, if sign == "-" { by.wrapping_neg() } else { by }),
                _ => Err(format!("`{sign}` does not work on a pointer and a number")),
            },
            (Scalar::Integer { value, .. }, Scalar::Pointer { to, pointer }) => match (sign, value) {
                ("==" | "!=", 0) => Ok(Value::truth(pointer.is_none() == (sign == "=="))),
                ("+", by) => self.moved(to, pointer, by),
                _ => Err(format!("`{sign}` does not work on a number and a pointer")),
            },
            (Scalar::Pointer { to, pointer: a }, Scalar::Pointer { pointer: b, .. }) => self.pointers(sign, &to, a, b),
            (a, b) => {
                let numbers = number(&a).zip(number(&b));
                let (a, b) = numbers.ok_or_else(|| format!("`{sign}` does not work on a pointer and a float"))?;
                floats(sign, a, b)
            }
        }
    }

    /// A pointer so many elements further.
    fn moved(&self, to: Ty, pointer: Option<Pointer>, by: i128) -> Result<Value, String> {
        let pointer = pointer.ok_or("the pointer is null")?;
        let bytes = by.checked_mul(i128::from(self.bytes_of(&to).max(1)));
        let offset = bytes.and_then(|bytes| i128::from(pointer.offset).checked_add(bytes));
        let offset = offset.and_then(|offset| u32::try_from(offset).ok()).ok_or("it is too far away")?;
        Ok(Scalar::Pointer { to, pointer: Some(Pointer { offset, ..pointer }) }.value())
    }

    fn pointers(&self, sign: &str, to: &Ty, a: Option<Pointer>, b: Option<Pointer>) -> Result<Value, String> {
        let same = a.map(|p| p.object) == b.map(|p| p.object);
        let offset = |pointer: Option<Pointer>| i128::from(pointer.map_or(0, |p| p.offset));
        let (x, y) = (offset(a), offset(b));
        let truth = match sign {
            "==" => a == b,
            "!=" => a != b,
            _ if !same => return Err(format!("`{sign}` needs pointers into the same object")),
            "<" => x < y,
            "<=" => x <= y,
            ">" => x > y,
            ">=" => x >= y,
            "-" => {
                let value = (x - y) / i128::from(self.bytes_of(to).max(1));
                return Ok(Scalar::Integer { value, bits: 64, signed: true }.value());
            }
            _ => return Err(format!("`{sign}` does not work on pointers")),
        };
        Ok(Value::truth(truth))
    }

    fn text(&self, value: &Value) -> Result<String, String> {
        let cells = self.cells(value)?;
        let renderer = self.view.renderer();
        Ok(match &value.ty {
            Ty::Known(ty) => match value.field {
                Some((at_bit, bits)) => renderer.bit_field(*ty, &cells, at_bit, bits),
                None => renderer.value(*ty, &cells),
            },
            Ty::Pointer(to) => match &**to {
                Ty::Known(to) => renderer.pointer(*to, &cells),
                _ => renderer.pointer(TypeId(0), &cells),
            },
            Ty::Integer { .. } if cells.iter().any(|cell| cell.object != 0) => renderer.pointer(TypeId(0), &cells),
            Ty::Integer { bits, signed } => match integer(&cells, *bits, *signed) {
                Some(value) => value.to_string(),
                None => "?".into(),
            },
            Ty::Float => match float(&cells, 64)? {
                Scalar::Float(value) => value.to_string(),
                _ => "?".into(),
            },
        })
    }

    fn type_name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Known(ty) => self.types().spelt(*ty),
            Ty::Pointer(to) => format!("{} *", self.type_name(to)).replace("* *", "**"),
            Ty::Integer { bits, signed } => {
                let name = match bits {
                    8 => "char",
                    16 => "short",
                    32 => "int",
                    64 => "long",
                    _ => "__int128",
                };
                if *signed { name.into() } else { format!("unsigned {name}") }
            }
            Ty::Float => "double".into(),
        }
    }
}

const UNDEFINED: &str = "it is undefined, so nothing can be computed from it";

fn size(bytes: u64) -> Value {
    Scalar::Integer { value: bytes.into(), bits: 64, signed: false }.value()
}

fn whole(cells: &[Cell], bits: u32, signed: bool) -> Result<Scalar, String> {
    let value = integer(cells, bits, signed).ok_or(UNDEFINED)?;
    Ok(Scalar::Integer { value, bits, signed })
}

fn float(cells: &[Cell], bits: u32) -> Result<Scalar, String> {
    let number = cells::number(cells);
    match (bits, u32::try_from(number), u64::try_from(number)) {
        (32, Ok(bits), _) => Ok(Scalar::Float(f32::from_bits(bits).into())),
        (64, _, Ok(bits)) => Ok(Scalar::Float(f64::from_bits(bits))),
        _ => Err("such floats can be printed, but not computed with".into()),
    }
}

#[expect(clippy::cast_precision_loss, reason = "that is what the conversion does in C")]
fn number(scalar: &Scalar) -> Option<f64> {
    match scalar {
        Scalar::Integer { value, .. } => Some(*value as f64),
        Scalar::Float(value) => Some(*value),
        Scalar::Pointer { .. } => None,
    }
}

/// What C makes of small integers before it computes with them.
fn promoted(bits: u32, signed: bool) -> (u32, bool) {
    if bits < 32 { (32, true) } else { (bits, signed) }
}

fn integers(
    sign: &str,
    (a, a_bits, a_signed): (i128, u32, bool),
    (b, b_bits, b_signed): (i128, u32, bool),
) -> Result<Value, String> {
    let ((m, s), (n, t)) = (promoted(a_bits, a_signed), promoted(b_bits, b_signed));
    let bits = m.max(n);
    let signed = (s || m < bits) && (t || n < bits);
    let (x, y) = (wrapped(a, bits, signed), wrapped(b, bits, signed));
    let shift = || u32::try_from(b).ok().filter(|by| *by < m).ok_or(format!("`{sign}` by {b} has no meaning"));
    let value = match sign {
        "==" => return Ok(Value::truth(x == y)),
        "!=" => return Ok(Value::truth(x != y)),
        "<" => return Ok(Value::truth(x < y)),
        "<=" => return Ok(Value::truth(x <= y)),
        ">" => return Ok(Value::truth(x > y)),
        ">=" => return Ok(Value::truth(x >= y)),
        "<<" => return Ok(Scalar::Integer { value: wrapped(a << shift()?, m, s), bits: m, signed: s }.value()),
        ">>" => return Ok(Scalar::Integer { value: wrapped(a, m, s) >> shift()?, bits: m, signed: s }.value()),
        "+" => x.wrapping_add(y),
        "-" => x.wrapping_sub(y),
        "*" => x.wrapping_mul(y),
        "/" | "%" if y == 0 => return Err("division by zero".into()),
        "/" => x.wrapping_div(y),
        "%" => x.wrapping_rem(y),
        "&" => x & y,
        "|" => x | y,
        "^" => x ^ y,
        _ => return Err(format!("`{sign}` does not work on numbers")),
    };
    Ok(Scalar::Integer { value: wrapped(value, bits, signed), bits, signed }.value())
}

fn floats(sign: &str, a: f64, b: f64) -> Result<Value, String> {
    let value = match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "==" => return Ok(Value::truth(a == b)),
        "!=" => return Ok(Value::truth(a != b)),
        "<" => return Ok(Value::truth(a < b)),
        "<=" => return Ok(Value::truth(a <= b)),
        ">" => return Ok(Value::truth(a > b)),
        ">=" => return Ok(Value::truth(a >= b)),
        _ => return Err(format!("`{sign}` does not work on floats")),
    };
    Ok(Scalar::Float(value).value())
}
