// Cancelled between taking a block and freeing it, a thread never frees it.
//@ expect: leak
//@ opt: O0
#include <pthread.h>
#include <stdlib.h>

void *use(void *unused)
{
    int before;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    void *block = malloc(4);
    free(block);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
