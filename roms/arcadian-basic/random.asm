;! routine: XORSHIFT
;! cpu: z80
;! org: 0100H
;! title: The next state of RND: x ^= x << 7, x ^= x >> 9, x ^= x << 8
;! in: HL = x
;! out: HL = next
;! clobbers: A, F
;! ensures: next = let a = (x ^ (x << 7)) & 0FFFFH in let b = a ^ (a >> 9) in (b ^ (b << 8)) & 0FFFFH
XORSHIFT:
        LD      A,H             ; x << 7 has the high byte H << 7 | L >> 1 and the low byte L << 7
        RRA
        LD      A,L
        RRA
        XOR     H
        LD      H,A
        LD      A,L
        RRCA
        AND     80H
        XOR     L
        LD      L,A
        LD      A,H             ; x >> 9
        SRL     A
        XOR     L
        LD      L,A
        XOR     H               ; x << 8
        LD      H,A
        RET
