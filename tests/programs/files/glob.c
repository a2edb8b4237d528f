// A file that another thread removes may be found or not.
#include <assert.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <unistd.h>

static void *removes(void *unused)
{
    unlink("/tmp/augur-found");
    return unused;
}

int main(void)
{
    close(open("/tmp/augur-found", O_CREAT | O_WRONLY, 0600));
    pthread_t thread;
    pthread_create(&thread, 0, removes, 0);
    glob_t found;
    int result = glob("/tmp/augur-f*", 0, 0, &found);
    assert(!result); // expect: assert
    globfree(&found);
    pthread_join(thread, 0);
    return 0;
}
