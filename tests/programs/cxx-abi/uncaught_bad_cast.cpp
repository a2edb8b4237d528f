struct Base {
    virtual ~Base() {}
};
struct Left : Base {
    int n = 1;
};
struct Right : Base {
    int m = 2;
};

static int use(Base &b)
{
    return dynamic_cast<Right &>(b).m; // expect: uncaught-exception
}

int main()
{
    Left left;
    return use(left);
}
