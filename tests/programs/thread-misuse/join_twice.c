// Two threads join the same thread.
#include <pthread.h>

static pthread_t first;

static void *nothing(void *arg) { return arg; }

static void *join(void *arg)
{
    pthread_join(first, NULL); // expect: thread-misuse
    return arg;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, join, NULL);
    pthread_join(first, NULL); // expect: thread-misuse
    pthread_join(second, NULL);
    return 0;
}
