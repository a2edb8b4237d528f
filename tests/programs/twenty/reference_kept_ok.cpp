//@ flags: --reduction presumed
//@ expect: safe
// What leaves the lock is a copy.
#include <mutex>
#include <thread>
#include <vector>

class Scores {
    std::mutex mutex;
    std::vector<int> scores{10};

public:
    int at(int player)
    {
        std::lock_guard<std::mutex> lock(mutex);
        return scores[player];
    }
    void join(int score)
    {
        std::lock_guard<std::mutex> lock(mutex);
        scores.push_back(score);
    }
};

int main()
{
    Scores scores;
    std::thread t([&scores] { scores.join(20); });
    int seen = scores.at(0);
    t.join();
    return seen - 10;
}
