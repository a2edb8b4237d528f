//! Expressions without undefined behaviour.
//!
//! Integers wrap in the unsigned type of their width, or are cut down before a
//! signed operation that could overflow; divisors are never 0, shifts never too
//! wide, indices masked, floats clamped before they become integers. Everything
//! clang evaluates from left to right, so calls in operands are no matter.

use super::generator::Generator;
use super::types::{Float, I32, Int, Lane, Place, Ty, U32, U64, VECTORS, Vector};

/// Numbers where things change.
const EDGES: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "15",
    "31",
    "63",
    "100",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "0x80000000u",
    "0xffffffffu",
    "0x7fffffffffffffff",
    "0x8000000000000000u",
    "0xdeadbeefcafebabeu",
];
const FLOATS: &[&str] =
    &["0.0", "1.0", "0.5", "-1.0", "3.0", "0.1", "1e10", "-2.5", "1e-10", "16777217.0", "-0.0", "1e300"];

impl Generator {
    pub(super) fn expr(&mut self, ty: Ty, depth: u32) -> String {
        match ty {
            Ty::Int(int) => self.int(int, depth),
            Ty::Float(float) => self.float(float, depth),
            Ty::Vector(vector) => self.vector(vector, depth),
            Ty::Struct(number) => self.structure(number, depth),
        }
    }

    /// A condition.
    pub(super) fn condition(&mut self, depth: u32) -> String {
        match self.choices.below(3) {
            0 => self.compare(depth),
            1 => self.int(I32, depth),
            _ => {
                let op = *self.choices.pick(&["&&", "||"]);
                let (a, b) = (self.compare(depth), self.int(U32, depth.saturating_sub(1)));
                format!("({a} {op} {b})")
            }
        }
    }

    fn compare(&mut self, depth: u32) -> String {
        let ty = Ty::scalar(&mut self.choices);
        let op = *self.choices.pick(&["<", "==", "!=", ">", "<=", ">="]);
        let depth = depth.saturating_sub(1);
        let (a, b) = (self.expr(ty, depth), self.expr(ty, depth));
        format!("({a} {op} {b})")
    }

    pub(super) fn int(&mut self, int: Int, depth: u32) -> String {
        let name = int.name();
        if depth == 0 {
            return match self.choices.below(3) {
                0 => format!("(({name}){})", self.choices.pick(EDGES)),
                1 => format!("(({name}){})", self.choices.below(200)),
                _ => self.read_int(int),
            };
        }
        let below = depth - 1;
        match self.choices.below(21) {
            0 => self.read_int(int),
            20 if self.room() > 40 => self.variadic_call(int, below),
            1..5 => self.wrapping_arithmetic(int, below),
            5 => self.signed_arithmetic(int, below),
            6..8 => self.division(int, below),
            8..10 => self.shift(int, below),
            10 => {
                let inner = self.compare(below);
                format!("(({name}){inner})")
            }
            11 => {
                let (c, a, b) = (self.condition(below), self.int(int, below), self.int(int, below));
                format!("({c} ? {a} : {b})")
            }
            12..14 => {
                let other = Int::any(&mut self.choices);
                let inner = self.int(other, below);
                format!("(({name}){inner})")
            }
            14 => self.float_as_int(int, below),
            15 => {
                let op = *self.choices.pick(&["~", "-", "!"]);
                let wide = int.wrapping().name();
                let inner = self.int(int, below);
                format!("(({name}){op}({wide}){inner})")
            }
            16 => self.call(Ty::Int(int), below).unwrap_or_else(|| self.read_int(int)),
            17 => self.builtin(int, below),
            18 => self.lane_as_int(int, below),
            _ => {
                let (a, b) = (self.int(int, below), self.int(int, below));
                format!("({{ {name} t = {a}; t ^= ({name}){b}; t; }})")
            }
        }
    }

    fn read_int(&mut self, int: Int) -> String {
        let name = int.name();
        match self.place(|place| matches!(place.ty, Ty::Int(_))) {
            Some(place) => format!("(({name}){})", self.use_place(&place)),
            None => format!("(({name}){})", self.choices.pick(EDGES)),
        }
    }

    fn wrapping_arithmetic(&mut self, int: Int, depth: u32) -> String {
        let op = *self.choices.pick(&["+", "-", "*", "&", "|", "^"]);
        let (a, b) = (self.int(int, depth), self.int(int, depth));
        let (name, wide) = (int.name(), int.wrapping().name());
        format!("(({name})(({wide}){a} {op} ({wide}){b}))")
    }

    /// Signed operations that stay in range, so that the compiler may assume it.
    fn signed_arithmetic(&mut self, int: Int, depth: u32) -> String {
        let (a, b) = (self.int(I32, depth), self.int(I32, depth));
        let op = *self.choices.pick(&["+", "-", "*"]);
        format!("(({})(({a} % 30011) {op} ({b} % 30013)))", int.name())
    }

    fn division(&mut self, int: Int, depth: u32) -> String {
        let op = *self.choices.pick(&["/", "%"]);
        let (a, b) = (self.int(int, depth), self.int(int, depth));
        let name = int.name();
        match int.signed {
            // Neither 0 nor -1.
            true if int.bits > 3 => format!("(({name})({a} {op} ({name})(({b} & 3) + 2)))"),
            _ => {
                let wide = int.wrapping().name();
                format!("(({name})(({wide}){a} {op} (({wide}){b} | 1)))")
            }
        }
    }

    fn shift(&mut self, int: Int, depth: u32) -> String {
        let (a, by) = (self.int(int, depth), self.int(U32, depth));
        let name = int.name();
        let by = match self.choices.below(2) {
            0 => format!("({by} % {})", int.bits),
            _ => self.choices.below(int.bits as usize).to_string(),
        };
        match self.choices.below(3) {
            0 => format!("(({name})({a} >> {by}))"),
            1 => format!("(({name})(({}){a} << {by}))", int.wrapping().name()),
            // A rotation.
            _ if int.bits >= 32 && !int.exact => {
                let wide = int.wrapping().name();
                format!("(({name})(({wide}){a} << {by} | ({wide}){a} >> (-{by} & {})))", int.bits - 1)
            }
            _ => format!("(({name})({a} >> {by}))"),
        }
    }

    fn float_as_int(&mut self, int: Int, depth: u32) -> String {
        let float = Float::any(&mut self.choices);
        let inner = self.float(float, depth);
        let (low, high) = match (int.signed, int.bits) {
            (_, 1) => return format!("(({}){inner})", int.name()),
            (true, bits @ ..32) => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
            (true, _) => (-2_000_000_000, 2_000_000_000),
            (false, bits @ ..32) => (0, (1 << bits) - 1),
            (false, _) => (0, 4_000_000_000),
        };
        format!("(({})clamp((double){inner}, {low}.0, {high}.0))", int.name())
    }

    fn builtin(&mut self, int: Int, depth: u32) -> String {
        let name = int.name();
        let (a, b) = (self.int(U64, depth), self.int(U32, depth));
        let text = match self.choices.below(12) {
            0 => format!("__builtin_popcountl({a})"),
            1 => format!("__builtin_clzl({a} | 1)"),
            2 => format!("__builtin_ctz({b} | 0x40000000u)"),
            3 => format!("__builtin_bswap64({a})"),
            4 => format!("__builtin_bswap32({b})"),
            5 => format!("__builtin_bitreverse32({b})"),
            6 => format!("__builtin_ffs((i32){b})"),
            7 => format!("__builtin_parityl({a})"),
            8 => {
                let op = *self.choices.pick(&["add", "sub", "mul"]);
                let to = Int::any(&mut self.choices);
                let to = if to.bits == 1 || to.bits > 64 { I32 } else { to };
                let signed = self.int(I32, 0);
                format!(
                    "({{ {} t; int o = __builtin_{op}_overflow({signed}, (i32){b}, &t); (u64)t * 2 + o; }})",
                    to.name()
                )
            }
            9 => format!("__builtin_rotateleft32({b}, (u32){a})"),
            10 => format!("__builtin_elementwise_max((i32){b}, (i32){a})"),
            _ => format!("__builtin_elementwise_sub_sat((i32){b}, (i32){a})"),
        };
        format!("(({name}){text})")
    }

    fn lane_as_int(&mut self, int: Int, depth: u32) -> String {
        let vector = *self.choices.pick(VECTORS);
        let inner = self.vector(vector, depth);
        let name = int.name();
        match vector.lane {
            Lane::Int(_) if self.choices.percent(40) => {
                let op = *self.choices.pick(&["xor", "or", "and", "max", "min", "add"]);
                format!("(({name})__builtin_reduce_{op}({inner}))")
            }
            Lane::Int(_) => {
                let index = self.index(vector.lanes);
                format!("(({name})({inner})[{index}])")
            }
            Lane::Float(_) => {
                let index = self.index(vector.lanes);
                format!("(({name})clamp((double)({inner})[{index}], 0.0, 1.0))")
            }
        }
    }

    pub(super) fn float(&mut self, float: Float, depth: u32) -> String {
        let name = float.name();
        if depth == 0 {
            return match self.choices.below(2) {
                0 => format!("(({name}){})", self.choices.pick(FLOATS)),
                _ => self.read_float(float),
            };
        }
        let below = depth - 1;
        match self.choices.below(10) {
            0 => self.read_float(float),
            1..5 => {
                let op = *self.choices.pick(&["+", "-", "*", "/"]);
                let (a, b) = (self.float(float, below), self.float(float, below));
                format!("({a} {op} {b})")
            }
            5 | 6 => {
                let other = Int::any(&mut self.choices);
                let inner = self.int(other, below);
                format!("(({name}){inner})")
            }
            7 => {
                let other = Float::any(&mut self.choices);
                let inner = self.float(other, below);
                format!("(({name}){inner})")
            }
            8 => {
                let (c, a, b) = (self.condition(below), self.float(float, below), self.float(float, below));
                format!("({c} ? {a} : {b})")
            }
            _ => {
                let of = *self.choices.pick(&["fabs", "floor", "ceil", "trunc", "sqrt", "rint", "round"]);
                let inner = self.float(Float::Double, below);
                format!("(({name})__builtin_{of}({inner}))")
            }
        }
    }

    fn read_float(&mut self, float: Float) -> String {
        let name = float.name();
        match self.place(|place| matches!(place.ty, Ty::Float(_))) {
            Some(place) => format!("(({name}){})", self.use_place(&place)),
            None => format!("(({name}){})", self.choices.pick(FLOATS)),
        }
    }

    pub(super) fn vector(&mut self, vector: Vector, depth: u32) -> String {
        let name = vector.name;
        let (below, integral) = (depth.saturating_sub(1), matches!(vector.lane, Lane::Int(_)));
        let kind = if depth == 0 { self.choices.below(2) } else { self.choices.below(12) };
        match kind {
            0 => match self.place(|place| place.ty == Ty::Vector(vector)) {
                Some(place) => self.use_place(&place),
                None => self.splat(vector, 0),
            },
            1 => self.splat(vector, below),
            2..6 => {
                let ops: &[&str] = if integral { &["+", "-", "*", "&", "|", "^"] } else { &["+", "-", "*", "/"] };
                let op = *self.choices.pick(ops);
                let (a, b) = (self.vector(vector, below), self.vector(vector, below));
                format!("({a} {op} {b})")
            }
            6 | 7 => {
                let (a, b) = (self.vector(vector, below), self.vector(vector, below));
                let mask: Vec<String> =
                    (0..vector.lanes).map(|_| self.choices.below(vector.lanes * 2).to_string()).collect();
                format!("__builtin_shufflevector({a}, {b}, {})", mask.join(", "))
            }
            8 if integral => {
                let (a, by) = (self.vector(vector, below), self.choices.below(vector.lane_bytes() * 8));
                let op = *self.choices.pick(&["<<", ">>"]);
                format!("({a} {op} {by})")
            }
            9 => {
                let op = *self.choices.pick(&["<", "==", ">=", "!="]);
                let (a, b) = (self.vector(vector, below), self.vector(vector, below));
                match integral {
                    true => format!("({name})({a} {op} {b})"),
                    // A mask of floats would be NaN.
                    false => format!("__builtin_convertvector({a} {op} {b}, {name})"),
                }
            }
            10 => {
                let (a, b, c) = (self.vector(vector, below), self.vector(vector, below), self.vector(vector, below));
                format!("({a} < {b} ? {b} : {c})")
            }
            11 => {
                let from: Vec<Vector> = VECTORS.iter().copied().filter(|v| v.lanes == vector.lanes).collect();
                let from = *self.choices.pick(&from);
                match (from.lane, vector.lane) {
                    (Lane::Float(_), Lane::Int(_)) => self.vector(vector, below),
                    _ => {
                        let inner = self.vector(from, below);
                        format!("__builtin_convertvector({inner}, {name})")
                    }
                }
            }
            _ => self.splat(vector, below),
        }
    }

    fn splat(&mut self, vector: Vector, depth: u32) -> String {
        let ty = match vector.lane {
            Lane::Int(int) => Ty::Int(int),
            Lane::Float(float) => Ty::Float(float),
        };
        let lanes: Vec<String> = (0..vector.lanes.min(4)).map(|_| self.expr(ty, depth.min(1))).collect();
        format!("({}){{ {} }}", vector.name, lanes.join(", "))
    }

    fn structure(&mut self, number: usize, depth: u32) -> String {
        if depth > 0
            && self.choices.percent(40)
            && let Some(call) = self.call(Ty::Struct(number), depth - 1)
        {
            return call;
        }
        match self.place(|place| place.ty == Ty::Struct(number)) {
            Some(place) => self.use_place(&place),
            None => format!("(struct s{number}){{ 0 }}"),
        }
    }

    /// A call of `take` with arguments of every class.
    fn variadic_call(&mut self, int: Int, depth: u32) -> String {
        let (mut letters, mut arguments) = (String::new(), Vec::new());
        for _ in 0..1 + self.choices.below(10) {
            let (letter, ty) = match self.choices.below(8) {
                0 | 1 => ('i', Ty::Int(I32)),
                2 => ('l', Ty::Int(U64)),
                3 => ('d', Ty::Float(Float::Double)),
                4 => ('L', Ty::Float(Float::Long)),
                5 => ('w', Ty::Int(Int { bits: 128, ..U64 })),
                6 => ('v', Ty::Vector(VECTORS[0])),
                _ if self.structs.is_empty() => ('d', Ty::Float(Float::Double)),
                _ => {
                    let number = self.choices.below(self.structs.len());
                    ((b'0' + number as u8) as char, Ty::Struct(number))
                }
            };
            letters.push(letter);
            arguments.push(self.expr(ty, depth.min(1)));
        }
        self.spend(10 + letters.len());
        format!("(({})take(\"{letters}\", {}))", int.name(), arguments.join(", "))
    }

    /// A call of a function with that result, if there is one that is cheap enough here.
    pub(super) fn call(&mut self, ty: Ty, depth: u32) -> Option<String> {
        let fits = |function: &&super::generator::Function| match (function.result, ty) {
            (Ty::Int(_), Ty::Int(_)) | (Ty::Float(_), Ty::Float(_)) => true,
            (a, b) => a == b,
        };
        let room = self.room();
        let candidates: Vec<_> =
            self.functions.iter().filter(fits).filter(|function| function.cost <= room).cloned().collect();
        if candidates.is_empty() {
            return None;
        }
        let function = self.choices.pick(&candidates).clone();
        self.spend(function.cost);
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            arguments.push(match parameter.pointer {
                true => self.address_of(parameter.ty)?,
                false => self.expr(parameter.ty, depth.min(1)),
            });
        }
        let call = match function.indirect {
            true => format!("(*p_{})({})", function.name, arguments.join(", ")),
            false => format!("{}({})", function.name, arguments.join(", ")),
        };
        Some(match ty {
            Ty::Int(int) => format!("(({}){call})", int.name()),
            Ty::Float(float) => format!("(({}){call})", float.name()),
            _ => call,
        })
    }

    /// A pointer to a variable that can be written.
    fn address_of(&mut self, ty: Ty) -> Option<String> {
        let place = self.place(|place| place.ty == ty && !place.constant && place.addressable())?;
        Some(format!("&{}", self.use_place(&place)))
    }

    /// An index below `length`, a power of two.
    pub(super) fn index(&mut self, length: usize) -> String {
        match self.choices.below(3) {
            0 => self.choices.below(length).to_string(),
            1 => match self.counters.last() {
                Some(counter) => format!("({counter} & {})", length - 1),
                None => "0".to_owned(),
            },
            _ => {
                let inner = self.read_int(U32);
                format!("({inner} & {})", length - 1)
            }
        }
    }

    /// One of the places in scope.
    pub(super) fn place(&mut self, fits: impl Fn(&Place) -> bool) -> Option<Place> {
        let candidates: Vec<usize> = (0..self.scope.len()).filter(|at| fits(&self.scope[*at])).collect();
        if candidates.is_empty() {
            return None;
        }
        let at = *self.choices.pick(&candidates);
        Some(self.scope[at].clone())
    }

    /// The place's text with its indices chosen.
    pub(super) fn use_place(&mut self, place: &Place) -> String {
        let mut parts = place.text.split('@');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.find(']').unwrap_or(part.len());
            let length = part[..digits].parse().unwrap_or(1);
            text += &self.index(length);
            text += &part[digits..];
        }
        text
    }
}
