/* <augur.h>: what harnesses are made of, out of choices and threads. */
#include <augur.h>
#include <augur/traps.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

/* What a thread of augur_run_threads is handed. */
struct job {
    void (*function)(int);
    int index;
};

static void *run_job(void *argument)
{
    const struct job *job = argument;
    job->function(job->index);
    return NULL;
}

void augur_run_threads(int count, void (*function)(int index))
{
    if (count <= 0)
        return;
    pthread_t threads[count];
    struct job jobs[count];
    int started = 0;
    for (; started < count; started++) {
        jobs[started] = (struct job){ function, started };
        if (pthread_create(&threads[started], NULL, run_job, &jobs[started]))
            break;    /* --faults thread-create */
    }
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

void augur_any_order(int count, void (*const functions[])(void))
{
    if (count <= 0)
        return;
    char is_done[count];
    for (int i = 0; i < count; i++)
        is_done[i] = 0;
    for (int left = count; left; left--) {
        int which = augur_choice(left), at = 0;
        while (is_done[at] || which--)
            at++;
        is_done[at] = 1;
        functions[at]();
    }
}

void augur_any_calls(int rounds, int count, void (*const functions[])(void))
{
    for (int i = 0; i < rounds; i++)
        functions[augur_choice(count)]();
}

void augur_bytes(void *buffer, unsigned long size)
{
    unsigned char *bytes = buffer;
    for (unsigned long i = 0; i < size; i++)
        bytes[i] = (unsigned char)__augur_unknown(CHAR_BIT, 0);
}

void augur_string(char *buffer, unsigned long size, const char *letters)
{
    int count = 0;
    if (!size || size > INT_MAX)
        __augur_unsupported("augur_string: a buffer without room for the end, or of more than 2 GiB");
    while (letters && letters[count])
        count++;
    int length = augur_choice((int)size);
    for (int i = 0; i < length; i++) {
        buffer[i] = letters ? letters[augur_choice(count)] : (char)__augur_unknown(CHAR_BIT, 0);
        augur_assume(buffer[i] != 0);
    }
    buffer[length] = 0;
}

void *augur_one_of(int count, void *const pointers[]) { return pointers[augur_choice(count)]; }
