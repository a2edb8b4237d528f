//! Sets of numbers of up to 64 bits, as intervals.
//!
//! Numbers are taken as unsigned; signed orders are turned into unsigned ones by moving the whole set by
//! half of what there is. Intervals are ascending, do not touch each other, and contain both their ends.

use ir::CmpOp;

use crate::state::shadow::mask;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// All numbers of so many bits.
    pub(crate) fn all(bits: u32) -> Ranges {
        Ranges(vec![(0, mask(bits))])
    }

    /// Those from `low` to `high`.
    pub(crate) fn between(low: u64, high: u64) -> Ranges {
        Ranges(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    /// From intervals in any order, which may touch each other.
    pub(crate) fn of(mut list: Vec<(u64, u64)>) -> Ranges {
        list.sort_unstable();
        let mut out: Vec<(u64, u64)> = Vec::new();
        for (low, high) in list {
            match out.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => out.push((low, high)),
            }
        }
        Ranges(out)
    }

    pub(crate) fn list(&self) -> &[(u64, u64)] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn count(&self) -> u128 {
        self.0.iter().map(|(low, high)| u128::from(high - low) + 1).sum()
    }

    /// The only number there is.
    pub(crate) fn single(&self) -> Option<u64> {
        match self.0[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// The least and the greatest number.
    pub(crate) fn ends(&self) -> Option<(u64, u64)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// The number in this place, from 0 on.
    pub(crate) fn nth(&self, mut index: u64) -> Option<u64> {
        for (low, high) in &self.0 {
            match high - low {
                width if index <= width => return Some(low + index),
                width => index -= width + 1,
            }
        }
        None
    }

    pub(crate) fn intersect(&self, other: &Ranges) -> Ranges {
        let mut out = Vec::new();
        for (low, high) in &self.0 {
            for (from, to) in &other.0 {
                let (low, high) = (*low.max(from), *high.min(to));
                if low <= high {
                    out.push((low, high));
                }
            }
        }
        Ranges::of(out)
    }

    /// The other numbers of so many bits.
    pub(crate) fn others(&self, bits: u32) -> Ranges {
        let mut out = Vec::new();
        let mut next = Some(0);
        for (low, high) in &self.0 {
            if let Some(from) = next
                && from < *low
            {
                out.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        if let Some(from) = next
            && from <= mask(bits)
        {
            out.push((from, mask(bits)));
        }
        Ranges(out)
    }

    /// Each number plus this one, in so many bits.
    pub(crate) fn plus(&self, by: u64, bits: u32) -> Ranges {
        let fit = mask(bits);
        let mut out = Vec::new();
        for (low, high) in &self.0 {
            let (from, to) = (low.wrapping_add(by) & fit, high.wrapping_add(by) & fit);
            if high - low == fit {
                out.push((0, fit));
            } else if from <= to {
                out.push((from, to));
            } else {
                out.extend([(0, to), (from, fit)]);
            }
        }
        Ranges::of(out)
    }

    /// The numbers x for which `x op constant` holds, or `constant op x` if it stands first.
    pub(crate) fn that(op: CmpOp, constant: u64, first: bool, bits: u32) -> Option<Ranges> {
        let fit = mask(bits);
        let half = 1u64 << (bits - 1);
        let constant = constant & fit;
        // x < constant, and x <= constant, in the order of unsigned numbers.
        let below = |constant: u64| constant.checked_sub(1).map_or(Ranges::default(), |high| Ranges::between(0, high));
        let up_to = |constant: u64| Ranges::between(0, constant);
        let raised = constant.wrapping_add(half) & fit;
        Some(match (op, first) {
            (CmpOp::Eq, _) => Ranges::between(constant, constant),
            (CmpOp::Ne, _) => Ranges::between(constant, constant).others(bits),
            (CmpOp::Ult, false) => below(constant),
            (CmpOp::Ule, false) => up_to(constant),
            (CmpOp::Ult, true) => up_to(constant).others(bits),
            (CmpOp::Ule, true) => below(constant).others(bits),
            (CmpOp::Slt, false) => below(raised).plus(half, bits),
            (CmpOp::Sle, false) => up_to(raised).plus(half, bits),
            (CmpOp::Slt, true) => up_to(raised).others(bits).plus(half, bits),
            (CmpOp::Sle, true) => below(raised).others(bits).plus(half, bits),
            (CmpOp::Ugt, first) => return Ranges::that(CmpOp::Ult, constant, !first, bits),
            (CmpOp::Uge, first) => return Ranges::that(CmpOp::Ule, constant, !first, bits),
            (CmpOp::Sgt, first) => return Ranges::that(CmpOp::Slt, constant, !first, bits),
            (CmpOp::Sge, first) => return Ranges::that(CmpOp::Sle, constant, !first, bits),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(set: &Ranges) -> Vec<u64> {
        (0..256).filter(|x| set.0.iter().any(|(low, high)| low <= x && x <= high)).collect()
    }

    fn is_tidy(set: &Ranges) -> bool {
        set.0.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0) && set.0.iter().all(|(low, high)| low <= high)
    }

    #[test]
    fn comparisons_are_those_of_numbers() {
        use CmpOp::*;
        for op in [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge] {
            for constant in 0..256u64 {
                for first in [false, true] {
                    let set = Ranges::that(op, constant, first, 8).expect("a comparison of integers");
                    let holds = |x: &u64| {
                        let (a, b) = if first { (constant, *x) } else { (*x, constant) };
                        let (sa, sb) = (a as u8 as i8, b as u8 as i8);
                        match op {
                            Eq => a == b,
                            Ne => a != b,
                            Ult => a < b,
                            Ule => a <= b,
                            Ugt => a > b,
                            Uge => a >= b,
                            Slt => sa < sb,
                            Sle => sa <= sb,
                            Sgt => sa > sb,
                            _ => sa >= sb,
                        }
                    };
                    assert_eq!(members(&set), (0..256).filter(holds).collect::<Vec<_>>(), "{op:?} {constant} {first}");
                    assert!(is_tidy(&set));
                }
            }
        }
    }

    #[test]
    fn sets_are_sets() {
        let some = Ranges::of(vec![(200, 255), (3, 5), (6, 9), (40, 40)]);
        assert_eq!(some.list(), [(3, 9), (40, 40), (200, 255)]);
        assert_eq!(some.count(), 64);
        assert_eq!((some.nth(0), some.nth(7), some.nth(63), some.nth(64)), (Some(3), Some(40), Some(255), None));
        for by in 0..256 {
            let moved = some.plus(by, 8);
            let mut expected: Vec<u64> = members(&some).iter().map(|x| (x + by) % 256).collect();
            expected.sort_unstable();
            assert_eq!(members(&moved), expected);
            assert!(is_tidy(&moved));
        }
        let rest = some.others(8);
        assert!(is_tidy(&rest) && rest.intersect(&some).is_empty());
        assert_eq!(rest.count() + some.count(), 256);
        assert_eq!(Ranges::all(64).others(64), Ranges::default());
        assert_eq!(Ranges::all(64).plus(7, 64), Ranges::all(64));
        assert_eq!(Ranges::all(64).count(), 1 << 64);
    }
}
