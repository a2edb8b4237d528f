//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* One goes through the vector while another makes it longer. */
//@ expect: data-race
#include <thread>
#include <vector>

static std::vector<int> numbers{1, 2};

int main()
{
    std::thread t([] { numbers.push_back(3); });
    int sum = 0;
    for (int n : numbers)
        sum += n;
    t.join();
    return sum < 3;
}
