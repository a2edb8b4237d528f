// A detached thread cannot be joined.
#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, nothing, NULL);
    pthread_join(thread, NULL); // expect: thread-misuse
    return 0;
}
