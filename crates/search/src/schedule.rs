//! Who goes next in a single execution.

use machine::{Choice, ThreadId};
use splitmix::SplitMix;

/// Who goes next, and what a choice yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// The threads take turns; the first value of every choice.
    #[default]
    Fair,
    /// By chance, the same for the same seed.
    Random(u64),
}

/// Makes the choices of a single execution.
pub struct Scheduler {
    schedule: Schedule,
    /// The thread that went last.
    turn: u32,
    chance: SplitMix,
}

impl Scheduler {
    pub fn new(schedule: Schedule) -> Scheduler {
        let seed = match schedule {
            Schedule::Fair => 0,
            Schedule::Random(seed) => seed,
        };
        Scheduler { schedule, turn: 0, chance: SplitMix::new(seed) }
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
