// The list behind LevelDB's memory table: one writer, and a reader without a lock, that finds what was there before
// and whatever else is complete, in order.
#include "db/skiplist.h"
#include "util/arena.h"
#include <cassert>
#include <thread>

struct Comparator {
    int operator()(int a, int b) const { return a < b ? -1 : a > b; }
};
using List = leveldb::SkipList<int, Comparator>;

int main()
{
    leveldb::Arena arena;
    List list(Comparator(), &arena);
    list.Insert(2);
    std::thread writer([&] {
        list.Insert(1);
        list.Insert(3);
    });
    List::Iterator at(&list);
    int last = 0, found = 0;
    for (at.SeekToFirst(); at.Valid(); at.Next()) {
        assert(at.key() > last);
        last = at.key();
        found += last == 2;
    }
    assert(found == 1);
    writer.join();
    assert(list.Contains(1) && list.Contains(2) && list.Contains(3));
}
