// Two tests of GoogleTest with two threads each.
#include "account.hpp"
#include <gtest/gtest.h>
#include <thread>

TEST(Account, Withdraws)
{
    account a;
    std::thread other([&] { a.withdraw(2); });
    a.withdraw(2);
    other.join();
    EXPECT_EQ(a.balance(), 0);
}

TEST(Account, WithdrawsLate)
{
    account a;
    std::thread other([&] { a.withdraw_late(2); });
    a.withdraw_late(2);
    other.join();
    EXPECT_EQ(a.balance(), 0);
}
