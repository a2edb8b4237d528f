/* <locale.h>: which locale is in force. It can only be another than C if the program
 * itself names a function that changes it, and if it names none there is nothing
 * to read (see weak references in ir/src/link.rs). */
#include "libc.h"
#include <locale.h>

char *weak_setlocale(int, const char *) __asm__("setlocale") __attribute__((weak));
locale_t weak_uselocale(locale_t) __asm__("uselocale") __attribute__((weak));

unsigned augur_utf8_categories;
_Thread_local locale_t augur_thread_locale;

static MASKED int is_utf8(void)
{
    __divine_interrupt_mask();
    if (!augur_thread_locale)
        __augur_touch(&augur_utf8_categories, sizeof augur_utf8_categories, AUGUR_READS);
    if (augur_thread_locale)
        return augur_thread_locale == &augur_locale_utf8;
    return augur_utf8_categories >> LC_CTYPE & 1;
}

int augur_is_locale_fixed(void) { return !weak_setlocale && !weak_uselocale; }

int augur_is_utf8(void) { return !augur_is_locale_fixed() && is_utf8(); }
