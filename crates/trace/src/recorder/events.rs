//! The events of a step, of which only the first and the last are kept if there are very many.

use std::collections::VecDeque;

use super::SharedPlace;
use crate::model::{Action, Event, Read};

/// Of a step with more than twice as many events the middle is left out.
const KEPT: usize = 1000;

/// An event as recorded.
pub(super) struct DraftEvent {
    pub event: Event,
    /// The uid of its frame.
    pub frame: u32,
    /// To be dropped if nothing happens in it.
    pub weak: bool,
    /// What was read, and where if that decides whether it is told.
    pub reads: Vec<(Option<SharedPlace>, Read)>,
}

#[derive(Default)]
pub(super) struct Events {
    /// However many there are.
    keep_all: bool,
    head: Vec<DraftEvent>,
    left_out: usize,
    tail: VecDeque<DraftEvent>,
}

impl Events {
    pub(super) fn new(keep_all: bool) -> Events {
        Events { keep_all, ..Events::default() }
    }

    /// Those that were left out are counted.
    pub(super) fn len(&self) -> usize {
        self.head.len() + self.left_out + self.tail.len()
    }

    pub(super) fn push(&mut self, event: DraftEvent) {
        if self.head.len() < KEPT || self.keep_all {
            self.head.push(event);
            return;
        }
        self.tail.push_back(event);
        if self.tail.len() > KEPT {
            self.tail.pop_front();
            self.left_out += 1;
        }
    }

    /// None if it was left out.
    pub(super) fn get(&mut self, at: usize) -> Option<&mut DraftEvent> {
        match at.checked_sub(self.head.len()) {
            None => self.head.get_mut(at),
            Some(rest) => self.tail.get_mut(rest.checked_sub(self.left_out)?),
        }
    }

    pub(super) fn last(&self) -> Option<&DraftEvent> {
        self.tail.back().or(self.head.last())
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut DraftEvent> {
        self.tail.back_mut().or(self.head.last_mut())
    }

    /// All that were kept, with a line that stands for the others.
    pub(super) fn into_vec(self) -> Vec<DraftEvent> {
        let mut events = self.head;
        if self.left_out > 0 {
            events.push(gap(self.left_out));
        }
        events.extend(self.tail);
        events
    }
}

fn gap(count: usize) -> DraftEvent {
    remark(format!("… {count} more …"))
}

/// Stands for ops that were executed and are not told.
pub(super) fn left_out(ops: u64, why: &str) -> DraftEvent {
    remark(format!("… {ops} instructions {why} …"))
}

fn remark(text: String) -> DraftEvent {
    let event = Event {
        action: Action::Line,
        location: None,
        source: Some(text),
        depth: 0,
        changes: Vec::new(),
        reads: Vec::new(),
        output: Vec::new(),
        notes: Vec::new(),
        picture: None,
    };
    DraftEvent { event, frame: 0, weak: false, reads: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records `count` events; `kept` come out, gap included.
    #[track_caller]
    fn check(count: usize, kept: usize) {
        let mut events = Events::default();
        for i in 0..count {
            let mut event = gap(0);
            event.frame = i as u32;
            events.push(event);
        }
        assert_eq!(events.len(), count);
        for i in 0..count {
            let found = events.get(i).map(|e| e.frame as usize);
            assert!(found.is_none() || found == Some(i));
        }
        assert_eq!(events.last().map(|e| e.frame as usize), count.checked_sub(1));
        assert_eq!(events.into_vec().len(), kept);
    }

    #[test]
    fn the_middle_is_left_out() {
        check(0, 0);
        check(KEPT, KEPT);
        check(2 * KEPT, 2 * KEPT);
        check(2 * KEPT + 1, 2 * KEPT + 1);
        check(10 * KEPT, 2 * KEPT + 1);
    }
}
