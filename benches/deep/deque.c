/* A work-stealing deque: the owner pushes and pops at the bottom, thieves take from the top. The
 * planted bug: an off-by-one, the owner takes the last but one item for one that no thief can be
 * after, and so does not compete for the last. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ITEMS 9
#define THIEVES 2
#define ATTEMPTS 6

static atomic_int top, bottom, items[ITEMS], taken[ITEMS + 1];

static void push(int item) {
    int b = bottom;
    items[b] = item;
    bottom = b + 1;
}

static int pop(void) {
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t > b) {
        bottom = t;
        return 0;
    }
    return items[b]; /* right if t < b; the last item is to be competed for */
}

static int steal(void) {
    int t = top;
    if (t >= bottom)
        return 0;
    int item = items[t];
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : 0;
}

static void take(int item) {
    if (item != 0) {
        int before = atomic_fetch_add(&taken[item], 1);
        assert(before == 0);
    }
}

static void *thief(void *arg) {
    for (int i = 0; i < ATTEMPTS; i++)
        take(steal());
    return arg;
}

int main(void) {
    pthread_t threads[THIEVES];
    for (int i = 0; i < THIEVES; i++)
        pthread_create(&threads[i], 0, thief, 0);
    for (int i = 0; i < ITEMS; i++)
        push(i + 1);
    for (int i = 0; i < ITEMS - 1; i++)
        take(pop());
    for (int i = 0; i < THIEVES; i++)
        pthread_join(threads[i], 0);
}
