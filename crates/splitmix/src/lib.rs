//! SplitMix64: numbers that look random, and are the same for the same seed on every machine and
//! for ever, which no library promises. Random schedules, the fuzzers and the tests draw from it.
#![forbid(unsafe_code)]

#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    pub fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, or 0 if that is 0.
    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below `bound`")]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation's first numbers.
    #[test]
    fn a_seed_is_a_sequence() {
        let mut numbers = SplitMix::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(expected.map(|_| numbers.next_u64()), expected);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut numbers = SplitMix::new(7);
        assert!((1..1000).all(|bound| numbers.below(bound) < bound));
        assert_eq!(numbers.below(0), 0);
    }
}
