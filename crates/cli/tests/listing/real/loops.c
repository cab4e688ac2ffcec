/* Written for this project: loops, tables, strings, conditions, calls. */
unsigned char table[4] = { 1, 2, 4, 8 };
const char word[] = "no; L0002 00101$ i_3";
static unsigned int total;
unsigned char flag;

extern void show(unsigned char value);
extern unsigned char ask(void);

unsigned char last(const unsigned char *list)
{
    unsigned char found = 0;
    while (*list) {
        found = *list;
        ++list;
    }
    return found;
}

void fill(unsigned char *to, unsigned char count, unsigned char with)
{
    do {
        *to++ = with;
    } while (--count);
}

int larger(int one, int other)
{
    return one > other ? one : other;
}

unsigned int add(unsigned int by)
{
    total += by;
    if (total > 1000) {
        total = 0;
        show(table[1]);
    }
    return total;
}

void step(void)
{
    unsigned char key = ask();
    if (key == 'a' || key == 'b')
        flag |= 0x10;
    else if (key & 3)
        flag = 0;
    show(flag);
}
