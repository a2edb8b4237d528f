//! Compiles the table of the host's functions, which only C can call: Rust has no `long double`.

fn main() {
    println!("cargo:rerun-if-changed=src/table.c");
    cc::Build::new().file("src/table.c").flag("-fno-builtin").flag("-std=gnu11").opt_level(1).compile("hostmath");
    println!("cargo:rustc-link-lib=m");
}
