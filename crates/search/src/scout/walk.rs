//! Walks: single executions from the start, each with another idea of who goes next.
//!
//! * By priorities that change at a few random points, after Burckhardt, Kothari, Musuvathi and
//!   Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs" (2010): a bug
//!   that needs few orderings is met with a probability that does not depend on the rest. We depart
//!   from it where a thread goes in circles: it gets the lowest priority.
//! * By chance, with more or less inclination to stay with a thread.
//! * In turns: after so many transitions, or so many that change memory which others can reach.
//! * By rarity: whose part of the state was seen least often goes next, most of the time.

use ahash::{AHashMap, AHashSet};
use machine::{Choice, ThreadId};
use splitmix::SplitMix;

use super::walker::{End, Met, Step, Walker, fingerprint};

/// Walks have so many steps until one has shown how many there are.
const STEPS_GUESSED: usize = 64;

/// Sections that are counted; beyond, all are forgotten.
const SECTIONS_MAX: usize = 1 << 18;

/// What walks have learnt from those before them.
pub(super) struct Walks {
    chance: SplitMix,
    count: usize,
    /// Steps of the longest walk so far.
    steps: usize,
    /// How often threads went on from each section.
    seen: AHashMap<u32, u32>,
    /// States of the current walk.
    met: AHashSet<u64>,
}

/// Who goes next in one walk.
enum Idea {
    Priorities {
        /// By thread; the highest goes first.
        of: Vec<i64>,
        /// Steps at which who is running gets the lowest priority so far.
        changes: Vec<usize>,
        lowest: i64,
    },
    /// Stays with the thread that ran unless a number below this is 0.
    Chance {
        stay: usize,
    },
    Rarity {
        stay: usize,
    },
    Turns {
        /// What a thread may do until it is the next one's turn, and what it has done.
        quantum: usize,
        done: usize,
        /// Only what changes memory that others can reach counts.
        by_change: bool,
        /// By mistake somebody else goes if a number below this is 0.
        slip: usize,
    },
}

impl Walks {
    pub(super) fn new(seed: u64) -> Walks {
        Walks {
            chance: SplitMix::new(seed),
            count: 0,
            steps: STEPS_GUESSED,
            seen: AHashMap::default(),
            met: AHashSet::default(),
        }
    }

    /// One walk.
    pub(super) fn walk(&mut self, walker: &mut Walker<'_>, start: &[u32]) -> Option<Met> {
        let mut idea = self.idea();
        self.count += 1;
        self.met.clear();
        if self.seen.len() > SECTIONS_MAX {
            self.seen.clear();
        }
        let (mut words, mut steps, mut last) = (start.to_vec(), Vec::new(), None);
        let end = loop {
            if steps.len() >= walker.steps_max {
                break End::Over;
            }
            if let Err(end) = walker.look(&words) {
                break end;
            }
            let number = self.pick(&mut idea, &walker.enabled, &words, (last, steps.len()));
            let (choice, shared) = (walker.enabled[number], [words[0], words[1]]);
            steps.push(Step { choice, number });
            last = Some(choice.thread);
            match walker.step(choice) {
                Err(end) => break end,
                Ok(next) => {
                    words.clear();
                    words.extend_from_slice(next);
                }
            }
            idea.learn(choice.thread, shared != words[..2], !self.met.insert(fingerprint(&words)));
        };
        // Walks that do not end say nothing about how long they are.
        if steps.len() < walker.steps_max {
            self.steps = self.steps.max(steps.len());
        }
        match end {
            End::Wrong(wrong) => Some(Met { steps, wrong }),
            End::Over => None,
        }
    }

    /// The idea of the next walk: each in turn, with different figures.
    fn idea(&mut self) -> Idea {
        let (kind, round) = (self.count % 5, self.count / 5);
        match kind {
            0 | 2 => {
                let depth = 1 + round % 5;
                let changes = (0..depth).map(|_| self.chance.below(self.steps)).collect();
                Idea::Priorities { of: Vec::new(), changes, lowest: 0 }
            }
            1 => {
                let quantum = 1 + round / 2 % 4;
                let done = self.chance.below(quantum);
                Idea::Turns { quantum, done, by_change: round % 2 == 0, slip: [usize::MAX, 16, 6][round / 8 % 3] }
            }
            3 => Idea::Chance { stay: [1, 2, 4, 12][round % 4] },
            _ => Idea::Rarity { stay: [1, 3][round % 2] },
        }
    }

    /// The number of the choice to make.
    fn pick(
        &mut self,
        idea: &mut Idea,
        enabled: &[Choice],
        words: &[u32],
        (last, step): (Option<ThreadId>, usize),
    ) -> usize {
        let mut threads: Vec<ThreadId> = enabled.iter().map(|choice| choice.thread).collect();
        threads.dedup();
        let goes_on = last.filter(|last| threads.contains(last));
        let thread = match idea {
            Idea::Priorities { of, changes, lowest } => {
                let needed = threads.last().map_or(0, |thread| thread.index() + 1);
                while of.len() < needed {
                    of.push(i64::try_from(self.chance.below(1 << 20)).unwrap_or(0));
                }
                let running = threads.iter().max_by_key(|thread| of[thread.index()]).copied();
                if changes.contains(&step)
                    && let Some(running) = running
                {
                    *lowest -= 1;
                    of[running.index()] = *lowest;
                }
                threads.iter().max_by_key(|thread| of[thread.index()]).copied()
            }
            Idea::Chance { stay } | Idea::Rarity { stay } if goes_on.is_some() && self.chance.below(*stay) != 0 => {
                goes_on
            }
            Idea::Turns { slip, .. } if self.chance.below(*slip) == 0 => {
                threads.get(self.chance.below(threads.len())).copied()
            }
            Idea::Turns { quantum, done, .. } if *done < *quantum && goes_on.is_some() => goes_on,
            Idea::Turns { done, .. } => {
                *done = 0;
                threads.iter().find(|thread| Some(**thread) > last).or(threads.first()).copied()
            }
            Idea::Chance { .. } => threads.get(self.chance.below(threads.len())).copied(),
            Idea::Rarity { .. } => {
                // Ties are many in the beginning, and it matters how they are broken.
                let start = self.chance.below(threads.len());
                threads.rotate_left(start);
                let seen =
                    |thread: &ThreadId| section(words, *thread).map_or(0, |s| self.seen.get(&s).copied().unwrap_or(0));
                threads.iter().min_by_key(|thread| seen(thread)).copied()
            }
        };
        let thread = thread.unwrap_or(enabled[0].thread);
        if let Some(section) = section(words, thread) {
            *self.seen.entry(section).or_default() += 1;
        }
        let first = enabled.iter().position(|choice| choice.thread == thread).unwrap_or(0);
        let values = enabled[first..].iter().take_while(|choice| choice.thread == thread).count();
        first + self.chance.below(values)
    }
}

impl Idea {
    /// A thread has made a transition. Has it changed memory that others can reach? Was the walk here before?
    fn learn(&mut self, thread: ThreadId, changed: bool, again: bool) {
        match self {
            Idea::Priorities { of, lowest, .. } if again => {
                *lowest -= 1;
                if let Some(priority) = of.get_mut(thread.index()) {
                    *priority = *lowest;
                }
            }
            // Who goes in circles has had enough.
            Idea::Turns { quantum, done, .. } if again => *done = *quantum,
            Idea::Turns { done, by_change, .. } => *done += usize::from(changed || !*by_change),
            _ => {}
        }
    }
}

/// The name of a thread's part of a state.
fn section(words: &[u32], thread: ThreadId) -> Option<u32> {
    words.get(2 + thread.index()).copied()
}
