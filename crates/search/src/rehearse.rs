//! A few executions before the search, to see how the program uses its memory.

use machine::{Image, Machine, Presumptions, Problem, Profile, Reduction, Run, Stop};
use store::{Store, StoreOptions};

use crate::outcome::Patience;
use crate::pieces::StorePieces;
use crate::schedule::{Schedule, Scheduler};

/// What they may cost together.
#[derive(Clone, Copy, Debug)]
struct Budget {
    /// Instructions while several threads could execute.
    together: u64,
    /// Instructions while one alone could. Test frameworks do much before a test and after it.
    alone: u64,
    /// An execution that shows nothing new for so many transitions is given up.
    dull: u32,
    /// The same for one thread alone, until an execution was given up for it: it may go round for ever.
    dull_alone: u32,
    /// Instructions that show nothing new, of a thread alone while there are others that wait, or were not joined:
    /// tests do their long work before their threads and after them. Once an execution was given up for it,
    /// `DULL_AWAITED_LATER`.
    dull_awaited: u64,
}

const BUDGET: Budget =
    Budget { together: 1 << 21, alone: 1 << 25, dull: 1 << 10, dull_alone: 1 << 20, dull_awaited: 1 << 20 };

const DULL_AWAITED_LATER: u64 = 1 << 14;

/// What all but the first may execute alone, or as much as the first again, if that is more.
const ALONE_LATER: u64 = 1 << 21;

/// Memory that the program may have in one of them.
const ROOM_BYTES: u64 = 16 << 20;

/// What a few executions have shown.
#[derive(Default)]
pub(crate) struct Rehearsed {
    pub presumptions: Presumptions,
    /// What one of them came to. A search that does not find it is wrong.
    pub found: Option<Problem>,
}

/// Executes the program a few times, first fairly and then by chance, and looks at how it uses its
/// memory. The same for the same program, unless there is no time for all of them.
pub(crate) fn rehearse(image: &Image, executions: u64, patience: &Patience) -> Rehearsed {
    if image.config.reduction < Reduction::Presumed {
        return Rehearsed::default();
    }
    let (mut profile, nothing, mut found) = (Profile::default(), Presumptions::default(), None);
    let mut budget = BUDGET;
    for seed in 0..executions {
        let schedule = if seed == 0 { Schedule::Fair } else { Schedule::Random(seed) };
        profile.begin();
        let store = Store::new(StoreOptions::default());
        let pieces = StorePieces(&store);
        let mut machine = Machine::new(image, &nothing, &pieces);
        machine.vm.profile(profile);
        machine.vm.run_unsaved();
        machine.vm.set_room(ROOM_BYTES);
        machine.reset();
        let end = execute(&mut machine, schedule, &mut budget, patience);
        tracing::debug!(seed, ?end, ?budget, "rehearsed");
        if let (None, Err(stop)) = (&found, end)
            && let Stop::Violation(problem) = *stop
        {
            found = Some(problem);
        }
        if seed == 0 {
            budget.alone = budget.alone.min(ALONE_LATER.max(BUDGET.alone - budget.alone));
        }
        profile = machine.vm.take_profile().unwrap_or_default();
        if budget.is_spent() || !profile.is_concurrent() || patience.is_over() {
            break;
        }
    }
    Rehearsed { presumptions: profile.presumptions(), found }
}

impl Budget {
    fn is_spent(&self) -> bool {
        self.together == 0 || self.alone == 0
    }
}

fn execute(machine: &mut Machine<'_>, schedule: Schedule, budget: &mut Budget, patience: &Patience) -> Run<()> {
    let mut scheduler = Scheduler::new(schedule);
    let mut enabled = Vec::new();
    let (mut news, mut dull, mut dull_instructions, mut was_alone) = (0, 0, 0, true);
    while !budget.is_spent() && machine.vm.exit_status().is_none() && !patience.is_over() {
        enabled.clear();
        machine.vm.enabled(&mut enabled)?;
        let Some(choice) = scheduler.pick(&enabled) else { return Ok(()) };
        let before = machine.vm.counters.instructions;
        machine.vm.step(choice)?;
        machine.vm.make_room();
        let is_alone = enabled.len() == 1;
        let left = if is_alone { &mut budget.alone } else { &mut budget.together };
        let instructions = machine.vm.counters.instructions - before;
        *left = left.saturating_sub(instructions);
        let is_dull = machine.vm.profile_news() == news && is_alone == was_alone;
        (dull, dull_instructions) = if is_dull { (dull + 1, dull_instructions + instructions) } else { (0, 0) };
        (news, was_alone) = (machine.vm.profile_news(), is_alone);
        if !is_alone && dull >= budget.dull {
            return Ok(());
        }
        if is_alone && dull_instructions >= budget.dull_awaited && !machine.vm.is_solo() {
            budget.dull_awaited = DULL_AWAITED_LATER;
            return Ok(());
        }
        if is_alone && dull >= budget.dull_alone {
            budget.dull_alone = budget.dull;
            return Ok(());
        }
    }
    Ok(())
}
