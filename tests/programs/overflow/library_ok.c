//@ flags: --overflow
//@ expect: safe
// The library's own arithmetic is its own affair.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
    srand(7);
    assert(rand() >= 0);
    random();
    char text[64];
    snprintf(text, sizeof text, "%d %ld %.3f %x", INT_MIN, LONG_MIN, 1.5e10, 99);
    assert(atoi("-2147483648") == INT_MIN);
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX);
    assert(strtod("1e308", NULL) > 1e307);
    long numbers[4] = {3, LONG_MIN, LONG_MAX, 0};
    struct tm tm;
    time_t late = 4000000000;
    gmtime_r(&late, &tm);
    assert(numbers[0] == 3 && tm.tm_year == 196);
    srand48(3);
    assert(lrand48() >= 0);
    assert(strlen(text) > 10);
    return 0;
}
