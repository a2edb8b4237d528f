//! What a transition looks at, which is what it depends on.
//!
//! Of an object that is long, and has no pointers, the parts are noted that were looked at. So are the numbers
//! of a short global variable, once it has been seen with many contents: threads that each have a place of their
//! own in an array would otherwise do everything anew for each of the contents that the others give it.

use super::{Memory, Slot};
use crate::problem::ThreadId;
use crate::state::look::{Body, BodyKind, LIFE, Look, WHOLE};
use crate::state::object::ObjectId;
use crate::state::parts;

/// Parts of an object that are noted one by one in a transition, and accesses to them. An object that
/// is used more is noted as a whole, so that accesses become quick.
const LOOKS_MAX: u32 = 32;

impl Memory<'_> {
    /// A transition begins: notes anew what it looks at.
    pub(crate) fn begin(&mut self) {
        for look in self.reads.drain(..) {
            if let Some(slot) = self.slots.get_mut(look.id as usize) {
                slot.unnote();
            }
        }
        self.opaque = false;
    }

    /// Takes back that objects were looked at, all but the first so many.
    pub(crate) fn forget_reads(&mut self, len: usize) {
        for look in self.reads.drain(len..) {
            let slot = &mut self.slots[look.id as usize];
            match &mut slot.parts {
                Some(parts) if slot.partly && !matches!(look.position, 0 | LIFE | WHOLE) => parts.unnote(look.position),
                _ if look.position == LIFE => {}
                _ => slot.unnote(),
            }
        }
    }

    /// Notes that a thread is looked at.
    pub(crate) fn note_thread(&mut self, thread: ThreadId) {
        if !self.has_noted(thread) {
            self.reads.push(Look::thread(thread));
        }
    }

    pub(crate) fn has_noted(&self, thread: ThreadId) -> bool {
        self.reads.contains(&Look::thread(thread))
    }

    /// Notes that the object is looked at, and decodes it if need be.
    #[cold]
    pub(super) fn prepare(&mut self, id: ObjectId) {
        let slot = &self.slots[id.index()];
        if slot.partly {
            return;
        }
        let body = self.body_in_parts(id).filter(|_| self.by_parts);
        let slot = &self.slots[id.index()];
        if !slot.decoded || body.is_some() && !slot.dirty && !slot.object.is_known() {
            self.decode(id);
            if let Some(BodyKind::Short(leaf)) = body.map(Body::kind) {
                let Slot { object, parts, .. } = &mut self.slots[id.index()];
                parts::follow(leaf, object, parts);
            }
        }
        let slot = &mut self.slots[id.index()];
        match &mut slot.parts {
            Some(parts) if body.is_some() && slot.object.is_known() => {
                parts.note_none();
                slot.partly = true;
                slot.looks = 0;
                self.reads.push(Look { id: id.0, position: 0 });
            }
            _ => {
                slot.ready = true;
                self.reads.push(Look::whole(id.0));
            }
        }
    }

    /// What the object is in the loaded state, if it has no pointers there and can be looked at part by part.
    fn body_in_parts(&mut self, id: ObjectId) -> Option<Body> {
        let slot = &mut self.slots[id.index()];
        let (body, pointees) = match (slot.body, self.initial_names.get(id.index())) {
            (Body::NONE, initial) => {
                initial.and_then(|(body, pointees)| Some((*body, u32::try_from(pointees.len()).ok()?)))?
            }
            (body, _) => (body, slot.pointees.1),
        };
        let apart = match body.kind() {
            _ if body == Body::NONE => false,
            BodyKind::Long(_) => true,
            BodyKind::Short(leaf) => {
                let varied = id.0 < self.first_dynamic && slot.variety.is_great(leaf.0);
                varied && parts::is_plain(self.pieces.leaf_bytes(leaf))
            }
        };
        (apart && pointees == 0).then_some(body)
    }

    /// Notes that these bytes of an object that was prepared are looked at, or changed.
    pub(crate) fn note(&mut self, id: ObjectId, offset: u32, bytes: u32) {
        let slot = &mut self.slots[id.index()];
        let Some(parts) = slot.parts.as_mut().filter(|_| slot.partly) else { return };
        slot.looks += 1;
        let range = parts.positions(&slot.object, offset, bytes);
        if slot.looks > LOOKS_MAX || range.end() - range.start() > LOOKS_MAX || !slot.object.is_known() {
            return self.note_whole(id);
        }
        for position in range {
            if parts.note(position) {
                self.reads.push(Look { id: id.0, position });
            }
        }
    }

    /// Notes that all of an object that was prepared is looked at.
    pub(crate) fn note_whole(&mut self, id: ObjectId) {
        let slot = &mut self.slots[id.index()];
        if slot.partly {
            slot.partly = false;
            slot.ready = true;
            self.reads.push(Look::whole(id.0));
        }
    }

    /// Sees to it that the loaded contents at these positions of an object are noted, or all of them.
    pub(crate) fn ensure_noted(&mut self, id: u32, positions: Option<&[(u32, u32)]>) {
        let slot = &self.slots[id as usize];
        let noted = match (&slot.parts, positions) {
            _ if slot.ready => true,
            (Some(parts), Some(positions)) if slot.partly => positions.iter().all(|(at, _)| parts.is_noted(*at)),
            _ => false,
        };
        if !noted {
            self.reads.push(Look::whole(id));
        }
    }
}
