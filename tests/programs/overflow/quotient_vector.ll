;@ expect: overflow
; One lane of a vector is the least number, and divided by -1.
define i32 @main() {
  %slot = alloca <4 x i32>
  store volatile <4 x i32> <i32 7, i32 8, i32 -2147483648, i32 9>, ptr %slot
  %a = load volatile <4 x i32>, ptr %slot
  %q = sdiv <4 x i32> %a, <i32 1, i32 2, i32 -1, i32 4>
  ret i32 0
}
