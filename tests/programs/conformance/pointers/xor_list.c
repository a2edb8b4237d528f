// Differences of pointers into one array as links.
#include <stdio.h>

struct cell { int v; short next; };

int main(void)
{
    struct cell cells[10], *first = &cells[7];
    for (int i = 0; i < 10; i++) cells[i].v = i * 3;
    for (int i = 7, n = 0; n < 10; n++, i = (i + 3) % 10) cells[i].next = n == 9 ? 0 : (short)(&cells[(i + 3) % 10] - &cells[i]);
    for (struct cell *c = first;; c += c->next) {
        printf("%d ", c->v);
        if (!c->next) break;
    }
    puts("");
    return 0;
}
