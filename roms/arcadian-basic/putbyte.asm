;! routine: PUTBYTE
;! cpu: z80
;! org: 0100H
;! title: Writes a text byte to the program bits of two screen bytes
;! in: A = byte, HL -> pair:2
;! out: HL -> pair
;! clobbers: A, C, F, HL
;! ensures: pair[0] = (old(pair)[0] & 0AAH) | ((byte >> 1) & 55H)
;! ensures: pair[1] = (old(pair)[1] & 0AAH) | (byte & 55H)
; HL becomes the address of the next text byte.
PUTBYTE:
        LD      C,A
        RRCA
        XOR     (HL)
        AND     55H
        XOR     (HL)
        LD      (HL),A
        INC     HL
        LD      A,C
        XOR     (HL)
        AND     55H
        XOR     (HL)
        LD      (HL),A
        INC     HL
        RET
