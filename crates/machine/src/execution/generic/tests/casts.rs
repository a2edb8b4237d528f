//! Conversions.

use ir::{CastOp, Scalar};

use super::super::limbs;
use super::super::soft;
use super::{Random, ints, vector, with_lanes};

/// A single lane; None if the result is not defined.
fn cast(op: CastOp, value: &[u64], from: Scalar, to: Scalar) -> Option<Vec<u64>> {
    with_lanes(|lanes| {
        let words = lanes.convert(op, &ints(value), vector(from, 1), vector(to, 1)).unwrap();
        let defined = limbs::is_zero(&lanes.undef(&words, to.bits()));
        defined.then(|| words.iter().map(|word| word.bits).collect())
    })
}

fn split(value: u128, bits: u32) -> Vec<u64> {
    limbs::from_u128(value, bits).to_vec()
}

#[test]
fn integers_of_all_widths() {
    let mut random = Random::new(1);
    for from in [1, 7, 8, 33, 64, 65, 100, 128] {
        for to in [1, 8, 31, 64, 90, 127, 128] {
            for _ in 0..20 {
                let value = limbs::to_u128(&random.limbs(from));
                let signed = (value << (128 - from)) as i128 >> (128 - from);
                let (a, from_lane, to_lane) = (split(value, from), Scalar::Int(from), Scalar::Int(to));
                if to <= from {
                    assert_eq!(cast(CastOp::Trunc, &a, from_lane, to_lane), Some(split(value, to)));
                } else {
                    assert_eq!(cast(CastOp::ZExt, &a, from_lane, to_lane), Some(split(value, to)));
                    assert_eq!(cast(CastOp::SExt, &a, from_lane, to_lane), Some(split(signed as u128, to)));
                }
            }
        }
    }
}

#[test]
fn between_doubles_and_integers() {
    let mut random = Random::new(2);
    for _ in 0..4000 {
        let value = match random.next() % 3 {
            0 => (random.next() as i64 as f64) * 2f64.powi(random.next() as i32 % 140 - 70),
            1 => random.next() as i8 as f64 / 4.0,
            _ => f64::from_bits(random.next()),
        };
        for width in [1, 8, 17, 64, 65, 127] {
            let bits = [value.to_bits()];
            let check = |op, expected: Option<u128>| {
                let got = cast(op, &bits, Scalar::Double, Scalar::Int(width));
                assert_eq!(got, expected.map(|v| split(v, width)), "{} {value:e} to i{width}", op.name());
            };
            // The host's conversions to 128 bits saturate, far outside of these widths.
            let (min, max) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
            let umax = (1u128 << width) - 1;
            let (signed, unsigned) = (value as i128, value as u128);
            let whole = value.trunc();
            check(CastOp::FpToSiSat, Some(signed.clamp(min, max) as u128));
            check(CastOp::FpToUiSat, Some(unsigned.min(umax)));
            let inside = !value.is_nan() && (min..=max).contains(&signed);
            check(CastOp::FpToSi, inside.then_some(signed as u128));
            let inside = !value.is_nan() && whole >= 0.0 && unsigned <= umax;
            check(CastOp::FpToUi, inside.then_some(unsigned));
        }
    }
}

#[test]
fn integers_to_floats_round_once() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let value = limbs::to_u128(&random.limbs(128));
        let a = split(value, 128);
        let from = Scalar::Int(128);
        let check = |op, to, expected: u64| assert_eq!(cast(op, &a, from, to), Some(vec![expected]), "{value:x}");
        check(CastOp::UiToFp, Scalar::Double, (value as f64).to_bits());
        check(CastOp::SiToFp, Scalar::Double, (value as i128 as f64).to_bits());
        check(CastOp::UiToFp, Scalar::Float, (value as f32).to_bits() as u64);
        check(CastOp::SiToFp, Scalar::Float, (value as i128 as f32).to_bits() as u64);
        let narrow = [value as u64];
        let small = |op, to| cast(op, &narrow, Scalar::Int(64), to);
        assert_eq!(small(CastOp::SiToFp, Scalar::Double), Some(vec![(value as i64 as f64).to_bits()]));
        // 64 bits fit an x86_fp80 exactly: there and back.
        let long = small(CastOp::SiToFp, Scalar::X86Fp80).unwrap();
        let back = cast(CastOp::FpToSi, &long, Scalar::X86Fp80, Scalar::Int(64));
        assert_eq!(back, Some(narrow.to_vec()));
        let quad = small(CastOp::UiToFp, Scalar::Fp128).unwrap();
        assert_eq!(cast(CastOp::FpToUi, &quad, Scalar::Fp128, Scalar::Int(64)), Some(narrow.to_vec()));
    }
    // 2^200 + 1 needs more than any float has.
    let mut huge = limbs::power(200, 256);
    huge[0] |= 1;
    let expected = 2f64.powi(200).to_bits();
    assert_eq!(cast(CastOp::UiToFp, &huge, Scalar::Int(256), Scalar::Double), Some(vec![expected]));
    assert_eq!(cast(CastOp::UiToFp, &huge, Scalar::Int(256), Scalar::Half), Some(vec![0x7c00]));
}

#[test]
fn rounding_to_integers() {
    for (value, rint, round) in [(0.5, 0, 1), (1.5, 2, 2), (-0.5, 0, -1), (-2.5, -2, -3), (1e300, i64::MIN, i64::MIN)] {
        let value: f64 = value;
        for kind in [Scalar::Double, Scalar::X86Fp80] {
            let bits = split(soft::convert_if(Scalar::Double, kind, value.to_bits() as u128), kind.bits());
            assert_eq!(cast(CastOp::LRint, &bits, kind, Scalar::Int(64)), Some(vec![rint as u64]));
            assert_eq!(cast(CastOp::LRound, &bits, kind, Scalar::Int(64)), Some(vec![round as u64]));
        }
    }
}

#[test]
fn vectors_convert_lane_by_lane() {
    with_lanes(|lanes| {
        let bytes = ints(&[0x80ff_7f01]);
        let (from, to) = (vector(Scalar::Int(8), 4), vector(Scalar::Int(32), 4));
        let words = lanes.convert(CastOp::SExt, &bytes, from, to).unwrap();
        assert_eq!(words[..], ints(&[0x0000_007f_0000_0001, 0xffff_ff80_ffff_ffff])[..]);
        let floats = lanes.convert(CastOp::SiToFp, &bytes, from, vector(Scalar::Float, 4)).unwrap();
        let expected = [1f32, 127.0, -1.0, -128.0].map(|v| v.to_bits() as u64);
        assert_eq!(floats[..], ints(&[expected[0] | expected[1] << 32, expected[2] | expected[3] << 32])[..]);
        // x86_fp80 lanes lie 80 bits apart.
        let longs = lanes.convert(CastOp::SiToFp, &bytes, from, vector(Scalar::X86Fp80, 4)).unwrap();
        assert_eq!(longs.len(), 5);
        let back = lanes.convert(CastOp::FpToSi, &longs, vector(Scalar::X86Fp80, 4), from).unwrap();
        assert_eq!(back[..], bytes[..]);
        // The first is 1.0, of which 16 bits are in the second word.
        assert_eq!([longs[0].bits, longs[1].bits & 0xffff], [1 << 63, 0x3fff]);
    });
}
