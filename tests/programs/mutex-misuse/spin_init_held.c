// A spin lock is made anew while it is held.
#include <pthread.h>
static pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE); // expect: mutex-misuse
    return 0;
}
