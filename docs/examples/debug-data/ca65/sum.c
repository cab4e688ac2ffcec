/* Adds the squares of 1 to `last`. */

extern unsigned char __fastcall__ square(unsigned char n);

unsigned char last = 5;
unsigned char total;

void run(void)
{
    static unsigned char n;
    total = 0;
    n = last;
    do {
        total += square(n);
    } while (--n != 0);
}
