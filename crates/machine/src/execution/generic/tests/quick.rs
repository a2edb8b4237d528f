//! The quick ways give what the general code gives, or leave it alone.

use ir::{BinOp, CastOp, CmpOp, OverflowOp, ReduceOp, Scalar, Shape, TernOp, UnOp, Word, Wrap};

use super::super::lanes::{Lanes, Words, flags, zeros};
use super::super::{limbs, quick};
use super::{Random, vector, with_lanes};

const INTS: [u32; 12] = [1, 3, 7, 8, 16, 24, 32, 48, 64, 65, 100, 128];

/// A shape of integers (`floats` 0), of floats (1) or of either.
fn shape(random: &mut Random, floats: u64) -> Shape {
    let lanes = [1, 1, 2, 3, 4, 8, 16][random.next() as usize % 7];
    match floats {
        0 => vector(Scalar::Int(INTS[random.next() as usize % INTS.len()]), lanes),
        _ => vector([Scalar::Float, Scalar::Double, Scalar::Half, Scalar::X86Fp80][random.next() as usize % 4], lanes),
    }
}

fn some(random: &mut Random, shape: Shape, lanes: &mut Lanes) -> Words {
    let mut out = zeros(shape);
    for i in 0..shape.lanes {
        let limbs = match shape.lane {
            Scalar::Float => limbs::from_u128((random.next() as i16 as f32 / 8.0).to_bits() as u128, 32),
            Scalar::Double => limbs::from_u128((random.next() as i32 as f64 / 8.0).to_bits() as u128, 64),
            _ => random.limbs(shape.lane.bits()),
        };
        lanes.put_lane(&mut out, shape, i, &limbs.iter().map(|limb| Word::int(*limb)).collect::<Vec<_>>());
    }
    out
}

/// Counts the quick ones and compares them with the general result.
fn check(
    quickly: impl FnOnce(&mut quick::Raw) -> Option<()>,
    general: impl FnOnce() -> Option<Words>,
    about: &str,
) -> usize {
    let mut raw = [0; quick::WORDS_MAX];
    if quickly(&mut raw).is_none() {
        return 0;
    }
    let expected = general().unwrap_or_else(|| panic!("{about}: only quickly"));
    let got: Words = raw[..expected.len()].iter().map(|value| Word::int(*value)).collect();
    assert_eq!(got, expected, "{about}");
    1
}

/// Runs `f` many times and asks for enough cases that were quick.
fn often(seed: u64, f: impl Fn(&mut Random, &mut Lanes) -> usize) {
    let mut random = Random::new(seed);
    let quick: usize = with_lanes(|lanes| (0..20_000).map(|_| f(&mut random, lanes)).sum());
    assert!(quick > 3000, "only {quick}");
}

#[test]
fn arithmetic() {
    often(1, |random, lanes| {
        let op = BinOp::ALL[random.next() as usize % BinOp::ALL.len()];
        let is_float = op.name().starts_with('f') || op.name().contains("num") || op.name().contains("mum");
        let ty = shape(random, is_float as u64);
        let (a, mut b) = (some(random, ty, lanes), some(random, ty, lanes));
        if random.next() % 2 == 0 {
            b = a.clone();
        }
        let wrap = Wrap(random.next() as u8 & 7);
        let about = format!("{} {ty:?} {a:x?} {b:x?} {}", op.name(), wrap.0);
        check(|out| quick::binary(op, &a, &b, ty, wrap, out), || lanes.binary(op, &a, &b, ty, wrap).ok(), &about)
    });
}

#[test]
fn one_and_three_operands() {
    often(2, |random, lanes| {
        let op = UnOp::ALL[random.next() as usize % UnOp::ALL.len()];
        let is_int = UnOp::ALL.iter().position(|o| *o == op) >= UnOp::ALL.iter().position(|o| *o == UnOp::Ctpop);
        let mut ty = shape(random, !is_int as u64);
        if op == UnOp::BSwap {
            ty.lane = Scalar::Int(32);
        }
        let a = some(random, ty, lanes);
        let about = format!("{} {ty:?} {a:x?}", op.name());
        check(|out| quick::unary(op, &a, ty, out), || lanes.unary(op, &a, ty).ok(), &about)
    });
    often(3, |random, lanes| {
        let op = [TernOp::Fma, TernOp::FMulAdd, TernOp::FShl, TernOp::FShr][random.next() as usize % 4];
        let ty = shape(random, matches!(op, TernOp::Fma | TernOp::FMulAdd) as u64);
        let [a, b, c] = [(); 3].map(|()| some(random, ty, lanes));
        let about = format!("{} {ty:?} {a:x?} {b:x?} {c:x?}", op.name());
        check(|out| quick::ternary(op, [&a, &b, &c], ty, out), || lanes.ternary(op, &a, &b, &c, ty).ok(), &about)
    });
}

#[test]
fn comparisons_and_choices() {
    often(4, |random, lanes| {
        let op = CmpOp::ALL[random.next() as usize % CmpOp::ALL.len()];
        let ty = shape(random, op.name().starts_with("f.") as u64);
        let a = some(random, ty, lanes);
        let b = if random.next() % 3 == 0 { a.clone() } else { some(random, ty, lanes) };
        let about = format!("{} {ty:?} {a:x?} {b:x?}", op.name());
        check(|out| quick::compare(op, &a, &b, ty, out), || Some(lanes.compare(op, &a, &b, ty)), &about)
    });
    often(5, |random, lanes| {
        let kind = random.next() % 2;
        let ty = shape(random, kind);
        let (a, b, c) = (some(random, ty, lanes), some(random, ty, lanes), some(random, flags(ty), lanes));
        let about = format!("select {ty:?} {a:x?} {b:x?} {c:x?}");
        let chosen = check(|out| quick::select(&c, &a, &b, ty, out), || Some(lanes.select(&c, &a, &b, ty)), &about);
        let mask: Vec<u32> = (0..1 + random.next() % 9).map(|_| random.next() as u32 % (2 * ty.lanes)).collect();
        let about = format!("shuffle {ty:?} {a:x?} {b:x?} {mask:?}");
        chosen + check(|out| quick::shuffle(&a, &b, ty, &mask, out), || Some(lanes.shuffle(&a, &b, ty, &mask)), &about)
    });
}

#[test]
fn conversions() {
    often(6, |random, lanes| {
        let op = CastOp::ALL[random.next() as usize % CastOp::ALL.len()];
        let (from_float, to_float) = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => (0, 0),
            CastOp::FpTrunc | CastOp::FpExt => (1, 1),
            CastOp::SiToFp | CastOp::UiToFp => (0, 1),
            _ => (1, 0),
        };
        let (from, mut to) = (shape(random, from_float), shape(random, to_float));
        to.lanes = from.lanes;
        let wider = to.lane.bits() > from.lane.bits();
        let fits = match op {
            CastOp::Trunc | CastOp::FpTrunc => to.lane.bits() < from.lane.bits(),
            CastOp::ZExt | CastOp::SExt | CastOp::FpExt => wider,
            _ => true,
        };
        if !fits {
            return 0;
        }
        let a = some(random, from, lanes);
        let about = format!("{} {from:?} {to:?} {a:x?}", op.name());
        check(|out| quick::convert(op, &a, from, to, out), || lanes.convert(op, &a, from, to).ok(), &about)
    });
}

#[test]
fn overflows_and_reductions() {
    often(7, |random, lanes| {
        let op = OverflowOp::ALL[random.next() as usize % OverflowOp::ALL.len()];
        let bits = INTS[random.next() as usize % 9];
        let ty = vector(Scalar::Int(bits), 1);
        let flag_bit = bits.next_power_of_two().max(8);
        let (a, b) = (some(random, ty, lanes), some(random, ty, lanes));
        let about = format!("{} {ty:?} {a:x?} {b:x?}", op.name());
        check(
            |out| quick::overflow(op, a[0], b[0], ty, flag_bit, out).map(|_| ()),
            || lanes.overflows(op, &a, &b, ty, flag_bit).ok(),
            &about,
        )
    });
    often(8, |random, lanes| {
        let op = ReduceOp::ALL[random.next() as usize % ReduceOp::ALL.len()];
        let ty = shape(random, op.name().starts_with('f') as u64);
        let (a, start) = (some(random, ty, lanes), some(random, vector(ty.lane, 1), lanes));
        let about = format!("{} {ty:?} {a:x?}", op.name());
        check(
            |out| quick::reduce(op, &start, &a, ty, out),
            || lanes.reduce(op, &start, &a, ty).ok().map(|lane| lane.into_iter().collect()),
            &about,
        )
    });
}
