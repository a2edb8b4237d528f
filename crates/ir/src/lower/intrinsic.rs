//! LLVM's intrinsics.

use ahash::AHashSet;

use crate::contract::names;
use crate::llvm::{Block, Kind, Value, opcode, ordering};
use crate::op::{BinOp, CastOp, CmpOp, Op, OverflowOp, PairOp, ReduceOp, Src, TernOp, UnOp, Wrap};
use crate::program::{Scalar, Shape};

use super::constant::Trouble;
use super::function::FunctionLowering;

/// `__builtin_constant_p` does not evaluate its operand, but unoptimised code has the instructions for
/// it. Those that nobody else uses, and that do nothing but give a value.
pub(super) fn unasked(blocks: &[Block]) -> AHashSet<Value> {
    let asks = |call: &Value| {
        let is_function = call.opcode() == opcode::CALL && call.called().kind() == Kind::Function;
        is_function && call.called().intrinsic_id() != 0 && call.called().intrinsic_name() == "llvm.is.constant"
    };
    let askers: AHashSet<Value> = blocks.iter().flat_map(|block| block.instructions()).filter(asks).collect();
    let mut unasked = AHashSet::new();
    let mut open: Vec<Value> = askers.iter().filter_map(|call| call.call_args().first().copied()).collect();
    while let Some(value) = open.pop() {
        if value.kind() != Kind::Instruction || unasked.contains(&value) {
            continue;
        }
        let only_value = match value.opcode() {
            opcode::LOAD => !value.is_volatile() && value.ordering() == ordering::NOT_ATOMIC,
            opcode::ADD..=opcode::XOR | opcode::GEP..=opcode::FCMP | opcode::SELECT | opcode::FNEG => true,
            opcode::EXTRACT_ELEMENT..=opcode::INSERT_VALUE | opcode::FREEZE => true,
            _ => false,
        };
        if only_value && value.users().all(|user| askers.contains(&user) || unasked.contains(&user)) {
            unasked.insert(value);
            open.extend((0..value.operands()).map(|i| value.operand(i)));
        }
    }
    unasked
}

impl FunctionLowering<'_> {
    pub(super) fn intrinsic(&mut self, call: Value, called: Value) -> Result<(), Trouble> {
        let name = called.intrinsic_name();
        let short = name.strip_prefix("llvm.").unwrap_or(&name);
        let short = short.strip_prefix("experimental.constrained.").unwrap_or(short);
        let args = call.call_args();
        if let Some(op) = binary_op(short) {
            return self.generic_binary(call, op, &args);
        }
        if let Some(op) = unary_op(short, &args) {
            return self.unary(call, op);
        }
        if let Some(op) = ternary_op(short) {
            return self.ternary(call, op, &args);
        }
        if let Some(op) = overflow_op(short) {
            return self.overflow(call, op, &args);
        }
        if let Some(op) = short.strip_prefix("vector.reduce.").and_then(reduce_op) {
            return self.reduce(call, op, &args);
        }
        if let Some(op) = cast_op(short) {
            let a = self.operand(args[0])?;
            return self.convert(call, op, a, args[0].ty(), call.ty());
        }
        self.other_intrinsic(call, short, &args, &name)
    }

    #[expect(clippy::too_many_lines, reason = "one short arm for every family of intrinsics")]
    fn other_intrinsic(&mut self, call: Value, short: &str, args: &[Value], name: &str) -> Result<(), Trouble> {
        match short {
            // Memory.
            "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => self.copy_memory(args, false),
            "memmove" | "memmove.element.unordered.atomic" => self.copy_memory(args, true),
            "memset" | "memset.inline" | "memset.element.unordered.atomic" => self.set_memory(args),
            "lifetime.start" | "lifetime.end" => self.lifetime(args, short == "lifetime.start"),
            "stacksave" => self.result(call, |dst| Op::StackSave { dst }),
            "stackrestore" => {
                let a = self.operand(args[0])?;
                self.emit(Op::StackRestore { a })
            }
            "masked.load" | "masked.gather" => self.masked_load(call, args[0], args[1], args[2]),
            "masked.store" | "masked.scatter" => self.masked_store(args[0], args[1], args[2]),
            "ptrmask" => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                self.mask_pointer(call, a, b)
            }
            "objectsize" => self.object_size(call, args),

            "load.relative" => self.load_relative(call, args[0], args[1]),

            // Variable arguments.
            "va_start" => {
                let list = self.operand(args[0])?;
                let block = self.va_block.map(Src::slot);
                let block = block.ok_or("va_start in a function that is not variadic".to_string())?;
                self.emit(Op::VaStart { list, block })
            }
            "va_copy" => {
                let (to, from) = (self.operand(args[0])?, self.operand(args[1])?);
                self.emit(Op::VaCopy { to, from })
            }

            // Control.
            "trap" | "debugtrap" | "ubsantrap" => self.emit(Op::Abort {}),
            "assume" => {
                if args[0].as_int() == Some(1) {
                    return Ok(());
                }
                let c = self.operand(args[0])?;
                self.emit(Op::Assume { c })
            }

            "eh.sjlj.setjmp" => {
                let buffer = self.operand(args[0])?;
                self.set_jump(call, buffer)
            }
            "eh.sjlj.longjmp" => {
                let (buffer, value) = (self.operand(args[0])?, self.int(1));
                self.emit(Op::LongJump { buffer, value })
            }
            "eh.typeid.for" => self.type_id_for(call, args[0]),

            // Arithmetic.
            "ucmp" | "scmp" => self.three_way(call, args, short == "scmp"),
            "is.fpclass" => {
                let a = self.operand(args[0])?;
                let mask = args[1].as_int().unwrap_or(0) as u32;
                let shape = self.program.types.shape(args[0].ty())?;
                let ty = self.program.shape_id(shape);
                self.result(call, |dst| Op::IsFpClass { dst, a, ty, mask })
            }
            "sincos" => self.pair(call, PairOp::SinCos, args[0]),
            "modf" => self.pair(call, PairOp::Modf, args[0]),
            "frexp" => self.pair(call, PairOp::FrExp, args[0]),
            "fcmp" | "fcmps" => {
                let test = args[2].metadata_text().unwrap_or_default();
                let op = CmpOp::ALL.iter().find(|op| op.name().strip_prefix("f.") == Some(&test));
                let op = op.ok_or_else(|| format!("intrinsic `{name}`"))?;
                self.compare_floats(call, *op)
            }
            "smul.fix.sat" | "umul.fix.sat" | "sdiv.fix" | "udiv.fix" | "sdiv.fix.sat" | "udiv.fix.sat" => {
                self.fixed_point(call, short, args)
            }

            // Lanes.
            "vector.reverse" => {
                let shape = self.program.types.shape(call.ty())?;
                self.permute(call, args, (0..shape.lanes).rev().collect())
            }
            "vector.interleave2" => {
                let half = self.program.types.shape(args[0].ty())?.lanes;
                self.permute(call, args, (0..half).flat_map(|i| [i, i + half]).collect())
            }
            "vector.interleave3" | "vector.interleave4" | "vector.interleave5" | "vector.interleave6"
            | "vector.interleave7" | "vector.interleave8" => self.interleave(call, args),
            "vector.deinterleave2"
            | "vector.deinterleave3"
            | "vector.deinterleave4"
            | "vector.deinterleave5"
            | "vector.deinterleave6"
            | "vector.deinterleave7"
            | "vector.deinterleave8" => self.deinterleave(call, args[0]),
            "experimental.cttz.elts" => self.first_true_lane(call, args),
            "vector.splice" | "vector.splice.left" | "vector.splice.right" => {
                let lanes = self.program.types.shape(call.ty())?.lanes;
                let from = args[2].int_signed();
                let from_end = from < 0 || short == "vector.splice.right";
                let first = if from_end { i64::from(lanes) - from.abs() } else { from };
                let first = first.clamp(0, i64::from(lanes)) as u32;
                self.permute(call, args, (first..first + lanes).collect())
            }
            "vector.extract" | "vector.insert" => self.subvector(call, args, short),

            // Values that pass through, hints, and what has no meaning here.
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "annotation"
            | "ptr.annotation"
            | "ssa.copy"
            | "arithmetic.fence"
            | "preserve.array.access.index" => {
                let src = self.operand(args[0])?;
                self.define(call, src);
                Ok(())
            }
            "thread.pointer" | "thread.pointer.p0" => {
                let zero = self.int(0);
                let dst = self.call_result(call)?;
                self.call_library(names::THREAD_WORD, dst, &[zero])
            }
            "threadlocal.address" => {
                let src = self.operand(args[0])?;
                self.define(call, src);
                Ok(())
            }
            "is.constant" => {
                let known = matches!(args[0].kind(), Kind::Int | Kind::Float | Kind::Null | Kind::Zero | Kind::Data);
                self.define_int(call, known as u64)
            }
            "returnaddress"
            | "frameaddress"
            | "addressofreturnaddress"
            | "invariant.start"
            | "readcyclecounter"
            | "readsteadycounter"
            | "get.dynamic.area.offset" => self.define_int(call, 0),
            "allow.runtime.check" | "allow.ubsan.check" | "experimental.widenable.condition" | "get.rounding" => {
                self.define_int(call, 1)
            }
            "va_end"
            | "invariant.end"
            | "prefetch"
            | "donothing"
            | "sideeffect"
            | "experimental.noalias.scope.decl"
            | "pseudoprobe"
            | "var.annotation"
            | "codeview.annotation"
            | "clear_cache"
            | "fake.use"
            | "instrprof.callsite"
            | "instrprof.cover"
            | "instrprof.increment"
            | "instrprof.increment.step"
            | "instrprof.mcdc.parameters"
            | "instrprof.mcdc.tvbitmap.update"
            | "instrprof.timestamp"
            | "instrprof.value.profile"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "dbg.assign" => Ok(()),
            _ => match short.strip_prefix("x86.") {
                Some(short) => self.x86_intrinsic(call, short, args),
                None => Err(format!("intrinsic `{name}`").into()),
            },
        }
    }

    fn emit(&mut self, op: Op) -> Result<(), Trouble> {
        self.body.emit(op);
        Ok(())
    }

    fn define_int(&mut self, call: Value, value: u64) -> Result<(), Trouble> {
        let src = self.int(value);
        self.define(call, src);
        Ok(())
    }

    // ---- memory ----

    fn copy_memory(&mut self, args: &[Value], overlap: bool) -> Result<(), Trouble> {
        if self.copy_split(args, overlap)? {
            return Ok(());
        }
        let to = self.operand(args[0])?;
        let from = self.operand(args[1])?;
        let len = self.operand(args[2])?;
        self.emit(Op::MemCopy { to, from, len, overlap })
    }

    fn set_memory(&mut self, args: &[Value]) -> Result<(), Trouble> {
        if self.fill_split(args)? {
            return Ok(());
        }
        let to = self.operand(args[0])?;
        let byte = self.operand(args[1])?;
        let len = self.operand(args[2])?;
        self.emit(Op::MemSet { to, byte, len })
    }

    // ---- arithmetic ----

    fn generic_binary(&mut self, call: Value, op: BinOp, args: &[Value]) -> Result<(), Trouble> {
        let a = self.operand(args[0])?;
        let b = self.operand(args[1])?;
        let arithmetic = matches!(op, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem);
        if let (true, Some(bits)) = (arithmetic, self.program.types.host_float(call.ty())) {
            let bits = bits as u8;
            return self.result(call, |dst| Op::FBin { op, dst, a, b, bits });
        }
        let shape = self.program.types.shape(call.ty())?;
        let ty = self.program.shape_id(shape);
        let wrap = Wrap::default();
        self.result(call, |dst| Op::GenBin { op, dst, a, b, ty, wrap })
    }

    fn ternary(&mut self, call: Value, op: TernOp, args: &[Value]) -> Result<(), Trouble> {
        let a = self.operand(args[0])?;
        let b = self.operand(args[1])?;
        let c = self.operand(args[2])?;
        if let (TernOp::FMulAdd, Some(bits)) = (op, self.program.types.host_float(call.ty())) {
            let bits = bits as u8;
            let product = self.body.emit_to(1, |dst| Op::FBin { op: BinOp::FMul, dst, a, b, bits });
            return self.result(call, |dst| Op::FBin { op: BinOp::FAdd, dst, a: product, b: c, bits });
        }
        let shape = self.program.types.shape(call.ty())?;
        let ty = self.program.shape_id(shape);
        self.result(call, |dst| Op::GenTern { op, dst, a, b, c, ty })
    }

    fn overflow(&mut self, call: Value, op: OverflowOp, args: &[Value]) -> Result<(), Trouble> {
        let a = self.operand(args[0])?;
        let b = self.operand(args[1])?;
        let shape = self.program.types.shape(args[0].ty())?;
        let ty = self.program.shape_id(shape);
        let (flag, _) = self.program.types.part(call.ty(), 1)?;
        let flag_bit = flag as u32 * 8;
        self.result(call, |dst| Op::Overflow { op, dst, a, b, ty, flag_bit })
    }

    fn pair(&mut self, call: Value, op: PairOp, value: Value) -> Result<(), Trouble> {
        let a = self.operand(value)?;
        let shape = self.program.types.shape(value.ty())?;
        let ty = self.program.shape_id(shape);
        let (offset, second) = self.program.types.part(call.ty(), 1)?;
        if op == PairOp::FrExp && self.program.types.shape(second)?.lane != Scalar::Int(32) {
            return Err("`llvm.frexp` with such an exponent".to_string().into());
        }
        let second_bit = offset as u32 * 8;
        let words = self.program.types.words(call.ty())?;
        self.result(call, |dst| Op::GenPair { op, dst, a, ty, second_bit, words })
    }

    fn reduce(&mut self, call: Value, op: ReduceOp, args: &[Value]) -> Result<(), Trouble> {
        let (start, vector) = match op {
            ReduceOp::FAdd | ReduceOp::FMul => (self.operand(args[0])?, args[1]),
            _ => {
                let words = self.program.types.words(call.ty())?;
                let zero = vec![crate::program::Word::int(0); words as usize];
                (self.program.pool.words(&zero), args[0])
            }
        };
        let a = self.operand(vector)?;
        let shape = self.program.types.shape(vector.ty())?;
        let basic = match op {
            ReduceOp::FAdd => Some(BinOp::FAdd),
            ReduceOp::FMul => Some(BinOp::FMul),
            _ => None,
        };
        if let (Some(basic), true, true) = (basic, call.reorders(), shape.lanes.is_power_of_two()) {
            let sum = self.halved(basic, a, shape);
            let one = Shape { lanes: 1, ..shape };
            let result = self.lanes_binary(basic, start, sum, one);
            self.define(call, result);
            return Ok(());
        }
        let ty = self.program.shape_id(shape);
        self.result(call, |dst| Op::Reduce { op, dst, start, a, ty })
    }

    /// A reduction in any order: the upper half is added to the lower one until one lane is left,
    /// as LLVM does it for x86-64.
    fn halved(&mut self, op: BinOp, a: Src, shape: Shape) -> Src {
        let (mut a, mut lanes) = (a, shape.lanes);
        while lanes > 1 {
            let half = Shape { lanes: lanes / 2, ..shape };
            let whole = Shape { lanes, ..shape };
            let low = self.pick(a, a, whole, (0..lanes / 2).collect());
            let high = self.pick(a, a, whole, (lanes / 2..lanes).collect());
            a = self.lanes_binary(op, low, high, half);
            lanes /= 2;
        }
        a
    }

    /// -1, 0 or 1: (a > b) - (a < b).
    fn three_way(&mut self, call: Value, args: &[Value], signed: bool) -> Result<(), Trouble> {
        let a = self.operand(args[0])?;
        let b = self.operand(args[1])?;
        let operands = self.program.types.shape(args[0].ty())?;
        let to = self.program.types.shape(call.ty())?;
        let flags = Shape { lane: Scalar::Int(1), lanes: operands.lanes };
        let ty = self.program.shape_id(operands);
        let from = self.program.shape_id(flags);
        let to_id = self.program.shape_id(to);
        let less = if signed { CmpOp::Slt } else { CmpOp::Ult };
        let mut sides = Vec::new();
        for (a, b) in [(b, a), (a, b)] {
            let op = less;
            let flag = self.body.emit_to(flags.words(), |dst| Op::GenCmp { op, dst, a, b, ty });
            let op = CastOp::ZExt;
            sides.push(self.body.emit_to(to.words(), |dst| Op::GenCast { op, dst, a: flag, from, to: to_id }));
        }
        let (a, b) = (sides[0], sides[1]);
        let op = BinOp::Sub;
        let wrap = Wrap::default();
        let ty = to_id;
        self.result(call, |dst| Op::GenBin { op, dst, a, b, ty, wrap })
    }

    // ---- lanes ----

    fn permute(&mut self, call: Value, args: &[Value], lanes: Vec<u32>) -> Result<(), Trouble> {
        let shape = self.program.types.shape(args[0].ty())?;
        let a = self.operand(args[0])?;
        let b = match args.get(1) {
            Some(b) if b.ty() == args[0].ty() => self.operand(*b)?,
            _ => self.undefined(shape.words()),
        };
        self.shuffled(call, a, b, shape, lanes)
    }

    /// The number of the first lane that is not zero, or how many lanes there are.
    fn first_true_lane(&mut self, call: Value, args: &[Value]) -> Result<(), Trouble> {
        let shape = self.program.types.shape(args[0].ty())?;
        let to = self.program.types.shape(call.ty())?;
        let mut a = self.operand(args[0])?;
        if shape.lane.bits() > 1 {
            let zero = self.lanes_number(0, shape);
            a = self.lanes_compare(CmpOp::Ne, a, zero, shape);
        }
        // The flags are the bits of an integer.
        let flags = Shape { lane: Scalar::Int(shape.lanes), lanes: 1 };
        let ty = self.program.shape_id(flags);
        let op = if args[1].as_int() == Some(1) { UnOp::CttzPoison } else { UnOp::Cttz };
        let count = self.body.emit_to(flags.words(), |dst| Op::GenUn { op, dst, a, ty });
        let cast = if to.bits() < flags.bits() { CastOp::Trunc } else { CastOp::ZExt };
        let result = match to == flags {
            true => count,
            false => self.lanes_cast(cast, count, flags, to),
        };
        self.define(call, result);
        Ok(())
    }

    /// The lanes of several vectors in turn, filled in one by one.
    fn interleave(&mut self, call: Value, args: &[Value]) -> Result<(), Trouble> {
        let whole = self.program.types.shape(call.ty())?;
        let bits = whole.lane.bits();
        let part = self.program.types.shape(args[0].ty())?;
        let register = self.body.register(whole.words());
        let empty = self.undefined(whole.words());
        self.body.copy(register, empty);
        for (i, arg) in args.iter().enumerate() {
            let vector = self.operand(*arg)?;
            for lane in 0..part.lanes {
                let a = self.lane(vector, part, u64::from(lane))?;
                let at_bit = (lane * args.len() as u32 + i as u32) * bits;
                self.body.emit(Op::Insert { dst: crate::op::Both(register), a, at_bit, bits });
            }
        }
        self.define(call, Src::slot(register));
        Ok(())
    }

    /// A struct of vectors, which get the lanes in turn.
    fn deinterleave(&mut self, call: Value, vector: Value) -> Result<(), Trouble> {
        let words = self.program.types.words(call.ty())?;
        let whole = self.program.types.shape(vector.ty())?;
        let a = self.operand(vector)?;
        let count = call.ty().struct_fields();
        let register = self.body.register(words);
        let empty = self.undefined(words);
        self.body.copy(register, empty);
        for i in 0..count {
            let lanes: Vec<u32> = (0..whole.lanes / count).map(|lane| lane * count + i).collect();
            let bits = lanes.len() as u32 * whole.lane.bits();
            let part = self.pick(a, a, whole, lanes);
            let (offset, _) = self.program.types.part(call.ty(), u64::from(i))?;
            let at_bit = offset as u32 * 8;
            self.body.emit(Op::Insert { dst: crate::op::Both(register), a: part, at_bit, bits });
        }
        self.define(call, Src::slot(register));
        Ok(())
    }

    /// Products and quotients with so many bits after the point, in twice the width. Quotients are
    /// rounded down, as LLVM expands them.
    fn fixed_point(&mut self, call: Value, name: &str, args: &[Value]) -> Result<(), Trouble> {
        let shape = self.program.types.shape(call.ty())?;
        let bits = shape.lane.bits();
        let wide = Shape { lane: Scalar::Int(2 * bits), lanes: shape.lanes };
        let signed = name.starts_with('s');
        let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
        let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
        let (a, b) = (self.lanes_cast(extend, a, shape, wide), self.lanes_cast(extend, b, shape, wide));
        let scale = self.lanes_number(args[2].as_int().unwrap_or(0), wide);
        let mut value = if name[1..].starts_with("mul") {
            let product = self.lanes_binary(BinOp::Mul, a, b, wide);
            self.lanes_binary(if signed { BinOp::AShr } else { BinOp::LShr }, product, scale, wide)
        } else {
            let a = self.lanes_binary(BinOp::Shl, a, scale, wide);
            let quotient = self.lanes_binary(if signed { BinOp::SDiv } else { BinOp::UDiv }, a, b, wide);
            match signed {
                true => self.rounded_down(quotient, a, b, wide),
                false => quotient,
            }
        };
        if name.ends_with(".sat") {
            let one = self.lanes_number(1, wide);
            let top = self.lanes_number(u64::from(bits) - signed as u64, wide);
            let above = self.lanes_binary(BinOp::Shl, one, top, wide);
            let greatest = self.lanes_binary(BinOp::Sub, above, one, wide);
            value = self.lanes_binary(if signed { BinOp::SMin } else { BinOp::UMin }, value, greatest, wide);
            if signed {
                let zero = self.lanes_number(0, wide);
                let least = self.lanes_binary(BinOp::Sub, zero, above, wide);
                value = self.lanes_binary(BinOp::SMax, value, least, wide);
            }
        }
        let result = self.lanes_cast(CastOp::Trunc, value, wide, shape);
        self.define(call, result);
        Ok(())
    }

    /// One less if there is a remainder and the signs differ.
    fn rounded_down(&mut self, quotient: Src, a: Src, b: Src, wide: Shape) -> Src {
        let flags = Shape { lane: Scalar::Int(1), lanes: wide.lanes };
        let zero = self.lanes_number(0, wide);
        let rest = self.lanes_binary(BinOp::SRem, a, b, wide);
        let inexact = self.lanes_compare(CmpOp::Ne, rest, zero, wide);
        let signs = self.lanes_binary(BinOp::Xor, rest, b, wide);
        let differ = self.lanes_compare(CmpOp::Slt, signs, zero, wide);
        let less = self.lanes_binary(BinOp::And, inexact, differ, flags);
        let less = self.lanes_cast(CastOp::ZExt, less, flags, wide);
        self.lanes_binary(BinOp::Sub, quotient, less, wide)
    }

    /// A small number in every lane, of any width.
    fn lanes_number(&mut self, value: u64, shape: Shape) -> Src {
        let bits = shape.lane.bits();
        let mut words = vec![0u64; shape.words() as usize];
        for at in (0..shape.bits()).step_by(bits as usize) {
            let (word, shift) = ((at / 64) as usize, at % 64);
            words[word] |= value << shift;
            if shift > 0 && word + 1 < words.len() && value >> (64 - shift) != 0 {
                words[word + 1] |= value >> (64 - shift);
            }
        }
        let words: Vec<_> = words.into_iter().map(crate::program::Word::int).collect();
        self.program.pool.words(&words)
    }

    fn subvector(&mut self, call: Value, args: &[Value], short: &str) -> Result<(), Trouble> {
        let whole = self.program.types.shape(args[0].ty())?;
        let result = self.program.types.shape(call.ty())?;
        let a = self.operand(args[0])?;
        if short == "vector.extract" {
            let first = args[1].as_int().unwrap_or(0) as u32;
            let lanes = (first..first.saturating_add(result.lanes))
                .map(|i| if i < whole.lanes { i } else { u32::MAX })
                .collect();
            let b = self.undefined(whole.words());
            return self.shuffled(call, a, b, whole, lanes);
        }
        let part = self.program.types.shape(args[1].ty())?;
        let piece = self.operand(args[1])?;
        let at_bit = args[2].as_int().unwrap_or(0) as u32 * whole.lane.bits();
        let bits = part.bits();
        if u64::from(at_bit) + u64::from(bits) > u64::from(whole.bits()) {
            return Err("intrinsic `llvm.vector.insert`".to_string().into());
        }
        let register = self.body.register(result.words());
        self.body.copy(register, a);
        let dst = crate::op::Both(register);
        self.body.emit(Op::Insert { dst, a: piece, at_bit, bits });
        self.define(call, Src::slot(register));
        Ok(())
    }
}

fn binary_op(name: &str) -> Option<BinOp> {
    Some(match name {
        "umin" => BinOp::UMin,
        "umax" => BinOp::UMax,
        "smin" => BinOp::SMin,
        "smax" => BinOp::SMax,
        "uadd.sat" => BinOp::UAddSat,
        "sadd.sat" => BinOp::SAddSat,
        "usub.sat" => BinOp::USubSat,
        "ssub.sat" => BinOp::SSubSat,
        "ushl.sat" => BinOp::UShlSat,
        "sshl.sat" => BinOp::SShlSat,
        "minnum" => BinOp::FMinNum,
        "maxnum" => BinOp::FMaxNum,
        "minimum" => BinOp::FMinimum,
        "maximum" => BinOp::FMaximum,
        "minimumnum" => BinOp::FMinimumNum,
        "maximumnum" => BinOp::FMaximumNum,
        "copysign" => BinOp::CopySign,
        "pow" => BinOp::FPow,
        "powi" => BinOp::FPowI,
        "ldexp" => BinOp::FLdExp,
        "atan2" => BinOp::FAtan2,
        "clmul" => BinOp::ClMul,
        "fadd" => BinOp::FAdd,
        "fsub" => BinOp::FSub,
        "fmul" => BinOp::FMul,
        "fdiv" => BinOp::FDiv,
        "frem" => BinOp::FRem,
        _ => return None,
    })
}

fn unary_op(name: &str, args: &[Value]) -> Option<UnOp> {
    let poison = || args.get(1).and_then(|a| a.as_int()) == Some(1);
    Some(match name {
        "fabs" => UnOp::FAbs,
        "sqrt" => UnOp::Sqrt,
        "floor" => UnOp::Floor,
        "ceil" => UnOp::Ceil,
        "trunc" => UnOp::Trunc,
        "rint" => UnOp::Rint,
        "nearbyint" => UnOp::NearbyInt,
        "round" => UnOp::Round,
        "roundeven" => UnOp::RoundEven,
        "exp" => UnOp::Exp,
        "exp2" => UnOp::Exp2,
        "exp10" => UnOp::Exp10,
        "log" => UnOp::Log,
        "log2" => UnOp::Log2,
        "log10" => UnOp::Log10,
        "sin" => UnOp::Sin,
        "cos" => UnOp::Cos,
        "tan" => UnOp::Tan,
        "asin" => UnOp::Asin,
        "acos" => UnOp::Acos,
        "atan" => UnOp::Atan,
        "sinh" => UnOp::Sinh,
        "cosh" => UnOp::Cosh,
        "tanh" => UnOp::Tanh,
        "canonicalize" => UnOp::Canonicalize,
        "ctpop" => UnOp::Ctpop,
        "ctlz" if poison() => UnOp::CtlzPoison,
        "ctlz" => UnOp::Ctlz,
        "cttz" if poison() => UnOp::CttzPoison,
        "cttz" => UnOp::Cttz,
        "bswap" => UnOp::BSwap,
        "bitreverse" => UnOp::BitReverse,
        "abs" if poison() => UnOp::AbsPoison,
        "abs" => UnOp::Abs,
        _ => return None,
    })
}

fn ternary_op(name: &str) -> Option<TernOp> {
    Some(match name {
        "fma" => TernOp::Fma,
        "fmuladd" => TernOp::FMulAdd,
        "fshl" => TernOp::FShl,
        "fshr" => TernOp::FShr,
        "smul.fix" => TernOp::SMulFix,
        "umul.fix" => TernOp::UMulFix,
        _ => return None,
    })
}

fn overflow_op(name: &str) -> Option<OverflowOp> {
    Some(match name.strip_suffix(".with.overflow")? {
        "uadd" => OverflowOp::UAdd,
        "sadd" => OverflowOp::SAdd,
        "usub" => OverflowOp::USub,
        "ssub" => OverflowOp::SSub,
        "umul" => OverflowOp::UMul,
        "smul" => OverflowOp::SMul,
        _ => return None,
    })
}

fn reduce_op(name: &str) -> Option<ReduceOp> {
    ReduceOp::ALL.iter().find(|op| op.name() == name).copied()
}

fn cast_op(name: &str) -> Option<CastOp> {
    Some(match name {
        "fptoui.sat" => CastOp::FpToUiSat,
        "fptosi.sat" => CastOp::FpToSiSat,
        "lrint" | "llrint" => CastOp::LRint,
        "lround" | "llround" => CastOp::LRound,
        "fptoui" => CastOp::FpToUi,
        "fptosi" => CastOp::FpToSi,
        "uitofp" => CastOp::UiToFp,
        "sitofp" => CastOp::SiToFp,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        _ => return None,
    })
}
