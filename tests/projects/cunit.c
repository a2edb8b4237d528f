// Two tests of CUnit with two threads each.
#include "account.h"
#include <CUnit/Basic.h>

static void withdraws(void) { CU_ASSERT_EQUAL(two(withdraw), 0); }
static void withdraws_late(void) { CU_ASSERT_EQUAL(two(withdraw_late), 0); }

int main(int argc, char **argv)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("account", NULL, NULL);
    CU_add_test(suite, "withdraws", withdraws);
    CU_add_test(suite, "withdraws late", withdraws_late);
    if (argc > 1)
        CU_basic_run_test(suite, CU_get_test(suite, argv[1]));
    else
        CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failed > 0;
}
