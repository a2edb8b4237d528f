source_filename = "e\1B]0;pwn\07.c"
@"g\1B[31m" = global i32 0, !dbg !10
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @"f\1B[2J\0D"(ptr %a) !dbg !5 {
  store i32 1, ptr @"g\1B[31m", !dbg !8
  ret ptr null, !dbg !8
}
define i32 @main() !dbg !6 {
  %t = alloca i64
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @"f\1B[2J\0D", ptr null), !dbg !9
  store i32 2, ptr @"g\1B[31m", !dbg !9
  %v = load i32, ptr null, !dbg !9
  ret i32 0
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug, producer: "\1B[31m", globals: !12)
!2 = !DIFile(filename: "e\1B]0;pwn\07\0A.c", directory: "/nowhere/\1B[5m")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "f\1B[2J\0D", file: !2, line: 3, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "main", file: !2, line: 7, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, column: 1, scope: !5)
!9 = !DILocation(line: 8, column: 1, scope: !6)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "g\1B[31m", file: !2, line: 1, type: !13, isDefinition: true, scope: !1)
!12 = !{!10}
!13 = !DIBasicType(name: "int\1B[1m", size: 32, encoding: DW_ATE_signed)
