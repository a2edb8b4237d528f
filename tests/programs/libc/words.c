// Words that are never freed.
#include <wordexp.h>

int main(void)
{
    wordexp_t words;
    return wordexp("a b", &words, 0);
} // expect: leak
