// Whether a detached thread has ended is luck, and once it has it cannot be cancelled.
#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_detach(thread);
    pthread_cancel(thread); // expect: thread-misuse
    return 0;
}
