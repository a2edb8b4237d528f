//@ expect: deadlock
// The function that is to be called once calls pthread_once for itself.
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void) { pthread_once(&once, prepare); }

int main(void)
{
    pthread_once(&once, prepare);
    return 0;
}
