// A test of GoogleTest with two threads.
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
