/* Two threads make a pool each below one that they share, as the threads of a server do. */
#include <apr_general.h>
#include <apr_pools.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>

static apr_pool_t *shared;

static void *request(void *arg)
{
    apr_pool_t *own;
    assert(apr_pool_create(&own, shared) == APR_SUCCESS);
    char *text = apr_palloc(own, 16);
    strcpy(text, arg);
    assert(!strcmp(text, arg));
    apr_pool_destroy(own);
    return NULL;
}

int main(void)
{
    assert(apr_initialize() == APR_SUCCESS);
    assert(apr_pool_create(&shared, NULL) == APR_SUCCESS);
    pthread_t one, two;
    pthread_create(&one, NULL, request, "one");
    pthread_create(&two, NULL, request, "two");
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    apr_terminate();
    return 0;
}
