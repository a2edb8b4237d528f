//! Looking at a state without touching it: for traces, never for the search.

use ir::Word;

use crate::codec;
use crate::memory::NO_LEAF;
use crate::object::{Life, Object, ObjectId, ObjectKind};
use crate::shadow::{Mixture, Mixtures};
use crate::vm::Vm;

/// A word with everything that is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelt {
    pub bits: u64,
    /// Bits that are undefined.
    pub undef: u64,
    /// For each byte: which byte (0 to 3) of which object's number it is; object 0: of none.
    pub pieces: [(u32, u8); 8],
}

/// An object as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspected {
    pub kind: ObjectKind,
    pub life: Life,
    pub size: u32,
    /// None if it is dead.
    pub words: Vec<Spelt>,
}

impl Vm<'_> {
    /// What a word of a register means.
    pub fn spell(&self, word: Word) -> Spelt {
        spell(word, &self.memory.mixtures.get(word))
    }

    /// A copy of an object; None if there is none with this number.
    pub fn inspect(&self, id: ObjectId) -> Option<Inspected> {
        let slot = self.memory.slots.get(id.0 as usize).filter(|_| id.0 != 0)?;
        if slot.decoded {
            return Some(inspected(&slot.object, &self.memory.mixtures));
        }
        if slot.leaf == NO_LEAF {
            let initial = self.memory.initial().get(id.0 as usize)?;
            return Some(inspected(initial, &Mixtures::default()));
        }
        let mut mixtures = Mixtures::default();
        let mut object = slot.object.clone();
        let (start, len) = slot.pointees;
        let pointees = self.memory.loaded_pointees.get(start as usize..(start + len) as usize)?;
        codec::decode_object(self.memory.pieces().leaf_bytes(slot.leaf), &mut mixtures, pointees, &mut object);
        Some(inspected(&object, &mixtures))
    }
}

fn spell(word: Word, mixture: &Mixture) -> Spelt {
    Spelt { bits: word.bits, undef: mixture.undef, pieces: mixture.tags.map(|tag| (tag.object, tag.piece)) }
}

fn inspected(object: &Object, mixtures: &Mixtures) -> Inspected {
    let words = (0..object.word_count()).map(|i| object.word(i)).map(|word| spell(word, &mixtures.get(word)));
    Inspected { kind: object.kind, life: object.life, size: object.size, words: words.collect() }
}
