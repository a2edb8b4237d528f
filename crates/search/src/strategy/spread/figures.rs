//! What it costs to search on several ranks.

use std::time::{Duration, Instant};

use crate::checkpoint::numbers::{In, Out};

/// Of one rank, or of all of them together.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Figures {
    /// Successors that another rank owns, and that this one does.
    pub crossed: u64,
    pub stayed: u64,
    /// Bytes of all messages with states, definitions and answers.
    pub sent_bytes: u64,
    pub messages: u64,
    /// Bytes to put layers in order.
    pub order_bytes: u64,
    /// Successors about which an answer was asked for.
    pub asked: u64,
    /// Time for writing states down, for reading them and putting them in, for putting layers in order, and with
    /// nothing to do.
    pub packing: Duration,
    pub unpacking: Duration,
    pub ordering: Duration,
    pub waiting: Duration,
    pub all: Duration,
}

impl Figures {
    pub(super) fn write(&self, out: &mut Out) {
        let Figures { crossed, stayed, sent_bytes, messages, order_bytes, asked, .. } = *self;
        [crossed, stayed, sent_bytes, messages, order_bytes, asked].into_iter().for_each(|number| out.number(number));
        for time in [self.packing, self.unpacking, self.ordering, self.waiting, self.all] {
            out.number(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        }
    }

    pub(super) fn add(&mut self, from: &mut In<'_>) -> Option<()> {
        let Figures { crossed, stayed, sent_bytes, messages, order_bytes, asked, .. } = self;
        for sum in [crossed, stayed, sent_bytes, messages, order_bytes, asked] {
            *sum += from.number()?;
        }
        for sum in [&mut self.packing, &mut self.unpacking, &mut self.ordering, &mut self.waiting, &mut self.all] {
            *sum += Duration::from_nanos(from.number()?);
        }
        Some(())
    }

    /// All of it in a line, for whoever measures.
    pub(super) fn tell(&self, ranks: usize) {
        let share = |time: Duration| time.as_secs_f64() / self.all.as_secs_f64().max(1e-9);
        tracing::info!(
            ranks,
            crossed = self.crossed,
            stayed = self.stayed,
            sent_bytes = self.sent_bytes,
            messages = self.messages,
            order_bytes = self.order_bytes,
            asked = self.asked,
            packing = share(self.packing),
            unpacking = share(self.unpacking),
            ordering = share(self.ordering),
            waiting = share(self.waiting),
            "spread"
        );
    }
}

/// Adds the time that something takes.
pub(super) fn timed<T>(sum: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let done = work();
    *sum += begin.elapsed();
    done
}
