//! Commands that show what is inside: `dump`, `draw`, `externals`.

use std::fmt::Write as _;

use ir::FuncId;
use report::Outcome;

use crate::args::{ChangeArgs, DumpArgs, ToolArgs};
use crate::output::usage;
use crate::{inputs, library};

/// The listing of a program.
pub(crate) fn dump(args: &DumpArgs, color: bool) -> Result<String, Outcome> {
    let loaded = inputs::read(&args.tool.inputs, &ChangeArgs::default(), &args.tool.compile, color)?;
    let options =
        ir::LoadOptions { promote: !args.no_promote, keep_dead: args.keep_dead, ..ir::LoadOptions::default() };
    let _stay = inputs::reading(&loaded);
    let program = ir::load(&inputs::for_loader(&loaded), &options, &library::library()).map_err(inputs::load_error)?;
    if args.all && args.function.is_empty() {
        return Ok(ir::disassemble::program(&program));
    }
    let wanted = |f: &ir::Function| match args.function.is_empty() {
        true => !f.library,
        false => args.function.iter().any(|name| *name == f.name || *name == f.display_name),
    };
    let ids = (0..).map(FuncId).zip(&program.functions).filter(|(_, f)| wanted(f));
    let listings: Vec<String> = ids.map(|(id, _)| ir::disassemble::function(&program, id)).collect();
    match listings.is_empty() {
        true => Err(usage(
            format!("no function {} is reachable from main", args.function.join(", ")),
            "--function",
            "verify dump --all, which shows them all",
        )),
        false => Ok(listings.join("\n")),
    }
}

/// A table of what the program needs from outside.
pub(crate) fn externals(args: &ToolArgs, color: bool) -> Result<String, Outcome> {
    let loaded = inputs::read(&args.inputs, &ChangeArgs::default(), &args.compile, color)?;
    let _stay = inputs::reading(&loaded);
    let list = ir::externals(&inputs::for_loader(&loaded), &library::library()).map_err(inputs::load_error)?;
    let mut out = String::new();
    // The symbol is what --stub and a definition in assembly would name.
    let spell = |symbol: &str| match ir::source_name(symbol) {
        name if name == symbol => name,
        name => format!("{name} ({symbol})"),
    };
    let column = list.iter().map(|e| spell(&e.name).chars().count()).max().unwrap_or(0);
    for external in &list {
        let state = if external.modelled { "modelled    " } else { "not modelled" };
        let callers: Vec<String> = external.callers.iter().map(|symbol| ir::source_name(symbol)).collect();
        let callers = callers.join(", ");
        let _ = writeln!(out, "{:<column$}  {state}  used in {callers}", spell(&external.name));
    }
    let missing = list.iter().filter(|e| !e.modelled).count();
    let _ = match (list.len(), missing) {
        (0, _) => writeln!(out, "The program needs nothing from outside."),
        (_, 0) => writeln!(out, "\nAll of them are modelled."),
        (_, n) => writeln!(
            out,
            "\n{n} not modelled: reaching one ends with `unsupported` (exit code 3); a definition in a further input \
             helps."
        ),
    };
    Ok(out)
}
