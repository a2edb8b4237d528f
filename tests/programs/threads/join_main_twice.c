// Main can be joined once, like any thread.
#include <pthread.h>
static pthread_t first;

static void *worker(void *unused)
{
    pthread_join(first, NULL);
    pthread_join(first, NULL); // expect: thread-misuse
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, NULL, worker, NULL);
    pthread_exit(NULL);
}
