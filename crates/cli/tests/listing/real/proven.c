/* Written for this project: every change of SDCC's optimizer in it is proven. */
unsigned char flag;
unsigned char table[4];
const char word[] = "no; L0002 00101$ i_3";

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

unsigned char larger(unsigned char one, unsigned char other)
{
    return one > other ? one : other;
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

void clear(void)
{
    unsigned char n;
    for (n = 0; n != 4; ++n)
        table[n] = 0;
}
