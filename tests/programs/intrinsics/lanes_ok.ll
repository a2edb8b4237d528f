;@ expect: safe
; Lanes taken apart and put together, comparisons with a metadata predicate.
declare { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32>)
declare <6 x i32> @llvm.vector.interleave3.v6i32(<2 x i32>, <2 x i32>, <2 x i32>)
declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare void @abort()

define void @check(i1 %ok) {
  br i1 %ok, label %good, label %bad
bad:
  call void @abort()
  unreachable
good:
  ret void
}

define i32 @main() strictfp {
  %x = alloca [10 x i32]
  %p = getelementptr i32, ptr %x, i64 3
  %d = call { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>)
  %a = extractvalue { <2 x i32>, <2 x i32> } %d, 0
  %b = extractvalue { <2 x i32>, <2 x i32> } %d, 1
  %i = call <6 x i32> @llvm.vector.interleave3.v6i32(<2 x i32> %a, <2 x i32> %b, <2 x i32> %a)
  %e = extractelement <6 x i32> %i, i32 4
  %c1 = icmp eq i32 %e, 4
  call void @check(i1 %c1)
  %s = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 3)
  %s1 = extractelement <4 x i32> %s, i32 1
  %c2 = icmp eq i32 %s1, 5
  call void @check(i1 %c2)
  %sum = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c3 = call i1 @llvm.experimental.constrained.fcmp.f64(double %sum, double 3.0, metadata !"oeq", metadata !"fpexcept.ignore") strictfp
  call void @check(i1 %c3)
  %k = call i1 @llvm.is.constant.i32(i32 4)
  call void @check(i1 %k)
  %size = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %c4 = icmp eq i64 %size, 28
  call void @check(i1 %c4)
  ret i32 0
}
