; uint8_t square(uint8_t n) __z88dk_fastcall: n * n by repeated addition
        .module square
        .globl  _square
        .area   _CODE
;! in: L = n
;! out: L = square
;! clobbers: A, B, F
;! ensures: square = (n * n) mod 256
_square:
        ld      b, l
        xor     a
        inc     b
        jr      2$
1$:     add     a, l
2$:     djnz    1$
        ld      l, a
        ret
