// A failing compare-exchange races with a plain write.
#include <pthread.h>
static int flag = 5;

static void *worker(void *unused)
{
    int expected = 1;
    __atomic_compare_exchange_n(&flag, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    flag = 6; // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
