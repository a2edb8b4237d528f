//! Why it went wrong, in a sentence: what the execution has shown and nothing that is only likely.

use ir::LocId;
use machine::{Kind, Problem};

use crate::execution_view::ExecutionView;
use crate::memory::Block;
use crate::model::Wait;
use crate::tracker::{Access, Tracker, UNUSED};

/// What reads of the failing line are told of.
const TOLD_MAX: usize = 2;

/// `thread 2`; the first thread is `main`.
fn who(index: u32) -> String {
    match index {
        0 => "main".into(),
        n => format!("thread {n}"),
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Who waits for whom is told of so many threads; a list of all stands further below.
const WAITS_TOLD_MAX: usize = 6;

impl Tracker<'_> {
    /// None if there is nothing to say that the message does not.
    pub(crate) fn why(
        &self,
        execution: &dyn ExecutionView,
        problem: &Problem,
        block: Option<&Block>,
    ) -> Option<String> {
        let thread = problem.thread.0;
        match problem.kind {
            Kind::Uninit | Kind::Overflow => self.undefined(),
            Kind::DataRace => self.unprotected(execution, problem),
            Kind::Deadlock => self.stuck(execution, problem),
            Kind::MutexMisuse => self.misused(thread),
            Kind::UseAfterFree | Kind::DoubleFree => self.freed_before(thread, block?),
            Kind::NullDeref => self.null(execution, thread),
            Kind::Leak => self.lost(),
            Kind::Assert => self.asserted(execution, thread),
            _ => None,
        }
    }

    /// ` at a.c:12`
    fn at(&self, loc: LocId) -> String {
        let base = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
        self.source_map.location(loc).map_or(String::new(), |at| format!(" at {}:{}", base(&at.file), at.line))
    }

    fn undefined(&self) -> Option<String> {
        let origin = self.origins.as_ref()?.decided.as_ref()?;
        Some(match origin.place {
            Some(("made", loc)) => format!("{}{}", origin.text, self.at(loc)),
            Some((what, loc)) => format!("{}; it was {what}{}", origin.text, self.at(loc)),
            None => origin.text.clone(),
        })
    }

    fn unprotected(&self, execution: &dyn ExecutionView, problem: &Problem) -> Option<String> {
        let other = problem.others.first()?.0;
        let has = |thread: u32| -> String {
            let names: Vec<String> = self.held(thread).iter().map(|held| format!("`{}`", bare(&held.name))).collect();
            match names.is_empty() {
                true => format!("{} has locked nothing", who(self.index(thread))),
                false => format!("{} has locked {}", who(self.index(thread)), list(&names)),
            }
        };
        let (mine, theirs) = (self.held(problem.thread.0), self.held(other));
        let common = mine.iter().any(|mine| theirs.iter().any(|theirs| theirs.place == mine.place));
        if common || execution.threads().len() < 2 {
            return None;
        }
        Some(match mine.is_empty() && theirs.is_empty() {
            true => "nothing keeps them apart: neither has locked anything".into(),
            false => format!("nothing keeps them apart: {}, {}", has(problem.thread.0), has(other)),
        })
    }

    fn stuck(&self, execution: &dyn ExecutionView, problem: &Problem) -> Option<String> {
        let mut members = vec![problem.thread.0];
        members.extend(problem.others.iter().map(|other| other.0));
        members.sort_unstable();
        members.dedup();
        let waits: Vec<(u32, Wait)> =
            members.iter().filter_map(|thread| Some((*thread, self.waiting(execution, *thread)?))).collect();
        let owned = !waits.is_empty() && waits.iter().all(|(_, on)| on.owner.is_some());
        if owned {
            let told = waits.iter().take(WAITS_TOLD_MAX).map(|(thread, on)| self.wants(*thread, on));
            let more = waits.len().saturating_sub(WAITS_TOLD_MAX);
            let more = (more > 0).then(|| format!("{more} more threads wait"));
            return Some(told.chain(more).collect::<Vec<_>>().join("; "));
        }
        let (thread, on) = waits.iter().find(|(_, on)| on.owner.is_none())?;
        if on.what != "condition variable" {
            let known = on.object.as_deref().map(|object| format!("{} `{}`", on.what, bare(object)));
            let what = known.unwrap_or_else(|| on.some());
            let waiter = who(self.index(*thread));
            return Some(format!("{waiter} waits for {what}, and nobody is left who could end that"));
        }
        let place = self.known_place(execution, *thread)?;
        let sent: Vec<_> = self.known.signals.iter().filter(|signal| signal.0 == place).collect();
        let name = on.object.as_deref().map_or(on.what.clone(), |object| format!("`{}`", bare(object)));
        let waiter = who(self.index(*thread));
        match sent.last() {
            None => Some(format!("{waiter} waits for a signal to {name}, and nobody has sent one or will")),
            Some((_, loc, sender, woken)) => {
                let woken: Vec<String> = woken.iter().map(|thread| who(*thread)).collect();
                let whom = match woken.is_empty() {
                    true => ", when nobody waited".into(),
                    false => format!(" and woke {}", list(&woken)),
                };
                let last = format!("the last one came from {}{}{whom}", who(*sender), self.at(*loc));
                Some(format!("{waiter} waits for a signal to {name}, and nobody is left to send one: {last}"))
            }
        }
    }

    fn known_place(&self, execution: &dyn ExecutionView, thread: u32) -> Option<(u32, u32)> {
        let pointer = self.waited_for(execution, thread)?;
        Some((pointer.object, pointer.offset))
    }

    /// `main has `a` (since a.c:3) and waits for `b`, which thread 1 has`
    fn wants(&self, thread: u32, on: &Wait) -> String {
        let me = self.index(thread);
        let has: Vec<String> = self
            .held(thread)
            .iter()
            .map(|held| format!("`{}` (taken{})", bare(&held.name), self.at(held.loc)))
            .collect();
        let has = if has.is_empty() { String::new() } else { format!(" has {} and", list(&has)) };
        let owner = on.owner.map_or(String::new(), |owner| match owner == me {
            true => "which it has itself".into(),
            false => format!("which {} has", who(owner)),
        });
        match (&on.object, on.owner) {
            (_, Some(owner)) if on.what == "thread" => format!("{}{has} waits for {} to end", who(me), who(owner)),
            (Some(object), _) => format!("{}{has} waits for `{}`, {owner}", who(me), bare(object)),
            (None, _) => format!("{}{has} waits for a {}, {owner}", who(me), on.what),
        }
    }

    /// Who has the lock that is misused.
    fn misused(&self, thread: u32) -> Option<String> {
        let primitive = self.known.stack(thread).iter().find_map(|info| info.primitive.as_ref())?;
        let owner = self.known.held.iter().find_map(|(owner, held)| {
            let held = held.iter().find(|held| held.place == primitive.place)?;
            Some((*owner, held))
        });
        let (owner, held) = owner?;
        let name = bare(&held.name);
        Some(format!("`{name}` is held by {}, who took it{}", who(self.index(owner)), self.at(held.loc)))
    }

    fn freed_before(&self, thread: u32, block: &Block) -> Option<String> {
        let (by, loc) = (block.freed_by?, block.freed?);
        let me = self.index(thread);
        let text = format!("heap block #{} (", block.number);
        let mut reads = self.accesses.iter().filter(|access| !access.write && access.thread == me);
        let from = reads.rfind(|access| access.value.starts_with(&text));
        let freed = match by == me {
            true => format!("{} itself freed it{}", who(me), self.at(loc)),
            false => format!("{} freed it{}", who(by), self.at(loc)),
        };
        Some(match from.filter(|_| by != me) {
            Some(read) => {
                format!("{freed}; {} had the pointer from `{}`, read{}", who(me), read.name, self.at(read.loc))
            }
            None => freed,
        })
    }

    fn lost(&self) -> Option<String> {
        let vanished = self.vanished.as_ref()?;
        let at = vanished.loc.map_or(String::new(), |loc| self.at(loc));
        let at = if vanished.how.ends_with(UNUSED) { at.replacen(" at ", " after ", 1) } else { at };
        let by = if self.threads.len() > 1 { format!(" in {}", who(vanished.thread)) } else { String::new() };
        Some(format!("{}{at}{by}", vanished.how))
    }

    /// What the failing line read last of memory that others write, the latest first.
    fn read_here(&self, execution: &dyn ExecutionView, thread: u32) -> Vec<(usize, &Access)> {
        let Some(spot) = self.spot(execution, thread) else { return Vec::new() };
        let me = self.index(thread);
        let own = self.accesses.iter().enumerate().rev().filter(|(_, access)| access.thread == me);
        let here = own.take_while(|(_, access)| self.source_map.same_line(access.loc, spot.loc));
        here.filter(|(_, access)| !access.write).collect()
    }

    /// The write that a read has seen, and where in the list it stands.
    fn seen(&self, (at, read): (usize, &Access)) -> Option<(usize, &Access)> {
        let mut before = self.accesses.iter().take(at).enumerate().filter(|(_, access)| access.write);
        before.rfind(|(_, access)| access.meets(read))
    }

    fn null(&self, execution: &dyn ExecutionView, thread: u32) -> Option<String> {
        let (at, read) = self.read_here(execution, thread).into_iter().find(|(_, read)| read.value == "null")?;
        let me = self.index(thread);
        Some(match self.seen((at, read)) {
            Some((_, write)) if write.value == "null" => {
                format!("`{}` is null: {} set it{}", read.name, who(write.thread), self.at(write.loc))
            }
            Some(_) => return None,
            None => format!("`{}` is null: {} read it before anybody has written it", read.name, who(me)),
        })
    }

    fn asserted(&self, execution: &dyn ExecutionView, thread: u32) -> Option<String> {
        let mut told: Vec<String> = Vec::new();
        for (at, read) in self.read_here(execution, thread) {
            let known = told.iter().any(|text| text.starts_with(&format!("`{}` ", read.name)));
            if known || told.len() == TOLD_MAX {
                continue;
            }
            if let Some((at, write)) = self.seen((at, read)) {
                let by = format!("last written by {}{}", who(write.thread), self.at(write.loc));
                let lost = self.lost_update(at, write).unwrap_or_default();
                told.push(format!("`{}` is {}, {by}{lost}", read.name, read.value));
            }
        }
        told.reverse();
        match told.is_empty() {
            true => self.read_before(execution, thread),
            false => Some(told.join("; ")),
        }
    }

    /// What the failing function read last of memory that others have a part in, if the failing line reads nothing:
    /// it has decided on what it had read before.
    fn read_before(&self, execution: &dyn ExecutionView, thread: u32) -> Option<String> {
        let function = |loc: LocId| self.source_map.location(loc).map(|at| at.function);
        let (me, here) = (self.index(thread), function(self.spot(execution, thread)?.loc)?);
        let own = self.accesses.iter().enumerate().rev().filter(|(_, access)| access.thread == me && !access.write);
        let mut told: Vec<(&str, String)> = Vec::new();
        let mut foreign = false;
        for (at, read) in own.take_while(|(_, read)| function(read.loc).as_ref() == Some(&here)) {
            if told.iter().any(|(name, _)| *name == read.name) {
                continue;
            }
            let seen = self.seen((at, read)).filter(|(_, write)| write.thread != me);
            let by = seen.map(|(_, write)| format!(", written by {}{}", who(write.thread), self.at(write.loc)));
            foreign |= by.is_some();
            let what = format!("`{}` as {}{}", read.name, read.value, self.at(read.loc));
            told.push((&read.name, what + &by.unwrap_or_default()));
            if told.len() == TOLD_MAX {
                break;
            }
        }
        let told: Vec<String> = told.into_iter().rev().map(|(_, text)| text).collect();
        foreign.then(|| format!("{} had read {}", who(me), told.join(", and ")))
    }

    /// A write that rests on a value which another thread has replaced meanwhile.
    fn lost_update(&self, at: usize, write: &Access) -> Option<String> {
        let before = || self.accesses.iter().take(at).enumerate().filter(|(_, access)| access.meets(write));
        let (from, read) = before().rfind(|(_, access)| !access.write && access.thread == write.thread)?;
        let mut between = before().filter(|(i, access)| *i > from && access.write);
        if between.clone().any(|(_, access)| access.thread == write.thread) {
            return None;
        }
        let (_, other) = between.rfind(|(_, access)| access.thread != write.thread)?;
        let (writer, rival) = (who(write.thread), who(other.thread));
        Some(format!(
            ": {writer} had read it{} when it was {}, then {rival} wrote {}{}",
            self.at(read.loc),
            read.value,
            other.value,
            self.at(other.loc),
        ))
    }
}

/// A lock's name, without the sign that it is an address.
fn bare(name: &str) -> &str {
    name.strip_prefix('&').unwrap_or(name)
}
