//@ expect: safe
// A pointer and a counter in one 128-bit compare-exchange.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct counted {
    int *pointer;
    uint64_t count;
};

union wide {
    struct counted c;
    unsigned __int128 all;
};

int a = 1, b = 2;
_Alignas(16) volatile union wide top;

__attribute__((noinline, target("cx16"))) static int exchange(union wide from, union wide to) {
    return __sync_bool_compare_and_swap(&top.all, from.all, to.all);
}

int main(void) {
    union wide old, next;
    old.c = (struct counted){&a, 1};
    next.c = (struct counted){&b, 2};
    top.c.pointer = &a;
    top.c.count = 1;
    assert(exchange(old, next));
    assert(*top.c.pointer == 2 && top.c.count == 2);
    assert(!exchange(old, next));
    assert(*top.c.pointer == 2);
    return 0;
}
