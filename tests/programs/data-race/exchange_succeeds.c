// One that can succeed is a write.
#include <pthread.h>
static int flag = 5;

static void *worker(void *unused)
{
    int expected = 5;
    __atomic_compare_exchange_n(&flag, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int seen = flag; // expect: data-race
    pthread_join(thread, NULL);
    return seen == 7;
}
