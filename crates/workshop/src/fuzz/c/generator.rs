//! A whole program: types, globals, functions, main.
//!
//! Functions call only those before them, loops run a number of times that is
//! known, and each function carries what it costs, so every program ends soon.
//! What it computed goes into a checksum, which is printed after each step of
//! main, and into the exit status.

use super::choices::Choices;
use super::types::{Float, Int, Lane, Member, Place, Struct, Ty, U32, U64, VECTORS};
use std::fmt::Write;

/// Steps that a call or a program may take, roughly.
const FUNCTION_COST_MAX: usize = 400;
const MAIN_COST_MAX: usize = 3000;

const PRELUDE: &str = "\
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int8_t i8; typedef int16_t i16; typedef int32_t i32; typedef int64_t i64; typedef __int128 i128;
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64; typedef unsigned __int128 u128;

static u64 sum = 14695981039346656037u;
static void mix(u64 n) { sum = (sum ^ n) * 1099511628211u; sum ^= sum >> 29; }
static void mix_wide(u128 n) { mix((u64)n), mix((u64)(n >> 64)); }
static void mix_real(double x)
{
    u64 n;
    memcpy(&n, &x, sizeof n);
    mix(x != x ? 7 : n);
}
static double clamp(double x, double low, double high) { return x != x ? 0 : x < low ? low : x > high ? high : x; }
";

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub ty: Ty,
    pub pointer: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: String,
    pub result: Ty,
    pub parameters: Vec<Parameter>,
    pub cost: usize,
    /// Called through a pointer.
    pub indirect: bool,
}

pub(super) struct Generator {
    pub choices: Choices,
    pub structs: Vec<Struct>,
    pub scope: Vec<Place>,
    pub functions: Vec<Function>,
    /// The counters of the loops around.
    pub counters: Vec<String>,
    /// How often the present statement is executed.
    pub times: usize,
    pub cost: usize,
    pub cost_max: usize,
    pub text: String,
    pub indent: usize,
    /// What a return statement returns.
    pub result: Option<Ty>,
    names: usize,
}

/// A program and the choices that lead to it.
pub(super) fn generate(choices: Choices) -> (String, Vec<u32>) {
    let mut generator = Generator {
        choices,
        structs: Vec::new(),
        scope: Vec::new(),
        functions: Vec::new(),
        counters: Vec::new(),
        times: 1,
        cost: 0,
        cost_max: FUNCTION_COST_MAX,
        text: PRELUDE.to_owned(),
        indent: 0,
        result: None,
        names: 0,
    };
    generator.program();
    (generator.text, generator.choices.taken())
}

impl Generator {
    fn program(&mut self) {
        for vector in VECTORS {
            let element = vector.element();
            let _ = writeln!(
                self.text,
                "typedef {element} {} __attribute__((ext_vector_type({})));",
                vector.name, vector.lanes
            );
        }
        for number in 0..self.choices.below(4) {
            self.structure_type(number);
        }
        self.variadic_function();
        for _ in 0..2 + self.choices.below(7) {
            self.global();
        }
        for number in 0..1 + self.choices.below(5) {
            self.function(number);
        }
        self.main();
    }

    /// A name that is used nowhere else.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.indent));
    }

    /// What is left for one execution of the present statement.
    pub(super) fn room(&self) -> usize {
        self.cost_max.saturating_sub(self.cost) / self.times
    }

    pub(super) fn spend(&mut self, cost: usize) {
        self.cost += cost * self.times;
    }

    // ---- types ----

    fn structure_type(&mut self, number: usize) {
        let union = self.choices.percent(20);
        let packed = !union && self.choices.percent(15);
        let mut members = Vec::new();
        match union {
            true => members.extend(self.union_members()),
            false => {
                for at in 0..1 + self.choices.below(6) {
                    members.push(self.member(format!("m{at}"), number));
                }
            }
        }
        let packing = if packed { "__attribute__((packed)) " } else { "" };
        let (open, close) = if union { ("union { ", "}; ") } else { ("", "") };
        let mut text = format!("struct {packing}s{number} {{ {open}");
        for member in &members {
            let field = member.field.map_or(String::new(), |bits| format!(" : {bits}"));
            let array = member.array.map_or(String::new(), |length| format!("[{length}]"));
            let _ = write!(text, "{} {}{array}{field}; ", member.ty.name(), member.name);
        }
        self.line(&format!("{text}{close}}};"));
        self.structs.push(Struct { members });
    }

    fn member(&mut self, name: String, number: usize) -> Member {
        let plain = |ty| Member { name: name.clone(), ty, field: None, array: None };
        match self.choices.below(8) {
            0..3 => plain(Ty::scalar(&mut self.choices)),
            3..6 => {
                let mut int = Int::any(&mut self.choices);
                if int.exact || int.bits > 64 {
                    int = U32;
                }
                let bits = 1 + self.choices.below(int.bits as usize) as u32;
                Member { field: Some(bits), ..plain(Ty::Int(int)) }
            }
            6 => {
                let array = Some(1 << self.choices.below(4));
                Member { array, ..plain(Ty::Int(Int::any(&mut self.choices))) }
            }
            _ if number > 0 => plain(Ty::Struct(self.choices.below(number))),
            _ => plain(Ty::Vector(*self.choices.pick(VECTORS))),
        }
    }

    /// All of eight bytes, so that each defines the others.
    fn union_members(&mut self) -> Vec<Member> {
        let int = |bits, signed| Ty::Int(Int { bits, signed, exact: false });
        let all = [(64, None), (64, None), (32, Some(2)), (16, Some(4)), (8, Some(8))];
        let mut members = vec![Member { name: "m0".into(), ty: Ty::Int(U64), field: None, array: None }];
        for at in 1..2 + self.choices.below(4) {
            let (bits, array) = *self.choices.pick(&all);
            let signed = self.choices.below(2) == 0;
            members.push(Member { name: format!("m{at}"), ty: int(bits, signed), field: None, array });
        }
        members
    }

    /// Makes a variable and what it consists of known.
    pub(super) fn declare(&mut self, text: &str, ty: Ty, constant: bool) {
        self.scope.push(Place { text: text.to_owned(), ty, constant });
        match ty {
            Ty::Struct(number) => {
                for member in self.structs[number].members.clone() {
                    let index = member.array.map_or(String::new(), |length| format!("[@{length}]"));
                    let inner = format!("{text}.{}{index}", member.name);
                    self.declare(&inner, member.ty, constant);
                }
            }
            Ty::Vector(vector) => {
                let ty = match vector.lane {
                    Lane::Int(int) => Ty::Int(int),
                    Lane::Float(float) => Ty::Float(float),
                };
                self.scope.push(Place { text: format!("{text}[@{}]", vector.lanes), ty, constant });
            }
            _ => {}
        }
    }

    /// A type for a variable.
    pub(super) fn any_type(&mut self) -> Ty {
        match self.choices.below(10) {
            0..6 => Ty::scalar(&mut self.choices),
            6..8 if !self.structs.is_empty() => Ty::Struct(self.choices.below(self.structs.len())),
            6..9 => Ty::Vector(*self.choices.pick(VECTORS)),
            _ => Ty::scalar(&mut self.choices),
        }
    }

    // ---- globals ----

    fn global(&mut self) {
        let ty = self.any_type();
        let name = self.name("g");
        let constant = self.choices.percent(15);
        let prefix = *self.choices.pick(&["static ", "", "static _Thread_local ", "static volatile "]);
        let volatile = prefix.contains("volatile") && matches!(ty, Ty::Int(_) | Ty::Float(_));
        let prefix = if prefix.contains("volatile") && !volatile { "static " } else { prefix };
        let prefix = if constant { "static const " } else { prefix };
        let array = self.choices.percent(30).then(|| 1 << (1 + self.choices.below(5)));
        let (type_name, initial) = (ty.name(), self.initializer(ty));
        match array {
            None => {
                self.line(&format!("{prefix}{type_name} {name} = {initial};"));
                self.declare(&name, ty, constant);
            }
            Some(length) => {
                let others = self.initializer(ty);
                self.line(&format!(
                    "{prefix}{type_name} {name}[{length}] = {{ {initial}, [{}] = {others} }};",
                    length - 1
                ));
                self.declare(&format!("{name}[@{length}]"), ty, constant);
            }
        }
    }

    fn initializer(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Int(int) => format!("({}){}", int.name(), self.choices.below(1000) as i64 - 300),
            Ty::Float(float) => format!("({}){}.25", float.name(), self.choices.below(100) as i64 - 30),
            Ty::Vector(vector) => {
                let lanes: Vec<String> = (0..vector.lanes).map(|_| self.choices.below(100).to_string()).collect();
                format!("{{ {} }}", lanes.join(", "))
            }
            Ty::Struct(number) => {
                let Some(first) = self.structs[number].members.first().cloned() else { return "{ 0 }".to_owned() };
                let inner = self.initializer(first.ty);
                match first.array {
                    Some(_) => format!("{{ .{} = {{ {inner} }} }}", first.name),
                    None => format!("{{ .{} = {inner} }}", first.name),
                }
            }
        }
    }

    // ---- functions ----

    /// A function that takes anything, told by letters what it is given: see `Generator::variadic_call`.
    fn variadic_function(&mut self) {
        self.line("static u64 take(const char *types, ...)");
        self.line("{");
        self.line("    u64 r = 0, n;");
        self.line("    double d;");
        self.line("    va_list list;");
        self.line("    va_start(list, types);");
        self.line("    for (; *types; types++) {");
        self.line("        r = r * 31 + 1;");
        self.line("        switch (*types) {");
        self.line("        case 'i': r ^= (u64)va_arg(list, i32); break;");
        self.line("        case 'l': r ^= va_arg(list, u64); break;");
        self.line("        case 'w': r ^= (u64)(va_arg(list, u128) >> 64); break;");
        self.line("        case 'd': case 'L':");
        self.line("            d = *types == 'd' ? va_arg(list, double) : (double)va_arg(list, long double);");
        self.line("            memcpy(&n, &d, sizeof n), r ^= d != d ? 7 : n;");
        self.line("            break;");
        self.line("        case 'v': r ^= va_arg(list, v4u32)[2]; break;");
        for number in 0..self.structs.len() {
            let first = &self.structs[number].members[0];
            let use_it = match (first.ty, first.array) {
                (Ty::Int(_), None) => format!("r ^= (u64)s.{};", first.name),
                (Ty::Int(_), Some(_)) => format!("r ^= (u64)s.{}[0];", first.name),
                _ => String::new(),
            };
            self.line(&format!(
                "        case '{number}': {{ struct s{number} s = va_arg(list, struct s{number}); {use_it} break; }}"
            ));
        }
        self.line("        }");
        self.line("    }");
        self.line("    va_end(list);");
        self.line("    return r;");
        self.line("}");
    }

    fn function(&mut self, number: usize) {
        let result = self.any_type();
        let name = format!("f{number}");
        let before = self.scope.len();
        let mut parameters = Vec::new();
        let mut listed = Vec::new();
        for at in 0..self.choices.below(6) {
            let ty = self.any_type();
            let pointer = matches!(ty, Ty::Int(_) | Ty::Struct(_)) && self.choices.percent(30);
            let pointer = pointer && self.scope[..before].iter().any(|p| p.ty == ty && !p.constant && p.addressable());
            listed.push(format!("{} {}a{at}", ty.name(), if pointer { "*" } else { "" }));
            let text = if pointer { format!("(*a{at})") } else { format!("a{at}") };
            self.declare(&text, ty, false);
            parameters.push(Parameter { ty, pointer });
        }
        let attribute = *self.choices.pick(&["", "__attribute__((noinline)) ", "inline "]);
        let listed = if listed.is_empty() { "void".to_owned() } else { listed.join(", ") };
        self.line(&format!("static {attribute}{} {name}({listed})", result.name()));
        (self.cost, self.cost_max, self.times, self.result) = (0, FUNCTION_COST_MAX, 1, Some(result));
        self.line("{");
        self.indent += 1;
        let count = 1 + self.choices.below(5);
        self.statements(count, 2);
        let value = self.expr(result, 2);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.scope.truncate(before);
        let indirect = self.choices.percent(25);
        if indirect {
            let types: Vec<String> =
                parameters.iter().map(|p| format!("{}{}", p.ty.name(), if p.pointer { " *" } else { "" })).collect();
            let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
            self.line(&format!("static {} (*p_{name})({types}) = {name};", result.name()));
        }
        self.functions.push(Function { name, result, parameters, cost: self.cost + 5, indirect });
    }

    fn main(&mut self) {
        self.line("int main(void)");
        self.line("{");
        self.indent += 1;
        (self.cost, self.cost_max, self.times, self.result) = (0, MAIN_COST_MAX, 1, None);
        for _ in 0..2 + self.choices.below(8) {
            self.statements(1, 2);
            self.line("printf(\"%016lx\\n\", (long)sum);");
        }
        for place in self.scope.clone() {
            let text = place.text.replace("[@", "[").replace(']', " - 1]");
            self.mix(&text, place.ty);
        }
        self.line("printf(\"%016lx\\n\", (long)sum);");
        self.line("return sum & 127;");
        self.indent -= 1;
        self.line("}");
    }

    /// Adds a value to the checksum.
    pub(super) fn mix(&mut self, text: &str, ty: Ty) {
        match ty {
            Ty::Int(Int { bits: ..=64, .. }) => self.line(&format!("mix((u64){text});")),
            Ty::Int(_) => self.line(&format!("mix_wide((u128){text});")),
            Ty::Float(Float::Double | Float::Single) => self.line(&format!("mix_real({text});")),
            Ty::Float(_) => self.line(&format!("mix_real((double){text});")),
            Ty::Vector(_) | Ty::Struct(_) => {}
        }
    }
}
