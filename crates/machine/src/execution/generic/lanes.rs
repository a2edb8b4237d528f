//! The lanes of a value: taking them out, putting them back, what is known about them.

use ir::{LocId, Scalar, Shadow, Shape, Word};
use smallvec::{SmallVec, smallvec};

use super::limbs::Limbs;
use crate::execution::memory::{Fault, Memory};
use crate::problem::Kind;
use crate::state::shadow::{self, Full, mask};

/// The words of a whole value; those of most vectors fit without allocation.
pub(super) type Words = SmallVec<[Word; 8]>;

/// The words of one lane.
pub(super) type Lane = SmallVec<[Word; 2]>;

/// Why an op has no result.
#[derive(Debug)]
pub(super) enum Trouble {
    Fault(Box<Fault>),
    Unsupported(String),
}

impl From<Box<Fault>> for Trouble {
    fn from(fault: Box<Fault>) -> Trouble {
        Trouble::Fault(fault)
    }
}

pub(super) type Res<T> = Result<T, Trouble>;

/// What the ops on lanes work with.
pub(super) struct Lanes<'m, 'a> {
    pub memory: &'m mut Memory<'a>,
    /// The op's place, to blame for poison.
    pub loc: LocId,
    /// Poison from integer arithmetic is a violation at once.
    pub overflow: bool,
}

pub(super) fn is_clean(words: &[Word]) -> bool {
    words.iter().fold(0, |all, word| all | word.shadow.0) == Shadow::CLEAN.0
}

pub(super) fn clean_lane(limbs: &[u64]) -> Lane {
    limbs.iter().map(|limb| Word::int(*limb)).collect()
}

pub(super) fn raw(words: &[Word]) -> Limbs {
    words.iter().map(|word| word.bits).collect()
}

/// At most 64 bits of clean words.
#[inline]
pub(super) fn raw_lane(words: &[Word], at_bit: u32, bits: u32) -> u64 {
    let (index, shift) = ((at_bit / 64) as usize, at_bit % 64);
    let low = words[index].bits >> shift;
    let value = if shift + bits > 64 { low | words[index + 1].bits << (64 - shift) } else { low };
    value & mask(bits)
}

pub(super) fn zeros(shape: Shape) -> Words {
    smallvec![Word::int(0); shape.words() as usize]
}

/// The same number of lanes, each of one bit.
pub(super) fn flags(shape: Shape) -> Shape {
    Shape { lane: Scalar::Int(1), lanes: shape.lanes }
}

/// How many words `{ value, flags }` takes, with the padding at its end.
pub(super) fn overflow_words(shape: Shape, flag_bit: u32) -> usize {
    let bytes = shape.bits().div_ceil(8).next_power_of_two();
    let align = if shape.lanes == 1 { bytes.min(16) } else { bytes };
    (flag_bit / 8 + shape.lanes.div_ceil(8)).next_multiple_of(align).div_ceil(8) as usize
}

/// Lanes that are integers to us: their width.
pub(super) fn int_bits(lane: Scalar) -> Option<u32> {
    match lane {
        Scalar::Int(bits) => Some(bits),
        Scalar::Pointer => Some(64),
        _ => None,
    }
}

impl Lanes<'_, '_> {
    /// `bits` bits starting at `at_bit`.
    pub(super) fn bits(&mut self, words: &[Word], at_bit: u32, bits: u32) -> Lane {
        let mut out = Lane::new();
        for done in (0..bits).step_by(64) {
            out.push(shadow::extract(&mut self.memory.mixtures, words, at_bit + done, (bits - done).min(64)));
        }
        out
    }

    pub(super) fn put_bits(&mut self, words: &mut [Word], at_bit: u32, bits: u32, value: &[Word]) {
        for (word, done) in value.iter().zip((0..bits).step_by(64)) {
            shadow::insert(&mut self.memory.mixtures, words, at_bit + done, (bits - done).min(64), *word);
        }
    }

    pub(super) fn lane(&mut self, words: &[Word], shape: Shape, index: u32) -> Lane {
        let bits = shape.lane.bits();
        self.bits(words, index * bits, bits)
    }

    pub(super) fn put_lane(&mut self, words: &mut [Word], shape: Shape, index: u32, value: &[Word]) {
        let bits = shape.lane.bits();
        self.put_bits(words, index * bits, bits, value);
    }

    /// A value of which nothing is defined. `poison`: where that comes from, if from arithmetic.
    pub(super) fn undefined(&mut self, bits: u32, poison: LocId) -> Lane {
        (0..bits).step_by(64).map(|done| self.memory.undefined((bits - done).min(64), poison)).collect()
    }

    /// Arithmetic whose result is poison.
    pub(super) fn poison(&mut self, why: &str, bits: u32) -> Res<Lane> {
        if self.overflow {
            return Err(Box::new(Fault { kind: Kind::Overflow, message: why.into() }).into());
        }
        Ok(self.undefined(bits, self.loc))
    }

    /// Values with some bits undefined.
    pub(super) fn with_undef(&mut self, value: &[u64], undef: &[u64], poison: LocId) -> Lane {
        let pairs = value.iter().zip(undef);
        pairs.map(|(bits, undef)| self.memory.mixtures.with_undef(*bits, *undef, poison)).collect()
    }

    /// Pointers become numbers.
    pub(super) fn observe(&mut self, lane: &[Word]) -> Lane {
        lane.iter().map(|word| if word.shadow == Shadow::CLEAN { *word } else { self.memory.observe(*word) }).collect()
    }

    /// The undefined bits of a lane of this width.
    pub(super) fn undef(&self, lane: &[Word], bits: u32) -> Limbs {
        let undef = lane.iter().zip((0..bits).step_by(64));
        undef.map(|(word, done)| self.memory.mixtures.undef(*word) & mask((bits - done).min(64))).collect()
    }

    /// The first location to blame in these words.
    pub(super) fn blame(&self, lanes: &[&[Word]]) -> LocId {
        let words = lanes.iter().flat_map(|lane| lane.iter());
        words.map(|word| self.memory.poison_of(*word)).find(|loc| *loc != LocId(0)).unwrap_or_default()
    }

    pub(super) fn has_tags(&self, lane: &[Word]) -> bool {
        lane.iter().any(|word| match word.shadow {
            Shadow::CLEAN | Shadow::UNDEF => false,
            Shadow::POINTER => true,
            _ => self.memory.mixtures.get(*word).has_tags(),
        })
    }

    /// The numbers in these lanes, or whom to blame if one of them is not wholly defined.
    pub(super) fn numbers<const N: usize>(&mut self, lanes: [&[Word]; N], bits: u32) -> Result<[Limbs; N], LocId> {
        let mut out = [const { Limbs::new_const() }; N];
        for (lane, out) in lanes.iter().zip(&mut out) {
            if is_clean(lane) {
                *out = raw(lane);
                continue;
            }
            let seen = self.observe(lane);
            if self.undef(&seen, bits).iter().any(|limb| *limb != 0) {
                return Err(self.blame(&[&seen]));
            }
            *out = raw(&seen);
        }
        Ok(out)
    }

    /// What is the same in both; the rest is undefined.
    pub(super) fn common(&mut self, a: &[Word], b: &[Word], bits: u32, poison: LocId) -> Lane {
        let pairs = a.iter().zip(b).zip((0..bits).step_by(64));
        pairs
            .map(|((a, b), done)| {
                if a == b {
                    return *a;
                }
                let mixtures = &self.memory.mixtures;
                let [x, y] = [*a, *b].map(|word| mixtures.full(mixtures.plain(word)));
                let mut undef = x.mixture.undef | y.mixture.undef | x.bits ^ y.bits;
                let mut mixture = x.mixture;
                for i in 0..8 {
                    if x.mixture.tags[i] != y.mixture.tags[i] {
                        mixture.tags[i] = Default::default();
                        undef |= 0xff << (8 * i);
                    }
                }
                mixture.undef = undef & mask((bits - done).min(64));
                mixture.poison = if poison != LocId(0) { poison } else { mixture.poison.max(y.mixture.poison) };
                self.memory.mixtures.word(Full { bits: x.bits, mixture })
            })
            .collect()
    }
}
