//@ flags: --faults thread-create
#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread = 0;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL); // expect: thread-misuse
    return 0;
}
