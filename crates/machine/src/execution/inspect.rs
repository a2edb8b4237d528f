//! Looking at a state without touching it: for traces, never for the search.

use std::ops::Range;

use ir::{Shadow, Word};

use crate::execution::vm::Vm;
use crate::state::look::Body;
use crate::state::object::{Life, Maker, Object, ObjectId, ObjectKind};
use crate::state::parts;
use crate::state::shadow::{Mixture, Mixtures};

/// A word with everything that is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelt {
    pub bits: u64,
    /// Bits that are undefined, or not known yet.
    pub undef: u64,
    /// For each byte: which byte (1 to 7) of a pointer to which object it is; object 0: of none.
    pub pointer_bytes: [(u32, u8); 8],
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectFacts {
    pub kind: ObjectKind,
    pub life: Life,
    pub maker: Maker,
    pub size: u32,
}

impl Vm<'_> {
    /// What a word of a register means.
    pub fn spell(&self, word: Word) -> Spelt {
        spell(word, &self.memory.mixtures.get(word))
    }

    /// How many objects there are, the program's code and globals aside.
    pub fn object_count(&self) -> u64 {
        self.memory.dynamic_count()
    }

    /// None if there is no object with this number.
    pub fn object_facts(&self, id: ObjectId) -> Option<ObjectFacts> {
        self.look(id, |object, _| {
            let Object { kind, life, maker, size, .. } = *object;
            ObjectFacts { kind, life, maker, size }
        })
    }

    /// Words of an object, by index; those that it has.
    pub fn object_words(&self, id: ObjectId, range: Range<usize>) -> Vec<Spelt> {
        let words = self.look(id, |object, mixtures| {
            let range = range.start..range.end.min(object.word_count());
            let words = range.map(|i| object.word(i)).map(|word| spell(word, &mixtures.get(word)));
            words.collect()
        });
        words.unwrap_or_default()
    }

    /// Does anything lead to an object: globals, or what threads may still use?
    pub fn is_reached(&self, wanted: ObjectId) -> bool {
        let program = self.program();
        let mut stack: Vec<u32> = (1..self.memory.first_dynamic).collect();
        for thread in self.thread_ids().map(|id| self.thread(id)) {
            for (i, frame) in thread.frames.iter().enumerate() {
                let function = program.function(frame.func);
                let sets = if i + 1 == thread.frames.len() { &function.live_in } else { &function.live_across };
                let live = sets.get(frame.pc.index()).and_then(|set| function.live_sets.get(*set as usize));
                for slot in live.iter().flat_map(|slots| slots.iter()) {
                    let word = thread.registers.get(frame.base as usize + *slot as usize);
                    word.into_iter().for_each(|word| self.memory.push_pointees(*word, &mut stack));
                }
            }
            let alive = |id: &&u32| self.object_facts(ObjectId(**id)).is_some_and(|facts| facts.life == Life::Alive);
            stack.extend(thread.allocas.iter().filter(alive));
            stack.extend(thread.locals.iter().map(|(_, object)| object));
        }
        let mut seen = std::collections::HashSet::new();
        while let Some(id) = stack.pop() {
            if id == wanted.0 {
                return true;
            }
            let alive = self.object_facts(ObjectId(id)).is_some_and(|facts| facts.life == Life::Alive);
            if alive && seen.insert(id) {
                self.push_held(ObjectId(id), &mut stack);
            }
        }
        false
    }

    /// The objects that the contents of one lead to.
    fn push_held(&self, id: ObjectId, into: &mut Vec<u32>) {
        self.look(id, |object, mixtures| {
            for word in (0..object.word_count()).map(|at| object.word(at)).filter(|word| word.shadow != Shadow::CLEAN) {
                into.extend(
                    mixtures.get(word).pieces().map(|tag| tag.object).into_iter().filter(|object| *object != 0),
                );
            }
        });
    }

    /// Hands the object, as it is now, to `f`.
    fn look<T>(&self, id: ObjectId, f: impl FnOnce(&Object, &Mixtures) -> T) -> Option<T> {
        let slot = self.memory.slots.get(id.index()).filter(|_| id.0 != 0)?;
        if slot.decoded {
            return Some(f(&slot.object, &self.memory.mixtures));
        }
        let mut mixtures = Mixtures::default();
        if slot.body == Body::NONE {
            return Some(f(self.memory.initial().get(id.index())?, &mixtures));
        }
        let mut object = Object::new(ObjectKind::Heap, 0, 0, Word::int(0));
        let (start, len) = slot.pointees;
        let pointees = self.memory.loaded_pointees.get(start as usize..(start + len) as usize)?;
        parts::decode(slot.body, pointees, &mut mixtures, self.memory.pieces(), &mut object, &mut None);
        Some(f(&object, &mixtures))
    }
}

fn spell(word: Word, mixture: &Mixture) -> Spelt {
    // What is not known yet is shown as what is undefined: nobody can say more of it.
    let unknown = |i: usize| if mixture.tags[i].is_unknown() { 0xff << (8 * i) } else { 0 };
    let undef = (0..8).fold(mixture.undef, |undef, i| undef | unknown(i));
    let pointer_bytes = mixture.pieces().map(|tag| if tag.is_unknown() { (0, 0) } else { (tag.object, tag.piece) });
    Spelt { bits: word.bits, undef, pointer_bytes }
}
