        MODULE math ;! dialect: sjasmplus

        MACRO ADD_TIMES register
.again: add a, register
        djnz .again
        ENDM

;! in: A = n
;! out: A = square
;! clobbers: A, B, L, F
;! ensures: square = (n * n) mod 256
square: ld l, a
        ld b, a
        or a
        ret z
        xor a
        ADD_TIMES l
.done   ret
        ENDMODULE
