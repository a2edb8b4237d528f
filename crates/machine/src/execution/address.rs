//! Addresses, as far as a program can tell them.
//!
//! Objects have none until somebody looks. Two pointers are compared by the objects they point to,
//! and only a program that makes a number of a pointer sees one: its *pretend address*.
//!
//! ```text
//! address:  FIRST_ADDRESS + number (high half) · some multiple of 4096 (low half), plus the offset
//! ```
//!
//! Globals and functions have the numbers of their objects. Everything else gets a number when it is
//! looked at first, and keeps it. The low half is a multiple of whatever the object needs, so within
//! an object the offset is just put in; tags and alignment tests of up to 12 bits need no address.
//!
//! **Freed memory comes back.** A heap block that is allocated when another is dead may have its
//! address, if its size is in the same class ([`fits`]). Nobody can tell before a pointer to the one
//! is compared with a pointer to the other, or both were looked at as numbers; then both answers are
//! explored. A dead block that something still points to therefore knows its possible heirs, and
//! those that have turned out to be in its place ([`Grave`]). What is known is kept closed:
//!
//! - blocks in the same place have the same answers to everything: of two such classes, either all
//!   pairs are possible or none is;
//! - a block that is alive is alone in its place: who lived at the same time is never possible.
//!
//! As long as nobody is presumed to ask (`Presumptions::tidy`), nothing of this is noted of blocks without a
//! number, and whoever asks breaks that ([`Memory::seek`]).
//!
//! **Questions.** An op that needs such an answer, or an object's first number, is not executed: it
//! leaves a [`Question`]. The transition ends before it, and the next one begins with the answer,
//! which its choice picks. So every such moment is a state of the search, at every level, and the
//! objects that are looked at then are those of a state, whatever transitions are made of.
//!
//! **Dead numbers.** A heap block that had a number is kept when it dies, one for each number
//! ([`Memory::pin`]), so that others can have the number, but nobody who lived at the same time.
//! Objects that live without being pointed to any more are kept, too, if they have a number.
//! Blocks alone are not: they are leaks.

use ir::{Shadow, Word};

use crate::execution::memory::{Memory, Question, Slot};
use crate::state::look::{LIFE, Look};
use crate::state::object::{Grave, Object, ObjectId, ObjectKind};
use crate::state::shadow::Mixtures;

/// The high half of the first pretend address; all of them leave the top 17 bits of a pointer free,
/// as on x86-64.
pub(crate) const FIRST_ADDRESS: u32 = 0x1000;

/// So many numbers are left to globals and functions at least, so that those of other objects do not
/// depend on what the library consists of.
const STATIC_MIN: u32 = 0x3000;

/// All addresses of objects are multiples of this power of two.
pub(crate) const PAGE_LOG: u32 = 12;

/// Numbers of others that are offered to an object at most; if there are fewer, a new one is, too.
const OFFERED_MAX: usize = 3;

/// The object whose words point to what is kept for its number.
const KEEPER: ObjectId = ObjectId(0);

impl Grave {
    /// Between the two lists, as a number of an object that is in neither.
    const APART: u32 = 0;
    const TAKEN: u32 = 1;

    /// From the pointees of a dead block.
    pub fn read(list: &[u32]) -> Option<Box<Grave>> {
        let at = list.iter().position(|id| matches!(*id, Grave::APART | Grave::TAKEN))?;
        let (same, heirs) = (list[..at].to_vec(), list[at + 1..].to_vec());
        if heirs == [Grave::APART] {
            return Some(Box::new(Grave::unknown()));
        }
        Some(Box::new(Grave { same, heirs, taken: list[at] == Grave::TAKEN, loose: false }))
    }

    /// That of a block whose heirs nobody is presumed to ask for.
    pub(crate) fn unknown() -> Grave {
        Grave { loose: true, ..Grave::default() }
    }

    /// The same the other way round; nothing if there is nothing to tell. The lists are sets.
    pub fn write(&mut self, into: &mut Vec<u32>) {
        if self.loose {
            into.extend([Grave::APART; 2]);
            return;
        }
        for list in [&mut self.same, &mut self.heirs] {
            list.sort_unstable();
            list.dedup();
        }
        if self.same.is_empty() && self.heirs.is_empty() && !self.taken {
            return;
        }
        into.extend_from_slice(&self.same);
        into.push(if self.taken { Grave::TAKEN } else { Grave::APART });
        into.extend_from_slice(&self.heirs);
    }
}

/// Could an allocator put a block of the second kind and size where the first was? Those of glibc and
/// its like keep blocks of a class together: multiples of 16 bytes with 8 for themselves, 32 at least.
pub(crate) fn fits(dead: (u8, u32), young: (u8, u32)) -> bool {
    let class = |size: u32| (u64::from(size.max(24)) + 8).div_ceil(16);
    let block = ObjectKind::from_u8(dead.0).is_some_and(ObjectKind::is_block);
    block && dead.0 == young.0 && class(dead.1) == class(young.1)
}

fn kind_and_size(object: &Object) -> (u8, u32) {
    (object.kind as u8, object.size)
}

/// Addresses within the object have as many low bits for the offset.
fn offset_log(object: &Object) -> u32 {
    (u32::BITS - object.size.leading_zeros()).max(PAGE_LOG).max(u32::from(object.align_log2)).min(31)
}

/// Where an object lies that has this number.
fn base(number: u32, object: &Object) -> u64 {
    let log = offset_log(object);
    let places = (1u64 << (32 - log)) - 1;
    // Any factor without a divisor in common gives neighbours lower halves far apart.
    let low = if places < 2 { 1 } else { (u64::from(number - FIRST_ADDRESS) * 0x3_4f2b + 0x5_1e9) % places + 1 };
    u64::from(number) << 32 | low << log
}

impl Memory<'_> {
    /// The word as the plain number a real machine would show.
    pub(crate) fn observe(&mut self, word: Word) -> Word {
        if word.shadow == Shadow::POINTER {
            let id = ObjectId::of(word);
            let Some(base) = self.base(id) else { return Word::int(0) };
            return Word::int(base.wrapping_add(word.bits as i32 as u64));
        }
        let mut full = self.mixtures.full(self.mixtures.plain(word));
        for i in 0..8 {
            let tag = full.mixture.tags[i];
            if tag.is_unknown() {
                self.ask_value(&[word]);
                return Word::int(0);
            }
            if tag.object != 0 {
                let Some(base) = self.base(ObjectId(tag.object)) else { return Word::int(0) };
                let byte = u64::from(base.to_le_bytes()[tag.piece as usize]) << (8 * i);
                full.mixture.tags[i] = Default::default();
                match tag.piece >= crate::state::shadow::OBJECT_PIECE {
                    true => full.bits = full.bits & !(0xff << (8 * i)) | byte,
                    false => full.bits |= byte,
                }
            }
        }
        self.mixtures.word(full)
    }

    /// How many low bits of a pointer are those of its offset, whatever the address is.
    pub(crate) fn plain_bits(&mut self, id: ObjectId, wanted: u32) -> u32 {
        if wanted <= PAGE_LOG {
            return PAGE_LOG;
        }
        offset_log(self.object(id))
    }

    fn base(&mut self, id: ObjectId) -> Option<u64> {
        let number = self.address(id)?;
        Some(base(number, self.object(id)))
    }

    /// The address that a pointer has, if its object has one.
    pub(crate) fn known_number(&mut self, pointer: Word) -> Option<u64> {
        let id = ObjectId::of(pointer);
        let number = self.known_address(id)?;
        let base = base(number, self.object(id));
        Some(base.wrapping_add(pointer.bits as i32 as u64))
    }

    /// Could a pointer to an object without an address be equal to this number? Only if somebody has
    /// it whom it may follow.
    pub(crate) fn may_have_number(&mut self, pointer: Word, number: u64) -> bool {
        let id = pointer.object();
        self.opaque = true;
        self.candidates(id).iter().any(|(_, other)| {
            let other = Word { bits: u64::from(*other) << 32 | pointer.bits & 0xffff_ffff, ..pointer };
            self.known_number(other) == Some(number)
        })
    }

    /// The number of an object, given now if it has none. None: a question comes first.
    pub(crate) fn address(&mut self, id: ObjectId) -> Option<u32> {
        if let Some(number) = self.known_address(id) {
            return Some(number);
        }
        self.seek(id.0);
        self.relate(id.0, id.0);
        if self.ask && self.decides {
            self.question.get_or_insert(Question::Number(id.0));
            return None;
        }
        self.opaque = true;
        self.observed += 1;
        let number = self.new_number();
        self.object_mut(id).address = number;
        self.keep_number(id.0);
        Some(number)
    }

    pub(crate) fn known_address(&mut self, id: ObjectId) -> Option<u32> {
        if id.0 < self.first_dynamic {
            return Some(FIRST_ADDRESS + id.0);
        }
        Some(self.object(id).address).filter(|number| *number != 0)
    }

    fn new_number(&mut self) -> u32 {
        let first = FIRST_ADDRESS + self.first_dynamic.max(STATIC_MIN);
        // One of so many numbers is free, whoever has the others.
        let mut used = vec![false; self.dynamic().len() + 1];
        for id in self.dynamic() {
            let number = self.object(ObjectId(id)).address;
            if let Some(used) = number.checked_sub(first).and_then(|at| used.get_mut(at as usize)) {
                *used = true;
            }
        }
        first + used.iter().position(|used| !used).unwrap_or(used.len()) as u32
    }

    fn dynamic(&self) -> std::ops::Range<u32> {
        self.first_dynamic..self.slots.len() as u32
    }

    // ---- who is where ----

    /// Do pointers with equal offsets to two objects compare equal? What is said is void if it leaves
    /// a question.
    pub(crate) fn are_same(&mut self, a: u32, b: u32) -> bool {
        if a.min(b) < self.first_dynamic {
            return false;
        }
        self.relate(a, b);
        if !self.decides {
            return false;
        }
        self.note_life(a);
        self.note_life(b);
        if !self.slots[a as usize].grave && !self.slots[b as usize].grave {
            self.stale |= self.may_be_freed_before(a, b) || self.may_be_freed_before(b, a);
            self.compared |= self.heeds_places && self.may_follow_each_other(a, b);
            self.observed += u64::from(self.may_be_local_again(a, b));
            return false;
        }
        self.stale = true;
        self.seek(a);
        self.seek(b);
        if self.is_known_same(a, b) || self.is_known_same(b, a) {
            return true;
        }
        if self.ask && self.may_be_same(a, b) {
            self.question.get_or_insert(Question::Same(a, b));
        }
        false
    }

    /// The program asks where these blocks are. The runtime asks nothing of that sort of its own: two of them are ids
    /// of threads.
    fn relate(&mut self, a: u32, b: u32) {
        let of_runtime = |memory: &mut Self, id| memory.object(ObjectId(id)).kind == ObjectKind::Internal;
        self.related |= self.heeds_ids && of_runtime(self, a) && of_runtime(self, b);
    }

    /// The second block was allocated when nobody could tell, the first one is alive, but others can
    /// reach it: they may free it before.
    fn may_be_freed_before(&mut self, old: u32, recent: u32) -> bool {
        if !self.recent.contains(&recent) {
            return false;
        }
        self.opaque = true;
        let [old_block, block] = [old, recent].map(|id| kind_and_size(self.object(ObjectId(id))));
        self.slots[old as usize].shared && fits(old_block, block)
    }

    /// Could one of two living blocks have been allocated in the place of the other if those who can reach
    /// that had freed it before?
    fn may_follow_each_other(&mut self, a: u32, b: u32) -> bool {
        let [first, second] = [a, b].map(|id| kind_and_size(self.object(ObjectId(id))));
        // The runtime's own blocks are compared by itself alone.
        if self.object(ObjectId(a)).kind != ObjectKind::Heap || !fits(first, second) {
            return false;
        }
        self.opaque = true;
        self.slots[a as usize].shared || self.slots[b as usize].shared
    }

    /// Is one of them a local or thread-local variable that has ended, and the other one that has not? Real machines
    /// put the one where the other was; here it never is there, and the verdict says so.
    fn may_be_local_again(&mut self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|id| {
            let object = self.object(ObjectId(id));
            (object.kind, object.life)
        });
        // Of variables that are not local, those of threads alone come as the program runs.
        let is_local = |kind| matches!(kind, ObjectKind::Stack | ObjectKind::Global);
        is_local(a.0) && is_local(b.0) && a.1 != b.1
    }

    /// Something depends on where this object is.
    fn seek(&mut self, id: u32) {
        if self.tidy && self.slots[id as usize].grave {
            self.opaque = true;
            self.sought |= self.grave(id).is_some_and(|grave| grave.loose);
        }
    }

    fn note_life(&mut self, id: u32) {
        let look = Look { id, position: LIFE };
        if (id as usize) < self.loaded_len && !self.reads.contains(&look) {
            self.reads.push(look);
        }
    }

    fn is_known_same(&mut self, dead: u32, other: u32) -> bool {
        self.slots[dead as usize].grave && self.grave(dead).is_some_and(|grave| grave.same.contains(&other))
    }

    fn grave(&mut self, id: u32) -> Option<&Grave> {
        self.object(ObjectId(id)).grave.as_deref()
    }

    /// May they be in the same place, and with each all that are known to be where it is?
    fn may_be_same(&mut self, a: u32, b: u32) -> bool {
        if !self.is_possible(a, b) {
            return false;
        }
        self.opaque = true;
        let others = self.class(b);
        self.class(a).iter().all(|a| others.iter().all(|b| self.is_possible(*a, *b)))
    }

    /// May these two be in the same place?
    fn is_possible(&mut self, a: u32, b: u32) -> bool {
        self.may_follow(a, b) || self.may_follow(b, a)
    }

    fn may_follow(&mut self, dead: u32, young: u32) -> bool {
        let (grave, other) = (&self.slots[dead as usize], &self.slots[young as usize]);
        if !grave.grave {
            return false;
        }
        // What was there when the block died is in the list, or cannot be there.
        let later = other.born > grave.died;
        if self.grave(dead).is_some_and(|grave| grave.heirs.contains(&young)) {
            return true;
        }
        if !later || self.is_occupied(dead) {
            return false;
        }
        let young = kind_and_size(self.object(ObjectId(young)));
        fits(kind_and_size(self.object(ObjectId(dead))), young)
    }

    /// Somebody alive is where this block was.
    fn is_occupied(&mut self, dead: u32) -> bool {
        let Some(grave) = self.grave(dead) else { return false };
        grave.taken || grave.same.clone().iter().any(|id| !self.slots[*id as usize].grave)
    }

    /// The possible heirs of a dead block among `new` objects of the machine.
    pub(crate) fn new_heirs(&mut self, dead: u32, new: &[u32]) -> Vec<u32> {
        new.iter().copied().filter(|id| *id != dead && self.may_follow(dead, *id)).collect()
    }

    // ---- answers ----

    /// How many answers a question has in a state.
    pub(crate) fn answers(&mut self, question: &Question) -> u32 {
        match *question {
            Question::Same(..) => 2,
            Question::Number(id) => self.offers(id).len() as u32,
            Question::Within(..) | Question::Value(_) | Question::First(_) => self.answers_about(question),
        }
    }

    /// Answers a question at the beginning of a transition. If freed blocks turn out to be where a living
    /// one is, tells which.
    pub(crate) fn settle(&mut self, question: &Question, answer: u32) -> Option<(Vec<u32>, u32)> {
        self.opaque = true;
        let asked = match *question {
            Question::Within(..) | Question::Value(_) | Question::First(_) => return None,
            Question::Same(a, b) if answer == 0 => {
                self.part(a, b);
                a
            }
            Question::Same(a, b) => {
                self.merge(a, b);
                a
            }
            Question::Number(id) => {
                self.observed += 1;
                let offers = self.offers(id);
                let (number, like) = offers.get(answer as usize).copied().unwrap_or(offers[0]);
                for (other, owner) in self.candidates(id) {
                    if other != number {
                        self.part(id, owner);
                    }
                }
                match like {
                    Some(owner) => self.merge(id, owner),
                    None => self.class(id).iter().for_each(|id| self.object_mut(ObjectId(*id)).address = number),
                }
                self.keep_number(id);
                id
            }
        };
        let mut class = self.class(asked);
        let living = class.iter().position(|id| !self.slots[*id as usize].grave)?;
        let living = class.swap_remove(living);
        class.iter().for_each(|dead| self.forget_grave(*dead));
        (!class.is_empty()).then_some((class, living))
    }

    /// From here on nothing points to this dead block, so it is not there any more; what is in its place is
    /// whatever size it has.
    fn forget_grave(&mut self, dead: u32) {
        let object = self.object_mut(ObjectId(dead));
        object.grave = None;
        object.address = 0;
    }

    /// Turns pointers to some objects into those to others, in all of memory.
    pub(crate) fn redirect_objects(&mut self, to: &impl Fn(u32) -> u32) {
        self.change_objects(|mixtures, word| mixtures.redirect(word, to));
    }

    /// Changes words in all of memory.
    pub(crate) fn change_objects(&mut self, change: impl Fn(&mut Mixtures, Word) -> Word) {
        for id in (KEEPER.0 + 1..self.slots.len() as u32).map(ObjectId) {
            for index in 0..self.object(id).word_count() {
                let word = self.object(id).word(index);
                let changed = change(&mut self.mixtures, word);
                if changed != word {
                    self.object_mut(id).set_word(index, changed);
                }
            }
        }
    }

    /// Numbers that an object may get, and who has them.
    fn offers(&mut self, id: u32) -> Vec<(u32, Option<u32>)> {
        let mut offers: Vec<_> = self.candidates(id).into_iter().map(|(number, owner)| (number, Some(owner))).collect();
        offers.truncate(OFFERED_MAX);
        if offers.len() < OFFERED_MAX {
            offers.push((self.new_number(), None));
        }
        offers
    }

    /// The objects with a number that may be in the same place, by number.
    fn candidates(&mut self, id: u32) -> Vec<(u32, u32)> {
        self.seek(id);
        let mut candidates = Vec::new();
        for other in self.dynamic() {
            let number = self.object(ObjectId(other)).address;
            if number != 0 && other != id && self.may_be_same(id, other) {
                candidates.push((number, other));
            }
        }
        candidates.sort_unstable();
        candidates.dedup_by_key(|(number, _)| *number);
        candidates
    }

    /// All objects that are known to be in the same place as this one, which is among them.
    fn class(&mut self, id: u32) -> Vec<u32> {
        let mut class = vec![id];
        class.extend(self.grave(id).into_iter().flat_map(|grave| &grave.same));
        // A block that was alive when that was found out stands in the lists of the others only.
        for dead in self.graves.clone() {
            if !class.contains(&dead) && self.is_known_same(dead, id) {
                class.push(dead);
            }
        }
        class
    }

    /// They are in different places.
    fn part(&mut self, a: u32, b: u32) {
        let others = self.class(b);
        for a in self.class(a) {
            others.iter().for_each(|b| self.rule_out(a, *b));
        }
    }

    fn rule_out(&mut self, a: u32, b: u32) {
        for (dead, young) in [(a, b), (b, a)] {
            if self.grave(dead).is_some_and(|grave| grave.heirs.contains(&young)) {
                let grave = self.object_mut(ObjectId(dead)).grave.get_or_insert_default();
                grave.heirs.retain(|id| *id != young);
            }
        }
    }

    /// They are in the same place.
    fn merge(&mut self, a: u32, b: u32) {
        let mut class = self.class(a);
        class.extend(self.class(b));
        class.sort_unstable();
        class.dedup();
        // Whoever cannot be where one of them is cannot be where any of them is.
        for other in self.dynamic().filter(|id| !class.contains(id)).collect::<Vec<_>>() {
            let related = class.iter().any(|id| self.is_possible(other, *id));
            if related && !class.iter().all(|id| self.is_possible(other, *id)) {
                class.iter().for_each(|id| self.rule_out(other, *id));
            }
        }
        let number = class.iter().map(|id| self.object(ObjectId(*id)).address).max().unwrap_or(0);
        let occupied = class.iter().any(|id| !self.slots[*id as usize].grave);
        for id in &class {
            if self.object(ObjectId(*id)).address != number {
                self.object_mut(ObjectId(*id)).address = number;
            }
            if self.slots[*id as usize].grave {
                let grave = self.object_mut(ObjectId(*id)).grave.get_or_insert_default();
                grave.heirs.retain(|heir| !class.contains(heir));
                grave.same = class.iter().copied().filter(|other| other != id).collect();
                if occupied && number != 0 {
                    self.unpin(*id);
                }
            }
        }
    }

    // ---- what is kept for its number ----

    /// A heap block dies.
    pub(crate) fn bury_block(&mut self, id: ObjectId) {
        self.object_mut(id).kill();
        self.vacate(id);
    }

    /// The blocks that died since the load and that the program may have known.
    pub(crate) fn buried(&self) -> impl Iterator<Item = u32> {
        let died = |id: &u32| self.slots[*id as usize].died > 0;
        let known = |id: &u32| self.slots[*id as usize].object.kind.is_known_block();
        self.touched.iter().copied().filter(died).filter(known)
    }

    /// The blocks that gave up their addresses since the load.
    pub(crate) fn vacated(&self) -> impl Iterator<Item = &Slot> {
        self.touched.iter().map(|id| &self.slots[*id as usize]).filter(|slot| slot.died > 0)
    }

    /// A block of the runtime's own may have a successor in its place.
    pub(crate) fn retire(&mut self, id: ObjectId) {
        if self.object(id).kind == ObjectKind::Internal && !self.slots[id.index()].grave {
            self.object_mut(id).retire();
            self.vacate(id);
        }
    }

    /// The second block takes the place of the first, or another; its size does not matter.
    pub(crate) fn succeed(&mut self, dead: ObjectId, young: ObjectId) {
        let object = self.object_mut(dead);
        object.grave.get_or_insert_default().heirs.push(young.0);
        let [old, new] = [dead, young].map(|id| kind_and_size(self.object(id)));
        self.object_mut(young).successor = !fits(old, new);
    }

    /// A block is about to die. If `realloc` has made it of a smaller or larger one that something still points
    /// to, it must be known whether that was in the same place: who comes next may be in both places then.
    pub(crate) fn asks_before_end(&mut self, block: Word) -> bool {
        let id = block.object();
        if block.shadow != Shadow::POINTER || !self.decides || !self.object(ObjectId(id)).successor {
            return false;
        }
        self.opaque = true;
        let graves: Vec<u32> = self.dynamic().filter(|dead| self.slots[*dead as usize].grave).collect();
        let mut is_origin = |dead: &u32| {
            self.grave(*dead).is_some_and(|grave| grave.heirs.contains(&id)) && self.may_be_same(*dead, id)
        };
        let Some(origin) = graves.into_iter().find(&mut is_origin) else { return false };
        self.question.get_or_insert(Question::Same(origin, id));
        true
    }

    /// A block gives up its address.
    fn vacate(&mut self, id: ObjectId) {
        self.clock += 1;
        let slot = &mut self.slots[id.index()];
        slot.grave = true;
        slot.died = self.clock;
        self.keep_number(id.0);
    }

    /// Other memory has died. Its number is free.
    pub(crate) fn forget_number(&mut self, id: ObjectId) {
        if self.slots[id.index()].object.address != 0 {
            self.unpin(id.0);
        }
    }

    /// An object that has got a number, or has died with one.
    fn keep_number(&mut self, id: u32) {
        let Object { kind, address, .. } = *self.object(ObjectId(id));
        if address != 0 && self.decides && kind.is_block() == self.slots[id as usize].grave && !self.is_occupied(id) {
            self.pin(id);
        }
    }

    fn pinned(&mut self) -> Vec<u32> {
        let keeper = self.object(KEEPER);
        (0..keeper.word_count()).map(|i| keeper.word(i).object()).collect()
    }

    /// Keeps an object in the state whether or not anything else points to it; one for each number.
    fn pin(&mut self, id: u32) {
        let number = self.object(ObjectId(id)).address;
        let mut kept = self.pinned();
        kept.retain(|other| self.object(ObjectId(*other)).address != number);
        kept.push(id);
        kept.sort_by_key(|id| self.object(ObjectId(*id)).address);
        self.set_pinned(&kept);
        self.publish(Word::pointer(id, 0));
    }

    fn unpin(&mut self, id: u32) {
        let mut kept = self.pinned();
        if kept.contains(&id) {
            kept.retain(|other| *other != id);
            self.set_pinned(&kept);
        }
    }

    fn set_pinned(&mut self, kept: &[u32]) {
        self.opaque = true;
        let keeper = self.object_mut(KEEPER);
        keeper.size = 8 * kept.len() as u32;
        keeper.fill(Word::int(0));
        kept.iter().enumerate().for_each(|(i, id)| keeper.set_word(i, Word::pointer(*id, 0)));
    }
}
