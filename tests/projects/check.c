// Two cases of Check with two threads each.
#include "account.h"
#include <check.h>
#include <stdlib.h>

START_TEST(withdraws) { ck_assert_int_eq(two(withdraw), 0); }
END_TEST

START_TEST(withdraws_late) { ck_assert_int_eq(two(withdraw_late), 0); }
END_TEST

int main(void)
{
    Suite *suite = suite_create("account");
    TCase *right = tcase_create("right"), *late = tcase_create("late");
    tcase_add_test(right, withdraws);
    tcase_add_test(late, withdraws_late);
    suite_add_tcase(suite, right);
    suite_add_tcase(suite, late);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
