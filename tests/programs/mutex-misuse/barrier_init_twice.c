// A barrier must be destroyed before it is made anew.
#include <pthread.h>
static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_wait(&barrier);
    pthread_barrier_init(&barrier, NULL, 2); // expect: mutex-misuse
    return 0;
}
