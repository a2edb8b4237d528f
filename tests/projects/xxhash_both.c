// Two threads hash the same bytes.
#include <assert.h>
#include <pthread.h>
#include <xxhash.h>

static const char text[] = "the same bytes";

static void *hash(void *result)
{
    XXH64_state_t *state = XXH64_createState();
    XXH64_reset(state, 1);
    XXH64_update(state, text, sizeof text);
    *(XXH64_hash_t *)result = XXH64_digest(state);
    XXH64_freeState(state);
    return NULL;
}

int main(void)
{
    XXH64_hash_t own, others;
    pthread_t thread;
    pthread_create(&thread, NULL, hash, &others);
    hash(&own);
    pthread_join(thread, NULL);
    assert(own == others && own == XXH64(text, sizeof text, 1));
    return 0;
}
