//! Whole tasks side by side, on all cores.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static IS_ALONE: AtomicBool = AtomicBool::new(false);

/// From now on there is one worker.
pub fn alone() {
    IS_ALONE.store(true, Ordering::SeqCst);
}

/// Every item is a task of its own, so that a slow one does not hold up the rest; results come
/// back in the order of the input.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = if IS_ALONE.load(Ordering::SeqCst) { 1 } else { cores.min(items.len()) };
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let take = || {
        while let Some((at, item)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?)))
        {
            let result = work(item);
            done.lock().expect("who panics ends the scope").push((at, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(take);
        }
        take();
    });
    let mut done = done.into_inner().expect("who panics ends the scope");
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_the_order_of_the_input() {
        let items: Vec<usize> = (0..100).collect();
        assert_eq!(super::map(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert_eq!(super::map(&[] as &[u8], |item| *item), []);
    }
}
