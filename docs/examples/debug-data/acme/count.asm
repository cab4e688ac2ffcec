; Counts down from 5, with a label for VICE.
        !cpu 6502
        * = $0300
start   lda #5
again   sec
        sbc #1
        bne again
        rts
