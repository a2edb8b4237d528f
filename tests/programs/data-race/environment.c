// The environment is changed while another thread looks into it.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    setenv("MODE", "fast", 1); // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    const char *mode = getenv("MODE"); // expect: data-race
    pthread_join(thread, NULL);
    return mode && mode[0] == 'x';
}
