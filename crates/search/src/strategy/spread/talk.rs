//! Talking to other ranks: what is sent while a layer is expanded, and how what comes is heeded.

use std::io;
use std::time::Instant;

use store::StateId;

use super::figures::timed;
use super::post::Misread;
use super::{Desk, Layer, Lost, Questions, Rank, Said, Spread};
use crate::checkpoint::numbers::{In, Out};
use crate::peers::{Idle, broken, interrupted, nonsense};
use crate::search::Search;
use crate::strategy::layers::key;
use crate::visited::Session;
use crate::visited::ranked::Ranked;

/// Received states that are put in at once.
const HANDFUL: usize = 64;
/// With so many bytes on their way, others are listened to first.
const UNSENT_BYTES_MAX: usize = 1 << 24;

/// What a message is: its last byte.
const STATES: u8 = 0;
const ANSWERS: u8 = 1;
/// Nothing more comes in this layer, but answers.
pub(super) const END: u8 = 2;
/// The search ends.
pub(super) const HALT: u8 = 3;
/// Nothing more comes in this search.
const FENCE: u8 = 4;
pub(super) const ORDER: u8 = 5;
pub(super) const PLACES: u8 = 6;
pub(super) const GRAPH: u8 = 7;

impl<V: Ranked> Spread<'_, V> {
    /// Sends what has so many bytes.
    pub(super) fn flush(&self, rank: &mut Rank, search: &Search<'_>, bytes_min: usize) -> Said<()> {
        for to in self.others() {
            let out = &mut rank.outboxes[to].out.0;
            if !out.is_empty() && out.len() >= bytes_min {
                out.push(STATES);
                rank.figures.messages += 1;
                rank.figures.sent_bytes += out.len() as u64;
                self.reach(search, self.peers.send(to, std::mem::take(out)))?;
            }
        }
        Ok(())
    }

    /// Tells all others something that is a word by itself.
    pub(super) fn tell_all(&self, search: &Search<'_>, what: u8) -> Said<()> {
        self.others().try_for_each(|to| self.reach(search, self.peers.send(to, vec![what])))
    }

    /// What came of talking to others. Whoever was asked to end does not talk for long.
    pub(super) fn reach<T>(&self, search: &Search<'_>, said: io::Result<T>) -> Said<T> {
        if search.is_over() {
            search.lose_peers(interrupted());
            return Err(Lost);
        }
        said.map_err(|why| {
            search.lose_peers(broken(&why));
            Lost
        })
    }

    /// Heeds all messages that are there. True if there were any.
    pub(super) fn listen(
        &self,
        rank: &mut Rank,
        (layer, questions): (&Layer, &mut Questions),
        desk: &mut Desk<'_, V>,
        search: &Search<'_>,
    ) -> Said<bool> {
        let (mut heard, mut idle) = (false, Idle::default());
        loop {
            let message = match rank.early.pop_front() {
                Some(message) => Some(message),
                None => self.reach(search, self.peers.receive())?,
            };
            let Some((from, mut bytes)) = message else {
                // Those who do not listen would let others grow.
                if self.reach(search, self.peers.unsent_bytes())? <= UNSENT_BYTES_MAX || search.is_halted() {
                    return Ok(heard);
                }
                timed(&mut rank.figures.waiting, || idle.pause());
                continue;
            };
            heard = true;
            match bytes.pop() {
                Some(END) => rank.ended += 1,
                Some(HALT) => search.end_early(),
                // What comes now does not matter any more.
                Some(STATES | ANSWERS) if search.is_halted() => {}
                Some(STATES) => {
                    let begin = Instant::now();
                    self.take_in((rank, layer), desk, search, (from, &bytes))?;
                    rank.figures.unpacking += begin.elapsed();
                }
                Some(ANSWERS) => self.heed_answers(rank, questions, search, (from, &bytes))?,
                _ => {
                    search.lose_peers(nonsense());
                    return Err(Lost);
                }
            }
        }
    }

    /// Puts in states that another rank has met, and answers what it asks about them.
    fn take_in(
        &self,
        (rank, layer): (&mut Rank, &Layer),
        desk: &mut Desk<'_, V>,
        search: &Search<'_>,
        (from, bytes): (usize, &[u8]),
    ) -> Said<()> {
        let Desk { session, words, sheet, .. } = desk;
        let charts = search.options.property.is_some();
        let (inbox, keys) = (&mut rank.inboxes[from], &layer.keys);
        let (mut answers, mut asks) = (Vec::new(), Vec::new());
        let mut rest = In(bytes);
        let mut more = true;
        while more {
            while asks.len() < HANDFUL {
                match inbox.next(search.store, &mut rest, words) {
                    Ok(Some(way)) => {
                        session.prepare(words, key::new(way.place, way.choice, way.asleep));
                        asks.push(way.asks);
                    }
                    Ok(None) => {
                        more = false;
                        break;
                    }
                    Err(Misread::Full(why)) => {
                        search.stop(search.full(why));
                        return Ok(());
                    }
                    Err(Misread::Nonsense) => {
                        search.lose_peers(nonsense());
                        return Err(Lost);
                    }
                }
            }
            let mut asked = asks.drain(..);
            let meet = |key, state: StateId, _| {
                keys.offer(state, key);
                if charts {
                    sheet.meet(key::parts(key), state.0);
                }
                if asked.next() == Some(true) {
                    answers.push(u8::from(state.0 >= keys.first()));
                }
            };
            let inserted = session.insert_prepared(meet);
            drop(asked);
            session.rest();
            if let Err(why) = inserted {
                search.stop(search.full(why));
                return Ok(());
            }
        }
        if answers.is_empty() {
            return Ok(());
        }
        let mut message: Vec<u8> = Vec::with_capacity(answers.len() / 8 + 3);
        let eights = answers.chunks(8);
        message.extend(eights.map(|eight| eight.iter().rev().fold(0, |bits, answer| bits << 1 | answer)));
        // How many of the last eight count.
        message.push(u8::try_from(answers.len() % 8).unwrap_or(0));
        message.push(ANSWERS);
        rank.figures.messages += 1;
        rank.figures.sent_bytes += message.len() as u64;
        self.reach(search, self.peers.send(from, message))
    }

    /// Who asked whether successors are in the next layer is told.
    fn heed_answers(
        &self,
        rank: &mut Rank,
        questions: &mut Questions,
        search: &Search<'_>,
        (from, bytes): (usize, &[u8]),
    ) -> Said<()> {
        let mut heed = || {
            let (last, bits) = bytes.split_last()?;
            let count = bits.len().checked_sub(1)? * 8 + if *last == 0 { 8 } else { usize::from(*last) };
            for nth in 0..count {
                let place = rank.asked[from].pop_front()?;
                let open = questions.open.get_mut(&place)?;
                open.further |= bits[nth / 8] >> (nth % 8) & 1 != 0;
                open.pending = open.pending.checked_sub(1)?;
                if open.pending == 0 {
                    questions.ready.extend(questions.open.remove(&place).filter(|open| !open.further));
                }
            }
            Some(())
        };
        heed().ok_or_else(|| {
            search.lose_peers(nonsense());
            Lost
        })
    }

    /// Waits for all that was sent in this search, which nobody needs any more. None if that does not come.
    pub(super) fn fence(&self, rank: &mut Rank, search: &Search<'_>) -> Option<()> {
        self.tell_all(search, FENCE).ok()?;
        let _ = self.collect(rank, search, FENCE).ok()?;
        rank.early.clear();
        Some(())
    }

    /// A message of this kind from each of the others, in the order of ranks; this rank's own is empty.
    pub(super) fn collect(&self, rank: &mut Rank, search: &Search<'_>, kind: u8) -> Said<Vec<Vec<u8>>> {
        let mut all: Vec<Vec<u8>> = vec![Vec::new(); self.peers.count()];
        let (mut left, mut idle) = (self.peers.count() - 1, Idle::default());
        while left > 0 {
            match self.reach(search, self.peers.receive())? {
                Some((from, mut bytes)) if bytes.last() == Some(&kind) => {
                    bytes.pop();
                    all[from] = bytes;
                    left -= 1;
                }
                Some(message) => rank.early.push_back(message),
                None => {
                    idle.pause();
                    self.reach(search, self.peers.unsent_bytes())?;
                }
            }
        }
        Ok(all)
    }

    /// Sends each rank its list, and gets the lists that the others have for this one.
    pub(super) fn exchange(
        &self,
        rank: &mut Rank,
        search: &Search<'_>,
        kind: u8,
        lists: Vec<Out>,
    ) -> Said<Vec<Vec<u8>>> {
        let own = self.peers.rank();
        let mut kept = Vec::new();
        for (to, Out(mut bytes)) in lists.into_iter().enumerate() {
            if to == own {
                kept = bytes;
                continue;
            }
            bytes.push(kind);
            rank.figures.order_bytes += bytes.len() as u64;
            self.reach(search, self.peers.send(to, bytes))?;
        }
        let mut all = self.collect(rank, search, kind)?;
        all[own] = kept;
        Ok(all)
    }
}
