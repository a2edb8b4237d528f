//@ expect: safe
//@ native: no
// What needs no rights works.
#include <assert.h>
#include <errno.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void)
{
    struct utsname name;
    assert(setuid(getuid()) == 0 && setgid(getgid()) == 0);
    assert(setuid(0) == -1 && errno == EPERM);
    assert(uname(&name) == 0 && name.sysname[0] == 'L');
    assert(getpgid(0) == getpgrp());
    return 0;
}
