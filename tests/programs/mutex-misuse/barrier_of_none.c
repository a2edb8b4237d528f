// A barrier for nobody cannot be made, and then cannot be used.
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 0);
    pthread_barrier_wait(&barrier); // expect: mutex-misuse
    return 0;
}
