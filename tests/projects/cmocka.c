// Two tests of cmocka with two threads each.
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "account.h"

static void withdraws(void **state)
{
    (void)state;
    assert_int_equal(two(withdraw), 0);
}

static void withdraws_late(void **state)
{
    (void)state;
    assert_int_equal(two(withdraw_late), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(withdraws),
        cmocka_unit_test(withdraws_late),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
