//! Which parameters and results nobody needs, over all functions of the program.
//!
//! At first no parameter and no result counts as needed. A function then needs those parameters that
//! are live at its start, and the results that are live behind its calls; whoever hears of a new need
//! is looked at again. What remains are values that only serve to compute each other: a counter that
//! is handed to a function and back, and that nobody looks at. They are replaced by undefined ones,
//! and so they are the same in all states.
//!
//! All results are needed of functions that are called in other ways than by name, and of the
//! library's, which the machine itself may call. Nothing is replaced that is live for another reason:
//! it costs no states, and traces show it.

use ahash::{AHashMap, AHashSet};

use crate::op::{Op, Src};

use super::pending::Pending;

/// What is needed of one function.
#[derive(Clone, Default)]
struct Needed {
    params: Vec<bool>,
    result: bool,
}

/// Leaves out of all calls what nobody needs; tells for each function whether anybody hears what it returns.
/// `addressed` are the functions that are not only called by name; `undefined` gives a constant of so many words.
pub(super) fn spare(
    functions: &mut [Pending],
    addressed: &AHashSet<usize>,
    mut undefined: impl FnMut(u32) -> Src,
) -> Vec<bool> {
    let mut heard: Vec<bool> = (0..functions.len()).map(|number| addressed.contains(&number)).collect();
    let mut needed: Vec<Needed> = Vec::new();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
    for (number, pending) in functions.iter().enumerate() {
        let own = pending.is_own();
        let result = !own || addressed.contains(&number);
        needed.push(Needed { params: vec![!own; pending.params.len()], result });
        pending.body.callees().for_each(|callee| callers[callee as usize].push(number));
    }
    for pending in functions.iter().filter(|pending| !pending.is_own()) {
        for op in pending.body.blocks.iter().flat_map(|block| &block.ops) {
            if let Op::Call { callee, .. } = op {
                needed[*callee as usize].result = true;
                heard[*callee as usize] = true;
            }
        }
    }
    let mut waiting: Vec<bool> = functions.iter().map(Pending::is_own).collect();
    let mut work: Vec<usize> = (0..functions.len()).filter(|number| waiting[*number]).collect();
    while let Some(number) = work.pop() {
        waiting[number] = false;
        let news = look_at(&mut functions[number], number, (&mut needed, &mut heard), &callers);
        for other in news {
            if functions[other].is_own() && !std::mem::replace(&mut waiting[other], true) {
                work.push(other);
            }
        }
    }
    for pending in functions.iter_mut().filter(|pending| pending.is_own()) {
        pending.body.spare(&mut undefined);
    }
    heard
}

/// Asks one function what it needs; returns those who must be asked again.
fn look_at(
    pending: &mut Pending,
    number: usize,
    (needed, heard): (&mut [Needed], &mut [bool]),
    callers: &[Vec<usize>],
) -> Vec<usize> {
    let mut spared = AHashMap::new();
    for callee in pending.body.callees() {
        let params = &needed[callee as usize].params;
        if params.contains(&false) {
            spared.entry(callee).or_insert_with(|| params.clone());
        }
    }
    let needs = pending.body.needs(spared, needed[number].result);
    let mut news = Vec::new();
    for callee in needs.results {
        heard[callee as usize] = true;
        if !std::mem::replace(&mut needed[callee as usize].result, true) {
            news.push(callee as usize);
        }
    }
    let mut live = needs.params.into_iter();
    let mut changed = false;
    for (param, (_, words)) in needed[number].params.iter_mut().zip(&pending.params) {
        let is_live = *words > 0 && live.next().unwrap_or(true);
        changed |= is_live && !*param;
        *param |= is_live;
    }
    if changed {
        news.extend(&callers[number]);
    }
    news
}
