//! Reads the contract with the runtime, and compiles the shim around LLVM.

#[path = "build/contract.rs"]
mod contract;
#[path = "build/shim.rs"]
mod shim;
#[path = "build/tools.rs"]
mod tools;

use contract::{CONTRACT, Contract};
use std::path::PathBuf;
use tools::{env, fail, workspace, write};

fn main() {
    let out = PathBuf::from(env("OUT_DIR"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    shim::build(&out);
    let root = workspace();
    for header in CONTRACT {
        println!("cargo:rerun-if-changed={}", root.join(header).display());
    }
    let contract = Contract::of(&root).unwrap_or_else(|e| fail(&e));
    write(&out.join("contract.rs"), &contract.tables());
}
