//! C and C++ in, tables out.

use std::process::{Command, Stdio};

use super::*;
use crate::llvm::{Block, Context, Module};

/// A parsed module, and everything the reader says about it.
struct Case {
    tables: DebugTables,
    functions: Vec<(FunctionDebug, Vec<Variable>, Vec<Seen>)>,
    globals: Vec<(String, TypeId, LocId)>,
}

/// A debug record that was seen: variable, has a value, that is an address, where.
#[derive(Debug)]
struct Seen {
    variable: u32,
    value: bool,
    declare: bool,
    at: LocId,
}

/// Compiles `source` with clang and reads it.
fn read(source: &str, flags: &[&str]) -> Case {
    use std::io::Write;
    let mut clang = Command::new("clang-22")
        .args(["-S", "-emit-llvm", "-o", "-"])
        .args(flags)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("clang-22 runs");
    let mut stdin = clang.stdin.take().expect("piped");
    stdin.write_all(source.as_bytes()).expect("clang reads");
    drop(stdin);
    let output = clang.wait_with_output().expect("clang ends");
    assert!(output.status.success(), "clang accepts the test");
    read_ir(&String::from_utf8(output.stdout).expect("text"))
}

fn read_ir(ir: &str) -> Case {
    let mut context = Context::new();
    visit(context.parse_text(ir.as_bytes()).expect("the module parses"))
}

fn visit(module: Module) -> Case {
    let mut reader = DebugReader::new();
    let globals = module.variables().map(|global| (global.name(), reader.global(global)));
    let globals = globals.map(|(name, (ty, loc))| (name, ty, loc)).collect();
    let mut functions = Vec::new();
    for function in module.functions() {
        reader.begin_function();
        let mut seen = Vec::new();
        for instruction in function.blocks().into_iter().flat_map(Block::instructions) {
            let at = reader.location(instruction);
            seen.extend(reader.records(instruction).iter().map(|r| Seen {
                variable: r.variable,
                value: r.value.is_some(),
                declare: r.declare,
                at,
            }));
        }
        let mut debug = reader.function(function);
        debug.display_name.get_or_insert_with(|| source_name(&function.name()));
        functions.push((debug, reader.take_variables(), seen));
    }
    Case { tables: reader.finish(), functions, globals }
}

impl Case {
    /// A type in C-like words.
    fn show(&self, ty: TypeId, depth: usize) -> String {
        let show = |ty| match depth {
            0 => "…".into(),
            _ => self.show(ty, depth - 1),
        };
        match &self.tables.debug_types[ty.0 as usize] {
            DebugType::Unknown => "?".into(),
            DebugType::Integer { name, bits, signed } => {
                format!("{name}:{}{bits}", if *signed { 'i' } else { 'u' })
            }
            DebugType::Boolean { bits } => format!("bool{bits}"),
            DebugType::Character { bits, signed } => {
                format!("{}char{bits}", if *signed { "" } else { "u" })
            }
            DebugType::Float { name, bits } => format!("{name}:{bits}"),
            DebugType::Pointer { to } => format!("*{}", show(*to)),
            DebugType::Array { of, count } => format!("[{count}]{}", show(*of)),
            DebugType::Struct { name, bytes, fields, union, .. } => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|f| {
                        let bits = f.bits.map(|b| format!(":{b}")).unwrap_or_default();
                        format!("{}{bits}@{} {}", f.name, f.at_bit, show(f.ty))
                    })
                    .collect();
                let keyword = if *union { "union" } else { "struct" };
                format!("{keyword} {name}({bytes}) {{{}}}", fields.join(", "))
            }
            DebugType::Enum { name, bits, values } => format!("enum {name}:{bits} {values:?}"),
            DebugType::Variants { name, bytes, tag, variants, .. } => {
                let variants: Vec<_> =
                    variants.iter().map(|v| format!("{} {:?} {}", v.name, v.tag, show(v.ty))).collect();
                let tag = tag.as_ref().map(|tag| tag.at_bit);
                format!("enum {name}({bytes}) by {tag:?} {{{}}}", variants.join(", "))
            }
            DebugType::Alias { name, of } => format!("{name}={}", show(*of)),
            DebugType::Function => "fn".into(),
        }
    }

    fn global(&self, name: &str) -> &(String, TypeId, LocId) {
        let found = self.globals.iter().find(|g| g.0 == name);
        found.expect("the global is there")
    }

    fn function(&self, name: &str) -> &(FunctionDebug, Vec<Variable>, Vec<Seen>) {
        let found = self.functions.iter().find(|f| f.0.display_name.as_deref() == Some(name));
        found.expect("the function is there")
    }

    /// `function:line`, innermost first.
    fn chain(&self, mut loc: LocId) -> String {
        let mut parts = Vec::new();
        while loc.0 != 0 {
            let at = &self.tables.locations[loc.0 as usize];
            let function = &self.tables.texts[at.function as usize];
            parts.push(format!("{function}:{}", at.line));
            loc = at.inlined_at;
        }
        parts.join(" < ")
    }
}

#[track_caller]
fn check_type(declaration: &str, expected: &str) {
    let case = read(declaration, &["-g", "-O0", "-xc"]);
    assert_eq!(case.show(case.global("x").1, 4), expected);
}

#[test]
fn scalar_types() {
    check_type("int x;", "int:i32");
    check_type("unsigned long x;", "unsigned long:u64");
    check_type("_Bool x;", "bool8");
    check_type("char x;", "char8");
    check_type("unsigned char x;", "uchar8");
    check_type("long double x;", "long double:128");
    check_type("_Complex float x;", "struct complex(8) {real@0 float:32, imag@32 float:32}");
    check_type("void *x;", "*?");
    check_type("int (*x)(int);", "*fn");
    check_type("_Atomic(int) x;", "=int:i32");
    check_type("typedef volatile int T; T x;", "T==int:i32");
}

#[test]
fn compound_types() {
    check_type("int x[2][3];", "[2][3]int:i32");
    check_type(
        "enum color { RED, BLUE = 5, NEG = -1 } x;",
        "enum color:32 [(\"RED\", 0), (\"BLUE\", 5), (\"NEG\", -1)]",
    );
    check_type(
        "struct s { int a; unsigned b : 3, c : 4; char d[4]; } x;",
        "struct s(12) {a@0 int:i32, b:3@32 unsigned int:u32, c:4@35 unsigned int:u32, \
         d@40 [4]char8}",
    );
    check_type("union u { int a; float b; } x;", "union u(4) {a@0 int:i32, b@0 float:32}");
    check_type("struct f { int n; char rest[]; } x;", "struct f(4) {n@0 int:i32, rest@32 [0]char8}");
}

#[test]
fn recursive_types_end() {
    check_type(
        "struct node { struct node *next; } x;",
        "struct node(8) {next@0 *struct node(8) {next@0 *struct node(8) {next@0 …}}}",
    );
}

#[test]
fn a_declared_struct_is_completed_by_its_definition() {
    let case = read_ir(
        r#"
        @p = global ptr null, !dbg !0
        @s = global i32 0, !dbg !7
        !llvm.dbg.cu = !{!4}
        !llvm.module.flags = !{!5}
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
        !1 = distinct !DIGlobalVariable(name: "p", scope: !4, file: !3, line: 1, type: !2)
        !2 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
        !3 = !DIFile(filename: "a.c", directory: "/d")
        !4 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3)
        !5 = !{i32 2, !"Debug Info Version", i32 3}
        !6 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", flags: DIFlagFwdDecl)
        !7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
        !8 = distinct !DIGlobalVariable(name: "s", scope: !4, file: !3, line: 1, type: !9)
        !9 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 32, elements: !{!10})
        !10 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: !11, size: 32)
        !11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
        "#,
    );
    assert_eq!(case.show(case.global("p").1, 4), "*struct s(4) {a@0 int:i32}");
}

#[test]
fn cpp_names_bases_and_members() {
    let source = "namespace n { struct A { int a; static int s; virtual void f(); };
        struct B : A { int b; void g(); }; void B::g() {} void A::f() {} } n::B x; int n::A::s;
        int main() { auto l = [] { return 1; }; return l(); }
        extern \"C\" void bare(void *) {}";
    let case = read(source, &["-g", "-O0", "-xc++"]);
    let shown = case.show(case.global("x").1, 2);
    assert!(shown.starts_with("struct B(16) {<A>@0 struct A(16) {_vptr$A@0 "), "{shown}");
    assert!(shown.ends_with("b@96 int:i32}"), "{shown}");
    assert_eq!(case.function("n::B::g").1[0].name, "this");
    assert!(
        case.functions.iter().any(|f| f.0.display_name.as_deref().is_some_and(|name| name.starts_with("lambda at ")))
    );
    let case = read(source, &["-O0", "-xc++"]);
    case.function("n::B::g");
    case.function("bare");
}

const INLINED: &str = "
    int g;
    static inline int add(int a, int b) { int s = a + b;
        g = s; return s; }
    static inline int twice(int a) {
        return add(a, a); }
    int main(int argc, char **argv) {
        return twice(argc) +
               twice(3); }";

#[test]
fn locations_and_records_of_plain_code() {
    let case = read(INLINED, &["-g", "-O0", "-xc"]);
    let (function, variables, seen) = case.function("add");
    assert_eq!(case.chain(function.loc), "add:3");
    let names: Vec<_> = variables.iter().map(|v| (&*v.name, v.parameter)).collect();
    assert_eq!(names, [("a", true), ("b", true), ("s", false)]);
    assert!(seen.iter().all(|s| s.declare && s.value), "{seen:?}");
    assert_eq!(case.chain(variables[2].loc), "add:3");
    let file = &case.tables.files[case.tables.locations[function.loc.0 as usize].file as usize];
    assert_eq!(file.name, "<stdin>");
}

#[test]
fn locations_and_records_of_inlined_code() {
    let case = read(INLINED, &["-g", "-O2", "-xc"]);
    let (_, variables, seen) = case.function("main");
    let locations = 0..case.tables.locations.len() as u32;
    let chains: Vec<_> = locations.map(|i| case.chain(LocId(i))).collect();
    assert!(chains.contains(&"add:4 < twice:6 < main:9".into()), "{chains:?}");
    // Each inlined copy has its own `s`.
    let copies: Vec<_> = variables.iter().filter(|v| v.name == "s").collect();
    let copies: Vec<_> = copies.iter().map(|v| case.chain(v.loc)).collect();
    assert_eq!(copies, ["add:3 < twice:6 < main:8", "add:3 < twice:6 < main:9"]);
    let argc = variables.iter().position(|v| v.name == "argc").expect("argc") as u32;
    let record = seen.iter().find(|s| s.variable == argc).expect("a record");
    assert!(record.value && !record.declare && record.at.0 != 0);
}

#[test]
fn escaping_variables_of_optimised_code_are_in_memory() {
    let source = "struct s { int a, b; }; void use(int *, struct s *);
        int main(int argc, char **argv) { int five = 5; struct s s; s.a = argc; s.b = 2;
        use(&five, &s); return five; }";
    let case = read(source, &["-g", "-O2", "-xc"]);
    let (_, variables, seen) = case.function("main");
    for name in ["five", "s"] {
        let variable = variables.iter().position(|v| v.name == name).expect("the variable") as u32;
        let found = seen.iter().any(|s| s.variable == variable && s.declare && s.value);
        assert!(found, "{name}: {seen:?}");
    }
}

#[test]
fn the_library_is_recognised_by_its_file() {
    let flags = ["-g", "-O0", "-xc", "-ffile-prefix-map=<stdin>=<augur>/x.c"];
    let case = read("# 1 \"<augur>/runtime/x.c\"\nint f(void) { return 1; }", &flags);
    assert!(case.function("f").0.library);
    assert!(!read("int f(void) { return 1; }", &["-g", "-xc"]).function("f").0.library);
}

#[test]
fn no_debug_information_is_no_trouble() {
    let case = read(INLINED, &["-O0", "-xc"]);
    assert_eq!(case.tables.locations.len(), 1);
    assert_eq!(case.tables.debug_types.len(), 1);
    assert_eq!(case.function("main").0.loc, LocId(0));
    assert_eq!(case.global("g").1, TypeId(0));
}

#[test]
fn odd_metadata_is_passed_over() {
    let case = read_ir(
        r#"
        @p = global ptr null, !dbg !0
        define void @f() !dbg !6 {
          #dbg_value(!DIArgList(i32 1, i32 2), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
          #dbg_value(i32 undef, !8, !DIExpression(), !9)
          #dbg_value(!{}, !8, !DIExpression(), !9)
          #dbg_label(!10, !9)
          ret void, !dbg !9
        }
        !llvm.dbg.cu = !{!4}
        !llvm.module.flags = !{!5}
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
        !1 = distinct !DIGlobalVariable(name: "p", scope: !4, type: !2)
        !2 = !DICompositeType(tag: DW_TAG_array_type, baseType: null, elements: !{!12, null})
        !3 = !DIFile(filename: "a.c", directory: "")
        !4 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3)
        !5 = !{i32 2, !"Debug Info Version", i32 3}
        !6 = distinct !DISubprogram(scope: null, spFlags: DISPFlagDefinition, unit: !4)
        !8 = !DILocalVariable(scope: !6)
        !9 = !DILocation(line: 0, scope: !6)
        !10 = !DILabel(scope: !6, name: "l", file: !3, line: 1)
        !12 = !DISubrange(count: !1)
        "#,
    );
    assert_eq!(case.show(case.global("p").1, 3), "[0]?");
    let (function, variables, seen) = &case.functions[0];
    assert_eq!(function.display_name.as_deref(), Some("f"));
    assert_eq!((variables.len(), seen.len()), (1, 3));
    assert!(seen.iter().all(|s| !s.value), "{seen:?}");
}

#[test]
fn variants_of_rust() {
    let case = read_ir(
        r#"
        @x = global i64 0, !dbg !0
        !llvm.dbg.cu = !{!4}
        !llvm.module.flags = !{!5}
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
        !1 = distinct !DIGlobalVariable(name: "x", scope: !4, type: !2)
        !2 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<u64>", size: 128, elements: !{!6}, identifier: "a")
        !3 = !DIFile(filename: "a.rs", directory: "")
        !4 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !3)
        !5 = !{i32 2, !"Debug Info Version", i32 3}
        !6 = !DICompositeType(tag: DW_TAG_variant_part, scope: !2, size: 128, elements: !{!7, !8, !9}, identifier: "b", discriminator: !13)
        !7 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !6, baseType: !10, size: 128, extraData: i8 -1)
        !8 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !6, baseType: !11, size: 128)
        !9 = !DIDerivedType(tag: DW_TAG_member, name: "Huge", scope: !6, baseType: !10, size: 128, extraData: i128 18446744073709551616)
        !10 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !2, size: 128, elements: !{}, identifier: "c")
        !11 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !2, size: 128, elements: !{!14}, identifier: "d")
        !12 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
        !13 = !DIDerivedType(tag: DW_TAG_member, scope: !2, baseType: !12, size: 64, offset: 8)
        !14 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !11, baseType: !12, size: 64, offset: 64)
        "#,
    );
    let none = "struct None(16) {}";
    let some = "struct Some(16) {__0@64 u64:u64}";
    let expected =
        format!("enum Option<u64>(16) by Some(8) {{None Is(-1) {none}, Some Otherwise {some}, Huge Unknown {none}}}");
    assert_eq!(case.show(case.global("x").1, 3), expected);
}
