// Two tests of Unity with two threads each. The runner is that which Unity's script makes.
#include "account.h"
#include <stdio.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

static void at_once(void) { TEST_ASSERT_EQUAL_INT(0, two(withdraw)); }
static void late(void) { TEST_ASSERT_EQUAL_INT(0, two(withdraw_late)); }

static void run(UnityTestFunction test, const char *name, int line)
{
    Unity.CurrentTestName = name;
    if (UnityTestMatches())
        UnityDefaultTestRun(test, name, line);
}

int main(int argc, char **argv)
{
    int status = UnityParseOptions(argc, argv);
    if (status < 0) {
        puts("  at_once\n  late");
        return 0;
    }
    if (status > 0)
        return status;
    UnityBegin(__FILE__);
    run(at_once, "at_once", __LINE__);
    run(late, "late", __LINE__);
    return UnityEnd();
}
