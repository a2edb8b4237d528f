//@ native: no
// A name of a thread has fifteen bytes.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <sys/prctl.h>

int main(void)
{
    char name[16];
    prctl(PR_SET_NAME, "a worker with a long name");
    prctl(PR_GET_NAME, name);
    assert(!strcmp(name, "a worker with a long name")); // expect: assert
    return 0;
}
