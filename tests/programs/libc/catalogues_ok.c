//@ expect: safe
// So texts stay what they are.
#include <assert.h>
#include <libintl.h>
#include <nl_types.h>
#include <string.h>

int main(void)
{
    assert(catopen("augur-has-none", 0) == (nl_catd)-1);
    textdomain("augur-has-none");
    assert(strcmp(gettext("text"), "text") == 0);
    assert(strcmp(ngettext("one", "many", 2), "many") == 0);
    return 0;
}
