//! One execution: no state is stored, and each choice is made by a schedule.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use machine::{Counters, Image, Kind, Machine, Observer, Pieces, Presumptions, Run, Stop, Vm};
use store::{Store, StoreOptions};

use crate::memory;
use crate::pieces::StorePieces;
use crate::schedule::{Schedule, Scheduler};

/// Steps between two looks at the memory in use: asking the system takes a while.
const LOOK_AT_MEMORY: u64 = 1024;

/// How to execute.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simulation {
    pub schedule: Schedule,
    /// Report data races.
    pub races: bool,
    pub time_max: Option<Duration>,
    /// The part of it that was spent before.
    pub spent: Duration,
    /// Set by somebody who does not want to wait any longer.
    pub interrupted: Option<&'static AtomicBool>,
    /// Of the whole process.
    pub memory_bytes_max: Option<u64>,
}

/// What an execution came to.
pub struct Executed {
    /// The program's exit status, or what stopped it.
    pub end: Result<i32, Box<Stop>>,
    /// What was not freed in the end.
    pub leak: Option<String>,
    pub counters: Counters,
    pub transitions: u64,
    pub objects_max: u64,
    pub seconds: f64,
}

/// Executes the program once. `console` sees the output; `tell` gets to look at the machine when
/// something went wrong.
pub fn simulate(
    image: &Image,
    simulation: Simulation,
    console: &mut dyn Observer,
    tell: impl FnOnce(&Vm<'_>, &Stop),
) -> Executed {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let nothing = Presumptions::default();
    let mut machine = Machine::new(image, &nothing, &pieces as &dyn Pieces);
    machine.vm.observe_with(console);
    machine.vm.run_unsaved();
    machine.vm.heed_races(simulation.races);
    machine.reset();
    let started = Instant::now();
    let scheduler = Scheduler::new(simulation.schedule);
    let mut run =
        Execution { machine, simulation, started, scheduler, steps: 0, objects_max: 0, lost: None, leak: None };
    let end = run.finish();
    if let Err(stop) = &end {
        tell(&run.machine.vm, stop);
    }
    Executed {
        end,
        leak: run.leak,
        counters: run.machine.vm.counters,
        transitions: run.steps,
        objects_max: run.objects_max,
        seconds: started.elapsed().as_secs_f64(),
    }
}

struct Execution<'a> {
    machine: Machine<'a>,
    simulation: Simulation,
    started: Instant,
    scheduler: Scheduler,
    steps: u64,
    objects_max: u64,
    /// Size of a block that got lost on the way.
    lost: Option<u32>,
    leak: Option<String>,
}

impl Execution<'_> {
    fn finish(&mut self) -> Run<i32> {
        let mut enabled = Vec::new();
        self.heed_limits()?;
        loop {
            enabled.clear();
            if self.simulation.races {
                self.machine.vm.check_races()?;
            }
            self.machine.vm.enabled(&mut enabled)?;
            self.machine.vm.check_deadlock(&enabled)?;
            let Some(choice) = self.scheduler.pick(&enabled) else { return Ok(0) };
            self.machine.vm.step(choice)?;
            self.steps += 1;
            self.objects_max = self.objects_max.max(self.machine.vm.object_count());
            if let Some(status) = self.machine.vm.exit_status() {
                self.find_leak()?;
                return Ok(status);
            }
            self.lost = self.lost.or(self.machine.vm.make_room());
            self.heed_limits()?;
        }
    }

    /// Looks for what was not freed. A leak is reported, but the execution has come to its end all the
    /// same.
    fn find_leak(&mut self) -> Run<()> {
        self.machine.survey_ending()?;
        for problem in self.machine.vm.take_findings() {
            match problem.kind {
                Kind::Leak => self.leak = Some(problem.message),
                _ => return Err(Box::new(Stop::Violation(problem))),
            }
        }
        if let Some(size) = self.lost.filter(|_| self.machine.vm.config().leaks && self.leak.is_none()) {
            self.leak = Some(format!("a heap block of {size} bytes was lost without being freed"));
        }
        Ok(())
    }

    fn heed_limits(&mut self) -> Run<()> {
        let limit = |what, flag| Err(Box::new(Stop::Limit { what, flag }));
        let Simulation { time_max, spent, interrupted, .. } = self.simulation;
        if interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return limit("the execution was interrupted".into(), "");
        }
        if let Some(max) = time_max.filter(|max| self.started.elapsed() > max.saturating_sub(spent)) {
            return limit(format!("the time limit of {} s was reached", max.as_secs_f64()), "--time");
        }
        if let Some(max) = self.simulation.memory_bytes_max.filter(|_| self.steps.is_multiple_of(LOOK_AT_MEMORY)) {
            match max.checked_sub(memory::held_bytes().unwrap_or(0)) {
                Some(room) => self.machine.vm.set_room(room),
                None => return limit(format!("the memory limit of {} MiB was reached", max >> 20), "--memory"),
            }
        }
        Ok(())
    }
}
