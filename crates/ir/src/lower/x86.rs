//! Intrinsics of the x86 vector extensions, spelt in lane-wise ops.
//!
//! Covers what clang's headers for SSE, SSE2 and (in the same shapes) AVX2 call; most of those
//! headers is plain vector arithmetic anyway. The approximations `rcp` and `rsqrt`, which differ
//! between processors, and the control register are unsupported when reached.

use crate::llvm::Value;
use crate::op::{Access, BinOp, CastOp, CmpOp, Op, Src, UnOp, Wrap};
use crate::program::{Scalar, Shape, Word};

use super::constant::Trouble;
use super::function::FunctionLowering;

/// Lanes of one 128-bit part: the wider forms work on each part for itself.
const PART_BITS: u32 = 128;

fn ints(bits: u32, lanes: u32) -> Shape {
    Shape { lane: Scalar::Int(bits), lanes }
}

impl FunctionLowering<'_> {
    // ---- building blocks ----

    pub(super) fn lanes_binary(&mut self, op: BinOp, a: Src, b: Src, shape: Shape) -> Src {
        let ty = self.program.shape_id(shape);
        let wrap = Wrap::default();
        self.body.emit_to(shape.words(), |dst| Op::GenBin { op, dst, a, b, ty, wrap })
    }

    fn lanes_unary(&mut self, op: UnOp, a: Src, shape: Shape) -> Src {
        let ty = self.program.shape_id(shape);
        self.body.emit_to(shape.words(), |dst| Op::GenUn { op, dst, a, ty })
    }

    pub(super) fn lanes_cast(&mut self, op: CastOp, a: Src, from: Shape, to: Shape) -> Src {
        let words = to.words();
        let (from, to) = (self.program.shape_id(from), self.program.shape_id(to));
        self.body.emit_to(words, |dst| Op::GenCast { op, dst, a, from, to })
    }

    pub(super) fn lanes_compare(&mut self, op: CmpOp, a: Src, b: Src, shape: Shape) -> Src {
        let ty = self.program.shape_id(shape);
        let words = ints(1, shape.lanes).words();
        self.body.emit_to(words, |dst| Op::GenCmp { op, dst, a, b, ty })
    }

    fn lanes_select(&mut self, c: Src, a: Src, b: Src, shape: Shape) -> Src {
        let ty = self.program.shape_id(shape);
        self.body.emit_to(shape.words(), |dst| Op::GenSelect { dst, c, a, b, ty })
    }

    /// The same integer in every lane.
    fn splat(&mut self, value: u64, shape: Shape) -> Src {
        let bits = shape.lane.bits();
        let mut words = vec![0u64; shape.words() as usize];
        for at in (0..shape.bits()).step_by(bits as usize) {
            words[(at / 64) as usize] |= value << (at % 64);
        }
        let words: Vec<Word> = words.into_iter().map(Word::int).collect();
        self.program.pool.words(&words)
    }

    /// A scalar in every lane.
    fn spread(&mut self, a: Src, shape: Shape) -> Src {
        let one = Shape { lanes: 1, ..shape };
        self.pick(a, a, one, vec![0; shape.lanes as usize])
    }

    /// `b` with its first lane put into `a`.
    fn first_lane(&mut self, a: Src, b: Src, shape: Shape) -> Src {
        let lanes = (0..shape.lanes).map(|i| if i == 0 { shape.lanes } else { i }).collect();
        self.pick(a, b, shape, lanes)
    }

    // ---- the intrinsics ----

    /// `name` without `llvm.x86.`.
    pub(super) fn x86_intrinsic(&mut self, call: Value, name: &str, args: &[Value]) -> Result<(), Trouble> {
        let refuse = || Trouble::from(format!("intrinsic `llvm.x86.{name}`"));
        let (_, op) = name.split_once('.').ok_or_else(refuse)?;
        let op = op.strip_suffix(".128").unwrap_or(op);
        match op {
            "pause" | "clflush" | "clflushopt" | "clwb" | "vzeroupper" | "vzeroall" | "emms" => return Ok(()),
            "mfence" | "lfence" | "sfence" => {
                self.body.emit(Op::Fence { access: Access::ATOMIC });
                return Ok(());
            }
            "stmxcsr" => {
                let (ptr, a) = (self.operand(args[0])?, self.int(0x1f80));
                self.body.emit(Op::Store { ptr, a, bits: 32, access: Access::PLAIN });
                return Ok(());
            }
            "maskmov.dqu" => return self.masked_bytes(args),
            _ => {}
        }
        let shape = args.first().and_then(|a| self.program.types.shape(a.ty()).ok()).ok_or_else(refuse)?;
        let a = self.operand(args[0])?;
        let b = match args.get(1) {
            Some(b) => self.operand(*b)?,
            None => a,
        };
        let result = self.program.types.shape(call.ty())?;
        let src = match op {
            "pmovmskb" | "movmsk.ps" | "movmsk.pd" | "movmsk.ps.256" | "movmsk.pd.256" => self.sign_bits(a, shape),
            "packsswb" | "packssdw" => self.packed(a, b, shape, true),
            "packuswb" | "packusdw" => self.packed(a, b, shape, false),
            "pmadd.wd" => self.sums_of_products(a, b, shape),
            "psad.bw" => self.sums_of_differences(a, b, shape),
            "pavg.b" | "pavg.w" => self.averages(a, b, shape),
            "pmulh.w" => self.high_products(a, b, shape, CastOp::SExt),
            "pmulhu.w" => self.high_products(a, b, shape, CastOp::ZExt),
            "pshuf.b" => self.shuffled_bytes(a, b, shape),
            "cvtps2dq" | "cvtpd2dq" | "avx.cvt.ps2dq.256" => self.rounded_lanes(a, shape, result, false),
            "cvttps2dq" | "cvttpd2dq" => self.rounded_lanes(a, shape, result, true),
            "cvtss2si" | "cvtss2si64" | "cvtsd2si" | "cvtsd2si64" => self.first_to_integer(a, shape, result, false)?,
            "cvttss2si" | "cvttss2si64" | "cvttsd2si" | "cvttsd2si64" => {
                self.first_to_integer(a, shape, result, true)?
            }
            "cvtpd2ps" => {
                let half = Shape { lane: Scalar::Float, lanes: shape.lanes };
                let narrow = self.lanes_cast(CastOp::FpTrunc, a, shape, half);
                self.padded(narrow, half, result)
            }
            "cvtsd2ss" => {
                let wide = Shape { lane: Scalar::Double, lanes: 2 };
                let narrow = Shape { lane: Scalar::Float, lanes: 2 };
                let b = self.lanes_cast(CastOp::FpTrunc, b, wide, narrow);
                let b = self.padded(b, narrow, shape);
                self.first_lane(a, b, shape)
            }
            _ => match self.x86_float(op, a, b, shape, args)? {
                Some(src) => src,
                None => self.x86_shift(op, a, b, shape, args)?.ok_or_else(refuse)?,
            },
        };
        self.define(call, src);
        Ok(())
    }

    /// The sign of each lane, as the bits of an integer.
    fn sign_bits(&mut self, a: Src, shape: Shape) -> Src {
        let shape = ints(shape.lane.bits(), shape.lanes);
        let zero = self.splat(0, shape);
        let flags = self.lanes_compare(CmpOp::Slt, a, zero, shape);
        let from = shape.lanes as u8;
        self.body.emit_to(1, |dst| Op::ZExt { dst, a: flags, from })
    }

    /// Both operands with lanes of half the width, saturated.
    fn packed(&mut self, a: Src, b: Src, shape: Shape, signed: bool) -> Src {
        let bits = shape.lane.bits();
        let half = bits / 2;
        let (low, high) = match signed {
            true => ((1u64 << (half - 1)).wrapping_neg() & (u64::MAX >> (64 - bits)), (1u64 << (half - 1)) - 1),
            false => (0, (1u64 << half) - 1),
        };
        let (low, high) = (self.splat(low, shape), self.splat(high, shape));
        let narrow = ints(half, shape.lanes);
        let mut sides = [a, b];
        for side in &mut sides {
            let clamped = self.lanes_binary(BinOp::SMax, *side, low, shape);
            let clamped = self.lanes_binary(BinOp::SMin, clamped, high, shape);
            *side = self.lanes_cast(CastOp::Trunc, clamped, shape, narrow);
        }
        let per_part = PART_BITS / bits;
        let parts = shape.lanes / per_part;
        let lanes = (0..parts)
            .flat_map(|part| [part * per_part, shape.lanes + part * per_part])
            .flat_map(|start| start..start + per_part)
            .collect();
        self.pick(sides[0], sides[1], narrow, lanes)
    }

    fn sums_of_products(&mut self, a: Src, b: Src, shape: Shape) -> Src {
        let wide = ints(32, shape.lanes);
        let (a, b) = (self.lanes_cast(CastOp::SExt, a, shape, wide), self.lanes_cast(CastOp::SExt, b, shape, wide));
        let products = self.lanes_binary(BinOp::Mul, a, b, wide);
        let even = self.pick(products, products, wide, (0..shape.lanes / 2).map(|i| 2 * i).collect());
        let odd = self.pick(products, products, wide, (0..shape.lanes / 2).map(|i| 2 * i + 1).collect());
        self.lanes_binary(BinOp::Add, even, odd, ints(32, shape.lanes / 2))
    }

    fn sums_of_differences(&mut self, a: Src, b: Src, shape: Shape) -> Src {
        let high = self.lanes_binary(BinOp::UMax, a, b, shape);
        let low = self.lanes_binary(BinOp::UMin, a, b, shape);
        let differences = self.lanes_binary(BinOp::Sub, high, low, shape);
        let wide = ints(64, shape.lanes);
        let differences = self.lanes_cast(CastOp::ZExt, differences, shape, wide);
        let groups = shape.lanes / 8;
        let sums = ints(64, groups);
        let mut sum = self.splat(0, sums);
        for i in 0..8 {
            let part = self.pick(differences, differences, wide, (0..groups).map(|g| 8 * g + i).collect());
            sum = self.lanes_binary(BinOp::Add, sum, part, sums);
        }
        sum
    }

    fn averages(&mut self, a: Src, b: Src, shape: Shape) -> Src {
        let wide = ints(32, shape.lanes);
        let (a, b) = (self.lanes_cast(CastOp::ZExt, a, shape, wide), self.lanes_cast(CastOp::ZExt, b, shape, wide));
        let one = self.splat(1, wide);
        let sum = self.lanes_binary(BinOp::Add, a, b, wide);
        let sum = self.lanes_binary(BinOp::Add, sum, one, wide);
        let half = self.lanes_binary(BinOp::LShr, sum, one, wide);
        self.lanes_cast(CastOp::Trunc, half, wide, shape)
    }

    fn high_products(&mut self, a: Src, b: Src, shape: Shape, extend: CastOp) -> Src {
        let wide = ints(32, shape.lanes);
        let (a, b) = (self.lanes_cast(extend, a, shape, wide), self.lanes_cast(extend, b, shape, wide));
        let product = self.lanes_binary(BinOp::Mul, a, b, wide);
        let by = self.splat(16, wide);
        let high = self.lanes_binary(BinOp::LShr, product, by, wide);
        self.lanes_cast(CastOp::Trunc, high, wide, shape)
    }

    /// `pshufb`: each byte of `b` names one of `a` in its part, or zero.
    fn shuffled_bytes(&mut self, a: Src, b: Src, shape: Shape) -> Src {
        let ty = self.program.shape_id(shape);
        let zero = self.splat(0, shape);
        let register = self.body.register(shape.words());
        self.body.copy(register, zero);
        for lane in 0..shape.lanes {
            let choice = self.body.emit_to(1, |dst| Op::Extract { dst, a: b, at_bit: 8 * lane, bits: 8 });
            let fifteen = self.int(15);
            let index = self.body.emit_to(1, |dst| Op::And { dst, a: choice, b: fifteen, bits: 8 });
            let start = self.int(u64::from(lane / 16 * 16));
            let index = self.body.emit_to(1, |dst| Op::Or { dst, a: index, b: start, bits: 8 });
            let byte = self.body.emit_to(1, |dst| Op::ExtractLane { dst, a, index, ty });
            let limit = self.int(0x80);
            let kept = self.body.emit_to(1, |dst| Op::Ult { dst, a: choice, b: limit, bits: 8 });
            let none = self.int(0);
            let byte = self.body.emit_to(1, |dst| Op::Select { dst, c: kept, a: byte, b: none });
            let dst = crate::op::Both(register);
            self.body.emit(Op::Insert { dst, a: byte, at_bit: 8 * lane, bits: 8 });
        }
        Src::slot(register)
    }

    /// The lanes of `a`, and zeros behind them.
    fn padded(&mut self, a: Src, shape: Shape, to: Shape) -> Src {
        if shape.lanes >= to.lanes {
            return a;
        }
        let zero = self.splat(0, ints(shape.lane.bits(), shape.lanes));
        let lanes = (0..to.lanes).map(|i| if i < shape.lanes { i } else { shape.lanes }).collect();
        self.pick(a, zero, shape, lanes)
    }

    fn rounded_lanes(&mut self, a: Src, shape: Shape, result: Shape, truncate: bool) -> Src {
        let a = if truncate { self.lanes_unary(UnOp::Trunc, a, shape) } else { a };
        let to = ints(32, shape.lanes);
        let numbers = self.lanes_cast(CastOp::LRint, a, shape, to);
        self.padded(numbers, to, result)
    }

    fn first_to_integer(&mut self, a: Src, shape: Shape, to: Shape, truncate: bool) -> Result<Src, Trouble> {
        let one = Shape { lanes: 1, ..shape };
        let a = self.lane(a, shape, 0)?;
        let a = if truncate { self.lanes_unary(UnOp::Trunc, a, one) } else { a };
        Ok(self.lanes_cast(CastOp::LRint, a, one, to))
    }

    fn masked_bytes(&mut self, args: &[Value]) -> Result<(), Trouble> {
        let shape = self.program.types.shape(args[0].ty())?;
        let (a, mask, ptr) = (self.operand(args[0])?, self.operand(args[1])?, self.operand(args[2])?);
        let zero = self.splat(0, shape);
        let flags = self.lanes_compare(CmpOp::Slt, mask, zero, shape);
        for lane in 0..shape.lanes {
            self.if_lane(flags, lane, |this| {
                let byte = this.lane(a, shape, u64::from(lane))?;
                let ptr = this.add_bytes(ptr, i64::from(lane));
                this.body.emit(Op::Store { ptr, a: byte, bits: 8, access: Access::PLAIN });
                Ok(())
            })?;
        }
        Ok(())
    }

    // ---- floats ----

    fn x86_float(&mut self, op: &str, a: Src, b: Src, shape: Shape, args: &[Value]) -> Result<Option<Src>, Trouble> {
        let op = op.strip_suffix(".256").unwrap_or(op);
        let Some((op, kind)) = op.rsplit_once('.') else { return Ok(None) };
        let scalar = matches!(kind, "ss" | "sd");
        if !scalar && !matches!(kind, "ps" | "pd") {
            return Ok(None);
        }
        let bits = ints(shape.lane.bits(), shape.lanes);
        let whole = match op {
            "min" | "max" => {
                // The second operand wins unless the first is surely smaller (or larger).
                let test = if op == "min" { CmpOp::FOlt } else { CmpOp::FOgt };
                let flags = self.lanes_compare(test, a, b, shape);
                self.lanes_select(flags, a, b, shape)
            }
            "cmp" => {
                const TESTS: [CmpOp; 8] = [
                    CmpOp::FOeq,
                    CmpOp::FOlt,
                    CmpOp::FOle,
                    CmpOp::FUno,
                    CmpOp::FUne,
                    CmpOp::FUge,
                    CmpOp::FUgt,
                    CmpOp::FOrd,
                ];
                let number = args.get(2).and_then(|n| n.as_int()).unwrap_or(u64::MAX);
                let Some(test) = TESTS.get(number as usize) else { return Ok(None) };
                let flags = self.lanes_compare(*test, a, b, shape);
                self.lanes_cast(CastOp::SExt, flags, ints(1, shape.lanes), bits)
            }
            _ => {
                let Some(test) = op.strip_prefix("comi").or_else(|| op.strip_prefix("ucomi")) else {
                    return Ok(None);
                };
                let test = match test {
                    "eq" => CmpOp::FOeq,
                    "lt" => CmpOp::FOlt,
                    "le" => CmpOp::FOle,
                    "gt" => CmpOp::FOgt,
                    "ge" => CmpOp::FOge,
                    "neq" => CmpOp::FUne,
                    _ => return Ok(None),
                };
                let (a, b) = (self.lane(a, shape, 0)?, self.lane(b, shape, 0)?);
                return Ok(Some(self.lanes_compare(test, a, b, Shape { lanes: 1, ..shape })));
            }
        };
        Ok(Some(if scalar { self.first_lane(a, whole, shape) } else { whole }))
    }

    // ---- shifts ----

    /// Shifts by one count for all lanes; one that is too large gives zeros or signs.
    fn x86_shift(
        &mut self,
        op: &str,
        a: Src,
        count: Src,
        shape: Shape,
        args: &[Value],
    ) -> Result<Option<Src>, Trouble> {
        let Some((op, _)) = op.split_once('.') else { return Ok(None) };
        let (op, immediate) = match op.strip_suffix('i') {
            Some(op) => (op, true),
            None => (op, false),
        };
        let (op, arithmetic) = match op {
            "psll" => (BinOp::Shl, false),
            "psrl" => (BinOp::LShr, false),
            "psra" => (BinOp::AShr, true),
            _ => return Ok(None),
        };
        if args.len() != 2 {
            return Ok(None);
        }
        let bits = shape.lane.bits();
        let count = match immediate {
            true => count,
            false => self.body.emit_to(1, |dst| Op::Extract { dst, a: count, at_bit: 0, bits: 64 }),
        };
        let last = self.int(u64::from(bits) - 1);
        let one = ints(64, 1);
        let clamped = self.lanes_binary(BinOp::UMin, count, last, one);
        let by = self.spread(clamped, ints(64, shape.lanes));
        let by = match bits {
            64 => by,
            _ => self.lanes_cast(CastOp::Trunc, by, ints(64, shape.lanes), shape),
        };
        let shifted = self.lanes_binary(op, a, by, shape);
        if arithmetic {
            return Ok(Some(shifted));
        }
        let zero = self.splat(0, shape);
        let words = shape.words();
        let c = self.body.emit_to(1, |dst| Op::Ule { dst, a: count, b: last, bits: 64 });
        Ok(Some(self.body.emit_to(words, |dst| Op::SelectN { dst, c, a: shifted, b: zero, words })))
    }
}
