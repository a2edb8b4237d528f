//! Sets of threads.
//!
//! Few programs have more than 128 threads, so those are bits at hand. Of all others it mostly needs but a word to
//! say that none of them is in a set, or that all are; only where neither is so they have bits elsewhere, which
//! copies share until one of them changes.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::sync::Arc;

use ir::contract;

/// A thread of the checked program.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadId(pub u32);

impl ThreadId {
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Threads as a set. Those with numbers from [`Threads::BOUND`] on are in none; who relies on sets looks whether
/// there are any.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threads {
    near: u128,
    far: Far,
}

/// Those from [`NEAR`] on.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Far {
    #[default]
    Nobody,
    /// Some of them, but not all.
    These(Arc<Words>),
    Everybody,
}

const NEAR: u32 = u128::BITS;
/// How many words the others take.
const WORDS: usize = (Threads::BOUND - NEAR) as usize / u64::BITS as usize;
type Words = [u64; WORDS];

/// As they are written down: one bit each.
pub(crate) type Spelt = [u64; SPELT];
const SPELT: usize = (Threads::BOUND / u64::BITS) as usize;

const _: () = assert!(contract::THREADS_MAX <= Threads::BOUND && contract::SET_MAX <= NEAR);
const _: () = assert!(contract::THREADS_MAX < contract::OWNER);

impl ThreadId {
    /// The set that holds this thread and no other.
    #[inline]
    pub fn alone(self) -> Threads {
        let mut set = Threads::NOBODY;
        set.insert(self);
        set
    }
}

impl Threads {
    /// Threads with numbers from here on are in no set. As many as the runtime lets live at once.
    pub const BOUND: u32 = 1024;
    pub const NOBODY: Threads = Threads { near: 0, far: Far::Nobody };
    /// All that can be in a set.
    pub const EVERYBODY: Threads = Threads { near: u128::MAX, far: Far::Everybody };

    /// Those of the first 128 threads whose bits are set.
    pub const fn near(near: u128) -> Threads {
        Threads { near, far: Far::Nobody }
    }

    /// Those of the first 128 threads that are in the set, one bit each.
    pub fn low(&self) -> u128 {
        self.near
    }

    /// The threads with lower numbers.
    pub fn below(thread: ThreadId) -> Threads {
        match thread.0.checked_sub(NEAR) {
            None => Threads::near((1 << thread.0) - 1),
            Some(far) => {
                let word = |i| match far.saturating_sub(u64::BITS * i) {
                    64.. => u64::MAX,
                    bits => (1 << bits) - 1,
                };
                let mut words = [0; WORDS];
                words.iter_mut().zip(0..).for_each(|(at, i)| *at = word(i));
                Threads { near: u128::MAX, far: Far::of(words) }
            }
        }
    }

    #[inline]
    pub fn contains(&self, thread: ThreadId) -> bool {
        if thread.0 < NEAR { self.near >> thread.0 & 1 != 0 } else { self.far.contains(thread) }
    }

    #[inline]
    pub fn insert(&mut self, thread: ThreadId) {
        if thread.0 < NEAR { self.near |= 1 << thread.0 } else { self.far.put(thread, true) }
    }

    #[inline]
    pub fn remove(&mut self, thread: ThreadId) {
        if thread.0 < NEAR { self.near &= !(1 << thread.0) } else { self.far.put(thread, false) }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.near == 0 && matches!(self.far, Far::Nobody)
    }

    pub fn len(&self) -> u32 {
        let far = match &self.far {
            Far::Nobody => 0,
            Far::These(words) => words.iter().map(|word| word.count_ones()).sum(),
            Far::Everybody => Threads::BOUND - NEAR,
        };
        self.near.count_ones() + far
    }

    /// Is there more than one?
    #[inline]
    pub fn is_several(&self) -> bool {
        self.near & self.near.wrapping_sub(1) != 0 || !matches!(self.far, Far::Nobody) && self.len() > 1
    }

    /// Are there any that are in both?
    #[inline]
    pub fn meets(&self, other: &Threads) -> bool {
        self.near & other.near != 0 || self.far.meets(&other.far)
    }

    /// Are all of them in the other one?
    #[inline]
    pub fn is_within(&self, other: &Threads) -> bool {
        self.near & !other.near == 0 && self.far.is_within(&other.far)
    }

    /// The thread that has the lowest number.
    #[inline]
    pub fn first(&self) -> Option<ThreadId> {
        self.iter().next()
    }

    /// The thread that has the highest number.
    pub fn last(&self) -> Option<ThreadId> {
        let ends = (0..).map(|i| NEAR + u64::BITS * i).zip(self.far.words());
        let far = ends.filter(|(_, word)| *word != 0).last();
        match far {
            Some((start, word)) => Some(ThreadId(start + word.ilog2())),
            None => self.near.checked_ilog2().map(ThreadId),
        }
    }

    /// Ascending.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter { near: self.near, far: &self.far, next: 0, word: 0 }
    }

    pub(crate) fn spelt(&self) -> Spelt {
        let near = [self.near, self.near >> u64::BITS]
            .map(|word| u64::try_from(word & u128::from(u64::MAX)).unwrap_or_default());
        let mut words = [0; SPELT];
        words.iter_mut().zip(near.into_iter().chain(self.far.words())).for_each(|(at, word)| *at = word);
        words
    }

    pub(crate) fn read(words: &Spelt) -> Threads {
        let [first, second, far @ ..] = words;
        Threads { near: u128::from(*first) | u128::from(*second) << u64::BITS, far: Far::of(*far) }
    }

    /// What [`LowerHex`](fmt::LowerHex) has written.
    pub(crate) fn from_hex(text: &str) -> Option<Threads> {
        if let Some(others) = text.strip_prefix('~') {
            return Some(!Threads::from_hex(others)?);
        }
        let mut set = Threads::NOBODY;
        for (digit, at) in text.chars().rev().zip((0..Threads::BOUND).step_by(4)) {
            let digit = digit.to_digit(16)?;
            (0..4).filter(|bit| digit >> bit & 1 != 0).for_each(|bit| set.insert(ThreadId(at + bit)));
        }
        (!text.is_empty() && text.len() <= Threads::BOUND as usize / 4).then_some(set)
    }
}

impl Far {
    fn of(words: Words) -> Far {
        match words {
            _ if words == [0; WORDS] => Far::Nobody,
            _ if words == [u64::MAX; WORDS] => Far::Everybody,
            words => Far::These(Arc::new(words)),
        }
    }

    /// None if there is nobody.
    fn words(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        let len = if matches!(self, Far::Nobody) { 0 } else { WORDS };
        (0..len).map(|i| self.word(i))
    }

    fn word(&self, i: usize) -> u64 {
        match self {
            Far::Nobody => 0,
            Far::These(words) => words[i],
            Far::Everybody => u64::MAX,
        }
    }

    /// Where the bit of a thread is.
    fn place(thread: ThreadId) -> Option<(usize, u64)> {
        let at = thread.0.checked_sub(NEAR).filter(|_| thread.0 < Threads::BOUND)?;
        Some(((at / u64::BITS) as usize, 1 << (at % u64::BITS)))
    }

    fn contains(&self, thread: ThreadId) -> bool {
        Far::place(thread).is_some_and(|(i, bit)| self.word(i) & bit != 0)
    }

    #[cold]
    fn put(&mut self, thread: ThreadId, on: bool) {
        let Some((i, bit)) = Far::place(thread) else { return };
        if (self.word(i) & bit != 0) == on {
            return;
        }
        match self {
            Far::These(words) => {
                Arc::make_mut(words)[i] ^= bit;
                if **words == [0; WORDS] || **words == [u64::MAX; WORDS] {
                    *self = Far::of(**words);
                }
            }
            _ => {
                let mut words = [self.word(i); WORDS];
                words[i] ^= bit;
                *self = Far::of(words);
            }
        }
    }

    #[inline]
    fn meets(&self, other: &Far) -> bool {
        match (self, other) {
            (Far::Nobody, _) | (_, Far::Nobody) => false,
            (Far::Everybody, _) | (_, Far::Everybody) => true,
            (Far::These(these), Far::These(others)) => these.iter().zip(&**others).any(|(a, b)| a & b != 0),
        }
    }

    #[inline]
    fn is_within(&self, other: &Far) -> bool {
        match (self, other) {
            (Far::Nobody, _) | (_, Far::Everybody) => true,
            (Far::Everybody, _) | (_, Far::Nobody) => false,
            (Far::These(these), Far::These(others)) => these.iter().zip(&**others).all(|(a, b)| a & !b == 0),
        }
    }

    #[inline]
    fn bitor(&self, other: &Far) -> Far {
        match (self, other) {
            (Far::Everybody, _) | (_, Far::Everybody) => Far::Everybody,
            (Far::Nobody, some) | (some, Far::Nobody) => some.clone(),
            (Far::These(these), Far::These(others)) => Far::join(these, others, |a, b| a | b),
        }
    }

    #[inline]
    fn bitand(&self, other: &Far) -> Far {
        match (self, other) {
            (Far::Nobody, _) | (_, Far::Nobody) => Far::Nobody,
            (Far::Everybody, some) | (some, Far::Everybody) => some.clone(),
            (Far::These(these), Far::These(others)) => Far::join(these, others, |a, b| a & b),
        }
    }

    #[inline]
    fn sub(&self, other: &Far) -> Far {
        match (self, other) {
            (Far::Nobody, _) | (_, Far::Everybody) => Far::Nobody,
            (some, Far::Nobody) => some.clone(),
            (Far::Everybody, others) => others.not(),
            (Far::These(these), Far::These(others)) => Far::join(these, others, |a, b| a & !b),
        }
    }

    fn not(&self) -> Far {
        match self {
            Far::Nobody => Far::Everybody,
            Far::These(these) => Far::These(Arc::new(these.map(|word| !word))),
            Far::Everybody => Far::Nobody,
        }
    }

    /// The one or the other if it is the outcome: then nothing has to be made.
    #[cold]
    fn join(these: &Arc<Words>, others: &Arc<Words>, by: impl Fn(u64, u64) -> u64) -> Far {
        let mut words = **these;
        words.iter_mut().zip(&**others).for_each(|(word, other)| *word = by(*word, *other));
        match words {
            _ if words == **these => Far::These(these.clone()),
            _ if words == **others => Far::These(others.clone()),
            words => Far::of(words),
        }
    }
}

macro_rules! operator {
    ($Op:ident $op:ident, $Assign:ident $assign:ident, $near:expr) => {
        impl $Op<&Threads> for &Threads {
            type Output = Threads;

            #[inline]
            fn $op(self, other: &Threads) -> Threads {
                Threads { near: $near(self.near, other.near), far: self.far.$op(&other.far) }
            }
        }

        impl $Op<Threads> for &Threads {
            type Output = Threads;

            #[inline]
            fn $op(self, other: Threads) -> Threads {
                self.$op(&other)
            }
        }

        impl<T> $Op<T> for Threads
        where
            Threads: $Assign<T>,
        {
            type Output = Threads;

            #[inline]
            fn $op(mut self, other: T) -> Threads {
                self.$assign(other);
                self
            }
        }

        impl $Assign<&Threads> for Threads {
            #[inline]
            fn $assign(&mut self, other: &Threads) {
                self.near = $near(self.near, other.near);
                if !matches!((&self.far, &other.far), (Far::Nobody, Far::Nobody)) {
                    self.far = self.far.$op(&other.far);
                }
            }
        }

        impl $Assign<Threads> for Threads {
            #[inline]
            fn $assign(&mut self, other: Threads) {
                self.$assign(&other);
            }
        }
    };
}

operator!(BitOr bitor, BitOrAssign bitor_assign, |a: u128, b: u128| a | b);
operator!(BitAnd bitand, BitAndAssign bitand_assign, |a: u128, b: u128| a & b);
operator!(Sub sub, SubAssign sub_assign, without);

fn without(set: u128, others: u128) -> u128 {
    set & !others
}

impl Not for &Threads {
    type Output = Threads;

    fn not(self) -> Threads {
        Threads { near: !self.near, far: self.far.not() }
    }
}

impl Not for Threads {
    type Output = Threads;

    fn not(self) -> Threads {
        !&self
    }
}

/// The threads of a set, ascending.
#[derive(Clone)]
pub struct Iter<'s> {
    near: u128,
    far: &'s Far,
    /// The next word of those that are far, and what is left of the one before.
    next: usize,
    word: u64,
}

impl Iterator for Iter<'_> {
    type Item = ThreadId;

    #[inline]
    fn next(&mut self) -> Option<ThreadId> {
        if self.near != 0 {
            let thread = ThreadId(self.near.trailing_zeros());
            self.near &= self.near - 1;
            return Some(thread);
        }
        if matches!(self.far, Far::Nobody) { None } else { self.next_far() }
    }
}

impl Iter<'_> {
    #[cold]
    fn next_far(&mut self) -> Option<ThreadId> {
        while self.word == 0 {
            if self.next == WORDS {
                return None;
            }
            self.word = self.far.word(self.next);
            self.next += 1;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        (0..).nth(self.next - 1).map(|i: u32| ThreadId(NEAR + u64::BITS * i + bit))
    }
}

impl<'s> IntoIterator for &'s Threads {
    type Item = ThreadId;
    type IntoIter = Iter<'s>;

    fn into_iter(self) -> Iter<'s> {
        self.iter()
    }
}

impl Extend<ThreadId> for Threads {
    fn extend<T: IntoIterator<Item = ThreadId>>(&mut self, threads: T) {
        threads.into_iter().for_each(|thread| self.insert(thread));
    }
}

impl FromIterator<ThreadId> for Threads {
    fn from_iter<T: IntoIterator<Item = ThreadId>>(threads: T) -> Threads {
        let mut set = Threads::NOBODY;
        set.extend(threads);
        set
    }
}

/// As one number; what has all threads but a few as `~` and those that it has not.
impl fmt::LowerHex for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.contains(ThreadId(Threads::BOUND - 1)) {
            return write!(f, "~{:x}", !self);
        }
        let mut words = self.far.words().rev().skip_while(|word| *word == 0);
        match words.next() {
            None => write!(f, "{:x}", self.near),
            Some(first) => {
                write!(f, "{first:x}")?;
                words.try_for_each(|word| write!(f, "{word:016x}"))?;
                write!(f, "{:032x}", self.near)
            }
        }
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:x}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use splitmix::SplitMix;

    use super::*;

    /// A random set, and the same in another form.
    fn set(random: &mut SplitMix) -> (Threads, BTreeSet<u32>) {
        let (from, to) = (random.below(1100), random.below(1100));
        let count = random.below(40);
        let mut list: BTreeSet<u32> = (0..count).map(|_| number(random.below(1100))).collect();
        if random.below(2) == 0 {
            list.extend(number(from)..number(to.max(from)));
        }
        let set = list.iter().map(|number| ThreadId(*number)).collect();
        list.retain(|number| *number < Threads::BOUND);
        (set, list)
    }

    fn number(index: usize) -> u32 {
        u32::try_from(index).unwrap()
    }

    fn numbers(set: &Threads) -> BTreeSet<u32> {
        set.iter().map(|thread| thread.0).collect()
    }

    #[test]
    fn sets_do_what_sets_do() {
        let mut random = SplitMix::new(7);
        for _ in 0..3000 {
            let ((a, list), (b, other)) = (set(&mut random), set(&mut random));
            assert_eq!(numbers(&a), list);
            assert_eq!(numbers(&(&a | &b)), &list | &other);
            assert_eq!(numbers(&(&a & &b)), &list & &other);
            assert_eq!(numbers(&(&a - &b)), &list - &other);
            assert_eq!(&a - &b, &a & !&b);
            assert_eq!(a.meets(&b), !list.is_disjoint(&other));
            assert_eq!(a.is_within(&b), list.is_subset(&other));
            assert_eq!(
                (a.first(), a.last()),
                (list.first().copied().map(ThreadId), list.last().copied().map(ThreadId))
            );
            assert_eq!((a.len() as usize, a.is_empty(), a.is_several()), (list.len(), list.is_empty(), list.len() > 1));
            assert_eq!(numbers(&Threads::below(ThreadId(a.len()))), (0..a.len()).collect());
            assert_eq!((!!&a, Threads::from_hex(&format!("{a:x}"))), (a.clone(), Some(a.clone())));
            assert_eq!(Threads::from_hex(&format!("{:x}", !&a)), Some(!&a));
            assert_eq!(Threads::read(&a.spelt()), a);
            let mut less = a.clone();
            list.iter().for_each(|number| less.remove(ThreadId(*number)));
            assert_eq!(less, Threads::NOBODY);
        }
    }

    #[test]
    fn everybody_is_all_that_can_be_in_a_set() {
        let all: Threads = (0..Threads::BOUND).map(ThreadId).collect();
        assert_eq!(all, Threads::EVERYBODY);
        assert_eq!((all.len(), all.contains(ThreadId(Threads::BOUND))), (Threads::BOUND, false));
        assert_eq!(format!("{all:x}"), "~0");
        assert_eq!(ThreadId(Threads::BOUND).alone(), Threads::NOBODY);
        assert_eq!(Threads::from_hex(&"1".repeat(257)), None);
        assert_eq!(Threads::from_hex(""), None);
    }
}
