//! Instructions that make, read and write memory, and arithmetic on addresses.

use crate::contract::names;
use crate::llvm::{Kind, Type, Value, opcode, ordering};
use crate::op::{Access, BinOp, Both, Dst, MaybeDst, Op, Src, Wrap};
use crate::program::{Scalar, Shape, Word};

use super::constant::Trouble;
use super::function::FunctionLowering;
use super::types::Class;

impl FunctionLowering<'_> {
    pub(super) fn alloca(&mut self, instruction: Value) -> Result<(), Trouble> {
        let fixed = self.fixed_bytes(instruction);
        self.add_to_frame(fixed.unwrap_or(0));
        if let Some(register) = self.promoted.get(&instruction) {
            let register = *register;
            self.forget(register);
            return Ok(());
        }
        if self.begin_split(instruction, false) {
            return self.scratch_object(instruction, fixed);
        }
        let types = &self.program.types;
        let ty = instruction.allocated_type();
        let bytes = types.bytes(ty)?;
        let align = match instruction.alignment() {
            0 => types.align(ty)?,
            align => align,
        };
        let count = instruction.operand(0);
        let size = match count.as_int() {
            Some(count) => {
                let bytes = bytes.checked_mul(count).filter(|b| *b < 1 << 31);
                let bytes = bytes.ok_or("a local variable of more than 2 GiB".to_string())?;
                self.int(bytes)
            }
            None => {
                let bits = self.program.types.narrow_int(count.ty());
                let bits = bits.ok_or("a local array of that size type".to_string())?;
                let mut a = self.operand(count)?;
                if bits < 64 {
                    let from = bits as u8;
                    a = self.body.emit_to(1, |dst| Op::ZExt { dst, a, from });
                }
                let b = self.int(bytes);
                let wrap = Wrap::default();
                self.body.emit_to(1, |dst| Op::Mul { dst, a, b, bits: 64, wrap })
            }
        };
        let dynamic = fixed.is_none();
        self.result(instruction, |dst| Op::Alloca { dst, size, align, dynamic })
    }

    /// The object that copies of a split variable go through.
    fn scratch_object(&mut self, alloca: Value, fixed: Option<u64>) -> Result<(), Trouble> {
        let Some(register) = self.scratch(alloca) else { return Ok(()) };
        let align = alloca.alignment().max(self.program.types.align(alloca.allocated_type())?);
        let count = alloca.operand(0).as_int().unwrap_or(1);
        let bytes = self.program.types.bytes(alloca.allocated_type())?.saturating_mul(count);
        let size = self.int(bytes);
        let dynamic = fixed.is_none();
        self.body.emit(Op::Alloca { dst: Dst(register), size, align, dynamic });
        Ok(())
    }

    /// The size of a local variable that has its room in the frame from the start.
    fn fixed_bytes(&self, alloca: Value) -> Option<u64> {
        let entry = self.function.blocks().first().copied();
        let count = alloca.operand(0).as_int().filter(|_| entry == Some(alloca.block()))?;
        self.program.types.bytes(alloca.allocated_type()).ok()?.checked_mul(count)
    }

    /// The function's frames are larger by a variable.
    pub(super) fn add_to_frame(&mut self, bytes: u64) {
        self.stack_bytes = self.stack_bytes.saturating_add(bytes.next_multiple_of(8));
    }

    /// A promoted variable becomes undefined.
    pub(super) fn forget(&mut self, register: u32) {
        let words = self.body.words[register as usize];
        let undefined = self.undefined(words);
        self.body.copy(register, undefined);
    }

    pub(super) fn load(&mut self, instruction: Value) -> Result<(), Trouble> {
        let address = instruction.operand(0);
        let ty = instruction.ty();
        if let Some(register) = self.promoted.get(&address) {
            let from = Src::slot(*register);
            let words = self.body.words[*register as usize];
            let to = self.body.register(words);
            self.body.copy(to, from);
            self.define(instruction, Src::slot(to));
            return Ok(());
        }
        if let Some(place) = self.splits.place(address) {
            let value = self.load_split(place, ty)?;
            self.define(instruction, value);
            return Ok(());
        }
        self.check_address(address.ty())?;
        let access = self.access_of(instruction);
        let ptr = self.operand(address)?;
        if self.program.types.words(ty)? == 0 {
            let nothing = self.undefined(0);
            self.define(instruction, nothing);
            return Ok(());
        }
        match self.memory_bits(ty)? {
            Ok(bits) => self.result(instruction, |dst| Op::Load { dst, ptr, bits, access }),
            Err(bytes) => self.result(instruction, |dst| Op::LoadN { dst, ptr, bytes, access }),
        }
    }

    pub(super) fn store(&mut self, instruction: Value) -> Result<(), Trouble> {
        let value = instruction.operand(0);
        let address = instruction.operand(1);
        let a = self.operand(value)?;
        if let Some(register) = self.promoted.get(&address) {
            let register = *register;
            self.body.copy(register, a);
            self.show_assignment(address);
            return Ok(());
        }
        if let Some(place) = self.splits.place(address) {
            return self.store_split(place, a, value.ty());
        }
        self.check_address(address.ty())?;
        let access = self.access_of(instruction);
        let ptr = self.operand(address)?;
        if self.program.options.overflow && !self.literal && !self.library && !a.is_constant() {
            let words = self.program.types.words(value.ty())?;
            self.body.emit(Op::Settle { a, words });
        }
        self.store_to(ptr, a, value.ty(), access)
    }

    pub(super) fn store_to(&mut self, ptr: Src, a: Src, ty: Type, access: Access) -> Result<(), Trouble> {
        if self.program.types.words(ty)? == 0 {
            return Ok(());
        }
        match self.memory_bits(ty)? {
            Ok(bits) => self.body.emit(Op::Store { ptr, a, bits, access }),
            Err(bytes) => self.body.emit(Op::StoreN { ptr, a, bytes, access }),
        }
        Ok(())
    }

    /// A load whose result is not that of an instruction.
    pub(super) fn load_from(&mut self, ptr: Src, ty: Type, access: Access) -> Result<Src, Trouble> {
        let words = self.program.types.words(ty)?;
        if words == 0 {
            return Ok(self.undefined(0));
        }
        Ok(match self.memory_bits(ty)? {
            Ok(bits) => self.body.emit_to(words, |dst| Op::Load { dst, ptr, bits, access }),
            Err(bytes) => self.body.emit_to(words, |dst| Op::LoadN { dst, ptr, bytes, access }),
        })
    }

    /// Bits of an access of at most a word, or else its bytes.
    fn memory_bits(&self, ty: Type) -> Result<Result<u8, u32>, Trouble> {
        let bits = self.program.types.value_bits(ty)?;
        if bits <= 64 {
            return Ok(Ok(bits as u8));
        }
        Ok(Err(self.program.types.store_bytes(ty)?))
    }

    fn check_address(&self, ty: Type) -> Result<(), Trouble> {
        match self.program.types.class(ty)? {
            Class::Scalar(Scalar::Pointer) => Ok(()),
            _ => Err(format!("an access through `{}`", ty.print()).into()),
        }
    }

    /// How a load or store accesses memory.
    fn access_of(&mut self, instruction: Value) -> Access {
        let access = self.access(instruction.ordering());
        if !instruction.is_volatile() {
            return access;
        }
        // The machine orders volatile accesses less than sequentially consistent ones.
        match access.is_atomic() || !self.program.options.volatile_atomic {
            true => access.volatile(),
            false => self.access(ordering::RELAXED).volatile(),
        }
    }

    pub(super) fn access(&mut self, ordering: i32) -> Access {
        match ordering {
            ordering::NOT_ATOMIC => Access::PLAIN,
            ordering::SEQ_CST => Access::ATOMIC,
            _ => {
                self.program.weak_atomics |= !self.library;
                Access::WEAK
            }
        }
    }

    /// The next of the variable arguments. All of them lie in the overflow area, see `VaStart`.
    pub(super) fn va_arg(&mut self, instruction: Value) -> Result<(), Trouble> {
        const OVERFLOW_AREA: i64 = 8;
        let ty = instruction.ty();
        let list = self.operand(instruction.operand(0))?;
        let place = self.add_bytes(list, OVERFLOW_AREA);
        let access = Access::PLAIN;
        let mut at = self.body.emit_to(1, |dst| Op::Load { dst, ptr: place, bits: 64, access });
        if self.program.types.align(ty)? > 8 {
            let (up, mask) = (self.add_bytes(at, 15), self.int(!15));
            at = self.body.emit_to(1, |dst| Op::And { dst, a: up, b: mask, bits: 64 });
        }
        let value = self.load_from(at, ty, access)?;
        let bytes = self.program.types.bytes(ty)?.next_multiple_of(8);
        let next = self.add_bytes(at, bytes as i64);
        self.body.emit(Op::Store { ptr: place, a: next, bits: 64, access });
        self.define(instruction, value);
        Ok(())
    }

    pub(super) fn fence(&mut self, instruction: Value) -> Result<(), Trouble> {
        let access = self.access(instruction.ordering());
        self.body.emit(Op::Fence { access });
        Ok(())
    }

    pub(super) fn cmpxchg(&mut self, instruction: Value) -> Result<(), Trouble> {
        let (success, failure) = instruction.cmpxchg_orderings();
        let failed = self.access(failure);
        let access = self.access(success);
        let ty = instruction.operand(1).ty();
        let bytes = self.program.types.store_bytes(ty)?;
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            return Err(format!("cmpxchg of `{}`", ty.print()).into());
        }
        let (flag, _) = self.program.types.part(instruction.ty(), 1)?;
        let ptr = self.operand(instruction.operand(0))?;
        let expected = self.operand(instruction.operand(1))?;
        let new = self.operand(instruction.operand(2))?;
        let (bytes, flag_bit) = (bytes as u8, (flag * 8) as u8);
        let words = self.program.types.words(instruction.ty())?;
        let result = self.body.register(words);
        let exchange = Op::CmpXchg { dst: Dst(result), ptr, expected, new, bytes, flag_bit, access };
        let weak = instruction.is_weak_exchange() && !self.library;
        self.program.weak_exchanges |= weak;
        match weak && self.program.options.weak_exchanges {
            true => self.weak_exchange(exchange, result, ty, failed)?,
            false => self.body.emit(exchange),
        }
        self.define(instruction, Src::slot(result));
        Ok(())
    }

    /// An exchange that the library may let fail (a fault): then it is a load, and the flag is 0.
    fn weak_exchange(&mut self, exchange: Op, result: u32, ty: Type, failed: Access) -> Result<(), Trouble> {
        let Op::CmpXchg { ptr, bytes, .. } = exchange else { return Ok(()) };
        let fails = self.body.register(1);
        self.call_library(names::EXCHANGE_FAILS, MaybeDst(fails), &[])?;
        let [failing, trying, after] = [(); 3].map(|()| self.body.block());
        let c = self.body.emit_to(1, |dst| Op::Trunc { dst, a: Src::slot(fails), bits: 1 });
        self.body.emit(Op::Branch { c, then: failing.pc(), other: trying.pc() });
        self.body.enter(failing);
        let nothing = self.program.pool.words(&vec![Word::int(0); self.body.words[result as usize] as usize]);
        self.body.copy(result, nothing);
        let value = self.load_from(ptr, ty, failed)?;
        self.body.emit(Op::Insert { dst: Both(result), a: value, at_bit: 0, bits: u32::from(bytes) * 8 });
        self.body.emit(Op::Jump { to: after.pc() });
        self.body.enter(trying);
        self.body.emit(exchange);
        self.body.emit(Op::Jump { to: after.pc() });
        self.body.enter(after);
        Ok(())
    }

    pub(super) fn atomic_rmw(&mut self, instruction: Value) -> Result<(), Trouble> {
        let op = instruction.rmw_op().ok_or("operation of `atomicrmw`")?;
        let access = self.access(instruction.ordering());
        let shape = self.program.types.shape(instruction.ty())?;
        if !matches!(shape.bits(), 8 | 16 | 32 | 64 | 128) {
            return Err(format!("atomicrmw of `{}`", instruction.ty().print()).into());
        }
        let ty = self.program.shape_id(shape);
        let ptr = self.operand(instruction.operand(0))?;
        let a = self.operand(instruction.operand(1))?;
        self.result(instruction, |dst| Op::AtomicRmw { op, dst, ptr, a, ty, access })
    }

    // ---- addresses ----

    pub(super) fn gep(&mut self, instruction: Value) -> Result<(), Trouble> {
        if self.splits.place(instruction).is_some() {
            return Ok(());
        }
        if self.program.types.is_vector(instruction.ty()) {
            return self.vector_gep(instruction);
        }
        self.check_address(instruction.ty())?;
        if self.is_far(instruction) {
            let src = self.far_address(instruction)?;
            self.define(instruction, src);
            return Ok(());
        }
        let base = self.operand(instruction.operand(0))?;
        let indices: Vec<Value> = (1..instruction.operands()).map(|i| instruction.operand(i)).collect();
        let mut places = Vec::new();
        for index in &indices {
            places.push(match index.kind() {
                Kind::Int => None,
                _ => Some((self.operand(*index)?, index.ty())),
            });
        }
        let src = self.address(instruction.gep_source_type(), base, &indices, &places)?;
        self.define(instruction, src);
        Ok(())
    }

    /// Does a GEP on a GEP move by so much that the place in between may lie outside of the offsets
    /// that a pointer can have? The optimiser takes sums apart like that.
    fn is_far(&mut self, gep: Value) -> bool {
        const FAR: i64 = 1 << 30;
        let mut ty = gep.gep_source_type();
        let mut offset = 0i64;
        for i in 1..gep.operands() {
            let index = gep.operand(i);
            if index.kind() != Kind::Int {
                return false;
            }
            let Ok((by, next)) = self.program.gep_step(ty, index, i == 1) else { return false };
            offset = offset.wrapping_add(by);
            ty = next;
        }
        is_gep(gep.operand(0)) && offset.checked_abs().is_none_or(|by| by >= FAR)
    }

    /// The address of a chain of GEPs, moved all at once.
    fn far_address(&mut self, gep: Value) -> Result<Src, Trouble> {
        let mut sum = self.int(0);
        let mut at = gep;
        while is_gep(at) && !self.program.types.is_vector(at.ty()) {
            let mut ty = at.gep_source_type();
            for i in 1..at.operands() {
                let index = at.operand(i);
                let by = if index.kind() == Kind::Int {
                    let (by, next) = self.program.gep_step(ty, index, i == 1)?;
                    ty = next;
                    self.int(by as u64)
                } else {
                    if i > 1 {
                        ty = self.program.types.part(ty, 0)?.1;
                    }
                    let scale = self.program.types.bytes(ty)?;
                    self.product(index, scale)?
                };
                let wrap = Wrap::default();
                let (a, b) = (sum, by);
                sum = self.body.emit_to(1, |dst| Op::Add { dst, a, b, bits: 64, wrap });
            }
            at = at.operand(0);
        }
        let a = self.operand(at)?;
        Ok(self.body.emit_to(1, |dst| Op::PtrAdd { dst, a, b: sum }))
    }

    /// `index * scale` as 64 bits.
    fn product(&mut self, index: Value, scale: u64) -> Result<Src, Trouble> {
        let bits = self.program.types.narrow_int(index.ty());
        let from = bits.ok_or_else(|| format!("an index of type `{}`", index.ty().print()))? as u8;
        let mut a = self.operand(index)?;
        if from < 64 {
            let narrow = a;
            a = self.body.emit_to(1, |dst| Op::SExt { dst, a: narrow, from, to: 64 });
        }
        let b = self.int(scale);
        let wrap = Wrap::default();
        Ok(self.body.emit_to(1, |dst| Op::Mul { dst, a, b, bits: 64, wrap }))
    }

    /// An address computed from a base; `places` holds the operands of variable indices.
    pub(super) fn address(
        &mut self,
        source: Type,
        base: Src,
        indices: &[Value],
        places: &[Option<(Src, Type)>],
    ) -> Result<Src, Trouble> {
        let mut ty = source;
        let mut offset = 0i64;
        let mut src = base;
        for (i, (index, place)) in indices.iter().zip(places).enumerate() {
            let Some((operand, index_type)) = *place else {
                let (by, next) = self.program.gep_step(ty, *index, i == 0)?;
                offset = offset.wrapping_add(by);
                ty = next;
                continue;
            };
            if i > 0 {
                if self.program.types.is_struct(ty) {
                    return Err("a variable index of a struct".to_string().into());
                }
                ty = self.program.types.part(ty, 0)?.1;
            }
            let scale = self.program.types.bytes(ty)?;
            src = self.scaled(src, operand, index_type, scale)?;
        }
        Ok(self.add_bytes(src, offset))
    }

    /// `a + index * scale` bytes.
    fn scaled(&mut self, a: Src, index: Src, ty: Type, scale: u64) -> Result<Src, Trouble> {
        let bits = match self.program.types.shape(ty)? {
            Shape { lane: Scalar::Int(bits), lanes: 1 } => bits,
            _ => return Err(format!("an index of type `{}`", ty.print()).into()),
        };
        let mut index = index;
        let mut bits = bits;
        if bits > 64 {
            let whole = index;
            index = self.body.emit_to(1, |dst| Op::Extract { dst, a: whole, at_bit: 0, bits: 64 });
            bits = 64;
        }
        let bits = bits as u8;
        if let Ok(scale) = i32::try_from(scale) {
            return Ok(self.body.emit_to(1, |dst| Op::PtrIndex { dst, a, index, bits, scale }));
        }
        if bits < 64 {
            let narrow = index;
            index = self.body.emit_to(1, |dst| Op::SExt { dst, a: narrow, from: bits, to: 64 });
        }
        let b = self.int(scale);
        let wrap = Wrap::default();
        let product = self.body.emit_to(1, |dst| Op::Mul { dst, a: index, b, bits: 64, wrap });
        Ok(self.body.emit_to(1, |dst| Op::PtrAdd { dst, a, b: product }))
    }

    /// Bitwise and of a pointer with a mask (`llvm.ptrmask`).
    pub(super) fn mask_pointer(&mut self, instruction: Value, a: Src, b: Src) -> Result<(), Trouble> {
        match self.program.types.narrow_int(instruction.ty()) {
            Some(_) => self.result(instruction, |dst| Op::And { dst, a, b, bits: 64 }),
            None => {
                let shape = self.program.types.shape(instruction.ty())?;
                let ty = self.program.shape_id(shape);
                let wrap = Wrap::default();
                self.result(instruction, |dst| Op::GenBin { op: BinOp::And, dst, a, b, ty, wrap })
            }
        }
    }
}

fn is_gep(value: Value) -> bool {
    value.kind() == Kind::Instruction && value.opcode() == opcode::GEP
}
