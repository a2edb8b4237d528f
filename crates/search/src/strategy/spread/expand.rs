//! Expanding states of a layer, and putting in the successors that are this rank's own.

use std::ops::Range;

use machine::Threads;
use store::StateId;

use super::post::Way;
use super::{BATCH, Desk, Layer, Open, Spread, Stage};
use crate::gathered::Origin;
use crate::search::Search;
use crate::strategy::layers::key;
use crate::strategy::temporal::keep_to_threads;
use crate::strategy::temporal::known::About;
use crate::visited::Session;
use crate::visited::ranked::Ranked;
use crate::worker::{Part, Worker};

impl<V: Ranked> Spread<'_, V> {
    /// Expands a few states.
    pub(super) fn expand_batch(
        &self,
        layer: &Layer,
        desk: &mut Desk<'_, V>,
        worker: &mut Worker<'_>,
        batch: Range<usize>,
    ) {
        let search = worker.search;
        let mut states = [StateId(0); BATCH];
        let count = batch.len();
        states.iter_mut().zip(batch.clone()).for_each(|(id, at)| *id = StateId(u64::from(layer.states[at])));
        self.visited.warm(&states[..count]);
        for index in batch {
            let place = u64::from(layer.places[index]);
            if self.crew.is_beyond(place) || search.is_halted() {
                return;
            }
            let part = match search.sleeps() && search.options.property.is_none() {
                true => Part::Awake(layer.asleep.get(index).copied().unwrap_or(0)),
                false => Part::Enough,
            };
            let (enough, still) = self.expand(layer, desk, worker, (index, part));
            if search.options.property.is_some() {
                continue;
            }
            let open = |stage, still| Open { index, place, stage, still, pending: 0, further: false };
            match enough {
                Some(enough) => desk.leads.fresh.push(open(Stage::Partly(enough), still)),
                None if still => desk.leads.fresh.push(open(Stage::Awake, still)),
                None => {}
            }
        }
    }

    /// Nothing that a state has led to so far is new.
    pub(super) fn go_on(&self, layer: &Layer, desk: &mut Desk<'_, V>, worker: &mut Worker<'_>, open: Open) {
        let Open { index, place, stage, still, .. } = open;
        if self.crew.is_beyond(place) || worker.search.is_halted() {
            return;
        }
        let asleep = layer.asleep.get(index).copied().unwrap_or(0);
        let (part, stage) = match stage {
            // Who has led nowhere but back may have left the others for later for ever.
            Stage::Partly(enough) => (Part::Without(enough), Stage::Awake),
            // Who sleeps might have led somewhere.
            Stage::Awake if asleep != 0 => (Part::Asleep(asleep), Stage::All),
            Stage::Awake | Stage::All => return self.look_for_livelock(layer, desk, worker, index),
        };
        let (_, also_still) = self.expand(layer, desk, worker, (index, part));
        if also_still && still {
            desk.leads.fresh.push(Open { index, place, stage, still, pending: 0, further: false });
        }
    }

    /// Executes transitions of a state. Tells which threads were enough, if not all were needed, and whether what
    /// was done has changed nothing.
    fn expand(
        &self,
        layer: &Layer,
        desk: &mut Desk<'_, V>,
        worker: &mut Worker<'_>,
        (index, part): (usize, Part),
    ) -> (Option<Threads>, bool) {
        let (number, place) = (layer.number, u64::from(layer.places[index]));
        let (own, count, store) = (self.peers.rank(), self.peers.count(), worker.search.store);
        let Desk { session, contents, words, leads, letters, sheet } = desk;
        words.clear();
        V::open_state(session, StateId(u64::from(layer.states[index])), words);
        let property = worker.search.options.property.as_deref();
        let read = property.map(|property| {
            let letter = letters.letter(property, words, || {
                worker.machine.load(words);
                &worker.machine.vm
            });
            (property, letter)
        });
        let meet = |choice, state: &[u32], asleep| {
            let owner = contents.owner(store, state, count);
            if owner == own {
                leads.stayed += 1;
                return session.prepare(state, key::new(place, choice, asleep));
            }
            let start = leads.crossing_words.len();
            leads.crossing_words.extend_from_slice(state);
            let words = start..leads.crossing_words.len();
            leads.crossing.push((owner, Way { place, choice, asleep, asks: false }, words));
        };
        let expanded = worker.expand(words, part, &|| Origin::Layer { layer: number, place }, meet);
        if expanded.over {
            self.crew.cut_off(place);
        }
        if let Some((property, (letter, broken))) = read {
            let runnable = worker.runnable(words);
            keep_to_threads(worker, property);
            let about = About { letter, broken, runnable };
            sheet.push(place, &about, (worker.choices(), worker.exits()));
        }
        (expanded.enough, expanded.still)
    }

    fn look_for_livelock(&self, layer: &Layer, desk: &mut Desk<'_, V>, worker: &mut Worker<'_>, index: usize) {
        let (number, place) = (layer.number, u64::from(layer.places[index]));
        desk.words.clear();
        V::open_state(&mut desk.session, StateId(u64::from(layer.states[index])), &mut desk.words);
        if worker.find_livelock(&desk.words, &|| Origin::Layer { layer: number, place }) {
            self.crew.cut_off(place);
        }
    }

    /// Puts in the successors that are this rank's own.
    pub(super) fn put_in(&self, layer: &Layer, desk: &mut Desk<'_, V>, search: &Search<'_>) {
        let Desk { session, leads, sheet, .. } = desk;
        let charts = search.options.property.is_some();
        let meet = |key, state: StateId, _| {
            layer.keys.offer(state, key);
            if charts {
                sheet.meet(key::parts(key), state.0);
            }
            if state.0 >= layer.keys.first() {
                let (place, _) = key::parts(key);
                leads.fresh.iter_mut().filter(|open| open.place == place).for_each(|open| open.further = true);
            }
        };
        if let Err(why) = session.insert_prepared(meet) {
            search.stop(search.full(why));
        }
        session.rest();
    }
}
