//! Prints the listing of the given bitcode files: `cargo run -p ir --example dump -- a.bc`.

fn main() {
    let mut promote = true;
    let mut live = false;
    let mut files = Vec::new();
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--no-promote" => promote = false,
            "--live" => live = true,
            _ => files.push(arg),
        }
    }
    let contents: Vec<Vec<u8>> = files.iter().map(|f| std::fs::read(f).unwrap_or_default()).collect();
    let inputs: Vec<ir::Input> = files.iter().zip(&contents).map(|(name, bytes)| ir::Input { name, bytes }).collect();
    let options = ir::LoadOptions { promote };
    let start = std::time::Instant::now();
    match ir::load(&inputs, &options) {
        Ok(program) => {
            eprintln!(
                "loaded in {:?}: {} functions, {} ops, {} globals",
                start.elapsed(),
                program.functions.len(),
                program.functions.iter().map(|f| f.ops.len()).sum::<usize>(),
                program.globals.len(),
            );
            print!("{}", ir::disassemble::program(&program));
            if live {
                for f in &program.functions {
                    println!("{}\n{}", f.name, ir::disassemble::live_sets(f));
                }
            }
        }
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    }
}
