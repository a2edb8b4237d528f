//! How objects and frames become leaves.
//!
//! A leaf is position-independent: where a word is (part of) a pointer, the leaf has zeros in place
//! of the object's number and says so in the shadow codes; the numbers themselves come out as a
//! separate list, in order. So renumbering objects changes no leaf.
//!
//! ```text
//! words:  has_shadow u8 · bits u64 × n · (if has_shadow: code u8 × n · mixture for each code 3)
//! code:   0 clean, 1 pointer, 2 undefined, 3 mixture
//! mixture: undef u64 · poison u32 · tagged bytes as bit mask u8 · piece u8 for each tagged byte
//! object: kind u8 · life u8 · align_log2 u8 · unborn | retired << 1 | maker << 2 | successor << 5 · size u32 · address u32 · holder u16 · words (none if dead)
//!
//! The numbers that come with a dead or retired block are its grave's (see `address`).
//! ```
//!
//! Long objects are cut into several leaves; see `parts`.

use ir::{LocId, Shadow, Word};

use crate::state::object::{Grave, Life, Maker, Object, ObjectKind};
use crate::state::shadow::{Full, Mixture, Mixtures, OBJECT_PIECES, Tag};

const CLEAN: u8 = 0;
const POINTER: u8 = 1;
const UNDEF: u8 = 2;
const MIXED: u8 = 3;

/// Appends the encoding of `words` to `out` and the objects they point to to `pointees`.
pub(crate) fn encode_words(
    words: impl Iterator<Item = Word> + Clone,
    mixtures: &Mixtures,
    out: &mut Vec<u8>,
    pointees: &mut Vec<u32>,
) {
    let at = out.len();
    out.push(0);
    let mut special = false;
    for word in words.clone() {
        let bits = match word.shadow {
            Shadow::CLEAN => word.bits,
            Shadow::POINTER => {
                pointees.push(word.object());
                special = true;
                word.bits & 0xffff_ffff
            }
            Shadow::UNDEF => {
                special = true;
                0
            }
            _ => {
                special = true;
                encode_mixed_bits(word.bits, &mixtures.get(word), pointees)
            }
        };
        out.extend_from_slice(&bits.to_le_bytes());
    }
    if special {
        out[at] = 1;
        encode_shadows(words, mixtures, out);
    }
}

fn encode_mixed_bits(mut bits: u64, mixture: &Mixture, pointees: &mut Vec<u32>) -> u64 {
    for (i, tag) in mixture.tags.iter().enumerate() {
        if tag.object != 0 {
            pointees.push(tag.object);
            if OBJECT_PIECES.contains(&tag.piece) {
                bits &= !(0xff << (8 * i));
            }
        }
    }
    bits
}

#[cold]
fn encode_shadows(words: impl Iterator<Item = Word> + Clone, mixtures: &Mixtures, out: &mut Vec<u8>) {
    for word in words.clone() {
        out.push(match word.shadow {
            Shadow::CLEAN => CLEAN,
            Shadow::POINTER => POINTER,
            Shadow::UNDEF => UNDEF,
            _ => MIXED,
        });
    }
    for word in words.filter(|w| w.shadow.0 >= Shadow::FIRST_MIXED) {
        let mixture = mixtures.get(word);
        out.extend_from_slice(&mixture.undef.to_le_bytes());
        out.extend_from_slice(&mixture.poison.0.to_le_bytes());
        let tagged = mixture.tags.iter().enumerate().filter(|(_, t)| t.object != 0);
        out.push(tagged.clone().fold(0, |mask, (i, _)| mask | 1 << i));
        out.extend(tagged.map(|(_, t)| t.piece));
    }
}

/// Reads from the front of a leaf. Leaves are our own writing, so a short one is our defect.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    #[inline(always)]
    fn take(&mut self, len: usize) -> &'a [u8] {
        let (head, tail) = self.0.split_at(len);
        self.0 = tail;
        head
    }

    #[inline(always)]
    pub(crate) fn u8(&mut self) -> u8 {
        self.take(1)[0]
    }

    #[inline(always)]
    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take(2).try_into().expect("two bytes"))
    }

    #[inline(always)]
    pub(crate) fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().expect("four bytes"))
    }

    pub(crate) fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take(8).try_into().expect("eight bytes"))
    }

    /// Decodes `count` words, handing each to `put`. `pointees` are the objects in order; returns how
    /// many of them there were.
    #[inline(always)]
    pub(crate) fn words(
        &mut self,
        count: usize,
        mixtures: &mut Mixtures,
        pointees: &[u32],
        mut put: impl FnMut(usize, Word),
    ) -> usize {
        let special = self.u8() != 0;
        let bits = self.take(count * 8);
        let bits = bits.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes")));
        if !special {
            bits.enumerate().for_each(|(i, bits)| put(i, Word::int(bits)));
            return 0;
        }
        let all = pointees.len();
        let codes = self.take(count);
        let mut pointees = pointees.iter().copied();
        for (i, (bits, code)) in bits.zip(codes).enumerate() {
            let word = match *code {
                CLEAN => Word::int(bits),
                POINTER => Word::pointer(pointees.next().expect("a pointee for each pointer"), bits as u32),
                UNDEF => Word::UNDEF,
                _ => {
                    let mixture = self.mixture(&mut pointees);
                    mixtures.word(Full { bits, mixture })
                }
            };
            put(i, word);
        }
        all - pointees.len()
    }

    fn mixture(&mut self, pointees: &mut impl Iterator<Item = u32>) -> Mixture {
        let mut mixture = Mixture::undefined(self.u64(), LocId(self.u32()));
        let tagged = self.u8();
        for i in (0..8).filter(|i| tagged & 1 << i != 0) {
            let object = pointees.next().expect("a pointee for each tagged byte");
            mixture.tags[i] = Tag { object, piece: self.u8() };
        }
        mixture
    }
}

/// Bytes before the words of an object.
pub(crate) const HEAD_BYTES: usize = 14;

#[inline(always)]
pub(crate) fn encode_head(object: &Object, out: &mut Vec<u8>) {
    let flags =
        object.unborn as u8 | (object.retired as u8) << 1 | (object.maker as u8) << 2 | (object.successor as u8) << 5;
    out.extend_from_slice(&[object.kind as u8, object.life as u8, object.align_log2, flags]);
    out.extend_from_slice(&object.size.to_le_bytes());
    out.extend_from_slice(&object.address.to_le_bytes());
    out.extend_from_slice(&object.holder.to_le_bytes());
}

pub(crate) fn encode_object(object: &Object, mixtures: &Mixtures, out: &mut Vec<u8>, pointees: &mut Vec<u32>) {
    encode_head(object, out);
    if object.life == Life::Alive {
        encode_words((0..object.word_count()).map(|i| object.word(i)), mixtures, out, pointees);
    }
}

#[inline(always)]
pub(crate) fn decode_head(reader: &mut Reader<'_>, object: &mut Object) {
    object.kind = ObjectKind::from_u8(reader.u8()).expect("a kind that was encoded");
    object.life = if reader.u8() == Life::Alive as u8 { Life::Alive } else { Life::Dead };
    object.align_log2 = reader.u8();
    let flags = reader.u8();
    (object.unborn, object.retired) = (flags & 1 != 0, flags & 2 != 0);
    object.maker = Maker::from_u8(flags >> 2 & 7).expect("a maker that was encoded");
    object.successor = flags >> 5 != 0;
    object.size = reader.u32();
    object.address = reader.u32();
    object.holder = reader.u16();
    object.grave = None;
}

pub(crate) fn decode_object(bytes: &[u8], mixtures: &mut Mixtures, pointees: &[u32], object: &mut Object) {
    let mut reader = Reader(bytes);
    decode_head(&mut reader, object);
    object.fill(Word::int(0));
    if object.kind == ObjectKind::Code {
        object.clear_raw();
    }
    match object.life {
        Life::Alive => {
            let count = object.word_count();
            let (pointees, grave) = if object.retired { (&[][..], pointees) } else { (pointees, &[][..]) };
            reader.words(count, mixtures, pointees, |i, word| object.load_word(i, word));
            object.grave = Grave::read(grave);
        }
        Life::Dead => {
            object.kill();
            object.grave = Grave::read(pointees);
        }
    }
}

/// What can be told of an object without decoding it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub kind: u8,
    life: u8,
    pub size: u32,
    pub address: u32,
    pub holder: u16,
}

impl Head {
    #[inline(always)]
    pub(crate) fn read(bytes: &[u8]) -> Head {
        let size = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
        let address = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]);
        let holder = u16::from_le_bytes([bytes[12], bytes[13]]);
        Head { kind: bytes[0], life: bytes[1], size, address, holder }
    }

    pub(crate) fn is_living_heap(&self) -> bool {
        self.kind == ObjectKind::Heap as u8 && self.life == Life::Alive as u8
    }

    pub(crate) fn is_known_block(&self) -> bool {
        ObjectKind::from_u8(self.kind).is_some_and(ObjectKind::is_known_block)
    }

    /// Can there be a 32-bit number within one word at this offset?
    pub(crate) fn has_number(&self, offset: u32) -> bool {
        self.kind != ObjectKind::Code as u8
            && self.life == Life::Alive as u8
            && offset.is_multiple_of(4)
            && u64::from(self.size) >= u64::from(offset) + 4
    }
}

/// A 32-bit number at this offset in the encoding of so many words. None if anything is special
/// about the word.
#[inline(always)]
pub(crate) fn peek(words: &[u8], count: usize, offset: usize) -> Option<u32> {
    let mut reader = Reader(words);
    let special = reader.u8() != 0;
    let bits = reader.take(count * 8);
    if special && reader.take(count)[offset / 8] != CLEAN {
        return None;
    }
    Some(u32::from_le_bytes(bits[offset..offset + 4].try_into().expect("four bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_come_back_as_they_were() {
        let mut mixtures = Mixtures::default();
        let mut object = Object::new(ObjectKind::Heap, 45, 4, Word::UNDEF);
        object.write(&mut mixtures, 0, 64, Word::pointer(9, 4));
        object.write(&mut mixtures, 8, 8, Word::int(3));
        object.write(&mut mixtures, 19, 64, Word::pointer(10, 8));
        let (mut bytes, mut pointees) = (Vec::new(), Vec::new());
        encode_object(&object, &mixtures, &mut bytes, &mut pointees);
        let mut copy = Object::new(ObjectKind::Global, 0, 0, Word::int(0));
        let mut others = Mixtures::default();
        decode_object(&bytes, &mut others, &pointees, &mut copy);
        assert_eq!(copy.size, 45);
        assert_eq!(copy.read(&mut others, 0, 64), Word::pointer(9, 4));
        assert_eq!(copy.read(&mut others, 8, 8), Word::int(3));
        assert_eq!(copy.read(&mut others, 19, 64), Word::pointer(10, 8));
        assert_eq!(copy.read(&mut others, 32, 64), Word::UNDEF);
        let (mut again, mut pointees_again) = (Vec::new(), Vec::new());
        encode_object(&copy, &others, &mut again, &mut pointees_again);
        assert_eq!((bytes, pointees), (again, pointees_again));
    }
}
