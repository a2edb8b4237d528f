//! Whole tasks side by side, on all cores.

use rayon::prelude::*;

/// Every item is a task of its own, so that a slow one does not hold up the rest; results come
/// back in the order of the input.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().with_max_len(1).map(work).collect()
}
