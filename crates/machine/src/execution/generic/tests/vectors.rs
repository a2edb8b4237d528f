//! Lanes: packing, choosing, and undefined lanes that harm nobody.

use ir::{BinOp, CmpOp, LocId, OverflowOp, ReduceOp, Scalar, Word, Wrap};

use super::super::lanes::{Lanes, Words};
use super::super::limbs;
use super::{HERE, Random, ints, vector, with_lanes};

fn pack(lanes: &mut Lanes, shape: ir::Shape, values: &[u64]) -> Words {
    let mut out = super::super::lanes::zeros(shape);
    for (i, value) in values.iter().enumerate() {
        lanes.put_lane(&mut out, shape, i as u32, &[Word::int(*value)]);
    }
    out
}

#[test]
fn odd_lanes_are_packed_bit_by_bit() {
    let mut random = Random::new(1);
    for bits in [1, 3, 7, 8, 17, 31, 48, 64] {
        for count in [1, 2, 3, 5, 16] {
            let shape = vector(Scalar::Int(bits), count);
            let mut some = || (0..count).map(|_| limbs::fit([random.next()].into_iter().collect(), bits)[0]).collect();
            let (a, b): (Vec<u64>, Vec<u64>) = (some(), some());
            with_lanes(|lanes| {
                let (x, y) = (pack(lanes, shape, &a), pack(lanes, shape, &b));
                let sum = lanes.binary(BinOp::Add, &x, &y, shape, Wrap(0)).unwrap();
                let expected: Vec<u64> =
                    a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b) & (!0 >> (64 - bits))).collect();
                assert_eq!(sum, pack(lanes, shape, &expected), "i{bits} x {count}");
                let less = lanes.compare(CmpOp::Ult, &x, &y, shape);
                let flags: u64 = a.iter().zip(&b).enumerate().map(|(i, (a, b))| ((a < b) as u64) << i).sum();
                assert_eq!(less[..], ints(&[flags])[..]);
                let chosen = lanes.select(&less, &x, &y, shape);
                let smaller = lanes.binary(BinOp::UMin, &x, &y, shape, Wrap(0)).unwrap();
                assert_eq!(chosen, smaller);
            });
        }
    }
}

#[test]
fn undefined_lanes_stay_alone() {
    with_lanes(|lanes| {
        let shape = vector(Scalar::Int(32), 4);
        // Lane 1 is undefined.
        let a = [lanes.partly(5, !0 << 32), Word::int(7 << 32 | 6)];
        let b = ints(&[1 << 32 | 1, 1 << 32 | 1]);
        let sum = lanes.binary(BinOp::Add, &a, &b, shape, Wrap::NSW).unwrap();
        assert_eq!((sum[0].bits, lanes.undef_of(sum[0])), (6, !0 << 32));
        assert_eq!(sum[1], Word::int(8 << 32 | 7));
        let picked = lanes.shuffle(&sum, &sum, shape, &[0, 2, 3, 0]);
        assert_eq!(picked[..], ints(&[7 << 32 | 6, 6 << 32 | 8])[..]);
        let torn = lanes.shuffle(&b, &b, shape, &[0, u32::MAX]);
        assert_eq!(lanes.undef_of(torn[0]), !0 << 32);
        // An overflow poisons its own lane.
        let big = ints(&[0x7fff_ffff, 0]);
        let sum = lanes.binary(BinOp::Add, &big, &b, shape, Wrap::NSW).unwrap();
        assert_eq!((lanes.undef_of(sum[0]), lanes.blame(&[&sum])), (0xffff_ffff, HERE));
        assert_eq!(sum[1], Word::int(1 << 32 | 1));
        // A float lane too.
        let floats = vector(Scalar::Float, 2);
        let one = 1f32.to_bits() as u64;
        let x = [lanes.partly(one, !0 << 32)];
        let sum = lanes.binary(BinOp::FAdd, &x, &ints(&[one | one << 32]), floats, Wrap(0)).unwrap();
        assert_eq!((sum[0].bits, lanes.undef_of(sum[0])), (2f32.to_bits() as u64, !0 << 32));
        let less = lanes.compare(CmpOp::FOlt, &x, &ints(&[0]), floats);
        assert_eq!((less[0].bits, lanes.undef_of(less[0])), (0, 0b10));
    });
}

#[test]
fn undecided_selects_keep_what_both_sides_agree_on() {
    with_lanes(|lanes| {
        let shape = vector(Scalar::Int(8), 2);
        let c = [lanes.partly(0, 0b11)];
        let chosen = lanes.select(&c, &ints(&[0x12_34]), &ints(&[0x12_35]), shape);
        assert_eq!((chosen[0].bits, lanes.undef_of(chosen[0])), (0x12_34, 1));
    });
}

#[test]
fn lanes_by_number() {
    with_lanes(|lanes| {
        let shape = vector(Scalar::Int(16), 4);
        let a = ints(&[0x0004_0003_0002_0001]);
        for i in 0..4 {
            assert_eq!(lanes.extract_lane(&a, Word::int(i), shape)[..], ints(&[i + 1])[..]);
        }
        let missing = lanes.extract_lane(&a, Word::int(4), shape);
        assert_eq!((lanes.undef_of(missing[0]), lanes.blame(&[&missing])), (0xffff, HERE));
        let changed = lanes.insert_lane(&a, &ints(&[9]), Word::int(2), shape);
        assert_eq!(changed[..], ints(&[0x0004_0009_0002_0001])[..]);
        let lost = lanes.insert_lane(&a, &ints(&[9]), Word::int(!0), shape);
        assert_eq!(lanes.undef_of(lost[0]), !0);
        let unknown = lanes.extract_lane(&a, Word::UNDEF, shape);
        assert_eq!((lanes.undef_of(unknown[0]), lanes.blame(&[&unknown])), (0xffff, LocId(0)));
    });
}

#[test]
fn reductions() {
    with_lanes(|lanes| {
        let shape = vector(Scalar::Int(8), 4);
        let a = ints(&[0x80_03_ff_02]);
        let mut check = |op, expected| {
            assert_eq!(lanes.reduce(op, &[], &a, shape).unwrap()[..], ints(&[expected])[..], "{}", op.name());
        };
        check(ReduceOp::Add, 0x84);
        check(ReduceOp::Mul, 0);
        check(ReduceOp::And, 0);
        check(ReduceOp::Or, 0xff);
        check(ReduceOp::Xor, 0x7e);
        check(ReduceOp::SMax, 3);
        check(ReduceOp::SMin, 0x80);
        check(ReduceOp::UMax, 0xff);
        check(ReduceOp::UMin, 2);
        // In order: a large number swallows the small ones that come after it.
        let shape = vector(Scalar::Double, 3);
        let values = [1e16, 1.0, 1.0].map(f64::to_bits);
        let sum = lanes.reduce(ReduceOp::FAdd, &ints(&[1f64.to_bits()]), &ints(&values), shape).unwrap();
        assert_eq!(f64::from_bits(sum[0].bits), ((1.0 + 1e16) + 1.0) + 1.0);
        let max = lanes.reduce(ReduceOp::FMax, &[], &ints(&values), shape).unwrap();
        assert_eq!(f64::from_bits(max[0].bits), 1e16);
        // A defined one decides about "any".
        let flags = vector(Scalar::Int(1), 4);
        let some = [lanes.partly(0b0001, 0b0110)];
        assert_eq!(lanes.reduce(ReduceOp::Or, &[], &some, flags).unwrap()[0], Word::int(1));
        assert_eq!(lanes.reduce(ReduceOp::And, &[], &some, flags).unwrap()[0], Word::int(0));
    });
}

#[test]
fn overflow_structs_are_filled_to_their_end() {
    with_lanes(|lanes| {
        let shape = vector(Scalar::Int(32), 4);
        let a = ints(&[0xffff_ffff, 5 << 32 | 0xffff_ffff]);
        let b = ints(&[1, 1]);
        let words = lanes.overflows(OverflowOp::UAdd, &a, &b, shape, 128).unwrap();
        assert_eq!(words[..], ints(&[0, 5 << 32, 0b0101, 0])[..]);
        let wide = vector(Scalar::Int(128), 1);
        let words = lanes.overflows(OverflowOp::UAdd, &ints(&[!0, !0]), &ints(&[1, 0]), wide, 128).unwrap();
        assert_eq!(words[..], ints(&[0, 0, 1, 0])[..]);
        let words =
            lanes.overflows(OverflowOp::SMul, &ints(&[3]), &ints(&[4]), vector(Scalar::Int(64), 1), 64).unwrap();
        assert_eq!(words[..], ints(&[12, 0])[..]);
    });
}
