//! Compiles `shim/shim.cpp`, which fills the gaps of LLVM's C interface.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{env, fail, modified, run, tool};

const FLAGS: &[&str] = &["-c", "-std=c++17", "-O1", "-DNDEBUG", "-fPIC", "-fno-exceptions", "-fno-rtti", "-Wall"];

/// Leaves a static library in `out`, made anew only if the source has changed, and tells cargo to
/// link it: this script also runs when the C library changes, which happens more often.
pub(crate) fn build(out: &Path) {
    let here = PathBuf::from(env("CARGO_MANIFEST_DIR"));
    let source = here.join("shim/shim.cpp");
    let library = out.join("libaugur_shim.a");
    println!("cargo:rerun-if-changed={}", source.display());
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=augur_shim");
    println!("cargo:rustc-link-lib=stdc++");
    if modified(&library) > modified(&source).max(modified(&here.join("build/shim.rs"))) {
        return;
    }
    let headers = run(tool("llvm-config"), &["--includedir".as_ref()]);
    let object = out.join("shim.o");
    let mut command = Command::new(tool("clang++"));
    command.args(FLAGS).arg("-isystem").arg(headers.trim()).arg(&source).arg("-o").arg(&object);
    let status = command.status();
    if !status.as_ref().is_ok_and(|status| status.success()) {
        fail(&format!("clang++-22 failed on {}: {status:?}", source.display()));
    }
    // An archive that is there would be added to.
    let _ = std::fs::remove_file(&library);
    run(tool("llvm-ar"), &["crs".as_ref(), library.as_os_str(), object.as_os_str()]);
}
