;@ expect: safe
; Fixed-point arithmetic with four bits after the point.
declare i16 @llvm.smul.fix.i16(i16, i16, i32)
declare i16 @llvm.smul.fix.sat.i16(i16, i16, i32)
declare i16 @llvm.sdiv.fix.i16(i16, i16, i32)
declare i16 @llvm.udiv.fix.i16(i16, i16, i32)
declare i16 @llvm.udiv.fix.sat.i16(i16, i16, i32)
declare void @abort()

define void @check(i16 %a, i16 %b) {
  %ok = icmp eq i16 %a, %b
  br i1 %ok, label %good, label %bad
bad:
  call void @abort()
  unreachable
good:
  ret void
}

define i32 @main() {
  ; 1.5 * 2.5 = 3.75
  %1 = call i16 @llvm.smul.fix.i16(i16 24, i16 40, i32 4)
  call void @check(i16 %1, i16 60)
  ; 1000 * 1000 does not fit
  %2 = call i16 @llvm.smul.fix.sat.i16(i16 16000, i16 16000, i32 4)
  call void @check(i16 %2, i16 32767)
  %3 = call i16 @llvm.smul.fix.sat.i16(i16 16000, i16 -16000, i32 4)
  call void @check(i16 %3, i16 -32768)
  ; -1 / 3, rounded down
  %4 = call i16 @llvm.sdiv.fix.i16(i16 -16, i16 48, i32 4)
  call void @check(i16 %4, i16 -6)
  %5 = call i16 @llvm.udiv.fix.i16(i16 16, i16 48, i32 4)
  call void @check(i16 %5, i16 5)
  %6 = call i16 @llvm.udiv.fix.sat.i16(i16 60000, i16 1, i32 4)
  call void @check(i16 %6, i16 -1)
  ret i32 0
}
