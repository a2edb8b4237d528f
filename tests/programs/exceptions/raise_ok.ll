;@ expect: safe
;@ native: no
; An exception passes a cleanup and a handler for another type, and is caught by a handler for
; everything. Values that are live in the landing pads survive.
%exception = type { i64, ptr, i64, i64 }
@thrown = global %exception { i64 1, ptr null, i64 0, i64 0 }, align 16
@other = constant i32 0
@steps = global i32 0
declare i32 @_Unwind_RaiseException(ptr)
declare i32 @__gcc_personality_v0(...)
declare void @abort()

define void @throw(i32 %depth) {
  %last = icmp eq i32 %depth, 0
  br i1 %last, label %raise, label %deeper
deeper:
  %less = sub i32 %depth, 1
  call void @throw(i32 %less)
  ret void
raise:
  %r = call i32 @_Unwind_RaiseException(ptr @thrown)
  call void @abort()
  unreachable
}

define void @cleans(i32 %x) personality ptr @__gcc_personality_v0 {
  %local = alloca i32
  store i32 7, ptr %local
  invoke void @throw(i32 3) to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  %seven = load i32, ptr %local
  %old = load i32, ptr @steps
  %new = add i32 %old, %x
  %newer = add i32 %new, %seven
  store i32 %newer, ptr @steps
  resume { ptr, i32 } %e
}

define void @another() personality ptr @__gcc_personality_v0 {
  invoke void @cleans(i32 10) to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr @other
  call void @abort()
  unreachable
}

define i32 @main() personality ptr @__gcc_personality_v0 {
entry:
  invoke void @another() to label %fine unwind label %pad
fine:
  ret i32 1
pad:
  %phi = phi i32 [ 5, %entry ]
  %e = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %e, 0
  %same = icmp eq ptr %p, @thrown
  %steps = load i32, ptr @steps
  %is17 = icmp eq i32 %steps, 17
  %five = icmp eq i32 %phi, 5
  %ok1 = and i1 %same, %is17
  %ok = and i1 %ok1, %five
  br i1 %ok, label %good, label %bad
bad:
  ret i32 2
good:
  ret i32 0
}
