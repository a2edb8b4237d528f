//! An object: a contiguous byte array with a size, a kind and shadow data.
//!
//! Bytes are kept in 64-bit words, each with a [`Shadow`]; an object without any special word has
//! no shadow array at all. The last word of an object whose size is no multiple of 8 has unused
//! bytes, which are always zero and clean.

use std::ops::RangeInclusive;

use ir::{Shadow, Word};

use crate::state::shadow::{self, Mixtures};

/// Names an object within a state. 0 is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The object that a pointer points to.
    #[inline(always)]
    pub const fn of(pointer: Word) -> ObjectId {
        ObjectId(pointer.object())
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum ObjectKind {
    Global,
    Constant,
    Code,
    Stack,
    Heap,
    /// A heap block of the library's own, which the program has no pointers to (but ids of threads): may be
    /// lost without being a leak.
    Internal,
    Varargs,
    /// A heap block that the library lets the program use: may be lost without being a leak.
    Lent,
    /// No memory: a number that is not known yet (see `unknown`). Nobody has a pointer to it.
    Unknown,
}

impl ObjectKind {
    pub fn from_u8(code: u8) -> Option<ObjectKind> {
        use ObjectKind::*;
        [Global, Constant, Code, Stack, Heap, Internal, Varargs, Lent, Unknown].into_iter().find(|k| *k as u8 == code)
    }

    /// Made by an allocator, and to be given back to it.
    pub fn is_block(self) -> bool {
        matches!(self, ObjectKind::Heap | ObjectKind::Internal | ObjectKind::Lent)
    }

    /// A block that the program may have pointers to, so that it can compare what was there with what is.
    pub fn is_known_block(self) -> bool {
        matches!(self, ObjectKind::Heap | ObjectKind::Lent)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Life {
    Alive,
    /// A heap block that was freed, or stack memory that died. Kept while something points to it.
    Dead,
}

/// What came after a dead heap block in its place. All of it is forgotten once nothing points to
/// the dead block any more, and nobody is kept in the state by standing here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grave {
    /// Objects that are known to have the same address: dead ones, and at most one that is alive.
    pub same: Vec<u32>,
    /// Heap blocks that may have the same address: they are younger, of a size that fits, and it was
    /// not found out yet.
    pub heirs: Vec<u32>,
    /// A block had the address that was lost but never freed: nobody else will ever have it.
    pub taken: bool,
    /// It is presumed that nobody asks, so nothing was noted.
    pub loose: bool,
}

/// Who made a heap block, and so who may free it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Maker {
    /// `malloc` and its like.
    #[default]
    Malloc,
    New,
    NewArray,
    Mmap,
    /// The library, for itself.
    Library,
    /// The library, for the program to use as its own.
    Given,
}

impl Maker {
    pub fn from_u8(code: u8) -> Option<Maker> {
        use Maker::*;
        [Malloc, New, NewArray, Mmap, Library, Given].into_iter().find(|maker| *maker as u8 == code)
    }

    pub fn makes(self) -> &'static str {
        ["malloc", "new", "new[]", "mmap", "the library", "the library"][self as usize]
    }

    pub fn frees(self) -> &'static str {
        ["free", "delete", "delete[]", "munmap", "giving back", "giving back"][self as usize]
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub kind: ObjectKind,
    pub life: Life,
    /// Of a heap block that is alive.
    pub maker: Maker,
    /// Of a heap block that is alive: `realloc` has made it of one of another class, which may be in the
    /// same place.
    pub successor: bool,
    /// Of a block of the runtime's own: its address may come back as if it were dead, but it can
    /// still be accessed. It has no pointers.
    pub retired: bool,
    pub align_log2: u8,
    pub size: u32,
    /// The number of its pretend address (see `address`), fixed at the first observation; 0 before.
    pub address: u32,
    /// 1 + the number of the thread that was handed it when it was born, if nobody but its creator could
    /// reach it before; 0 otherwise, and with less reduction than `presumed`. Tells objects of one size apart.
    pub holder: u16,
    /// A local variable of which no lifetime has begun by a marker (most have none).
    pub unborn: bool,
    /// Of a dead heap block: what is known about what came after it in its place. None: nothing.
    pub grave: Option<Box<Grave>>,
    words: Vec<u64>,
    /// Empty: every word is clean.
    shadows: Vec<Shadow>,
    /// A bit for each part of a long object: it was written since `settle`. Empty: short, or nothing
    /// is known.
    written: Vec<u64>,
    /// Words of a part, as a power of two; good while something is known.
    part_log: u8,
}

impl Object {
    pub fn new(kind: ObjectKind, size: u32, align_log2: u8, fill: Word) -> Object {
        let (words, shadows, written) = (Vec::new(), Vec::new(), Vec::new());
        let (life, unborn, retired) = (Life::Alive, kind == ObjectKind::Stack, false);
        let mut object = Object {
            kind,
            life,
            maker: Maker::Malloc,
            successor: false,
            retired,
            align_log2,
            size,
            address: 0,
            holder: 0,
            unborn,
            grave: None,
            words,
            shadows,
            written,
            part_log: 0,
        };
        object.fill(fill);
        object
    }

    /// What stands for a function: it has an address, but nothing to read.
    pub fn code() -> Object {
        let mut object = Object::new(ObjectKind::Code, 1, 4, Word::int(0));
        object.clear_raw();
        object
    }

    /// Makes every byte undefined or zero, depending on `fill`.
    pub fn fill(&mut self, fill: Word) {
        let count = self.size.div_ceil(8) as usize;
        self.written.clear();
        self.words.clear();
        self.words.resize(count, fill.bits);
        self.shadows.clear();
        if fill.shadow != Shadow::CLEAN {
            self.shadows.resize(count, fill.shadow);
        }
    }

    /// Turns this object (a recycled buffer) into a new one, keeping its allocations.
    pub fn renew(&mut self, kind: ObjectKind, size: u32, align_log2: u8, fill: Word) {
        self.kind = kind;
        self.life = Life::Alive;
        self.maker = Maker::Malloc;
        self.successor = false;
        self.retired = false;
        self.align_log2 = align_log2;
        self.size = size;
        self.address = 0;
        self.holder = 0;
        self.unborn = kind == ObjectKind::Stack;
        self.grave = None;
        self.fill(fill);
    }

    /// The object is gone; what remains is a tombstone.
    pub fn kill(&mut self) {
        self.life = Life::Dead;
        self.successor = false;
        self.holder = 0;
        // Only a report asks for it from here on.
        if self.kind != ObjectKind::Lent {
            self.maker = Maker::Malloc;
        }
        self.written.clear();
        self.words.clear();
        self.shadows.clear();
    }

    /// The runtime does not need the object any more.
    pub fn retire(&mut self) {
        self.retired = true;
        for index in 0..self.words.len() {
            if self.word(index).shadow != Shadow::CLEAN {
                self.set_word(index, Word::int(0));
            }
        }
        self.shadows.clear();
    }

    /// Bytes that fit without another allocation, shadows aside.
    pub fn capacity_bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }

    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    #[inline(always)]
    pub fn is_clean(&self) -> bool {
        self.shadows.is_empty()
    }

    #[inline(always)]
    pub fn word(&self, index: usize) -> Word {
        let shadow = self.shadows.get(index).copied().unwrap_or(Shadow::CLEAN);
        Word { bits: self.words[index], shadow }
    }

    #[inline(always)]
    pub fn set_word(&mut self, index: usize, word: Word) {
        self.mark_written(index);
        self.load_word(index, word);
    }

    /// Sets a word to what it was decoded from.
    #[inline(always)]
    pub fn load_word(&mut self, index: usize, word: Word) {
        self.words[index] = word.bits;
        if !self.shadows.is_empty() {
            self.shadows[index] = word.shadow;
        } else if word.shadow != Shadow::CLEAN {
            self.shadows.resize(self.words.len(), Shadow::CLEAN);
            self.shadows[index] = word.shadow;
        }
    }

    /// The bits of all words.
    pub fn raw(&self) -> &[u64] {
        &self.words
    }

    pub fn push_raw(&mut self, bits: u64) {
        self.written.clear();
        self.words.push(bits);
    }

    pub fn clear_raw(&mut self) {
        self.written.clear();
        self.words.clear();
        self.shadows.clear();
    }

    // ---- parts ----

    /// The word is about to change.
    #[inline(always)]
    pub fn mark_written(&mut self, index: usize) {
        if self.is_known() {
            self.mark_part_written(index >> self.part_log);
        }
    }

    /// Apart from the above, so that accesses to short objects stay short.
    #[inline(never)]
    fn mark_part_written(&mut self, part: usize) {
        self.written[part / 64] |= 1 << (part % 64);
    }

    /// Is it known which parts were written?
    #[inline(always)]
    pub fn is_known(&self) -> bool {
        !self.written.is_empty()
    }

    pub fn is_written(&self, part: usize) -> bool {
        self.written[part / 64] >> (part % 64) & 1 != 0
    }

    /// The first part from here on that was written.
    pub fn next_written(&self, part: usize) -> Option<usize> {
        let mut at = part / 64;
        let mut bits = self.written.get(at)? & u64::MAX << (part % 64);
        while bits == 0 {
            at += 1;
            bits = *self.written.get(at)?;
        }
        Some(64 * at + bits.trailing_zeros() as usize)
    }

    /// Notes from now on which parts are written. For long objects.
    pub fn settle(&mut self) {
        self.part_log = part_log(self.words.len());
        self.written.clear();
        self.written.resize((self.words.len() >> self.part_log) / 64 + 1, 0);
    }

    /// The parts that some bytes are in. For objects of which something is known.
    pub fn parts_at(&self, offset: u32, bytes: u32) -> RangeInclusive<u32> {
        let last = offset.saturating_add(bytes.saturating_sub(1));
        offset >> (self.part_log + 3)..=last >> (self.part_log + 3)
    }

    /// It is not known any more which parts were written.
    pub fn unsettle(&mut self) {
        self.written.clear();
    }

    /// Drops the shadow array if no word needs it.
    pub fn tidy_shadows(&mut self) {
        if self.shadows.iter().all(|s| *s == Shadow::CLEAN) {
            self.shadows.clear();
        }
    }

    /// Reads `bits` bits if they are within the object and one word of it, and either numbers or a
    /// whole pointer. Dead objects and code have no words.
    #[inline(always)]
    pub fn quick_read(&self, offset: u32, bits: u32) -> Option<Word> {
        let (index, shift) = ((offset / 8) as usize, offset % 8 * 8);
        let word = *self.words.get(index)?;
        if offset as u64 + bits.div_ceil(8) as u64 > self.size as u64 || shift + bits > 64 {
            return None;
        }
        let clean = match self.shadows.get(index) {
            None | Some(&Shadow::CLEAN) => true,
            Some(&Shadow::POINTER) if bits == 64 => return Some(Word { bits: word, shadow: Shadow::POINTER }),
            Some(shadow) => {
                let read = (shadow::mask(bits.div_ceil(8)) as u8) << (shift / 8);
                shadow::undefined_bytes(*shadow).is_some_and(|undefined| undefined & read == 0)
            }
        };
        clean.then(|| Word::int(word >> shift & shadow::mask(bits)))
    }

    /// Writes whole bytes if they are within the object and one word of it, and either numbers or the
    /// whole word.
    #[inline(always)]
    pub fn quick_write(&mut self, offset: u32, bits: u32, value: Word) -> bool {
        let (index, shift) = ((offset / 8) as usize, offset % 8 * 8);
        let Some(word) = self.words.get_mut(index) else { return false };
        if offset as u64 + (bits / 8) as u64 > self.size as u64 || shift + bits > 64 {
            return false;
        }
        match self.shadows.get_mut(index) {
            None if value.shadow == Shadow::CLEAN => {}
            Some(shadow) if bits == 64 => *shadow = value.shadow,
            Some(shadow) if value.shadow == Shadow::CLEAN => {
                let written = (shadow::mask(bits / 8) as u8) << (shift / 8);
                match shadow::undefined_bytes(*shadow) {
                    Some(undefined) => *shadow = shadow::with_undefined_bytes(undefined & !written),
                    None => return false,
                }
            }
            _ => return false,
        }
        let hole = shadow::mask(bits) << shift;
        *word = *word & !hole | (value.bits << shift & hole);
        self.mark_written(index);
        true
    }

    /// Reads `bits` (at most 64) bits from byte `offset`; in bounds by the caller's care.
    #[inline(always)]
    pub fn read(&self, mixtures: &mut Mixtures, offset: u32, bits: u32) -> Word {
        let index = (offset / 8) as usize;
        let shift = offset % 8 * 8;
        if self.shadows.is_empty() {
            let low = self.words[index] >> shift;
            let value = if shift + bits > 64 { low | self.words[index + 1] << (64 - shift) } else { low };
            return Word::int(value & shadow::mask(bits));
        }
        if shift == 0 && bits == 64 {
            return self.word(index);
        }
        self.read_shadowed(mixtures, index, shift, bits)
    }

    #[cold]
    fn read_shadowed(&self, mixtures: &mut Mixtures, index: usize, shift: u32, bits: u32) -> Word {
        let last = if shift + bits > 64 { index + 1 } else { index };
        let words = [self.word(index), self.word(last)];
        shadow::extract(mixtures, &words, shift, bits)
    }

    /// Writes `bits` (at most 64) bits at byte `offset`; in bounds by the caller's care.
    #[inline(always)]
    pub fn write(&mut self, mixtures: &mut Mixtures, offset: u32, bits: u32, value: Word) {
        let index = (offset / 8) as usize;
        let shift = offset % 8 * 8;
        if shift == 0 && bits == 64 {
            self.set_word(index, value);
        } else if self.shadows.is_empty() && value.shadow == Shadow::CLEAN && shift + bits <= 64 {
            let hole = shadow::mask(bits) << shift;
            self.mark_written(index);
            self.words[index] = self.words[index] & !hole | (value.bits << shift & hole);
        } else {
            self.write_shadowed(mixtures, index, shift, bits, value);
        }
    }

    #[cold]
    fn write_shadowed(&mut self, mixtures: &mut Mixtures, index: usize, shift: u32, bits: u32, value: Word) {
        let two = shift + bits > 64;
        let mut words = [self.word(index), self.word(if two { index + 1 } else { index })];
        shadow::insert(mixtures, &mut words, shift, bits, value);
        self.set_word(index, words[0]);
        if two {
            self.set_word(index + 1, words[1]);
        }
    }

    /// Copies bytes between objects with their shadows, word by word where both sides allow it.
    pub fn copy_from(&mut self, mixtures: &mut Mixtures, to: u32, source: &Object, from: u32, len: u32) {
        let mut done = 0;
        if (to | from).is_multiple_of(8) {
            let (to, from, words) = ((to / 8) as usize, (from / 8) as usize, (len / 8) as usize);
            if words > 0 && self.is_known() {
                let parts = to >> self.part_log..=(to + words - 1) >> self.part_log;
                parts.for_each(|part| self.mark_written(part << self.part_log));
            }
            self.words[to..to + words].copy_from_slice(&source.words[from..from + words]);
            if !source.shadows.is_empty() && self.shadows.is_empty() {
                self.shadows.resize(self.words.len(), Shadow::CLEAN);
            }
            if !source.shadows.is_empty() {
                self.shadows[to..to + words].copy_from_slice(&source.shadows[from..from + words]);
            } else if !self.shadows.is_empty() {
                self.shadows[to..to + words].fill(Shadow::CLEAN);
            }
            done = len / 8 * 8;
        }
        while done < len {
            let step = copy_step(to + done, from + done, len - done);
            let value = source.read(mixtures, from + done, step * 8);
            self.write(mixtures, to + done, step * 8, value);
            done += step;
        }
    }
}

/// How many bytes may be moved at once: up to the next word boundary of both sides.
fn copy_step(to: u32, from: u32, left: u32) -> u32 {
    let room = 8 - (to % 8).max(from % 8);
    let room = if to % 8 == from % 8 { room } else { 8 - to % 8 };
    room.min(left)
}

/// Words of a part, as a power of two, in a long object of so many words; the last part may be
/// shorter. The vector should be a tree of few levels, or else every change costs a node for each.
pub(crate) const fn part_log(words: usize) -> u8 {
    const ONE_LEVEL: usize = FAN - 1;
    const TWO_LEVELS: usize = FAN * FAN - 1;
    if words <= ONE_LEVEL << PART_LOG_MIN {
        return PART_LOG_MIN;
    }
    let mut log = PART_LOG_MIN + 1;
    while log < PART_LOG_MAX && words > TWO_LEVELS << log {
        log += 1;
    }
    log
}

const PART_LOG_MIN: u8 = 3;
const PART_LOG_MAX: u8 = 9;
/// Words of a node in the store.
const FAN: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_keep_pointers_at_any_alignment() {
        let mut mixtures = Mixtures::default();
        for from in 0..8 {
            for to in 0..8 {
                let mut a = Object::new(ObjectKind::Heap, 40, 4, Word::UNDEF);
                let mut b = a.clone();
                a.write(&mut mixtures, from, 64, Word::pointer(77, 5));
                b.copy_from(&mut mixtures, to, &a, from, 8);
                assert_eq!(b.read(&mut mixtures, to, 64), Word::pointer(77, 5), "{from} -> {to}");
            }
        }
    }

    #[test]
    fn reads_see_what_was_written() {
        let mut mixtures = Mixtures::default();
        let mut object = Object::new(ObjectKind::Heap, 24, 4, Word::int(0));
        for offset in 0..16 {
            for bits in [8, 16, 24, 32, 48, 64] {
                let value = Word::int(0x1122_3344_5566_7788 & shadow::mask(bits));
                object.write(&mut mixtures, offset, bits, value);
                assert_eq!(object.read(&mut mixtures, offset, bits), value, "{offset} {bits}");
            }
        }
    }
}
