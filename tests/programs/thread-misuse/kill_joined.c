// A signal is sent to a thread that was joined: its id stands for nothing any more.
#include <pthread.h>
#include <signal.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    pthread_kill(thread, 0); // expect: thread-misuse
    return 0;
}
