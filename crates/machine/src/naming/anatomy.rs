//! Where names stand in a state, for whoever moves states from one store to another.
//!
//! A name means something in one store only. The words of a vector are names, numbers of objects and counts, and
//! which is which depends on what the vector is.
//!
//! ```text
//! state    globals · heap · section of thread 0 · section of thread 1 …       each the name of a vector
//! globals, heap       contents of objects: leaves, or vectors of parts
//! section             a leaf for each frame
//! parts               leaves
//! ```

use crate::naming::streams;
use crate::pieces::{Full, LeafId, VectorId};
use crate::state::look::{Body, BodyKind};
use crate::state::thread;

/// What a vector is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anatomy {
    Globals,
    Heap,
    Section,
    /// A long object.
    Parts,
}

/// A word that names something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    Leaf(LeafId),
    /// The vector of a long object's parts.
    Parts(VectorId),
}

impl Anatomy {
    /// What the word of a state at this position names.
    pub fn of_word(position: usize) -> Anatomy {
        match position {
            0 => Anatomy::Globals,
            1 => Anatomy::Heap,
            _ => Anatomy::Section,
        }
    }

    /// Calls `f` with the position of each name in a vector, and the name, in order.
    pub fn names(self, words: &[u32], mut f: impl FnMut(usize, Name)) {
        let mut body = |at: usize, body: Body| match body.kind() {
            BodyKind::Short(leaf) => f(at, Name::Leaf(leaf)),
            BodyKind::Long(vector) => f(at, Name::Parts(vector)),
        };
        match self {
            Anatomy::Globals => streams::globals(words).for_each(|entry| body(entry.at as usize + 1, entry.body)),
            Anatomy::Heap => streams::heap(words).for_each(|entry| body(entry.at as usize, entry.body)),
            Anatomy::Section => thread::frames(words, |at| f(at, Name::Leaf(LeafId(words[at])))),
            Anatomy::Parts => words.iter().enumerate().for_each(|(at, leaf)| f(at, Name::Leaf(LeafId(*leaf)))),
        }
    }

    /// The word that says so in such a vector.
    pub fn word(self, name: Name) -> Result<u32, Full> {
        match (self, name) {
            (Anatomy::Globals | Anatomy::Heap, Name::Leaf(leaf)) => Body::short(leaf).map(|body| body.0),
            (Anatomy::Globals | Anatomy::Heap, Name::Parts(vector)) => Body::long(vector).map(|body| body.0),
            (_, Name::Leaf(leaf)) => Ok(leaf.0),
            // Only objects have parts.
            (_, Name::Parts(_)) => Err(Full),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(anatomy: Anatomy, words: &[u32], expected: &[(usize, Name)]) {
        let mut found = Vec::new();
        anatomy.names(words, |at, name| found.push((at, name)));
        assert_eq!(found, expected);
        for (at, name) in found {
            assert_eq!(anatomy.word(name), Ok(words[at]));
        }
    }

    #[test]
    fn names_are_found() {
        let long = Body::long(VectorId(7)).unwrap().0;
        let (leaf, parts) = (|leaf| Name::Leaf(LeafId(leaf)), Name::Parts(VectorId(7)));
        check(Anatomy::Globals, &[3, 50, 2, 8, 9, 4, long, 0], &[(1, leaf(50)), (6, parts)]);
        check(Anatomy::Heap, &[51, 1 << 2, 9, long, 2], &[(0, leaf(51)), (3, parts)]);
        check(Anatomy::Parts, &[5, 6, 6], &[(0, leaf(5)), (1, leaf(6)), (2, leaf(6))]);
        // One thread-local, then two frames: one strong and one weak number, and none.
        check(Anatomy::Section, &[1 << 6, 0, 9, 60, 1 | 1 << 16, 9, 9, 61, 0], &[(3, leaf(60)), (7, leaf(61))]);
        check(Anatomy::Section, &[], &[]);
    }
}
