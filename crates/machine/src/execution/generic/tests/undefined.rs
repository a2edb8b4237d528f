//! Undefined bits: where they go, and where they do not.

use ir::{BinOp, CastOp, CmpOp, LocId, OverflowOp, TernOp, UnOp, Word, Wrap};

use super::super::lanes::Lane;
use super::super::limbs;
use super::{HERE, int, ints, kind, with_lanes};
use crate::problem::Kind;

/// Undefined bits of a result at 128 bits and at 64 bits: the same rules hold.
fn check(op: BinOp, a: (u64, u64), b: (u64, u64), undef: u64) {
    with_lanes(|lanes| {
        let (x, y) = (lanes.partly(a.0, a.1), lanes.partly(b.0, b.1));
        let narrow = lanes.binary(op, &[x], &[y], int(64), Wrap(0)).unwrap();
        assert_eq!(lanes.undef_of(narrow[0]), undef, "{} i64", op.name());
        let zero = Word::int(0);
        let wide = lanes.binary(op, &[x, zero], &[y, zero], int(128), Wrap(0)).unwrap();
        assert_eq!(lanes.undef_of(wide[0]), undef, "{} i128", op.name());
    });
}

#[test]
fn logic_is_exact() {
    check(BinOp::And, (0xff, 0xf0), (0x3c, 0), 0x30);
    check(BinOp::Or, (0x00, 0xf0), (0x3c, 0), 0xc0);
    check(BinOp::Xor, (0x00, 0xf0), (0x3c, 0x01), 0xf1);
    check(BinOp::Shl, (0x0f, 0xf0), (4, 0), 0xf00);
    check(BinOp::LShr, (0x0f, 0xf0), (5, 0), 0x7);
    check(BinOp::AShr, (0x0f, 0xf0), (5, 0), 0x7);
    check(BinOp::Add, (0x0f, 0xf0), (4, 0), !0xf);
    check(BinOp::Sub, (0x0f, 0), (4, 0x100), !0xff);
    check(BinOp::Mul, (0x0f, 0xf0), (4, 0), !0xf);
    check(BinOp::UMin, (0x0f, 0xf0), (0x20, 0), !0);
    check(BinOp::UAddSat, (0x0f, 0xf0), (4, 0), !0);
    check(BinOp::Shl, (1, 0), (4, 1), !0);
}

#[test]
fn carries_cross_words_and_shifts_move_bits_between_them() {
    with_lanes(|lanes| {
        let a = [lanes.partly(0, 1 << 63), Word::int(5)];
        let one = ints(&[1, 0]);
        let sum = lanes.binary(BinOp::Add, &a, &one, int(128), Wrap(0)).unwrap();
        assert_eq!([lanes.undef_of(sum[0]), lanes.undef_of(sum[1])], [1 << 63, !0]);
        assert_eq!(sum[0].bits, 1);
        let up = lanes.binary(BinOp::Shl, &a, &one, int(128), Wrap(0)).unwrap();
        assert_eq!([lanes.undef_of(up[0]), lanes.undef_of(up[1])], [0, 1]);
        assert_eq!(up[1].bits, 10);
        // A sum above the undefined word does not touch it.
        let high = ints(&[0, 1]);
        let sum = lanes.binary(BinOp::Add, &a, &high, int(128), Wrap(0)).unwrap();
        assert_eq!(sum[..], [a[0], Word::int(6)]);
        let sign = [Word::int(0), lanes.partly(0, 1 << 63)];
        let down = lanes.binary(BinOp::AShr, &sign, &ints(&[4, 0]), int(128), Wrap(0)).unwrap();
        assert_eq!(lanes.undef_of(down[1]), !0 << 59);
        let byte = lanes.partly(1, 0x80);
        let extended = lanes.convert(CastOp::SExt, &[byte], int(8), int(100)).unwrap();
        assert_eq!([lanes.undef_of(extended[0]), lanes.undef_of(extended[1])], [!0 << 7, 0xf_ffff_ffff]);
    });
}

#[test]
fn comparisons_know_what_they_can() {
    with_lanes(|lanes| {
        let (a, b) = ([Word::UNDEF, Word::int(1)], ints(&[7, 2]));
        let shape = int(128);
        assert_eq!(lanes.compare(CmpOp::Eq, &a, &b, shape)[0], Word::int(0));
        assert_eq!(lanes.compare(CmpOp::Ne, &a, &b, shape)[0], Word::int(1));
        assert_eq!(lanes.compare(CmpOp::Ult, &a, &b, shape)[0], Word::int(1));
        assert_eq!(lanes.compare(CmpOp::Sge, &a, &b, shape)[0], Word::int(0));
        let same = ints(&[7, 1]);
        for op in [CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Sge] {
            let word = lanes.compare(op, &a, &same, shape)[0];
            assert_eq!(lanes.undef_of(word), 1, "{}", op.name());
        }
    });
}

#[test]
fn counting_zeros_stops_at_the_first_one() {
    with_lanes(|lanes| {
        let word = lanes.partly(0x10, 0x0f);
        assert_eq!(lanes.unary(UnOp::Ctlz, &[word], int(32)).unwrap()[0], Word::int(27));
        // 0 to 4, and so no more than 7.
        let result = lanes.unary(UnOp::Cttz, &[word], int(32)).unwrap()[0];
        assert_eq!((result.bits, lanes.undef_of(result)), (0, 7));
        let word = lanes.partly(0x10, 0xf00);
        assert_eq!(lanes.unary(UnOp::CttzPoison, &[word], int(32)).unwrap()[0], Word::int(4));
        let result = lanes.unary(UnOp::Ctpop, &[word], int(32)).unwrap()[0];
        assert_eq!((result.bits, lanes.undef_of(result)), (0, 7));
    });
}

/// All numbers that the undefined bits allow.
fn possible(value: u64, undef: u64) -> impl Iterator<Item = u64> + Clone {
    (0..16).filter(move |n| n & !undef == value & !undef)
}

/// Every comparison, minimum and count of four bits: what is called defined is so for all of them.
#[test]
fn what_cannot_matter_does_not() {
    let orders = [CmpOp::Ult, CmpOp::Ule, CmpOp::Ugt, CmpOp::Uge, CmpOp::Slt, CmpOp::Sle, CmpOp::Sgt, CmpOp::Sge];
    with_lanes(|lanes| {
        for (a, ua, b, ub) in (0..1 << 16).map(|n: u64| (n & 15, n >> 4 & 15, n >> 8 & 15, n >> 12)) {
            let (x, y) = (lanes.partly(a & !ua, ua), lanes.partly(b & !ub, ub));
            let pairs = possible(a, ua).flat_map(|a| possible(b, ub).map(move |b| (a, b)));
            for op in orders {
                let word = lanes.compare(op, &[x], &[y], int(4))[0];
                let mut outcomes = pairs.clone().map(|(a, b)| crate::execution::arith::compare(op, a, b, 4) as u64);
                let first = outcomes.next().unwrap();
                let same = outcomes.all(|outcome| outcome == first);
                let defined = lanes.undef_of(word) == 0;
                assert_eq!(defined, same, "{} {a} {ua} {b} {ub}", op.name());
                assert!(!defined || word.bits == first);
            }
            for op in [BinOp::UMin, BinOp::UMax, BinOp::SMin, BinOp::SMax] {
                let word = lanes.binary(op, &[x], &[y], int(4), Wrap(0)).unwrap()[0];
                let known = !lanes.undef_of(word) & 15;
                let outcome = |a, b| match crate::execution::arith::plain(op, a, b, 4, Wrap(0)) {
                    crate::execution::arith::Plain::Value(value) => value,
                    _ => 99,
                };
                assert!(pairs.clone().all(|(a, b)| outcome(a, b) & known == word.bits), "{}", op.name());
            }
            for op in [UnOp::Ctpop, UnOp::Cttz, UnOp::Ctlz] {
                let word = lanes.unary(op, &[x], int(4)).unwrap()[0];
                let known = !lanes.undef_of(word) & 15;
                let outcome = |a| super::super::int::narrow_unary(op, a, 4).unwrap();
                assert!(possible(a, ua).all(|a| outcome(a) & known == word.bits), "{}", op.name());
            }
        }
    });
}

#[test]
fn permutations_are_exact() {
    with_lanes(|lanes| {
        let word = lanes.partly(0x01, 0xff00);
        let swapped = lanes.unary(UnOp::BSwap, &[word], int(32)).unwrap()[0];
        assert_eq!((swapped.bits, lanes.undef_of(swapped)), (0x0100_0000, 0x00ff_0000));
        let reversed = lanes.unary(UnOp::BitReverse, &[word], int(32)).unwrap()[0];
        assert_eq!((reversed.bits, lanes.undef_of(reversed)), (0x8000_0000, 0x00ff_0000));
        let rotated = lanes.ternary(TernOp::FShl, &[word], &[word], &ints(&[20]), int(32)).unwrap()[0];
        assert_eq!((rotated.bits, lanes.undef_of(rotated)), (0x0010_0000, 0xf000_000f));
        // The sign of a float is flipped, whatever is known about it.
        let negated = lanes.unary(UnOp::FNeg, &[word], super::vector(ir::Scalar::Float, 1)).unwrap()[0];
        assert_eq!((negated.bits, lanes.undef_of(negated)), (0x8000_0001, 0xff00));
    });
}

#[test]
fn broken_promises_are_poison_with_a_place() {
    let broken = |op, a: &[u64], b: &[u64], bits, wrap| {
        with_lanes(|lanes| {
            let words = lanes.binary(op, &ints(a), &ints(b), int(bits), wrap).unwrap();
            assert_eq!(lanes.undef(&words, bits), limbs::ones(bits));
            assert_eq!(lanes.blame(&[&words]), HERE);
            lanes.overflow = true;
            assert_eq!(kind(lanes.binary(op, &ints(a), &ints(b), int(bits), wrap)), Some(Kind::Overflow));
        });
    };
    broken(BinOp::Add, &[0x7f], &[1], 8, Wrap::NSW);
    broken(BinOp::Add, &[!0, !0], &[1, 0], 128, Wrap::NUW);
    broken(BinOp::Shl, &[1, 0], &[128, 0], 128, Wrap(0));
    broken(BinOp::Shl, &[1, 0], &[0, 1], 128, Wrap(0));
    broken(BinOp::LShr, &[1], &[1], 7, Wrap::EXACT);
    broken(BinOp::UDiv, &[7, 0], &[2, 0], 128, Wrap::EXACT);
}

#[test]
fn dividing_by_the_undefined_is_a_violation() {
    with_lanes(|lanes| {
        let wide: Lane = lanes.undefined(128, LocId(0));
        let result = lanes.binary(BinOp::URem, &ints(&[1, 0]), &wide, int(128), Wrap(0));
        assert_eq!(kind(result), Some(Kind::Uninit));
        let result = lanes.binary(BinOp::SDiv, &wide, &ints(&[0, 0]), int(128), Wrap(0));
        assert_eq!(kind(result), Some(Kind::DivByZero));
        let result = lanes.binary(BinOp::SDiv, &wide, &ints(&[3, 0]), int(128), Wrap(0)).unwrap();
        assert_eq!(lanes.undef(&result, 128), limbs::ones(128));
    });
}

#[test]
fn an_overflow_of_the_unknown_is_unknown() {
    with_lanes(|lanes| {
        let word = lanes.partly(0, 0x80);
        let words = lanes.overflows(OverflowOp::SAdd, &[word], &ints(&[1]), int(32), 32).unwrap();
        assert_eq!(words.len(), 1);
        assert_eq!(lanes.undef_of(words[0]), 0x1_ffff_ff80);
        assert_eq!(words[0].bits, 1);
    });
}
