//! From numbers of choices to the transitions that they stand for.

use machine::{Machine, ThreadId};

use crate::outcome::Path;
use crate::search::Search;

/// Executes the choices from the start, each given by its number among those that are possible.
pub(crate) fn follow(search: &Search<'_>, numbers: &[usize]) -> Result<Path, String> {
    let mut machine = Machine::new(search.image, search.presumptions, search.pieces);
    let (mut words, mut enabled) = (Vec::new(), Vec::new());
    let mut path = Path::new();
    // The path goes on, so nothing has failed on it.
    machine.vm.put_failures_off(true);
    machine.reset();
    let mut thread = ThreadId(0);
    for (step, number) in numbers.iter().enumerate() {
        let lost = |what: &str| format!("after {step} transitions of a path, {what}");
        machine.save(thread, &mut words).map_err(|_| lost("the state cannot be named again"))?;
        machine.load(&words);
        enabled.clear();
        machine.vm.enabled(&mut enabled).map_err(|_| lost("nobody can tell who may run"))?;
        let choice = *enabled.get(*number).ok_or_else(|| lost(&format!("there is no choice {number}")))?;
        path.push(choice);
        if step + 1 < numbers.len() {
            machine.transition(choice).map_err(|_| lost("a transition fails that went well before"))?;
        }
        thread = choice.thread;
    }
    Ok(path)
}
