//! Integers without anything special in them, against arithmetic without bounds.

use ir::{BinOp, CmpOp, OverflowOp, TernOp, UnOp, Word, Wrap};
use num_bigint::BigInt;

use super::super::int;
use super::super::lanes::{clean_lane, raw};
use super::super::limbs::{self, Limbs, Outcome};
use super::{HERE, Random, int as shape, kind, with_lanes};
use crate::execution::arith::Plain;
use crate::problem::Kind;

const OPS: &[BinOp] = {
    use BinOp::*;
    &[
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr, UMin, UMax, SMin, SMax, UAddSat, SAddSat,
        USubSat, SSubSat, UShlSat, SShlSat, UCmp, SCmp, ClMul,
    ]
};

const WIDE: [u32; 9] = [65, 80, 100, 127, 128, 129, 192, 200, 256];

fn unsigned(a: &[u64]) -> BigInt {
    a.iter().rev().fold(BigInt::from(0), |sum, limb| (sum << 64) + *limb)
}

fn signed(a: &[u64], bits: u32) -> BigInt {
    let value = unsigned(a);
    if value < half(bits) { value } else { value - (BigInt::from(1) << bits) }
}

fn half(bits: u32) -> BigInt {
    BigInt::from(1) << (bits - 1)
}

fn limbs(value: &BigInt, bits: u32) -> Limbs {
    let modulus = BigInt::from(1) << bits;
    let value = ((value % &modulus) + &modulus) % &modulus;
    limbs::fit(value.iter_u64_digits().collect(), bits)
}

fn fits(value: &BigInt, bits: u32, is_signed: bool) -> bool {
    let (low, high) = if is_signed { (-half(bits), half(bits)) } else { (BigInt::from(0), half(bits) * 2) };
    *value >= low && *value < high
}

fn clamp(value: BigInt, bits: u32, is_signed: bool) -> BigInt {
    let (low, high) = if is_signed { (-half(bits), half(bits)) } else { (BigInt::from(0), half(bits) * 2) };
    value.clamp(low, high - 1)
}

/// The language reference, word for word. None: poison; division by zero is left out.
fn reference(op: BinOp, a: &[u64], b: &[u64], bits: u32, wrap: Wrap) -> Option<BigInt> {
    let (ua, ub, sa, sb) = (unsigned(a), unsigned(b), signed(a, bits), signed(b, bits));
    let by = u64::try_from(&ub).unwrap_or(u64::MAX);
    let too_far = by >= bits as u64;
    let power = |by: u64| BigInt::from(1) << by;
    let floor = |x: &BigInt, y: &BigInt| (x - ((x % y) + y) % y) / y;
    let exact: [BigInt; 2] = match op {
        BinOp::Add | BinOp::UAddSat | BinOp::SAddSat => [&ua + &ub, &sa + &sb],
        BinOp::Sub | BinOp::USubSat | BinOp::SSubSat => [&ua - &ub, &sa - &sb],
        BinOp::Mul => [&ua * &ub, &sa * &sb],
        BinOp::Shl | BinOp::UShlSat | BinOp::SShlSat if !too_far => [&ua * power(by), &sa * power(by)],
        _ => [BigInt::from(0), BigInt::from(0)],
    };
    match op {
        BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::UShlSat | BinOp::SShlSat if too_far => None,
        BinOp::UAddSat | BinOp::USubSat | BinOp::UShlSat => Some(clamp(exact[0].clone(), bits, false)),
        BinOp::SAddSat | BinOp::SSubSat | BinOp::SShlSat => Some(clamp(exact[1].clone(), bits, true)),
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
            let broken = wrap.has(Wrap::NUW) && !fits(&exact[0], bits, false)
                || wrap.has(Wrap::NSW) && !fits(&exact[1], bits, true);
            (!broken).then(|| exact[0].clone())
        }
        BinOp::LShr | BinOp::AShr if wrap.has(Wrap::EXACT) && &ua % power(by) != BigInt::from(0) => None,
        BinOp::LShr => Some(ua / power(by)),
        BinOp::AShr => Some(floor(&sa, &power(by))),
        BinOp::SDiv | BinOp::SRem if !fits(&(&sa / &sb), bits, true) => None,
        BinOp::UDiv if wrap.has(Wrap::EXACT) && &ua % &ub != BigInt::from(0) => None,
        BinOp::SDiv if wrap.has(Wrap::EXACT) && &sa % &sb != BigInt::from(0) => None,
        BinOp::UDiv => Some(ua / ub),
        BinOp::SDiv => Some(sa / sb),
        BinOp::URem => Some(ua % ub),
        BinOp::SRem => Some(sa % sb),
        BinOp::And => Some(ua & ub),
        BinOp::Or => Some(ua | ub),
        BinOp::Xor => Some(ua ^ ub),
        BinOp::UMin => Some(ua.min(ub)),
        BinOp::UMax => Some(ua.max(ub)),
        BinOp::SMin => Some(sa.min(sb)),
        BinOp::SMax => Some(sa.max(sb)),
        BinOp::UCmp => Some(BigInt::from(ua.cmp(&ub) as i8)),
        BinOp::SCmp => Some(BigInt::from(sa.cmp(&sb) as i8)),
        _ => {
            let bits_of_b = (0..bits as u64).filter(|at| ub.bit(*at));
            Some(bits_of_b.fold(BigInt::from(0), |sum, at| sum ^ (&ua << at)))
        }
    }
}

fn check(op: BinOp, a: &[u64], b: &[u64], bits: u32, wrap: Wrap) {
    let division = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
    let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
    let overflow = signed && *b == limbs::ones(bits)[..] && *a == limbs::signed_min(bits)[..];
    let expected = match overflow || division && limbs::is_zero(b) {
        true => None,
        false => Some(reference(op, a, b, bits, wrap).map(|value| limbs(&value, bits))),
    };
    let about = || format!("{} i{bits} {a:x?} {b:x?} flags {}", op.name(), wrap.0);
    let got = match limbs::binary(op, a, b, bits, wrap) {
        Outcome::Value(value) => Some(Some(value)),
        Outcome::Poison(_) => Some(None),
        Outcome::Trap(_) => None,
    };
    assert_eq!(got, expected, "{}", about());
    if bits <= 64 {
        let got = match int::narrow(op, a[0], b[0], bits, wrap) {
            Plain::Value(value) => Some(Some(limbs::from_u128(value as u128, bits))),
            Plain::Poison(_) => Some(None),
            Plain::Trap(_) => None,
        };
        assert_eq!(got, expected, "{}", about());
    }
}

#[test]
fn every_operation_on_every_small_integer() {
    for bits in 1..=8 {
        for a in 0..1 << bits {
            for b in 0..1 << bits {
                for op in OPS {
                    let all_flags = if bits <= 4 { 0..8 } else { (a ^ b) as u8 % 8..(a ^ b) as u8 % 8 + 1 };
                    all_flags.for_each(|flags| check(*op, &[a], &[b], bits, Wrap(flags)));
                }
            }
        }
    }
}

#[test]
fn every_operation_on_wide_integers() {
    let mut random = Random::new(1);
    for bits in [31, 32, 63, 64].into_iter().chain(WIDE) {
        for _ in 0..200 {
            let a = random.limbs(bits);
            let b = if random.next().is_multiple_of(3) {
                limbs::from_u128(random.next() as u128 % bits as u128, bits)
            } else {
                random.limbs(bits)
            };
            for op in OPS {
                check(*op, &a, &b, bits, Wrap(random.next() as u8 % 8));
            }
        }
    }
}

#[test]
fn counting_and_reversing() {
    let check = |op: UnOp, a: &Limbs, bits: u32| {
        let digit = |at: u32| limbs::bit(a, at);
        let number = |count: usize| Some(limbs::from_u128(count as u128, bits));
        let is_zero = limbs::is_zero(a);
        let expected = match op {
            UnOp::Ctpop => number((0..bits).filter(|at| digit(*at)).count()),
            UnOp::CtlzPoison | UnOp::CttzPoison if is_zero => None,
            UnOp::Ctlz | UnOp::CtlzPoison => number((0..bits).rev().take_while(|at| !digit(*at)).count()),
            UnOp::Cttz | UnOp::CttzPoison => number((0..bits).take_while(|at| !digit(*at)).count()),
            UnOp::BSwap | UnOp::BitReverse => {
                let mut out = limbs::zero(bits);
                for at in (0..bits).filter(|at| digit(*at)) {
                    let to = if op == UnOp::BSwap { (bits / 8 - 1 - at / 8) * 8 + at % 8 } else { bits - 1 - at };
                    out[(to / 64) as usize] |= 1 << (to % 64);
                }
                Some(out)
            }
            UnOp::AbsPoison if *a == limbs::signed_min(bits) => None,
            _ => Some(limbs(&BigInt::from(signed(a, bits).magnitude().clone()), bits)),
        };
        with_lanes(|lanes| {
            let got = lanes.int_unary(op, &clean_lane(a), bits).unwrap();
            match expected {
                Some(expected) => assert_eq!(got, clean_lane(&expected), "{} i{bits} {a:x?}", op.name()),
                None => assert_eq!(lanes.blame(&[&got]), HERE),
            }
        });
    };
    let mut random = Random::new(2);
    for bits in [1, 2, 3, 7, 8, 16, 24, 32, 48, 63, 64].into_iter().chain(WIDE) {
        for _ in 0..60 {
            let a = random.limbs(bits);
            for op in [UnOp::Ctpop, UnOp::Ctlz, UnOp::CtlzPoison, UnOp::Cttz, UnOp::CttzPoison, UnOp::BitReverse] {
                check(op, &a, bits);
            }
            check(UnOp::Abs, &a, bits);
            check(UnOp::AbsPoison, &a, bits);
            if bits % 16 == 0 {
                check(UnOp::BSwap, &a, bits);
            }
        }
    }
}

#[test]
fn overflow_flags_funnels_and_fixed_points() {
    let mut random = Random::new(3);
    for bits in [1, 3, 8, 31, 32, 64].into_iter().chain(WIDE) {
        for _ in 0..60 {
            let (a, b) = (random.limbs(bits), random.limbs(bits));
            let (x, y, c) = (clean_lane(&a), clean_lane(&b), random.limbs(bits));
            let (ua, ub, sa, sb) = (unsigned(&a), unsigned(&b), signed(&a, bits), signed(&b, bits));
            with_lanes(|lanes| {
                for (op, exact, is_signed) in [
                    (OverflowOp::UAdd, &ua + &ub, false),
                    (OverflowOp::SAdd, &sa + &sb, true),
                    (OverflowOp::USub, &ua - &ub, false),
                    (OverflowOp::SSub, &sa - &sb, true),
                    (OverflowOp::UMul, &ua * &ub, false),
                    (OverflowOp::SMul, &sa * &sb, true),
                ] {
                    let (value, flag) = lanes.overflowing(op, &x, &y, bits).unwrap();
                    assert_eq!(raw(&value), limbs(&exact, bits), "{}", op.name());
                    assert_eq!(flag, Word::int(!fits(&exact, bits, is_signed) as u64), "{}", op.name());
                }
                let by = unsigned(&c) % bits;
                let both = (&ua << bits) + &ub;
                let left: BigInt = (&both << u32::try_from(&by).unwrap()) >> bits;
                let right: BigInt = &both >> u32::try_from(&by).unwrap();
                let c = clean_lane(&c);
                assert_eq!(raw(&lanes.funnel(TernOp::FShl, &x, &y, &c, bits).unwrap()), limbs(&left, bits));
                assert_eq!(raw(&lanes.funnel(TernOp::FShr, &x, &y, &c, bits).unwrap()), limbs(&right, bits));
                let scale = bits / 2;
                let (s, u): (BigInt, BigInt) = ((&sa * &sb) >> scale, (&ua * &ub) >> scale);
                assert_eq!(raw(&lanes.fixed(TernOp::SMulFix, &x, &y, scale, bits).unwrap()), limbs(&s, bits));
                assert_eq!(raw(&lanes.fixed(TernOp::UMulFix, &x, &y, scale, bits).unwrap()), limbs(&u, bits));
            });
        }
    }
}

#[test]
fn comparisons() {
    let mut random = Random::new(4);
    for bits in [1, 8, 33, 64].into_iter().chain(WIDE) {
        for _ in 0..100 {
            let a = random.limbs(bits);
            let b = if random.next().is_multiple_of(4) { a.clone() } else { random.limbs(bits) };
            let (u, s) = (unsigned(&a).cmp(&unsigned(&b)), signed(&a, bits).cmp(&signed(&b, bits)));
            for (op, expected) in [
                (CmpOp::Eq, u.is_eq()),
                (CmpOp::Ne, u.is_ne()),
                (CmpOp::Ult, u.is_lt()),
                (CmpOp::Ule, u.is_le()),
                (CmpOp::Ugt, u.is_gt()),
                (CmpOp::Uge, u.is_ge()),
                (CmpOp::Slt, s.is_lt()),
                (CmpOp::Sle, s.is_le()),
                (CmpOp::Sgt, s.is_gt()),
                (CmpOp::Sge, s.is_ge()),
            ] {
                let got = with_lanes(|lanes| lanes.compare(op, &clean_lane(&a), &clean_lane(&b), shape(bits)));
                assert_eq!(got[..], [Word::int(expected as u64)], "{} i{bits} {a:x?} {b:x?}", op.name());
            }
        }
    }
}

#[test]
fn a_quotient_that_does_not_fit_is_a_violation() {
    for bits in [8, 32, 64, 128] {
        let (least, minus_one) = (clean_lane(&limbs::signed_min(bits)), clean_lane(&limbs::ones(bits)));
        for op in [BinOp::SDiv, BinOp::SRem] {
            let result = with_lanes(|lanes| lanes.binary(op, &least, &minus_one, shape(bits), Wrap(0)));
            assert_eq!(kind(result), Some(Kind::Overflow));
        }
    }
}

#[test]
fn division_by_zero_is_a_violation() {
    for bits in [8, 64, 128] {
        let zero = clean_lane(&limbs::zero(bits));
        let result = with_lanes(|lanes| lanes.binary(BinOp::UDiv, &zero, &zero, shape(bits), Wrap(0)));
        assert_eq!(kind(result), Some(Kind::DivByZero));
    }
}

#[test]
fn square_roots_of_integers() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let a = random.limbs(200);
        let root = unsigned(&limbs::square_root(&limbs::fit(a.clone(), 256), 256));
        let a = unsigned(&a);
        assert!(&root * &root <= a && (&root + 1) * (&root + 1) > a);
    }
}
