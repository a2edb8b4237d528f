;@ expect: safe
; The elementary functions lane by lane, as intrinsics.
declare <2 x double> @llvm.sin.v2f64(<2 x double>)
declare double @llvm.sin.f64(double)
declare x86_fp80 @llvm.exp.f80(x86_fp80)
declare <2 x double> @llvm.pow.v2f64(<2 x double>, <2 x double>)
declare { double, double } @llvm.sincos.f64(double)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare { double, double } @llvm.modf.f64(double)
declare double @llvm.ldexp.f64.i32(double, i32)
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
  %v = insertelement <2 x double> <double 0.5, double 0.0>, double 1.5, i32 1
  %s = call <2 x double> @llvm.sin.v2f64(<2 x double> %v)
  %s1 = extractelement <2 x double> %s, i32 1
  %one = extractelement <2 x double> %v, i32 1
  %t = call double @llvm.sin.f64(double %one)
  %same = fcmp oeq double %s1, %t
  call void @check(i1 %same)

  %sc = call { double, double } @llvm.sincos.f64(double %one)
  %sc0 = extractvalue { double, double } %sc, 0
  %same2 = fcmp oeq double %sc0, %t
  call void @check(i1 %same2)

  %e = call x86_fp80 @llvm.exp.f80(x86_fp80 0xK00000000000000000000)
  %is1 = fcmp oeq x86_fp80 %e, 0xK3FFF8000000000000000
  call void @check(i1 %is1)

  %p = call <2 x double> @llvm.pow.v2f64(<2 x double> %v, <2 x double> <double 2.0, double 2.0>)
  %p1 = extractelement <2 x double> %p, i32 1
  %is225 = fcmp oeq double %p1, 2.25
  call void @check(i1 %is225)

  %f = call { double, i32 } @llvm.frexp.f64.i32(double 12.0)
  %f0 = extractvalue { double, i32 } %f, 0
  %f1 = extractvalue { double, i32 } %f, 1
  %back = call double @llvm.ldexp.f64.i32(double %f0, i32 %f1)
  %is12 = fcmp oeq double %back, 12.0
  call void @check(i1 %is12)
  %is4 = icmp eq i32 %f1, 4
  call void @check(i1 %is4)

  %m = call { double, double } @llvm.modf.f64(double -3.25)
  %m0 = extractvalue { double, double } %m, 0
  %m1 = extractvalue { double, double } %m, 1
  %frac = fcmp oeq double %m0, -0.25
  %whole = fcmp oeq double %m1, -3.0
  call void @check(i1 %frac)
  call void @check(i1 %whole)
  ret i32 0
}
