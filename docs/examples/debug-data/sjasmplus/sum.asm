; Adds the squares of 1 to 5 and returns the sum in A.
        DEVICE NOSLOT64K
        ORG 8000h

LAST    EQU 5

        INCLUDE "square.asm"

        MODULE main
start:  ld c, LAST
        xor a
.loop:  push af
        ld a, c : call math.square
        pop hl
        add a, h
        dec c
        jr nz, .loop
        ret
text:   DB "done"
        ENDMODULE

        SAVEBIN "sum.bin", 8000h, $ - 8000h
