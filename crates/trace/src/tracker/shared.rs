//! Accesses of the user's code to memory that several threads use: who read and who wrote it, and what.

use ir::{LocId, Op};

use super::Tracker;
use crate::cells;
use crate::execution_view::{ExecutionView, Storage};
use crate::model::{Read, Scope};
use crate::source_map::Spot;
use crate::types::Types;

/// The last accesses, of which so many are remembered.
const ACCESSES_MAX: usize = 1 << 14;

/// An access that was announced.
#[derive(Clone, Copy)]
pub(super) struct Accessed {
    spot: Spot,
    object: u32,
    offset: u32,
    bytes: u32,
    write: bool,
}

/// An access that was made.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The index of the thread.
    pub thread: u32,
    pub write: bool,
    /// Identity of the object, offset, bytes.
    pub place: (u32, u32, u32),
    pub name: String,
    pub value: String,
    pub loc: LocId,
}

impl Access {
    pub(crate) fn meets(&self, other: &Access) -> bool {
        overlap(self.place, other.place)
    }
}

fn overlap(a: (u32, u32, u32), b: (u32, u32, u32)) -> bool {
    a.0 == b.0 && a.1 < b.1.saturating_add(b.2) && b.1 < a.1.saturating_add(a.2)
}

impl Tracker<'_> {
    /// The access that an op on a line of the user's is going to make, if threads could share the memory.
    pub(super) fn accessed_by(
        &self,
        execution: &dyn ExecutionView,
        (thread, frame): (u32, usize),
        op: Op,
        spot: Option<Spot>,
    ) -> Option<Accessed> {
        let spot = spot.filter(|spot| spot.frame == frame && self.threads.len() > 1)?;
        let access = op.memory_access(&execution.program().shapes)?;
        let pointer = cells::pointer(&execution.address(thread, frame, &access))?;
        let facts = execution.object(pointer.object)?;
        let shared = match facts.storage {
            Storage::Static => self.view(execution, None).is_users_global(pointer.object),
            Storage::Heap | Storage::Stack => facts.alive,
            Storage::Code | Storage::Internal => false,
        };
        let inside = u64::from(pointer.offset) + u64::from(access.bytes) <= u64::from(facts.bytes);
        let (object, offset) = (pointer.object, pointer.offset);
        (shared && inside).then_some(Accessed { spot, object, offset, bytes: access.bytes, write: access.write })
    }

    /// It was made; whether that is to be told in any case.
    pub(super) fn note_access(&mut self, execution: &dyn ExecutionView, (thread, told): (u32, bool), access: Accessed) {
        let Accessed { spot, object, offset, bytes, write } = access;
        let view = self.view(execution, Some((thread, spot.frame)));
        let Some(named) = view.named(object, offset, bytes).filter(|named| named.scope != Scope::Local) else { return };
        let Some(from) = offset.checked_sub(named.at) else { return };
        let types = Types::new(execution.program());
        let path = view.renderer().path(named.ty, from, bytes);
        let (ty, _) = types.at(named.ty, from.into(), bytes.into());
        let cells = execution.cells(object, offset, bytes);
        if types.is_opaque(ty) {
            return;
        }
        let (name, value) = (named.name.with(&path), view.renderer().value(ty, &cells));
        let internal = named.name.is_internal();
        let place = (self.known.identity(object), offset, bytes);
        let thread = self.index(thread);
        if write {
            let writers = self.known.writers.entry(place.0).or_default();
            if !writers.contains(&(thread, offset, bytes)) {
                writers.push((thread, offset, bytes));
            }
        } else if !internal {
            self.recorder.read((!told).then_some(place), Read { name: name.clone(), value: value.clone() });
        }
        if self.accesses.len() == ACCESSES_MAX {
            self.accesses.pop_front();
        }
        self.accesses.push_back(Access { thread, write, place, name, value, loc: spot.loc });
    }

    /// Did another thread than this one write there?
    pub(crate) fn is_written_by_others(&self, thread: u32, place: (u32, u32, u32)) -> bool {
        let writers = self.known.writers.get(&place.0).map_or(&[][..], |writers| writers);
        writers.iter().any(|(writer, at, bytes)| *writer != thread && overlap(place, (place.0, *at, *bytes)))
    }
}
