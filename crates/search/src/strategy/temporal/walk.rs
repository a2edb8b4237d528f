//! The graph is walked depth-first, and each state executed when the walk first comes to it.
//!
//! `ltl::Nested` decides where to go and when a cycle is closed; here it gets to know the graph. What was
//! found out about a state is kept, so to come back to it, for the inner search or another place of the
//! automaton, executes nothing. The execution that is shown is a short one in the part that is known.
//!
//! A walk need not come to every state: the automaton may have lost interest. What else can go wrong in
//! those states is looked for afterwards, in layers.

use std::sync::atomic::Ordering;
use std::time::Instant;

use ltl::Nested;
use ltl::algorithm::Algorithm;
use ltl::graph::{Row, Walked};
use machine::{Run, Stop};

use super::{Desk, Rows, Temporal, found, look};
use crate::gathered::Gathered;
use crate::visited::Session;
use crate::worker::Worker;

/// States executed between two looks at limits.
const LOOK_EVERY: u64 = 16;

impl Temporal<'_> {
    /// The depth-first search, with the others if they take part. False if the whole search ends here.
    pub(super) fn walk_all(&self, worker: &mut Worker<'_>, gathered: &mut Gathered, algorithm: Algorithm) -> Run<bool> {
        let search = worker.search;
        let nested = self.nested.get_or_init(|| Nested::new(&self.property.automaton, self.property.fairness));
        let together = algorithm == Algorithm::Cndfs && search.workers() > 1;
        self.walking.store(true, Ordering::SeqCst);
        if together {
            self.meet_others(search);
        }
        let mine = search.guard(|| self.walk(worker));
        if together {
            self.meet_others(search);
        }
        self.walking.store(false, Ordering::SeqCst);
        for walked in mine.into_iter().chain(std::mem::take(&mut *crate::search::lock(&self.walked))) {
            gathered.merge(walked);
        }
        if gathered.is_over() || search.is_halted() || gathered.is_spent(search) {
            return Ok(false);
        }
        if nested.has_found() {
            let seen = look::find_lasso(&self.known(), &self.property);
            self.tell(seen.ok_or_else(|| Stop::Defect("a cycle was met and is not there".into()))?, gathered);
            return Ok(false);
        }
        let mut known = self.known_mut();
        let states = 0..u32::try_from(known.graph.len()).unwrap_or(u32::MAX);
        gathered.states =
            states.clone().filter(|state| known.graph.is_known(*state) && !known.is_end(*state)).count() as u64;
        known.layer = states.filter(|state| !known.graph.is_known(*state)).collect();
        known.fresh.clear();
        Ok(true)
    }

    /// One worker's part.
    pub(super) fn walk(&self, worker: &mut Worker<'_>) -> Gathered {
        let number = self.walkers.fetch_add(1, Ordering::SeqCst);
        let mut walker = Walker {
            temporal: self,
            desk: self.desk(),
            worker,
            gathered: Gathered::default(),
            executed: 0,
            shown: Instant::now(),
        };
        if let Some(nested) = self.nested.get() {
            nested.work(&mut walker, number);
        }
        walker.gathered
    }
}

struct Walker<'w, 's, 'a> {
    temporal: &'s Temporal<'s>,
    desk: Desk<'s>,
    worker: &'w mut Worker<'a>,
    gathered: Gathered,
    executed: u64,
    shown: Instant,
}

impl Walker<'_, '_, '_> {
    /// Why the walk must not go on, if it has reached a limit.
    fn limit(&mut self) -> Option<Stop> {
        let search = self.worker.search;
        let bytes = self.temporal.nested.get().map_or(0, Nested::bytes);
        self.worker.over_limit().or_else(|| search.watch.allow(bytes, search.store).err())
    }

    /// What is known of a state, if anything is.
    fn recall(&self, state: u32, row: &mut Row) -> bool {
        let known = self.temporal.known();
        let is_known = known.graph.is_known(state);
        if is_known {
            known.graph.copy_row(state, row);
        }
        is_known
    }

    /// Executes a state and adds it to the graph. False if the walk has to end.
    fn execute(&mut self, state: u32) -> bool {
        let search = self.worker.search;
        if search.is_halted() {
            return false;
        }
        if self.executed.is_multiple_of(LOOK_EVERY) {
            if let Some(reason) = self.limit() {
                search.stop(reason);
                return false;
            }
            search.show(&mut self.shown, 0, 0);
        }
        self.executed += 1;
        let stored = self.temporal.known().stored[state as usize];
        let way = || self.temporal.known().way(state);
        let mut rows = Rows::default();
        self.temporal.expand(self.worker, &mut self.desk, &mut rows, (0, stored), &way);
        self.temporal.put_in(self.worker, &mut self.desk, &mut rows, 0);
        self.desk.session.rest();
        self.gathered.take(search, self.worker.harvest());
        if self.gathered.is_over() || self.gathered.is_spent(search) || search.is_halted() {
            return false;
        }
        let mut known = self.temporal.known_mut();
        // Another worker may have been faster.
        if known.graph.is_known(state) {
            return true;
        }
        let Some(breach) = rows.note(&mut known, state, &rows.rows[0]) else { return true };
        known.fresh.clear();
        self.gathered.found.push(found(look::breach(&known, &self.temporal.property, &breach)));
        false
    }
}

impl Walked for Walker<'_, '_, '_> {
    fn row(&mut self, state: u32, row: &mut Row) -> bool {
        self.recall(state, row) || self.execute(state) && self.recall(state, row)
    }
}
