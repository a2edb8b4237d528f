//! The workers of a rank besides the first, which talks to other ranks. They take states of the layer and expand
//! them; where these lead is left to the first.

use std::ops::Range;
use std::sync::Barrier;
use std::sync::atomic::Ordering;

use super::sheet::Sheet;
use super::{BATCH, Crew, Desk, Leads, Spread};
use crate::gathered::Harvest;
use crate::peers::Idle;
use crate::search::{Search, lock};
use crate::visited::ranked::Ranked;
use crate::worker::Worker;

/// Layers with fewer states are not worth waking the others for.
const LAYER_SHARED_MIN: usize = 64;
/// Batches whose leads wait for the first worker. More would only take memory.
const LEADS_MAX: usize = 256;
/// Numbers for new states that a worker reserves at once, at most, and how often it does so in a layer.
const NUMBERS_MAX: usize = 256;
const NUMBERS_SHARE: usize = 16;

/// The time in which the others expand a layer, if they do. It ends with everybody there, even if the first worker
/// panics or others cannot be reached.
pub(super) struct Together<'s>(Option<(&'s Crew, &'s Search<'s>)>);

impl Drop for Together<'_> {
    fn drop(&mut self) {
        if let Some((crew, search)) = self.0 {
            // Whoever has leads and nobody to take them goes home.
            crew.next.store(usize::MAX / 2, Ordering::SeqCst);
            crew.take_leads();
            crew.meet(search);
        }
    }
}

impl Crew {
    /// So many states are to be expanded.
    pub(super) fn begin_layer<'s>(&'s self, states: usize, search: &'s Search<'s>) -> Together<'s> {
        self.next.store(0, Ordering::SeqCst);
        self.cutoff.store(u64::MAX, Ordering::SeqCst);
        if states < LAYER_SHARED_MIN || search.workers() == 1 {
            return Together(None);
        }
        self.busy.store(search.workers() - 1, Ordering::SeqCst);
        self.meet(search);
        Together(Some((self, search)))
    }

    fn meet(&self, search: &Search<'_>) {
        self.barrier.get_or_init(|| Barrier::new(search.workers())).wait();
    }

    pub(super) fn dismiss(&self, search: &Search<'_>) {
        self.quit.store(true, Ordering::SeqCst);
        self.meet(search);
    }

    /// A few states that nobody has taken, if there are any.
    pub(super) fn next_batch(&self, len: usize) -> Option<Range<usize>> {
        let start = self.next.fetch_add(BATCH, Ordering::SeqCst);
        (start < len).then(|| start..len.min(start + BATCH))
    }

    /// Nothing before this place ends the search.
    pub(super) fn cut_off(&self, place: u64) {
        self.cutoff.fetch_min(place, Ordering::SeqCst);
    }

    /// Does what is found at this place not matter any more?
    pub(super) fn is_beyond(&self, place: u64) -> bool {
        place > self.cutoff.load(Ordering::SeqCst)
    }

    /// Have the others expanded all that they took, and was it taken from them?
    pub(super) fn is_done(&self) -> bool {
        self.busy.load(Ordering::SeqCst) == 0 && lock(&self.leads).is_empty()
    }

    pub(super) fn take_leads(&self) -> Vec<Leads> {
        std::mem::take(&mut *lock(&self.leads))
    }

    pub(super) fn take_sheets(&self) -> Vec<Sheet> {
        std::mem::take(&mut *lock(&self.sheets))
    }

    /// Something of all sheets, added up.
    pub(super) fn count_sheets(&self, each: impl Fn(&Sheet) -> u64) -> u64 {
        lock(&self.sheets).iter().map(each).sum()
    }

    pub(super) fn take_harvests(&self) -> Vec<Harvest> {
        std::mem::take(&mut *lock(&self.harvests))
    }
}

impl<V: Ranked> Spread<'_, V> {
    /// The life of every worker but the first.
    pub(super) fn work(&self, worker: &mut Worker<'_>) {
        let (search, mut desk) = (worker.search, self.desk());
        loop {
            self.crew.meet(search);
            if self.crew.quit.load(Ordering::SeqCst) {
                return;
            }
            search.guard(|| self.take_part(worker, &mut desk));
            self.crew.busy.fetch_sub(1, Ordering::SeqCst);
            self.crew.meet(search);
        }
    }

    /// Expands states of the layer until none is left.
    fn take_part(&self, worker: &mut Worker<'_>, desk: &mut Desk<'_, V>) {
        let (search, layer) = (worker.search, &*self.layer());
        // So many that few are lost, compared with the layer, if there is another one.
        let numbers = layer.states.len() / (NUMBERS_SHARE * search.workers());
        V::reserve(&mut desk.session, u32::try_from(numbers.clamp(1, NUMBERS_MAX)).unwrap_or(1));
        while let Some(batch) = self.crew.next_batch(layer.states.len()) {
            if let Some(reason) = worker.over_limit() {
                search.stop(reason);
            }
            if search.is_halted() {
                break;
            }
            self.expand_batch(layer, desk, worker, batch);
            self.put_in(layer, desk, search);
            let mut idle = Idle::default();
            while lock(&self.crew.leads).len() >= LEADS_MAX && !search.is_halted() {
                idle.pause();
            }
            lock(&self.crew.leads).push(std::mem::take(&mut desk.leads));
        }
        V::settle(&mut desk.session);
        lock(&self.crew.harvests).push(worker.harvest());
        lock(&self.crew.sheets).push(std::mem::take(&mut desk.sheet));
    }
}
