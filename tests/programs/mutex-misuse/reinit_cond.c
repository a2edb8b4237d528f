// A condition variable is initialised twice.
#include <pthread.h>

pthread_cond_t changed;

int main(void)
{
    pthread_cond_init(&changed, NULL);
    pthread_cond_init(&changed, NULL); // expect: mutex-misuse
    return 0;
}
