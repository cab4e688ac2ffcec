;! routine: SELF
;! cpu: z80
;! org: 8000H
;! title: Code whose operand is the input, called again and again
;! in: A = x, HL = y
;! out: HL = z
;! clobbers: A, F, BC, DE, (ARG)
;! ensures: z != 1
SELF:   LD   (ARG),A
        LD   B,200
LOOP:   LD   A,L
OP:     DB   0C6H
ARG:    DB   0
        LD   L,A
        LD   (ARG),A
        RLCA
        XOR  H
        LD   H,A
        DJNZ LOOP
        RET
