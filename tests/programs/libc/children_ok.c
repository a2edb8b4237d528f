/* Who waits all the same is told so. */
//@ expect: safe
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>

int main(void)
{
    int status;
    assert(wait(&status) == -1 && errno == ECHILD);
    errno = 0;
    assert(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
    return 0;
}
