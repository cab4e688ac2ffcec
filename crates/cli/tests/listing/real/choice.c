/* Written for this project: a switch with a table, calls through pointers, strings. */
extern void say(const char *text);
extern unsigned char read_port(void);
typedef unsigned char (*action)(unsigned char);

static unsigned char twice(unsigned char n) { return n << 1; }
static unsigned char half(unsigned char n) { return n >> 1; }
const action actions[2] = { twice, half };
unsigned char state;

void choose(unsigned char key)
{
    switch (key) {
    case 0: say("zero"); break;
    case 1: say("one"); break;
    case 2: state = 7; break;
    case 3: say("three"); break;
    case 4: state ^= 1; break;
    default: state = 0;
    }
}

unsigned char act(unsigned char which, unsigned char n)
{
    return actions[which & 1](n);
}

unsigned char poll(void)
{
    unsigned char n = read_port();
    while (n & 0x80)
        n = read_port();
    return n;
}

signed char sign(int n)
{
    if (n < 0) return -1;
    return n > 0;
}
