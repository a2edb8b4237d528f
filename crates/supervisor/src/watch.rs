//! The process that waits for the other one.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use libc::{c_int, pid_t, sigset_t};

use crate::memory::Gauge;
use crate::page::{Phase, UNDECIDED, shared};
use crate::process::{ended, kill, signal_within};

/// A worker that looks at the clock by itself may need so long to tell what it has.
const GRACE: Duration = Duration::from_millis(700);

/// And several of them that have to ask each other.
const GRACE_TOGETHER: Duration = Duration::from_secs(5);

/// So long after somebody asked for an end the worker has none any more.
const GRACE_INTERRUPTED: Duration = Duration::from_secs(2);

/// What is killed does nothing more after this, though its memory may still be taken back.
const GRACE_KILLED: Duration = Duration::from_millis(100);

/// Who did not come to look for so long was stopped.
const STOPPED: Duration = Duration::from_millis(500);

/// Two signals in so short a time are one: some send them to a process and to its group.
const ONE_REQUEST: Duration = Duration::from_millis(250);

/// Nobody fills memory faster, in bytes each millisecond; so far apart are looks at it.
const FILLED_BYTES_PER_MS: u64 = 4 << 20;
const LOOK_MS: std::ops::RangeInclusive<u64> = 2..=100;

/// Where the worker keeps to the limit by itself, it may be over it by this part for a moment.
const MEMORY_GRACE_SHARE: u64 = 16;

/// Without a limit of time, reading any input that a compiler wrote takes less than this: for all, and more for
/// large ones.
const READING_SECONDS: u64 = 20;
const READING_SECONDS_PER_MIB: u64 = 16;

/// What the worker must keep to.
pub struct Limits {
    /// When time began.
    pub started: Instant,
    pub time_max: Option<Duration>,
    /// Of the worker and its helper.
    pub memory_bytes_max: Option<u64>,
    /// Let the worker tell what it has when somebody asks for an end.
    pub tells: bool,
    /// This is one of several processes that work together. They have to agree on what they tell, and whoever has
    /// started them asks for an end by a signal to go on first, though nobody was stopped.
    pub together: bool,
}

/// How the worker ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself.
    Exit(u8),
    /// By a signal that nobody asked for, or by a library that ended the process; in this phase.
    Crash { signal: Option<i32>, phase: Phase },
    /// The system had no memory for it.
    Exhausted { phase: Phase },
    /// The watch has ended it.
    Stopped { reason: Reason, phase: Phase },
}

/// Why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Time,
    Memory,
    Interrupted,
    /// LLVM was not done in a time that must suffice.
    Reading(Duration),
}

/// Waits for a worker.
pub struct Watch {
    worker: pid_t,
    /// Signals to wait for.
    awaited: sigset_t,
    own: Gauge,
    helper: Gauge,
    /// When the worker was first seen reading.
    reading: Option<Instant>,
    /// When somebody first asked for an end, and whether the last one to do so has only announced it.
    asked: Option<Instant>,
    announced: bool,
    /// When the worker was last seen writing a checkpoint. That takes as long as it takes, and what the worker has
    /// to tell then comes later.
    kept: Option<Instant>,
}

impl Watch {
    pub(crate) fn new(worker: pid_t, awaited: sigset_t) -> Watch {
        Watch {
            worker,
            awaited,
            own: Gauge::default(),
            helper: Gauge::default(),
            reading: None,
            asked: None,
            announced: false,
            kept: None,
        }
    }

    /// Waits until the worker has ended, and sees to it that it does.
    pub fn wait(mut self, limits: &Limits) -> End {
        let mut pause = *LOOK_MS.start();
        loop {
            let looked = Instant::now();
            let signal = signal_within(&self.awaited, pause);
            let signal = signal.filter(|signal| match *signal {
                libc::SIGCHLD => false,
                libc::SIGCONT => limits.together && looked.elapsed() < STOPPED,
                _ => true,
            });
            if let Some(status) = ended(self.worker, false) {
                return self.judge(status);
            }
            let again = signal.is_some_and(|signal| self.is_asked_again(signal));
            let held = self.held_bytes();
            let phase = shared().phase();
            let reason = if again { Some(Reason::Interrupted) } else { self.reason(limits, phase, held) };
            if let Some(reason) = reason {
                kill(self.worker);
                return match self.ended_after_all() {
                    // It was done just now.
                    Some(Ok(code)) => self.judge(Ok(code)),
                    _ => End::Stopped { reason, phase },
                };
            }
            pause = self.pause(limits, held);
        }
    }

    /// How a worker ended that was killed. The system may take seconds to take much memory back; nobody has to wait
    /// for that, unless the worker had told everything before.
    fn ended_after_all(&self) -> Option<Result<c_int, c_int>> {
        let killed = Instant::now();
        while killed.elapsed() < GRACE_KILLED {
            if let Some(status) = ended(self.worker, false) {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(*LOOK_MS.start()));
        }
        match shared().code.load(Ordering::SeqCst) {
            UNDECIDED => None,
            _ => ended(self.worker, true),
        }
    }

    fn held_bytes(&mut self) -> u64 {
        let worker = u32::try_from(self.worker).unwrap_or(0);
        self.own.held_bytes(worker) + self.helper.held_bytes(shared().helper.load(Ordering::SeqCst))
    }

    /// A signal came. Was there one before? One that was announced comes when that says, and is no second one.
    fn is_asked_again(&mut self, signal: c_int) -> bool {
        shared().interrupted.store(true, Ordering::SeqCst);
        let announced = std::mem::replace(&mut self.announced, signal == libc::SIGCONT);
        let asked = self.asked.get_or_insert_with(Instant::now);
        if announced {
            *asked = Instant::now();
        }
        asked.elapsed() > ONE_REQUEST
    }

    /// Why the worker must end now.
    fn reason(&mut self, limits: &Limits, phase: Phase, held: u64) -> Option<Reason> {
        if phase == Phase::Keeping {
            self.kept = Some(Instant::now());
        }
        if phase == Phase::Leaving {
            return None;
        }
        let since_kept = self.kept.map_or(Duration::MAX, |kept| kept.elapsed());
        if let Some(asked) = self.asked {
            let grace = if limits.tells && phase.is_patient() { GRACE_INTERRUPTED } else { Duration::ZERO };
            if asked.elapsed().min(since_kept) >= grace {
                return Some(Reason::Interrupted);
            }
        }
        if shared().telling.load(Ordering::SeqCst) {
            return None;
        }
        let grace = match phase.is_patient() {
            true if limits.together => GRACE_TOGETHER,
            true => GRACE,
            false => Duration::ZERO,
        };
        let late = limits.time_max.is_some_and(|max| limits.started.elapsed() >= max.saturating_add(grace));
        if late && since_kept >= grace {
            return Some(Reason::Time);
        }
        let share = if phase.is_patient() { MEMORY_GRACE_SHARE } else { u64::MAX };
        if limits.memory_bytes_max.is_some_and(|max| held > max.saturating_add(max / share)) {
            return Some(Reason::Memory);
        }
        if phase != Phase::Reading || limits.time_max.is_some() {
            self.reading = None;
            return None;
        }
        let mebibytes = shared().input_bytes.load(Ordering::SeqCst) >> 20;
        let max = Duration::from_secs(READING_SECONDS + READING_SECONDS_PER_MIB * mebibytes);
        let since = self.reading.get_or_insert_with(Instant::now);
        (since.elapsed() > max).then_some(Reason::Reading(max))
    }

    /// How long nothing can happen that must be seen.
    fn pause(&self, limits: &Limits, held: u64) -> u64 {
        let room = limits.memory_bytes_max.map_or(u64::MAX, |max| max.saturating_sub(held));
        let left = limits.time_max.map_or(Duration::MAX, |max| max.saturating_sub(limits.started.elapsed()));
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        (room / FILLED_BYTES_PER_MS).min(left).clamp(*LOOK_MS.start(), *LOOK_MS.end())
    }

    /// What it means that the worker has ended like this.
    fn judge(&self, status: Result<c_int, c_int>) -> End {
        let shared = shared();
        let phase = shared.phase();
        let decided = shared.code.load(Ordering::SeqCst);
        match status {
            Ok(code) if decided != UNDECIDED && code == decided => End::Exit(u8::try_from(code).unwrap_or(u8::MAX)),
            _ if shared.exhausted.load(Ordering::SeqCst) => End::Exhausted { phase },
            Ok(_) => End::Crash { signal: None, phase },
            Err(signal) => End::Crash { signal: Some(signal), phase },
        }
    }
}
