//! Ops on whole values: every lane in turn.

use ir::{BinOp, CastOp, CmpOp, LocId, OverflowOp, PairOp, ReduceOp, RmwOp, Shadow, Shape, TernOp, UnOp, Word, Wrap};
use smallvec::smallvec;

use super::lanes::{Lane, Lanes, Res, Trouble, Words, flags, int_bits, overflow_words, zeros};

/// A shuffle's choice of no lane at all.
const NO_LANE: u32 = u32::MAX;

impl Lanes<'_, '_> {
    pub(super) fn binary(&mut self, op: BinOp, a: &[Word], b: &[Word], shape: Shape, wrap: Wrap) -> Res<Words> {
        let mut out = zeros(shape);
        for i in 0..shape.lanes {
            let x = self.lane(a, shape, i);
            let value = match (op, int_bits(shape.lane)) {
                // The exponent of `powi` is one for all lanes.
                (BinOp::FPowI, _) => self.float_with_int(op, shape.lane, &x, b)?,
                (BinOp::FLdExp, _) => {
                    let y = self.bits(b, 32 * i, 32);
                    self.float_with_int(op, shape.lane, &x, &y)?
                }
                (_, Some(bits)) => {
                    let y = self.lane(b, shape, i);
                    self.int_binary(op, &x, &y, bits, wrap)?
                }
                _ => {
                    let y = self.lane(b, shape, i);
                    self.float_binary(op, shape.lane, &x, &y)?
                }
            };
            self.put_lane(&mut out, shape, i, &value);
        }
        Ok(out)
    }

    /// The read-modify-writes that are no arithmetic of another instruction.
    pub(super) fn read_modify(&mut self, op: RmwOp, old: &[Word], a: &[Word], shape: Shape) -> Res<Words> {
        let bits = shape.lane.bits();
        let constant = |value: u64| -> Words {
            let mut out = zeros(shape);
            for at in (0..shape.bits()).step_by(bits as usize) {
                out[(at / 64) as usize].bits |= value << (at % 64);
            }
            out
        };
        let (zero, one) = (constant(0), constant(1));
        let plain = Wrap(0);
        Ok(match op {
            RmwOp::Nand => {
                let both = self.binary(BinOp::And, old, a, shape, plain)?;
                let ones = self.binary(BinOp::Sub, &zero, &one, shape, plain)?;
                self.binary(BinOp::Xor, &both, &ones, shape, plain)?
            }
            RmwOp::UIncWrap => {
                let wraps = self.compare(CmpOp::Uge, old, a, shape);
                let next = self.binary(BinOp::Add, old, &one, shape, plain)?;
                self.select(&wraps, &zero, &next, shape)
            }
            RmwOp::UDecWrap => {
                let is_zero = self.compare(CmpOp::Eq, old, &zero, shape);
                let above = self.compare(CmpOp::Ugt, old, a, shape);
                let wraps = self.binary(BinOp::Or, &is_zero, &above, flags(shape), plain)?;
                let next = self.binary(BinOp::Sub, old, &one, shape, plain)?;
                self.select(&wraps, a, &next, shape)
            }
            RmwOp::USubCond => {
                let fits = self.compare(CmpOp::Uge, old, a, shape);
                let less = self.binary(BinOp::Sub, old, a, shape, plain)?;
                self.select(&fits, &less, old, shape)
            }
            _ => Words::from_slice(a),
        })
    }

    pub(super) fn unary(&mut self, op: UnOp, a: &[Word], shape: Shape) -> Res<Words> {
        let mut out = zeros(shape);
        for i in 0..shape.lanes {
            let x = self.lane(a, shape, i);
            let value = match int_bits(shape.lane) {
                Some(bits) => self.int_unary(op, &x, bits)?,
                None => self.float_unary(op, shape.lane, &x)?,
            };
            self.put_lane(&mut out, shape, i, &value);
        }
        Ok(out)
    }

    pub(super) fn ternary(&mut self, op: TernOp, a: &[Word], b: &[Word], c: &[Word], shape: Shape) -> Res<Words> {
        let mut out = zeros(shape);
        for i in 0..shape.lanes {
            let (x, y) = (self.lane(a, shape, i), self.lane(b, shape, i));
            let value = match (op, int_bits(shape.lane)) {
                (TernOp::SMulFix | TernOp::UMulFix, Some(bits)) => {
                    // The scale is one constant for all lanes.
                    self.fixed(op, &x, &y, c[0].bits as u32, bits)?
                }
                (_, Some(bits)) => {
                    let z = self.lane(c, shape, i);
                    self.funnel(op, &x, &y, &z, bits)?
                }
                (_, None) => {
                    let z = self.lane(c, shape, i);
                    self.float_ternary(op, shape.lane, &x, &y, &z)?
                }
            };
            self.put_lane(&mut out, shape, i, &value);
        }
        Ok(out)
    }

    pub(super) fn compare(&mut self, op: CmpOp, a: &[Word], b: &[Word], shape: Shape) -> Words {
        let mut out = zeros(flags(shape));
        for i in 0..shape.lanes {
            let (x, y) = (self.lane(a, shape, i), self.lane(b, shape, i));
            let flag = match int_bits(shape.lane) {
                Some(bits) => self.int_compare(op, &x, &y, bits),
                None => self.float_compare(op, shape.lane, &x, &y),
            };
            self.put_bits(&mut out, i, 1, &[flag]);
        }
        out
    }

    pub(super) fn convert(&mut self, op: CastOp, a: &[Word], from: Shape, to: Shape) -> Res<Words> {
        let mut out = zeros(to);
        for i in 0..from.lanes {
            let x = self.lane(a, from, i);
            let value = self.cast(op, &x, from.lane, to.lane)?;
            self.put_lane(&mut out, to, i, &value);
        }
        Ok(out)
    }

    pub(super) fn select(&mut self, c: &[Word], a: &[Word], b: &[Word], shape: Shape) -> Words {
        let mut out = zeros(shape);
        for i in 0..shape.lanes {
            let flag = self.bits(c, i, 1)[0];
            let value = match (flag.shadow, flag.bits) {
                (Shadow::CLEAN, 0) => self.lane(b, shape, i),
                (Shadow::CLEAN, _) => self.lane(a, shape, i),
                _ => {
                    let (x, y) = (self.lane(a, shape, i), self.lane(b, shape, i));
                    let blame = self.blame(&[&[flag]]);
                    self.common(&x, &y, shape.lane.bits(), blame)
                }
            };
            self.put_lane(&mut out, shape, i, &value);
        }
        out
    }

    pub(super) fn class(&mut self, a: &[Word], shape: Shape, mask: u32) -> Words {
        let mut out = zeros(flags(shape));
        for i in 0..shape.lanes {
            let x = self.lane(a, shape, i);
            let flag = self.float_class(shape.lane, &x, mask);
            self.put_bits(&mut out, i, 1, &[flag]);
        }
        out
    }

    /// The lanes that `mask` names out of a and b.
    pub(super) fn shuffle(&mut self, a: &[Word], b: &[Word], shape: Shape, mask: &[u32]) -> Words {
        let to = Shape { lane: shape.lane, lanes: mask.len() as u32 };
        let mut out = zeros(to);
        for (i, choice) in mask.iter().enumerate() {
            let value = match *choice {
                NO_LANE => self.undefined(shape.lane.bits(), LocId(0)),
                lane if lane < shape.lanes => self.lane(a, shape, lane),
                lane if lane < 2 * shape.lanes => self.lane(b, shape, lane - shape.lanes),
                _ => self.undefined(shape.lane.bits(), LocId(0)),
            };
            self.put_lane(&mut out, to, i as u32, &value);
        }
        out
    }

    /// The lane an index names, or whom to blame if there is none.
    fn index(&mut self, index: Word, shape: Shape) -> Result<u32, LocId> {
        let [number] = self.numbers([&[index]], 64)?;
        if number[0] < shape.lanes as u64 { Ok(number[0] as u32) } else { Err(self.loc) }
    }

    pub(super) fn extract_lane(&mut self, a: &[Word], index: Word, shape: Shape) -> Lane {
        match self.index(index, shape) {
            Ok(index) => self.lane(a, shape, index),
            Err(blame) => self.undefined(shape.lane.bits(), blame),
        }
    }

    pub(super) fn insert_lane(&mut self, into: &[Word], value: &[Word], index: Word, shape: Shape) -> Words {
        match self.index(index, shape) {
            Ok(index) => {
                let mut out = Words::from_slice(into);
                self.put_lane(&mut out, shape, index, value);
                out
            }
            Err(blame) => self.undefined(shape.bits(), blame).into_iter().collect(),
        }
    }

    /// All results, then (from `flag_bit`) all flags.
    pub(super) fn overflows(
        &mut self,
        op: OverflowOp,
        a: &[Word],
        b: &[Word],
        shape: Shape,
        flag_bit: u32,
    ) -> Res<Words> {
        let Some(bits) = int_bits(shape.lane) else {
            return Err(Trouble::Unsupported(format!("`{}` with overflow of floats", op.name())));
        };
        let mut out: Words = smallvec![Word::int(0); overflow_words(shape, flag_bit)];
        for i in 0..shape.lanes {
            let (x, y) = (self.lane(a, shape, i), self.lane(b, shape, i));
            let (value, flag) = self.overflowing(op, &x, &y, bits)?;
            self.put_lane(&mut out, shape, i, &value);
            self.put_bits(&mut out, flag_bit + i, 1, &[flag]);
        }
        Ok(out)
    }

    /// All first results, then (from `second_bit`) all second ones.
    pub(super) fn pairs(&mut self, op: PairOp, a: &[Word], shape: Shape, second_bit: u32, words: u32) -> Res<Words> {
        let mut out: Words = smallvec![Word::int(0); words as usize];
        let bits = shape.lane.bits();
        let second_bits = if op == PairOp::FrExp { 32 } else { bits };
        for i in 0..shape.lanes {
            let x = self.lane(a, shape, i);
            let (first, second) = self.float_pair(op, shape.lane, &x)?;
            self.put_lane(&mut out, shape, i, &first);
            self.put_bits(&mut out, second_bit + i * second_bits, second_bits, &second);
        }
        Ok(out)
    }

    pub(super) fn reduce(&mut self, op: ReduceOp, start: &[Word], a: &[Word], shape: Shape) -> Res<Lane> {
        let (basic, starts) = reduction(op);
        let mut sum = if starts { Lane::from_slice(start) } else { self.lane(a, shape, 0) };
        for i in !starts as u32..shape.lanes {
            let x = self.lane(a, shape, i);
            sum = match int_bits(shape.lane) {
                Some(bits) => self.int_binary(basic, &sum, &x, bits, Wrap(0))?,
                None => self.float_binary(basic, shape.lane, &sum, &x)?,
            };
        }
        Ok(sum)
    }
}

/// The operation that a reduction repeats, and whether it has a value to start from.
pub(super) fn reduction(op: ReduceOp) -> (BinOp, bool) {
    match op {
        ReduceOp::Add => (BinOp::Add, false),
        ReduceOp::Mul => (BinOp::Mul, false),
        ReduceOp::And => (BinOp::And, false),
        ReduceOp::Or => (BinOp::Or, false),
        ReduceOp::Xor => (BinOp::Xor, false),
        ReduceOp::SMax => (BinOp::SMax, false),
        ReduceOp::SMin => (BinOp::SMin, false),
        ReduceOp::UMax => (BinOp::UMax, false),
        ReduceOp::UMin => (BinOp::UMin, false),
        ReduceOp::FAdd => (BinOp::FAdd, true),
        ReduceOp::FMul => (BinOp::FMul, true),
        ReduceOp::FMax => (BinOp::FMaxNum, false),
        ReduceOp::FMin => (BinOp::FMinNum, false),
        ReduceOp::FMaximum => (BinOp::FMaximum, false),
        ReduceOp::FMinimum => (BinOp::FMinimum, false),
    }
}
