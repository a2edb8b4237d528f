// A pool with a free list; blocks come back in reverse order.
#include <stdio.h>

union block { union block *next; char bytes[24]; };
static union block pool[6], *free_list;
static void *get(void) { union block *b = free_list; if (b) free_list = b->next; return b; }
static void put(void *p) { union block *b = p; b->next = free_list, free_list = b; }

int main(void)
{
    for (int i = 5; i >= 0; i--) put(&pool[i]);
    char *a = get(), *b = get(), *c = get();
    a[0] = 'a', b[0] = 'b', c[23] = 'c';
    put(b), put(a);
    char *d = get(), *e = get(), *f = get();
    printf("%d %d %td %c\n", d == a, e == b, (union block *)f - pool, c[23]);
    int n = 0;
    while (get()) n++;
    return n;
}
