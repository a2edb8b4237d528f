//! Formulas as text, without *next*: reductions leave steps out.

use crate::fuzz::random::Random;

/// How large.
const SIZE: usize = 5;

pub(super) fn random(random: &mut Random, names: &[&str]) -> String {
    // What people ask is met more often than it would be by chance.
    let (a, b) = (*random.pick(names), *random.pick(names));
    match random.below(16) {
        0 => format!("F {a}"),
        1 => format!("G F {a}"),
        2 => format!("F G {a}"),
        3 => format!("G({a} -> F {b})"),
        4 => format!("G F {a} -> G F {b}"),
        5 => "F ended".into(),
        6 => format!("G F {a} || F ended"),
        7 => format!("F G !{a} || G F {b}"),
        _ => {
            let size = 1 + random.below(SIZE);
            of_size(random, names, size)
        }
    }
}

fn of_size(random: &mut Random, names: &[&str], size: usize) -> String {
    if size <= 1 {
        let name = if random.below(8) == 0 { "ended" } else { *random.pick(names) };
        return if random.below(3) == 0 { format!("!{name}") } else { name.into() };
    }
    let left = 1 + random.below(size - 1);
    let (a, b) = (of_size(random, names, left), of_size(random, names, size - left));
    match random.below(9) {
        0 => format!("({a} && {b})"),
        1 => format!("({a} || {b})"),
        2 => format!("({a} U {b})"),
        3 => format!("({a} W {b})"),
        4 => format!("({a} R {b})"),
        5 => format!("F {a}"),
        6 => format!("G {a}"),
        7 => format!("({a} -> {b})"),
        _ => format!("G F {a}"),
    }
}
