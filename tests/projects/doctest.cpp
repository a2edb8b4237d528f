// Two tests of doctest with two threads each.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include "account.hpp"
#include "doctest/doctest.h"
#include <thread>

TEST_CASE("withdraws")
{
    account a;
    std::thread other([&] { a.withdraw(2); });
    a.withdraw(2);
    other.join();
    CHECK(a.balance() == 0);
}

TEST_CASE("withdraws late")
{
    account a;
    std::thread other([&] { a.withdraw_late(2); });
    a.withdraw_late(2);
    other.join();
    CHECK(a.balance() == 0);
}
