// The id of a thread that was joined names nobody.
#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    pthread_cancel(thread); // expect: thread-misuse
    return 0;
}
