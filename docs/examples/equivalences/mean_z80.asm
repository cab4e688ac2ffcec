;! routine: MEAN
;! cpu: z80
;! org: 0100H
;! title: The average without a ninth bit
;! in: A = x, B = y
;! out: A = z
;! clobbers: C, D, F
;! same-as: ../specifications/mean.asm
;! cycles: 42
MEAN:   LD   C,A
        AND  B          ; the bits that both have
        LD   D,A
        LD   A,C
        XOR  B          ; half of those that one has
        SRL  A
        ADD  A,D
        RET
