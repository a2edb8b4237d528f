//! Functions of the library that reach for other threads must say what the search may rely on.
//!
//! A role is the section that a function is put in: `ROLE(name)` of runtime/include/augur/traps.h,
//! which says what each one means.

use crate::contract::Contract;

/// Whoever uses a trap of this class can change or tell the life of another thread.
const CLASS: &str = "threads";

/// Whoever names one of these can get at another thread's control block.
const CONTROL_BLOCKS: [&str; 2] = ["augur_threads", "augur_thread_check"];

/// Outside the runtime itself, a number may go to the user.
const NUMBER: &str = "__divine_get_tid";

/// What is wrong with the functions of a module, given as text.
pub(crate) fn complaints(contract: &Contract, name: &str, module: &str) -> Vec<String> {
    let traps = contract.traps.iter().filter(|trap| trap.class == CLASS).map(|trap| &*trap.name);
    let outside = (!name.starts_with("runtime/")).then_some(NUMBER);
    let telling: Vec<&str> = traps.chain(CONTROL_BLOCKS).chain(outside).collect();
    let known = |name: &str| contract.defined.iter().chain(contract.traps.iter().map(|t| &t.name)).any(|n| n == name);
    let mut complaints: Vec<String> = telling
        .iter()
        .filter(|told| !known(told))
        .map(|told| format!("{told} needs a role, and no header of the contract declares it"))
        .collect();
    let (mut function, mut has_role) = ("", false);
    for line in module.lines() {
        if let Some(definition) = line.strip_prefix("define ") {
            function = definition.split_once('@').map_or("", |(_, rest)| rest.split('(').next().unwrap_or(""));
            has_role = definition.contains("section \"augur.");
        }
        if let Some(told) = telling.iter().find(|told| !has_role && line.starts_with(' ') && mentions(line, told)) {
            complaints.push(format!("{name}: `{function}` uses {told}, so it needs a role (see augur/traps.h)"));
        }
    }
    complaints.dedup();
    complaints
}

/// Does a line of a module name this symbol?
fn mentions(line: &str, symbol: &str) -> bool {
    let mut names = line.split('@').skip(1);
    names.any(|text| text.split(|c: char| c != '_' && !c.is_alphanumeric()).next() == Some(symbol))
}
