; unsigned char square(unsigned char n): n * n by repeated addition
        .export _square

        .bss
factor: .res 1

.macro  add_factor
        clc
        adc factor
.endmacro

        .code
;! in: A = n
;! out: A/X = square
;! clobbers: A, X, P, (factor)
;! ensures: square = (n * n) mod 256
.proc _square
        sta factor
        tax
        lda #0
        cpx #0
        beq done
loop:   add_factor
        dex
        bne loop
done:   ldx #0
        rts
.endproc

        .rodata
limits: .byte 0, 15, 15
@end:
