//@ expect: safe
// The twins of the other programs: places that touch and do not overlap.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

char buffer[64];
wchar_t wide[32];
volatile int at = 4;

int main(void) {
    strcpy(buffer, "abc");
    strcpy(buffer + at, buffer);
    assert(!memcmp(buffer, "abc\0abc", 8));
    strcpy(buffer, buffer + at);
    strncpy(buffer + at, buffer, 4);
    strncpy(buffer, buffer + at, 4);
    strncpy(buffer + 8, buffer, 16);
    assert(buffer[23] == 0);
    strcat(buffer, "d" + (at - 4));
    assert(!strcmp(buffer, "abcd"));
    strncat(buffer, buffer + at, 0);
    strncat(buffer, buffer, 3);
    assert(!strcmp(buffer, "abcdabc"));
    assert(stpcpy(buffer + 32, buffer) == buffer + 39);
    assert(memccpy(buffer + 5, buffer, 'd', 10) == buffer + 9);
    strcpy(buffer + 32, "text");
    assert(sprintf(buffer, "%s.%.2s", buffer + 32, buffer + 33) == 7);
    assert(!strcmp(buffer, "text.ex"));
    assert(snprintf(buffer, 4, "%s", buffer + at) == 3);
    assert(snprintf(NULL, 0, "%s", buffer) == 3);
    assert(snprintf(buffer, 0, "%s", buffer) == 3);
    wcscpy(wide, L"abc");
    wcscpy(wide + at, wide);
    wcscat(wide, L"d");
    wcsncpy(wide + 16, wide, 16);
    wcsncat(wide + 16, wide, 2);
    assert(!wcscmp(wide + 16, L"abcdab"));
    wmemcpy(wide, wide + 16, 16);
    return 0;
}
