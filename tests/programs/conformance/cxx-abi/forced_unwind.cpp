/* _Unwind_ForcedUnwind: destructors run, handlers for types do not, and the stop function
 * decides where it ends. */
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <unwind.h>

static jmp_buf end;
static int asked;
struct Local {
    const char *name;
    ~Local() { printf("~%s\n", name); }
};

static _Unwind_Reason_Code stop(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception *,
                                _Unwind_Context *, void *argument)
{
    asked++;
    if (!(actions & _UA_FORCE_UNWIND))
        printf("wrong\n");
    if (actions & _UA_END_OF_STACK) {
        printf("end, asked: %d, %s\n", asked > 3, (const char *)argument);
        longjmp(end, 1);
    }
    return _URC_NO_REASON;
}

static _Unwind_Exception exception;
__attribute__((noinline)) static void force()
{
    Local local{"force"};
    _Unwind_ForcedUnwind(&exception, stop, (void *)"argument");
    printf("never\n");
}
__attribute__((noinline)) static void middle()
{
    Local local{"middle"};
    try {
        force();
    } catch (int) {
        printf("never\n");
    }
}
__attribute__((noinline)) static void outer()
{
    Local local{"outer"};
    middle();
    printf("never\n");
}

int main()
{
    exception.exception_class = 1;
    if (!setjmp(end))
        outer();
    printf("done\n");
    return 0;
}
