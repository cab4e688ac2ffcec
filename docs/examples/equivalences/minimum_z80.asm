;! routine: MINIMUM
;! cpu: z80
;! org: 0100H
;! title: The smaller of two bytes
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! same-as: ../specifications/minimum.asm
;! cycles: 15-23
MINIMUM:CP   B
        RET  C
        LD   A,B
        RET
