//@ expect: unsupported
//@ needs: musl
// A flag that only glibc has is refused, not ignored.
#define _GNU_SOURCE
#include <fnmatch.h>

int main(void) { return fnmatch("+(a|b)", "ab", FNM_EXTMATCH); }
