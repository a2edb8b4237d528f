//! The graph of a search for executions that violate a property: the first rank has it as a whole, while the states
//! are spread.
//!
//! Whoever expands a state knows its letter, who could run and what ends there; whoever owns a successor knows its
//! number. Both write that down ([`Sheet`]), and after each layer all of it goes to the first rank. There the moves of
//! each state are put together, in the order that they have in one process, so that the graph is the same to the
//! number, and what is found in it. The first rank looks at it by itself ([`look`]), and tells what came of that.

use ltl::algorithm::Class;

use super::sheet::{Chart, Sheet, add, pack};
use super::talk::GRAPH;
use super::{Desk, Lost, Rank, Said, Spread};
use crate::checkpoint::numbers::{In, Out};
use crate::gathered::{Found, Gathered};
use crate::peers::nonsense;
use crate::search::Search;
use crate::strategy::temporal::{found, look};
use crate::visited::ranked::Ranked;

/// So many times what it is sent the first rank needs to add it to the graph.
const GRAPH_SHARE: u64 = 4;

impl<V: Ranked> Spread<'_, V> {
    /// About so many bytes are to be sent to the first rank, and it has room for so many.
    pub(super) fn sheet_bytes(&self, desk: &Desk<'_, V>, search: &Search<'_>) -> (u64, u64) {
        let own = self.crew.count_sheets(Sheet::bytes) + desk.sheet.bytes();
        let is_first = search.options.property.is_some() && self.peers.rank() == 0;
        (own, if is_first { search.watch.room(search.store) / GRAPH_SHARE } else { u64::MAX })
    }

    /// The first rank hears who has the start, and under which number.
    pub(super) fn begin_graph(&self, rank: &mut Rank, search: &Search<'_>, start: Option<u32>) {
        if search.options.property.is_none() {
            return;
        }
        let mut out = Out::default();
        out.option(start, |out, start| out.number(start));
        let all = search.share(&out).unwrap_or_default();
        let told = |(rank, bytes): (usize, &Vec<u8>)| Some((rank, In(bytes).option(In::small)??));
        if let Some((owner, start)) = all.iter().enumerate().find_map(told) {
            rank.chart.known.begin(owner, start);
        }
    }

    /// What all have found out about the layer goes to the first rank, and is added to the graph.
    pub(super) fn add_to_graph(
        &self,
        rank: &mut Rank,
        desk: &mut Desk<'_, V>,
        search: &Search<'_>,
        gathered: &mut Gathered,
    ) -> Said<()> {
        let Some(property) = &search.options.property else { return Ok(()) };
        let mut sheets = self.crew.take_sheets();
        sheets.push(std::mem::take(&mut desk.sheet));
        let mut own = pack(sheets);
        let mut told = None;
        if self.peers.rank() == 0 {
            let mut all = self.collect(rank, search, GRAPH)?;
            all[0] = own;
            let Chart { known, look_at, looks, .. } = &mut rank.chart;
            let Some(breach) = add(known, &all) else {
                search.lose_peers(nonsense());
                return Err(Lost);
            };
            told = breach.map(|breach| (found(look::breach(known, property, &breach)), None));
            *looks = known.graph.len() >= *look_at || known.layer.is_empty();
        } else {
            own.push(GRAPH);
            rank.figures.order_bytes += own.len() as u64;
            self.reach(search, self.peers.send(0, own))?;
        }
        self.hear_first(rank, search, gathered, told)
    }

    /// The first rank looks at the graph, if it is time, and the others hear what it sees.
    pub(super) fn look(&self, rank: &mut Rank, search: &Search<'_>, gathered: &mut Gathered) -> Said<()> {
        let Some(property) = search.options.property.as_deref().filter(|_| rank.chart.looks) else { return Ok(()) };
        let mut told = None;
        if self.peers.rank() == 0 {
            let Chart { known, look_at, .. } = &mut rank.chart;
            let states = known.graph.len();
            if states >= *look_at || known.layer.is_empty() {
                let class = Class::of(&property.automaton);
                let algorithm = property.algorithm.chosen(class, property.fairness, search.workers());
                match look::look(known, (&search.watch, search.store), property, (algorithm, search.workers())) {
                    Ok(None) => *look_at = look::again_at(states),
                    Ok(Some(seen)) => {
                        let cycle = seen.cycle;
                        told = Some((found(seen), Some(cycle)));
                    }
                    Err(stop) => search.stop(*stop),
                }
            }
        }
        rank.chart.looks = false;
        self.hear_first(rank, search, gathered, told)
    }

    /// All hear what the first rank has found in the graph, whether it is to be looked at, and why the search ends, if
    /// it does.
    fn hear_first(
        &self,
        rank: &mut Rank,
        search: &Search<'_>,
        gathered: &mut Gathered,
        found: Option<(Found, Option<usize>)>,
    ) -> Said<()> {
        let chart = &mut rank.chart;
        let mut out = Out::default();
        search.share_halt(&mut out);
        out.number(self.peers.rank() == 0 && chart.looks);
        out.option(found, |out, (found, cycle)| {
            found.write(out);
            out.option(cycle, |out, cycle| out.number(cycle as u64));
        });
        let all = search.share(&out).ok_or(Lost)?;
        chart.looks = false;
        let mut reason = None;
        let mut hear = |from: &mut In<'_>| {
            search.hear_halt(from, &mut reason)?;
            chart.looks |= from.flag()?;
            let told = from.option(|from| Some((Found::read(from)?, from.option(In::small)?)))?;
            if let Some((found, cycle)) = told {
                chart.cycle = cycle;
                gathered.found.push(found);
            }
            Some(())
        };
        if all.iter().try_for_each(|bytes| hear(&mut In(bytes))).is_none() {
            search.lose_peers(nonsense());
            return Err(Lost);
        }
        search.replace_halt(reason);
        Ok(())
    }
}
