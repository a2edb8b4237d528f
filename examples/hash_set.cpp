//@ expect: safe
//@ std: c++20
// A concurrent hash set that grows (after the one that DiVinE keeps its states in): threads
// insert side by side by compare-and-exchange; when one of them finds no room, a larger table
// is made, everybody moves some of the rows, and goes on there.
//
// A row is empty, a value, or MOVED: nothing may be put there any more. Old tables are kept
// until the set dies, so nobody reads memory that is gone.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

class HashSet {
    static constexpr int EMPTY = 0, MOVED = -1, PROBES = 2;

    struct Table {
        int size;
        std::unique_ptr<std::atomic<int>[]> rows;
        std::atomic<int> moved{0}; // Rows whose contents are in `next`.
        std::atomic<Table *> next{nullptr};

        explicit Table(int size) : size(size), rows(new std::atomic<int>[size]()) {}
        ~Table() { delete next.load(); }
    };

    Table *first;
    std::atomic<Table *> current;

    enum Outcome { INSERTED, FOUND, FULL };

    Outcome put(Table &table, int value)
    {
        for (int probe = 0; probe < PROBES; probe++) {
            std::atomic<int> &row = table.rows[(value + probe) % table.size];
            int seen = EMPTY;
            if (row.compare_exchange_strong(seen, value))
                return INSERTED;
            if (seen == value)
                return FOUND;
            if (seen == MOVED)
                return FULL;
        }
        return FULL;
    }

    // Puts a value into a table, or into a later one if that is full.
    void place(Table &table, int value)
    {
        Table *at = &table;
        while (put(*at, value) == FULL) {
            grow(*at);
            at = at->next;
        }
    }

    // Makes the next table unless there is one, moves what is left, and goes over.
    void grow(Table &table)
    {
        Table *next = table.next;
        if (!next) {
            Table *made = new Table(table.size * 2);
            if (table.next.compare_exchange_strong(next, made))
                next = made;
            else
                delete made;
        }
        for (int i = 0; i < table.size; i++) {
            int value = table.rows[i].exchange(MOVED); // Whoever takes a value moves it.
            if (value == MOVED)
                continue;
            if (value != EMPTY)
                place(*next, value);
            table.moved++;
        }
        while (table.moved < table.size) // Others still carry values over.
            std::this_thread::yield();
        Table *old = &table;
        current.compare_exchange_strong(old, next);
    }

public:
    explicit HashSet(int size) : first(new Table(size)), current(first) {}
    HashSet(const HashSet &) = delete;
    ~HashSet() { delete first; }

    // True for the one who put it there.
    bool insert(int value)
    {
        for (;;) {
            Table *table = current;
            Outcome outcome = put(*table, value);
            if (outcome != FULL)
                return outcome == INSERTED;
            grow(*table);
        }
    }

    bool has(int value)
    {
        Table &table = *current;
        for (int probe = 0; probe < PROBES; probe++)
            if (table.rows[(value + probe) % table.size] == value)
                return true;
        return false;
    }
};

int main()
{
    static HashSet set(2);
    std::atomic<int> inserted{0};
    std::thread other([&] {
        inserted += set.insert(1);
        inserted += set.insert(3);
    });
    inserted += set.insert(3);
    inserted += set.insert(4);
    other.join();
    assert(inserted == 3);
    assert(set.has(1) && set.has(3) && set.has(4) && !set.has(2));
}
