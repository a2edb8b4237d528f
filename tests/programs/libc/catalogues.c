// Catalogues are not installed.
#include <assert.h>
#include <nl_types.h>

int main(void)
{
    nl_catd catalogue = catopen("messages", 0);
    assert(catalogue != (nl_catd)-1); // expect: assert
    return 0;
}
