// Two tests of Catch2 with two threads each.
#define CATCH_CONFIG_MAIN
#include "account.hpp"
#include <catch2/catch.hpp>
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
