//! Vectors: lanes in and out, shuffles, reductions, and addresses lane by lane.

use crate::llvm::{Kind, Type, Value};
use crate::op::{Access, Both, Op, Src};
use crate::program::{Scalar, Shape};

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    pub(super) fn extract_element(&mut self, instruction: Value) -> Result<(), Trouble> {
        let vector = instruction.operand(0);
        let shape = self.program.types.shape(vector.ty())?;
        let a = self.operand(vector)?;
        let index = instruction.operand(1);
        if let Some(index) = index.as_int() {
            let src = self.lane(a, shape, index)?;
            self.define(instruction, src);
            return Ok(());
        }
        let index = self.operand(index)?;
        let ty = self.program.shape_id(shape);
        self.result(instruction, |dst| Op::ExtractLane { dst, a, index, ty })
    }

    /// A lane of a vector; poison if there is no such lane.
    pub(super) fn lane(&mut self, a: Src, shape: Shape, index: u64) -> Result<Src, Trouble> {
        let bits = shape.lane.bits();
        let words = bits.div_ceil(64);
        if index >= u64::from(shape.lanes) {
            return Ok(self.undefined(words));
        }
        let at_bit = index as u32 * bits;
        Ok(self.body.emit_to(words, |dst| Op::Extract { dst, a, at_bit, bits }))
    }

    pub(super) fn insert_element(&mut self, instruction: Value) -> Result<(), Trouble> {
        let shape = self.program.types.shape(instruction.ty())?;
        let vector = self.operand(instruction.operand(0))?;
        let a = self.operand(instruction.operand(1))?;
        let index = instruction.operand(2);
        if index.as_int().is_some_and(|i| i >= u64::from(shape.lanes)) {
            let poison = self.undefined(shape.words());
            self.define(instruction, poison);
            return Ok(());
        }
        let register = self.body.register(shape.words());
        let dst = Both(register);
        let variable = match index.as_int() {
            Some(_) => None,
            None => Some(self.operand(index)?),
        };
        self.body.copy(register, vector);
        match (index.as_int(), variable) {
            (Some(index), _) => self.set_lane(dst, a, shape, index as u32),
            (None, Some(index)) => {
                let ty = self.program.shape_id(shape);
                self.body.emit(Op::InsertLane { dst, a, index, ty });
            }
            (None, None) => {}
        }
        self.define(instruction, Src::slot(register));
        Ok(())
    }

    fn set_lane(&mut self, dst: Both, a: Src, shape: Shape, lane: u32) {
        let bits = shape.lane.bits();
        let at_bit = lane * bits;
        self.body.emit(Op::Insert { dst, a, at_bit, bits });
    }

    pub(super) fn shuffle(&mut self, instruction: Value) -> Result<(), Trouble> {
        let shape = self.program.types.shape(instruction.operand(0).ty())?;
        self.program.types.shape(instruction.ty())?;
        let a = self.operand(instruction.operand(0))?;
        let b = self.operand(instruction.operand(1))?;
        let lanes: Vec<u32> = instruction.shuffle_mask().into_iter().map(|lane| lane.unwrap_or(u32::MAX)).collect();
        self.shuffled(instruction, a, b, shape, lanes)
    }

    /// Emits a shuffle with the given choice of lanes.
    pub(super) fn shuffled(
        &mut self,
        instruction: Value,
        a: Src,
        b: Src,
        shape: Shape,
        lanes: Vec<u32>,
    ) -> Result<(), Trouble> {
        let src = self.pick(a, b, shape, lanes);
        self.define(instruction, src);
        Ok(())
    }

    /// A vector of the lanes named, out of `a` and then `b`.
    pub(super) fn pick(&mut self, a: Src, b: Src, shape: Shape, lanes: Vec<u32>) -> Src {
        let ty = self.program.shape_id(shape);
        let words = Shape { lanes: lanes.len() as u32, ..shape }.words();
        let known = self.body.shuffles.iter().position(|s| *s == lanes);
        let mask = known.unwrap_or(self.body.shuffles.len()) as u32;
        if known.is_none() {
            self.body.shuffles.push(lanes);
        }
        self.body.emit_to(words, |dst| Op::Shuffle { dst, a, b, ty, mask })
    }

    /// A register that holds an undefined vector, to be filled lane by lane.
    fn empty_vector(&mut self, shape: Shape) -> u32 {
        let register = self.body.register(shape.words());
        let undefined = self.undefined(shape.words());
        self.body.copy(register, undefined);
        register
    }

    /// A GEP with a vector among its operands: one address for each lane.
    pub(super) fn vector_gep(&mut self, instruction: Value) -> Result<(), Trouble> {
        let shape = self.program.types.shape(instruction.ty())?;
        let operands: Vec<Value> = (0..instruction.operands()).map(|i| instruction.operand(i)).collect();
        let mut places = Vec::new();
        for operand in &operands {
            places.push(self.operand(*operand)?);
        }
        let result = self.empty_vector(shape);
        for lane in 0..shape.lanes {
            let base = self.scalar_of(places[0], operands[0].ty(), lane)?.0;
            let indices = self.lane_constants(&operands[1..], lane);
            let mut scalars = Vec::new();
            for (i, index) in indices.iter().enumerate() {
                scalars.push(match index.kind() {
                    Kind::Int => None,
                    _ => Some(self.scalar_of(places[i + 1], index.ty(), lane)?),
                });
            }
            let source = instruction.gep_source_type();
            let a = self.address(source, base, &indices, &scalars)?;
            self.set_lane(Both(result), a, shape, lane);
        }
        self.define(instruction, Src::slot(result));
        Ok(())
    }

    /// The indices of one lane as far as they are constants.
    fn lane_constants(&self, indices: &[Value], lane: u32) -> Vec<Value> {
        indices
            .iter()
            .map(|i| match i.is_constant() && self.program.types.is_vector(i.ty()) {
                true => i.element(lane).unwrap_or(*i),
                false => *i,
            })
            .collect()
    }

    /// Lane `lane` of a vector, or a scalar itself.
    fn scalar_of(&mut self, src: Src, ty: Type, lane: u32) -> Result<(Src, Type), Trouble> {
        if !self.program.types.is_vector(ty) {
            return Ok((src, ty));
        }
        let shape = self.program.types.shape(ty)?;
        let src = self.lane(src, shape, u64::from(lane))?;
        Ok((src, ty.element()))
    }

    // ---- masked memory ----

    /// Runs `body` in a block that is entered only if the mask has this lane.
    pub(super) fn if_lane(
        &mut self,
        mask: Src,
        lane: u32,
        body: impl FnOnce(&mut Self) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let shape = Shape { lane: Scalar::Int(1), lanes: u32::MAX };
        let c = self.lane(mask, shape, u64::from(lane))?;
        let (then, other) = (self.body.block(), self.body.block());
        self.body.emit(Op::Branch { c, then: then.pc(), other: other.pc() });
        self.body.enter(then);
        body(self)?;
        self.body.emit(Op::Jump { to: other.pc() });
        self.body.enter(other);
        Ok(())
    }

    /// `llvm.masked.load` (consecutive) and `llvm.masked.gather` (a vector of addresses).
    pub(super) fn masked_load(
        &mut self,
        instruction: Value,
        address: Value,
        mask: Value,
        otherwise: Value,
    ) -> Result<(), Trouble> {
        let shape = self.program.types.shape(instruction.ty())?;
        let ptr = self.operand(address)?;
        let mask = self.operand(mask)?;
        let otherwise = self.operand(otherwise)?;
        let lane_type = instruction.ty().element();
        let result = self.body.register(shape.words());
        self.body.copy(result, otherwise);
        for lane in 0..shape.lanes {
            self.if_lane(mask, lane, |this| {
                let at = this.lane_address(ptr, address.ty(), lane_type, lane)?;
                let a = this.load_from(at, lane_type, Access::PLAIN)?;
                this.set_lane(Both(result), a, shape, lane);
                Ok(())
            })?;
        }
        self.define(instruction, Src::slot(result));
        Ok(())
    }

    /// `llvm.masked.store` and `llvm.masked.scatter`.
    pub(super) fn masked_store(&mut self, value: Value, address: Value, mask: Value) -> Result<(), Trouble> {
        let shape = self.program.types.shape(value.ty())?;
        let a = self.operand(value)?;
        let ptr = self.operand(address)?;
        let mask = self.operand(mask)?;
        let lane_type = value.ty().element();
        for lane in 0..shape.lanes {
            self.if_lane(mask, lane, |this| {
                let at = this.lane_address(ptr, address.ty(), lane_type, lane)?;
                let part = this.lane(a, shape, u64::from(lane))?;
                this.store_to(at, part, lane_type, Access::PLAIN)
            })?;
        }
        Ok(())
    }

    fn lane_address(&mut self, ptr: Src, ty: Type, lane_type: Type, lane: u32) -> Result<Src, Trouble> {
        if self.program.types.is_vector(ty) {
            let shape = self.program.types.shape(ty)?;
            return self.lane(ptr, shape, u64::from(lane));
        }
        let stride = self.program.types.bytes(lane_type)?;
        Ok(self.add_bytes(ptr, (stride * u64::from(lane)) as i64))
    }
}
