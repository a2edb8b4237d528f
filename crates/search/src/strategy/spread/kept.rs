//! A rank's part of a checkpoint, as things are at the beginning of a layer, and how ranks go on with it.
//!
//! ```text
//! store · [ places · who sleeps · sizes of all layers ] · number of stretches · stretches …
//! ```
//!
//! As many ranks as have written it go on where each of them was. Another number of them, one process among them,
//! reads all parts: each rank takes the states that are its own now, as another rank would send them (`post`). Ways
//! are not divided anew: whoever has a part asks it. What a process without ranks has written is one part, with all
//! places.

use std::io::{self, Read, Write};
use std::sync::Arc;

use machine::Stop;
use store::{Spill, StateId, Store, StoreOptions};

use super::contents::Contents;
use super::order::Stretches;
use super::post::{Inbox, Misread, Outbox, Way};
use super::{Layer, Rank, Spread, number};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::{In, Out, take, take_number, understand};
use crate::checkpoint::{Pieces, Refused};
use crate::gathered::Gathered;
use crate::peers;
use crate::search::{Search, lock};
use crate::sleep::Sleepers;
use crate::strategy::layers::ancestry::Ancestry;
use crate::strategy::layers::key;

/// What a part says of the layer, whose states are the last ones of its store.
struct Kept {
    places: Vec<u32>,
    asleep: Vec<Sleepers>,
    sizes: Vec<u64>,
    ways: Vec<Stretches>,
}

impl Spread<'_> {
    /// Writes this rank's part of a checkpoint: what was noted when the layer began, and what is known since then
    /// of all states but those that are new.
    pub(super) fn keep(&self, rank: &Rank, search: &Search<'_>, notes: &Out) {
        search.journal.write(search, notes, |out| write((rank, &self.layer()), search.store, out));
    }

    /// The layer of a checkpoint, if there is one. All ranks go on, or none does.
    pub(super) fn go_on_with(&self, rank: &mut Rank, search: &Search<'_>, gathered: &Gathered) -> Result<bool, Stop> {
        let kept = match search.journal.take_pieces() {
            Some(pieces) => self.gather_pieces(search, pieces),
            None => {
                let spill = search.store.spill();
                let mut kept = None;
                let read = |from: &mut dyn Read| {
                    kept = Some(Kept::read(from, false, search.store.state_count(), spill)?);
                    Ok(())
                };
                match search.journal.read(read) {
                    None => return Ok(false),
                    Some(read) => read.map_err(Refused::from).and_then(|()| kept.ok_or_else(missing)),
                }
            }
        };
        let taken = kept.map(|kept| rank.take(&mut self.layer_mut(), search.store, kept));
        let agreed = peers::agree_to_go_on(search.options, taken).and_then(|()| self.count(rank, search, gathered));
        agreed.map_err(|why| {
            search.journal.refuse(why);
            Stop::Defect("there is nothing to go on with".into())
        })?;
        Ok(true)
    }

    /// Looks whether all ranks together have as many states as they should.
    fn count(&self, rank: &Rank, search: &Search<'_>, gathered: &Gathered) -> Result<(), Refused> {
        let mut out = Out::default();
        out.number(search.store.state_count());
        out.number(self.layer().states.len() as u64);
        let all = search.share(&out).ok_or_else(missing)?;
        let mut hear = all.iter().map(|bytes| {
            let mut from = In(bytes);
            Some((from.number()?, from.number()?))
        });
        let told = hear.try_fold((0, 0), |(states, len), one| one.map(|one| (states + one.0, len + one.1)));
        let expected = (gathered.states.saturating_add(rank.len), rank.len);
        if told != Some(expected) {
            return Err(damaged("its layers are not those of its states").into());
        }
        search.set_states(expected.0);
        Ok(())
    }

    /// Reads all parts of a checkpoint that another number of ranks has written, and keeps what is this rank's.
    fn gather_pieces(&self, search: &Search<'_>, mut pieces: Pieces) -> Result<Kept, Refused> {
        let (own, count, store) = (self.peers.rank(), self.peers.count(), search.store);
        let mut all = Kept { places: Vec::new(), asleep: Vec::new(), sizes: Vec::new(), ways: Vec::new() };
        let mut layer = Vec::new();
        for nth in 0..pieces.ranks().max(1) {
            let (covered, mut source) = pieces.open(nth)?;
            lock(&search.covered).merge(&covered);
            let how = StoreOptions {
                memory_bytes_max: search.options.memory_bytes_max,
                spill: store.spill().cloned(),
                ..StoreOptions::default()
            };
            let part = Store::read_from(how, &mut source)?;
            let kept = Kept::read(&mut source, pieces.ranks() == 0, part.state_count(), store.spill())?;
            source.end()?;
            if nth > 0 && kept.sizes != all.sizes {
                return Err(damaged("its parts do not belong together").into());
            }
            let (mut moving, mut words) = (Moving::default(), Vec::new());
            let first = part.state_count() - kept.places.len() as u64;
            for id in 0..part.state_count() {
                words.clear();
                part.read_state(StateId(id), &mut words);
                if moving.contents.owner(&part, &words, count) != own {
                    continue;
                }
                moving.translate((&part, store), &mut words)?;
                match id.checked_sub(first).and_then(|index| usize::try_from(index).ok()) {
                    None => insert(store, &words)?,
                    Some(at) => layer.push((kept.places[at], kept.asleep.get(at).copied().unwrap_or(0), words.clone())),
                }
            }
            all.sizes = kept.sizes;
            if nth % count == own {
                all.ways.extend(kept.ways);
            }
        }
        layer.sort_unstable();
        for (place, asleep, words) in layer {
            insert(store, &words)?;
            all.places.push(place);
            all.asleep.push(asleep);
        }
        Ok(all)
    }
}

impl Rank {
    /// Goes on with a layer whose states are the last ones of the store.
    fn take(&mut self, layer: &mut Layer, store: &Store, kept: Kept) {
        let Kept { places, asleep, sizes, ways } = kept;
        let count = store.state_count();
        layer.number = sizes.len() - 1;
        layer.first = count - places.len() as u64;
        layer.states = (layer.first..count).map(|id| number(StateId(id))).collect();
        (layer.places, layer.asleep) = (places, asleep);
        layer.keys.reset(count, 0);
        self.len = sizes.last().copied().unwrap_or(0);
        self.ways = if ways.is_empty() { vec![Stretches::blank(layer.number)] } else { ways };
        self.sizes = sizes;
    }
}

fn write((rank, layer): (&Rank, &Layer), store: &Store, out: &mut dyn Write) -> io::Result<()> {
    let older = (0..layer.first).map(StateId).filter(|id| store.has_state(*id));
    store.write_to(older.chain(layer.states.iter().map(|id| StateId(u64::from(*id)))), out)?;
    let mut told = Out::default();
    let mut last = 0;
    told.list(layer.places.iter(), |out, place| {
        out.number(place - last);
        last = *place;
    });
    told.list(layer.asleep.iter(), |out, sleepers| out.number(*sleepers));
    told.numbers(&rank.sizes);
    told.put(out)?;
    out.write_all(&(rank.ways.len() as u64).to_le_bytes())?;
    rank.ways.iter().try_for_each(|ways| ways.write(out))
}

impl Kept {
    /// Reads what `write` has written behind a store of so many states, or what a search without ranks has.
    fn read(from: &mut dyn Read, whole: bool, states: u64, spill: Option<&Arc<Spill>>) -> io::Result<Kept> {
        let kept = if whole { Kept::of_whole(from, states, spill)? } else { Kept::of_part(from, spill)? };
        let Kept { places, asleep, sizes, ways } = &kept;
        let last = sizes.last().copied().unwrap_or(0);
        let in_order = places.is_sorted_by(|a, b| a < b) && places.last().is_none_or(|place| u64::from(*place) < last);
        let fits = places.len() as u64 <= states && (asleep.is_empty() || asleep.len() == places.len());
        // The first is added to; others were taken over from ranks that there are no more.
        let known = ways.iter().all(|ways| ways.fits(sizes))
            && ways.first().is_some_and(|ways| ways.layers() + 1 == sizes.len());
        if !in_order || !fits || last >= key::PLACES_MAX || !known {
            return Err(damaged("its layers are not those of its states"));
        }
        Ok(kept)
    }

    fn of_part(from: &mut dyn Read, spill: Option<&Arc<Spill>>) -> io::Result<Kept> {
        let read = |from: &mut In<'_>| {
            let mut last = 0u32;
            let place = |from: &mut In<'_>| {
                last = last.checked_add(from.small()?)?;
                Some(last)
            };
            Some((from.list(place)?, from.list(In::small)?, from.numbers()?))
        };
        let (places, asleep, sizes) = understand(&take(from)?, read)?;
        let ways = (0..take_number(from)?).map(|_| Stretches::read(from, spill)).collect::<io::Result<_>>()?;
        Ok(Kept { places, asleep, sizes, ways })
    }

    /// All places are there, and one ancestry.
    fn of_whole(from: &mut dyn Read, states: u64, spill: Option<&Arc<Spill>>) -> io::Result<Kept> {
        let (len, sleepers) = (take_number(from)?, take_number(from)?);
        let places = u32::try_from(len).map_err(|_| damaged("a layer is too long"))?;
        if len > states || sleepers > len {
            return Err(damaged("the last layer has more states than there are"));
        }
        let mut asleep = Vec::new();
        for _ in 0..sleepers {
            let mut bytes = Sleepers::default().to_le_bytes();
            from.read_exact(&mut bytes)?;
            asleep.push(Sleepers::from_le_bytes(bytes));
        }
        let sizes = understand(&take(from)?, |from| from.numbers())?;
        let ways = vec![Stretches::whole(Ancestry::read(from, spill)?, &sizes)];
        Ok(Kept { places: (0..places).collect(), asleep, sizes, ways })
    }
}

/// On the way from one store to another.
#[derive(Default)]
struct Moving {
    contents: Contents,
    outbox: Outbox,
    inbox: Inbox,
}

impl Moving {
    /// The words of a state of one store become those of the other.
    fn translate(&mut self, (from, to): (&Store, &Store), words: &mut Vec<u32>) -> Result<(), Refused> {
        let way = Way { place: 0, choice: 0, asleep: 0, asks: false };
        self.outbox.push(from, way, words);
        let bytes = std::mem::take(&mut self.outbox.out.0);
        match self.inbox.next(to, &mut In(&bytes), words) {
            Ok(Some(_)) => Ok(()),
            Ok(None) | Err(Misread::Nonsense) => Err(damaged("a state of it makes no sense").into()),
            Err(Misread::Full(why)) => Err(Refused::Full(why.to_string())),
        }
    }
}

fn insert(store: &Store, words: &[u32]) -> Result<(), Refused> {
    match store.state(words, 0) {
        Ok((_, true)) => Ok(()),
        Ok((_, false)) => Err(damaged("a state is there twice").into()),
        Err(why) => Err(Refused::Full(why.to_string())),
    }
}

fn missing() -> Refused {
    Refused::Unfit("a part of it is missing".into())
}
