/* _Unwind_Backtrace: one call for each function, from the inside. */
#include <cstdio>
#include <unwind.h>

static int depth;
static _Unwind_Word last;
static bool rising = true;

static _Unwind_Reason_Code count(_Unwind_Context *context, void *limit)
{
    depth++;
    int before = 9;
    if (_Unwind_GetIPInfo(context, &before) != _Unwind_GetIP(context) || before)
        printf("other code\n");
    _Unwind_Word frame = _Unwind_GetCFA(context);
    rising = rising && frame > last;
    last = frame;
    return depth == *(int *)limit ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

__attribute__((noinline)) static int nested(int n, int limit)
{
    if (n) {
        int inner = nested(n - 1, limit);
        asm volatile("");
        return inner;
    }
    depth = 0;
    last = 0;
    _Unwind_Reason_Code result = _Unwind_Backtrace(count, &limit);
    return depth + (result == _URC_END_OF_STACK ? 1000 : 0);
}

int main()
{
    printf("%d\n", nested(0, 3) == 3 || nested(0, 3) > 1000);
    int few = nested(2, 1000), more = nested(6, 1000);
    printf("%d %d\n", few > 1000, more >= few);
    printf("%d\n", rising);
    return 0;
}
