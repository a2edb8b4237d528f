//! What a program shows when it ends.

use super::print;
use super::program::{ATOMICS, CELLS, FIELDS, HEADS, Observed, PLAINS, Place, Program, STRUCTS};

/// Everything the program touches that has a value at its end.
pub fn observed(program: &Program) -> Vec<Observed> {
    let text = print::print(program).text;
    let places = (0..PLAINS)
        .map(Place::Plain)
        .chain((0..ATOMICS).map(Place::Atomic))
        .chain((0..CELLS).map(Place::Cell))
        .chain((0..STRUCTS).flat_map(|s| (0..FIELDS).map(move |f| Place::Field(s, f))));
    let declared = |place: &Place| match *place {
        Place::Plain(i) => text.contains(&format!("\nint p{i};")),
        Place::Atomic(i) => text.contains(&format!("\natomic_int a{i};")),
        Place::Cell(_) => text.contains("\nint cells["),
        Place::Field(s, _) => text.contains(&format!("\nstruct trio s{s};")),
        _ => false,
    };
    let mut observed: Vec<Observed> = places.filter(declared).map(Observed::Place).collect();
    if text.contains("arg") {
        observed.push(Observed::Place(Place::Box));
    }
    for h in 0..HEADS {
        if text.contains(&format!("\n_Atomic(struct node *) h{h};")) {
            observed.push(Observed::Head(h));
        }
    }
    let main: Vec<_> = program.threads[0].iter().chain(&program.finale).cloned().collect();
    let has_variables = |number: &usize| match number {
        0 => !print::integers(&main).is_empty(),
        _ => !print::integers(&program.threads[*number]).is_empty(),
    };
    let threads = (0..program.threads.len()).filter(has_variables);
    observed.extend(threads.map(|number| Observed::Thread(number as u8)));
    observed
}
