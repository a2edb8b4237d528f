//! Pointers in wide integers and in vectors.

use ir::{BinOp, CastOp, CmpOp, Scalar, TernOp, UnOp, Word, Wrap};

use super::{int, ints, vector, with_lanes};

const P: Word = Word::pointer(1, 8);
const Q: Word = Word::pointer(2, 0);

#[test]
fn two_pointers_in_one_integer() {
    with_lanes(|lanes| {
        let (i64, i128) = (int(64), int(128));
        let mut bin = |op, a: &[Word], b: &[Word]| lanes.binary(op, a, b, i128, Wrap(0)).unwrap();
        let low = [P, Word::int(0)];
        let by = ints(&[64, 0]);
        let high = bin(BinOp::Shl, &[Q, Word::int(0)], &by);
        assert_eq!(high[..], [Word::int(0), Q]);
        let both = bin(BinOp::Or, &high, &low);
        assert_eq!(both[..], [P, Q]);
        assert_eq!(bin(BinOp::Xor, &high, &low)[..], [P, Q]);
        assert_eq!(bin(BinOp::Add, &high, &low)[..], [P, Q]);
        assert_eq!(bin(BinOp::LShr, &both, &by)[..], [Q, Word::int(0)]);
        assert_eq!(bin(BinOp::AShr, &both, &by)[..], [Q, Word::int(0)]);
        assert_eq!(bin(BinOp::And, &both, &ints(&[!0, 0]))[..], low);
        assert_eq!(bin(BinOp::And, &both, &ints(&[0, !0]))[..], high[..]);
        // A tag in the low bits, and its removal.
        let tagged = bin(BinOp::Or, &both, &ints(&[1, 0]));
        assert_eq!(tagged[..], [Word::pointer(1, 9), Q]);
        assert_eq!(bin(BinOp::And, &tagged, &ints(&[!1, !0]))[..], both[..]);
        let wide = lanes.convert(CastOp::ZExt, &[P], i64, i128).unwrap();
        assert_eq!(wide[..], low);
        assert_eq!(lanes.convert(CastOp::SExt, &[P], i64, i128).unwrap()[..], low);
        assert_eq!(lanes.convert(CastOp::Trunc, &both, i128, i64).unwrap()[..], [P]);
        assert!(!lanes.is_observed(1) && !lanes.is_observed(2));
    });
}

#[test]
fn a_pointer_and_a_counter() {
    with_lanes(|lanes| {
        let value = [P, Word::int(41)];
        let one = ints(&[0, 1]);
        let i128 = int(128);
        assert_eq!(lanes.binary(BinOp::Add, &value, &one, i128, Wrap(0)).unwrap()[..], [P, Word::int(42)]);
        assert_eq!(lanes.binary(BinOp::Sub, &value, &one, i128, Wrap(0)).unwrap()[..], [P, Word::int(40)]);
        let other = [P, Word::int(42)];
        assert_eq!(lanes.compare(CmpOp::Eq, &value, &value, i128)[0], Word::int(1));
        assert_eq!(lanes.compare(CmpOp::Eq, &value, &other, i128)[0], Word::int(0));
        assert_eq!(lanes.compare(CmpOp::Eq, &value, &[Q, Word::int(41)], i128)[0], Word::int(0));
        assert_eq!(lanes.compare(CmpOp::Ult, &value, &other, i128)[0], Word::int(1));
        assert!(!lanes.is_observed(1));
        // The order of two pointers in the low half shows their addresses.
        let less = lanes.compare(CmpOp::Ult, &value, &[Q, Word::int(41)], i128)[0];
        assert_eq!(less, Word::int(1));
        assert!(lanes.is_observed(1) && lanes.is_observed(2));
    });
}

#[test]
fn shifts_by_bits_observe() {
    with_lanes(|lanes| {
        let words = lanes.binary(BinOp::LShr, &[P, Q], &ints(&[4, 0]), int(128), Wrap(0)).unwrap();
        assert!(lanes.is_observed(1) && lanes.is_observed(2));
        assert!(!lanes.has_tags(&words));
        assert_eq!(words[0].bits & 0xf, 0);
        // By whole bytes they only move.
        let moved = lanes.binary(BinOp::Shl, &[P, Word::int(0)], &ints(&[8, 0]), int(128), Wrap(0)).unwrap();
        let back = lanes.binary(BinOp::LShr, &moved, &ints(&[8, 0]), int(128), Wrap(0)).unwrap();
        assert_eq!(back[..], [P, Word::int(0)]);
        let swapped = lanes.unary(UnOp::BSwap, &[P, Q], int(128)).unwrap();
        assert_eq!(lanes.unary(UnOp::BSwap, &swapped, int(128)).unwrap()[..], [P, Q]);
        let rotated = lanes.ternary(TernOp::FShl, &[P, Q], &[P, Q], &ints(&[64, 0]), int(128)).unwrap();
        assert_eq!(rotated[..], [Q, P]);
    });
}

#[test]
fn pointers_in_vectors() {
    with_lanes(|lanes| {
        let shape = vector(Scalar::Pointer, 2);
        let (a, b) = ([P, Q], [Word::pointer(3, 0), Word::int(0)]);
        assert_eq!(lanes.shuffle(&a, &b, shape, &[1, 2])[..], [Q, b[0]]);
        assert_eq!(lanes.select(&ints(&[0b10]), &a, &b, shape)[..], [b[0], Q]);
        let moved = lanes.binary(BinOp::Add, &a, &ints(&[8, 4]), shape, Wrap(0)).unwrap();
        assert_eq!(moved[..], [Word::pointer(1, 16), Word::pointer(2, 4)]);
        assert_eq!(lanes.extract_lane(&a, Word::int(1), shape)[..], [Q]);
        assert_eq!(lanes.insert_lane(&a, &[b[0]], Word::int(0), shape)[..], [b[0], Q]);
        assert_eq!(lanes.compare(CmpOp::Eq, &a, &[P, P], shape)[..], ints(&[0b01])[..]);
        let as_ints = lanes.convert(CastOp::ZExt, &a, shape, vector(Scalar::Int(64), 2)).unwrap();
        assert_eq!(as_ints[..], a);
        assert!(!lanes.is_observed(1) && !lanes.is_observed(2) && !lanes.is_observed(3));
    });
}
