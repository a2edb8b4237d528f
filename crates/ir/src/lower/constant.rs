//! Constants: as words in the pool, as images of globals, or as ops where no word can say it.

use crate::LoadError;
use crate::link::Definition;
use crate::llvm::{Kind, Type, Value, opcode};
use crate::op::{Op, Src};
use crate::program::{Scalar, Shadow, Word};

use super::function::FunctionLowering;
use super::types::Class;
use super::{Lowering, code_object};

/// Why a constant has no value, as a text for `Unsupported`; or the input is wrong as a whole.
pub(crate) enum Trouble {
    Unsupported(String),
    Load(LoadError),
}

/// The low bits of an address that are those of the offset, wherever the object lies.
const OFFSET_BITS: u32 = 12;

impl From<String> for Trouble {
    fn from(text: String) -> Trouble {
        Trouble::Unsupported(text)
    }
}

impl From<&str> for Trouble {
    fn from(text: &str) -> Trouble {
        Trouble::Unsupported(text.into())
    }
}

impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Trouble {
        Trouble::Load(error)
    }
}

/// A constant of one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Word(Word),
    /// The address of a thread-local (its index), and bytes further on.
    ThreadLocal(u32, i64),
}

/// The bytes of a constant, with the pointers and the undefined parts in it.
#[derive(Default)]
pub(crate) struct Image {
    pub bytes: Vec<u8>,
    /// By byte offset.
    pub pointers: Vec<(u32, Word)>,
    /// In bits.
    pub undefined: Vec<std::ops::Range<u64>>,
}

impl Image {
    fn set_bits(&mut self, at_bit: u64, words: &[u64], bits: u32) {
        for (i, word) in words.iter().enumerate() {
            let count = (bits - (i as u32 * 64).min(bits)).min(64);
            let at = at_bit + i as u64 * 64;
            if at.is_multiple_of(8) && count.is_multiple_of(8) {
                let start = (at / 8) as usize;
                let len = count as usize / 8;
                self.bytes[start..start + len].copy_from_slice(&word.to_le_bytes()[..len]);
                continue;
            }
            for bit in 0..u64::from(count) {
                let place = at + bit;
                let value = (word >> bit & 1) as u8;
                self.bytes[(place / 8) as usize] |= value << (place % 8);
            }
        }
    }
}

impl Lowering {
    /// The bytes of a constant of any type.
    pub(crate) fn image(&mut self, value: Value) -> Result<Image, Trouble> {
        let bytes = self.types.bytes(value.ty())?;
        let mut image = Image { bytes: vec![0; bytes as usize], ..Image::default() };
        self.fill(&mut image, value, 0)?;
        Ok(image)
    }

    fn fill(&mut self, image: &mut Image, value: Value, at_bit: u64) -> Result<(), Trouble> {
        let ty = value.ty();
        match value.kind() {
            Kind::Zero | Kind::Null => {}
            Kind::Undef => {
                let bits = match self.types.class(ty)? {
                    Class::Aggregate => self.types.bytes(ty)? * 8,
                    _ => u64::from(self.types.value_bits(ty)?),
                };
                image.undefined.push(at_bit..at_bit + bits);
            }
            Kind::Data => {
                let data = value.raw_data();
                let start = (at_bit / 8) as usize;
                image.bytes[start..start + data.len()].copy_from_slice(data);
            }
            Kind::Int | Kind::Float => {
                let bits = self.types.value_bits(ty)?;
                let words = value.constant_words(bits);
                let words = words.ok_or_else(|| unknown(value))?;
                image.set_bits(at_bit, &words, bits);
            }
            Kind::Aggregate => return self.fill_parts(image, value, at_bit),
            Kind::Expr if value.const_opcode() == opcode::BIT_CAST => {
                return self.fill(image, value.operand(0), at_bit);
            }
            _ => match self.item(value)? {
                Item::Word(word) if word.shadow == Shadow::POINTER => {
                    if !at_bit.is_multiple_of(8) || self.types.value_bits(ty)? != 64 {
                        return Err(unknown(value).into());
                    }
                    image.pointers.push(((at_bit / 8) as u32, word));
                }
                Item::Word(word) => {
                    let bits = self.types.value_bits(ty)?;
                    image.set_bits(at_bit, &[word.bits], bits);
                }
                Item::ThreadLocal(..) => return Err(unknown(value).into()),
            },
        }
        Ok(())
    }

    fn fill_parts(&mut self, image: &mut Image, value: Value, at_bit: u64) -> Result<(), Trouble> {
        let ty = value.ty();
        if let Class::Vector(shape) = self.types.class(ty)? {
            for lane in 0..shape.lanes {
                let element = value.element(lane).ok_or_else(|| unknown(value))?;
                let at = at_bit + u64::from(lane) * u64::from(shape.lane.bits());
                self.fill(image, element, at)?;
            }
            return Ok(());
        }
        for index in 0..value.operands() {
            let (offset, _) = self.types.part(ty, u64::from(index))?;
            self.fill(image, value.operand(index), at_bit + offset * 8)?;
        }
        Ok(())
    }

    /// A scalar constant of at most 64 bits.
    fn item(&mut self, value: Value) -> Result<Item, Trouble> {
        let word = match value.kind() {
            Kind::Null | Kind::Zero => Word::int(0),
            Kind::Undef => Word::UNDEF,
            Kind::Int | Kind::Float => {
                let bits = self.types.value_bits(value.ty())?;
                let words = value.constant_words(bits);
                match words.as_deref() {
                    Some([word]) => Word::int(*word),
                    _ => return Err(unknown(value).into()),
                }
            }
            Kind::Function | Kind::Variable | Kind::Alias | Kind::IFunc => {
                return self.global_item(value);
            }
            Kind::BlockAddress => Word::int(self.block_number(value)),
            Kind::Expr => return self.expression(value),
            // A vector that is seen as a scalar.
            Kind::Aggregate | Kind::Data if self.types.value_bits(value.ty())? <= 64 => {
                let image = self.image(value)?;
                match whole_words(&image, 1).as_deref() {
                    Some([word]) => *word,
                    _ => return Err(unknown(value).into()),
                }
            }
            _ => return Err(unknown(value).into()),
        };
        Ok(Item::Word(word))
    }

    /// Pointers, each a word.
    pub(super) fn pointer_words(&mut self, values: &[Value]) -> Result<Vec<Word>, Trouble> {
        self.missing = None;
        let mut words = Vec::new();
        for value in values {
            match self.item(*value)? {
                Item::Word(word) => words.push(word),
                Item::ThreadLocal(..) => return Err(unknown(*value).into()),
            }
        }
        match self.missing.take() {
            Some(text) => Err(text.into()),
            None => Ok(words),
        }
    }

    fn global_item(&mut self, value: Value) -> Result<Item, Trouble> {
        let found = match self.link.resolve(value)? {
            Definition::Null => return Ok(Item::Word(Word::int(0))),
            Definition::Found(found) => found,
            Definition::Missing if value.kind() == Kind::Function => {
                let id = self.function_id(value);
                self.addressed.insert(id as usize);
                return Ok(Item::Word(Word::pointer(code_object(id), 0)));
            }
            Definition::Missing => {
                self.missing = Some(self.link.missing("variable", &value.name()));
                let id = self.global_id(value);
                return Ok(Item::Word(Word::pointer(id, 0)));
            }
        };
        match found.kind() {
            Kind::Alias if self.alias_depth < super::ALIAS_DEPTH_MAX => {
                self.alias_depth += 1;
                let item = self.item(found.aliasee());
                self.alias_depth -= 1;
                item
            }
            Kind::Variable if found.is_thread_local() => Ok(Item::ThreadLocal(self.thread_local_id(found), 0)),
            Kind::Variable => {
                let id = self.global_id(found);
                Ok(Item::Word(Word::pointer(id, 0)))
            }
            Kind::Function | Kind::IFunc => {
                let id = self.function_id(found);
                self.addressed.insert(id as usize);
                Ok(Item::Word(Word::pointer(code_object(id), 0)))
            }
            _ => Err(unknown(value).into()),
        }
    }

    fn expression(&mut self, value: Value) -> Result<Item, Trouble> {
        let result = self.types.class(value.ty())?;
        let Class::Scalar(Scalar::Pointer | Scalar::Int(_)) = result else {
            return Err(unknown(value).into());
        };
        let bits = self.types.value_bits(value.ty())?;
        if bits > 64 {
            return Err(unknown(value).into());
        }
        let a = self.item(value.operand(0))?;
        match value.const_opcode() {
            opcode::GEP => {
                let offset = self.constant_offset(value)?;
                offset_item(a, offset).ok_or_else(|| unknown(value).into())
            }
            opcode::PTR_TO_INT | opcode::PTR_TO_ADDR | opcode::TRUNC => {
                self.narrow(a, bits).ok_or_else(|| unknown(value).into())
            }
            opcode::INT_TO_PTR | opcode::BIT_CAST | opcode::ADDR_SPACE_CAST => Ok(a),
            opcode::ADD | opcode::SUB | opcode::XOR => {
                let b = self.item(value.operand(1))?;
                let (Item::Word(a), Item::Word(b)) = (a, b) else {
                    return Err(unknown(value).into());
                };
                combine(value.const_opcode(), a, b, bits).map(Item::Word).ok_or_else(|| unknown(value).into())
            }
            _ => Err(unknown(value).into()),
        }
    }

    /// Keeps the low bits. Of a pointer only a few are known before somebody looks at its address.
    fn narrow(&self, item: Item, bits: u32) -> Option<Item> {
        match item {
            Item::Word(word) if bits < 64 && word.shadow == Shadow::POINTER => {
                (bits <= OFFSET_BITS).then(|| Item::Word(Word::int(mask(word.bits, bits))))
            }
            Item::Word(mut word) => {
                word.bits = mask(word.bits, bits);
                Some(Item::Word(word))
            }
            local => (bits == 64).then_some(local),
        }
    }

    /// Bytes that the constant indices of a GEP add up to.
    fn constant_offset(&mut self, gep: Value) -> Result<i64, Trouble> {
        let mut ty = gep.gep_source_type();
        let mut offset = 0i64;
        for index in 1..gep.operands() {
            let operand = gep.operand(index);
            if operand.kind() != Kind::Int || operand.ty().int_bits() > 64 {
                return Err(unknown(gep).into());
            }
            let (by, next) = self.gep_step(ty, operand, index == 1)?;
            offset = offset.wrapping_add(by);
            ty = next;
        }
        Ok(offset)
    }

    /// What one constant index of a GEP adds, and the type it leads to.
    pub(crate) fn gep_step(&mut self, ty: Type, index: Value, first: bool) -> Result<(i64, Type), String> {
        let signed = index.int_signed();
        if first {
            let size = self.types.bytes(ty)? as i64;
            return Ok((size.wrapping_mul(signed), ty));
        }
        let (offset, part) = self.types.part(ty, signed as u64)?;
        Ok((offset as i64, part))
    }

    /// The operand for a constant if one exists in the pool; `None` if it takes ops.
    fn pooled(&mut self, value: Value) -> Result<Option<Src>, Trouble> {
        let ty = value.ty();
        let words = self.types.words(ty)?;
        if value.kind() == Kind::Undef {
            return Ok(Some(self.pool.words(&vec![Word::UNDEF; words.max(1) as usize])));
        }
        let narrow = matches!(self.types.class(ty)?, Class::Scalar(s) if s.bits() <= 64);
        if narrow {
            return Ok(match self.item(value)? {
                Item::Word(word) => Some(self.pool.word(word)),
                Item::ThreadLocal(..) => None,
            });
        }
        let image = self.image(value)?;
        Ok(whole_words(&image, words).map(|words| self.pool.words(&words)))
    }
}

impl FunctionLowering<'_> {
    /// The operand for a constant; emits ops where the pool cannot hold it.
    pub(super) fn constant(&mut self, value: Value) -> Result<Src, Trouble> {
        if let Some(known) = self.program.constant_cache.get(&value) {
            return Ok(*known);
        }
        self.program.missing = None;
        let pooled = match self.program.pooled(value) {
            // Sums and differences of addresses are computed when they are needed.
            Err(Trouble::Unsupported(text)) if value.kind() == Kind::Expr => {
                return self.computed(value)?.ok_or(Trouble::Unsupported(text));
            }
            pooled => pooled?,
        };
        if let Some(text) = self.program.missing.take() {
            return Err(text.into());
        }
        if let Some(src) = pooled {
            self.program.constant_cache.insert(value, src);
            return Ok(src);
        }
        let words = self.program.types.words(value.ty())?;
        let narrow = matches!(
            self.program.types.class(value.ty())?,
            Class::Scalar(s) if s.bits() <= 64
        );
        if narrow {
            let Item::ThreadLocal(index, offset) = self.program.item(value)? else {
                return Err(unknown(value).into());
            };
            let base = self.body.emit_to(1, |dst| Op::ThreadLocal { dst, index });
            return Ok(self.add_bytes(base, offset));
        }
        let image = self.program.image(value)?;
        Ok(self.build(&image, words))
    }

    /// A constant expression as ops; `None` if it is of no kind that we know.
    fn computed(&mut self, value: Value) -> Result<Option<Src>, Trouble> {
        let code = value.const_opcode();
        if code == opcode::GEP && self.program.types.is_vector(value.ty()) {
            self.vector_gep(value)?;
            let src = self.operand(value)?;
            // Where it was computed need not be where it is needed next.
            self.values.remove(&value);
            return Ok(Some(src));
        }
        let bits = match self.program.types.narrow_int(value.ty()) {
            Some(bits) => bits as u8,
            None => return Ok(None),
        };
        let a = self.operand(value.operand(0))?;
        let from = self.program.types.narrow_int(value.operand(0).ty()).unwrap_or(64) as u8;
        Ok(Some(match code {
            opcode::ADD | opcode::SUB | opcode::XOR => {
                let b = self.operand(value.operand(1))?;
                let wrap = crate::op::Wrap::default();
                self.body.emit_to(1, |dst| match code {
                    opcode::ADD => Op::Add { dst, a, b, bits, wrap },
                    opcode::SUB => Op::Sub { dst, a, b, bits, wrap },
                    _ => Op::Xor { dst, a, b, bits },
                })
            }
            opcode::TRUNC | opcode::PTR_TO_INT | opcode::PTR_TO_ADDR | opcode::INT_TO_PTR if bits < from => {
                self.body.emit_to(1, |dst| Op::Trunc { dst, a, bits })
            }
            opcode::PTR_TO_INT | opcode::PTR_TO_ADDR | opcode::INT_TO_PTR | opcode::BIT_CAST => a,
            _ => return Ok(None),
        }))
    }

    /// Puts a constant together that has pointers or undefined bits within words.
    fn build(&mut self, image: &Image, words: u32) -> Src {
        let plain = Image { bytes: image.bytes.clone(), ..Image::default() };
        let defined = whole_words(&plain, words).unwrap_or_default();
        let from = self.program.pool.words(&defined);
        let register = self.body.register(words);
        self.body.copy(register, from);
        let dst = crate::op::Both(register);
        for (byte, word) in &image.pointers {
            let a = self.program.pool.word(*word);
            let at_bit = byte * 8;
            self.body.emit(Op::Insert { dst, a, at_bit, bits: 64 });
        }
        let a = self.program.pool.word(Word::UNDEF);
        for range in &image.undefined {
            for at in range.clone().step_by(64) {
                let bits = (range.end - at).min(64) as u32;
                let at_bit = at as u32;
                self.body.emit(Op::Insert { dst, a, at_bit, bits });
            }
        }
        Src::slot(register)
    }
}

/// The words of an image, if each is defined or undefined as a whole and pointers lie in one.
fn whole_words(image: &Image, words: u32) -> Option<Vec<Word>> {
    let mut out: Vec<Word> = image
        .bytes
        .chunks(8)
        .map(|chunk| {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            Word::int(u64::from_le_bytes(bytes))
        })
        .collect();
    out.resize(words.max(1) as usize, Word::int(0));
    for (at, word) in &image.pointers {
        if at % 8 != 0 {
            return None;
        }
        out[*at as usize / 8] = *word;
    }
    for range in &image.undefined {
        let end = image.bytes.len() as u64 * 8;
        let at_end = range.end >= end;
        if range.start % 64 != 0 || (range.end % 64 != 0 && !at_end) {
            return None;
        }
        let last = range.end.div_ceil(64).min(out.len() as u64);
        out[(range.start / 64) as usize..last as usize].fill(Word::UNDEF);
    }
    Some(out)
}

fn offset_item(item: Item, offset: i64) -> Option<Item> {
    Some(match item {
        Item::ThreadLocal(index, at) => Item::ThreadLocal(index, at.wrapping_add(offset)),
        Item::Word(word) if word.shadow == Shadow::UNDEF => Item::Word(word),
        Item::Word(word) => Item::Word(add_to_word(word, offset)),
    })
}

/// Adds to an integer, or to the offset half of a pointer.
fn add_to_word(word: Word, offset: i64) -> Word {
    let bits = match word.shadow {
        Shadow::POINTER => {
            let low = (word.bits as u32).wrapping_add(offset as u32);
            word.bits >> 32 << 32 | u64::from(low)
        }
        _ => word.bits.wrapping_add(offset as u64),
    };
    Word { bits, ..word }
}

fn combine(op: i32, a: Word, b: Word, bits: u32) -> Option<Word> {
    let a_points = a.shadow == Shadow::POINTER;
    let b_points = b.shadow == Shadow::POINTER;
    match (op, a_points, b_points) {
        (opcode::ADD, _, false) => Some(add_to_word(a, b.bits as i64)),
        (opcode::ADD, false, true) => Some(add_to_word(b, a.bits as i64)),
        (opcode::SUB, true, true) => {
            let same = a.object() == b.object();
            let difference = (a.bits as i32).wrapping_sub(b.bits as i32);
            same.then(|| Word::int(i64::from(difference) as u64))
        }
        (opcode::SUB, _, false) => Some(add_to_word(a, (b.bits as i64).wrapping_neg())),
        (opcode::XOR, false, false) => Some(Word::int(a.bits ^ b.bits)),
        _ => None,
    }
    .map(|word| match word.shadow {
        Shadow::CLEAN => Word::int(mask(word.bits, bits)),
        _ => word,
    })
}

fn mask(value: u64, bits: u32) -> u64 {
    match bits {
        64.. => value,
        _ => value & ((1 << bits) - 1),
    }
}

fn unknown(value: Value) -> String {
    let mut text = value.print();
    if text.len() > 200 {
        let end = (0..=200).rev().find(|i| text.is_char_boundary(*i));
        text.truncate(end.unwrap_or(0));
        text.push('…');
    }
    format!("constant `{text}`")
}
