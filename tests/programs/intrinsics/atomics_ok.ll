;@ expect: safe
;@ native: no
; Read-modify-writes that C has no operator for, in all widths.
@i = global i32 7
@w = global i128 5
@f = global float 1.5
@d = global double 2.0
@v = global <2 x float> <float 1.0, float 2.0>
@h = global half 1.0
declare void @abort()

define void @check(i1 %ok) {
  br i1 %ok, label %good, label %bad
bad:
  call void @abort()
  unreachable
good:
  ret void
}

define i32 @main() {
  %1 = atomicrmw uinc_wrap ptr @i, i32 7 seq_cst
  %c1 = icmp eq i32 %1, 7
  call void @check(i1 %c1)
  %2 = atomicrmw udec_wrap ptr @i, i32 9 seq_cst
  %c2 = icmp eq i32 %2, 0
  call void @check(i1 %c2)
  %3 = atomicrmw usub_cond ptr @i, i32 10 seq_cst
  %c3 = icmp eq i32 %3, 9
  call void @check(i1 %c3)
  %4 = atomicrmw usub_sat ptr @i, i32 10 seq_cst
  %c4 = icmp eq i32 %4, 9
  call void @check(i1 %c4)
  %5 = atomicrmw nand ptr @i, i32 3 seq_cst
  %c5 = icmp eq i32 %5, 0
  call void @check(i1 %c5)
  %6 = load i32, ptr @i
  %c6 = icmp eq i32 %6, -1
  call void @check(i1 %c6)

  %7 = atomicrmw add ptr @w, i128 18446744073709551615 seq_cst
  %8 = atomicrmw umax ptr @w, i128 3 seq_cst
  %c8 = icmp eq i128 %8, 18446744073709551620
  call void @check(i1 %c8)
  %9 = cmpxchg ptr @w, i128 18446744073709551620, i128 1 seq_cst seq_cst
  %nine = extractvalue { i128, i1 } %9, 1
  call void @check(i1 %nine)
  %10 = cmpxchg ptr @w, i128 2, i128 3 seq_cst seq_cst
  %ten = extractvalue { i128, i1 } %10, 1
  %not10 = xor i1 %ten, true
  call void @check(i1 %not10)

  %11 = atomicrmw fmax ptr @f, float 2.5 seq_cst
  %12 = atomicrmw fmin ptr @f, float 0.5 seq_cst
  %c12 = fcmp oeq float %12, 2.5
  call void @check(i1 %c12)
  %13 = atomicrmw fadd ptr @d, double 0.25 seq_cst
  %14 = atomicrmw fsub ptr @d, double 0.25 seq_cst
  %c14 = fcmp oeq double %14, 2.25
  call void @check(i1 %c14)
  %15 = atomicrmw fadd ptr @v, <2 x float> <float 1.0, float 1.0> seq_cst
  %16 = load <2 x float>, ptr @v
  %17 = extractelement <2 x float> %16, i32 1
  %c17 = fcmp oeq float %17, 3.0
  call void @check(i1 %c17)
  %18 = atomicrmw fadd ptr @h, half 1.0 seq_cst
  %19 = load half, ptr @h
  %c19 = fcmp oeq half %19, 2.0
  call void @check(i1 %c19)
  ret i32 0
}
