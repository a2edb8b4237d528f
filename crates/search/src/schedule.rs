//! Who goes next in a single execution.

use machine::{Choice, ThreadId};

/// Who goes next, and what a choice yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// The threads take turns; the first value of every choice.
    #[default]
    Fair,
    /// By chance, the same for the same seed.
    Random(u64),
}

pub(crate) struct Scheduler {
    schedule: Schedule,
    /// The thread that went last.
    turn: u32,
    chance: Chance,
}

impl Scheduler {
    pub fn new(schedule: Schedule) -> Scheduler {
        Scheduler { schedule, turn: 0, chance: Chance::new(schedule) }
    }

    /// None if there is nothing to pick from.
    pub fn pick(&mut self, enabled: &[Choice]) -> Option<Choice> {
        let picked = match self.schedule {
            Schedule::Fair => {
                let next = enabled.iter().find(|choice| choice.thread.0 > self.turn);
                next.or(enabled.first()).copied()
            }
            Schedule::Random(_) if enabled.is_empty() => None,
            Schedule::Random(_) => {
                // First the thread: one with many choices is not more likely to run.
                let mut threads: Vec<ThreadId> = enabled.iter().map(|choice| choice.thread).collect();
                threads.dedup();
                let thread = threads[self.chance.below(threads.len())];
                let choices: Vec<&Choice> = enabled.iter().filter(|choice| choice.thread == thread).collect();
                choices.get(self.chance.below(choices.len())).map(|choice| **choice)
            }
        };
        self.turn = picked.map_or(self.turn, |choice| choice.thread.0);
        picked
    }
}

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn new(schedule: Schedule) -> Chance {
        match schedule {
            Schedule::Fair => Chance(0),
            Schedule::Random(seed) => Chance(seed),
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * n as u128) >> 64) as usize
    }
}
