//! What the threads of the loaded state are about to do, as sets of threads.
//!
//! The sets are kept from one state to the next, and only threads whose sections differ are looked at. Threads
//! that wait for the same are one wait, of which it is known how it stood when it was looked at last: as long as
//! the memory that decides it has the same contents, it stands as it did. So a state takes no time for threads
//! that are where they were.

use crate::execution::ahead::Ahead;
use crate::execution::question::Asks;
use crate::naming::section::Section;
use crate::problem::{ThreadId, Threads};
use crate::state::look::Body;

/// Threads whose numbers no set has are in none.
#[derive(Default)]
pub(crate) struct Crowd {
    /// Those that have not ended.
    pub living: Threads,
    /// Those that can go on whatever the others do.
    pub moving: Threads,
    /// Those of them that are about to access memory.
    pub accessing: Threads,
    /// Those of them whose access is atomic.
    pub atomic: Threads,
    /// Those of them that are about to do just that, outside of atomic sections.
    pub plain: Threads,
    /// Those in the middle of an atomic section, unless they wait there.
    pub exclusive: Threads,
    /// Those of which only the machine can tell what they are about to do.
    pub unclear: Threads,
    /// Those that may ask where dead blocks were.
    pub asking: Threads,
    /// Those that no other was compared with to see whether their accesses collide.
    pub uncompared: Threads,
    /// What the others wait for.
    pub waits: Vec<Wait>,
}

/// Threads that wait for the same, or each for the same but for its own number.
#[derive(Clone)]
pub(crate) struct Wait {
    /// An [`Ahead::Wait`], see [`Condition::common`].
    ///
    /// [`Condition::common`]: crate::execution::schedule::Condition::common
    pub ahead: Ahead,
    pub threads: Threads,
    /// What follows is so while the objects at the three places of the wait have these contents.
    pub bodies: Option<[Body; 3]>,
    /// The word that is waited for, and whether something else ends the wait.
    pub found: u64,
    pub alarmed: bool,
    /// Those of the threads whose wait is over.
    pub over: Threads,
    /// These may have to queue up behind others who wait for the same owner.
    pub queues: bool,
    /// Who alone can end the wait; None if only the machine can tell.
    pub owners: Option<Threads>,
}

impl Wait {
    fn new(ahead: Ahead) -> Wait {
        let (threads, over) = (Threads::NOBODY, Threads::NOBODY);
        let (found, alarmed, queues) = (0, false, false);
        Wait { ahead, threads, bodies: None, found, alarmed, over, queues, owners: None }
    }

    /// Those whose wait is not over.
    pub(crate) fn blocked(&self) -> Threads {
        &self.threads - &self.over
    }

    /// Are there any?
    pub(crate) fn blocks(&self) -> bool {
        !self.threads.is_within(&self.over)
    }

    /// Where its owner is named.
    pub(crate) fn owner(&self) -> Option<(u32, u32)> {
        match self.ahead {
            Ahead::Wait { owner, .. } => owner,
            _ => None,
        }
    }

    /// Would a thread with this section go on, by what was found?
    pub(crate) fn lets_go(&self, section: &Section) -> bool {
        self.alarmed || matches!(section.ahead, Ahead::Wait { condition, .. } if condition.holds(self.found))
    }
}

impl Crowd {
    /// The thread has this section now.
    pub(crate) fn join(&mut self, thread: usize, section: &Section) {
        let Some(thread) = id(thread) else { return };
        if section.ahead == Ahead::Ended {
            return self.living.remove(thread);
        }
        self.living.insert(thread);
        match section.ahead {
            Ahead::Ended => {}
            Ahead::Unclear => self.unclear.insert(thread),
            Ahead::Free { .. } => self.moving.insert(thread),
            Ahead::Access(pending) => {
                self.moving.insert(thread);
                self.accessing.insert(thread);
                self.uncompared.insert(thread);
                if pending.atomic {
                    self.atomic.insert(thread);
                }
                if section.plain {
                    self.plain.insert(thread);
                }
            }
            Ahead::Wait { place, condition, owner, alarm } => {
                let ahead = Ahead::Wait { place, condition: condition.common(), owner, alarm };
                let known = self.waits.iter().position(|wait| wait.ahead == ahead);
                let at = known.unwrap_or_else(|| {
                    self.waits.push(Wait::new(ahead));
                    self.waits.len() - 1
                });
                let wait = &mut self.waits[at];
                wait.threads.insert(thread);
                if wait.lets_go(section) {
                    wait.over.insert(thread);
                }
            }
        }
        match section.asks {
            Asks::Never => {}
            Asks::OfGraves => self.asking.insert(thread),
            Asks::Always => self.unclear.insert(thread),
        }
        if is_exclusive(section) {
            self.exclusive.insert(thread);
        }
    }

    /// The thread had one section and has another now.
    pub(crate) fn change(&mut self, thread: usize, old: &Section, new: &Section) {
        if new.accesses_like(old) {
            let Some(thread) = id(thread) else { return };
            self.uncompared.insert(thread);
            if new.is_atomic() {
                self.atomic.insert(thread);
            } else {
                self.atomic.remove(thread);
            }
        } else {
            self.leave(thread, old);
            self.join(thread, new);
        }
    }

    /// The thread, which had this section, has it no more.
    pub(crate) fn leave(&mut self, thread: usize, section: &Section) {
        let Some(thread) = id(thread) else { return };
        let Crowd { living, moving, accessing, atomic, plain, exclusive, unclear, asking, uncompared, waits } = self;
        for set in [living, moving, accessing, atomic, plain, exclusive, unclear, asking, uncompared] {
            set.remove(thread);
        }
        if !matches!(section.ahead, Ahead::Wait { .. }) {
            return;
        }
        if let Some(at) = waits.iter().position(|wait| wait.threads.contains(thread)) {
            let wait = &mut waits[at];
            wait.threads.remove(thread);
            wait.over.remove(thread);
            if wait.threads.is_empty() {
                waits.swap_remove(at);
            }
        }
    }

    /// What a thread waits for.
    pub(crate) fn wait_of(&self, thread: ThreadId) -> Option<&Wait> {
        self.waits.iter().find(|wait| wait.threads.contains(thread))
    }
}

fn id(thread: usize) -> Option<ThreadId> {
    u32::try_from(thread).ok().filter(|number| *number < Threads::BOUND).map(ThreadId)
}

fn is_exclusive(section: &Section) -> bool {
    section.entered && !matches!(section.ahead, Ahead::Ended | Ahead::Wait { .. })
}
