// errno, strerror's first letter, remove of nothing, abs of everything.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    errno = 0;
    long l = strtol("99999999999999999999", 0, 10);
    printf("%d %d ", errno == ERANGE, l == 0x7fffffffffffffff);
    errno = EINVAL;
    printf("%d %zu %d\n", errno, strlen(strerror(ENOENT)), getenv("NO_SUCH_VARIABLE_HERE") == 0);
    return EXIT_FAILURE + EXIT_SUCCESS;
}
