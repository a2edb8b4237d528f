//! A rank's part of a checkpoint, as things are at the beginning of a layer, and how ranks go on with it.
//!
//! ```text
//! store · [ fingerprints · states that wait ] · [ places · who sleeps · sizes of all layers ] · number of stretches · stretches … · [graph, by the first]
//! ```
//!
//! As many ranks as have written it go on where each of them was. Another number of them, one process among them,
//! reads all parts: each rank takes the states that are its own now, as another rank would send them (`post`). Ways
//! are not divided anew: whoever has a part asks it. What a process without ranks has written is one part, with all
//! places.

mod graph;

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Arc;

use machine::Stop;
use store::{Spill, StateId, Store, StoreOptions};

use super::contents::Contents;
use super::order::Stretches;
use super::post::{Inbox, Misread, Outbox, Way};
use super::sheet::Chart;
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
use crate::visited::ranked::Ranked;
use graph::Graph;

/// What a part says of the layer, whose states are the last ones of its store.
#[derive(Default)]
struct Kept {
    places: Vec<u32>,
    asleep: Vec<Sleepers>,
    sizes: Vec<u64>,
    ways: Vec<Stretches>,
    graph: Option<Graph>,
    /// Of the states, if they were taken from several parts: which part each is from, and its number there.
    origins: Option<Vec<(usize, u64)>>,
}

/// What to read: a part, or what a search without ranks has written; and whether there is a graph, of how many ranks.
#[derive(Clone, Copy)]
struct Form {
    whole: bool,
    charts: bool,
    ranks: usize,
}

impl<V: Ranked> Spread<'_, V> {
    /// Writes this rank's part of a checkpoint: what was noted when the layer began, and what is known since then
    /// of all states but those that are new.
    pub(super) fn keep(&self, rank: &Rank, search: &Search<'_>, notes: &Out) {
        let charts = search.options.property.is_some() && self.peers.rank() == 0;
        search.journal.write(search, notes, |out| {
            let layer = self.layer();
            self.visited.write(search.store, layer.first, &layer.states, out)?;
            write((rank, &layer), out)?;
            if charts { graph::write(&rank.chart, self.peers.count(), out) } else { Ok(()) }
        });
    }

    /// The layer of a checkpoint, if there is one. All ranks go on, or none does.
    pub(super) fn go_on_with(&self, rank: &mut Rank, search: &Search<'_>, gathered: &Gathered) -> Result<bool, Stop> {
        let kept = match search.journal.take_pieces() {
            Some(pieces) if V::IS_DEALT => self.gather_pieces(search, pieces),
            Some(pieces) => Err(Refused::Unfit(match pieces.ranks() {
                0 => "with --lossy it goes on in one process, without ranks, as it was written".into(),
                ranks => format!("with --lossy it goes on over as many ranks as have written it, which are {ranks}"),
            })),
            None => {
                let spill = search.store.spill();
                let mut kept = None;
                let charts = search.options.property.is_some() && self.peers.rank() == 0;
                let form = Form { whole: false, charts, ranks: self.peers.count() };
                let read = |from: &mut dyn Read| {
                    self.visited.read(from)?;
                    kept = Some(Kept::read(from, form, self.visited.count(), spill)?);
                    Ok(())
                };
                match search.journal.read(read) {
                    None => return Ok(false),
                    Some(read) => read.map_err(Refused::from).and_then(|()| kept.ok_or_else(missing)),
                }
            }
        };
        let taken = kept.and_then(|kept| {
            let numbers = self.visited.layer_of(kept.places.len() as u64);
            let numbers = numbers.ok_or_else(|| damaged("other states are in the layer than wait"))?;
            Ok(rank.take(&mut self.layer_mut(), numbers, kept))
        });
        let agreed = peers::agree_to_go_on(search.options, taken).and_then(|origins| {
            if let Some(origins) = origins {
                self.hear_origins(rank, search, &origins).ok_or_else(missing)?;
            }
            self.count(rank, search, gathered)
        });
        agreed.map_err(|why| {
            search.journal.refuse(why);
            Stop::Defect("there is nothing to go on with".into())
        })?;
        Ok(true)
    }

    /// Looks whether all ranks together have as many states as they should.
    fn count(&self, rank: &Rank, search: &Search<'_>, gathered: &Gathered) -> Result<(), Refused> {
        let mut out = Out::default();
        out.number(self.visited.count());
        out.number(self.layer().states.len() as u64);
        out.numbers(&rank.chart.counts(self.peers.count()));
        let all = search.share(&out).ok_or_else(missing)?;
        // The graph is the first rank's, and has all states.
        let (mut stored, mut charted) = (Vec::new(), Vec::new());
        let mut hear = all.iter().enumerate().map(|(nth, bytes)| {
            let mut from = In(bytes);
            let (states, len, counts) = (from.number()?, from.number()?, from.numbers()?);
            stored.push(states);
            if nth == 0 {
                charted = counts;
            }
            Some((states, len))
        });
        let told = hear.try_fold((0, 0), |(states, len), one| one.map(|one| (states + one.0, len + one.1)));
        drop(hear);
        let expected = (gathered.states.saturating_add(rank.len), rank.len);
        stored.push(rank.len);
        if told != Some(expected) || search.options.property.is_some() && charted != stored {
            return Err(damaged("its layers are not those of its states").into());
        }
        search.set_states(expected.0);
        Ok(())
    }

    /// Reads all parts of a checkpoint that another number of ranks has written, and keeps what is this rank's.
    fn gather_pieces(&self, search: &Search<'_>, mut pieces: Pieces) -> Result<Kept, Refused> {
        let (own, count, store) = (self.peers.rank(), self.peers.count(), search.store);
        let charts = search.options.property.is_some();
        let (mut all, mut layer, mut origins) = (Kept::default(), Vec::new(), Vec::new());
        for nth in 0..pieces.ranks().max(1) {
            let (covered, mut source) = pieces.open(nth)?;
            lock(&search.covered).merge(&covered);
            let how = StoreOptions {
                memory_bytes_max: search.options.memory_bytes_max,
                spill: store.spill().cloned(),
                ..StoreOptions::default()
            };
            let part = Store::read_from(how, &mut source)?;
            let form = Form { whole: pieces.ranks() == 0, charts: charts && nth == 0, ranks: pieces.ranks() };
            let kept = Kept::read(&mut source, form, part.state_count(), store.spill())?;
            source.end()?;
            if own == 0 && kept.graph.is_some() {
                all.graph = kept.graph;
            }
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
                    None => {
                        insert(store, &words)?;
                        if charts {
                            origins.push((nth, id));
                        }
                    }
                    Some(at) => {
                        let asleep = kept.asleep.get(at).copied().unwrap_or(0);
                        layer.push((kept.places[at], asleep, words.clone(), (nth, id)));
                    }
                }
            }
            all.sizes = kept.sizes;
            if nth % count == own {
                all.ways.extend(kept.ways);
            }
        }
        layer.sort_unstable();
        for (place, asleep, words, origin) in layer {
            insert(store, &words)?;
            all.places.push(place);
            all.asleep.push(asleep);
            if charts {
                origins.push(origin);
            }
        }
        all.origins = charts.then_some(origins);
        Ok(all)
    }
}

impl Rank {
    /// Goes on with a layer whose states have these numbers, the last ones. Tells where the states are from.
    fn take(&mut self, layer: &mut Layer, numbers: Range<u64>, kept: Kept) -> Option<Vec<(usize, u64)>> {
        let Kept { places, asleep, sizes, ways, graph, origins } = kept;
        if let Some(Graph { known, look_at }) = graph {
            self.chart = Chart { known, look_at, ..Chart::default() };
        }
        layer.number = sizes.len() - 1;
        layer.first = numbers.start;
        layer.keys.reset(numbers.end, 0);
        layer.states = numbers.map(|id| number(StateId(id))).collect();
        (layer.places, layer.asleep) = (places, asleep);
        self.len = sizes.last().copied().unwrap_or(0);
        self.ways = if ways.is_empty() { vec![Stretches::blank(layer.number)] } else { ways };
        self.sizes = sizes;
        origins
    }
}

fn write((rank, layer): (&Rank, &Layer), out: &mut dyn Write) -> io::Result<()> {
    let mut told = Out::default();
    let mut last = 0;
    told.list(layer.places.iter(), |out, place| {
        out.number(place - last);
        last = *place;
    });
    told.list(layer.asleep.iter(), |out, sleepers| out.number(*sleepers));
    // A graph may wait to be looked at when nothing else does.
    told.numbers(&[rank.sizes.as_slice(), if rank.len == 0 { &[0] } else { &[] }].concat());
    told.put(out)?;
    out.write_all(&(rank.ways.len() as u64).to_le_bytes())?;
    rank.ways.iter().try_for_each(|ways| ways.write(out))
}

impl Kept {
    /// Reads what `write` has written behind a store of so many states, or what a search without ranks has.
    fn read(from: &mut dyn Read, form: Form, states: u64, spill: Option<&Arc<Spill>>) -> io::Result<Kept> {
        let kept = match form {
            Form { whole: true, charts: true, .. } => Kept::of_graph(Graph::read_whole(from, states)?)?,
            Form { whole: true, .. } => Kept::of_whole(from, states, spill)?,
            Form { charts, ranks, .. } => {
                let mut part = Kept::of_part(from, spill)?;
                part.graph = charts.then(|| Graph::read(from, ranks)).transpose()?;
                part
            }
        };
        let Kept { places, asleep, sizes, ways, .. } = &kept;
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
        Ok(Kept { places, asleep, sizes, ways, ..Kept::default() })
    }

    /// The layers of a graph that one process has built.
    fn of_graph(graph: Graph) -> io::Result<Kept> {
        let layers = graph.layers().ok_or_else(|| damaged("the graph has no layers"))?;
        let (mut ways, sizes) = (Stretches::default(), layers.iter().map(|layer| layer.len() as u64).collect());
        layers[1..].iter().for_each(|layer| ways.push((0, layer), None));
        let places = u32::try_from(layers.last().map_or(0, Vec::len)).map_err(|_| damaged("a layer is too long"))?;
        let places = (0..places).collect();
        Ok(Kept { places, sizes, ways: vec![ways], graph: Some(graph), ..Kept::default() })
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
        Ok(Kept { places: (0..places).collect(), asleep, sizes, ways, ..Kept::default() })
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
