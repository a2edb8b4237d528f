/* A thread cannot jump into another one. */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;

static void *jump(void *arg)
{
    longjmp(place, 1); // expect: bad-call
    return arg;
}

int main(void)
{
    pthread_t thread;
    if (setjmp(place))
        return 1;
    pthread_create(&thread, NULL, jump, NULL);
    pthread_join(thread, NULL);
    return 0;
}
