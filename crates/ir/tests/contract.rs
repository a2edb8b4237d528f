//! What the headers of the contract may say, and that all they say is used.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

#[path = "../build/contract.rs"]
#[allow(dead_code, reason = "the build scripts need more of it")]
mod contract;

use std::path::Path;

use contract::Contract;

fn read(header: &str) -> Result<Contract, String> {
    let mut contract = Contract::default();
    contract.read(header).map(|()| contract)
}

#[test]
fn headers_become_tables() {
    let header = r#"
        #ifndef AUGUR_TRAPS_H
        #define AUGUR_TRAPS_H
        #include <stddef.h>
        #define TRAP(class)
        #define ROLE(name) __attribute__((section(AUGUR_ROLE_##name)))
        /* Not ours: #define AUGUR_OTHER 7 */
        #define AUGUR_ROLE_starts "augur.starts"
        #define AUGUR_MANY 0x80000000u
        #ifdef __cplusplus
        extern "C" {
        #endif
        enum { AUGUR_ONE = 1, AUGUR_FOUR = 4 /* of them */ };
        enum augur_fault { AUGUR_FAULT_IO = 0,
                           AUGUR_NO_FAULT = 1 };
        TRAP(own) void __divine_do_nothing(void);
        TRAP(threads) const void *__augur_start_it(void (*entry)(void *, int), const int *the_arg)
            __attribute__((noreturn));
        LOADER int __augur_call_main(int argc);
        struct augur_list;
        extern struct augur_list augur_list;
        void augur_find(const char *what);
        #endif
    "#;
    let header: String = header.lines().map(|line| line.trim_start().to_string() + "\n").collect();
    let expected = r#"traps! {
DoNothing "__divine_do_nothing" Own do_nothing (),
StartIt "__augur_start_it" Threads start_it (ENTRY = 0, THE_ARG = 1, ),
}
roles! {
Starts "augur.starts",
}
cases! { Fault { Io, NoFault, } }
numbers! {
MANY = 2147483648,
ONE = 1,
FOUR = 4,
}
names! {
CALL_MAIN = "__augur_call_main",
LIST = "augur_list",
FIND = "augur_find",
}
"#;
    assert_eq!(read(&header).unwrap().tables(), expected);
}

#[test]
fn other_headers_are_refused() {
    let refused = [
        "/* never closed",
        "#define AUGUR_SIZE sizeof(int)",
        "#define AUGUR_ROLE_starts \"augur.ends\"",
        "enum augur_gap { AUGUR_A = 0, AUGUR_B = 2 };",
        "enum { AUGUR_A };",
        "enum { OTHER = 1 };",
        "TRAP(own) void __augur_nameless(int);",
        "TRAP(own) int __augur_variable;",
        "typedef int augur_number;",
    ];
    for header in refused {
        assert!(read(header).is_err(), "{header}");
    }
}

/// A number or an argument that only C knows of would be a promise that nobody keeps.
#[test]
fn all_of_the_contract_is_used() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let contract = Contract::of(root).unwrap();
    let mut code = String::new();
    append_sources(&root.join("crates"), &mut code);
    let words: Vec<&str> = code.split(|c: char| c != '_' && c != ':' && !c.is_alphanumeric()).collect();
    let is_used = |name: &str| {
        let path = format!("::{name}");
        words.iter().any(|word| *word == name || word.ends_with(&path))
    };
    let mut unused: Vec<String> = contract.numbers.iter().map(|(name, _)| name.clone()).collect();
    for trap in &contract.traps {
        let module = trap.name.trim_start_matches("__augur_").trim_start_matches("__divine_");
        unused.extend(trap.parameters.iter().map(|parameter| format!("{module}::{}", parameter.to_uppercase())));
    }
    for name in contract.replaced.iter().chain(&contract.defined) {
        let short = name.trim_start_matches("__").trim_start_matches("augur_").to_uppercase();
        unused.extend((!is_used(name)).then(|| format!("names::{short}")));
    }
    unused.retain(|name| !is_used(name));
    assert!(unused.is_empty(), "declared in augur/traps.h or augur/known.h, and used nowhere: {unused:?}");
}

fn append_sources(dir: &Path, text: &mut String) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            append_sources(&path, text);
        } else if path.extension().is_some_and(|e| e == "rs") {
            text.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}
