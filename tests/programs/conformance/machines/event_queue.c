// A discrete simulation driven by an ordered queue of events.
#include <stdio.h>

struct event { int time, kind, id; };
static struct event queue[32];
static int used;
static void schedule(int time, int kind, int id) { int i = used++; while (i && (queue[i - 1].time < time || (queue[i - 1].time == time && queue[i - 1].id < id))) queue[i] = queue[i - 1], i--; queue[i] = (struct event){ time, kind, id }; }

int main(void)
{
    int waiting = 0, served = 0, busy = 0, total = 0, arrival[8];
    for (int i = 0; i < 8; i++) schedule(i * i % 11 * 2, 0, i);
    while (used) {
        struct event e = queue[--used];
        if (e.kind == 0) { arrival[e.id] = e.time, waiting++; if (!busy) busy = 1, waiting--, schedule(e.time + 3 + e.id % 2, 1, e.id); }
        else { served++, total += e.time - arrival[e.id]; printf("%d@%d ", e.id, e.time); busy = 0; if (waiting) for (int k = 0; k < 8; k++) { int next = (e.id + 1 + k) % 8, queued = 1; for (int j = 0; j < used; j++) queued &= queue[j].id != next; if (queued && waiting) { busy = 1, waiting--, schedule(e.time + 3, 1, next); break; } } if (served > 20) break; }
    }
    printf("%d %d %d\n", served > 0, total > 0, waiting);
    return 0;
}
