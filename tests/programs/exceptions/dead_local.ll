;@ expect: dead-stack
; A pointer to a local variable of a function that an exception has left.
%exception = type { i64, ptr, i64, i64 }
@thrown = global %exception { i64 1, ptr null, i64 0, i64 0 }, align 16
@leaked = global ptr null
declare i32 @_Unwind_RaiseException(ptr)
declare i32 @__gcc_personality_v0(...)

define void @throw() {
  %local = alloca i32
  store i32 3, ptr %local
  store ptr %local, ptr @leaked
  %r = call i32 @_Unwind_RaiseException(ptr @thrown)
  unreachable
}

define i32 @main() personality ptr @__gcc_personality_v0 {
  invoke void @throw() to label %fine unwind label %pad
fine:
  ret i32 1
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %p = load ptr, ptr @leaked
  %x = load i32, ptr %p
  ret i32 %x
}
