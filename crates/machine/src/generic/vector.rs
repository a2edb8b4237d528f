//! Ops on whole values: every lane in turn.

use ir::{BinOp, CastOp, CmpOp, LocId, OverflowOp, ReduceOp, Scalar, Shadow, Shape, TernOp, UnOp, Word, Wrap};
use smallvec::smallvec;

use super::lanes::{Lane, Lanes, Res, Trouble, Words, flags, int_bits, is_clean, put_raw_lane, raw_lane, zeros};
use super::{cast, float, int};
use crate::arith::{self, Plain};
use crate::float::compare_order;

/// A shuffle's choice of no lane at all.
const NO_LANE: u32 = u32::MAX;

impl Lanes<'_, '_> {
    pub fn binary(&mut self, op: BinOp, a: &[Word], b: &[Word], shape: Shape, wrap: Wrap) -> Res<Words> {
        if let Some(words) = clean_binary(op, a, b, shape, wrap) {
            return Ok(words);
        }
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

    pub fn unary(&mut self, op: UnOp, a: &[Word], shape: Shape) -> Res<Words> {
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

    pub fn ternary(&mut self, op: TernOp, a: &[Word], b: &[Word], c: &[Word], shape: Shape) -> Res<Words> {
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

    pub fn compare(&mut self, op: CmpOp, a: &[Word], b: &[Word], shape: Shape) -> Words {
        let mut out = zeros(flags(shape));
        if is_clean(a) && is_clean(b) && shape.lane.bits() <= 64 {
            for i in 0..shape.lanes {
                if let Some(flag) = clean_compare(op, a, b, shape.lane, i) {
                    put_raw_lane(&mut out, i, 1, flag as u64);
                    continue;
                }
                let (x, y) = (self.lane(a, shape, i), self.lane(b, shape, i));
                let flag = self.float_compare(op, shape.lane, &x, &y);
                put_raw_lane(&mut out, i, 1, flag.bits);
            }
            return out;
        }
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

    pub fn convert(&mut self, op: CastOp, a: &[Word], from: Shape, to: Shape) -> Res<Words> {
        let mut out = zeros(to);
        let (wide_from, wide_to) = (from.lane.bits(), to.lane.bits());
        let narrow = is_clean(a) && wide_from <= 64 && wide_to <= 64;
        for i in 0..from.lanes {
            if narrow {
                let value = raw_lane(a, i * wide_from, wide_from);
                if let Some(value) = cast::narrow(op, value, from.lane, to.lane) {
                    self.put_bits(&mut out, i * wide_to, wide_to, &[Word::int(value)]);
                    continue;
                }
            }
            let x = self.lane(a, from, i);
            let value = self.cast(op, &x, from.lane, to.lane)?;
            self.put_lane(&mut out, to, i, &value);
        }
        Ok(out)
    }

    pub fn select(&mut self, c: &[Word], a: &[Word], b: &[Word], shape: Shape) -> Words {
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

    pub fn class(&mut self, a: &[Word], shape: Shape, mask: u32) -> Words {
        let mut out = zeros(flags(shape));
        for i in 0..shape.lanes {
            let x = self.lane(a, shape, i);
            let flag = self.float_class(shape.lane, &x, mask);
            self.put_bits(&mut out, i, 1, &[flag]);
        }
        out
    }

    /// The lanes that `mask` names out of a and b.
    pub fn shuffle(&mut self, a: &[Word], b: &[Word], shape: Shape, mask: &[u32]) -> Words {
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

    pub fn extract_lane(&mut self, a: &[Word], index: Word, shape: Shape) -> Lane {
        match self.index(index, shape) {
            Ok(index) => self.lane(a, shape, index),
            Err(blame) => self.undefined(shape.lane.bits(), blame),
        }
    }

    pub fn insert_lane(&mut self, into: &[Word], value: &[Word], index: Word, shape: Shape) -> Words {
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
    pub fn overflows(&mut self, op: OverflowOp, a: &[Word], b: &[Word], shape: Shape, flag_bit: u32) -> Res<Words> {
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

    pub fn reduce(&mut self, op: ReduceOp, start: &[Word], a: &[Word], shape: Shape) -> Res<Lane> {
        let (basic, starts) = match op {
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
        };
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

/// Lanes of at most 64 bits without anything special in them. None: not so simple after all.
fn clean_binary(op: BinOp, a: &[Word], b: &[Word], shape: Shape, wrap: Wrap) -> Option<Words> {
    if !is_clean(a) || !is_clean(b) {
        return None;
    }
    let bits = shape.lane.bits();
    match (op, shape.lane) {
        (BinOp::And, _) => return Some(a.iter().zip(b).map(|(x, y)| Word::int(x.bits & y.bits)).collect()),
        (BinOp::Or, _) => return Some(a.iter().zip(b).map(|(x, y)| Word::int(x.bits | y.bits)).collect()),
        (BinOp::Xor, _) => return Some(a.iter().zip(b).map(|(x, y)| Word::int(x.bits ^ y.bits)).collect()),
        (BinOp::FPowI | BinOp::FLdExp | BinOp::CopySign, _) => return None,
        _ => {}
    }
    let mut out = zeros(shape);
    match shape.lane {
        Scalar::Float | Scalar::Double => {
            for i in 0..shape.lanes {
                let (x, y) = (raw_lane(a, i * bits, bits), raw_lane(b, i * bits, bits));
                let value = match shape.lane {
                    Scalar::Float => {
                        float::binary32(op, f32::from_bits(x as u32), f32::from_bits(y as u32))?.to_bits() as u64
                    }
                    _ => float::binary64(op, f64::from_bits(x), f64::from_bits(y))?.to_bits(),
                };
                put_raw_lane(&mut out, i * bits, bits, value);
            }
        }
        Scalar::Int(..=64) | Scalar::Pointer => {
            for i in 0..shape.lanes {
                let (x, y) = (raw_lane(a, i * bits, bits), raw_lane(b, i * bits, bits));
                let Plain::Value(value) = int::narrow(op, x, y, bits, wrap) else { return None };
                put_raw_lane(&mut out, i * bits, bits, value);
            }
        }
        _ => return None,
    }
    Some(out)
}

fn clean_compare(op: CmpOp, a: &[Word], b: &[Word], lane: Scalar, i: u32) -> Option<bool> {
    let bits = lane.bits();
    let (x, y) = (raw_lane(a, i * bits, bits), raw_lane(b, i * bits, bits));
    match lane {
        Scalar::Float => Some(compare_order(op, f32::from_bits(x as u32).partial_cmp(&f32::from_bits(y as u32)))),
        Scalar::Double => Some(compare_order(op, f64::from_bits(x).partial_cmp(&f64::from_bits(y)))),
        Scalar::Int(_) | Scalar::Pointer => Some(arith::compare(op, x, y, bits)),
        _ => None,
    }
}

/// How many words `{ value, flags }` takes, with the padding at its end.
fn overflow_words(shape: Shape, flag_bit: u32) -> usize {
    let bytes = shape.bits().div_ceil(8).next_power_of_two();
    let align = if shape.lanes == 1 { bytes.min(16) } else { bytes };
    (flag_bit / 8 + shape.lanes.div_ceil(8)).next_multiple_of(align).div_ceil(8) as usize
}
