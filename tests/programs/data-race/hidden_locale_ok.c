//@ expect: safe
// The locale is chosen before threads start, and each of them may look at it.
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

static void *work(void *arg)
{
    wchar_t wide;
    mbstate_t state = { 0 };
    mbrtowc(&wide, "a", 1, &state);
    return setlocale(LC_ALL, NULL) ? NULL : arg;
}

int main(void)
{
    pthread_t thread;
    setlocale(LC_ALL, "C");
    pthread_create(&thread, NULL, work, NULL);
    setlocale(LC_ALL, NULL);
    pthread_join(thread, NULL);
    return 0;
}
