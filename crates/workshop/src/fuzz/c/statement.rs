//! Statements: assignments, branches, loops that end, switches, blocks.

use super::generator::Generator;
use super::types::{I32, Int, Lane, Place, Ty, U32};

impl Place {
    /// Whether `&` may be applied: not to bit-fields, lanes and members of packed structs, nor to
    /// what is volatile or has indices. A plain name is safe.
    pub(super) fn addressable(&self) -> bool {
        self.text.chars().all(|c| c.is_ascii_alphanumeric())
    }
}

impl Generator {
    pub(super) fn statements(&mut self, count: usize, depth: u32) {
        let before = self.scope.len();
        for _ in 0..count {
            if self.room() < 3 {
                break;
            }
            self.statement(depth);
        }
        // In main everything stays to the end.
        if self.result.is_some() || self.indent > 1 {
            self.scope.truncate(before);
        }
    }

    fn statement(&mut self, depth: u32) {
        self.spend(3);
        let kind = if depth == 0 { self.choices.below(8) } else { self.choices.below(18) };
        match kind {
            0 | 8 | 9 => self.mixed(),
            1..5 => self.assignment(),
            5 | 6 => self.local(),
            7 => self.exchange(),
            10 | 11 => self.branch(depth),
            12 | 13 => self.counted_loop(depth),
            14 => self.array_loop(),
            15 => self.switch(depth),
            16 => self.early_return(),
            _ => self.pointer_walk(),
        }
    }

    fn mixed(&mut self) {
        let ty = Ty::scalar(&mut self.choices);
        let value = self.expr(ty, 3);
        self.mix(&value, ty);
    }

    fn assignment(&mut self) {
        let Some(place) = self.place(|place| !place.constant) else { return self.mixed() };
        let to = self.use_place(&place);
        let value = self.expr(place.ty, 3);
        match place.ty {
            Ty::Int(int) if self.choices.percent(35) => self.compound(&to, int, &value),
            Ty::Float(_) if self.choices.percent(35) => {
                let op = *self.choices.pick(&["+", "-", "*", "/"]);
                self.line(&format!("{to} {op}= {value};"));
            }
            _ => self.line(&format!("{to} = {value};")),
        }
    }

    /// Only what cannot overflow in the promoted type.
    fn compound(&mut self, to: &str, int: Int, value: &str) {
        let narrow = int.bits < 16 && !int.exact || !int.signed && int.bits != 16;
        let ops: &[&str] = if narrow { &["+", "-", "^", "|", "&", "*"] } else { &["^", "|", "&"] };
        match self.choices.below(4) {
            0 if narrow && int.bits > 1 => {
                let op = *self.choices.pick(&["++", "--"]);
                self.line(&format!("{to}{op};"));
            }
            1 => {
                let by = self.choices.below(int.bits.min(31) as usize);
                self.line(&format!("{to} >>= {by};"));
            }
            _ => {
                let op = *self.choices.pick(ops);
                self.line(&format!("{to} {op}= {value};"));
            }
        }
    }

    fn local(&mut self) {
        let ty = self.any_type();
        let name = self.name("v");
        let value = self.expr(ty, 2);
        match self.choices.below(5) {
            0 => {
                let length = 1 << (1 + self.choices.below(4));
                let type_name = ty.name();
                let more = match self.choices.percent(40) {
                    true => format!(" + ({} & 3)", self.int(U32, 1)),
                    false => String::new(),
                };
                self.line(&format!("{type_name} {name}[{length}{more}];"));
                self.line(&format!("for (int i = 0; i < {length}; i++) {name}[i] = {value};"));
                self.spend(length * 2);
                self.declare(&format!("{name}[@{length}]"), ty, false);
            }
            1 if matches!(ty, Ty::Int(_)) => {
                let Some(place) = self.place(|place| place.ty == ty && !place.constant && place.addressable()) else {
                    return self.mixed();
                };
                let target = self.use_place(&place);
                self.line(&format!("{} *{name} = &{target};", ty.name()));
                self.scope.push(Place { text: format!("(*{name})"), ty, constant: false });
            }
            2 | 3 if matches!(ty, Ty::Struct(_)) => {
                self.line(&format!("{} {name};", ty.name()));
                self.fill_members(&name, ty);
                self.declare(&name, ty, false);
            }
            _ => {
                self.line(&format!("{} {name} = {value};", ty.name()));
                self.declare(&name, ty, false);
            }
        }
    }

    /// Assigns to each member of a struct that has no value yet, the last one first.
    fn fill_members(&mut self, text: &str, ty: Ty) {
        let Ty::Struct(number) = ty else { return };
        for member in self.structs[number].members.clone().iter().rev() {
            let place = format!("{text}.{}", member.name);
            match (member.ty, member.array) {
                (Ty::Struct(_), None) => self.fill_members(&place, member.ty),
                (_, None) => {
                    let value = self.expr(member.ty, 1);
                    self.line(&format!("{place} = {value};"));
                }
                (_, Some(length)) => {
                    for at in 0..length {
                        let value = self.expr(member.ty, 0);
                        self.line(&format!("{place}[{at}] = {value};"));
                    }
                }
            }
        }
    }

    /// Copies between places of the same type, in several ways.
    fn exchange(&mut self) {
        let Some(to) = self.place(|place| !place.constant && !matches!(place.ty, Ty::Float(_))) else { return };
        let ty = to.ty;
        let Some(from) = self.place(|place| place.ty == ty) else { return };
        let whole = |place: &Place| place.addressable();
        let (direct, a) = (whole(&to) && whole(&from), self.use_place(&to));
        let b = self.use_place(&from);
        match self.choices.below(3) {
            1 if direct && a != b => self.line(&format!("memmove((void *)&{a}, (void *)&{b}, sizeof {a});")),
            2 => self.line(&format!("{{ {} t = {b}; {a} = t; }}", ty.name())),
            _ => self.line(&format!("{a} = {b};")),
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition(2);
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.choices.percent(50) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn block(&mut self, depth: u32) {
        self.indent += 1;
        let count = 1 + self.choices.below(3);
        self.statements(count, depth - 1);
        self.indent -= 1;
    }

    fn counted_loop(&mut self, depth: u32) {
        let times = (1 + self.choices.below(9)).min(self.room() / 8);
        if times < 2 {
            return self.assignment();
        }
        let counter = self.name("n");
        let head = match self.choices.below(4) {
            0 => format!("for (int {counter} = 0; {counter} < {times}; {counter}++) {{"),
            1 => format!("for (u32 {counter} = {times}; {counter}-- > 0;) {{"),
            2 => format!("for (i64 {counter} = -{times}; {counter} < 0; {counter}++) {{"),
            _ => format!("for (u8 {counter} = 0; {counter} < {}; {counter} += 3) {{", times * 3),
        };
        self.line(&head);
        self.counters.push(counter);
        self.times *= times;
        self.block(depth);
        if self.choices.percent(20) {
            let condition = self.condition(1);
            let leave = *self.choices.pick(&["break", "continue"]);
            self.indent += 1;
            self.line(&format!("if ({condition}) {leave};"));
            self.block(depth);
            self.indent -= 1;
        }
        self.times /= times;
        self.counters.pop();
        self.line("}");
    }

    /// A loop over arrays as compilers like to vectorise it.
    fn array_loop(&mut self) {
        let length = 8 << self.choices.below(3);
        if self.room() < length * 4 {
            return self.assignment();
        }
        self.spend(length * 3);
        let int = Int::any(&mut self.choices);
        let int = if int.exact || int.bits == 1 { U32 } else { int };
        let (name, wide) = (int.name(), int.wrapping().name());
        let (a, b) = (self.name("x"), self.name("y"));
        let (first, seed) = (self.int(int, 1), self.int(int, 1));
        self.line(&format!("{name} {a}[{length}], {b}[{length}];"));
        self.line(&format!(
            "for (int i = 0; i < {length}; i++) {a}[i] = ({name})(({wide}){first} + ({wide})i * ({wide}){seed}), {b}[i] = ({name})(i * 3);"
        ));
        let shift = self.choices.below(length);
        let op = *self.choices.pick(&["+", "-", "*", "^", "&", "|"]);
        let mask = length - 1;
        let body = match self.choices.below(5) {
            0 => format!("{b}[i] = ({name})(({wide}){a}[i] {op} ({wide}){b}[i])"),
            1 => format!("{b}[i] = ({name})(({wide}){a}[(i + {shift}) & {mask}] {op} ({wide}){b}[i])"),
            2 => format!("{b}[i] = {a}[i] > {b}[i] ? {a}[i] : ({name})(({wide}){b}[i] {op} ({wide}){a}[i])"),
            3 => format!("if ({a}[i] & 1) {b}[i] = ({name})(({wide}){b}[{mask} - i] {op} ({wide}){a}[i])"),
            _ => format!("{a}[i] = ({name})(({wide}){a}[i] {op} ({wide}){b}[{mask} - i]), {b}[i] = {a}[i]"),
        };
        self.line(&format!("for (int i = 0; i < {length}; i++) {body};"));
        let total = self.name("t");
        self.line(&format!("{wide} {total} = 0;"));
        let reduce = *self.choices.pick(&["+=", "^=", "|=", "="]);
        match reduce {
            "=" => self.line(&format!(
                "for (int i = 0; i < {length}; i++) {total} = ({wide}){b}[i] > {total} ? ({wide}){b}[i] : {total};"
            )),
            _ => self.line(&format!("for (int i = 0; i < {length}; i++) {total} {reduce} ({wide}){b}[i];")),
        }
        self.mix(&total, Ty::Int(int.wrapping()));
        self.declare(&format!("{b}[@{length}]"), Ty::Int(int), false);
    }

    fn switch(&mut self, depth: u32) {
        let int = Int::any(&mut self.choices);
        let int = if int.exact || int.bits == 128 { I32 } else { int };
        let value = self.int(int, 2);
        let cases = 1 + self.choices.below(7);
        let spread = 1 + self.choices.below(3);
        let modulus = if int.bits > 1 { format!(" % {}", cases * spread + 2) } else { String::new() };
        self.line(&format!("switch ({value}{modulus}) {{"));
        let count = if int.bits == 1 { 2 } else { cases };
        for case in 0..count {
            self.line(&format!("case {}: {{", if int.bits == 1 { case } else { case * spread }));
            self.block(depth);
            self.line("}");
            if !self.choices.percent(25) {
                self.line("    break;");
            }
        }
        if int.bits > 1 {
            self.line("default:");
            self.indent += 1;
            self.mixed();
            self.indent -= 1;
        }
        self.line("}");
    }

    fn early_return(&mut self) {
        let Some(result) = self.result else { return self.assignment() };
        let (condition, value) = (self.condition(2), self.expr(result, 1));
        self.line(&format!("if ({condition}) return {value};"));
    }

    /// A pointer that moves through an array.
    fn pointer_walk(&mut self) {
        let arrays = |place: &Place| {
            let ends = place.text.ends_with(']') && place.text.matches('@').count() == 1;
            ends && matches!(place.ty, Ty::Int(int) if int.bits <= 64) && !place.text.contains(['.', '*'])
        };
        let Some(place) = self.place(arrays) else { return self.assignment() };
        let Some((base, rest)) = place.text.split_once("[@") else { return };
        let length: usize = rest.trim_end_matches(']').parse().unwrap_or(1);
        let in_vector = self
            .scope
            .iter()
            .any(|other| other.text == base && matches!(other.ty, Ty::Vector(v) if matches!(v.lane, Lane::Int(_))));
        if in_vector || self.room() < length * 2 {
            return self.assignment();
        }
        self.spend(length * 2);
        let (name, ty) = (self.name("p"), place.ty.name());
        let step = 1 + self.choices.below(3);
        self.line(&format!(
            "for (const volatile {ty} *{name} = {base}; {name} - {base} < {length}; {name} += {step}) mix((u64)*{name});"
        ));
    }
}
