//! A few executions before the search, to see how the program uses its memory.

use machine::{Image, Machine, Presumptions, Profile, Reduction, Run};
use store::{Store, StoreOptions};

use crate::outcome::Patience;
use crate::pieces::StorePieces;
use crate::schedule::{Schedule, Scheduler};

/// Together they execute at most so many instructions.
const INSTRUCTIONS_MAX: u64 = 1 << 21;

/// An execution that shows nothing new for so many transitions is given up.
const TRANSITIONS_DULL: u32 = 1 << 10;

/// Memory that the program may have in one of them.
const ROOM_BYTES: u64 = 16 << 20;

/// Executes the program a few times, first fairly and then by chance, and looks at how it uses its
/// memory. The same for the same program, unless there is no time for all of them.
pub(crate) fn rehearse(image: &Image, executions: u64, patience: &Patience) -> Presumptions {
    if image.config.reduction < Reduction::Presumed {
        return Presumptions::default();
    }
    let (mut profile, nothing) = (Profile::default(), Presumptions::default());
    let mut instructions = 0;
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
        // Whatever ends the execution: the search will meet it.
        let _ = execute(&mut machine, schedule, INSTRUCTIONS_MAX - instructions, patience);
        instructions += machine.vm.counters.instructions;
        profile = machine.vm.take_profile().unwrap_or_default();
        if instructions >= INSTRUCTIONS_MAX || !profile.is_concurrent() || patience.is_over() {
            break;
        }
    }
    profile.presumptions()
}

fn execute(machine: &mut Machine<'_>, schedule: Schedule, instructions_max: u64, patience: &Patience) -> Run<()> {
    let mut scheduler = Scheduler::new(schedule);
    let mut enabled = Vec::new();
    let (mut news, mut dull) = (0, 0);
    while machine.vm.counters.instructions < instructions_max
        && machine.vm.exit_status().is_none()
        && dull < TRANSITIONS_DULL
        && !patience.is_over()
    {
        enabled.clear();
        machine.vm.enabled(&mut enabled)?;
        let Some(choice) = scheduler.pick(&enabled) else { return Ok(()) };
        machine.vm.step(choice)?;
        machine.vm.make_room();
        dull = if machine.vm.profile_news() == news { dull + 1 } else { 0 };
        news = machine.vm.profile_news();
    }
    Ok(())
}
