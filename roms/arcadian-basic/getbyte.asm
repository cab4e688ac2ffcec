;! routine: GETBYTE
;! cpu: z80
;! org: 0100H
;! title: Reads a text byte from the program bits of two screen bytes
;! in: HL -> pair:2
;! out: A = byte
;! clobbers: F, HL
;! ensures: byte = ((pair[0] & 55H) << 1) | (pair[1] & 55H)
; HL becomes the address of the next text byte.
GETBYTE:
        LD      A,(HL)
        INC     HL
        ADD     A,A
        XOR     (HL)
        AND     0AAH
        XOR     (HL)
        INC     HL
        RET
