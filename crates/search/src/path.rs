//! From a state back to the start: which transitions lead to it.

use machine::{Choice, Image, Pieces, Vm};
use store::{StateId, Store};

use crate::key;
use crate::outcome::Path;

/// The path to a state and, if `last` is given, that choice in it.
pub fn to<'a>(
    image: &'a Image,
    pieces: &'a dyn Pieces,
    store: &Store,
    state: StateId,
    last: Option<usize>,
) -> Result<Path, String> {
    let mut steps: Vec<(StateId, usize)> = last.map(|choice| (state, choice)).into_iter().collect();
    let mut at = state;
    while let Some((parent, choice)) = key::parent(store.key(at)) {
        steps.push((parent, choice));
        at = parent;
    }
    steps.reverse();
    let mut vm = Vm::new(image, pieces);
    let (mut words, mut enabled) = (Vec::new(), Vec::new());
    let mut path = Path::new();
    for (state, choice) in steps {
        words.clear();
        store.read_state(state, &mut words);
        vm.load(&words);
        enabled.clear();
        let listed = vm.enabled(&mut enabled);
        match (listed, enabled.get(choice)) {
            (Ok(()), Some(choice)) => path.push(*choice),
            _ => return Err(format!("state {} does not have its choice {choice} any more", state.0)),
        }
    }
    Ok::<Vec<Choice>, _>(path)
}
