//! The ways in which states are put into the store.

use store::{Delta, Prepared, Session, StateId, Store};

use crate::workload::{Inserter, Workload};

/// What came of an insertion.
pub(crate) type Answer = (StateId, bool);

/// One way. `order` tells the numbers of the states to be inserted next, and
/// `ids` under which names the first ones were. Inserts one or more of them
/// and appends the answers.
pub(crate) trait Route {
    fn insert(&mut self, ids: &[u32], order: &[usize], answers: &mut Vec<Answer>);
}

pub(crate) type MakeRoute = for<'a> fn(&'a dyn Workload, &'a Store) -> Box<dyn Route + 'a>;

/// Insertions that go together.
const HANDFUL: usize = 16;

/// Ways that take a state's words as they are; states keep their length.
pub(crate) const FLAT: [(&str, MakeRoute); 4] = [
    ("flat", |workload, store| Box::new(Full { workload, store, words: Vec::new() })),
    ("flat delta", |workload, store| Box::new(OneDelta { workload, store, changes: Vec::new() })),
    ("flat 16", |workload, store| Box::new(Fulls { workload, session: store.session(), words: Vec::new() })),
    ("flat delta 16", |workload, store| Box::new(Deltas::new(workload, store))),
];

/// Ways for states that consist of pieces, which are vectors.
pub(crate) const PIECES: [(&str, MakeRoute); 4] = [
    ("full", |workload, store| Box::new(Pieces::new(workload, store, false, 1))),
    ("delta", |workload, store| Box::new(Pieces::new(workload, store, true, 1))),
    ("full 16", |workload, store| Box::new(Pieces::new(workload, store, false, HANDFUL))),
    ("delta 16", |workload, store| Box::new(Pieces::new(workload, store, true, HANDFUL))),
];

struct Full<'a> {
    workload: &'a dyn Workload,
    store: &'a Store,
    words: Vec<u32>,
}

impl Route for Full<'_> {
    fn insert(&mut self, _ids: &[u32], order: &[usize], answers: &mut Vec<Answer>) {
        self.words.clear();
        self.workload.flat(order[0], &mut self.words);
        answers.push(self.store.state(&self.words, 0).expect("memory"));
    }
}

struct OneDelta<'a> {
    workload: &'a dyn Workload,
    store: &'a Store,
    changes: Vec<(u32, u32)>,
}

impl Route for OneDelta<'_> {
    fn insert(&mut self, ids: &[u32], order: &[usize], answers: &mut Vec<Answer>) {
        if order[0] == 0 {
            answers.push(first(self.workload, self.store));
            return;
        }
        self.changes.clear();
        let parent = self.workload.step(order[0], &mut self.changes);
        let old = StateId(u64::from(ids[parent]));
        answers.push(self.store.state_delta(old, &self.changes, 0).expect("memory"));
    }
}

/// The state that the others come from.
fn first(workload: &dyn Workload, store: &Store) -> Answer {
    let mut words = Vec::new();
    workload.flat(0, &mut words);
    store.state(&words, 0).expect("memory")
}

struct Fulls<'a> {
    workload: &'a dyn Workload,
    session: Session<'a>,
    words: Vec<u32>,
}

impl Route for Fulls<'_> {
    fn insert(&mut self, _ids: &[u32], order: &[usize], answers: &mut Vec<Answer>) {
        self.words.clear();
        let order = &order[..order.len().min(HANDFUL)];
        for &i in order {
            self.workload.flat(i, &mut self.words);
        }
        // All are equally long.
        let states: Vec<&[u32]> = self.words.chunks(self.words.len() / order.len()).collect();
        self.session.insert_states(&states, 0, answers).expect("memory");
        self.session.rest();
    }
}

struct Deltas<'a> {
    workload: &'a dyn Workload,
    store: &'a Store,
    session: Session<'a>,
    parents: Vec<(u32, usize)>,
    changes: Vec<(u32, u32)>,
}

impl<'a> Deltas<'a> {
    fn new(workload: &'a dyn Workload, store: &'a Store) -> Deltas<'a> {
        Deltas { workload, store, session: store.session(), parents: Vec::new(), changes: Vec::new() }
    }
}

impl Route for Deltas<'_> {
    fn insert(&mut self, ids: &[u32], order: &[usize], answers: &mut Vec<Answer>) {
        if order[0] == 0 {
            answers.push(first(self.workload, self.store));
            return;
        }
        self.parents.clear();
        self.changes.clear();
        for &i in order.iter().take(HANDFUL) {
            let start = self.changes.len();
            let parent = if i == 0 { ids.len() } else { self.workload.step(i, &mut self.changes) };
            // One that comes from another of the handful has to wait.
            let Some(&parent) = ids.get(parent) else {
                self.changes.truncate(start);
                break;
            };
            self.parents.push((parent, start));
        }
        let ends = self.parents[1..].iter().map(|&(_, start)| start).chain([self.changes.len()]);
        let delta = |(&(parent, start), end): (&(u32, usize), usize)| Delta {
            old: StateId(u64::from(parent)),
            changes: &self.changes[start..end],
            key: 0,
        };
        let deltas: Vec<Delta<'_>> = self.parents.iter().zip(ends).map(delta).collect();
        self.session.insert_deltas(&deltas, answers).expect("memory");
        self.session.rest();
    }
}

struct Pieces<'a> {
    workload: &'a dyn Workload,
    inserter: Box<dyn Inserter + 'a>,
    store: &'a Store,
    session: Session<'a>,
    from_parent: bool,
    most: usize,
    parents: Vec<StateId>,
    prepared: Vec<Prepared>,
    names: Vec<u32>,
    unused: Vec<(u32, u32)>,
}

impl<'a> Pieces<'a> {
    fn new(workload: &'a dyn Workload, store: &'a Store, from_parent: bool, most: usize) -> Pieces<'a> {
        Pieces {
            workload,
            inserter: workload.inserter().expect("states of pieces"),
            store,
            session: store.session(),
            from_parent,
            most,
            parents: Vec::new(),
            prepared: Vec::new(),
            names: Vec::new(),
            unused: Vec::new(),
        }
    }

    /// Where the states come from, as far as that is known.
    fn find_parents(&mut self, ids: &[u32], order: &[usize]) {
        self.parents.clear();
        for &i in order {
            self.unused.clear();
            let parent = if i == 0 { ids.len() } else { self.workload.step(i, &mut self.unused) };
            let Some(&parent) = ids.get(parent) else { return };
            self.parents.push(StateId(u64::from(parent)));
        }
    }
}

impl Pieces<'_> {
    fn full(&mut self, order: &[usize], answers: &mut Vec<Answer>) {
        self.names.clear();
        let mut ends = Vec::with_capacity(order.len());
        for &i in order {
            self.inserter.full(&mut self.session, i, &mut self.names);
            ends.push(self.names.len());
        }
        let starts = [0].into_iter().chain(ends.iter().copied());
        let states: Vec<&[u32]> = starts.zip(&ends).map(|(start, &end)| &self.names[start..end]).collect();
        self.session.insert_states(&states, 0, answers).expect("memory");
    }

    fn delta(&mut self, order: &[usize], answers: &mut Vec<Answer>) {
        self.store.warm(&self.parents);
        self.prepared.clear();
        for (&parent, &i) in self.parents.iter().zip(order) {
            self.names.clear();
            self.session.open(parent, &mut self.names);
            self.inserter.delta(&mut self.session, i, &mut self.names);
            self.prepared.push(self.session.prepare(&self.names));
        }
        for &prepared in &self.prepared {
            answers.push(self.session.insert(prepared, 0).expect("memory"));
        }
    }
}

impl Route for Pieces<'_> {
    fn insert(&mut self, ids: &[u32], order: &[usize], answers: &mut Vec<Answer>) {
        let order = &order[..order.len().min(self.most)];
        if self.from_parent && order[0] != 0 {
            self.find_parents(ids, order);
            self.delta(order, answers);
        } else {
            self.full(if self.from_parent { &order[..1] } else { order }, answers);
        }
        self.session.rest();
    }
}
