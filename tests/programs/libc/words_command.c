//@ expect: unsupported
//@ native: no
// A command would be another process.
#include <wordexp.h>

int main(void)
{
    wordexp_t words;
    return wordexp("$(date)", &words, 0);
}
