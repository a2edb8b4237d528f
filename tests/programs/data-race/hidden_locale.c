// setlocale changes what localeconv and others look at.
#include <locale.h>
#include <pthread.h>

static void *work(void *arg)
{
    setlocale(LC_ALL, "C.UTF-8"); // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    struct lconv *conventions = localeconv(); // expect: data-race
    pthread_join(thread, NULL);
    return conventions->decimal_point[0] != '.';
}
