//! A readable listing of a lowered program.

use std::fmt::Write as _;

use crate::op::{Args, Op, Pc, Src};
use crate::program::{FuncId, Function, Program, Shadow, VarPlace, Word};

/// The listing of one function.
pub fn function(program: &Program, id: FuncId) -> String {
    let function = program.function(id);
    let mut out = String::new();
    let _ = writeln!(out, "{}", heading(function, id));
    let targets = targets(function);
    let mut last = None;
    for (i, op) in function.ops.iter().enumerate() {
        let pc = Pc(i as u32);
        let loc = function.locs[i];
        if last != Some(loc) {
            last = Some(loc);
            if let Some(location) = program.location(loc) {
                let file = &program.files[location.file as usize].name;
                let _ = writeln!(out, "      ; {file}:{}:{}", location.line, location.column);
            }
        }
        for event in function.var_events.iter().filter(|e| e.pc == pc) {
            let name = &function.variables[event.variable as usize].name;
            let _ = writeln!(out, "      ; {name} {}", place(program, event.place));
        }
        let mark = if targets.contains(&pc.0) { '>' } else { ' ' };
        let _ = writeln!(out, "{mark}{i:4}  {}", line(program, function, op));
    }
    out
}

/// The listing of a whole program.
pub fn program(program: &Program) -> String {
    let mut out = String::new();
    let first = Program::FIRST_GLOBAL as usize;
    for (i, global) in program.globals.iter().enumerate() {
        let kind = if global.constant { "constant" } else { "global" };
        let (name, size) = (&global.name, global.size);
        let _ = writeln!(out, "{kind} {} {name}: {size} bytes", first + i);
        for (at, pointer) in &global.pointers {
            let _ = writeln!(out, "    +{at}: {}", word(program, *pointer));
        }
    }
    for (i, global) in program.thread_locals.iter().enumerate() {
        let _ = writeln!(out, "thread-local {i} {}: {} bytes", global.name, global.size);
    }
    for id in 0..program.functions.len() {
        out.push('\n');
        out.push_str(&function(program, FuncId(id as u32)));
    }
    out
}

/// Slots live before and across each op, for tests and for the curious.
pub fn live_sets(function: &Function) -> String {
    let mut out = String::new();
    for pc in 0..function.ops.len() {
        let before = &function.live_sets[function.live_in[pc] as usize];
        let across = &function.live_sets[function.live_across[pc] as usize];
        let _ = writeln!(out, "{pc}: in {before:?} across {across:?}");
    }
    out
}

fn heading(function: &Function, id: FuncId) -> String {
    let params: Vec<String> = function
        .params
        .iter()
        .map(|(slot, words)| match words {
            1 => format!("%{slot}"),
            _ => format!("%{slot}:{words}"),
        })
        .collect();
    let mut text = format!("function {} {}({})", id.0, function.name, params.join(", "));
    if let Some(block) = function.va_block {
        let _ = write!(text, " variadic %{block}");
    }
    if function.library {
        text.push_str(" library");
    }
    let words = function.frame_words;
    let _ = write!(text, " frame {words} result {}", function.result_words);
    text
}

fn targets(function: &Function) -> Vec<u32> {
    let mut targets = Vec::new();
    for op in &function.ops {
        op.clone().targets(&mut |to| targets.push(to.0));
    }
    for table in &function.switches {
        targets.push(table.default.0);
        targets.extend(table.cases.iter().map(|c| c.1.0));
    }
    targets
}

/// One op, with constants, callees and tables spelled out.
fn line(program: &Program, function: &Function, op: &Op) -> String {
    let mut text = constants_in(program, &op.to_string());
    match op {
        Op::Call { callee, args, .. } => {
            let name = &program.functions[*callee as usize].name;
            let _ = write!(text, " ; {name}{}", arguments(program, function, *args));
        }
        Op::Math { function: name, args, .. } => {
            let name = &program.host_functions[*name as usize];
            let _ = write!(text, " ; {name}{}", arguments(program, function, *args));
        }
        Op::CallIndirect { args, .. } | Op::Trap { args, .. } => {
            let _ = write!(text, " ; {}", arguments(program, function, *args));
        }
        Op::Switch { table, .. } | Op::IndirectJump { table, .. } => {
            let table = &function.switches[*table as usize];
            for (value, to) in &table.cases {
                let _ = write!(text, " {value}:@{}", to.0);
            }
            let _ = write!(text, " else:@{}", table.default.0);
        }
        Op::Unsupported { text: id } => {
            let _ = write!(text, " ; {}", program.texts[*id as usize]);
        }
        Op::Shuffle { mask, .. } => {
            let _ = write!(text, " ; {:?}", function.shuffles[*mask as usize]);
        }
        _ => {}
    }
    text
}

/// Replaces `#n` by the constant's value.
fn constants_in(program: &Program, text: &str) -> String {
    let words: Vec<String> = text
        .split(' ')
        .map(|field| match field.split_once("=#") {
            Some((name, index)) => match index.parse::<u32>() {
                Ok(index) => format!("{name}={}", source(program, Src::constant(index))),
                Err(_) => field.to_string(),
            },
            None => field.to_string(),
        })
        .collect();
    words.join(" ")
}

fn arguments(program: &Program, function: &Function, args: Args) -> String {
    let list: Vec<String> = function.args[args.range()]
        .iter()
        .map(|arg| match arg.words {
            1 => source(program, arg.src),
            words => format!("{}:{words}", source(program, arg.src)),
        })
        .collect();
    format!("({})", list.join(", "))
}

fn source(program: &Program, src: Src) -> String {
    match src.is_constant() {
        true => word(program, program.constants[src.index()]),
        false => format!("%{}", src.0),
    }
}

fn word(program: &Program, word: Word) -> String {
    match word.shadow {
        Shadow::UNDEF => "undef".to_string(),
        Shadow::POINTER => {
            let object = word.object();
            let name = match program.function_of_object(object) {
                Some(f) => &program.function(f).name,
                None => {
                    let index = object.wrapping_sub(Program::FIRST_GLOBAL);
                    match program.globals.get(index as usize) {
                        Some(global) => &global.name,
                        None => return format!("object {object}"),
                    }
                }
            };
            match word.bits as i32 {
                0 => format!("&{name}"),
                offset => format!("&{name}{offset:+}"),
            }
        }
        _ if word.bits >> 63 != 0 => format!("{}", word.bits as i64),
        _ => format!("{}", word.bits),
    }
}

fn place(program: &Program, place: VarPlace) -> String {
    match place {
        VarPlace::Value(src) => format!("= {}", source(program, src)),
        VarPlace::Memory { pointer, offset } => {
            format!("at {}{offset:+}", source(program, pointer))
        }
        VarPlace::Part { value, offset, bytes } => {
            format!("bytes {offset} to {} = {}", offset + bytes, source(program, value))
        }
        VarPlace::Gone => "gone".into(),
        VarPlace::PartGone { offset, bytes } => format!("bytes {offset} to {} gone", offset + bytes),
    }
}
