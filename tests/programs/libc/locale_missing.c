// Most locales are not installed.
#include <assert.h>
#include <locale.h>

int main(void)
{
    locale_t locale = newlocale(LC_ALL_MASK, "de_DE.UTF-8", (locale_t)0);
    assert(locale != (locale_t)0); // expect: assert
    freelocale(locale);
    return 0;
}
