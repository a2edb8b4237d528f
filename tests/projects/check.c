// Two cases of Check with two threads each.
#include <check.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&lock);
    if (balance >= 2)
        balance -= 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *withdraw_late(void *unused)
{
    pthread_mutex_lock(&lock);
    int before = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (before >= 2)
        balance -= 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static int two(void *(*customer)(void *))
{
    pthread_t other;
    balance = 2;
    pthread_create(&other, NULL, customer, NULL);
    customer(NULL);
    pthread_join(other, NULL);
    return balance;
}

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
