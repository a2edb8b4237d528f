//! What is known about words beside their bits: definedness per bit, and which bytes are pieces of
//! which pointers.
//!
//! Nearly all words are clean integers, whole pointers or wholly undefined, and have a fixed
//! [`Shadow`] each. Everything else is a [`Mixture`], kept in a table of the machine and named by
//! its index there. The lowest byte of a pointer is an ordinary number, since addresses of objects
//! are multiples of 4096; the others are pieces of an address that nobody knows before it is looked
//! at (see `address`). In a word, the lower half of a pointer is its offset all the same.

use ahash::AHashMap;
use ir::{LocId, Shadow, Word};
use smallvec::SmallVec;

/// Which byte of a pointer to which object a byte holds. `object` 0: none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tag {
    pub object: u32,
    /// 1 to 7 (most significant). Those from [`OBJECT_PIECE`] on are bytes of the object's number,
    /// those below are bytes of the offset. Or [`PLUS`], [`MINUS`] or [`PART`]. From [`BYTE`] on the object is no
    /// memory but an unknown number, see `unknown`.
    pub piece: u8,
}

impl Tag {
    /// Is the byte one of an unknown number?
    pub(crate) fn is_unknown(self) -> bool {
        self.object != 0 && self.piece >= BYTE
    }
}

/// The first byte of a pointer that is (a piece of) the object's number.
pub(crate) const OBJECT_PIECE: u8 = 4;
pub(crate) const OBJECT_PIECES: std::ops::Range<u8> = OBJECT_PIECE..PLUS;
/// The bytes of an address that are 0 whatever it is: it has 47 bits, as on x86-64. The bit above those is 0, too.
pub(crate) const ZERO_PIECES: std::ops::Range<u8> = 6..PLUS;

/// No pieces: the word is a *sum*, a plain number that was made by adding and subtracting addresses, and
/// this object's is one of them. Optimised code adds the distance of two objects to a pointer to one of
/// them, in this order or another, to get to the other. Which byte has the tag means nothing.
const PLUS: u8 = 8;
const MINUS: u8 = 9;
/// The same for what can be undone otherwise: the number was made of this object's address by shifting it
/// or putting other bits in, as those do who hide pointers, or have tags or counters in them.
const PART: u8 = 10;

/// A byte of an unknown number, from the lowest on; or the sign of that byte, as a whole byte.
pub(crate) const BYTE: u8 = 16;
pub(crate) const SIGN: u8 = 24;

/// Addresses in a sum. One of more is a number like any other.
const TERMS_MAX: usize = 3;

/// The full story of one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mixture {
    /// Bits that are undefined (their value is 0).
    pub undef: u64,
    /// Where the undefinedness came from arithmetic (poison): the location of the culprit.
    pub poison: LocId,
    pub tags: [Tag; 8],
}

impl Mixture {
    pub const CLEAN: Mixture = Mixture { undef: 0, poison: LocId(0), tags: [Tag { object: 0, piece: 0 }; 8] };

    pub fn undefined(undef: u64, poison: LocId) -> Mixture {
        Mixture { undef, poison, ..Mixture::CLEAN }
    }

    pub fn pointer(object: u32) -> Mixture {
        let mut mixture = Mixture::CLEAN;
        for piece in 1..8 {
            mixture.tags[piece as usize] = Tag { object, piece };
        }
        mixture
    }

    /// Are there pieces of pointers?
    pub fn has_tags(&self) -> bool {
        self.tags.iter().any(|tag| tag.object != 0 && (tag.piece < PLUS || tag.piece >= BYTE))
    }

    /// Which bytes are pieces of pointers, and of which.
    pub fn pieces(&self) -> [Tag; 8] {
        if self.is_sum() { Mixture::CLEAN.tags } else { self.tags }
    }

    fn is_sum(&self) -> bool {
        matches!(self.tags[0].piece, PLUS | MINUS | PART)
    }

    /// A number made of these addresses, less those that it subtracts.
    fn sum(terms: &[Tag]) -> Mixture {
        let mut mixture = Mixture::CLEAN;
        mixture.tags[..terms.len()].copy_from_slice(terms);
        mixture
    }

    /// The object, if all bytes are what they are in a pointer and nothing else is special.
    fn whole_pointer(&self) -> Option<u32> {
        let object = self.tags[OBJECT_PIECE as usize].object;
        let whole = object != 0 && self.undef == 0 && *self == Mixture::pointer(object);
        whole.then_some(object)
    }
}

/// A word with its shadow spelt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full {
    pub bits: u64,
    pub mixture: Mixture,
}

impl Full {
    pub fn int(bits: u64) -> Full {
        Full { bits, mixture: Mixture::CLEAN }
    }

    /// Is the uppermost bit set? None: only who knows the address can tell.
    pub(crate) fn is_negative(&self) -> Option<bool> {
        let Tag { object, piece } = self.mixture.tags[7];
        match object {
            0 => (self.mixture.undef >> 63 == 0).then_some(self.bits >> 63 != 0),
            _ => (ZERO_PIECES.start - 1..PLUS).contains(&piece).then_some(false),
        }
    }

    /// What is known of the single bytes: nothing of those of a sum.
    fn bytewise(mut self) -> Full {
        self.mixture.tags = self.mixture.pieces();
        self
    }

    /// Pieces of a pointer with zeros where its address has them are all of it.
    fn completed(mut self) -> Full {
        let object = self.mixture.tags[usize::from(OBJECT_PIECE)].object;
        let tags = Mixture::pointer(object).tags;
        let fits = |piece: u8| self.mixture.tags[usize::from(piece)] == tags[usize::from(piece)];
        let is_zero =
            |piece: u8| self.mixture.tags[usize::from(piece)].object == 0 && self.bits >> (8 * piece) & 0xff == 0;
        if object != 0
            && self.mixture.undef == 0
            && (0..ZERO_PIECES.start).all(fits)
            && ZERO_PIECES.clone().all(|piece| fits(piece) || is_zero(piece))
        {
            self.mixture.tags = tags;
        }
        self
    }

    /// Puts undefined bits to 0 and tagged bytes to their object's bytes.
    fn normalised(mut self) -> Full {
        if self.mixture.is_sum() && self.mixture.undef == 0 {
            return self;
        }
        self = self.bytewise().completed();
        for (i, tag) in self.mixture.tags.iter_mut().enumerate() {
            let mask = 0xff << (8 * i);
            if tag.object == 0 {
                *tag = Tag::default();
            } else if self.mixture.undef & mask != 0 {
                // A piece of a pointer with undefined bits is no piece any more.
                self.mixture.undef |= mask;
                *tag = Tag::default();
            } else if tag.piece >= BYTE {
                self.bits &= !mask;
            } else if let Some(piece) = tag.piece.checked_sub(OBJECT_PIECE) {
                let byte = tag.object.to_le_bytes()[piece as usize];
                self.bits = self.bits & !mask | (byte as u64) << (8 * i);
            }
        }
        self.bits &= !self.mixture.undef;
        if self.mixture.undef == 0 {
            self.mixture.poison = LocId(0);
        }
        self
    }
}

/// Mixtures of whole defined and whole undefined bytes have fixed names, for speed: the name tells
/// which bytes are undefined. The table's names begin after them.
const FIRST_NAMED: u32 = Shadow::FIRST_MIXED + 256;

/// Is there more to say about a word than which of its bytes are undefined?
#[inline(always)]
pub(crate) fn is_named(shadow: Shadow) -> bool {
    shadow.0 >= FIRST_NAMED
}

/// Which bytes are undefined, a bit for each, if that is all there is to say.
#[inline(always)]
pub(crate) fn undefined_bytes(shadow: Shadow) -> Option<u8> {
    match shadow {
        Shadow::CLEAN => Some(0),
        Shadow::UNDEF => Some(0xff),
        Shadow(name) if (Shadow::FIRST_MIXED..FIRST_NAMED).contains(&name) => Some((name - Shadow::FIRST_MIXED) as u8),
        _ => None,
    }
}

/// The shadow of a word with these bytes undefined.
#[inline(always)]
pub(crate) fn with_undefined_bytes(bytes: u8) -> Shadow {
    match bytes {
        0 => Shadow::CLEAN,
        0xff => Shadow::UNDEF,
        _ => Shadow(Shadow::FIRST_MIXED + bytes as u32),
    }
}

/// The bits of some bytes.
fn bits_of_bytes(bytes: u8) -> u64 {
    (0..8).filter(|i| bytes >> i & 1 != 0).fold(0, |bits, i| bits | 0xff << (8 * i))
}

/// Which bytes these bits are, if they are whole bytes.
fn bytes_of_bits(bits: u64) -> Option<u8> {
    let bytes = (0..8).filter(|i| bits >> (8 * i) & 1 != 0).fold(0, |bytes, i| bytes | 1 << i);
    (bits_of_bytes(bytes) == bits).then_some(bytes)
}

/// The table of mixtures of one machine.
#[derive(Clone, Default)]
pub struct Mixtures {
    list: Vec<Mixture>,
    names: AHashMap<Mixture, u32>,
    /// So many stay for ever.
    kept: usize,
    /// So many have bytes of unknown numbers.
    unknowns: usize,
}

impl Mixtures {
    /// What there is now is never forgotten.
    pub fn keep(&mut self) {
        self.kept = self.list.len();
    }

    /// Forgets all names but the kept ones. Only when no word that carries one is in use any more.
    pub fn clear(&mut self) {
        if self.list.len() > self.kept {
            for mixture in self.list.drain(self.kept..) {
                self.unknowns -= usize::from(mixture.tags.iter().any(|tag| tag.is_unknown()));
                self.names.remove(&mixture);
            }
        }
    }

    /// How many `clear` would forget.
    pub fn forgettable(&self) -> usize {
        self.list.len() - self.kept
    }

    /// May some word have bytes of unknown numbers?
    #[inline(always)]
    pub(crate) fn has_unknowns(&self) -> bool {
        self.unknowns > 0
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn get(&self, word: Word) -> Mixture {
        match word.shadow {
            Shadow::CLEAN => Mixture::CLEAN,
            Shadow::POINTER => Mixture::pointer(word.object()),
            Shadow(name) => match undefined_bytes(word.shadow) {
                Some(bytes) => Mixture::undefined(bits_of_bytes(bytes), LocId(0)),
                None => self.list[(name - FIRST_NAMED) as usize],
            },
        }
    }

    pub fn full(&self, word: Word) -> Full {
        Full { bits: word.bits, mixture: self.get(word) }
    }

    /// The word with pointers, and pieces of pointers, to some objects turned into those to others.
    pub fn redirect(&mut self, word: Word, to: impl Fn(u32) -> u32) -> Word {
        match word.shadow {
            Shadow::CLEAN | Shadow::UNDEF => word,
            Shadow::POINTER => Word::pointer(to(word.object()), word.bits as u32),
            _ => {
                let mut full = self.full(word);
                full.mixture.tags.iter_mut().filter(|tag| tag.object != 0).for_each(|tag| tag.object = to(tag.object));
                self.word(full)
            }
        }
    }

    /// The addresses that a word is the sum of, or has pieces of: none if it is a plain number. None if it is
    /// something else.
    fn terms(&self, word: Word) -> Option<SmallVec<[Tag; 2 * TERMS_MAX]>> {
        match word.shadow {
            Shadow::CLEAN => Some(SmallVec::new()),
            Shadow::POINTER => Some(SmallVec::from_slice(&[Tag { object: word.object(), piece: PLUS }])),
            _ => {
                let mixture = self.get(word);
                if mixture.undef != 0 || mixture.tags.iter().any(|tag| tag.is_unknown()) {
                    return None;
                }
                let terms = mixture.tags.iter().copied().filter(|tag| tag.object != 0);
                Some(match mixture.is_sum() {
                    true => terms.collect(),
                    false => terms.map(|tag| Tag { piece: PART, ..tag }).collect(),
                })
            }
        }
    }

    /// The addresses that a + b is made of, or a - b; none if it is a number like any other.
    pub fn sum(&self, a: Word, b: Word, minus: bool) -> Sum {
        let (Some(mut terms), Some(others)) = (self.terms(a), self.terms(b)) else { return Sum::default() };
        if terms.iter().chain(&others).any(|term| term.piece == PART) {
            return self.parts(a, b);
        }
        for Tag { object, piece } in others {
            let piece = if minus { PLUS + MINUS - piece } else { piece };
            let opposite = Tag { object, piece: PLUS + MINUS - piece };
            match terms.iter().position(|term| *term == opposite) {
                Some(at) => drop(terms.remove(at)),
                None => terms.push(Tag { object, piece }),
            }
        }
        if terms.len() > TERMS_MAX { Sum::default() } else { Sum(terms) }
    }

    /// The addresses that went into two words, whatever was made of them.
    pub fn parts(&self, a: Word, b: Word) -> Sum {
        let (Some(terms), Some(others)) = (self.terms(a), self.terms(b)) else { return Sum::default() };
        let mut parts = SmallVec::new();
        for Tag { object, .. } in terms.into_iter().chain(others) {
            let part = Tag { object, piece: PART };
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.len() > TERMS_MAX { Sum::default() } else { Sum(parts) }
    }

    /// A number that was found to be such a sum.
    pub fn summed(&mut self, number: u64, sum: &Sum) -> Word {
        self.word(Full { bits: number, mixture: Mixture::sum(&sum.0) })
    }

    /// A sum as the number that it is; any other word as it is.
    #[inline(always)]
    pub fn plain(&self, word: Word) -> Word {
        if word.shadow.0 >= FIRST_NAMED && self.get(word).is_sum() { Word::int(word.bits) } else { word }
    }

    pub fn undef(&self, word: Word) -> u64 {
        match word.shadow {
            Shadow::CLEAN | Shadow::POINTER => 0,
            Shadow::UNDEF => !0,
            _ => self.get(word).undef,
        }
    }

    pub fn word(&mut self, full: Full) -> Word {
        let full = full.normalised();
        let mixture = full.mixture;
        let shadow = if mixture == Mixture::CLEAN {
            Shadow::CLEAN
        } else if mixture.whole_pointer().is_some() {
            Shadow::POINTER
        } else if mixture == Mixture::undefined(!0, LocId(0)) {
            Shadow::UNDEF
        } else {
            self.name(mixture)
        };
        Word { bits: full.bits, shadow }
    }

    /// A word of which the bits in `undef` are undefined.
    pub fn with_undef(&mut self, bits: u64, undef: u64, poison: LocId) -> Word {
        self.word(Full { bits, mixture: Mixture::undefined(undef, poison) })
    }

    fn name(&mut self, mixture: Mixture) -> Shadow {
        if mixture.poison == LocId(0)
            && mixture.tags == Mixture::CLEAN.tags
            && let Some(bytes) = bytes_of_bits(mixture.undef)
        {
            return with_undefined_bytes(bytes);
        }
        let next = self.list.len() as u32 + FIRST_NAMED;
        let name = *self.names.entry(mixture).or_insert(next);
        if name == next {
            self.list.push(mixture);
            self.unknowns += usize::from(mixture.tags.iter().any(|tag| tag.is_unknown()));
        }
        Shadow(name)
    }
}

/// What a number is made of: the addresses of objects, added and subtracted, and some offset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum(SmallVec<[Tag; 2 * TERMS_MAX]>);

impl Sum {
    /// The object that it is an address in, if all others cancel each other out.
    pub fn object(&self) -> Option<u32> {
        match self.0[..] {
            [Tag { object, piece: PLUS }] => Some(object),
            _ => None,
        }
    }

    /// The objects whose addresses went into it in another way than by adding.
    pub fn parts(&self) -> impl Iterator<Item = u32> {
        self.0.iter().filter(|term| term.piece == PART).map(|term| term.object)
    }
}

/// Takes `bits` (at most 64) bits out of a run of words, starting at any bit.
pub(crate) fn extract(mixtures: &mut Mixtures, words: &[Word], at_bit: u32, bits: u32) -> Word {
    let (index, shift) = ((at_bit / 64) as usize, at_bit % 64);
    let low = words[index];
    if shift == 0 && bits == 64 {
        return low;
    }
    let high = if shift + bits > 64 { words[index + 1] } else { Word::int(0) };
    if low.shadow == Shadow::CLEAN && high.shadow == Shadow::CLEAN {
        let high = if shift == 0 { 0 } else { high.bits << (64 - shift) };
        return Word::int((low.bits >> shift | high) & mask(bits));
    }
    if (shift | bits).is_multiple_of(8)
        && shift + bits <= 64
        && let Some(bytes) = undefined_bytes(low.shadow)
    {
        let bytes = bytes >> (shift / 8) & mask(bits / 8) as u8;
        return Word { bits: low.bits >> shift & mask(bits), shadow: with_undefined_bytes(bytes) };
    }
    let mut full = shift_right(mixtures.full(low), shift);
    if shift + bits > 64 {
        full = merge(full, shift_left(mixtures.full(high), 64 - shift));
    }
    mixtures.word(truncate(full, bits))
}

/// Overwrites `bits` (at most 64) bits within a run of words, starting at any bit.
pub(crate) fn insert(mixtures: &mut Mixtures, words: &mut [Word], at_bit: u32, bits: u32, value: Word) {
    let (index, shift) = ((at_bit / 64) as usize, at_bit % 64);
    if shift == 0 && bits == 64 {
        words[index] = value;
        return;
    }
    let here = (64 - shift).min(bits);
    if value.shadow == Shadow::CLEAN && words[index].shadow == Shadow::CLEAN && here == bits {
        let hole = mask(bits) << shift;
        words[index].bits = words[index].bits & !hole | (value.bits << shift & hole);
        return;
    }
    if (shift | bits).is_multiple_of(8)
        && here == bits
        && let (Some(old), Some(new)) = (undefined_bytes(words[index].shadow), undefined_bytes(value.shadow))
    {
        let (hole, bytes) = (mask(bits) << shift, (mask(bits / 8) << (shift / 8)) as u8);
        let undefined = old & !bytes | new << (shift / 8) & bytes;
        let bits = words[index].bits & !hole | value.bits << shift & hole;
        words[index] = Word { bits, shadow: with_undefined_bytes(undefined) };
        return;
    }
    let full = mixtures.full(value);
    let part = shift_left(truncate(full, here), shift);
    let kept = cut(mixtures.full(words[index]), mask(here) << shift);
    words[index] = mixtures.word(merge(kept, part));
    if here < bits {
        let part = truncate(shift_right(full, here), bits - here);
        let kept = cut(mixtures.full(words[index + 1]), mask(bits - here));
        words[index + 1] = mixtures.word(merge(kept, part));
    }
}

/// The low `bits` bits set.
#[inline(always)]
pub(crate) fn mask(bits: u32) -> u64 {
    debug_assert!(bits <= 64);
    if bits == 0 { 0 } else { !0 >> (64 - bits) }
}

/// Shifts by any number of bits; tags survive shifts by whole bytes. A tagged byte that is torn
/// apart becomes undefined, which no program can tell from an exact treatment unless it decides on
/// such a fragment (then it is reported, not mistaken).
pub(crate) fn shift_right(full: Full, by: u32) -> Full {
    shift(full, by, |bits| if by >= 64 { 0 } else { bits >> by }, |i| i.checked_sub(by as usize / 8))
}

pub(crate) fn shift_left(full: Full, by: u32) -> Full {
    shift(full, by, |bits| if by >= 64 { 0 } else { bits << by }, |i| Some(i + by as usize / 8))
}

fn shift(full: Full, by: u32, bits: impl Fn(u64) -> u64, place: impl Fn(usize) -> Option<usize>) -> Full {
    let full = full.bytewise();
    let full = if by.is_multiple_of(8) { full } else { tear(full) };
    let mut out = Full::int(bits(full.bits));
    out.mixture.undef = bits(full.mixture.undef);
    out.mixture.poison = full.mixture.poison;
    for (i, tag) in full.mixture.tags.iter().enumerate() {
        if let Some(to) = place(i).filter(|to| *to < 8) {
            out.mixture.tags[to] = *tag;
        }
    }
    out
}

/// Tagged bytes become undefined.
fn tear(mut full: Full) -> Full {
    for i in 0..8 {
        if full.mixture.tags[i].object != 0 {
            full.mixture.tags[i] = Tag::default();
            full.mixture.undef |= 0xff << (8 * i);
        }
    }
    full
}

/// Clears the bits in `hole`; a tagged byte that is only partly in it is torn.
pub(crate) fn cut(full: Full, hole: u64) -> Full {
    let full = full.bytewise();
    let mut out = full;
    for i in 0..8 {
        let byte = 0xffu64 << (8 * i);
        if full.mixture.tags[i].object != 0 && hole & byte != 0 {
            out.mixture.tags[i] = Tag::default();
            out.mixture.undef |= byte;
        }
    }
    out.bits &= !hole;
    out.mixture.undef &= !hole;
    out
}

pub(crate) fn truncate(full: Full, bits: u32) -> Full {
    cut(full, !mask(bits))
}

/// Joins two words that occupy different bits.
pub(crate) fn merge(a: Full, b: Full) -> Full {
    let (a, b) = (a.bytewise(), b.bytewise());
    let mut out = a;
    out.bits |= b.bits;
    out.mixture.undef |= b.mixture.undef;
    if out.mixture.poison == LocId(0) {
        out.mixture.poison = b.mixture.poison;
    }
    for (tag, other) in out.mixture.tags.iter_mut().zip(b.mixture.tags) {
        if tag.object == 0 {
            *tag = other;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_survive_being_taken_apart_and_put_together() {
        let mut mixtures = Mixtures::default();
        let pointer = Word::pointer(0x0102_0304, 24);
        let mut words = [Word::int(0), Word::int(0)];
        for byte in 0..8 {
            let piece = extract(&mut mixtures, &[pointer], byte * 8, 8);
            insert(&mut mixtures, &mut words, 8 + byte * 8, 8, piece);
        }
        let copy = extract(&mut mixtures, &words, 8, 64);
        assert_eq!(copy, pointer);
    }

    #[test]
    fn the_upper_bytes_of_addresses_can_be_left_out() {
        let mut mixtures = Mixtures::default();
        let pointer = Word::pointer(0x0102_0304, 24);
        for bits in [48, 56] {
            assert_eq!(extract(&mut mixtures, &[pointer], 0, bits), pointer);
            let mut words = [Word::int(!0)];
            insert(&mut mixtures, &mut words, 0, bits, pointer);
            assert_ne!(words[0], pointer);
            insert(&mut mixtures, &mut words, bits, 64 - bits, Word::int(0));
            assert_eq!(words[0], pointer);
        }
        assert_ne!(extract(&mut mixtures, &[pointer], 0, 40), pointer);
    }

    #[test]
    fn whole_undefined_bytes_need_no_table() {
        let mut mixtures = Mixtures::default();
        for bytes in 0..=255u8 {
            let word = mixtures.with_undef(0x1122_3344_5566_7788, bits_of_bytes(bytes), LocId(0));
            assert_eq!(undefined_bytes(word.shadow), Some(bytes));
            assert_eq!(mixtures.undef(word), bits_of_bytes(bytes));
            for at in 0..8 {
                let byte = extract(&mut mixtures, &[word], 8 * at, 8);
                assert_eq!(mixtures.undef(byte), if bytes >> at & 1 != 0 { 0xff } else { 0 });
                let mut words = [word];
                insert(&mut mixtures, &mut words, 8 * at, 8, Word::int(0xaa));
                assert_eq!(undefined_bytes(words[0].shadow), Some(bytes & !(1 << at)));
                assert_eq!(words[0].bits >> (8 * at) & 0xff, 0xaa);
                insert(&mut mixtures, &mut words, 8 * at, 8, byte);
                assert_eq!(words[0], word);
            }
        }
        assert!(mixtures.is_empty());
    }

    #[test]
    fn undefined_bits_stay_where_they_are() {
        let mut mixtures = Mixtures::default();
        let word = mixtures.with_undef(0xff, 0xf0, LocId(0));
        assert_eq!(word.bits, 0x0f);
        let low = extract(&mut mixtures, &[word], 0, 4);
        assert_eq!(low, Word::int(0xf));
        let mut words = [Word::UNDEF];
        insert(&mut mixtures, &mut words, 0, 64, Word::int(5));
        assert_eq!(words[0], Word::int(5));
        insert(&mut mixtures, &mut words, 3, 5, Word::UNDEF);
        assert_eq!(mixtures.undef(words[0]), 0xf8);
    }

    #[test]
    fn sums_of_addresses_are_numbers_that_remember() {
        let mut mixtures = Mixtures::default();
        let (a, b) = (Word::pointer(5, 8), Word::pointer(6, 0));
        let distance = mixtures.sum(b, a, true);
        assert_eq!(distance.object(), None);
        let distance = mixtures.summed(0x1234_5678, &distance);
        assert_eq!(mixtures.sum(a, distance, false).object(), Some(6));
        assert_eq!(mixtures.sum(distance, b, true), mixtures.sum(Word::int(0), a, true));
        assert_eq!(mixtures.sum(b, distance, true).object(), Some(5));
        let both = mixtures.sum(a, b, false);
        let both = mixtures.summed(1, &both);
        assert_eq!(mixtures.sum(both, a, true).object(), Some(6));
        assert_eq!(mixtures.sum(both, both, false), Sum::default());
        // What went into it otherwise is remembered, too, and in sums with that.
        let hidden = mixtures.parts(a, Word::int(42));
        let hidden = mixtures.summed(0x1234, &hidden);
        assert_eq!(mixtures.parts(hidden, b).parts().collect::<Vec<_>>(), [5, 6]);
        assert_eq!(mixtures.sum(hidden, b, true).parts().collect::<Vec<_>>(), [5, 6]);
        assert_eq!(mixtures.parts(distance, hidden).parts().collect::<Vec<_>>(), [6, 5]);
        assert_eq!(mixtures.plain(hidden), Word::int(0x1234));
        let piece = extract(&mut mixtures, &[a], 16, 48);
        assert_eq!(mixtures.sum(piece, Word::int(1), false).parts().collect::<Vec<_>>(), [5]);
        // Byte by byte, or where somebody looks, they are what any number is.
        assert_eq!(extract(&mut mixtures, &[distance], 8, 8), Word::int(0x56));
        assert_eq!(mixtures.plain(distance), Word::int(0x1234_5678));
        let mut words = [distance];
        insert(&mut mixtures, &mut words, 0, 8, Word::int(1));
        assert_eq!(words[0], Word::int(0x1234_5601));
    }
}
