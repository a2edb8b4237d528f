;@ expect: safe
;@ native: no
; The va_arg instruction, which clang itself does not use on x86-64.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define i32 @sum(i32 %n, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %d = va_arg ptr %list, double
  %b = va_arg ptr %list, i64
  %l = va_arg ptr %list, x86_fp80
  call void @llvm.va_end.p0(ptr %list)
  %di = fptosi double %d to i32
  %li = fptosi x86_fp80 %l to i32
  %bi = trunc i64 %b to i32
  %1 = add i32 %a, %di
  %2 = add i32 %1, %bi
  %3 = add i32 %2, %li
  ret i32 %3
}

define i32 @main() {
  %r = call i32 (i32, ...) @sum(i32 4, i32 1, double 2.5, i64 3, x86_fp80 0xK40018000000000000000)
  %z = sub i32 %r, 10
  ret i32 %z
}
