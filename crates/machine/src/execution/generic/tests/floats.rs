//! Floats: the host's kinds against the soft ones, the others against known values.

use ir::{BinOp, CmpOp, Scalar, TernOp, UnOp, Word};

use super::super::{float, soft};
use super::{Random, ints, vector, with_lanes};

const NAN: u64 = 0x7ff8_0000_0000_0000;

fn doubles(random: &mut Random) -> f64 {
    match random.next() % 12 {
        0 => 0.0,
        1 => -0.0,
        2 => f64::INFINITY,
        3 => f64::NEG_INFINITY,
        4 => f64::from_bits(random.next() % 100),
        5 => (random.next() % 1000) as f64 / 8.0,
        6 => -((random.next() % 1000) as f64) / 8.0,
        7 => f64::MAX,
        8..10 => (random.next() as i64 as f64) * 2f64.powi(random.next() as i32 % 80 - 60),
        _ => loop {
            let value = f64::from_bits(random.next());
            if !value.is_nan() {
                break value;
            }
        },
    }
}

/// NaNs made out of numbers are negative on x86; nothing else is compared about them.
fn same(a: u128, b: u128, kind: Scalar) -> bool {
    a == b || soft::is_nan(kind, a) && soft::is_nan(kind, b)
}

#[test]
fn soft_arithmetic_is_the_hosts() {
    let mut random = Random::new(1);
    let bits = |value: f64| value.to_bits() as u128;
    for _ in 0..3000 {
        let (x, y, z) = (doubles(&mut random), doubles(&mut random), doubles(&mut random));
        for op in [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv, BinOp::FRem] {
            let host = bits(float::binary64(op, x, y).unwrap());
            let soft = soft::binary(op, Scalar::Double, bits(x), bits(y)).unwrap();
            assert!(same(host, soft, Scalar::Double), "{} {x:e} {y:e}: {host:x} {soft:x}", op.name());
        }
        use UnOp::*;
        for op in [Sqrt, Floor, Ceil, Trunc, Rint, NearbyInt, Round, RoundEven, Canonicalize] {
            let host = bits(float::unary64(op, x).unwrap());
            let soft = soft::unary(op, Scalar::Double, bits(x)).unwrap();
            assert!(same(host, soft, Scalar::Double), "{} {x:e}: {host:x} {soft:x}", op.name());
        }
        let host = bits(x.mul_add(y, z));
        let soft = soft::fused(TernOp::Fma, Scalar::Double, bits(x), bits(y), bits(z)).unwrap();
        assert!(same(host, soft, Scalar::Double), "fma {x:e} {y:e} {z:e}");
        let host = (x as f32).to_bits() as u128;
        assert!(same(host, soft::convert(Scalar::Double, Scalar::Float, bits(x)), Scalar::Float), "{x:e}");
    }
}

#[test]
fn long_doubles_and_quads() {
    let x87 = |text: &str| soft_number(Scalar::X86Fp80, text);
    let quad = |text: &str| soft_number(Scalar::Fp128, text);
    let (one, three) = (x87("1"), x87("3"));
    assert_eq!(soft::binary(BinOp::FDiv, Scalar::X86Fp80, one, three), Some(0x3ffd_aaaa_aaaa_aaaa_aaab));
    assert_eq!(soft::unary(UnOp::Sqrt, Scalar::X86Fp80, x87("2")), Some(0x3fff_b504_f333_f9de_6484));
    assert_eq!(soft::unary(UnOp::Sqrt, Scalar::X86Fp80, x87("9")), Some(three));
    assert_eq!(soft::unary(UnOp::Sqrt, Scalar::Fp128, quad("2")), Some(0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95));
    assert_eq!(
        soft::binary(BinOp::FDiv, Scalar::Fp128, quad("1"), quad("3")),
        Some(0x3ffd_5555_5555_5555_5555_5555_5555_5555)
    );
    // 0/0: the processor's indefinite NaN is negative.
    let zero = x87("0");
    assert_eq!(soft::binary(BinOp::FDiv, Scalar::X86Fp80, zero, zero), Some(0xffff_c000_0000_0000_0000));
    // Of two NaNs the one with the larger significand wins and becomes quiet.
    let (small, large) = (0x7fff_8000_0000_0000_0001, 0xffff_8000_0000_0000_0002);
    for (a, b) in [(small, large), (large, small)] {
        assert_eq!(soft::binary(BinOp::FAdd, Scalar::X86Fp80, a, b), Some(0xffff_c000_0000_0000_0002));
    }
}

fn soft_number(kind: Scalar, text: &str) -> u128 {
    let value: u64 = text.parse().unwrap();
    soft::from_limbs(kind, false, &[value], 0)
}

#[test]
fn minima_and_maxima() {
    use BinOp::*;
    let nan = f64::from_bits(NAN);
    let check = |op: BinOp, x: f64, y: f64, expected: f64| {
        let got = float::binary64(op, x, y).unwrap();
        assert_eq!(got.to_bits(), expected.to_bits(), "{} {x} {y}", op.name());
        for kind in [Scalar::Half, Scalar::BFloat, Scalar::Float, Scalar::X86Fp80, Scalar::Fp128] {
            let [x, y, expected] = [x, y, expected].map(|v| soft::convert(Scalar::Double, kind, v.to_bits() as u128));
            assert_eq!(float::binary(op, kind, x, y), Some(expected), "{} {kind:?}", op.name());
        }
    };
    for (min, max) in [(FMinNum, FMaxNum), (FMinimum, FMaximum), (FMinimumNum, FMaximumNum)] {
        check(min, 1.0, 2.0, 1.0);
        check(min, 2.0, 1.0, 1.0);
        check(max, 1.0, 2.0, 2.0);
        check(max, 2.0, 1.0, 2.0);
        check(min, nan, nan, nan);
        let propagates = min == FMinimum;
        for op in [min, max] {
            check(op, nan, 1.0, if propagates { nan } else { 1.0 });
            check(op, 1.0, nan, if propagates { nan } else { 1.0 });
        }
    }
    for (min, max) in [(FMinimum, FMaximum), (FMinimumNum, FMaximumNum)] {
        check(min, 0.0, -0.0, -0.0);
        check(min, -0.0, 0.0, -0.0);
        check(max, 0.0, -0.0, 0.0);
        check(max, -0.0, 0.0, 0.0);
    }
    // x86's own order: the first operand of two equal ones.
    check(FMinNum, 0.0, -0.0, 0.0);
    check(FMinNum, -0.0, 0.0, -0.0);
    check(FMaxNum, -0.0, 0.0, -0.0);
}

#[test]
fn small_floats() {
    let half = |value: f64| soft::convert(Scalar::Double, Scalar::Half, value.to_bits() as u128);
    assert_eq!(half(1.0), 0x3c00);
    assert_eq!(half(65519.0), 0x7bff);
    assert_eq!(half(65520.0), 0x7c00);
    assert_eq!(half(6e-8), 0x0001);
    assert_eq!(float::binary(BinOp::FAdd, Scalar::Half, half(2048.0), half(1.0)), Some(half(2048.0)));
    assert_eq!(float::binary(BinOp::FDiv, Scalar::Half, half(1.0), half(3.0)), Some(0x3555));
    assert_eq!(float::unary(UnOp::Sqrt, Scalar::Half, half(2.0)), Some(0x3da8));
    assert_eq!(float::ternary(TernOp::Fma, Scalar::Half, half(3.0), half(4.0), half(0.5)), Some(half(12.5)));
    let bfloat = |value: f64| soft::convert(Scalar::Double, Scalar::BFloat, value.to_bits() as u128);
    assert_eq!(bfloat(1.0), 0x3f80);
    assert_eq!(float::binary(BinOp::FDiv, Scalar::BFloat, bfloat(1.0), bfloat(3.0)), Some(0x3eab));
}

#[test]
fn powers_and_scales() {
    let bits = |value: f64| value.to_bits() as u128;
    assert_eq!(float::power(Scalar::Double, bits(1.1), 5), Some(bits(1.1 * ((1.1 * 1.1) * (1.1 * 1.1)))));
    assert_eq!(float::power(Scalar::Double, bits(2.0), -3), Some(bits(0.125)));
    assert_eq!(float::power(Scalar::Double, bits(2.0), i32::MIN), Some(bits(0.0)));
    assert_eq!(float::power(Scalar::Double, bits(0.0), 0), Some(bits(1.0)));
    assert_eq!(soft::scale(Scalar::Double, bits(1.5), 4), bits(24.0));
    assert_eq!(soft::scale(Scalar::Double, bits(1.5), i32::MAX), bits(f64::INFINITY));
    assert_eq!(soft::scale(Scalar::Double, bits(3.0), -1075), 2);
    let (shape, values) = (vector(Scalar::Float, 2), [1.5f32, -2.0].map(|v| v.to_bits() as u64));
    let a = ints(&[values[0] | values[1] << 32]);
    let scaled = with_lanes(|lanes| {
        lanes.binary(BinOp::FLdExp, &a, &ints(&[1 | (-1i32 as u32 as u64) << 32]), shape, Default::default()).unwrap()
    });
    assert_eq!(scaled[0].bits, 3f32.to_bits() as u64 | ((-1f32).to_bits() as u64) << 32);
    let powers = with_lanes(|lanes| lanes.binary(BinOp::FPowI, &a, &ints(&[2]), shape, Default::default()).unwrap());
    assert_eq!(powers[0].bits, 2.25f32.to_bits() as u64 | (4f32.to_bits() as u64) << 32);
}

#[test]
fn classes() {
    let cases: [(f64, u32); 9] = [
        (f64::NAN, 1),
        (f64::NEG_INFINITY, 2),
        (-1.0, 3),
        (-5e-324, 4),
        (-0.0, 5),
        (0.0, 6),
        (5e-324, 7),
        (1.0, 8),
        (f64::INFINITY, 9),
    ];
    for (value, bit) in cases {
        let class = |kind, bits: u128| (0..10).filter(|bit| float::is_class(kind, bits, 1 << bit)).collect::<Vec<_>>();
        assert_eq!(class(Scalar::Double, value.to_bits() as u128), [bit]);
        if ![4, 7].contains(&bit) {
            for kind in [Scalar::Half, Scalar::BFloat, Scalar::X86Fp80, Scalar::Fp128] {
                let bits = soft::convert(Scalar::Double, kind, value.to_bits() as u128);
                assert_eq!(class(kind, bits), [bit], "{kind:?}");
            }
        }
    }
    assert!(float::is_class(Scalar::Double, 0x7ff0_0000_0000_0001, 1));
    assert!(float::is_class(Scalar::X86Fp80, 1, 1 << 7));
}

#[test]
fn comparisons_of_all_kinds() {
    let values = [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 0.5, f64::INFINITY, f64::NAN];
    for (x, y) in values.iter().flat_map(|x| values.map(|y| (*x, y))) {
        for kind in [Scalar::Half, Scalar::BFloat, Scalar::Float, Scalar::Double, Scalar::X86Fp80, Scalar::Fp128] {
            let lane = |value: f64| {
                let bits = soft::convert_if(Scalar::Double, kind, value.to_bits() as u128);
                ints(&[bits as u64, (bits >> 64) as u64][..kind.bits().div_ceil(64) as usize])
            };
            let check = |op, expected: bool| {
                let got = with_lanes(|lanes| lanes.compare(op, &lane(x), &lane(y), vector(kind, 1)));
                assert_eq!(got[..], [Word::int(expected as u64)], "{kind:?} {x} {y}");
            };
            let unordered = x.is_nan() || y.is_nan();
            check(CmpOp::FOlt, x < y);
            check(CmpOp::FOge, x >= y);
            check(CmpOp::FOeq, x == y);
            check(CmpOp::FOne, !unordered && x != y);
            check(CmpOp::FUne, x != y);
            check(CmpOp::FUgt, unordered || x > y);
            check(CmpOp::FUno, unordered);
        }
    }
}
