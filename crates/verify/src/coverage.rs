//! What a search has reached of the user's code, also as lcov writes it.

use std::collections::BTreeMap;
use std::fmt::Write;

use machine::{Covered, Image};
use report::{Coverage, CoveredFile, CoveredFunction};

use crate::output::clean;

/// By function and, if instructions were noted, by line.
pub(crate) fn describe(image: &Image, covered: &Covered) -> Coverage {
    let program = &image.program;
    let path = |file: u32| program.files.get(file as usize).map(|file| file.name.clone()).unwrap_or_default();
    let mut functions = Vec::new();
    let mut files: BTreeMap<String, BTreeMap<u32, bool>> = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        let Some(at) = program.location(function.loc) else { continue };
        let id = u32::try_from(index).map(ir::FuncId);
        if at.line == 0 || !id.is_ok_and(|id| image.is_users(id)) {
            continue;
        }
        let entered = covered.functions.get(index).copied().unwrap_or(false);
        functions.push(CoveredFunction {
            name: function.display_name.clone(),
            file: path(at.file),
            line: at.line,
            entered,
        });
        for (loc, reached) in function.locs.iter().zip(covered.ops.get(index).into_iter().flatten()) {
            let Some(at) = program.location(*loc).filter(|at| at.line != 0 && !at.library) else { continue };
            *files.entry(path(at.file)).or_default().entry(at.line).or_default() |= *reached;
        }
    }
    functions.sort_by(|a, b| (&a.file, a.line, &a.name).cmp(&(&b.file, b.line, &b.name)));
    let files = files.into_iter().map(|(file, lines)| CoveredFile { file, lines: lines.into_iter().collect() });
    Coverage { functions, files: files.collect() }
}

/// The tracefile that `genhtml` and others read. Lines were reached or not; nobody has counted how often.
pub(crate) fn lcov(coverage: &Coverage) -> String {
    let mut text = String::from("TN:\n");
    for CoveredFile { file, lines } in &coverage.files {
        let functions: Vec<_> = coverage.functions.iter().filter(|function| function.file == *file).collect();
        let _ = writeln!(text, "SF:{}", in_a_line(file));
        for function in &functions {
            let _ = writeln!(text, "FN:{},{}", function.line, in_a_line(&function.name));
        }
        for function in &functions {
            let _ = writeln!(text, "FNDA:{},{}", u8::from(function.entered), in_a_line(&function.name));
        }
        let entered = functions.iter().filter(|function| function.entered).count();
        let _ = writeln!(text, "FNF:{}\nFNH:{entered}", functions.len());
        for (line, reached) in lines {
            let _ = writeln!(text, "DA:{line},{}", u8::from(*reached));
        }
        let reached = lines.iter().filter(|(_, reached)| *reached).count();
        let _ = writeln!(text, "LF:{}\nLH:{reached}\nend_of_record", lines.len());
    }
    text
}

/// A name that ends no line and steers no terminal.
fn in_a_line(name: &str) -> String {
    clean(name, false).replace('\n', "\\n")
}
