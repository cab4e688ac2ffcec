/* Sums squares: C for SDCC, with an assembler file. */
#include <stdint.h>

extern uint8_t square(uint8_t n) __z88dk_fastcall;

uint8_t total;

static uint8_t sum_to(uint8_t last)
{
    uint8_t n;
    uint8_t sum = 0;
    for (n = 1; n <= last; ++n) {
        sum += square(n);
    }
    return sum;
}

void main(void)
{
    total = sum_to(5);
}
