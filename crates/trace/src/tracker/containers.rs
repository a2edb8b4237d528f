//! What containers were before a line changed them, and what they are after it.
//!
//! A change takes many writes, to a container and to memory behind it. What the container was before the last
//! of them cannot be told from memory any more, so it is written down before the first one; and what comes
//! after the last write to the container itself belongs to its change, too.

use ir::TypeId;

use super::Tracker;
use crate::execution_view::ExecutionView;
use crate::memory::{Occasion, Touched};
use crate::render::{World, is_half_changed};
use crate::types::Types;

/// Containers that are looked after; of others it is told what they are, and not what they were.
const CONTAINERS_MAX: usize = 32;

impl Tracker<'_> {
    /// An op was announced. If it is on another line than the last one, the containers that were changed there
    /// are looked at for the last time; before the first write or free of a line for the library, all are.
    pub(super) fn watch_containers(&mut self, execution: &dyn ExecutionView) {
        let now = self.occasion();
        if self.touched_on.is_some() && !self.is_same(self.touched_on, now) {
            self.settle_containers(execution);
        }
        if !self.is_same(self.looked_on, now) {
            self.looked_on = None;
        }
        let Some(pending) = &self.pending else { return };
        let changes = pending.old.is_some() || pending.frees.is_some();
        let library = pending.spot.is_some_and(|spot| spot.loc != pending.loc);
        if changes && library && self.looked_on.is_none() {
            self.looked_on = now;
            self.look_at_containers(execution);
        }
    }

    fn occasion(&self) -> Option<Occasion> {
        let pending = self.pending.as_ref()?;
        let spot = pending.spot?;
        let uid = self.known.stack(pending.thread).get(spot.frame)?.uid;
        Some((pending.thread, uid, spot.loc))
    }

    fn is_same(&self, a: Option<Occasion>, b: Option<Occasion>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        (a.0, a.1) == (b.0, b.1) && self.source_map.same_line(a.2, b.2)
    }

    fn look_at_containers(&mut self, execution: &dyn ExecutionView) {
        let all: Vec<_> = self.known.containers().collect();
        for (object, at, ty) in all {
            match self.container_text(execution, self.occasion(), object, at, ty) {
                // What it is in the middle of began before.
                Some(text) if is_half_changed(&text) => {}
                Some(text) => self.known.saw_container(object, at, ty, text),
                None => self.known.forget_container(object, at),
            }
        }
    }

    /// None if it is not there any more.
    fn container_text(
        &self,
        execution: &dyn ExecutionView,
        occasion: Option<Occasion>,
        object: u32,
        at: u32,
        ty: TypeId,
    ) -> Option<String> {
        // Rust's options and the like hold references to variables, which are named as the function does.
        let viewer = occasion.filter(|_| execution.program().rust).and_then(|(thread, uid, _)| {
            let frame = self.known.stack(thread).iter().position(|info| info.uid == uid)?;
            Some((thread, frame))
        });
        let view = self.view(execution, viewer);
        let bytes = u32::try_from(Types::new(execution.program()).bytes(ty)).ok()?;
        let cells = view.cells(object, at, bytes);
        (cells.len() == bytes as usize).then(|| view.renderer().value(ty, &cells))
    }

    /// What a container was when the line began that changes it, and is `text` now.
    pub(super) fn was_container(&mut self, object: u32, at: u32, ty: TypeId, text: &str) -> Option<String> {
        let seen = self.known.container(object, at, ty);
        let room = self.known.containers().count() < CONTAINERS_MAX;
        if seen.is_none() && room && !is_half_changed(text) {
            self.known.saw_container(object, at, ty, text.into());
        }
        seen.filter(|_| self.is_same(self.looked_on, self.occasion()))
    }

    /// A change of a container was told.
    pub(super) fn touched_container(&mut self, object: u32, at: u32, ty: TypeId, name: String) {
        let Some(event) = self.recorder.last_id() else { return };
        if !self.touched.iter().any(|known| known.event == event && known.name == name) {
            self.touched.push(Touched { event, object, at, ty, name });
        }
        self.touched_on = self.occasion();
    }

    /// Is this part of a container whose change is being told?
    pub(super) fn is_in_touched(&self, name: &str) -> bool {
        let event = self.recorder.last_id();
        self.touched.iter().any(|container| {
            let part = name.strip_prefix(&*container.name);
            Some(container.event) == event && part.is_some_and(|part| part.starts_with('['))
        })
    }

    /// The line is over, or objects are about to get other numbers.
    pub(super) fn settle_containers(&mut self, execution: &dyn ExecutionView) {
        let occasion = self.touched_on.take();
        for Touched { event, object, at, ty, name } in std::mem::take(&mut self.touched) {
            let text = self.container_text(execution, occasion, object, at, ty);
            if let Some(text) = text.filter(|text| !is_half_changed(text)) {
                self.recorder.settle(event, &name, text);
            }
        }
    }
}
