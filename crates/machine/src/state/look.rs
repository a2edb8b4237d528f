//! What a state says of an object, and what a transition looked at.

use crate::pieces::{Full, LeafId, VectorId};
use crate::problem::ThreadId;

/// What names the contents of an object: a leaf, or the vector of a long one's parts (see `parts`).
///
/// ```text
/// 0 · leaf (31)     a short object
/// 1 · vector (31)   a long object
/// all ones          none: the contents are new, or those at program start
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Body(pub u32);

/// What a [`Body`] is.
pub(crate) enum BodyKind {
    Short(LeafId),
    Long(VectorId),
}

impl Body {
    pub(crate) const NONE: Body = Body(u32::MAX);
    const LONG: u32 = 1 << 31;

    pub(crate) fn short(leaf: LeafId) -> Result<Body, Full> {
        if leaf.0 < Body::LONG { Ok(Body(leaf.0)) } else { Err(Full) }
    }

    /// The last vector would be mistaken for none at all.
    pub(crate) fn long(vector: VectorId) -> Result<Body, Full> {
        if vector.0 < Body::LONG - 1 { Ok(Body(Body::LONG | vector.0)) } else { Err(Full) }
    }

    #[inline]
    pub(crate) fn kind(self) -> BodyKind {
        match self.0 & Body::LONG {
            0 => BodyKind::Short(LeafId(self.0)),
            _ => BodyKind::Long(VectorId(self.0 & !Body::LONG)),
        }
    }

    /// The vector of a long object.
    #[inline]
    pub(crate) fn vector(self) -> Option<VectorId> {
        (self.0 & Body::LONG != 0 && self != Body::NONE).then_some(VectorId(self.0 & !Body::LONG))
    }
}

/// In a list of what a transition looked at, threads are numbered from here; objects are less.
pub(crate) const THREADS: u32 = 1 << 30;

/// Something that a transition looked at: an object or a thread, or a part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Look {
    pub id: u32,
    /// Where the part stands in a long object's vector (see `parts`), or [`WHOLE`].
    pub position: u32,
}

/// In place of a position: all there is.
pub(crate) const WHOLE: u32 = u32::MAX;
/// Whether it is a dead heap block.
pub(crate) const LIFE: u32 = u32::MAX - 1;

impl Look {
    pub(crate) fn whole(id: u32) -> Look {
        Look { id, position: WHOLE }
    }

    pub(crate) fn thread(thread: ThreadId) -> Look {
        Look::whole(THREADS + thread.0)
    }
}

/// Who can reach an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Reached {
    /// One thread, and never was there another.
    Own,
    /// One thread, but others could before.
    Regained,
    /// More than one.
    Shared,
    /// It is a dead heap block: nobody uses it. What it points to does not count as reached.
    Gone,
}

impl Reached {
    /// The lowest bits of a word that tells how many pointees there are.
    pub(crate) const BITS: u32 = 2;

    pub(crate) fn unpack(packed: u32) -> Reached {
        match packed & 3 {
            0 => Reached::Own,
            1 => Reached::Regained,
            2 => Reached::Shared,
            _ => Reached::Gone,
        }
    }
}

/// Contents of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents<'s> {
    pub body: Body,
    pub reached: Reached,
    pub pointees: &'s [u32],
}

impl<'s> Contents<'s> {
    /// What it keeps in the state.
    pub(crate) fn strong(&self) -> &'s [u32] {
        if self.reached == Reached::Gone { &[] } else { self.pointees }
    }
}

/// A short global variable that was seen with more contents than this is looked at number by number.
const CONTENTS_FEW: u32 = 64;

/// Contents of a short object, as far as they are counted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Variety {
    /// The last name that was new here; names ascend.
    youngest: u32,
    contents: u32,
}

impl Variety {
    /// The object has this leaf now. Were there many?
    pub(crate) fn is_great(&mut self, leaf: u32) -> bool {
        if leaf > self.youngest {
            self.youngest = leaf;
            self.contents += 1;
        }
        self.contents > CONTENTS_FEW
    }
}
