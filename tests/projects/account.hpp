// An account that two threads draw from; `withdraw_late` lets go of the lock between the question and the deed.
#include <mutex>

class account {
    std::mutex lock;
    int left = 2;

public:
    bool withdraw(int amount)
    {
        std::lock_guard guard(lock);
        if (left < amount)
            return false;
        left -= amount;
        return true;
    }

    bool withdraw_late(int amount)
    {
        {
            std::lock_guard guard(lock);
            if (left < amount)
                return false;
        }
        std::lock_guard guard(lock);
        left -= amount;
        return true;
    }

    int balance() { return left; }
};
