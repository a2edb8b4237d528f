//! Functions of the library that reach for other threads must say what the search may rely on.
//!
//! A role is the section that a function is put in: `ROLE(name)` of runtime/include/augur/traps.h,
//! which says what each one means.

/// The roles, as [`crate::program::LibraryRole`] knows them.
const ROLES: [&str; 8] = ["starts", "joins", "ends", "observes", "blind", "locks", "numbers", "exposes"];

/// Whoever names one of these can get at another thread's control block or at its life.
const TELLING: [&str; 6] = [
    "@augur_threads",
    "@augur_thread_check",
    "@__divine_new_thread",
    "@__augur_joinable",
    "@__augur_end_thread",
    "@__augur_divert",
];

/// Outside the runtime itself, a number may go to the user.
const NUMBER: &str = "@__divine_get_tid";

/// What is wrong with the functions of a module, given as text.
pub fn complaints(name: &str, module: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let (mut function, mut role) = (String::new(), None);
    for line in module.lines() {
        if let Some(definition) = line.strip_prefix("define ") {
            function = definition.split_once('@').map_or("", |(_, rest)| rest.split('(').next().unwrap_or("")).into();
            let section = definition.split_once("section \"").and_then(|(_, rest)| rest.split('"').next());
            role = section.and_then(|section| section.strip_prefix("augur."));
            if let Some(unknown) = role.filter(|role| !ROLES.contains(role)) {
                complaints.push(format!("{name}: `{function}` has the role `{unknown}`, which means nothing"));
            }
        }
        let names = |wanted: &&str| {
            let rest = line.split_once(*wanted).map(|(_, rest)| rest);
            line.starts_with(' ')
                && rest.is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
        };
        let outside = (!name.starts_with("runtime/")).then_some(NUMBER);
        if let Some(told) = TELLING.into_iter().chain(outside).find(names).filter(|_| role.is_none()) {
            complaints.push(format!("{name}: `{function}` uses {told}, so it needs a role (see augur/traps.h)"));
        }
    }
    complaints.dedup();
    complaints
}
